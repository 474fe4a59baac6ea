"""The virtual environment: made once, filled from the lock file, refilled when that changes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from dev_system import SetupError, has_apt, install_packages, is_root, say, show_command

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "packaging" / "requirements.lock"
STAMP = VENV / "requirements.stamp"


def ensure_environment() -> Path:
    """Give the Python of a virtual environment that holds exactly what the lock file names."""
    python = venv_python(VENV)
    if not _runs(python, "import pip"):
        make_venv(VENV)
    wanted = _stamp_of(python)
    if not STAMP.is_file() or STAMP.read_text(encoding="ascii") != wanted:
        _install(python)
        STAMP.write_text(wanted, encoding="ascii")
    return python


def venv_python(folder: Path) -> Path:
    """Where a virtual environment keeps its Python."""
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def make_venv(folder: Path) -> None:
    """Make a virtual environment with pip, also where Python comes without ensurepip."""
    say(f"Making a virtual environment in {folder}")
    if folder.exists() and not (folder / "pyvenv.cfg").is_file() and any(folder.iterdir()):
        raise SetupError(f"{folder} is there and is no virtual environment; move it away first.")
    base = Path(getattr(sys, "_base_executable", sys.executable))
    if not _has_module(base, "ensurepip") and has_apt() and is_root():
        _install_venv_package(base)
    if _has_module(base, "ensurepip"):
        _call(base, "-m", "venv", "--clear", str(folder))
    elif _has_module(base, "virtualenv"):
        _call(base, "-m", "virtualenv", "--quiet", "--clear", str(folder))
    elif _has_module(base, "pip"):
        _call(base, "-m", "venv", "--clear", "--without-pip", str(folder))
        _call(base, "-m", "pip", "--python", str(venv_python(folder)), "install", "-q", "pip")
    else:
        install_packages(_venv_packages(base), "This Python cannot make virtual environments.")
    if not _runs(venv_python(folder), "import pip"):
        raise SetupError(f"The virtual environment in {folder} has no working pip.")


def _install_venv_package(base: Path) -> None:
    try:
        install_packages(_venv_packages(base), "This Python cannot make virtual environments yet.")
    except SetupError as error:
        say(f"{error}\nTrying another way.")


def _venv_packages(base: Path) -> list[str]:
    """Name the Debian package that brings venv: the system's Python has one a version."""
    if str(base.resolve()).startswith("/usr/bin/"):
        return [f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"]
    return ["python3-venv"]


def _has_module(python: Path, name: str) -> bool:
    return _runs(python, f"import {name}")


def _runs(python: Path, code: str) -> bool:
    if not python.exists():
        return False
    done = subprocess.run(
        [str(python), "-c", code], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return done.returncode == 0


def _call(*command: str | Path) -> None:
    words = [str(word) for word in command]
    if subprocess.run(words, stdin=subprocess.DEVNULL, check=False).returncode:
        raise SetupError(f"This failed, see above:\n    {show_command(words)}")


def _stamp_of(python: Path) -> str:
    """Name the lock file's content and the Python it was installed for."""
    digest = hashlib.sha256(LOCK.read_bytes())
    digest.update((python.parent.parent / "pyvenv.cfg").read_bytes())
    return digest.hexdigest()


def _install(python: Path) -> None:
    say("Installing what packaging/requirements.lock names (the first time takes a few minutes)")
    STAMP.unlink(missing_ok=True)
    options = ["--require-hashes", "--no-deps", "--disable-pip-version-check", "--no-input"]
    if not sys.stdout.isatty():
        options += ["--quiet", "--progress-bar", "off"]
    command = [str(python), "-m", "pip", "install", *options, "-r", str(LOCK)]
    if subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode:
        raise SetupError(
            "Installing failed, see above. When the network is at fault, run the same command "
            f"again; to start afresh, remove {VENV}."
        )


def write_lock(upgrade: bool) -> None:
    """Resolve pyproject.toml for every platform and write the lock file with its hashes."""
    tools = ROOT / "build" / "lock-tools"
    python = venv_python(tools)
    if not _runs(python, "import uv"):
        make_venv(tools)
        _call(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv")
    draft = tools / "requirements.lock"
    if LOCK.is_file():
        shutil.copyfile(LOCK, draft)
    command = [str(python), "-m", "uv", "pip", "compile", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--fork-strategy", "fewest", "--generate-hashes"]
    command += ["--extra", "dev", "--no-emit-index-url", "--no-header", "--no-annotate"]
    command += ["--upgrade"] if upgrade else []
    command += ["--output-file", str(draft), str(ROOT / "pyproject.toml")]
    environment = dict(os.environ)
    if "PIP_CERT" in environment:  # uv does not know pip's variable
        environment.setdefault("SSL_CERT_FILE", environment["PIP_CERT"])
    if subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, check=False).returncode:
        raise SetupError("The dependencies could not be resolved, see above.")
    LOCK.write_text(LOCK_HEADER + _sorted_requirements(draft.read_text("utf-8")), "utf-8")
    say(f"Wrote {LOCK.relative_to(ROOT)}")


LOCK_HEADER = """\
# Everything the program and its tests run with: exact versions, and the hashes of the files of
# every platform. Written by `python3 packaging/dev.py lock`; do not edit by hand.
"""


def _sorted_requirements(text: str) -> str:
    """Order the requirements by name, so that a change of one shows as a change of one."""
    lines = [line for line in text.splitlines(keepends=True) if not line.startswith("#")]
    return "".join(
        sorted("".join(lines).replace("\n    ", "\0").splitlines(keepends=True))
    ).replace("\0", "\n    ")

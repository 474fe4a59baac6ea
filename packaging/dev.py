#!/usr/bin/env python3
"""One command a chore; nothing is needed but Python.

    python3 packaging/dev.py run [FILE…]     open the window (without a screen: a picture of it)
    python3 packaging/dev.py test [ARG…]     run the tests; arguments go to pytest
    python3 packaging/dev.py lint [--fix]    style, types and layers
    python3 packaging/dev.py bench [ARG…]    measure speed and memory (--help lists the rows);
                                             --large: over a set of ten million entries
    python3 packaging/dev.py fuzz [FOLDER]   break files at random, see what happens (--help)
    python3 packaging/dev.py lock            write packaging/requirements.lock anew

Each makes .venv first and installs what the lock file names, when that is not done yet.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")


def insist_on_python() -> None:
    """Hand over to a newer Python when this one is too old and there is one."""
    if sys.version_info >= OLDEST:
        return
    for name in NEWER:
        python = shutil.which(name)
        if python:
            arguments = [python, str(Path(__file__).resolve()), *sys.argv[1:]]
            sys.exit(subprocess.run(arguments, check=False).returncode)
    sys.exit("Python 3.11 or newer is needed; this is " + sys.version.split()[0])


insist_on_python()

from dev_environment import ROOT, ensure_environment, write_lock  # noqa: E402 (needs 3.11)
from dev_system import SetupError, ensure_qt, say, screen_complaint  # noqa: E402

SAMPLE = ROOT / "resources" / "samples" / "sitemap.xml"
PICTURE = ROOT / "build" / "window.png"
WINDOW_OPTIONS = frozenset({"--language", "--panel", "--scale", "--size", "--theme"})
"""The window's options that take a value."""


def main(arguments: list[str]) -> int:
    """Run one verb and give its exit code."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        say((__doc__ or "").strip())
        return 0 if arguments else 2
    verb = VERBS.get(arguments[0])
    if verb is None:
        print(f"dev.py: there is no verb {arguments[0]!r}, see --help", file=sys.stderr)
        return 2
    try:
        return verb(arguments[1:])
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str]) -> int:
    """Open the window, or make a picture of it where there is no screen."""
    python = ensure_environment()
    ensure_qt(python)
    complaint = screen_complaint(python)
    files = _files_of(arguments)
    words = [str(Path(word).absolute()) if word in files else word for word in arguments]
    if complaint is None:
        return _call(python, "-m", "sitemap_editor", *words)
    say(f"{complaint}, so the window is drawn into a picture instead:")
    return _picture(python, words if files else [*words, str(SAMPLE)])


def _picture(python: Path, words: list[str]) -> int:
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.unlink(missing_ok=True)
    offscreen = {"QT_QPA_PLATFORM": "offscreen"}
    code = _call(
        python, "-m", "sitemap_editor", "--screenshot", str(PICTURE), *words, extra=offscreen
    )
    if code or not PICTURE.is_file():
        print("The picture could not be made, see above.", file=sys.stderr)
        return code or 1
    say(f"{PICTURE}\n\nThe check of what it shows:")
    return _call(python, "-m", "sitemap_editor", "check", *_files_of(words), "--fail-on", "never")


def _files_of(words: list[str]) -> list[str]:
    """Leave out the options of the window and their values."""
    befores = ["", *words]
    return [
        word
        for word, before in zip(words, befores, strict=False)
        if not word.startswith("-") and before not in WINDOW_OPTIONS
    ]


def test(arguments: list[str]) -> int:
    """Run the tests, offscreen."""
    python = ensure_environment()
    ensure_qt(python)
    return _call(python, "-m", "pytest", *arguments, where=ROOT)


def lint(arguments: list[str]) -> int:
    """Check style, types and layers; with --fix mend what can be mended."""
    python = ensure_environment()
    if arguments == ["--fix"]:
        _call(python, "-m", "ruff", "check", "--fix", "--quiet", ".", where=ROOT)
        _call(python, "-m", "ruff", "format", "--quiet", ".", where=ROOT)
    elif arguments:
        print("dev.py: lint knows --fix and nothing else", file=sys.stderr)
        return 2
    layers = "from importlinter.cli import lint_imports_command as run; run()"
    checks = {
        "style": ("-m", "ruff", "check", "."),
        "format": ("-m", "ruff", "format", "--check", "."),
        "types": ("-m", "mypy"),
        "layers": ("-c", layers, "--no-logo"),
    }
    failed = []
    for name, check in checks.items():
        say(f"— {name}")
        if _call(python, *check, where=ROOT):
            failed.append(name)
    say(f"\nlint: {', '.join(failed)} failed" if failed else "\nlint: all is well")
    return 1 if failed else 0


def bench(arguments: list[str]) -> int:
    """Measure, beside a peer or a limit in the same run."""
    python = ensure_environment()
    ensure_qt(python)
    return _call(python, "-m", "tests.benchmarks", *arguments, where=ROOT)


def fuzz(arguments: list[str]) -> int:
    """Break the project's cases, or the files of a folder, and look what becomes of them."""
    python = ensure_environment()
    words = [str(Path(word).absolute()) if Path(word).is_dir() else word for word in arguments]
    return _call(python, "-m", "tests.fuzz", *words, where=ROOT)


def lock(arguments: list[str]) -> int:
    """Write the lock file; with --upgrade take the newest versions."""
    if arguments not in ([], ["--upgrade"]):
        print("dev.py: lock knows --upgrade and nothing else", file=sys.stderr)
        return 2
    write_lock(upgrade=bool(arguments))
    return 0


def _call(
    python: Path, *arguments: str, where: Path | None = None, extra: dict[str, str] | None = None
) -> int:
    """Run a Python of the environment that finds the package in this tree."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), **(extra or {})}
    command = [str(python), *arguments]
    return subprocess.run(command, cwd=where, env=environment, check=False).returncode


VERBS = {"run": run, "test": test, "lint": lint, "bench": bench, "fuzz": fuzz, "lock": lock}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the machine itself must have: Qt's system libraries, a font, a screen or none.

Nothing is installed silently: on Debian and Ubuntu the missing packages are installed when the
caller is root, everybody else gets the exact command.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

QT_PACKAGES = (
    "fonts-dejavu-core",
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libfreetype6",
    "libgl1",
    "libglib2.0-0",
    "libx11-6",
    "libxkbcommon0",
    "libzstd1",
)
"""What PySide6 loads on Linux, also without a screen."""

SCREEN_PACKAGES = (
    "libx11-xcb1",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-randr0",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxcb-sync1",
    "libxcb-util1",
    "libxcb-xfixes0",
    "libxcb-xkb1",
    "libxkbcommon-x11-0",
)
"""What an X11 window needs besides."""

NO_SCREEN_PLATFORMS = frozenset({"offscreen", "minimal"})

PROBE = """
from PySide6.QtGui import QFontDatabase
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
app = QApplication([])
if not QFontDatabase.families():
    raise SystemExit("Qt finds no font")
"""

PROBE_SECONDS = 120

TELLING = (
    "cannot open shared object",
    "could not connect to display",
    "Failed to create wl_display",
    "is needed to load",
    "Could not load the Qt platform plugin",
)
"""What the line of Qt's complaint that names the cause holds, the most telling first."""


class SetupError(Exception):
    """The machine lacks something; the text says what, and how to get it."""


def say(text: str) -> None:
    """Tell the person at the terminal, in order with what child processes print."""
    print(text, flush=True)


def show_command(command: Sequence[str]) -> str:
    """Give the command as one would type it."""
    return subprocess.list2cmdline(command) if os.name == "nt" else shlex.join(command)


def has_apt() -> bool:
    """Whether this is Debian, Ubuntu or another system of that family."""
    return sys.platform == "linux" and shutil.which("apt-get") is not None


def is_root() -> bool:
    """Whether system packages may be installed without asking for a password."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install_packages(packages: Sequence[str], reason: str) -> None:
    """Install Debian packages when that is possible here.

    Raises SetupError with ``reason`` and the exact command when it is not.
    """
    by_hand = f"apt-get update && apt-get install -y --no-install-recommends {' '.join(packages)}"
    if not has_apt():
        names = ", ".join(packages)
        raise SetupError(
            f"{reason}\nInstall what your system calls the Debian packages {names}, then try again."
        )
    if not is_root():
        raise SetupError(
            f"{reason}\nRun this, then try again:\n    sudo sh -c {shlex.quote(by_hand)}"
        )
    say(f"{reason}\nInstalling with apt-get: {' '.join(packages)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = ("apt-get", "-q", "-q", "-o", "Dpkg::Use-Pty=0")
    steps = ((*quiet, "update"), (*quiet, "install", "-y", "--no-install-recommends", *packages))
    for step in steps:
        done = subprocess.run(
            step, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            raise SetupError(f"This failed, see above:\n    {show_command(step)}")


def names_a_screen() -> bool:
    """Whether the system claims to have a screen that a window can open on."""
    if os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] in NO_SCREEN_PLATFORMS:
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def qt_complaint(python: Path, *, screen: bool) -> str | None:
    """Start Qt in a process of its own; None when it starts, else what it said."""
    environment = dict(os.environ)
    if not screen:
        environment["QT_QPA_PLATFORM"] = "offscreen"
    try:
        done = subprocess.run(
            [str(python), "-c", PROBE],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PROBE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"Qt did not start within {PROBE_SECONDS} seconds"
    if done.returncode == 0:
        return None
    return _telling_line(done.stderr) or f"exit code {done.returncode}"


def _telling_line(said: str) -> str:
    """Pick the line that names the cause; Qt's last one only lists its plugins."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    for mark in TELLING:
        for line in lines:
            if mark in line:
                return line.removeprefix("qt.qpa.xcb: ").removeprefix("qt.qpa.plugin: ")
    return lines[-1] if lines else ""


def ensure_qt(python: Path) -> None:
    """See to it that Qt starts without a screen; raises SetupError when it cannot."""
    complaint = qt_complaint(python, screen=False)
    if complaint is None:
        return
    if sys.platform != "linux":
        raise SetupError(f"Qt cannot start here: {complaint}")
    install_packages(QT_PACKAGES, f"Qt needs system libraries that are missing ({complaint}).")
    complaint = qt_complaint(python, screen=False)
    if complaint is not None:
        raise SetupError(f"Qt still cannot start: {complaint}")


def screen_complaint(python: Path) -> str | None:
    """Say why no window can be opened here; None when one can.

    Installs what an X11 window needs where that is missing and possible.
    """
    if not names_a_screen():
        return "There is no screen here"
    complaint = qt_complaint(python, screen=True)
    if complaint is None:
        return None
    if sys.platform == "linux" and not _lacks_packages(SCREEN_PACKAGES):
        return f"The screen cannot be used ({complaint})"
    if sys.platform == "linux":
        install_packages(SCREEN_PACKAGES, "A window needs system libraries that are missing.")
        complaint = qt_complaint(python, screen=True)
    return complaint and f"The screen cannot be used ({complaint})"


def _lacks_packages(packages: Sequence[str]) -> bool:
    """Whether the package system says that one of these is not installed."""
    if shutil.which("dpkg-query") is None:
        return False
    done = subprocess.run(
        ["dpkg-query", "--show", *packages],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return done.returncode != 0

"""What conftest.py forbids really fails a test."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent

BAD = """
import logging
import threading
import warnings


def test_logs():
    logging.getLogger("x").warning("unasked")


def test_looks_at_its_logs(caplog):
    logging.getLogger("x").warning("asked")


def test_warns():
    warnings.warn("python", stacklevel=1)


def test_qt_warns():
    from PySide6.QtCore import qWarning

    qWarning("qt")


def test_leaves_a_window(qapp):
    from PySide6.QtWidgets import QWidget

    test_leaves_a_window.window = QWidget()
    test_leaves_a_window.window.show()


def test_leaves_a_thread():
    threading.Thread(target=threading.Event().wait, daemon=True).start()


def test_is_good(qapp, tmp_path):
    assert tmp_path.exists()
"""


def test_guards_strike(tmp_path):
    shutil.copy(TESTS / "conftest.py", tmp_path)
    shutil.copy(TESTS.parent / "pyproject.toml", tmp_path)
    (tmp_path / "test_bad.py").write_text(BAD, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--tb=no", "test_bad.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    struck = {
        line.split("::")[1].split(" ")[0]
        for line in done.stdout.splitlines()
        if line.startswith(("FAILED", "ERROR"))
    }
    named = {"logs", "warns", "qt_warns", "leaves_a_window", "leaves_a_thread"}
    assert struck == {f"test_{name}" for name in named}, done.stdout + done.stderr

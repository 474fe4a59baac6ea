"""The layers hold: import contracts, and a command line that runs where there is no Qt."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

WITHOUT_QT = """
import sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("PySide6", "shiboken6"):
            raise ImportError(f"{name} is not here")
        return None

sys.meta_path.insert(0, Refuse())
from sitemap_editor.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )


def test_import_contracts_hold():
    lint = "import sys; from importlinter.cli import lint_imports_command as run; run()"
    done = run("-c", lint, "--no-cache")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("verb", ["check", "fix", "convert", "rules"])
def test_verbs_explain_themselves_without_qt(verb):
    done = run("-c", WITHOUT_QT, verb, "--help")
    assert done.returncode == 0, done.stderr
    assert verb in done.stdout


def test_check_runs_without_qt():
    sample = str(ROOT / "resources" / "samples" / "sitemap.xml")
    done = run("-c", WITHOUT_QT, "check", sample, "--fail-on", "never")
    assert done.returncode == 0, done.stderr
    assert "sitemap.xml" in done.stdout


def test_without_qt_the_window_says_what_is_missing():
    done = run("-c", WITHOUT_QT)
    assert done.returncode == 2
    assert "PySide6" in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_goes_along_the_chain_of_the_focus():
    """PySide takes the next widget for a child of the one before, and the true parent loses it."""
    calls = ("nextInFocusChain(", "previousInFocusChain(")
    files = (ROOT / "sitemap_editor").rglob("*.py")
    assert [
        one.name for one in files if any(call in one.read_text("utf-8") for call in calls)
    ] == []

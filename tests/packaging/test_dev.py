"""dev.py says what it does, what is missing, and how to get it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DEV = ROOT / "packaging" / "dev.py"


def test_help_names_every_verb(dev, capsys):
    assert dev.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert [verb for verb in dev.VERBS if f"dev.py {verb}" not in said] == []


def test_an_unknown_verb_is_refused_in_one_line(dev, capsys):
    assert dev.main(["fly"]) == 2
    assert re.fullmatch(r"dev\.py: there is no verb 'fly', see --help\n", capsys.readouterr().err)


def test_it_uses_the_standard_library_only():
    code = f"import sys; sys.path[0] = {str(DEV.parent)!r}; import dev"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], check=False)
    assert done.returncode == 0


def test_files_are_told_from_options_and_their_values(dev):
    words = ["--theme", "dark", "a.xml", "--panel", "entryTable", "b.xml"]
    assert dev._files_of(words) == ["a.xml", "b.xml"]


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, False),
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, False),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "minimal:x=1"}, False),
    ],
)
def test_a_screen_is_found_by_what_the_system_says(system, monkeypatch, environment, expected):
    monkeypatch.setattr(system.sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system.names_a_screen() is expected


def test_missing_packages_give_the_exact_command_to_who_is_not_root(system, monkeypatch):
    monkeypatch.setattr(system, "has_apt", lambda: True)
    monkeypatch.setattr(system, "is_root", lambda: False)
    with pytest.raises(system.SetupError) as caught:
        system.install_packages(["libegl1", "libgl1"], "Qt needs them.")
    assert "Qt needs them." in str(caught.value)
    assert "apt-get install -y --no-install-recommends libegl1 libgl1" in str(caught.value)


def test_a_missing_library_is_named_in_the_complaint(system, tmp_path):
    python = tmp_path / "python"
    python.write_text(
        "#!/bin/sh\necho 'ImportError: libGL.so.1: cannot open shared object file' >&2\nexit 1\n"
    )
    python.chmod(0o755)
    assert "libGL.so.1" in system.qt_complaint(python, screen=False)


def test_a_complaint_names_the_cause_and_not_the_plugins(system):
    said = (
        "qt.qpa.xcb: could not connect to display :55\n"
        'qt.qpa.plugin: Could not load the Qt platform plugin "xcb" in "" even though found.\n'
        "Available platform plugins are: offscreen, xcb.\n"
    )
    assert system._telling_line(said) == "could not connect to display :55"


def test_qt_starts_here(system):
    assert system.qt_complaint(Path(sys.executable), screen=False) is None


@pytest.fixture
def fake_venv(environment, tmp_path, monkeypatch):
    """An environment whose Python is this one, with the installing counted."""
    venv = tmp_path / ".venv"
    python = environment.venv_python(venv)
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    (venv / "pyvenv.cfg").write_text("version = 3\n")
    lock = tmp_path / "requirements.lock"
    lock.write_text("one\n")
    installs: list[Path] = []
    for name, value in (("VENV", venv), ("LOCK", lock), ("STAMP", venv / "stamp")):
        monkeypatch.setattr(environment, name, value)
    monkeypatch.setattr(environment, "_runs", lambda python, code: True)
    monkeypatch.setattr(environment, "_install", installs.append)
    return lock, installs


def test_it_installs_once(environment, fake_venv):
    _, installs = fake_venv
    environment.ensure_environment()
    environment.ensure_environment()
    assert len(installs) == 1


def test_it_installs_again_when_the_lock_file_changes(environment, fake_venv):
    lock, installs = fake_venv
    environment.ensure_environment()
    lock.write_text("two\n")
    environment.ensure_environment()
    assert len(installs) == 2


def test_a_folder_that_is_no_environment_is_left_alone(environment, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(environment.SetupError, match="no virtual environment"):
        environment.make_venv(tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"

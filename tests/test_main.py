"""The entry point tells verbs from files."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from sitemap_editor import __main__ as entry


@pytest.fixture
def opened(monkeypatch):
    """The window replaced by a record of what it was asked."""
    calls: list[tuple[str, tuple, dict]] = []

    def record(name):
        return lambda *args, **kwargs: calls.append((name, args, kwargs)) or 0

    app = SimpleNamespace(run=record("run"), screenshot=record("screenshot"))
    monkeypatch.setattr(sys.modules["sitemap_editor"], "app", app, raising=False)
    monkeypatch.setitem(sys.modules, "sitemap_editor.app", app)
    return calls


def test_files_open_the_window(opened):
    assert entry.main(["a.xml", "./check", "--theme", "dark"]) == 0
    name, (files,), options = opened[0]
    assert (name, [file.name for file in files]) == ("run", ["a.xml", "check"])
    assert options == {"language": None, "theme": "dark"}


def test_screenshot_takes_size_and_scale(opened):
    entry.main(["--screenshot", "out.png", "--size", "1280x800", "--scale", "2", "a.xml"])
    name, _, options = opened[0]
    assert (name, options["size"], options["scale"]) == ("screenshot", (1280, 800), 2)


@pytest.mark.parametrize("words", [["--size", "big"], ["--nothing"], ["--theme", "pink"]])
def test_wrong_usage_is_one_line_and_2(opened, capsys, words):
    with pytest.raises(SystemExit) as caught:
        entry.main(words)
    assert caught.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert opened == []


def test_help_names_the_verbs(capsys):
    with pytest.raises(SystemExit):
        entry.main(["--help"])
    said = capsys.readouterr().out
    assert all(verb in said for verb in entry.VERBS)


def test_a_verb_that_comes_later_is_refused(opened, capsys):
    assert entry.main(["split", "a.xml"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert opened == []


@pytest.mark.parametrize(("word", "opens"), [("chekc", False), ("Check", False), ("shop", True)])
def test_a_slip_in_a_verb_does_not_open_the_window(opened, capsys, word, opens):
    assert entry.main([word, "a.xml"]) == (0 if opens else 2)
    assert bool(opened) == opens
    assert ("Did you mean check" in capsys.readouterr().err) != opens


def test_a_file_that_is_there_is_no_slip(opened, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chek").write_bytes(b"")
    assert entry.main(["chek"]) == 0
    assert opened


def test_without_a_screen_one_line_says_so(monkeypatch, capsys):
    from sitemap_editor import app

    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert app.run([]) == 2
    said = capsys.readouterr().err
    assert "no screen" in said and said.count("\n") == 1

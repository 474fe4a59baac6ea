"""What people see: no text of a file steers their terminal, progress on a terminal only."""

from __future__ import annotations

import io
import sys

import pytest

from sitemap_editor.cli import terminal
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import NO_PROGRESS


class Screen(io.TextIOWrapper):
    """A terminal that keeps what was drawn."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), "utf-8", write_through=True)

    def isatty(self) -> bool:
        return True

    @property
    def drawn(self) -> str:
        return self.buffer.getvalue().decode("utf-8")


@pytest.mark.parametrize("odd", ["\x1b[2J", "\r", "\n", "\x00", "\x9b1m", "\u202e", "\u2066"])
def test_texts_of_a_file_cannot_steer_a_terminal(odd):
    shown = terminal.harmless(f"a{odd}b")
    assert odd[0] not in shown
    assert shown.startswith("a\\")
    assert shown.endswith("b")


def test_ordinary_text_stays():
    assert terminal.harmless("Адрес “/a”\té") == "Адрес “/a”\té"


def test_an_error_is_one_line_that_quotes_the_place(capsys):
    text = "x" * 500 + "<here>" + "y" * 500
    terminal.complain(SitemapError("Odd.", path="a.xml", line=3, column=501, text=text))
    said = capsys.readouterr().err
    assert said.startswith("sitemap-editor: a.xml:3:501: Odd. The line reads: …xxx")
    assert "<here>" in said
    assert said.count("\n") == 1
    assert len(said) < 250


def test_progress_shows_nothing_where_no_terminal_is(capsys):
    with terminal.progress("Opening a.xml") as shown:
        assert shown is NO_PROGRESS
    assert capsys.readouterr().err == ""


def test_progress_appears_on_a_terminal_when_work_takes_long(monkeypatch):
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(terminal, "PATIENCE", 0)
    monkeypatch.setattr(terminal, "REDRAW", 0)
    with terminal.progress("Opening [a].xml") as shown:
        shown.tick(1, 4)
        shown.tick(2, 4)
    assert "Opening [a].xml" in screen.drawn
    assert "50%" in screen.drawn


def test_short_work_draws_nothing(monkeypatch):
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    with terminal.progress("Opening") as shown:
        shown.tick(1, 2)
    assert screen.drawn == ""


def test_lines_have_looks_on_a_terminal_only(monkeypatch, capsysbinary):
    line = (terminal.Span("a.xml:3:4", "cyan"), terminal.Span(" [odd] " + "long " * 60))
    terminal.show([line])
    plain = capsysbinary.readouterr().out
    assert plain == ("a.xml:3:4 [odd] " + "long " * 60 + "\n").encode()
    screen = Screen()
    monkeypatch.setattr(sys, "stdout", screen)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    terminal.show([line])
    assert "\x1b[36ma.xml:3:4" in screen.drawn
    assert screen.drawn.count("\n") == 1


def test_a_narrow_encoding_loses_letters_not_the_report(monkeypatch):
    narrow = io.TextIOWrapper(io.BytesIO(), "ascii", write_through=True)
    monkeypatch.setattr(sys, "stdout", narrow)
    terminal.show([(terminal.Span("● é"),)])
    assert narrow.buffer.getvalue() == b"? ?\n"

import io
from pathlib import Path

import pytest

from sitemap_editor.support.interaction import (
    Choice,
    ConsoleInteraction,
    RecordingInteraction,
)

CHOICES = (Choice("save", "Save", is_default=True), Choice("stop", "Cancel", is_cancel=True))


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("typed", "expected"), [("1\n", "save"), ("2\n", "stop"), ("9\n", "stop"), ("", "stop")]
)
def test_a_terminal_numbers_the_choices(typed, expected):
    said = io.StringIO()
    assert ConsoleInteraction(Terminal(typed), said).ask("Save it?", CHOICES) == expected
    assert said.getvalue().splitlines() == ["Save it?", "  1  Save", "  2  Cancel"]


def test_without_a_terminal_nothing_is_agreed_to():
    console = ConsoleInteraction(io.StringIO("1\n"), io.StringIO())
    assert console.ask("Save it?", CHOICES) == "stop"
    assert not console.confirm("Save it?", "Save")
    assert console.ask_form("properties") is None


def test_paths_are_read_from_the_terminal():
    assert ConsoleInteraction(Terminal("a.xml\n"), io.StringIO()).ask_open_paths("Open") == [
        Path("a.xml")
    ]


def test_a_recording_gives_prepared_answers_and_notes_the_questions():
    recording = RecordingInteraction("save", Path("b.xml"), {"kind": "urlset"})
    assert recording.ask("Save it?", CHOICES) == "save"
    assert recording.ask_save_path("Where?") == Path("b.xml")
    assert recording.ask_form("new_document", suggestion=1) == {"kind": "urlset"}
    recording.inform("Saved")
    assert recording.texts == ["Save it?", "Where?", "new_document", "Saved"]
    assert recording.asked[2].context == {"suggestion": 1}


def test_a_form_may_have_a_text_and_a_name():
    recording = RecordingInteraction("https://a.example/")
    assert recording.ask_text("Address?", text="https://") == "https://a.example/"
    recording.answers.append(None)
    recording.ask_form("fault", name="a", what="b", text="c")
    assert recording.asked[1].context == {"name": "a", "what": "b", "text": "c"}


def test_a_question_nobody_prepared_for_fails():
    with pytest.raises(AssertionError, match="nobody expected"):
        RecordingInteraction().ask("Save it?", CHOICES)
    with pytest.raises(AssertionError, match="no choice"):
        RecordingInteraction("other").ask("Save it?", CHOICES)

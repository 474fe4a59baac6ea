"""A fault in the program is logged, shown once, and the documents can be saved."""

import logging
import sys
import threading

import pytest

from sitemap_editor.document import editing
from sitemap_editor.gui.faults import FaultReporter
from sitemap_editor.support.interaction import Interaction, RecordingInteraction


class Answering(RecordingInteraction):
    """Answers forms whatever their context is called."""

    def ask_form(self, name: str, /, **context: object) -> object:
        self.shown.append(context)
        return self.answers.popleft()

    def __init__(self, *answers: object) -> None:
        super().__init__(*answers)
        self.shown: list[dict[str, object]] = []


@pytest.fixture
def report(workspace, monkeypatch, caplog):
    """Let a fault happen; returns the interaction that was shown it."""

    def report(error: Exception, *answers: object) -> Interaction:
        interaction = Answering(*answers)
        reporter = FaultReporter(workspace, interaction, workspace)
        monkeypatch.setattr(sys, "excepthook", sys.excepthook)
        monkeypatch.setattr(threading, "excepthook", threading.excepthook)
        sys.excepthook = reporter._on_uncaught
        sys.excepthook(type(error), error, error.__traceback__)
        return interaction

    caplog.set_level(logging.ERROR)
    return report


def test_a_fault_is_shown_with_its_details_and_logged(report, open_rows, caplog):
    interaction = report(ZeroDivisionError("nought"), "continue")
    assert "nought" in interaction.shown[0]["text"]
    assert "ZeroDivisionError" in interaction.shown[0]["details"]
    assert not interaction.shown[0]["can_save"]
    assert "Unexpected fault" in caplog.text


def test_copies_of_changed_documents_can_be_saved(report, open_rows, tmp_path):
    session = open_rows("a", "b")
    open_rows("unchanged")
    session.edit(editing.delete(session.doc, session.doc.ids[:1]), "Delete")
    copy = tmp_path / "copy.xml"
    interaction = report(ValueError("x"), "save_copies", copy)
    assert interaction.shown[0]["can_save"]
    assert copy.read_bytes() == session.doc.text()
    assert session.is_modified


def test_a_fault_in_another_thread_is_shown_too(qtbot, workspace, monkeypatch, caplog):
    interaction = Answering("continue")
    reporter = FaultReporter(workspace, interaction, workspace)
    monkeypatch.setattr(threading, "excepthook", reporter._on_thread_uncaught)
    thread = threading.Thread(target=lambda: 1 // 0)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(interaction.shown) == 1)
    assert "Unexpected fault" in caplog.text

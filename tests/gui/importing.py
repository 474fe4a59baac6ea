"""The import dialog used as people use it: shown, looked at, chosen in, and its button pressed."""

from __future__ import annotations

import pytest

from sitemap_editor.gui import live_work
from sitemap_editor.gui.dialogs.import_list import ImportDialog
from sitemap_editor.gui.lists import section
from sitemap_editor.support.interaction import RecordingInteraction


def settled(dialog):
    """Whether nothing of a dialog is read or worked out any more."""
    return not dialog.source.is_reading and not dialog.importing.is_working


class Hands:
    """What stands before people: the dialog, and what they do in it."""

    def __init__(self, qtbot, dialog):
        self.qtbot = qtbot
        self.dialog = dialog
        self.settle()

    def settle(self):
        self.qtbot.waitUntil(lambda: settled(self.dialog))

    def do(self, action):
        """Do something, and wait for what it makes."""
        action()
        self.settle()

    def type(self, line, text):
        """Type into a line and leave it."""
        line.setFocus()
        line.setText(text)
        line.textEdited.emit(text)
        line.editingFinished.emit()
        self.settle()

    def mean(self, column, role):
        """Say what a column means, in the choice above it."""
        choice = self.dialog.raw.header.choices[column]
        choice.setCurrentIndex(choice.findData(role))
        choice.activated.emit(choice.currentIndex())
        self.settle()

    def pick(self, box, value):
        """Pick an item of a list of choices."""
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())
        self.settle()

    @property
    def roles(self):
        """What each column means as the choices above say it."""
        return [str(choice.currentData()) for choice in self.dialog.raw.header.choices]

    @property
    def entries(self):
        return self.dialog.becomes.entries.texts.texts()

    @property
    def left_out(self):
        return self.dialog.becomes.left_out.texts.rows

    @property
    def remarks(self):
        return [row[-1] for row in self.dialog.becomes.remarks.texts.rows]

    @property
    def codes(self):
        return {row[0] for row in self.dialog.becomes.remarks.texts.rows if len(row) == 3}

    @property
    def verb(self):
        return self.dialog.verb.text() if self.dialog.verb.isEnabled() else ""


@pytest.fixture
def no_rest(monkeypatch):
    monkeypatch.setattr(live_work, "REST_MS", 0)
    monkeypatch.setattr(section, "TYPING_MS", 0)


@pytest.fixture
def import_on(qtbot, jobs, tmp_path, no_rest):
    """Show the dialog on a text or bytes; gives its hands."""

    def show(content, name="list.csv", **context):
        from sitemap_editor.support.settings import Settings

        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        context.setdefault("settings", Settings(None))
        interaction = context.pop("interaction", None) or RecordingInteraction()
        dialog = ImportDialog(jobs, interaction=interaction, path=path, **context)
        qtbot.addWidget(dialog)
        return Hands(qtbot, dialog)

    return show


@pytest.fixture
def bring(qtbot, desk, no_rest):
    """Let a function choose in the dialog when it comes up, and press its button."""
    waiting = []
    others = desk.interaction.ask_form

    def ask_form(name, /, **context):
        if name != "import_list":
            return others(name, **context)
        dialog = ImportDialog(interaction=desk.interaction, parent=desk.window, **context)
        qtbot.addWidget(dialog)
        hands = Hands(qtbot, dialog)
        waiting.pop(0)(hands)
        hands.settle()
        if dialog.result() == dialog.DialogCode.Rejected:
            assert dialog.verb.isEnabled(), dialog.note.label.text()
            dialog.verb.click()
        answer = dialog.request
        dialog.done(dialog.result())
        return answer

    desk.interaction.ask_form = ask_form

    def prepare(choose=lambda hands: None):
        waiting.append(choose)

    yield prepare
    assert not waiting, "the dialog was expected to come up"

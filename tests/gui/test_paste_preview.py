"""The preview of what pasting adds."""

import pytest

from sitemap_editor.gui.interaction import QtInteraction


@pytest.fixture
def make(qtbot):
    def make(**context):
        dialog = QtInteraction().make_form("paste_preview", **context)
        qtbot.addWidget(dialog)
        return dialog

    return make


NEW = [{"loc": f"https://a.example/{n}", "priority": "0.5"} for n in range(120)]
FIELDS = ["loc", "lastmod", "changefreq", "priority"]


def test_it_shows_the_first_entries_and_the_fields_they_have(make):
    table = make(entries=NEW, fields=FIELDS).table
    assert (table.rowCount(), table.columnCount()) == (100, 2)
    assert table.item(1, 0).text() == "https://a.example/1"


def test_its_buttons_say_what_they_do(make, qtbot):
    dialog = make(entries=NEW[:3], fields=FIELDS, left_out=2, can_fit=True)
    assert (dialog.verb.text(), dialog.answer) == ("Add 3 entries", "add")
    dialog.fit.click()
    assert (dialog.result(), dialog.answer) == (dialog.DialogCode.Accepted, "fit")


def test_rows_that_are_there_are_spoken_of_only_when_there_are_some(make):
    assert not hasattr(make(entries=NEW[:1], fields=FIELDS), "fit")

"""What saving will change, shown before it is saved."""

import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.changes import changes_of
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.dialogs.changes import SIGN_ROLE, remarks_of, summary_of
from sitemap_editor.gui.interaction import QtInteraction

from .conftest import sitemap


@pytest.fixture
def doc():
    doc = open_bytes(sitemap("a", "b", "c", "d"))
    doc.set_value(0, "loc", "https://a.example/A")
    doc.delete(1)
    doc.add({"loc": "https://a.example/e"})
    return doc


@pytest.fixture
def make(qtbot):
    def make(doc):
        dialog = QtInteraction().make_form("changes", doc=doc, changes=changes_of(doc), file="a")
        qtbot.addWidget(dialog)
        return dialog

    return make


def lines(model):
    texts = []
    for row in range(model.rowCount()):
        cells = [model.index(row, column).data() for column in range(model.columnCount())]
        texts.append(" ".join(cell for cell in cells if cell))
    return texts


def test_the_lines_are_shown_with_their_numbers(make, doc):
    model = make(doc).model
    assert lines(model)[:3] == [
        "Entry 1: https://a.example/A",
        "2 −   <url><loc>https://a.example/a</loc></url>",
        "2 +   <url><loc>https://a.example/A</loc></url>",
    ]
    assert [model.index(row, 0).data(SIGN_ROLE) for row in range(7)] == [
        *("", "-", "+", ""),
        *("-", "", "+"),
    ]


def test_the_summary_counts_what_differs(doc):
    expected = "1 entry changes · 1 is new · 1 goes · 2 stay byte for byte"
    assert summary_of(changes_of(doc)) == expected


def test_what_changes_besides_lines_is_said(doc):
    doc.move(0, 1)
    doc.edit(editing.recode(doc, bom=True, gzip=True), "recode")
    assert len(remarks_of(changes_of(doc))) == 3


def test_of_many_differences_the_first_are_shown(make):
    doc = open_bytes(sitemap(*[str(n) for n in range(600)]))
    doc.edit(editing.set_field(doc, doc.ids, "priority", "0.1"), "all")
    dialog = make(doc)
    assert dialog.model.rowCount() == 1500
    texts = [label.text() for label in dialog.findChildren(type(dialog.lead))]
    assert "And 100 more." in texts


def test_the_action_is_possible_once_something_changed(desk):
    desk.open("a", "b")
    action = desk.window.action_set["file.changes"]
    assert not action.isEnabled()
    desk.doc.delete(0)
    desk.quiet()
    assert action.isEnabled()


@pytest.mark.parametrize(("answer", "is_saved"), [(True, True), (None, False)])
def test_save_is_a_button_of_it(desk, answer, is_saved):
    path = desk.open("a", "b")
    desk.doc.delete(0)
    desk.answer(answer)
    desk.run("file.changes")
    assert (path.read_bytes() == sitemap("b")) is is_saved


def test_the_question_on_closing_leads_to_it(desk):
    path = desk.open("a", "b")
    desk.doc.delete(0)
    desk.answer("changes", None, "changes", True)
    desk.run("file.close")
    assert path.read_bytes() == sitemap("b")
    assert desk.window.workspace.sessions == []

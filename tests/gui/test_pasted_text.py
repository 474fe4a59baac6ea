"""New from pasted text: a look at what it becomes, then a document."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sitemap_editor.gui import live_work, pasted
from sitemap_editor.gui.dialogs.pasted_text import PastedTextDialog
from sitemap_editor.gui.pasted import PastedText
from sitemap_editor.protocol.kinds import Kind

from .test_repair_alignment import ROOT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

ADDRESSES = "https://a.example/1, https://a.example/2?x=1&y=2\nand some words\n"
FRAGMENT = "<url><loc>https://a.example/?a&b</loc></url>\n<url><loc>https://a.example/c</loc></url>"
WHOLE = f"{ROOT}\n<url><loc>https://a.example/</loc></url>\n</urlset>"


@pytest.fixture
def open_dialog(qtbot, jobs, monkeypatch):
    monkeypatch.setattr(live_work, "REST_MS", 0)

    def make(text):
        dialog = PastedTextDialog(jobs, text)
        qtbot.addWidget(dialog)
        qtbot.waitUntil(lambda: not jobs.running)
        return dialog

    return make


def shown(table, column=0):
    return [table.item(row, column).text() for row in range(table.rowCount())]


def test_addresses_become_a_sitemap_or_a_list(open_dialog):
    dialog = open_dialog(ADDRESSES)
    assert shown(dialog.preview.entries) == ["https://a.example/1", "https://a.example/2?x=1&y=2"]
    assert dialog.verb.text() == "New sitemap of 2 entries"
    assert dialog.request.kind is Kind.URLSET
    dialog.as_list.setChecked(True)
    assert dialog.verb.text() == "New list of 2 addresses"
    assert dialog.request.kind is Kind.TEXT


def test_a_fragment_is_shown_with_its_repairs(open_dialog):
    dialog = open_dialog(FRAGMENT)
    assert dialog.verb.text() == "New sitemap of 2 entries"
    assert dialog.as_sitemap.isHidden() or not dialog.as_sitemap.isVisibleTo(dialog)
    reasons = shown(dialog.preview.repairs, 1)
    assert reasons == [one.reason for one in dialog.reading.mending.repairs]


def test_a_whole_sitemap_needs_no_repair(open_dialog):
    dialog = open_dialog(WHOLE)
    assert dialog.verb.text() == "New sitemap of 1 entry"
    assert dialog.preview.repairs is None


def test_what_is_typed_is_read_when_the_hand_rests(qtbot, jobs, open_dialog):
    dialog = open_dialog("")
    assert not dialog.verb.isEnabled()
    dialog.edit.setPlainText(ADDRESSES)
    assert not dialog.verb.isEnabled()
    qtbot.waitUntil(lambda: dialog.verb.isEnabled())
    dialog.edit.clear()
    qtbot.waitUntil(lambda: dialog.reading is None)
    assert dialog.note.isHidden()
    assert dialog.request is None


def test_what_is_nothing_of_ours_is_said(open_dialog):
    dialog = open_dialog("<html><body><p>Log in</p></body></html>")
    assert "HTML page" in dialog.note.label.text()
    assert not dialog.verb.isEnabled()
    assert dialog.preview.entries is None


def test_control_return_opens_it(qtbot, open_dialog):
    dialog = open_dialog(ADDRESSES)
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.activateWindow()
    dialog.edit.setFocus()
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


# In the window


def request(text, kind):
    return PastedText(pasted.read(text), kind)


def test_a_document_is_made_of_what_is_pasted(desk):
    desk.answer(request(ADDRESSES, Kind.URLSET))
    desk.run("file.new_pasted")
    assert (desk.doc.kind, len(desk.doc)) == (Kind.URLSET, 2)
    assert desk.doc.value(1, "loc") == "https://a.example/2?x=1&y=2"
    assert desk.session.is_modified
    assert not desk.doc.history.can_undo
    assert desk.session.name == "Untitled 1"


def test_a_list_stays_one(desk):
    desk.answer(request(ADDRESSES, Kind.TEXT))
    desk.run("file.new_pasted")
    assert (desk.doc.kind, len(desk.doc)) == (Kind.TEXT, 2)


def test_repairs_of_pasted_text_are_listed_and_can_be_refused(desk):
    from sitemap_editor.gui.commands import repairs

    text = FRAGMENT.replace("</loc></url>\n", "</loc>< priority>1</priority></url>\n")
    desk.answer(request(text, Kind.URLSET))
    desk.run("file.new_pasted")
    assert desk.window.pane.banner.isVisibleTo(desk.window.pane)
    desk.run("tools.repairs")
    window = repairs.window_of(desk.window.context, desk.session)
    codes = [one.code for one in window.model.repairs]
    window.model.toggle(codes.index("tag-space-after-lt"))
    window.verb.click()
    desk.quiet()
    assert len(desk.session.repair_state.refused) == 1
    assert desk.session.name == "Untitled 1"


def test_pasting_without_a_document_makes_one(desk):
    QApplication.clipboard().setText(ADDRESSES)
    desk.answer(None)
    desk.run("edit.paste_new")
    asked = desk.interaction.asked[-1]
    assert (asked.text, asked.context["text"]) == ("pasted_text", ADDRESSES)


def test_the_welcome_page_offers_it(desk):
    desk.answer(None)
    desk.window.welcome.paste_requested.emit()
    assert desk.interaction.texts == ["pasted_text"]

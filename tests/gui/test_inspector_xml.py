"""The XML of the current entry: checked, applied, and never lost."""

import pytest
from PySide6.QtCore import Qt

from sitemap_editor.document import editing
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.inspector.panel import FIELDS, XML, InspectorPanel
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.session import Session

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)

ENTRY = "<url>\n  <loc>https://a.example/{}</loc>\n</url>"
TEXT = "\n".join(
    [
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
        *(ENTRY.format(n) for n in range(3)),
        "</urlset>",
    ]
)


@pytest.fixture
def session(qapp):
    jobs = JobRunner()
    session = Session(open_bytes(TEXT.encode()), jobs)
    session.set_current(0)
    yield session
    session.close()
    jobs.shutdown()


@pytest.fixture
def panel(qtbot, session):
    panel = InspectorPanel()
    qtbot.addWidget(panel)
    panel.resize(320, 600)
    panel.set_session(session)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.tabs.setCurrentIndex(XML)
    return panel


def type_text(panel, text: str) -> None:
    panel.xml.edit.setPlainText(text)
    panel.xml.check()


def broken(entry: int) -> str:
    return ENTRY.format(entry).replace("</loc>", "</lok>")


def test_the_entry_is_shown_and_nothing_is_wrong_with_it(panel):
    assert panel.xml.edit.text == ENTRY.format(0)
    assert panel.xml.error.isHidden()
    assert not panel.xml.apply_button.isEnabled()


def test_it_follows_the_current_entry_and_its_changes(panel, session):
    session.set_current(1)
    assert panel.xml.edit.text == ENTRY.format(1)
    session.edit(editing.replace_entry(session.doc, 1, ENTRY.format("new")), "edit")
    assert panel.xml.edit.text == ENTRY.format("new")


def test_it_is_checked_while_typing(qtbot, panel):
    panel.xml.edit.setPlainText(broken(0))
    qtbot.waitUntil(lambda: not panel.xml.error.isHidden())
    assert panel.xml.error.text().startswith("Line 2, column")
    assert not panel.xml.apply_button.isEnabled()
    (mark,) = panel.xml.edit.extraSelections()
    assert mark.cursor.block().blockNumber() == 1
    assert mark.cursor.hasSelection()


def test_apply_is_one_step(qtbot, panel, session):
    type_text(panel, ENTRY.format("other"))
    qtbot.keyClick(panel.xml.edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert session.doc.value_of(0, "loc") == "https://a.example/other"
    assert session.doc.history.labels == ["Change the entry's XML"]
    assert not panel.xml.is_dirty
    session.undo()
    assert panel.xml.edit.text == ENTRY.format(0)


def test_revert_brings_the_entry_back(qtbot, panel, session):
    type_text(panel, broken(0))
    panel.xml.revert_button.click()
    assert panel.xml.edit.text == ENTRY.format(0)
    assert panel.xml.error.isHidden()
    assert not session.doc.history.can_undo
    panel.xml.edit.undo()
    assert panel.xml.edit.text == broken(0)


def test_a_valid_draft_is_applied_when_the_entry_changes(panel, session):
    type_text(panel, ENTRY.format("other"))
    session.set_current(2)
    assert session.doc.value_of(0, "loc") == "https://a.example/other"
    assert panel.xml.edit.text == ENTRY.format(2)


def test_an_invalid_draft_stays_until_it_is_decided(panel, session):
    type_text(panel, broken(0))
    session.set_current(2)
    assert panel.xml.edit.text == broken(0)
    assert "entry 1 " in panel.xml.notice.label.text()
    assert panel.windowTitle() == "Entry 1 of 3"
    apply, discard = panel.xml.notice.buttons
    apply.click()
    assert panel.xml.edit.text == broken(0)
    discard.click()
    assert panel.xml.edit.text == ENTRY.format(2)
    assert panel.xml.notice.isHidden()
    assert panel.windowTitle() == "Entry 3 of 3"
    assert not session.doc.history.can_undo


def test_a_draft_mended_late_goes_to_its_own_entry(panel, session):
    type_text(panel, broken(0))
    session.set_current(2)
    type_text(panel, ENTRY.format("other"))
    panel.xml.notice.buttons[0].click()
    assert session.doc.value_of(0, "loc") == "https://a.example/other"
    assert session.doc.value_of(2, "loc") == "https://a.example/2"
    assert panel.xml.edit.text == ENTRY.format(2)


def test_coming_back_to_the_entry_ends_the_question(panel, session):
    type_text(panel, broken(0))
    session.set_current(2)
    session.set_current(0)
    assert panel.xml.notice.isHidden()
    assert panel.xml.edit.text == broken(0)


def test_a_draft_waits_while_the_fields_are_shown(panel, session):
    type_text(panel, broken(0))
    panel.tabs.setCurrentIndex(FIELDS)
    session.set_current(2)
    assert panel.fields.form.editors["loc"].text == "https://a.example/2"
    assert panel.tabs.tabText(XML) == "XML (draft)"
    panel.tabs.setCurrentIndex(XML)
    assert panel.xml.edit.text == broken(0)


def test_a_draft_outlasts_a_change_of_its_entry(panel, session):
    type_text(panel, broken(0))
    session.edit(editing.replace_entry(session.doc, 0, ENTRY.format("new")), "edit")
    assert panel.xml.edit.text == broken(0)
    assert "changed elsewhere" in panel.xml.notice.label.text()
    panel.xml.revert()
    assert panel.xml.edit.text == ENTRY.format("new")


def test_a_draft_outlasts_its_entry(panel, session):
    type_text(panel, broken(0))
    session.edit(editing.delete(session.doc, session.doc.ids[:1]), "delete")
    assert panel.xml.edit.text == broken(0)
    assert "gone" in panel.xml.notice.label.text()
    panel.xml.notice.buttons[0].click()
    assert panel.xml.edit.text == ENTRY.format(1)


def test_a_draft_waits_for_its_document(panel, session):
    type_text(panel, broken(0))
    panel.set_session(None)
    assert panel.xml.edit.text == ""
    other = Session(open_bytes(TEXT.replace("a.example", "b.example").encode()), session.jobs)
    other.set_current(0)
    panel.set_session(other)
    assert "b.example" in panel.xml.edit.text
    panel.set_session(session)
    assert panel.xml.edit.text == broken(0)
    panel.set_session(None)
    other.close()


def test_pending_text_is_applied_before_a_save(panel, session):
    type_text(panel, ENTRY.format("other"))
    assert panel.commit_pending()
    assert session.doc.value_of(0, "loc") == "https://a.example/other"
    type_text(panel, broken(0))
    panel.tabs.setCurrentIndex(FIELDS)
    assert not panel.commit_pending()
    assert panel.tabs.currentIndex() == XML


def test_line_ends_of_the_file_are_kept(qtbot, session, panel):
    crlf = Session(open_bytes(TEXT.replace("\n", "\r\n").encode()), session.jobs)
    crlf.set_current(1)
    panel.set_session(crlf)
    type_text(panel, panel.xml.edit.text.replace("example/1", "example/x"))
    assert panel.xml.apply()
    assert crlf.doc.raw(1) == ENTRY.format("x").replace("\n", "\r\n").encode()
    panel.set_session(None)
    crlf.close()


def test_no_break_spaces_survive(panel, session):
    type_text(panel, ENTRY.format("a\u00a0b"))
    panel.xml.apply()
    assert session.doc.value_of(0, "loc") == "https://a.example/a\u00a0b"


@pytest.mark.parametrize("size", [250_000, 1_000_000])
def test_a_huge_entry_is_shown_in_part_and_not_edited(panel, session, size):
    huge = Session(open_bytes(TEXT.replace("example/1", "x" * size).encode()), session.jobs)
    huge.set_current(1)
    panel.set_session(huge)
    assert panel.xml.edit.isReadOnly()
    assert len(panel.xml.edit.text) < 30_000
    assert "MB" in panel.xml.notice.label.text()
    huge.set_current(0)
    assert not panel.xml.edit.isReadOnly()
    assert panel.xml.notice.isHidden()
    panel.set_session(None)
    huge.close()


def test_characters_an_editor_cannot_keep_make_it_read_only(panel, session):
    odd = Session(open_bytes(TEXT.replace("example/1", "\u2029").encode()), session.jobs)
    odd.set_current(1)
    panel.set_session(odd)
    assert panel.xml.edit.isReadOnly()
    assert not panel.xml.is_dirty
    panel.set_session(None)
    odd.close()


def test_a_waiting_draft_is_not_forgotten_by_a_save(panel, session):
    type_text(panel, broken(0))
    panel.set_session(None)
    panel.tabs.setCurrentIndex(FIELDS)
    panel.set_session(session)
    assert panel.tabs.tabText(XML) == "XML (draft)"
    assert not panel.commit_pending()

"""The text view of a robots.txt: typing, undo, cursor and margin follow the document."""

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QTextCursor

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.robots.edit import MOST_BYTES
from sitemap_editor.gui.robots.highlight import tokens_of

ROBOTS = (
    b"User-agent: *\r\nDisallow: /*.xml$\r\n\r\nSitemap: https://a.example/s.xml\r\n"
    b"Sitemap: https://a.example/t.txt\r\n"
)


@pytest.fixture
def session(workspace, pane, qtbot):
    session = workspace.add(open_bytes(ROBOTS, "robots.txt"))
    qtbot.waitUntil(lambda: session.report is not None)
    return session


@pytest.fixture
def edit(pane, session):
    return pane.robots


def type_at_end(qtbot, edit, text):
    edit.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(edit, text)


def test_a_robots_txt_takes_the_place_of_the_table(pane, edit, session, open_rows):
    assert pane.content is edit
    assert edit.objectName() == "robotsText"
    assert edit.lines == ROBOTS.decode().replace("\r\n", "\n").split("\n")
    assert pane.model is None
    open_rows("a")
    assert pane.content is pane.table


def test_what_is_typed_becomes_one_step_when_the_hand_rests(qtbot, edit, session):
    type_at_end(qtbot, edit, "Sitemap: x")
    assert not session.is_modified
    qtbot.waitUntil(lambda: session.is_modified)
    assert session.doc.text() == ROBOTS + b"Sitemap: x"
    assert session.doc.history.labels == ["Edit robots.txt"]
    assert session.doc.value(len(session.doc) - 1, "loc") == "x"


def test_undo_takes_back_what_was_just_typed_and_keeps_the_cursor(qtbot, edit, session):
    type_at_end(qtbot, edit, "x")
    edit.go_to_line(1)
    qtbot.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.doc.text() == ROBOTS
    assert edit.lines[-1] == ""
    assert edit.textCursor().blockNumber() == 1
    qtbot.keyClick(
        edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert edit.lines[-1] == "x"


def test_shift_and_return_begin_a_line_like_return_alone(qtbot, edit, session):
    edit.go_to_line(0)
    qtbot.keyClick(edit, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert edit.commit()
    assert session.doc.text() == b"\r\n" + ROBOTS


def test_undo_in_the_menu_is_that_of_the_document(qtbot, edit, session):
    actions = {action.objectName(): action for action in edit.make_menu().actions()}
    assert not actions["edit-undo"].isEnabled()
    type_at_end(qtbot, edit, "x")
    actions = {action.objectName(): action for action in edit.make_menu().actions()}
    assert actions["edit-undo"].isEnabled()
    actions["edit-undo"].trigger()
    assert (edit.lines[-1], session.doc.text()) == ("", ROBOTS)


def test_dropped_files_are_left_to_the_window_and_text_is_taken(edit):
    data = QMimeData()
    data.setText("Sitemap: x")
    assert edit.canInsertFromMimeData(data)
    data.setUrls([QUrl.fromLocalFile("/tmp/sitemap.xml")])
    assert not edit.canInsertFromMimeData(data)


def test_it_follows_changes_made_elsewhere(edit, session):
    edit.go_to_line(4)
    session.doc.set_value(2, "loc", "https://a.example/😀.xml")
    session.doc.delete(0)
    assert edit.lines[0] == "Disallow: /*.xml$"
    assert edit.lines[2] == "Sitemap: https://a.example/😀.xml"
    assert edit.textCursor().block().text() == "Sitemap: https://a.example/t.txt"
    session.doc.undo()
    session.doc.undo()
    assert edit.lines == ROBOTS.decode().replace("\r\n", "\n").split("\n")


def test_the_margin_shows_what_the_check_says(edit, session):
    assert [edit.severity_at(line) for line in range(5)] == [None, None, None, "error", None]
    assert [one.code for one in edit.findings_at(3)] == ["robots-sitemap-disallowed"]


def test_the_line_with_the_cursor_is_the_current_entry(edit, session, pane):
    edit.go_to_line(4)
    assert session.current == session.doc.id_at(3)
    pane.reveal(session.doc.id_at(0))
    assert edit.textCursor().blockNumber() == 0
    pane.show_finding("robots-sitemap-disallowed")
    assert edit.textCursor().blockNumber() == 3


def test_typing_waits_while_the_document_is_busy(qtbot, edit, session):
    session.is_saving = True
    type_at_end(qtbot, edit, "x")
    assert not edit.commit()
    session.is_saving = False
    assert edit.commit()
    assert session.doc.text() == ROBOTS + b"x"


def test_leaving_for_another_document_keeps_what_was_typed(qtbot, edit, session, open_rows):
    type_at_end(qtbot, edit, "x")
    open_rows("a")
    assert session.doc.text() == ROBOTS + b"x"


@pytest.mark.parametrize("text", ["a: b\u2029c\n", "# " + "x" * MOST_BYTES])
def test_what_cannot_be_shown_exactly_cannot_be_changed(workspace, pane, text):
    session = workspace.add(open_bytes(text.encode(), "robots.txt"))
    assert pane.robots.isReadOnly()
    assert session.doc.text() == text.encode()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Sitemap: /a # b", [(0, 7, "syntax_tag"), (9, 11, "syntax_value"), (12, 15, "comment")]),
        ("Host: ä😀 #", [(0, 4, "syntax_attribute"), (6, 9, "syntax_value"), (10, 11, "comment")]),
        ("just words here", []),
    ],
)
def test_fields_values_and_comments_have_their_colours(text, tokens):
    found = [
        (one.start, one.end, one.role.replace("syntax_comment", "comment"))
        for one in tokens_of(text)
    ]
    assert found == tokens


def selected(edit):
    cursor = edit.textCursor()
    return cursor.selectedText(), cursor.blockNumber()


def test_a_text_is_found_on_and_back_and_round_the_end(qtbot, pane, edit):
    pane.show()
    page = pane.robots_page
    page.open_find()
    qtbot.keyClicks(page.find_bar.field, "site")
    assert selected(edit) == ("Site", 3)
    qtbot.keyClick(page.find_bar.field, Qt.Key.Key_Return)
    assert selected(edit) == ("Site", 4)
    qtbot.keyClick(page.find_bar.field, Qt.Key.Key_Return)
    assert selected(edit) == ("Site", 3)
    assert page.find_bar.note.text() == "Search went on from the other end"
    qtbot.keyClick(page.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert selected(edit) == ("Site", 4)
    qtbot.keyClicks(page.find_bar.field, "zz")
    assert page.find_bar.note.text() == "Not found"
    qtbot.keyClick(page.find_bar.field, Qt.Key.Key_Escape)
    assert page.find_bar.isHidden()


def test_finding_begins_with_what_is_selected(pane, edit):
    edit.go_to_line(3)
    edit.moveCursor(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
    menu = edit.make_menu()
    next(action for action in menu.actions() if action.text() == "Find…").trigger()
    menu.deleteLater()
    assert pane.robots_page.find_bar.field.text() == "Sitemap"
    edit.selectAll()
    pane.robots_page.find_bar.field.clear()
    pane.robots_page.open_find()
    assert pane.robots_page.find_bar.field.text() == ""


def test_the_key_of_the_filter_finds_in_a_robots_txt(desk):
    path = desk.folder / "robots.txt"
    path.write_bytes(ROBOTS)
    desk.window.open_paths([path])
    desk.quiet()
    desk.run("edit.find")
    assert not desk.window.pane.robots_page.find_bar.isHidden()

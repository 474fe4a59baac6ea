"""The XML panel: what it shows, what mouse and keyboard do, finding and copying."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from sitemap_editor.document import editing
from sitemap_editor.document.lines import Lines
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.preview import panel as panel_module
from sitemap_editor.gui.preview.panel import PreviewPanel
from sitemap_editor.gui.preview.places import START, Place, Selection
from sitemap_editor.gui.session import Session

HEAD = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
ENTRY = "<url>\n<loc>https://a.example/{}</loc>\n</url>"
TEXT = "\n".join([HEAD, *(ENTRY.format(n) for n in range(100)), "</urlset>"])

Key = Qt.Key
NONE, SHIFT, CTRL = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
)


@pytest.fixture
def session(qapp):
    jobs = JobRunner()
    session = Session(open_bytes(TEXT.encode()), jobs)
    yield session
    session.close()
    jobs.shutdown()


@pytest.fixture
def panel(qtbot, session):
    panel = PreviewPanel()
    qtbot.addWidget(panel)
    panel.resize(600, 300)
    panel.set_session(session)
    panel.grab()  # lays it out
    return panel


def press(qtbot, panel, *keys):
    for key, modifiers in keys:
        qtbot.keyClick(panel.view, key, modifiers)


def clipboard() -> str:
    return QApplication.clipboard().text()


def edit(session, entry: int, field: str, value: str) -> None:
    ids = np.array([entry], np.int64)
    session.edit(editing.set_field(session.doc, ids, field, value), "edit")


def point_of(panel, place: Place) -> QPoint:
    view = panel.view
    x = view._painter.text_left + round(view._x_of(place))
    y = (place.row - view.top_row) * view._painter.face.row_height + 5
    return QPoint(x, y)


def drag(qtbot, panel, start: Place, end: Place) -> None:
    target = panel.view.viewport()
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(target, left, NONE, point_of(panel, start))
    qtbot.mouseMove(target, point_of(panel, end))
    qtbot.mouseRelease(target, left, NONE, point_of(panel, end))


def test_only_the_rows_in_view_are_asked_for(panel, session, monkeypatch):
    asked = []
    rows = Lines.rows
    monkeypatch.setattr(
        Lines, "rows", lambda lines, first, n: asked.append(n) or rows(lines, first, n)
    )
    panel.view.verticalScrollBar().setValue(150)
    panel.grab()
    assert asked
    assert max(asked) <= panel.view.page_rows + 2


def test_the_current_entry_comes_into_view(panel, session):
    session.set_current(80)
    row = session.doc.lines.row_of(80)
    assert panel.view.top_row <= row < panel.view.top_row + panel.view.page_rows
    assert panel.view.selection.cursor == Place(row, 0)


def test_an_entry_in_view_does_not_make_the_view_jump(panel, session):
    session.set_current(1)
    assert panel.view.top_row == 0


def test_a_click_makes_its_entry_the_current_one(qtbot, panel, session):
    row = session.doc.lines.row_of(2) + 1
    point = point_of(panel, Place(row, 3))
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, NONE, point)
    assert session.current == 2
    assert session.current_origin is panel.view
    assert panel.view.selection == Selection(Place(row, 3), Place(row, 3))


def test_a_drag_selects_text_and_leaves_the_entry(qtbot, panel, session):
    session.set_current(0)
    drag(qtbot, panel, Place(2, 5), Place(4, 2))
    assert panel.view.selection == Selection(Place(2, 5), Place(4, 2))
    assert session.current == 0


def test_a_double_click_selects_a_word(qtbot, panel):
    target, left = panel.view.viewport(), Qt.MouseButton.LeftButton
    qtbot.mouseDClick(target, left, NONE, point_of(panel, Place(2, 2)))
    panel.copy()
    assert clipboard() == "loc"


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ([(Key.Key_Down, NONE)], Place(2, 0)),
        ([(Key.Key_Right, NONE), (Key.Key_Down, NONE), (Key.Key_End, NONE)], Place(2, 30)),
        ([(Key.Key_End, CTRL)], Place(301, 9)),
        ([(Key.Key_End, CTRL), (Key.Key_Home, CTRL)], START),
        ([(Key.Key_Right, CTRL)], Place(1, 1)),
        ([(Key.Key_Down, NONE), (Key.Key_End, NONE), (Key.Key_Down, NONE)], Place(3, 6)),
    ],
)
def test_keys_move_the_cursor(qtbot, panel, session, keys, expected):
    session.set_current(0)
    press(qtbot, panel, *keys)
    assert panel.view.selection.cursor == expected
    assert panel.view.selection.is_empty


def test_the_wanted_column_is_kept_over_short_rows(qtbot, panel, session):
    session.set_current(0)
    press(qtbot, panel, (Key.Key_Down, NONE), (Key.Key_End, NONE))
    press(qtbot, panel, *[(Key.Key_Down, NONE)] * 3)
    assert panel.view.selection.cursor == Place(5, 30)


def test_moving_makes_the_entry_under_the_cursor_current(qtbot, panel, session):
    session.set_current(0)
    press(qtbot, panel, *[(Key.Key_Down, NONE)] * 3)
    assert session.current == 1


def test_shift_selects_and_copy_copies(qtbot, panel, session):
    session.set_current(0)
    press(qtbot, panel, (Key.Key_Down, SHIFT), (Key.Key_End, SHIFT), (Key.Key_C, CTRL))
    assert clipboard() == "<url>\n<loc>https://a.example/0</loc>"


def test_a_page_down_keeps_the_cursor_in_view(qtbot, panel):
    press(qtbot, panel, *[(Key.Key_PageDown, NONE)] * 3)
    view = panel.view
    assert view.top_row <= view.selection.cursor.row < view.top_row + view.page_rows


def test_everything_is_copied(qtbot, panel):
    press(qtbot, panel, (Key.Key_A, CTRL), (Key.Key_C, CTRL))
    assert clipboard() == TEXT


def test_much_is_copied_in_a_job(qtbot, panel, session, monkeypatch):
    monkeypatch.setattr(panel_module, "COPY_AT_ONCE_BYTES", 10)
    QApplication.clipboard().clear()
    for selection in (Selection(Place(1, 0), Place(300, 0)), None):
        panel.view.select_all() if selection is None else panel.view.select(selection)
        panel.copy()
        assert not panel.notice.isHidden()
        qtbot.waitUntil(panel.notice.isHidden)
        assert clipboard() == (TEXT if selection is None else TEXT[len(HEAD) + 1 : -9 - 7])


def test_very_much_is_copied_after_asking(qtbot, panel, monkeypatch):
    monkeypatch.setattr(panel_module, "COPY_AT_ONCE_BYTES", 10)
    monkeypatch.setattr(panel_module, "ASK_BEFORE_COPY_BYTES", 20)
    QApplication.clipboard().clear()
    panel.view.select_all()
    panel.copy()
    _go_on, cancel = panel.notice.buttons
    cancel.click()
    assert panel.notice.isHidden()
    assert clipboard() == ""
    panel.copy()
    panel.notice.buttons[0].click()
    qtbot.waitUntil(panel.notice.isHidden)
    assert clipboard() == TEXT


def test_an_edit_during_a_copy_is_said(qtbot, panel, session, monkeypatch):
    monkeypatch.setattr(panel_module, "COPY_AT_ONCE_BYTES", 10)
    with session.jobs.parked():
        panel.view.select_all()
        panel.copy()
        edit(session, 0, "loc", "https://a.example/other")
    qtbot.waitUntil(lambda: "changed" in panel.notice.label.text())


def test_an_edit_shows_at_once_and_the_view_stays(panel, session):
    session.set_current(50)
    before = panel.view.top_row
    top = panel.view.rows(before, 1)[0].text
    edit(session, 0, "lastmod", "2024-01-01")  # one row more above
    assert panel.view.top_row == before + 1
    assert panel.view.rows(panel.view.top_row, 1)[0].text == top
    row = session.doc.lines.row_of(0) + 2
    assert panel.view.rows(row, 1)[0].is_changed


def test_deleting_everything_leaves_a_view(panel, session):
    panel.view.select_all()
    session.edit(editing.delete(session.doc, session.doc.ids), "delete")
    panel.grab()
    assert panel.view.selection.is_empty
    assert panel.view.rows(0, 5)


def test_the_menu_copies_the_entry(panel, session):
    session.set_current(3)
    names = {action.text(): action for action in panel.menu().actions()}
    assert not names["Copy"].isEnabled()
    names["Copy the entry's XML"].trigger()
    assert clipboard() == ENTRY.format(3)


def test_find_goes_on_and_round(qtbot, panel, session):
    press(qtbot, panel, (Key.Key_F, CTRL))
    field = panel.find_bar.field
    qtbot.keyClicks(field, "/9")
    assert session.current == 9
    qtbot.keyClick(field, Key.Key_Return)
    assert session.current == 90
    qtbot.keyClick(field, Key.Key_Return, SHIFT)
    qtbot.keyClick(field, Key.Key_Return, SHIFT)
    assert session.current == 99
    assert "other end" in panel.find_bar.note.text()
    qtbot.keyClicks(field, "x")
    assert panel.find_bar.note.text() == "Not found"
    qtbot.keyClick(field, Key.Key_Escape)
    assert panel.find_bar.isHidden()


def test_a_big_document_is_searched_in_a_job(qtbot, panel, session, monkeypatch):
    monkeypatch.setattr(panel_module, "FIND_AT_ONCE_BYTES", 10)
    panel.find_text("a.example/77")
    assert session.current is None
    qtbot.waitUntil(lambda: session.current == 77)


def test_a_search_is_given_up_when_the_document_changes(qtbot, panel, session, monkeypatch):
    monkeypatch.setattr(panel_module, "FIND_AT_ONCE_BYTES", 10)
    with session.jobs.parked():
        panel.find_text("a.example/77")
        edit(session, 0, "loc", "https://a.example/other")
    qtbot.waitUntil(lambda: not session.jobs.running)
    assert panel.find_bar.note.text() == ""
    assert session.current is None


def test_the_cursor_row_is_told_to_screen_readers(qtbot, panel, session):
    session.set_current(0)
    press(qtbot, panel, (Key.Key_Down, NONE))
    assert panel.view.accessibleDescription() == "Line 3: <loc>https://a.example/0</loc>"


def test_without_a_document_it_says_so_and_draws(panel):
    panel.set_session(None)
    assert panel.view.lines is None
    panel.grab()
    panel.copy()
    panel.find_text("x")


def test_a_session_let_go_is_not_followed(panel, session):
    panel.set_session(None)
    session.set_current(80)
    edit(session, 0, "loc", "https://a.example/other")
    assert panel.view.top_row == 0


def test_a_text_list_is_shown_line_by_line(qtbot, session):
    text = b"https://a.example/?a&b\nhttps://a.example/b\n"
    listed = Session(open_bytes(text), session.jobs)
    panel = PreviewPanel()
    qtbot.addWidget(panel)
    panel.set_session(listed)
    panel.grab()
    assert [row.text for row in panel.view.rows(0, 9)] == [*text.decode().split("\n")]
    listed.close()

"""The table: selection in ranges, current entry kept by id, editors, columns remembered."""

import numpy as np
import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QMenu, QToolButton

from sitemap_editor.document import editing
from sitemap_editor.gui import theme
from sitemap_editor.gui.table.delegates import MARGIN, CellDelegate
from sitemap_editor.gui.table.editors import (
    ChoiceEditor,
    DateEditor,
    DatePopup,
    NumberEditor,
    set_text,
    text_of,
    with_day,
)
from sitemap_editor.gui.table.model import EntryModel
from sitemap_editor.gui.table.painting import fitting_date, host_length
from sitemap_editor.gui.table.view import EntryTable

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

ROWS = ("a 2024-01-01 daily 0.5", "b - - 0.9", "c 2024-02-03", "d")
Flag = QItemSelectionModel.SelectionFlag
LOC, LASTMOD, CHANGEFREQ, PRIORITY = 1, 2, 3, 4


@pytest.fixture
def session(pane, open_rows):
    return open_rows(*ROWS)


@pytest.fixture
def select(table, session):
    def select(top, left, bottom, right, *, more=False):
        model = table.entries
        block = QItemSelection(model.index(top, left), model.index(bottom, right))
        flags = Flag.Select if more else Flag.ClearAndSelect
        table.selectionModel().setCurrentIndex(model.index(top, left), Flag.NoUpdate)
        table.selectionModel().select(block, flags)

    return select


def test_the_first_entry_is_current(table, session):
    assert table.current_id() == session.current == 0


def test_the_current_row_is_the_sessions_current_entry(table, session):
    table.setCurrentIndex(table.entries.index(2, LOC))
    assert session.current == 2
    session.set_current(1)
    assert table.currentIndex().row() == 1


def test_all_is_selected_as_one_range(table, session):
    table.selectAll()
    assert len(table.selectionModel().selection()) == 1
    assert table.selected_ids().tolist() == [0, 1, 2, 3]
    assert table.has_whole_rows()


def test_selected_rows_of_several_blocks_count_once(table, select):
    select(0, LOC, 1, LOC)
    select(1, PRIORITY, 2, PRIORITY, more=True)
    assert table.selected_ids().tolist() == [0, 1, 2]
    assert table.selected_fields() == ["loc", "priority"]
    assert not table.has_whole_rows()


def test_without_a_selection_the_current_cell_counts(table, session):
    table.setCurrentIndex(table.entries.index(2, PRIORITY))
    table.clearSelection()
    assert table.selected_ids().tolist() == [2]
    assert table.selected_fields() == ["priority"]


def test_over_a_reset_selection_and_current_entry_stay(table, session, select):
    select(1, LOC, 2, PRIORITY)
    table.entries.set_rows(np.array([3, 2, 1, 0]), is_whole=False)
    assert table.selected_ids().tolist() == [2, 1]
    assert table.current_id() == 1
    assert table.selected_ranges()[0].right == PRIORITY


def test_without_the_current_entry_no_row_is_tinted_and_the_keyboard_begins_at_an_address(
    qtbot, pane, session, table
):
    with qtbot.waitExposed(pane):
        pane.show()
    table.setCurrentIndex(table.entries.index(2, LASTMOD))
    pane.filter_bar.field.setFocus()
    table.entries.set_rows(session.doc.ids[:1], is_whole=False)
    assert (table.currentIndex().row(), table.delegate.current_row) == (-1, -1)
    qtbot.keyClick(pane.filter_bar.field, Qt.Key.Key_Down)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (0, LOC)


def test_deleting_the_current_row_makes_a_neighbour_current(table, session):
    table.setCurrentIndex(table.entries.index(1, LOC))
    session.edit(editing.delete(session.doc, [1]), "Delete")
    assert session.current == table.current_id() is not None


def test_documents_keep_their_own_place(table, workspace, open_rows, session):
    table.setCurrentIndex(table.entries.index(3, LOC))
    other = open_rows("x", "y")
    assert table.entries.session is other
    workspace.activate(session)
    assert table.current_id() == 3


def test_without_a_document_the_table_is_empty(table, workspace, session):
    workspace.close(session)
    assert table.entries is None
    assert table.selected_ranges() == []
    assert table.selected_ids().size == 0


def test_a_click_on_the_mark_takes_the_whole_row(qtbot, table, session):
    table.grab()
    at = table.visualRect(table.entries.index(2, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert table.selected_ids().tolist() == [2]
    assert table.has_whole_rows()


def test_shift_and_space_take_the_whole_row(qtbot, table, select):
    select(1, LOC, 2, LOC)
    qtbot.keyClick(table, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert table.selected_ids().tolist() == [1, 2]
    assert table.has_whole_rows()


@pytest.mark.parametrize(
    ("key", "row", "column"),
    [
        (Qt.Key.Key_End, 3, PRIORITY),
        (Qt.Key.Key_Home, 0, LOC),
        (Qt.Key.Key_Down, 2, LASTMOD),
        (Qt.Key.Key_Right, 1, CHANGEFREQ),
    ],
)
def test_the_selection_goes_along_with_the_keyboard(qtbot, table, select, key, row, column):
    select(1, LASTMOD, 1, LASTMOD)
    qtbot.keyClick(table, key, Qt.KeyboardModifier.ControlModifier)
    index = table.currentIndex()
    assert (index.row(), index.column()) == (row, column)
    part = table.selected_ranges()[0]
    assert (part.top, part.bottom) == (row, row)
    assert part.left <= column <= part.right


def test_the_column_of_marks_cannot_be_sorted_by(pane, session):
    pane.table.header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
    assert pane.table.header.sortIndicatorSection() == -1


def test_a_click_on_a_heading_sorts_and_selects_nothing(qtbot, pane, session):
    with qtbot.waitExposed(pane):
        pane.show()
    header = pane.table.header
    at = QPoint(header.sectionViewportPosition(LASTMOD) + 20, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert pane.arrangement.query.sort_field == "lastmod"
    assert pane.table.selected_ids().size == 1


def test_a_column_can_be_selected(table, session):
    table.header.column_chosen.emit(PRIORITY)
    assert table.selected_ids().size == 4
    assert table.selected_fields() == ["priority"]


def test_painting_asks_for_few_rows_however_many_are_selected(qtbot, pane, open_rows, monkeypatch):
    open_rows(*(str(number) for number in range(2_000)))
    pane.table.selectAll()
    asked = []
    flags = EntryModel.flags
    monkeypatch.setattr(
        EntryModel, "flags", lambda self, index: asked.append(index.row()) or flags(self, index)
    )
    pane.grab()
    assert len(set(asked)) < 60


# Editors


def open_editor(table, row, column):
    table.setCurrentIndex(table.entries.index(row, column))
    assert table.edit(table.currentIndex(), QAbstractItemView.EditTrigger.AllEditTriggers, None)
    return table.delegate.editor


@pytest.mark.parametrize(
    ("column", "kind"),
    [
        (LOC, QLineEdit),
        (LASTMOD, DateEditor),
        (CHANGEFREQ, ChoiceEditor),
        (PRIORITY, NumberEditor),
    ],
)
def test_each_field_has_its_editor_and_any_text_is_taken(qtbot, pane, session, column, kind):
    table = pane.table
    with qtbot.waitSignal(pane.edit_requested) as asked:
        editor = open_editor(table, 0, column)
        assert type(editor) is kind
        assert editor.accessibleName()
        qtbot.keyClicks(editor, "nonsense")
        table.commit()
    assert asked.args == [0, table.entries.columns[column].key, "nonsense"]
    assert table.delegate.editor is None


@pytest.mark.parametrize("column", [LOC, LASTMOD, CHANGEFREQ, PRIORITY])
def test_typing_on_a_cell_replaces_its_value(qtbot, pane, session, column):
    with qtbot.waitExposed(pane):
        pane.show()
    pane.table.setCurrentIndex(pane.table.entries.index(0, column))
    pane.table.setFocus()
    qtbot.keyClick(pane.table, "x")
    assert text_of(pane.table.delegate.editor) == "x"
    qtbot.keyClick(pane.table.delegate.editor, "y")
    with qtbot.waitSignal(pane.edit_requested) as asked:
        pane.table.commit()
    assert asked.args[2] == "xy"


@pytest.mark.parametrize("column", [LOC, LASTMOD, CHANGEFREQ, PRIORITY])
def test_what_is_typed_stays_when_a_check_ends_meanwhile(pane, session, column):
    editor = open_editor(pane.table, 1, column)
    set_text(editor, "half a val")
    model = pane.table.entries
    model.dataChanged.emit(model.index(0, 0), model.index(3, 4), [Qt.ItemDataRole.DecorationRole])
    model.dataChanged.emit(model.index(1, column), model.index(1, column))
    assert text_of(editor) == "half a val"
    pane.table.cancel_editing()


@pytest.mark.parametrize("column", [LOC, LASTMOD, CHANGEFREQ, PRIORITY])
def test_enter_takes_a_value_over_and_goes_down(qtbot, pane, session, column):
    with qtbot.waitExposed(pane):
        pane.show()
    editor = open_editor(pane.table, 2, column)
    set_text(editor, "x")
    for row in (3, 3):  # the last row has none below it
        with qtbot.waitSignal(pane.edit_requested):
            qtbot.keyClick(editor, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: pane.table.delegate.editor is None)
        index = pane.table.currentIndex()
        assert (index.row(), index.column()) == (row, column)
        editor = open_editor(pane.table, row, column)
        set_text(editor, "y")
    pane.table.cancel_editing()


def test_tab_stays_in_the_row(qtbot, pane, session):
    with qtbot.waitExposed(pane):
        pane.show()
    editor = open_editor(pane.table, 1, LOC)
    set_text(editor, "x")
    qtbot.keyClick(editor, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: pane.table.currentIndex().column() == LASTMOD)
    assert pane.table.currentIndex().row() == 1
    pane.table.cancel_editing()


def test_escape_leaves_the_value_as_it_was(qtbot, pane, session):
    editor = open_editor(pane.table, 0, LOC)
    with qtbot.assertNotEmitted(pane.edit_requested):
        qtbot.keyClicks(editor, "x")
        pane.table.cancel_editing()


def test_priority_steps_by_a_tenth(qtbot, pane, session):
    editor = open_editor(pane.table, 0, PRIORITY)
    editor.stepBy(3)
    assert text_of(editor) == "0.8"
    pane.table.cancel_editing()


@pytest.mark.parametrize("column", [LOC, LASTMOD, CHANGEFREQ, PRIORITY])
def test_an_editor_is_wholly_in_sight(qtbot, pane, session, column):
    with qtbot.waitExposed(pane):
        pane.show()
    editor = open_editor(pane.table, 0, column)
    assert pane.table.viewport().rect().contains(editor.geometry())
    pane.table.cancel_editing()


def test_the_calendar_can_turn_to_another_month(qapp, qtbot, pane, session):
    theme.apply(qapp, "light")
    editor = open_editor(pane.table, 0, LASTMOD)
    editor.show_calendar()
    popup = editor.findChild(DatePopup)
    arrow = popup.findChild(QToolButton, "qt_calendar_nextmonth")
    assert arrow.height() >= arrow.minimumSizeHint().height()
    qtbot.mouseClick(arrow, Qt.MouseButton.LeftButton)
    assert popup.calendar.monthShown() == 2
    popup.close()
    pane.table.cancel_editing()


def test_the_calendar_writes_a_day(qtbot, pane, session):
    editor = open_editor(pane.table, 0, LASTMOD)
    editor.show_calendar()
    popup = editor.findChild(DatePopup)
    qtbot.mouseClick(popup.today, Qt.MouseButton.LeftButton)
    assert text_of(editor) == with_day("", text_of(editor)) != "2024-01-01"
    pane.table.cancel_editing()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("", "2025-06-07"),
        ("2024-01-01", "2025-06-07"),
        ("2024-01-01T10:00:00Z", "2025-06-07T10:00:00Z"),
        ("yesterday", "2025-06-07"),
    ],
)
def test_another_day_keeps_the_time(text, result):
    assert with_day(text, "2025-06-07") == result


# Columns


def test_columns_are_remembered_by_kind(qtbot, pane, session, workspace, open_rows):
    table = pane.table
    table.header.resizeSection(LOC, 333)
    table.header.moveSection(4, 2)
    menu = QMenu(table)
    table.header.fill_column_menu(menu)
    menu.actions()[2].trigger()  # changefreq goes
    again = EntryTable(table.header.settings)
    qtbot.addWidget(again)
    again.show_model(table.entries)
    assert again.header.sectionSize(LOC) == 333
    assert again.header.columns_on_screen() == [0, LOC, PRIORITY, LASTMOD]
    again.header.use_usual_columns()
    assert again.header.columns_on_screen() == [0, LOC, LASTMOD, CHANGEFREQ, PRIORITY]
    again.show_model(None)


def test_the_sorted_heading_bears_an_arrow(table, session):
    assert table.header.isSortIndicatorShown()
    table.header.show_sort("priority", True)
    plain = table.header.grab().toImage()
    table.header.show_sort("priority", False)
    assert table.header.grab().toImage() != plain


@pytest.mark.parametrize(
    ("date", "width", "shown"),
    [
        ("2024-05-01T10:15:30+02:00", 1000, "2024-05-01T10:15:30+02:00"),
        ("2024-05-01T10:15:30+02:00", 500, "2024-05-01…"),
        ("2024-05-01", 1000, "2024-05-01"),
    ],
)
def test_dates_get_the_room_they_need(qtbot, pane, open_rows, date, width, shown):
    open_rows(*(f"{number} {date}" for number in range(5)))
    pane.resize(width, 300)
    with qtbot.waitExposed(pane):
        pane.show()
    header, metrics = pane.table.header, pane.table.fontMetrics()
    room = header.sectionSize(LASTMOD) - 2 * MARGIN
    assert fitting_date(date, metrics, room) == shown
    assert metrics.horizontalAdvance(shown) <= room <= metrics.horizontalAdvance(shown) + 40
    assert header.length() == pane.table.viewport().width()


@pytest.mark.parametrize(
    ("address", "length"),
    [
        ("https://a.example/b", 17),
        ("https://a.example", 17),
        ("/b", 0),
        ("", 0),
        ("a.example/b", 0),
    ],
)
def test_the_host_of_an_address_is_known(address, length):
    assert host_length(address) == length


def test_painting_draws_every_kind_of_cell(pane, session):
    assert isinstance(pane.table.itemDelegate(), CellDelegate)
    assert not pane.grab().isNull()
    assert pane.table.indexAt(pane.table.rect().bottomRight()) == QModelIndex()

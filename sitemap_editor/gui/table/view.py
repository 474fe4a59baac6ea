"""The table: keys, selection as ranges, current entry kept by its id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QWidget,
)

from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _
from sitemap_editor.support.settings import COMPACT_ROWS, Settings

from .delegates import CellDelegate
from .header import EntryHeader
from .model import EntryModel, Index, runs_of
from .rows_drag import RowsDrag
from .selection import CellRange, columns_in, ranges_of, row_count, rows_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

ROW_HEIGHT = 26
COMPACT_ROW_HEIGHT = 22
MAX_KEPT_RUNS = 500
"""A selection of more runs of rows than this is cut there after a reset."""

Flag = QItemSelectionModel.SelectionFlag
Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
GOING = (Key.Key_Home, Key.Key_End, Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right)


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a reset must not lose: current column, selected entries and columns."""

    column: int
    ids: Ids
    left: int
    right: int


class EntryTable(QTableView):
    """The entries of the active session; ``selection_changed`` when other cells are selected."""

    selection_changed = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entryTable")
        self.setAccessibleName(_("Entries"))
        self.session: Session | None = None
        self.delegate = CellDelegate(self)
        self.setItemDelegate(self.delegate)
        self.header = EntryHeader(settings, self)
        self.setHorizontalHeader(self.header)
        # A click on a heading sorts; that it selects the column too would put it at risk.
        self.header.sectionPressed.disconnect()
        self.header.sectionEntered.disconnect()
        self.header.column_chosen.connect(self.select_column_cells)
        self.doubleClicked.connect(self._on_double_clicked)
        self._kept: _Kept | None = None
        self._rows_drag = RowsDrag(self)
        self._set_up()
        self.set_compact(settings.get(COMPACT_ROWS))

    def _set_up(self) -> None:
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.DoubleClicked | trigger.EditKeyPressed | trigger.AnyKeyPressed)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(COMPACT_ROW_HEIGHT)

    def set_compact(self, is_compact: bool) -> None:
        """Use low rows."""
        self.delegate.row_height = COMPACT_ROW_HEIGHT if is_compact else ROW_HEIGHT
        self.verticalHeader().setDefaultSectionSize(self.delegate.row_height)

    # The document shown

    @property
    def entries(self) -> EntryModel | None:
        """The model, None while no document is shown."""
        model = self.model()
        return model if isinstance(model, EntryModel) else None

    def show_model(self, model: EntryModel | None) -> None:
        """Show another document's model, at its current entry."""
        self._disconnect()
        old = self.selectionModel()
        self.setModel(model)
        if old is not None:
            old.deleteLater()
        self.session = model.session if model is not None else None
        if model is not None:
            model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
            model.modelReset.connect(self._on_model_reset)
            model.session.current_changed.connect(self._on_session_current_changed)
            self.show_entry(model.session.current)
        self.selection_changed.emit()

    def _disconnect(self) -> None:
        model = self.entries
        if model is not None:
            self.commit()
            model.modelAboutToBeReset.disconnect(self._on_model_about_to_be_reset)
            model.modelReset.disconnect(self._on_model_reset)
            model.session.current_changed.disconnect(self._on_session_current_changed)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.session is None:
            super().paintEvent(event)
            return
        # A worker would win the interpreter lock from each of the calls that paint a cell.
        with self.session.jobs.parked():
            super().paintEvent(event)

    def commit(self) -> None:
        """Take over what is being typed in a cell."""
        self.delegate.commit()

    def _on_double_clicked(self, _index: Index) -> None:
        if self.session is not None and self.session.why_read_only:
            self.delegate.refused.emit(self.session.why_read_only)

    def cancel_editing(self) -> None:
        """Drop what is being typed in a cell."""
        self.delegate.cancel()

    # Current entry

    def show_entry(self, entry: EntryId | None, column: int | None = None) -> bool:
        """Make an entry's row the current one and scroll to it; False when it is not shown."""
        model = self.entries
        row = model.row_of(entry) if model is not None else None
        if model is None or row is None:
            return False
        if column is None:
            column = self._column_to_keep()
        self.setCurrentIndex(model.index(row, column))
        return True

    def _column_to_keep(self) -> int:
        return max(self.currentIndex().column(), 1)

    def current_id(self) -> EntryId | None:
        """The entry in the current row, None when there is no current row."""
        model, index = self.entries, self.currentIndex()
        return model.id_at(index.row()) if model is not None and index.isValid() else None

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        if current.row() != self.delegate.current_row:
            self.delegate.current_row = current.row()
            self.viewport().update()  # the tint reaches over the whole row
        model = self.entries
        if model is not None and current.isValid() and current.row() < len(model.rows):
            model.session.set_current(model.id_at(current.row()), self)

    def _on_session_current_changed(self, entry: object) -> None:
        if self.session is not None and self.session.current_origin is not self:
            self.show_entry(entry)  # type: ignore[arg-type]

    # Selection: in ranges, as a list of a million indexes takes seconds

    def selectAll(self) -> None:
        model = self.entries
        if model is not None and len(model.rows):
            last = model.index(len(model.rows) - 1, len(model.columns) - 1)
            whole = QItemSelection(model.index(0, 0), last)
            self.selectionModel().select(whole, Flag.ClearAndSelect)

    def select_column_cells(self, column: int) -> None:
        """Select the cells of a column."""
        model = self.entries
        if model is not None and len(model.rows):
            first, last = model.index(0, column), model.index(len(model.rows) - 1, column)
            self.selectionModel().select(QItemSelection(first, last), Flag.ClearAndSelect)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        self.selection_changed.emit()

    def selected_ranges(self) -> list[CellRange]:
        """The selected cells, or the current cell when none is."""
        if self.entries is None or self.selectionModel() is None:
            return []
        ranges = ranges_of(self.selectionModel().selection())
        row, column = self.currentIndex().row(), self.currentIndex().column()
        if not ranges and row >= 0:
            ranges = [CellRange(row, column, row, column)]
        return ranges

    def selected_ids(self) -> Ids:
        """The entries of the rows with a selected cell, in the order on screen."""
        model = self.entries
        if model is None:
            return np.empty(0, np.int64)
        return model.rows[rows_in(self.selected_ranges())]

    def selected_row_count(self) -> int:
        """How many rows have a selected cell."""
        return row_count(self.selected_ranges())

    def selected_fields(self) -> list[str]:
        """The fields with a selected cell, in the order on screen."""
        columns = columns_in(self.selected_ranges())
        return [field for index, field in self.fields_on_screen() if index in columns]

    def fields_on_screen(self) -> list[tuple[int, str]]:
        """Column and name of the fields that are shown, from left to right."""
        model = self.entries
        if model is None:
            return []
        shown = self.header.columns_on_screen()
        return [(i, model.columns[i].key) for i in shown if model.columns[i].is_field]

    def has_whole_rows(self) -> bool:
        """Whether each selected block reaches over every field's column."""
        fields = {index for index, _field in self.fields_on_screen()}
        ranges = self.selected_ranges()
        return bool(ranges) and all(fields <= columns_in([part]) for part in ranges)

    def select_ids(self, ids: Ids) -> None:
        """Select the rows of these entries and make the first of them the current one."""
        model = self.entries
        rows = model.rows_of(ids) if model is not None else ids[:0]
        if model is None or not rows.size:
            return
        index = model.index(int(rows[0]), self._column_to_keep())
        self.selectionModel().setCurrentIndex(index, Flag.NoUpdate)
        self._select_rows(model, rows, 0, len(model.columns) - 1)
        self.scrollTo(index)

    def select_whole_rows(self) -> None:
        """Let the selection reach over every column."""
        model = self.entries
        if model is not None:
            rows = rows_in(self.selected_ranges())
            self._select_rows(model, rows, 0, len(model.columns) - 1)

    def _select_rows(self, model: EntryModel, rows: Ids, left: int, right: int) -> None:
        selection = QItemSelection()
        for first, last in runs_of(rows)[:MAX_KEPT_RUNS]:
            selection.select(model.index(first, left), model.index(last, right))
        self.selectionModel().select(selection, Flag.ClearAndSelect)

    # Over a reset current entry and selection are kept by their ids

    def _on_model_about_to_be_reset(self) -> None:
        ranges = self.selected_ranges()
        columns = columns_in(ranges) or {1}
        ids = self.selected_ids()
        self._kept = _Kept(self._column_to_keep(), ids, min(columns), max(columns))

    def _on_model_reset(self) -> None:
        kept, self._kept = self._kept, None
        model = self.entries
        row = model.row_of(model.session.current) if model is not None else None
        if kept is not None and model is not None and row is not None:
            index = model.index(row, kept.column)
            self.selectionModel().setCurrentIndex(index, Flag.NoUpdate)
            rows = model.rows_of(kept.ids)
            rows = rows if rows.size else np.array([row])
            self._select_rows(model, rows, kept.left, kept.right)
            self.scrollTo(index)
        self.delegate.current_row = self.currentIndex().row()
        self.selection_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header.fit()

    def selectionCommand(
        self, index: Index, event: QEvent | None = None
    ) -> QItemSelectionModel.SelectionFlag:
        flags = super().selectionCommand(index, event)
        # Qt would leave the selection behind, and what is pasted would go there, out of sight.
        if isinstance(event, QKeyEvent) and event.modifiers() == CONTROL and event.key() in GOING:
            flags = Flag.ClearAndSelect
        # The column of marks is the handle of the whole row.
        return flags | Flag.Rows if index.isValid() and index.column() == 0 else flags

    # Whole rows can be dragged to another file

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._rows_drag.takes_press(event):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._rows_drag.takes_move(event):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed = self._rows_drag.take_release()
        if pressed is not None:
            super().mousePressEvent(pressed)
        super().mouseReleaseEvent(event)

    # Keys and focus

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        index = super().moveCursor(action, modifiers)
        if action == QAbstractItemView.CursorAction.MoveHome and index.column() == 0:
            return index.siblingAtColumn(self.header.logicalIndex(1))  # not the marks
        return index

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_shift = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and self.state() != QAbstractItemView.State.EditingState:
            if not self.delegate.refuses(self.currentIndex()):
                self.edit(self.currentIndex())
        elif event.key() == Qt.Key.Key_Space and is_shift:
            self.select_whole_rows()
        else:
            super().keyPressEvent(event)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Close an editor; Enter goes on to the row below, as in spreadsheets."""
        super().closeEditor(editor, hint)
        index = self.currentIndex()
        below = index.siblingAtRow(index.row() + 1)
        if hint is QAbstractItemDelegate.EndEditHint.SubmitModelCache and below.isValid():
            self.setCurrentIndex(below)

    def focusInEvent(self, event: QFocusEvent) -> None:
        model, is_click = self.entries, event.reason() == Qt.FocusReason.MouseFocusReason
        # Qt itself would take the first column, that of the marks.
        if model is not None and not is_click and not self.currentIndex().isValid():
            self.setCurrentIndex(model.index(0, 1))
        super().focusInEvent(event)

"""Rows that can be ticked one by one, any number of them, compared before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.before_after import (
    ABSENT_ROLE,
    AFTER,
    BEFORE,
    OTHER_ROLE,
    PADDING,
    BeforeAfterDelegate,
)
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.repairs.delegate import BOX, paint_tick
from sitemap_editor.gui.table.selection import ranges_of, rows_in
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _

Index = QModelIndex | QPersistentModelIndex
Bools = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]
Text = Callable[[int, int], str | None]
"""What stands in a row and a column; None for a value that is not there."""

Role = Qt.ItemDataRole
ROW_HEIGHT = 26
TICKED = 0
"""The column with the ticks."""


class TickModel(QAbstractTableModel):
    """Rows whose texts are asked for when they are shown; all ticked at first."""

    ticks_changed = Signal()

    def __init__(self, titles: Sequence[str], compares: bool, parent: QWidget) -> None:
        """``compares``: two columns show a value before and after."""
        super().__init__(parent)
        self._titles = tuple(titles)
        self.compares = compares
        self._text: Text = lambda _row, _column: ""
        self.ticks: Bools = np.zeros(0, np.bool_)

    def show_rows(self, count: int, text: Text) -> None:
        """Show other rows, all ticked."""
        self.beginResetModel()
        self._text = text
        self.ticks = np.ones(count, np.bool_)
        self.endResetModel()
        self.ticks_changed.emit()

    def refresh(self) -> None:
        """Ask for all texts anew."""
        if len(self.ticks):
            last = self.index(len(self.ticks) - 1, len(self._titles) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def set_ticks(self, rows: Sequence[int] | Rows | slice, is_on: bool) -> None:
        """Tick rows or take their ticks away."""
        self.ticks[rows] = is_on
        self.refresh()
        self.ticks_changed.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.ticks)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if role == Role.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self._titles[section]
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == TICKED else flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        if role == Role.CheckStateRole and column == TICKED:
            return Qt.CheckState.Checked if self.ticks[row] else Qt.CheckState.Unchecked
        if role == OTHER_ROLE and self.compares and column in (BEFORE, AFTER):
            return self._text(row, BEFORE + AFTER - column) or ""
        if role == ABSENT_ROLE:
            return self._text(row, column) is None
        if role in (Role.DisplayRole, Role.ToolTipRole):
            text = self._text(row, column) or ""
            return text if role == Role.DisplayRole else plain_tooltip(text)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or index.column() != TICKED:
            return False
        self.set_ticks([index.row()], Qt.CheckState(value) is Qt.CheckState.Checked)
        return True


class _TickDelegate(BeforeAfterDelegate):
    """Draws a tick before the first text; values that are compared as elsewhere."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, TickModel)
        if index.column() != TICKED and model.compares:
            super().paint(painter, option, index)
            return
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        if index.column() == TICKED:
            box = QRect(room.left(), 0, BOX, BOX)
            box.moveTop(room.center().y() - BOX // 2)
            paint_tick(painter, box, index.data(Role.CheckStateRole))
            room.setLeft(box.right() + PADDING)
        painter.setPen(theme.color("dim_text" if index.column() == TICKED else "text"))
        is_last = index.column() == model.columnCount() - 1  # words, of which the first count most
        side = Qt.TextElideMode.ElideRight if is_last else Qt.TextElideMode.ElideMiddle
        text = option.fontMetrics.elidedText(str(index.data() or ""), side, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def editorEvent(
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        is_click = isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonRelease
        if not is_click or index.column() != TICKED:
            return False
        is_on = index.data(Role.CheckStateRole) is Qt.CheckState.Checked
        state = Qt.CheckState.Unchecked if is_on else Qt.CheckState.Checked
        return bool(model.setData(index, state, Role.CheckStateRole))


class TickTable(QTableView):
    """Shows a TickModel; Space ticks the selected rows, or takes their ticks away."""

    def __init__(
        self,
        name: str,
        titles: Sequence[str],
        jobs: JobRunner,
        *,
        compares: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        """``name`` is what a screen reader calls it."""
        super().__init__(parent)
        self._jobs = jobs
        self.setAccessibleName(name)
        self.ticked = TickModel(titles, compares, self)
        self.setModel(self.ticked)
        self.setItemDelegate(_TickDelegate(self))
        quieten(self, ROW_HEIGHT)
        header = self.horizontalHeader()
        for column in range(BEFORE, len(titles)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(0, 96)
        self.setColumnWidth(1, 96)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        rows = self._selected()
        if event.key() == Qt.Key.Key_Space and len(rows):
            self.ticked.set_ticks(rows, not bool(self.ticked.ticks[rows].all()))
            return
        super().keyPressEvent(event)

    def _selected(self) -> Rows:
        """The selected rows, read from ranges: asking for rows takes seconds for a million."""
        return rows_in(ranges_of(self.selectionModel().selection()))

    def selectAll(self) -> None:
        # Qt would ask each row whether it can be selected.
        count, columns = self.ticked.rowCount(), self.ticked.columnCount()
        if count:
            last = self.ticked.index(count - 1, columns - 1)
            block = QItemSelection(self.ticked.index(0, 0), last)
            flags = QItemSelectionModel.SelectionFlag
            self.selectionModel().select(block, flags.ClearAndSelect)

    def paintEvent(self, event: QPaintEvent) -> None:
        # A worker would win the interpreter lock from each of the calls that paint a cell.
        with self._jobs.parked():
            super().paintEvent(event)


def entry_titles() -> list[str]:
    """The headings of values that change."""
    return [_("Entry"), _("Field"), _("Before"), _("After")]

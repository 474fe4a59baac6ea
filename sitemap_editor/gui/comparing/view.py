"""The table of differences: signs in colour, addresses, and values before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QTableView, QWidget

from sitemap_editor.formats.comparisons.words import SIGNS
from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.before_after import AFTER, BEFORE, PADDING, BeforeAfterDelegate
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.table.painting import LEFT, paint_address
from sitemap_editor.gui.table.selection import ranges_of, row_count, rows_in
from sitemap_editor.support.i18n import _

from .model import ADDRESS, WHAT, DifferenceModel, Index
from .words import COLOURS, Row

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROW_HEIGHT = 26
WHAT_WIDTH = 216
MIN_WIDTH = 60
ADDRESS_SHARE = 46
"""Percent of what the first column leaves."""

SIGN_ROOM = 18
AHEAD = 40
"""Rows read above and below those in view."""


class DifferenceTable(QTableView):
    """Shows a DifferenceModel; ``wanted`` carries numbers of differences that came into view."""

    wanted = Signal(list)
    selected = Signal()

    def __init__(self, jobs: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.differences = DifferenceModel(self)
        self.setModel(self.differences)
        self.setAccessibleName(_("Differences"))
        self.setItemDelegate(_DifferenceDelegate(self))
        quieten(self, ROW_HEIGHT)
        self.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(MIN_WIDTH)
        header.setStretchLastSection(True)
        header.resizeSection(WHAT, WHAT_WIDTH)
        # All of the row is drawn as the current one.
        self.selectionModel().currentRowChanged.connect(lambda *_rows: self.viewport().update())
        self.selectionModel().selectionChanged.connect(lambda *_changes: self.selected.emit())

    def resizeEvent(self, event: QResizeEvent) -> None:
        if event.size().width() != event.oldSize().width():
            self._share_room()
        super().resizeEvent(event)

    def _share_room(self) -> None:
        """Give most of the room to addresses, the rest to values."""
        header = self.horizontalHeader()
        rest = max(self.viewport().width() - header.sectionSize(WHAT), 0)
        header.resizeSection(ADDRESS, rest * ADDRESS_SHARE // 100)
        header.resizeSection(BEFORE, rest * (100 - ADDRESS_SHARE) // 200)

    # What is selected

    @property
    def selected_rows(self) -> NDArray[np.int64]:
        """The selected rows, read from ranges: asking for rows takes seconds for a million."""
        return rows_in(ranges_of(self.selectionModel().selection()))

    @property
    def selected_count(self) -> int:
        """How many rows are selected."""
        return row_count(ranges_of(self.selectionModel().selection()))

    def selectAll(self) -> None:
        # Qt would ask each row whether it can be selected.
        count = self.differences.rowCount()
        if count:
            last = self.differences.index(count - 1, AFTER)
            block = QItemSelection(self.differences.index(0, 0), last)
            self.selectionModel().select(block, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    # What is seen

    def visible_rows(self) -> range:
        """The rows in view, and some around them."""
        count = self.differences.rowCount()
        first = max(self.rowAt(0), 0)
        seen = self.viewport().height() // ROW_HEIGHT + 1
        return range(max(first - AHEAD, 0), min(first + seen + AHEAD, count))

    def ask(self) -> None:
        """Ask for what is in view and not known yet."""
        unknown = self.differences.unknown(self.visible_rows())
        if unknown:
            self.wanted.emit(unknown)

    def paintEvent(self, event: QPaintEvent) -> None:
        # A worker would win the interpreter lock from each of the calls that paint a cell.
        with self._jobs.parked():
            super().paintEvent(event)
        self.ask()


class _DifferenceDelegate(BeforeAfterDelegate):
    """Draws a difference; values that are compared as elsewhere."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, DifferenceModel)
        row, column = model.row(index.row()), index.column()
        table = self.parent()
        if isinstance(table, DifferenceTable) and table.currentIndex().row() == index.row():
            painter.fillRect(option.rect, theme.color("current_line"))
        if row is not None and row.compares and column not in (WHAT, ADDRESS):
            super().paint(painter, option, index)
            return
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        painter.setFont(option.font)
        if row is not None and column == ADDRESS:
            paint_address(painter, room, option.fontMetrics, row.address, theme.color("text"))
        elif row is not None and column == WHAT:
            _paint_what(painter, room, option, row)
        else:
            _paint_text(painter, room, option, str(index.data() or ""), "dim_text")
        painter.restore()


def _paint_what(painter: QPainter, room: QRect, option: QStyleOptionViewItem, row: Row) -> None:
    font = option.font
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(theme.color(COLOURS[row.kind]))
    sign = QRect(room.left(), room.top(), SIGN_ROOM, room.height())
    painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, SIGNS[row.kind])
    font.setBold(False)
    painter.setFont(font)
    _paint_text(painter, room.adjusted(SIGN_ROOM + 4, 0, 0, 0), option, row.what, "text")


def _paint_text(
    painter: QPainter, room: QRect, option: QStyleOptionViewItem, text: str, role: str
) -> None:
    painter.setPen(theme.color(role))
    shown = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, LEFT, shown)

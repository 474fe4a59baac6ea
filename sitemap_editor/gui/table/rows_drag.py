"""Selected rows of the table are dragged to another file.

Elsewhere a drag selects cells, so it begins where that would be of no use: on whole rows that are
selected, or on the marks of a selected row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt
from PySide6.QtGui import QDrag, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import format_number, ngettext

if TYPE_CHECKING:
    from .view import EntryTable

ENTRIES = "application/x-sitemap-editor-entries"
"""What is dragged; the entries themselves are those selected in the table it comes from."""

BADGE = QPoint(-12, -8)
"""Where the pointer is on the picture of what is dragged."""


class RowsDrag:
    """Tells a drag of rows from a click on them and from selecting cells."""

    def __init__(self, table: EntryTable) -> None:
        self._table = table
        self._pressed: QMouseEvent | None = None

    def takes_press(self, event: QMouseEvent) -> bool:
        """Whether a press may begin a drag; what it does else waits for the release."""
        self._pressed = QMouseEvent(event) if self._may_drag(event) else None
        return self._pressed is not None

    def takes_move(self, event: QMouseEvent) -> bool:
        """Begin the drag once the pointer is away from where it was pressed."""
        if self._pressed is None:
            return False
        way = event.position().toPoint() - self._pressed.position().toPoint()
        if way.manhattanLength() >= QApplication.startDragDistance():
            self._pressed = None
            self.start()
        return True

    def take_release(self) -> QMouseEvent | None:
        """The press that turned out to be a click, to be made up for."""
        pressed, self._pressed = self._pressed, None
        return pressed

    def _may_drag(self, event: QMouseEvent) -> bool:
        table = self._table
        index = table.indexAt(event.position().toPoint())
        is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        is_left = event.button() is Qt.MouseButton.LeftButton
        if not (is_plain and is_left and index.isValid()):
            return False
        if not table.selectionModel().isSelected(index):
            return False
        return index.column() == 0 or table.has_whole_rows()

    def start(self) -> None:
        """Drag the selected rows until they are dropped."""
        drag = QDrag(self._table)
        data = QMimeData()
        data.setData(ENTRIES, b"")
        drag.setMimeData(data)
        drag.setPixmap(self._picture())
        drag.setHotSpot(BADGE)
        action = Qt.DropAction
        drag.exec(action.MoveAction | action.CopyAction, action.MoveAction)

    def _picture(self) -> QPixmap:
        """A badge that says how many entries are dragged."""
        count = self._table.selected_row_count()
        text = ngettext("{n} entry", "{n} entries", count).format(n=format_number(count))
        metrics = self._table.fontMetrics()
        width = metrics.horizontalAdvance(text) + theme.GRID * 3
        size = QRect(0, 0, width, metrics.height() + theme.GRID)
        scale = self._table.devicePixelRatioF()
        picture = QPixmap(size.size() * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._table.font())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(size, theme.GRID / 2, theme.GRID / 2)
        painter.setPen(theme.color("on_accent"))
        painter.drawText(size, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        return picture

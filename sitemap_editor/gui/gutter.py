"""The margin of the text view: line numbers, and what the check says about each line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.icons import icon
from sitemap_editor.support.i18n import _, format_number

if TYPE_CHECKING:
    from .numbered_edit import NumberedEdit

MARK = 16
GAP = 8


class Gutter(QWidget):
    """Drawn beside the lines that are in view."""

    def __init__(self, edit: NumberedEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self.setAccessibleName(_("Line numbers"))
        self.setCursor(Qt.CursorShape.ArrowCursor)

    @property
    def needed_width(self) -> int:
        """Pixels for the marks and the longest number."""
        digits = max(3, len(str(self._edit.blockCount())))
        return MARK + GAP // 2 + self._edit.fontMetrics().horizontalAdvance("9") * digits + GAP

    def sizeHint(self) -> QSize:
        return QSize(self.needed_width, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), theme.color("gutter"))
        painter.setFont(self._edit.font())
        current = self._edit.textCursor().blockNumber()
        for number, top, height in self._edit.lines_in_view(event.rect()):
            self._paint_line(
                painter, number, QRect(0, top, self.width(), height), number == current
            )

    def _paint_line(self, painter: QPainter, number: int, box: QRect, is_current: bool) -> None:
        if is_current:
            painter.fillRect(box, theme.color("accent_soft"))
        painter.setPen(theme.color("text" if is_current else "gutter_text"))
        text_box = box.adjusted(MARK, 0, -GAP, 0)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text_box, flags, str(number + 1))
        severity = self._edit.severity_at(number)
        if severity is not None:
            top = box.top() + (box.height() - MARK) // 2
            icon(str(severity)).paint(painter, QRect(1, top, MARK, MARK))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self._edit.line_at(event.position().toPoint())
        if number is not None:
            self._edit.go_to_line(number)
            self._edit.setFocus()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            self._show_tip(event.pos(), event.globalPos())
            return True
        return super().event(event)

    def _show_tip(self, place: QPoint, where: QPoint) -> None:
        number = self._edit.line_at(place)
        said = self._edit.messages_at(number) if number is not None else []
        if number is None or not said:
            QToolTip.hideText()
            return
        heading = _("Line {number}").format(number=format_number(number + 1))
        QToolTip.showText(where, "\n".join([heading, *said]), self)

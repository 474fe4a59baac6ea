"""How rows look: gutter, tints, marks, selection and text; it holds no state of the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QPainter

from sitemap_editor.gui import theme
from sitemap_editor.gui.icons import icon

from .drawn_row import DrawnRow, DrawnRows, tinted
from .highlight import Token
from .visible_rows import ShownRow

MARK_WIDTH = 16
BAR_WIDTH = 3
GUTTER_GAP = 8
TEXT_GAP = 8
CONTINUATION = "↳"


class Mark(NamedTuple):
    """What the check says about a row: its severity, and the columns of the value it is about."""

    severity: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class RowLook:
    """What is to be seen of one row besides its text."""

    is_current: bool = False
    mark: Mark | None = None
    selected: tuple[int, int] | None = None
    cursor: int | None = None


class RowPainter:
    """Draws rows in one font; horizontal places are pixels of the viewport."""

    def __init__(self, font: QFont, digits: int) -> None:
        self.rows = DrawnRows(font)
        self.face = self.rows.face
        self.set_digits(digits)

    def set_digits(self, digits: int) -> None:
        """Make room for line numbers of that many digits."""
        self._number_right = MARK_WIDTH + max(3, digits) * self.face.advance
        self.gutter_width = round(self._number_right + GUTTER_GAP + BAR_WIDTH)

    @property
    def text_left(self) -> int:
        """Where the text of a row begins when it is not scrolled sideways."""
        return self.gutter_width + TEXT_GAP

    def drawn(self, row: ShownRow, mark: Mark | None = None) -> DrawnRow:
        """The laid out form of a row; the value a finding is about has the finding's colour."""
        tokens = row.tokens
        if mark is not None and mark.end > mark.start:
            tokens = (*tokens, Token(mark.start, mark.end, mark.severity))
        return self.rows.row(row.text, tokens)

    def paint(
        self, painter: QPainter, row: ShownRow, look: RowLook, top: int, width: int, scrolled: int
    ) -> None:
        """Draw one row at ``top``, ``width`` wide, its text ``scrolled`` to the left."""
        drawn = self.drawn(row, look.mark)
        box = QRectF(0, top, width, self.face.row_height)
        text_box = box.adjusted(self.gutter_width, 0, 0, 0)
        painter.setClipRect(text_box)
        self._paint_background(painter, row, look, text_box)
        left = self.text_left - scrolled
        self._paint_value_tint(painter, drawn, look.mark, left, top)
        self._paint_selection(painter, drawn, look, left, top)
        painter.setPen(theme.color("syntax_text"))
        visible = (scrolled - TEXT_GAP, scrolled + width - self.gutter_width)
        drawn.draw(painter, QPointF(left, top + 2), *visible)
        self._paint_cursor(painter, drawn, look, left, top)
        painter.setClipRect(box)
        self._paint_gutter(painter, row, look, box)

    def _paint_background(
        self, painter: QPainter, row: ShownRow, look: RowLook, box: QRectF
    ) -> None:
        if row.is_changed:
            painter.fillRect(box, theme.color("changed_line"))
        elif look.is_current:
            painter.fillRect(box, theme.color("current_line"))

    def _paint_value_tint(
        self, painter: QPainter, drawn: DrawnRow, mark: Mark | None, left: float, top: int
    ) -> None:
        if mark is None or mark.end <= mark.start:
            return
        x, end = drawn.x_of(mark.start), drawn.x_of(mark.end)
        box = QRectF(left + x - 1, top + 1, end - x + 2, self.face.row_height - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(f"{mark.severity}_soft"))
        painter.drawRoundedRect(box, 3, 3)

    def _paint_selection(
        self, painter: QPainter, drawn: DrawnRow, look: RowLook, left: float, top: int
    ) -> None:
        if look.selected is None:
            return
        x, end = (drawn.x_of(column) for column in look.selected)
        box = QRectF(left + x, top, end - x, self.face.row_height)
        painter.fillRect(box, tinted(theme.color("accent"), 75))

    def _paint_cursor(
        self, painter: QPainter, drawn: DrawnRow, look: RowLook, left: float, top: int
    ) -> None:
        if look.cursor is not None:
            x = left + drawn.x_of(look.cursor)
            painter.fillRect(QRectF(x, top, 1.2, self.face.row_height), theme.color("accent"))

    def _paint_gutter(self, painter: QPainter, row: ShownRow, look: RowLook, box: QRectF) -> None:
        if look.is_current:
            gutter = QRectF(0, box.top(), self.gutter_width, box.height())
            painter.fillRect(gutter, theme.color("accent_soft"))
        painter.setFont(self.face.font)
        role = "text" if look.is_current else "gutter_text"
        painter.setPen(theme.color(role))
        number = CONTINUATION if row.line is None else str(row.line)
        numbers = QRectF(0, box.top(), self._number_right, box.height())
        painter.drawText(
            numbers, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number
        )
        if row.is_changed:
            x = self.gutter_width - BAR_WIDTH
            painter.fillRect(
                QRectF(x, box.top(), BAR_WIDTH, box.height()), theme.color("changed_mark")
            )
        if look.mark is not None:
            box_of_mark = QRect(
                1,
                round(box.top()) + (round(box.height()) - MARK_WIDTH) // 2,
                MARK_WIDTH,
                MARK_WIDTH,
            )
            icon(look.mark.severity).paint(painter, box_of_mark)

"""Both texts side by side, what differs marked; only the rows in view are ever looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.preview.drawn_row import DrawnRow, DrawnRows, tinted
from sitemap_editor.gui.preview.highlight import State, Token, tokenize
from sitemap_editor.gui.preview.visible_rows import SIGNS
from sitemap_editor.support.i18n import _

from .alignment import Alignment, Pair
from .rows import Rows

GAP = 8
DIVIDER = 1
CARET = 2
"""Pixels that show where something stands on the other side only."""

CONTINUATION = "↳"
BEFORE, AFTER = 0, 1
_MARKS = ("error", "changed_mark")
_INKS = ("error", "text")
"""Green on green is hard to read."""

_SOFT = ("error_soft", "changed_line")
STRONG = 70
"""How much of its colour what differs has, of 255."""


class _Mark(NamedTuple):
    """Columns of a row that differ, and the number of the difference."""

    number: int
    start: int
    end: int


class CompareView(QAbstractScrollArea):
    """Draws two aligned texts; ``current_changed`` carries the number of a difference."""

    current_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("repairCompare")
        self.setAccessibleName(_("The file as it was, and as it was read, side by side"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.alignment: Alignment | None = None
        self.current: int | None = None
        self._drawn = DrawnRows(theme.monospace_font(self.font()))
        self._widest = 0.0
        theme.signals.theme_changed.connect(self._renew)

    # What it shows

    def show_texts(self, alignment: Alignment | None) -> None:
        """Show two texts from their beginning; None shows nothing."""
        self.alignment = alignment
        self.current = None
        self._widest = 0.0
        self._update_bars()
        self.verticalScrollBar().setValue(0)
        self.horizontalScrollBar().setValue(0)
        self.viewport().update()

    def show_difference(self, number: int) -> None:
        """Bring a difference into view and make it the current one."""
        if self.alignment is None or not 0 <= number < len(self.alignment.spans):
            return
        self.current = number
        row = int(self.alignment.row_of_span[number])
        if not self.top_row <= row < self.top_row + self.page_rows - 1:
            self.verticalScrollBar().setValue(row - self.page_rows // 3)
        self._show_column(number, row)
        self.viewport().update()
        self.setAccessibleDescription(self.text_of(number))
        self.current_changed.emit(number)

    def text_of(self, number: int) -> str:
        """The lines of a difference as they were and as they are, for who cannot see them."""
        assert self.alignment is not None
        row = int(self.alignment.row_of_span[number])
        pair = self.alignment.pairs(row, 1)[0]
        return "\n".join(self._content(s, r)[0] for s, r in enumerate(pair) if r is not None)

    def copy(self) -> None:
        """Put the lines of the current difference into the clipboard."""
        if self.alignment is not None and self.current is not None:
            QGuiApplication.clipboard().setText(self.text_of(self.current))

    def show_place(self, place: int) -> None:
        """Bring a byte of the text before into view, where nothing differs."""
        if self.alignment is not None:
            self.current = None
            self.verticalScrollBar().setValue(self.alignment.row_at(place) - self.page_rows // 3)
            self.viewport().update()

    def step(self, step: int) -> None:
        """Go to the next (1) or previous (-1) difference."""
        if self.alignment is None:
            return
        if self.current is None:
            row = self.top_row if step > 0 else self.top_row + 1
            number = self.alignment.span_near(row - (step > 0), step)
        else:
            number = self.current + step
        if number is not None:
            self.show_difference(number)

    @property
    def top_row(self) -> int:
        """The first row in view."""
        return self.verticalScrollBar().value()

    @property
    def page_rows(self) -> int:
        """How many rows are wholly in view."""
        return max(1, self.viewport().height() // self._drawn.face.row_height)

    def _show_column(self, number: int, row: int) -> None:
        assert self.alignment is not None
        pair = self.alignment.pairs(row, 1)[0]
        places = []
        for side, line in enumerate(pair):
            if line is not None:
                text, marks = self._content(side, line)
                drawn = self._row(side, text, marks)
                self._widest = max(self._widest, drawn.width)
                places += [drawn.x_of(mark.start) for mark in marks if mark.number == number]
        self._update_horizontal_bar()
        if not places:
            return
        bar = self.horizontalScrollBar()
        x, room = min(places), self._room
        if not bar.value() <= x <= bar.value() + room * 3 // 4:
            bar.setValue(round(x - room // 3) if x > room * 3 // 4 else 0)

    # Measures

    @property
    def _half(self) -> int:
        return (self.viewport().width() - DIVIDER) // 2

    @property
    def _gutter(self) -> int:
        rows = self.alignment.before if self.alignment is not None else None
        digits = len(str(rows.line_count)) if rows is not None else 1
        return round(max(3, digits) * self._drawn.face.advance) + 2 * GAP

    @property
    def _room(self) -> int:
        """Pixels for the text of one side."""
        return max(1, self._half - self._gutter - GAP)

    def _update_bars(self) -> None:
        count = self.alignment.row_count if self.alignment is not None else 0
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, count - self.page_rows))
        bar.setPageStep(self.page_rows)
        self._update_horizontal_bar()

    def _update_horizontal_bar(self) -> None:
        bar = self.horizontalScrollBar()
        advance = self._drawn.face.advance
        bar.setRange(0, max(0, round(self._widest + 2 * advance) - self._room))
        bar.setPageStep(self._room)
        bar.setSingleStep(round(4 * advance))

    def _renew(self) -> None:
        self._drawn = DrawnRows(theme.monospace_font(self.font()))
        self._update_bars()
        self.viewport().update()

    # Rows

    def _content(self, side: int, row: int) -> tuple[str, list[_Mark]]:
        """The text of a row as it is shown, and what differs in it."""
        assert self.alignment is not None
        rows = self._rows(side)
        start, end = rows.bounds(row)
        raw = rows.text[start:end]
        marks = [
            _Mark(number, _columns(raw, first), _columns(raw, last))
            for number, first, last in self.alignment.spans_in(side, row)
        ]
        text = raw.decode("utf-8", "replace")
        core = text.rstrip("\r\n")
        # A line end is shown only where it is what differs.
        if any(mark.end > len(core) for mark in marks):
            core += "↵"
        return core.translate(SIGNS) if not core.isprintable() else core, marks

    def _rows(self, side: int) -> Rows:
        assert self.alignment is not None
        return self.alignment.after if side else self.alignment.before

    def _row(self, side: int, text: str, marks: Sequence[_Mark]) -> DrawnRow:
        tokens, _state = tokenize(text, State.TEXT)
        inks = (Token(m.start, min(m.end, len(text)), _INKS[side]) for m in marks)
        return self._drawn.row(text, (*tokens, *(ink for ink in inks if ink.start < ink.end)))

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), theme.color("surface"))
        if self.alignment is not None:
            for side in (BEFORE, AFTER):
                left = side * (self._half + DIVIDER)
                gutter = QRect(left, 0, self._gutter, self.viewport().height())
                painter.fillRect(gutter, theme.color("gutter"))
            height = self._drawn.face.row_height
            pairs = self.alignment.pairs(self.top_row, self.page_rows + 2)
            for number, pair in enumerate(pairs):
                self._paint_pair(painter, pair, number * height)
            divider = QRect(self._half, 0, DIVIDER, self.viewport().height())
            painter.fillRect(divider, theme.color("border"))
        painter.end()
        self._update_horizontal_bar()

    def _paint_pair(self, painter: QPainter, pair: Pair, top: int) -> None:
        for side, row in enumerate(pair):
            left = side * (self._half + DIVIDER)
            box = QRectF(left, top, self._half, self._drawn.face.row_height)
            painter.setClipRect(box)
            if row is None:
                painter.fillRect(box.adjusted(self._gutter, 0, 0, 0), theme.color("window"))
            else:
                self._paint_row(painter, side, row, box)
        painter.setClipping(False)

    def _paint_row(self, painter: QPainter, side: int, row: int, box: QRectF) -> None:
        text, marks = self._content(side, row)
        drawn = self._row(side, text, marks)
        self._widest = max(self._widest, drawn.width)
        room = box.adjusted(self._gutter, 0, 0, 0)
        if marks:
            painter.fillRect(room, theme.color(_SOFT[side]))
        self._paint_number(painter, side, row, box)
        painter.setClipRect(room)
        scrolled = self.horizontalScrollBar().value()
        left = room.left() + GAP - scrolled
        for mark in marks:
            self._paint_mark(painter, side, drawn, mark, QPointF(left, box.top()))
        painter.setPen(theme.color("syntax_text"))
        origin = QPointF(left, box.top() + 2)
        drawn.draw(painter, origin, scrolled - GAP, scrolled + room.width())

    def _paint_mark(
        self, painter: QPainter, side: int, drawn: DrawnRow, mark: _Mark, origin: QPointF
    ) -> None:
        x, end = drawn.x_of(mark.start), drawn.x_of(mark.end)
        ink = theme.color(_MARKS[side])
        height = self._drawn.face.row_height
        box = QRectF(origin.x() + x, origin.y() + 1, max(end - x, CARET), height - 2)
        painter.fillRect(box, ink if mark.start == mark.end else tinted(ink, STRONG))
        if mark.number == self.current:
            painter.setPen(ink)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(-0.5, 0, 0.5, -1))

    def _paint_number(self, painter: QPainter, side: int, row: int, box: QRectF) -> None:
        rows = self._rows(side)
        is_first = rows.is_first_of_line(row)
        painter.setFont(self._drawn.face.font)
        painter.setPen(theme.color("gutter_text"))
        place = QRectF(box.left(), box.top(), self._gutter - GAP, box.height())
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, flags, str(int(rows.line[row])) if is_first else CONTINUATION)

    # Keys and the mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        ends = {Qt.Key.Key_Home: bar.minimum(), Qt.Key.Key_End: bar.maximum()}
        key = Qt.Key(event.key())
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif key in ends:
            bar.setValue(ends[key])
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the difference that was clicked the current one."""
        if self.alignment is None:
            return
        point = event.position().toPoint()
        pairs = self.alignment.pairs(self.top_row + point.y() // self._drawn.face.row_height, 1)
        for pair in pairs:
            side = int(point.x() > self._half)
            number = self._difference_at(side, pair[side], point.x())
            if number is not None:
                self.show_difference(number)

    def _difference_at(self, side: int, row: int | None, x: int) -> int | None:
        """The difference of a row nearest to a place; None when the row has none."""
        if row is None:
            return None
        text, marks = self._content(side, row)
        left = side * (self._half + DIVIDER) + self._gutter + GAP
        column = self._row(side, text, marks).column_at(
            x - left + self.horizontalScrollBar().value()
        )
        nearest = min(marks, key=lambda m: max(m.start - column, column - m.end, 0), default=None)
        return nearest.number if nearest is not None else None

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_bars()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._renew()


def _columns(raw: bytes, place: int) -> int:
    return len(raw[:place].decode("utf-8", "replace"))

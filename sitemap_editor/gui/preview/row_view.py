"""Rows of a document on screen: only those in view exist, whatever the size of the document."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.protocol.ids import EntryId

from . import places
from .marks import marks_of
from .painting import RowLook, RowPainter
from .places import Place, Selection
from .visible_rows import ShownRow, VisibleRows

if TYPE_CHECKING:
    from sitemap_editor.document.edits import Change
    from sitemap_editor.document.lines import Lines
    from sitemap_editor.gui.session import Session

FEW = 16
"""Up to this many changed entries only their rows are painted again."""

MARGIN_ROWS = 2
"""Rows kept in view below an entry that is gone to."""


Anchor = tuple[EntryId, int]
"""An entry, and how many rows below its first one."""


class RowView(QAbstractScrollArea):
    """Draws the rows of a session's document and follows its changes and its current entry."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.selection = Selection()
        self._session: Session | None = None
        self._rows: VisibleRows | None = None
        self._painter = RowPainter(theme.monospace_font(self.font()), 1)
        self._widest = 0.0
        self._top_anchor: Anchor | None = None
        self._cursor_anchor: Anchor | None = None
        self._is_new = False
        self._is_leading = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        theme.signals.theme_changed.connect(self._on_theme_changed)

    # The document

    def set_session(self, session: Session | None) -> None:
        """Show another document, or none."""
        if self._session is not None:
            self._connect(self._session, False)
        self._session = session
        self._is_new = True
        self._rows = VisibleRows(session.doc) if session is not None else None
        self.selection = Selection()
        self._widest = 0.0
        if session is not None:
            self._connect(session, True)
        self._update_bars()
        self.horizontalScrollBar().setValue(0)
        self.verticalScrollBar().setValue(0)
        if session is not None and session.current is not None:
            self._go_to_entry(session.current)
        self.viewport().update()

    def _connect(self, session: Session, is_on: bool) -> None:
        for signal, slot in (
            (session.changing, self._on_session_changing),
            (session.changed, self._on_session_changed),
            (session.findings_changed, self._on_session_findings_changed),
            (session.saved, self._on_session_saved),
            (session.current_changed, self._on_session_current_changed),
        ):
            signal.connect(slot) if is_on else signal.disconnect(slot)

    @property
    def lines(self) -> Lines | None:
        """The lines of the document shown."""
        return self._session.doc.lines if self._session is not None else None

    def _on_session_changing(self, _change: Change) -> None:
        # What is on top stays on top when rows come or go above it.
        self._top_anchor = self._anchor_of(self.top_row)
        self._cursor_anchor = self._anchor_of(self.selection.cursor.row)

    def _anchor_of(self, row: int) -> Anchor | None:
        shown = self.rows(row, 1)
        if self.lines is None or not shown or shown[0].entry is None:
            return None
        return shown[0].entry, row - self.lines.row_of(shown[0].entry)

    def _row_at(self, anchor: Anchor | None, otherwise: int) -> int:
        if anchor is None or self._session is None or not self._session.doc.has(anchor[0]):
            return otherwise
        return self._session.doc.lines.row_of(anchor[0]) + anchor[1]

    def _on_session_changed(self, change: Change) -> None:
        if self._rows is None or self.lines is None or self._session is None:
            return
        shown = self.rows(self.top_row, self.page_rows + 2)
        top, count = self.top_row, self.verticalScrollBar().maximum()
        self._rows.forget()
        self._update_bars()
        self.verticalScrollBar().setValue(self._row_at(self._top_anchor, self.top_row))
        cursor = self.selection.cursor
        row = self._row_at(self._cursor_anchor, cursor.row)
        cursor = places.clamped(self.lines, Place(row, cursor.column))
        self.selection = Selection(cursor, cursor)
        if (top, count) == (self.top_row, self.verticalScrollBar().maximum()):
            self._update_rows(shown, change)
        else:
            self.viewport().update()

    def _update_rows(self, shown: list[ShownRow], change: Change) -> None:
        """Paint again only the rows of entries that got other bytes, where no row has moved."""
        if len(change.changed) > FEW or _moves(change):
            self.viewport().update()
            return
        changed = set(change.changed.tolist())
        height, width = self._painter.face.row_height, self.viewport().width()
        for index, row in enumerate(shown):
            if row.entry in changed or row.number == self.selection.cursor.row:
                self.viewport().update(0, index * height, width, height)

    def _on_session_findings_changed(self) -> None:
        self.viewport().update()

    def _on_session_saved(self) -> None:
        # After a save nothing differs from the file any more.
        if self._rows is not None:
            self._rows.forget()
            self.viewport().update()

    def _on_session_current_changed(self, entry: EntryId | None) -> None:
        if entry is not None and not self._is_leading:
            self._go_to_entry(entry)
        self.viewport().update()

    def _on_theme_changed(self) -> None:
        self._new_painter()

    def _new_painter(self) -> None:
        self._painter = RowPainter(theme.monospace_font(self.font()), 1)
        self._widest = 0.0
        self._update_bars()
        self.viewport().update()

    # Rows and places

    @property
    def top_row(self) -> int:
        """The number of the first row in view."""
        return self.verticalScrollBar().value()

    @property
    def page_rows(self) -> int:
        """How many rows are wholly in view."""
        return max(1, self.viewport().height() // self._painter.face.row_height)

    def rows(self, first: int, count: int) -> list[ShownRow]:
        """Rows as they are drawn, from row ``first`` on."""
        return self._rows.fetch(first, count) if self._rows is not None else []

    def place_at(self, point: QPoint) -> Place:
        """The place nearest to a point of the viewport."""
        last = max(0, (self.lines.row_count if self.lines else 0) - 1)
        row = self.top_row + point.y() // self._painter.face.row_height
        if row > last and self.lines is not None:
            return places.end_of(self.lines)
        return self._place_in(max(0, row), self._text_x(point.x()))

    def _text_x(self, x: int) -> float:
        return x - self._painter.text_left + self.horizontalScrollBar().value()

    def _place_in(self, row: int, x: float) -> Place:
        shown = self.rows(row, 1)
        return Place(row, self._painter.drawn(shown[0]).column_at(x) if shown else 0)

    def _x_of(self, place: Place) -> float:
        shown = self.rows(place.row, 1)
        return self._painter.drawn(shown[0]).x_of(place.column) if shown else 0.0

    # Scrolling

    def _update_bars(self) -> None:
        count = self.lines.row_count if self.lines is not None else 0
        last_line = self.lines.line_count if self.lines is not None else 1
        self._painter.set_digits(len(str(last_line)))
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, count - self.page_rows))
        bar.setPageStep(self.page_rows)
        self._update_horizontal_bar()

    def _update_horizontal_bar(self) -> None:
        bar = self.horizontalScrollBar()
        room = self.viewport().width() - self._painter.text_left
        advance = self._painter.face.advance
        bar.setRange(0, max(0, round(self._widest + 2 * advance) - room))
        bar.setPageStep(max(1, room))
        bar.setSingleStep(round(4 * advance))

    def _go_to_entry(self, entry: EntryId) -> None:
        if self.lines is None or self._session is None or not self._session.doc.has(entry):
            return
        row = self.lines.row_of(entry)
        cursor = Place(row, 0)
        self.selection = Selection(cursor, cursor)
        if not self.top_row <= row < self.top_row + self.page_rows - MARGIN_ROWS:
            self.verticalScrollBar().setValue(row - self.page_rows // 4)

    def show_selection(self, selection: Selection) -> None:
        """Select text, bring it into view, and make its entry the current one."""
        self.select(selection)
        self._lead(selection.cursor.row)

    def select(self, selection: Selection) -> None:
        """Select text and bring its moving end into view."""
        self.selection = selection
        row = selection.cursor.row
        bar = self.verticalScrollBar()
        if row < bar.value():
            bar.setValue(row)
        elif row >= bar.value() + self.page_rows:
            bar.setValue(row - self.page_rows + 1)
        self._show_column(selection)
        self.viewport().update()

    def _show_column(self, selection: Selection) -> None:
        x = self._x_of(selection.cursor)
        self._widest = max(self._widest, x)
        self._update_horizontal_bar()
        bar = self.horizontalScrollBar()
        room = self.viewport().width() - self._painter.text_left
        if not bar.value() <= x <= bar.value() + room - self._painter.face.advance:
            bar.setValue(round(x - room // 2) if x > room else 0)

    def _lead(self, row: int) -> None:
        """Make the entry of a row the current one."""
        shown = self.rows(row, 1)
        if self._session is None or not shown or shown[0].entry is None:
            return
        self._is_leading = True
        try:
            self._session.set_current(shown[0].entry, self)
        finally:
            self._is_leading = False

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_bars()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # Only now is it known how much is in view.
        if self._is_new and self._session is not None and self._session.current is not None:
            self.verticalScrollBar().setValue(0)
            self._go_to_entry(self._session.current)
        self._is_new = False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._new_painter()

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        jobs = self._session.jobs if self._session is not None else None
        with jobs.parked() if jobs is not None else nullcontext():
            painter = QPainter(self.viewport())
            painter.setClipRegion(event.region())
            self._paint_empty(painter)
            if self._session is not None:
                self._paint_rows(painter, self._session, event.region())
            painter.end()

    def _paint_empty(self, painter: QPainter) -> None:
        box = self.viewport().rect()
        painter.fillRect(box, theme.color("surface"))
        box.setWidth(self._painter.gutter_width)
        painter.fillRect(box, theme.color("gutter"))

    def _paint_rows(self, painter: QPainter, session: Session, region: QRegion) -> None:
        rows = self.rows(self.top_row, self.page_rows + 2)
        marks = marks_of(rows, session.doc, session.report)
        scrolled = self.horizontalScrollBar().value()
        width, height = self.viewport().width(), self._painter.face.row_height
        for index, row in enumerate(rows):
            if not region.intersects(QRect(0, index * height, width, height)):
                continue
            look = RowLook(
                is_current=row.entry is not None and row.entry == session.current,
                mark=marks.get(row.number),
                selected=self.selection.columns_in(row.number, len(row.text)),
                cursor=self._cursor_in(row.number),
            )
            self._painter.paint(painter, row, look, index * height, width, scrolled)
        self._note_width(rows)

    def _note_width(self, rows: list[ShownRow]) -> None:
        widest = max((self._painter.drawn(row).width for row in rows), default=0.0)
        if widest > self._widest:
            self._widest = widest
            self._update_horizontal_bar()

    def _cursor_in(self, row: int) -> int | None:
        cursor = self.selection.cursor
        return cursor.column if self.hasFocus() and cursor.row == row else None


def _moves(change: Change) -> bool:
    """Whether rows other than those of the changed entries may look different."""
    comes_or_goes = bool(change.inserted.size or change.removed.size)
    return comes_or_goes or change.reordered or change.frame

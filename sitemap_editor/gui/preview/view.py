"""Mouse, keyboard and assistive technology in the XML preview; drawing is the base's part."""

from __future__ import annotations

from PySide6.QtCore import QBasicTimer, QEvent, QPoint, Qt, QTimerEvent, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QApplication, QWidget

from sitemap_editor.support.i18n import _, format_number

from . import keys, places
from .places import Place, Selection
from .row_view import RowView

DRAG_SCROLL_MS = 40


class PreviewView(RowView):
    """Selects text and entries; what needs more than a view is left to the panel around it.

    ``menu_requested`` carries a global QPoint.
    """

    copy_requested = Signal()
    find_requested = Signal()
    menu_requested = Signal(QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted_x: float | None = None
        self._drag_point: QPoint | None = None
        self._drag_timer = QBasicTimer()
        self._word: Selection | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("XML of the document"))
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)

    # Keyboard

    def event(self, event: QEvent) -> bool:
        # Keys that are also shortcuts of the window mean the preview while it has the focus.
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and keys.is_known(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        move, command = keys.move_of(event), keys.command_of(event)
        if self.lines is None or (move is None and command is None):
            super().keyPressEvent(event)
        elif move is not None:
            self._move(move)
        elif command == "copy":
            self.copy_requested.emit()
        elif command == "select_all":
            self.select_all()
        else:
            self.find_requested.emit()

    def select_all(self) -> None:
        """Select the whole document; the view stays where it is."""
        if self.lines is not None:
            self.selection = Selection(places.START, places.end_of(self.lines))
            self.viewport().update()

    def _move(self, move: keys.Move) -> None:
        if move.by in ("row", "page"):
            x = self._x_of(self.selection.cursor) if self._wanted_x is None else self._wanted_x
            cursor = self._moved_down(move, x)
            self._wanted_x = x
        else:
            cursor = self._moved(move)
            self._wanted_x = None
        anchor = self.selection.anchor if move.is_selecting else cursor
        self.select(Selection(anchor, cursor))
        if not move.is_selecting:
            self._lead(cursor.row)
        self._tell_row(cursor.row)

    def _moved_down(self, move: keys.Move, x: float) -> Place:
        assert self.lines is not None
        rows = self.page_rows - 1 if move.by == "page" else 1
        row = self.selection.cursor.row + move.step * max(1, rows)
        if move.by == "page":
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + move.step * max(1, rows))
        return self._place_in(min(max(0, row), self.lines.row_count - 1), x)

    def _moved(self, move: keys.Move) -> Place:
        lines, cursor = self.lines, self.selection.cursor
        assert lines is not None
        if move.by == "character":
            if not move.is_selecting and not self.selection.is_empty:
                return self.selection.last if move.step > 0 else self.selection.first
            return places.by_character(lines, cursor, move.step)
        if move.by == "word":
            return places.by_word(lines, cursor, move.step)
        if move.by == "document":
            return places.end_of(lines) if move.step > 0 else places.START
        length = len(places.text_of(lines, cursor.row))
        return Place(cursor.row, length if move.step > 0 else 0)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self.lines is None:
            return
        place = self.place_at(event.position().toPoint())
        is_extending = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        anchor = self.selection.anchor if is_extending else place
        self._wanted_x = None
        self._word = None
        self._drag_point = event.position().toPoint()
        self.selection = Selection(anchor, place)
        self.viewport().update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self.lines is None:
            return
        self._word = places.word_at(self.lines, self.place_at(event.position().toPoint()))
        self._drag_point = event.position().toPoint()
        self.selection = self._word
        self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._drag_point is None:
            return
        self._drag_point = event.position().toPoint()
        self._drag_to(self._drag_point)
        is_inside = 0 <= self._drag_point.y() < self.viewport().height()
        if is_inside:
            self._drag_timer.stop()
        elif not self._drag_timer.isActive():
            self._drag_timer.start(DRAG_SCROLL_MS, self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is not Qt.MouseButton.LeftButton or self._drag_point is None:
            return
        self._drag_point = None
        self._drag_timer.stop()
        # A drag copies a piece of the file; only a click means the entry.
        if self.selection.is_empty:
            self._lead(self.selection.cursor.row)
        self._tell_row(self.selection.cursor.row)
        self._offer_selection()

    def timerEvent(self, event: QTimerEvent) -> None:
        if event.timerId() != self._drag_timer.timerId() or self._drag_point is None:
            super().timerEvent(event)
            return
        height = self._painter.face.row_height
        y = self._drag_point.y()
        beyond = y if y < 0 else y - self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + beyond // height + (1 if beyond > 0 else 0))
        self._drag_to(self._drag_point)

    def _drag_to(self, point: QPoint) -> None:
        place = self.place_at(QPoint(point.x(), max(0, min(point.y(), self.viewport().height()))))
        if self._word is not None and self.lines is not None:
            word = places.word_at(self.lines, place)
            is_after = place >= self._word.first
            anchor = self._word.first if is_after else self._word.last
            self.selection = Selection(anchor, word.last if is_after else word.first)
        else:
            self.selection = Selection(self.selection.anchor, place)
        self._show_column(self.selection)
        self.viewport().update()

    def _offer_selection(self) -> None:
        # X11 pastes what was selected last with the middle button.
        clipboard = QApplication.clipboard()
        small = 0 < self.selection.row_count <= places.CHUNK_ROWS
        if clipboard.supportsSelection() and small and not self.selection.is_empty and self.lines:
            clipboard.setText(places.read(self.lines, self.selection), clipboard.Mode.Selection)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.lines is None:
            return
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            self._put_cursor_under_menu(event.pos())
        self.menu_requested.emit(event.globalPos())

    def _put_cursor_under_menu(self, point: QPoint) -> None:
        place = self.place_at(point)
        if not self.selection.first <= place <= self.selection.last:
            self.selection = Selection(place, place)
            self._lead(place.row)

    # Focus and assistive technology

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()
        self._tell_row(self.selection.cursor.row)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _tell_row(self, row: int) -> None:
        """Say the row of the cursor to those who do not see it."""
        shown = self.rows(row, 1)
        if not shown:
            return
        line = self.lines.line_of_row(row) if self.lines is not None else 0
        text = _("Line {number}: {text}").format(
            number=format_number(line), text=shown[0].text.strip()[:200]
        )
        self.setAccessibleDescription(text)
        if QAccessible.isActive():
            event = QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            QAccessible.updateAccessibility(event)

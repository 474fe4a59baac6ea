"""The list of findings: one row a rule, unfolded on demand, with links that keys reach too."""

from __future__ import annotations

from itertools import islice

from PySide6.QtCore import QElapsedTimer, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.support.i18n import _

from .copying import MOST_ROWS, text_of_rows
from .delegate import ROW_HEIGHT, FindingsDelegate, hit
from .model import FindingsModel
from .rows import Place, key_of
from .texts import title_of


class FindingsView(QTableView):
    """Left and Right fold and unfold, Enter shows the entry or unfolds, Space does the same.

    ``entry_clicked`` carries an EntryId, the other three the code of a rule, ``menu_requested``
    a row and where on the screen.
    """

    entry_clicked = Signal(object)
    fix_clicked = Signal(str)
    count_clicked = Signal(str)
    stop_clicked = Signal(str)
    menu_requested = Signal(int, QPoint)
    current_moved = Signal()

    def __init__(self, model: FindingsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._typed = ""
        self._typing = QElapsedTimer()
        self.setModel(model)
        self.setItemDelegate(FindingsDelegate(model))
        self.setAccessibleName(_("Findings by rule"))
        quieten(self, ROW_HEIGHT)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(1)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        theme.signals.theme_changed.connect(self.viewport().update)

    def _on_current_row_changed(self) -> None:
        self.current_moved.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for a menu of the row under the mouse, or of the current one when keys asked."""
        point = event.pos()
        row = self.indexAt(point).row()
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            row = self.current_row
            point = self.visualRect(self.currentIndex()).bottomLeft() + QPoint(ROW_HEIGHT, 0)
        if row >= 0:
            self.menu_requested.emit(row, self.viewport().mapToGlobal(point))

    @property
    def current_row(self) -> int:
        """The current row, -1 without one."""
        return self.currentIndex().row()

    def set_current_row(self, row: int) -> None:
        """Make a row the current one and bring it into view."""
        self.setCurrentIndex(self._model.index(row, 0))

    def selected_rows(self) -> list[int]:
        """The selected rows, no more than can be copied while one waits and one to tell so."""
        selection = self.selectionModel().selection()
        parts = (selection.at(number) for number in range(selection.size()))
        rows = (row for part in parts for row in range(part.top(), part.bottom() + 1))
        return list(islice(rows, MOST_ROWS + 1)) or [self.current_row]

    def _hit(self, point: QPoint) -> tuple[int, Place | None, str]:
        index = self.indexAt(point)
        place = self._model.place(index.row()) if index.isValid() else None
        if place is None or place.offset is not None:
            return index.row(), place, ""
        row: QRect = self.visualRect(index)
        return index.row(), place, hit(row, self.fontMetrics(), place.group, point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        _row, _place, part = self._hit(event.position().toPoint())
        is_link = part in ("link", "count")
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        )
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        is_choosing = event.modifiers() is not Qt.KeyboardModifier.NoModifier
        if event.button() is not Qt.MouseButton.LeftButton or is_choosing:
            return
        row, place, part = self._hit(event.position().toPoint())
        if place is None:
            return
        if place.offset is not None:
            self.show_entry(row)
        elif part == "chevron":
            self.toggle(row)
        elif part == "count":
            self.count_clicked.emit(place.group.code)
        elif part == "link":
            clicked = self.stop_clicked if place.group.is_ignored else self.fix_clicked
            clicked.emit(place.group.code)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        row, place, part = self._hit(event.position().toPoint())
        if place is not None and place.offset is None and not part:
            self.toggle(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_rows()
        elif not self._handle_key(event.key()):
            super().keyPressEvent(event)

    def copy_rows(self) -> None:
        """Put what the selected rows say into the clipboard."""
        if self.current_row >= 0:
            QGuiApplication.clipboard().setText(text_of_rows(self._model, self.selected_rows()))

    def keyboardSearch(self, search: str) -> None:
        """Go to the next rule whose title begins so; findings would all have to be built."""
        is_more = self._typing.isValid() and (
            self._typing.elapsed() < QGuiApplication.styleHints().keyboardInputInterval()
        )
        self._typed = (self._typed if is_more else "") + search.casefold()
        self._typing.start()
        found = [
            self._model.rows.row_of(key_of(group)) or 0
            for group in self._model.rows.groups
            if title_of(group.code).casefold().startswith(self._typed)
        ]
        # A longer beginning may still be that of the current row.
        first = self.current_row + (0 if is_more else 1)
        if found:
            self.set_current_row(next((row for row in found if row >= first), found[0]))

    def _handle_key(self, key: int) -> bool:
        row = self.current_row
        place = self._model.place(row)
        if place is None:
            return False
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.toggle(row) if place.offset is None else self.show_entry(row)
        elif key == Qt.Key.Key_Right and place.offset is None:
            self._model.set_unfolded(key_of(place.group), True)
        elif key == Qt.Key.Key_Left:
            self._fold(place)
        else:
            return False
        return True

    def _fold(self, place: Place) -> None:
        """Fold a group; from one of its entries first go up to it."""
        group_row = self._model.rows.row_of(key_of(place.group))
        if place.offset is not None and group_row is not None:
            self.set_current_row(group_row)
        else:
            self._model.set_unfolded(key_of(place.group), False)

    def toggle(self, row: int) -> None:
        """Unfold a group, or fold it again."""
        place = self._model.place(row)
        if place is not None and place.offset is None:
            is_unfolded = self._model.is_unfolded(place.group)
            self._model.set_unfolded(key_of(place.group), not is_unfolded)

    def show_entry(self, row: int) -> None:
        """Ask for the entry of a row to be shown."""
        entry = self._model.entry_at(row)
        if entry is not None:
            self.entry_clicked.emit(entry)

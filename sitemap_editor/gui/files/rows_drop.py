"""Rows of the table that are dropped on a line of the Files panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QToolTip

from sitemap_editor.gui import theme
from sitemap_editor.gui.table.rows_drag import ENTRIES
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.gui.files.view import FilesView
    from sitemap_editor.gui.sets.tree import Node

EDGE = theme.GRID * 2
"""Pixels from the upper and lower edge where the files scroll by themselves."""

COPY_KEYS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class RowsDrop(QObject):
    """Shows which file rows would go to; ``dropped`` carries its Node, and whether to copy."""

    dropped = Signal(object, bool)

    def __init__(
        self, view: FilesView, takes: Callable[[Node], bool], text_of: Callable[[Node], str]
    ) -> None:
        """``takes`` tells whether the rows may go to a file, ``text_of`` what it will hold."""
        super().__init__(view)
        self._text_of = text_of
        self._view = view
        self._takes = takes
        self._frame: QFrame | None = None
        view.viewport().setAcceptDrops(True)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.DragLeave:
            self._show_frame(None)
            return False
        if not isinstance(event, QDropEvent):
            return False
        if not event.mimeData().hasFormat(ENTRIES):
            event.ignore()  # files go to the window
            return True
        if event.type() is QEvent.Type.Drop:
            self._drop(event)
        elif isinstance(event, QDragMoveEvent):
            self._move(event)
        return True

    def _node_at(self, event: QDropEvent) -> Node | None:
        node = self._view.node_under(event.position().toPoint())
        return node if node is not None and self._takes(node) else None

    def _move(self, event: QDragMoveEvent) -> None:
        point = event.position().toPoint()
        node = self._node_at(event)
        is_fit = node is not None
        self._show_frame(point if is_fit else None)
        text = self._text_of(node) if node is not None else ""
        QToolTip.showText(self._view.viewport().mapToGlobal(point), plain_tooltip(text))
        event.setDropAction(_action(event))
        # Where it enters is accepted in any case, else nothing more would be heard of it.
        event.setAccepted(is_fit or event.type() is QEvent.Type.DragEnter)
        self._scroll(point)

    def _show_frame(self, point: QPoint | None) -> None:
        """Frame the line at a point; None: no line."""
        if point is None:
            QToolTip.hideText()
        if self._frame is not None and point is None:
            self._frame.deleteLater()
            self._frame = None
        if point is not None:
            if self._frame is None:
                self._frame = _frame_on(self._view)
            line = self._view.visualRect(self._view.indexAt(point))
            line.setLeft(0)
            self._frame.setGeometry(line)

    def _scroll(self, point: QPoint) -> None:
        bar, height = self._view.verticalScrollBar(), self._view.viewport().height()
        if point.y() < EDGE:
            bar.setValue(bar.value() - bar.singleStep())
        elif point.y() > height - EDGE:
            bar.setValue(bar.value() + bar.singleStep())

    def _drop(self, event: QDropEvent) -> None:
        self._show_frame(None)
        node = self._node_at(event)
        event.setDropAction(_action(event))
        event.setAccepted(node is not None)
        if node is not None:
            self.dropped.emit(node, _action(event) is Qt.DropAction.CopyAction)


def _action(event: QDropEvent) -> Qt.DropAction:
    is_copy = bool(event.modifiers() & COPY_KEYS)
    return Qt.DropAction.CopyAction if is_copy else Qt.DropAction.MoveAction


def _frame_on(view: FilesView) -> QFrame:
    """A frame in the accent colour, through which the line is seen."""
    frame = QFrame(view.viewport())
    frame.setAccessibleName(_("The file that rows are dropped on"))
    frame.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    color = theme.color("accent").name()
    frame.setStyleSheet(f"border: 2px solid {color}; border-radius: 4px; background: transparent;")
    frame.show()
    return frame

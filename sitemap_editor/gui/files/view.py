"""The tree of the Files panel: where a click goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QTreeView

from sitemap_editor.gui import theme
from sitemap_editor.gui.files.delegate import CLOSABLE_ROLE, SESSION_ROLE, FileDelegate
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.gui.sets.tree import Node

INDENT = 10
OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FilesView(QTreeView):
    """The tree; a click on the cross asks to close, and so does Delete.

    One on a count asks for the entries it counts: ``count_clicked`` carries Session and Severity.
    ``node_clicked`` and the others carry the Node of a line; a click is enough to open a file.
    """

    close_clicked = Signal(object)
    count_clicked = Signal(object, object)
    menu_requested = Signal(object, QPoint)
    node_clicked = Signal(object)
    link_clicked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Open files"))
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformRowHeights(True)
        self.setIndentation(INDENT)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self._delegate = FileDelegate(self)
        self.setItemDelegate(self._delegate)
        theme.signals.theme_changed.connect(self.viewport().update)

    def set_tall(self, is_tall: bool) -> None:
        """Show a second line below each name."""
        if is_tall != self._delegate.is_tall:
            self._delegate.is_tall = is_tall
            self.scheduleDelayedItemsLayout()

    def node_at(self, index: QModelIndex) -> Node | None:
        """What a line stands for."""
        item = self.model().itemFromIndex(index) if index.isValid() else None  # type: ignore[attr-defined]
        return None if item is None else item.node

    def node_under(self, point: QPoint) -> Node | None:
        """What the line at a point of the viewport stands for, such as one that is dropped on."""
        return self.node_at(self.indexAt(point))

    @property
    def current_node(self) -> Node | None:
        """What the current line stands for."""
        return self.node_at(self.currentIndex())

    @property
    def is_current_seen(self) -> bool:
        """Whether the current line is in view, at least in part."""
        return self._is_seen(self.viewport().height())

    def _is_seen(self, height: int) -> bool:
        rect = self.visualRect(self.currentIndex())
        return rect.isValid() and rect.bottom() > 0 and rect.top() < height

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().height() > event.size().height() and self._is_seen(
            event.oldSize().height()
        ):
            self.scrollTo(self.currentIndex())

    # Mouse and keys

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        index = self.indexAt(point)
        is_left = event.button() is Qt.MouseButton.LeftButton
        if is_left and self._is_on_close(index, point):
            self.close_clicked.emit(self.node_at(index))
            return
        super().mouseReleaseEvent(event)
        if not is_left or not self.visualRect(index).contains(point):
            return
        severity = self._severity_at(point)
        if self._is_on_link(index, point):
            self.link_clicked.emit(self.node_at(index))
        elif severity is not None and index.data(SESSION_ROLE) is not None:
            self.count_clicked.emit(index.data(SESSION_ROLE), severity)
        else:
            self.node_clicked.emit(self.node_at(index))

    def _is_on_close(self, index: QModelIndex, point: QPoint) -> bool:
        is_there = self._delegate.is_on_close(self.visualRect(index), point)
        return is_there and bool(index.data(CLOSABLE_ROLE))

    def _is_on_link(self, index: QModelIndex, point: QPoint) -> bool:
        place = self._delegate.link_rect(self.visualRect(index), index, self.font())
        return place.isValid() and place.contains(point)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        point = event.position().toPoint()
        is_link = self._severity_at(point) is not None or self._is_on_link(
            self.indexAt(point), point
        )
        shape = Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def _severity_at(self, point: QPoint) -> Severity | None:
        """The severity whose count is drawn there."""
        index = self.indexAt(point)
        found = self._delegate.count_at(self.visualRect(index), index, self.fontMetrics(), point)
        return None if found is None else Severity(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if event.key() == Qt.Key.Key_Delete and index.data(CLOSABLE_ROLE):
            self.close_clicked.emit(self.node_at(index))
        elif event.key() in OPENING_KEYS and index.isValid():
            self.node_clicked.emit(self.node_at(index))
        else:
            super().keyPressEvent(event)

    def _on_menu_requested(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if index.isValid():
            self.menu_requested.emit(self.node_at(index), self.viewport().mapToGlobal(place))

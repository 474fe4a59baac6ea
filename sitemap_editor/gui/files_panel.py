"""The open documents: an index above its children, with their findings and whether edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QMenu,
    QStackedWidget,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _

from . import icons, theme
from .empty_state import EmptyState
from .file_delegate import COUNTS_ROLE, EDITED_ROLE, ICON_ROLE, SESSION_ROLE, FileDelegate
from .file_tree import arrange
from .naming import name_menu
from .repairs.words import repairs_text
from .severities import count_text

if TYPE_CHECKING:
    from .session import Session
    from .workspace import Workspace

REARRANGE_MS = 300
"""Rest after an edit of an index before its children are looked up again."""


class FilesPanel(QFrame):
    """The tree of open documents; a click shows one.

    ``close_requested`` carries a Session, ``severity_requested`` the Severity whose entries in the
    active document are to be shown. The window gives the actions of the context menu; they
    apply to the active document, which a right click chooses first.
    """

    close_requested = Signal(object)
    severity_requested = Signal(object)
    open_requested = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filesPanel")
        self.setAccessibleName(_("Files"))
        theme.set_role(self, "card")
        self._workspace = workspace
        self._actions: list[QAction] = []
        self.model = QStandardItemModel(self)
        self.view = _FilesView()
        self.view.setModel(self.model)
        self.view.close_clicked.connect(self.close_requested)
        self.view.count_clicked.connect(self._on_count_clicked)
        self.view.menu_requested.connect(self._show_menu)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self._empty = EmptyState(_("No file is open."), _("Open…"))
        self._empty.clicked.connect(self.open_requested)
        self._timer = QTimer(self, singleShot=True, interval=REARRANGE_MS)
        self._timer.timeout.connect(self.rebuild)
        self._assemble()
        self._listen(workspace)
        self.rebuild()

    def _assemble(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, theme.GRID // 2, 1, theme.GRID // 2)
        self._stack = QStackedWidget()
        self._stack.setAccessibleName(_("Files"))
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.view)
        outer.addWidget(self._stack)

    def _listen(self, workspace: Workspace) -> None:
        for session in workspace.sessions:
            self._follow(session)
        workspace.session_opened.connect(self._on_session_opened)
        workspace.session_closed.connect(self._on_session_closed)
        workspace.active_changed.connect(self._on_active_changed)

    def set_session(self, session: Session | None) -> None:
        """Select this document."""
        self._on_active_changed(session)

    def set_context_actions(self, actions: Sequence[QAction]) -> None:
        """Offer these in the context menu, below Close."""
        self._actions = list(actions)

    def _follow(self, session: Session) -> None:
        session.state_changed.connect(self._on_session_changed)
        session.findings_changed.connect(self._on_session_changed)
        session.checking_changed.connect(self._on_session_changed)
        session.changed.connect(self._timer.start)

    def _on_session_opened(self, session: Session) -> None:
        self._follow(session)
        self.rebuild()

    def _on_session_closed(self, _session: Session) -> None:
        self.rebuild()

    def _on_session_changed(self, _ignored: bool = False) -> None:
        for item in self._items():
            _fill(item)

    def _on_active_changed(self, session: Session | None) -> None:
        for item in self._items():
            if item.data(SESSION_ROLE) is session:
                self.view.setCurrentIndex(item.index())

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        session = current.data(SESSION_ROLE)
        if session is not None:
            self._workspace.activate(session)

    def rebuild(self) -> None:
        """Arrange the open documents anew; what was folded away unfolds."""
        active = self._workspace.active
        blocker = self.view.selectionModel().blockSignals(True)
        self.model.clear()
        for branch in arrange(self._workspace.sessions):
            item = _item(branch.session)
            self.model.appendRow(item)
            for child in branch.children:
                item.appendRow(_item(child))
        self.view.selectionModel().blockSignals(blocker)
        self.view.setRootIsDecorated(any(b.rowCount() for b in self._items()))
        self.view.expandAll()
        self._stack.setCurrentIndex(1 if self.model.rowCount() else 0)
        self._on_active_changed(active)

    def _items(self) -> list[QStandardItem]:
        tops = [self.model.item(row) for row in range(self.model.rowCount())]
        return [item for top in tops for item in (top, *_children(top))]

    def _show_menu(self, session: Session, place: QPoint) -> None:
        self._workspace.activate(session)
        menu = QMenu(self)
        name_menu(menu, session.name)
        closing = menu.addAction(icons.icon("close"), _("Close"))
        closing.triggered.connect(lambda: self.close_requested.emit(session))
        self._add_counts(menu, session)
        if self._actions:
            menu.addSeparator()
            menu.addActions(self._actions)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _on_count_clicked(self, session: Session, severity: Severity) -> None:
        self._workspace.activate(session)
        self.severity_requested.emit(severity)

    def _add_counts(self, menu: QMenu, session: Session) -> None:
        """What a click on the counts does, for the keyboard."""
        counts = dict(session.report.counts) if session.report is not None else {}
        for severity in _MARKED:
            if counts.get(severity):
                text = _("Show {count}").format(count=count_text(severity, counts[severity]))
                action = menu.addAction(icons.icon(severity), text)
                action.triggered.connect(
                    lambda _on, severity=severity: self._on_count_clicked(session, severity)
                )


def _children(item: QStandardItem) -> list[QStandardItem]:
    return [item.child(row) for row in range(item.rowCount())]


def _item(session: Session) -> QStandardItem:
    item = QStandardItem()
    item.setEditable(False)
    item.setData(session, SESSION_ROLE)
    _fill(item)
    return item


_ICONS = {
    "urlset": "file",
    "sitemapindex": "index",
    "text": "text-list",
    "robots": "robots",
    "rss": "feed",
    "atom": "feed",
}


def _fill(item: QStandardItem) -> None:
    """Put what is shown of a document into its item."""
    session: Session = item.data(SESSION_ROLE)
    report = session.report
    counts = dict(report.counts) if report is not None else {}
    item.setText(session.name)
    item.setData(_ICONS[session.doc.kind], ICON_ROLE)
    item.setData(session.is_modified, EDITED_ROLE)
    item.setData(tuple(counts.get(s, 0) for s in _MARKED), COUNTS_ROLE)
    words = [count_text(s, counts[s]) for s in _MARKED if counts.get(s)]
    if session.is_modified:
        words.append(_("edited"))
    if session.doc.mending is not None:
        words.append(repairs_text(len(session.doc.mending.repairs)))
    item.setData(", ".join([session.name, *words]), Qt.ItemDataRole.AccessibleTextRole)
    place = str(session.path) if session.path is not None else _("Not saved yet")
    item.setToolTip("\n".join([place, *words]))


_MARKED = (Severity.ERROR, Severity.WARNING)


class _FilesView(QTreeView):
    """The tree; a click on the cross of a row asks to close its document.

    One on a count asks for the entries it counts: ``count_clicked`` carries Session and Severity.
    """

    close_clicked = Signal(object)
    count_clicked = Signal(object, object)
    menu_requested = Signal(object, QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("Open files"))
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformRowHeights(True)
        self.setIndentation(theme.GRID * 2)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self._delegate = FileDelegate(self)
        self.setItemDelegate(self._delegate)
        theme.signals.theme_changed.connect(self.viewport().update)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        is_left = event.button() is Qt.MouseButton.LeftButton
        if is_left and self._delegate.is_on_close(
            self.visualRect(index), event.position().toPoint()
        ):
            self.close_clicked.emit(index.data(SESSION_ROLE))
            return
        super().mouseReleaseEvent(event)
        severity = self._severity_at(event.position().toPoint())
        if is_left and severity is not None:
            self.count_clicked.emit(index.data(SESSION_ROLE), severity)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        is_link = self._severity_at(event.position().toPoint()) is not None
        shape = Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def _severity_at(self, point: QPoint) -> Severity | None:
        """The severity whose count is drawn there."""
        index = self.indexAt(point)
        found = self._delegate.count_at(self.visualRect(index), index, self.fontMetrics(), point)
        return None if found is None else Severity(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.currentIndex().isValid():
            self.close_clicked.emit(self.currentIndex().data(SESSION_ROLE))
            return
        super().keyPressEvent(event)

    def _on_menu_requested(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if index.isValid():
            self.menu_requested.emit(index.data(SESSION_ROLE), self.viewport().mapToGlobal(place))

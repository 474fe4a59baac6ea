"""The files of the window: sets with what belongs to them, open or not, and single documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QFrame, QMenu, QStackedWidget, QVBoxLayout, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.gui.files.delegate import SESSION_ROLE
from sitemap_editor.gui.files.folder_line import FolderLine
from sitemap_editor.gui.files.item import FileItem, link_of
from sitemap_editor.gui.files.totals_line import TotalsLine
from sitemap_editor.gui.files.view import FilesView
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.gui.sets import words
from sitemap_editor.gui.sets.tree import Node, tree_of
from sitemap_editor.gui.severities import count_text
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.sets.open_set import OpenSet
    from sitemap_editor.gui.sets.row import Row
    from sitemap_editor.gui.workspace import Workspace

REARRANGE_MS = 300
"""Rest after an edit of an index before its children are looked up again."""


class FilesPanel(QFrame):
    """The tree of files; a click shows one, which is read first when it is not open.

    ``close_requested`` carries a Session, ``set_close_requested`` an OpenSet,
    ``severity_requested`` the Severity whose entries in the active document are to be shown,
    ``link_requested`` what is to be done about the row that is chosen. The window gives the
    actions of the context menu; they apply to the active document, which a right click chooses
    first, or to the chosen row.
    """

    close_requested = Signal(object)
    set_close_requested = Signal(object)
    severity_requested = Signal(object)
    open_requested = Signal()
    link_requested = Signal(str)
    chosen_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filesPanel")
        self.setAccessibleName(_("Files"))
        theme.set_role(self, "card")
        self._workspace = workspace
        self._actions: list[QAction] = []
        self._set_actions: list[QAction] = []
        self._shape: list[tuple[int, str]] = []
        self._folded: set[str] = set()
        self.model = QStandardItemModel(self)
        self.view = FilesView()
        self.view.setModel(self.model)
        self._empty = EmptyState(_("No file is open."), _("Open…"))
        self.folder_line = FolderLine()
        self.totals = TotalsLine()
        self._timer = QTimer(self, singleShot=True, interval=REARRANGE_MS)
        self._timer.timeout.connect(self.rebuild)
        self._assemble()
        self._connect()
        self._listen(workspace)
        self.rebuild()

    def _assemble(self) -> None:
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, theme.GRID // 2, 1, theme.GRID // 2)
        outer.setSpacing(0)
        self._stack = QStackedWidget()
        self._stack.setAccessibleName(_("Files"))
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.view)
        outer.addWidget(self.folder_line)
        outer.addWidget(self._stack, 1)
        outer.addWidget(self.totals)

    def _connect(self) -> None:
        self.view.close_clicked.connect(self._on_close_clicked)
        self.view.count_clicked.connect(self._on_count_clicked)
        self.view.node_clicked.connect(self._on_node_clicked)
        self.view.link_clicked.connect(self._on_link_clicked)
        self.view.menu_requested.connect(self._show_menu)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.view.collapsed.connect(lambda index: self._note_folded(index, True))
        self.view.expanded.connect(lambda index: self._note_folded(index, False))
        self._empty.clicked.connect(self.open_requested)

    def _listen(self, workspace: Workspace) -> None:
        for session in workspace.sessions:
            self._follow(session)
        workspace.session_opened.connect(self._on_session_opened)
        workspace.session_closed.connect(lambda _session: self.rebuild())
        workspace.active_changed.connect(self._on_active_changed)
        workspace.sets_changed.connect(self._on_sets_changed)

    def set_session(self, session: Session | None) -> None:
        """Select this document."""
        self._on_active_changed(session)

    def set_context_actions(
        self, actions: Sequence[QAction], of_sets: Sequence[QAction] = ()
    ) -> None:
        """Offer these in the context menu, below Close; ``of_sets`` about a file of a set."""
        self._actions = list(actions)
        self._set_actions = list(of_sets)

    # What is chosen

    @property
    def chosen(self) -> Row | None:
        """The file of a set whose line is the current one."""
        node = self.view.current_node
        return None if node is None else node.row

    @property
    def chosen_set(self) -> OpenSet | None:
        """The set of the current line, or of the document shown."""
        node = self.view.current_node
        if node is not None and node.set is not None:
            return node.set
        active = self._workspace.active
        return None if active is None else self._workspace.set_of(active)

    def choose(self, row: Row) -> None:
        """Make the line of a file the current one."""
        for item in self._items():
            if item.node.row is row:
                self.view.setCurrentIndex(item.index())

    # What goes on

    def _follow(self, session: Session) -> None:
        session.state_changed.connect(self._repaint)
        session.findings_changed.connect(self._repaint)
        session.checking_changed.connect(self._repaint)
        session.changed.connect(lambda _change: self._on_session_edited(session))

    def _on_session_edited(self, session: Session) -> None:
        """Look up anew what an index without a file names; a set does so by itself."""
        if session.doc.kind is Kind.SITEMAPINDEX and session.path is None:
            self._timer.start()

    def _on_session_opened(self, session: Session) -> None:
        self._follow(session)
        self.rebuild()

    def _on_sets_changed(self) -> None:
        for one in self._workspace.sets:
            one.row_changed.connect(self._repaint, Qt.ConnectionType.UniqueConnection)
        self.rebuild()

    def _repaint(self, _ignored: object = None) -> None:
        """Show what is new about lines, all of which read it when they are painted."""
        self.view.viewport().update()
        self.totals.refresh_soon()

    def _on_active_changed(self, session: Session | None) -> None:
        current = self.view.current_node
        if session is not None and (current is None or current.session is not session):
            self._select(session)
        self._show_set()

    def _select(self, session: Session | None) -> None:
        for item in self._items():
            if session is not None and item.node.session is session:
                self.view.setCurrentIndex(item.index())

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        session = current.data(SESSION_ROLE)
        if session is not None:
            self._workspace.activate(session)
        self._show_set()
        self.chosen_changed.emit()

    def _on_node_clicked(self, node: Node) -> None:
        if node.session is None and node.row is not None and node.set is not None:
            node.set.open(node.row)

    def _on_link_clicked(self, node: Node) -> None:
        self.link_requested.emit(link_of(node))

    def _on_close_clicked(self, node: Node) -> None:
        if node.session is not None:
            self.close_requested.emit(node.session)
        elif node.is_top:
            self.set_close_requested.emit(node.set)

    def _show_set(self) -> None:
        """Show the figures of the set that is looked at, and ask where its files are."""
        one = self.chosen_set
        self.totals.set_set(one)
        asking = one if one is not None and one.asks_for_folder else None
        self.folder_line.set_set(asking)

    # The tree

    def rebuild(self) -> None:
        """Arrange the files anew, unless they are the same; what was folded away stays so."""
        nodes = tree_of(self._workspace.sessions, self._workspace.sets)
        flat = list(_flat(nodes))
        shape = [(depth, node.key) for depth, node in flat]
        if shape == self._shape:
            for item, (_depth, node) in zip(self._items(), flat, strict=True):
                item.node = node
            self._repaint()
            self._keep_current()
            return
        self._shape = shape
        self._fill(nodes)
        self._stack.setCurrentIndex(1 if nodes else 0)
        self.view.set_tall(any(node.set is not None for node in nodes))
        self._keep_current()
        self.totals.refresh_soon()

    def _keep_current(self) -> None:
        """Let a closed file stay the current line, else the document shown be it."""
        current = self.view.current_node
        if current is None or current.session is not None:
            self._on_active_changed(self._workspace.active)
        self._show_set()
        self.chosen_changed.emit()

    def _fill(self, nodes: Sequence[Node]) -> None:
        bar, folded = self.view.verticalScrollBar(), set(self._folded)
        place, chosen = bar.value(), self.view.current_node
        key = chosen.key if chosen is not None else ""
        was_seen = self.view.is_current_seen
        blocker = self.view.selectionModel().blockSignals(True)
        self.model.clear()
        for node in nodes:
            self.model.appendRow(_item(node))
        self.view.setRootIsDecorated(any(node.children for node in nodes))
        for item in self._items():
            if item.node.children and item.node.key not in folded:
                self.view.expand(item.index())
            if key and item.node.key == key:
                self.view.setCurrentIndex(item.index())
        self.view.selectionModel().blockSignals(blocker)
        bar.setValue(place)
        if was_seen:
            self.view.scrollTo(self.view.currentIndex())

    def _note_folded(self, index: QModelIndex, is_folded: bool) -> None:
        node = self.view.node_at(index)
        if node is not None:
            (self._folded.add if is_folded else self._folded.discard)(node.key)

    def _items(self) -> list[FileItem]:
        tops = [self.model.item(row) for row in range(self.model.rowCount())]
        return [item for top in tops for item in _with_children(top)]

    # The menu of a line

    def _show_menu(self, node: Node, place: QPoint) -> None:
        if node.session is not None:
            self._workspace.activate(node.session)
        self.chosen_changed.emit()
        menu = QMenu(self)
        name_menu(menu, words.name_of(node))
        self._add_opening(menu, node)
        if node.set is not None and self._set_actions:
            menu.addSeparator()
            menu.addActions([one for one in self._set_actions if one.isEnabled()])
        if node.session is not None and self._actions:
            menu.addSeparator()
            menu.addActions(self._actions)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(place)

    def _add_opening(self, menu: QMenu, node: Node) -> None:
        if node.session is not None or node.is_top:
            closing = menu.addAction(icons.icon("close"), _("Close"))
            closing.triggered.connect(lambda: self._on_close_clicked(node))
        if node.session is not None:
            self._add_counts(menu, node.session)
        elif node.row is not None and node.row.is_there:
            opening = menu.addAction(icons.icon("open"), _("Open"))
            opening.triggered.connect(lambda: self._on_node_clicked(node))

    def _on_count_clicked(self, session: Session, severity: Severity) -> None:
        self._workspace.activate(session)
        self.severity_requested.emit(severity)

    def _add_counts(self, menu: QMenu, session: Session) -> None:
        """What a click on the counts does, for the keyboard."""
        counts = dict(session.report.counts) if session.report is not None else {}
        for severity in words.MARKED:
            if counts.get(severity):
                text = _("Show {count}").format(count=count_text(severity, counts[severity]))
                action = menu.addAction(icons.icon(severity), text)
                action.triggered.connect(
                    lambda _on, severity=severity: self._on_count_clicked(session, severity)
                )


def _flat(nodes: Sequence[Node], depth: int = 0) -> Iterator[tuple[int, Node]]:
    for node in nodes:
        yield depth, node
        yield from _flat(node.children, depth + 1)


def _item(node: Node) -> FileItem:
    item = FileItem(node)
    if node.children:
        item.appendRows([_item(child) for child in node.children])
    return item


def _with_children(item: QStandardItem) -> Iterator[FileItem]:
    assert isinstance(item, FileItem)
    yield item
    for row in range(item.rowCount()):
        yield from _with_children(item.child(row))

"""The window: puts the parts together and passes their signals on; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QMenu, QStackedWidget, QWidget

from sitemap_editor.gui.files.panel import FilesPanel
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Interaction
from sitemap_editor.support.settings import Settings, recent_files, remember_file

from . import theme
from .action_set import ActionSet
from .actions.sets import CONTEXT_MENU
from .commands import (
    closing,
    decisions,
    entries,
    files,
    findings,
    history,
    imports,
    published,
    refused,
    repairs,
    rules,
    sets,
    splitting,
    texts,
    transfer,
)
from .commands.context import Context
from .docks import arrange_docks, docks_of, make_docks
from .interaction import QtInteraction
from .jobs import JobRunner
from .menus import FILE_MENU, TABLE_MENU, add_actions, fill_menu_bar
from .naming import name_menu
from .profiles import chosen_profiles
from .session import Session
from .status_bar import StatusBar
from .submenus import ProfileButton, make_submenus
from .table.arrangement import SEVERITY_PREFIX
from .table.pane import EntryPane
from .toolbar import ToolBar
from .welcome import WelcomePage
from .workspace import Workspace

STATE_VERSION = 1
USUAL_SIZE = QSize(1440, 900)
FRAME = QSize(16, 48)
"""Room for the frame that the system puts around a window."""


class MainWindow(QMainWindow):
    """One window with any number of open documents."""

    def __init__(self, settings: Settings, interaction: Interaction | None = None) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
        self.settings = settings
        self.jobs = JobRunner(self)
        self.workspace = Workspace(self.jobs, self)
        self.pane = EntryPane(self.workspace, settings)
        self.welcome = WelcomePage()
        self.files_panel = FilesPanel(self.workspace)
        self.panels = make_docks(self, self.files_panel)
        self.status = StatusBar(self.jobs)
        self.setStatusBar(self.status)
        self.context = Context(
            window=self,
            workspace=self.workspace,
            pane=self.pane,
            settings=settings,
            interaction=interaction or QtInteraction(self),
            notify=self.show_notice,
            panels=self.panels,
        )
        self.workspace.profiles = chosen_profiles(settings)
        self.workspace.settings = settings
        self._followed: Session | None = None
        self._layout_with_document: bytes | None = None
        self._docks_with_document: list[QDockWidget] = []
        self._is_closing = False
        self._parts_due: list[QWidget] = []
        self._closing_timer = QTimer(self, singleShot=True, interval=0)
        self._closing_timer.timeout.connect(self.close_for_good)
        self._parts_timer = QTimer(self, singleShot=True, interval=0)
        self._parts_timer.timeout.connect(self._on_parts_timer_timeout)
        self._assemble()
        self._connect()
        self._restore()
        self._on_active_changed(None)

    # How it is put together

    def _assemble(self) -> None:
        self.center = QStackedWidget()
        self.center.setAccessibleName(_("Document"))
        self.center.addWidget(self.welcome)
        self.center.addWidget(self.pane)
        self.setCentralWidget(self.center)
        self.action_set = ActionSet(self.context)
        fill_menu_bar(self, self.action_set, make_submenus(self.context, self.action_set))
        self.profile = ProfileButton(self.context, self)
        self.toolbar = ToolBar(self.action_set, self.profile, self)
        self.addToolBar(self.toolbar)
        self.files_panel.set_context_actions(
            [self.action_set[name] for name in FILE_MENU],
            [self.action_set[name] for name in CONTEXT_MENU],
        )
        self._refresh_timer = QTimer(self, singleShot=True, interval=0)
        self._refresh_timer.timeout.connect(self.action_set.refresh)

    def _connect(self) -> None:
        context = self.context
        self.workspace.active_changed.connect(self._on_active_changed)
        self.workspace.session_opened.connect(self._on_session_opened)
        self.workspace.session_closed.connect(self._on_session_closed)
        self.workspace.opening_failed.connect(
            lambda failures: refused.report_opening_failed(context, failures)
        )
        self.workspace.path_opened.connect(self._on_path_opened)
        self.welcome.open_requested.connect(lambda: files.open_files(context))
        self.welcome.new_requested.connect(lambda: files.new(context))
        self.welcome.import_requested.connect(lambda: imports.import_list(context))
        self.welcome.paste_requested.connect(lambda: files.paste_anew(context))
        self.welcome.sample_requested.connect(lambda: files.open_sample(context))
        self.welcome.path_requested.connect(lambda path: self.open_paths([path]))
        self.files_panel.open_requested.connect(lambda: files.open_files(context))
        self.files_panel.close_requested.connect(
            lambda session: closing.close_session(context, session)
        )
        self.files_panel.severity_requested.connect(self._on_severity_requested)
        sets.connect(context, self.files_panel, self.action_set.refresh)
        transfer.connect(context, self.files_panel.view)
        self.status.severity_requested.connect(self._on_severity_requested)
        self.status.limits.split_requested.connect(lambda: splitting.split(context))
        self.status.properties_requested.connect(lambda: files.properties(context))
        self._connect_table()
        self._connect_panels()

    def _connect_table(self) -> None:
        context, pane = self.context, self.pane
        pane.edit_requested.connect(
            lambda entry, field, text: entries.edit_cell(context, entry, field, text)
        )
        pane.add_requested.connect(lambda: entries.add(context))
        pane.notice_given.connect(self.show_notice)
        pane.banner.show_requested.connect(lambda: repairs.show(context))
        pane.table.selection_changed.connect(self._on_selection_changed)
        pane.table.customContextMenuRequested.connect(self._on_table_menu_requested)

    def _connect_panels(self) -> None:
        context = self.context
        inspector, panel = self.panels["entryInspector"], self.panels["findingsPanel"]
        for part in (inspector, panel):
            part.fix_requested.connect(  # type: ignore[attr-defined]
                lambda code, entry: findings.fix(context, code, entry)
            )
        inspector.help_requested.connect(partial(rules.show_rule, context))  # type: ignore[attr-defined]
        inspector.ignore_requested.connect(partial(decisions.ignore, context))  # type: ignore[attr-defined]
        inspector.address_written.connect(partial(entries.warn_about_twin, context))  # type: ignore[attr-defined]
        inspector.xml_offered.connect(partial(entries.offer_xml, context))  # type: ignore[attr-defined]
        panel.entry_activated.connect(self.pane.reveal)  # type: ignore[attr-defined]
        panel.filter_requested.connect(self.pane.show_finding)  # type: ignore[attr-defined]
        panel.fix_all_requested.connect(  # type: ignore[attr-defined]
            lambda: findings.fix_all_safe(context)
        )
        decisions.connect(context, panel)  # type: ignore[arg-type]

    # What it passes on

    def open_paths(self, paths: Iterable[str | Path]) -> None:
        """Open files; lists that can be nothing else are brought in."""
        imports.open_any(self.context, paths)

    def show_notice(self, text: str) -> None:
        """Say something in the status bar for a while."""
        self.status.show_notice(text)

    def _on_session_opened(self, session: Session) -> None:
        budget = self.settings.get(declared.UNDO_BUDGET_MB)
        session.doc.history.budget = budget * 1024 * 1024
        published.follow(session, self.settings)
        history.follow(self.context, session)

    def _on_path_opened(self, path: Path) -> None:
        remember_file(self.settings, path)

    def _on_active_changed(self, session: Session | None) -> None:
        if self._followed is not None:
            self._followed.state_changed.disconnect(self._on_state_changed)
            self._followed.findings_changed.disconnect(self._refresh_timer.start)
        self._followed = session
        if session is not None:
            session.state_changed.connect(self._on_state_changed)
            session.findings_changed.connect(self._refresh_timer.start)
        self._show_document(session is not None)
        # The rows come first; of a big document each panel has some milliseconds to do.
        self._parts_due = [*self.panels.values(), self.status]
        self._parts_timer.start()
        self._on_state_changed()

    def _on_parts_timer_timeout(self) -> None:
        if self._parts_due:
            self._parts_due.pop(0).set_session(self.workspace.active)  # type: ignore[attr-defined]
            self._parts_timer.start()

    @property
    def is_filling(self) -> bool:
        """Whether some panels have yet to show the document."""
        return bool(self._parts_due)

    def _on_session_closed(self, _session: Session) -> None:
        """Let every part leave the session that is about to go."""
        while self._parts_due:
            self._on_parts_timer_timeout()
        self._refresh_timer.start()

    def _show_document(self, is_shown: bool) -> None:
        """Show table and panels, or the welcome page alone."""
        if not is_shown:
            self.welcome.set_recent(recent_files(self.settings))
        if is_shown == (self.center.currentWidget() is self.pane):
            return
        if is_shown:
            self.center.setCurrentWidget(self.pane)
            for dock in self._docks_with_document:
                dock.show()
            if self._layout_with_document is None:
                arrange_docks(self)
        else:
            self._leave_document()
            self.center.setCurrentWidget(self.welcome)

    def _leave_document(self) -> None:
        """Hide the panels, which have nothing to show, and remember how they were."""
        if self.isVisible():
            self._layout_with_document = self._layout()
        self._docks_with_document = [dock for dock in docks_of(self) if not dock.isHidden()]
        for dock in self._docks_with_document:
            dock.hide()

    def _on_state_changed(self) -> None:
        session = self.workspace.active
        title = _("Sitemap Editor")
        if session is not None:
            title = f"{session.name}[*] – {title}"
        self.setWindowTitle(title)
        self.setWindowModified(session is not None and session.is_modified)
        self._refresh_timer.start()

    def _on_selection_changed(self) -> None:
        inspector = self.panels["entryInspector"]
        inspector.set_selected_count(self.pane.table.selected_row_count())  # type: ignore[attr-defined]
        self._refresh_timer.start()

    def _on_severity_requested(self, severity: Severity) -> None:
        self.pane.filter_bar.show_finding(f"{SEVERITY_PREFIX}{severity}")

    def _on_table_menu_requested(self, point: QPoint) -> None:
        menu = QMenu(self)
        name_menu(menu, _("Entries"))
        self.action_set.refresh()
        add_actions(menu, self.action_set, TABLE_MENU)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.pane.table.viewport().mapToGlobal(point))

    # Files dropped

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        imports.take_dropped(self.context, paths)

    # State kept

    def _restore(self) -> None:
        if not self.restoreGeometry(self.settings.get(declared.WINDOW_GEOMETRY)):
            self.resize(USUAL_SIZE.boundedTo(self.screen().availableSize() - FRAME))
        state = self.settings.get(declared.WINDOW_STATE)
        self._layout_with_document = state or None
        self.center.setCurrentWidget(self.pane)  # so that the welcome page comes as a change
        if state:
            self.restoreState(state, STATE_VERSION)

    def _layout(self) -> bytes:
        return bytes(self.saveState(STATE_VERSION).data())

    def _keep(self) -> None:
        if self.center.currentWidget() is self.pane:
            self._layout_with_document = self._layout()
        self.settings.set(declared.WINDOW_GEOMETRY, bytes(self.saveGeometry().data()))
        if self._layout_with_document is not None:
            self.settings.set(declared.WINDOW_STATE, self._layout_with_document)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._is_closing and not texts.close_all(self.context):
            event.ignore()
            return
        if self._is_closing or not self._has_changes():
            self._end()
            event.accept()
            return
        event.ignore()
        # As long as this event is handled Qt takes no other one to close.
        closing.close_all(self.context, list(self.workspace.sessions), self._closing_timer.start)

    def _has_changes(self) -> bool:
        sessions = self.workspace.sessions
        return not self.context.commit() or any(s.is_modified or s.is_busy for s in sessions)

    def close_for_good(self) -> None:
        """Close without asking."""
        self._is_closing = True
        self.close()

    def _end(self) -> None:
        self._keep()
        for part in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if part.isWindow():
                part.hide()
        self.jobs.shutdown()
        for session in self.workspace.sessions:
            session.close()

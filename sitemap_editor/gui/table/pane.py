"""Filter bar and table as one: what stands in the middle of the window."""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from sitemap_editor.document.edits import Change
from sitemap_editor.gui.repairs.banner import RepairBanner
from sitemap_editor.gui.robots.page import RobotsPage
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.workspace import Workspace
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.settings import Settings

from .arrangement import Arrangement
from .empty_overlay import EmptyOverlay
from .filter_bar import FilterBar
from .model import EntryModel
from .view import EntryTable


@dataclass(frozen=True, slots=True)
class _Shown:
    """Model and query of one session."""

    model: EntryModel
    arrangement: Arrangement
    kind: Kind


class EntryPane(QFrame):
    """The entries of the active session, filtered and sorted.

    ``edit_requested`` carries EntryId, field and the text entered in a cell, ``add_requested``
    comes from an empty document, ``notice_given`` carries a sentence for the status bar.
    """

    edit_requested = Signal(object, str, str)
    add_requested = Signal()
    notice_given = Signal(str)

    def __init__(
        self, workspace: Workspace, settings: Settings, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Entries"))
        self.setProperty("role", "card")
        self._shown: dict[Session, _Shown] = {}
        self.filter_bar = FilterBar(self)
        self.table = EntryTable(settings, self)
        self.empty = EmptyOverlay(self.table)
        self.robots_page = RobotsPage(self)
        self.robots = self.robots_page.edit
        self.banner = RepairBanner(self)
        self._stack = QStackedWidget(self)
        self._stack.setAccessibleName(_("Entries"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self.banner)
        layout.addWidget(self._stack, 1)
        self._entries = QWidget()
        self._stack.addWidget(self._entries)
        self._stack.addWidget(self.robots_page)
        entries = QVBoxLayout(self._entries)
        entries.setContentsMargins(0, 0, 0, 0)
        entries.setSpacing(0)
        entries.addWidget(self.filter_bar)
        entries.addWidget(self.table, 1)
        self.table.header.sort_requested.connect(self._on_sort_requested)
        self.table.delegate.refused.connect(self.notice_given)
        self.filter_bar.cleared.connect(self._on_filter_cleared)
        self.filter_bar.left_downwards.connect(self.table.setFocus)
        self.empty.clicked.connect(self._on_empty_clicked)
        workspace.active_changing.connect(self.commit)
        workspace.active_changed.connect(self.set_session)
        workspace.session_closed.connect(self._on_session_closed)
        self.set_session(workspace.active)

    # Which document

    @property
    def arrangement(self) -> Arrangement | None:
        """The query of the document shown."""
        return self.filter_bar.arrangement

    @property
    def model(self) -> EntryModel | None:
        """The model of the document shown."""
        return self.table.entries

    def set_session(self, session: Session | None) -> None:
        """Show this document's entries."""
        is_robots = session is not None and session.doc.kind is Kind.ROBOTS
        shown = self._shown_of(session) if session is not None and not is_robots else None
        self.banner.set_session(session)
        self.robots.set_session(session if is_robots else None)
        self._stack.setCurrentWidget(self.robots_page if is_robots else self._entries)
        self.table.show_model(shown.model if shown else None)
        self.filter_bar.set_arrangement(shown.arrangement if shown else None)
        self._show_sort()
        self._refresh_empty_state()
        if session is not None:
            self.content.setFocus()

    @property
    def content(self) -> QWidget:
        """What shows the document: the table, or the text of a robots.txt."""
        is_robots = self._stack.currentWidget() is self.robots_page
        return self.robots if is_robots else self.table

    def commit(self) -> None:
        """Take over what is being typed."""
        self.table.commit()
        self.robots.commit()

    def _shown_of(self, session: Session) -> _Shown:
        shown = self._shown.get(session)
        if shown is None:
            model = EntryModel(session, self)
            arrangement = Arrangement(model, model)
            shown = self._shown[session] = _Shown(model, arrangement, session.doc.kind)
            model.edit_requested.connect(self.edit_requested)
            model.rows_changed.connect(self._refresh_empty_state)
            arrangement.query_changed.connect(self._show_sort)
            session.current_changed.connect(self._on_session_current_changed)
            session.changed.connect(self._on_session_changed)
        return shown

    def _on_session_changed(self, change: Change) -> None:
        """Show a document anew that has become one of another kind, with other fields."""
        for session, shown in list(self._shown.items()) if change.frame else ():
            if session.doc.kind is shown.kind:
                continue
            session.current_changed.disconnect(self._on_session_current_changed)
            session.changed.disconnect(self._on_session_changed)
            is_seen = self.model is shown.model
            self._on_session_closed(session)
            if is_seen:
                self.set_session(session)

    def _on_session_closed(self, session: Session) -> None:
        shown = self._shown.pop(session, None)
        if shown is not None:
            shown.model.deleteLater()

    # Sort and filter

    def _on_sort_requested(self, field: str | None, is_descending: bool) -> None:
        if self.arrangement is not None:
            self.table.commit()
            query = replace(
                self.arrangement.query,
                sort_field=field,
                is_descending=is_descending and field is not None,
            )
            self.arrangement.set_query(query)
            self._show_sort()  # a heading that cannot be sorted by has taken the arrow

    def _show_sort(self) -> None:
        if self.arrangement is not None:
            query = self.arrangement.query
            self.table.header.show_sort(query.sort_field, query.is_descending)

    def _on_filter_cleared(self) -> None:
        self.table.setFocus()
        model = self.model
        if model is not None:
            self.table.show_entry(model.session.current)

    def reveal(self, entry: EntryId, column: int | None = None) -> None:
        """Make an entry the current one, and clear the filter when it hides the entry."""
        if self.content is self.robots:
            self.robots.reveal(entry)
            return
        model, arrangement = self.model, self.arrangement
        if model is None or arrangement is None or not model.doc.has(entry):
            return
        if model.row_of(entry) is None:
            self.filter_bar.clear()
            self.notice_given.emit(_("The filter was cleared: it hid this entry."))
        self.table.show_entry(entry, column)
        model.session.set_current(entry, self.table)

    def show_finding(self, finding: str) -> None:
        """Show only entries with a finding; in a robots.txt go to the first such line."""
        session = self.robots.session
        if session is None:
            self.filter_bar.show_finding(finding)
            return
        found = session.report.ids_with(finding).tolist() if session.report is not None else []
        for entry in found[:1]:
            self.robots.reveal(EntryId(entry))
            self.robots.setFocus()

    def _on_session_current_changed(self, entry: EntryId | None) -> None:
        model = self.model
        if model is None or entry is None or model.session.current != entry:
            return
        origin = model.session.current_origin
        # Only a click somewhere may clear the filter; what follows by itself has no origin.
        if origin is not None and origin is not self.table:
            self.reveal(entry)

    # Nothing to show

    def _refresh_empty_state(self) -> None:
        model, arrangement = self.model, self.arrangement
        if model is None or arrangement is None or len(model.rows):
            self.empty.hide()
        elif len(model.doc) and arrangement.query.is_filtering:
            self.empty.say(_("No entry passes the filter."), _("Clear the filter"))
        elif not len(model.doc):
            self.empty.say(_("This sitemap has no entries yet."), _("Add an entry"))

    def _on_empty_clicked(self) -> None:
        model = self.model
        if model is not None and len(model.doc):
            self.filter_bar.clear()
        else:
            self.add_requested.emit()

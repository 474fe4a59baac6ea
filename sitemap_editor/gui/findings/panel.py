"""The findings of the active document: the list by rule, and beside it what to know and do."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number, ngettext, pgettext

from .address_line import AddressLine
from .address_needed import guessed_address, is_address_needed
from .details import FindingDetails
from .filters import Filter
from .model import FindingsModel
from .navigation import Route
from .requests import AskingPanel
from .row_menu import Subject, fill_ignore_menu, row_menu, stop_text
from .rows import Place, key_of
from .status_line import StatusLine
from .top_bar import TopBar
from .view import FindingsView

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.rules.report import Report, RuleGroup

    from .navigation import Ids

NARROW = 520
"""Below this width there is no room beside the question for the address."""
NARROWEST = 400
"""Below this width list and details do not stand beside each other."""
LOW = 320
"""Below this height they do not stand above each other."""
DETAILS_SHARE = 0.45


class FindingsPanel(AskingPanel):
    """Findings grouped by rule, worst first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findingsPanel")
        self.setAccessibleName(_("Findings"))
        theme.set_role(self, "card")
        self._session: Session | None = None
        self._shape: tuple[bool, bool, bool] | None = None
        self.model = FindingsModel(self)
        self.view = FindingsView(self.model)
        self.details = FindingDetails()
        self.bar = TopBar()
        self.search, self.chips, self.fix_all = self.bar.search, self.bar.chips, self.bar.fix_all
        self.address = AddressLine()
        self.line = StatusLine()
        self.empty = EmptyState()
        # An edit is followed by several signals; the list is read once, before the next paint.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._assemble()
        self._connect()
        self.set_session(None)

    # How it is put together

    def _assemble(self) -> None:
        self._splitter = QSplitter()
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.view)
        self._splitter.addWidget(self.details)
        self._splitter.setStretchFactor(0, 3)
        self._splitter.setStretchFactor(1, 2)
        self._stack = QStackedWidget()
        for part in (self._splitter, self._stack):
            part.setAccessibleName(_("Findings"))
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._splitter)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, theme.GRID // 2, 1, 1)
        outer.setSpacing(theme.GRID // 2)
        outer.addWidget(self.bar)
        outer.addLayout(_inset(self.address))
        outer.addWidget(self._stack, 1)
        outer.addWidget(self.line)

    def _connect(self) -> None:
        self._timer.timeout.connect(self._refresh)
        self.bar.changed.connect(self._on_filter_changed)
        self.search.left_downwards.connect(self.view.setFocus)
        self.fix_all.clicked.connect(lambda: self.fix_all_requested.emit())
        self.view.current_moved.connect(self._show_details)
        self.model.modelReset.connect(self._show_details)
        self.view.entry_clicked.connect(self.go_to)
        self.view.count_clicked.connect(self.filter_by)
        self.view.fix_clicked.connect(lambda code: self.fix(code, None))
        self.view.stop_clicked.connect(lambda code: self.unignore(code, None))
        self.view.menu_requested.connect(self._on_menu_requested)
        self.empty.clicked.connect(self.bar.clear)
        self.line.shown.clicked.connect(self.bar.clear)
        self.line.ignored.clicked.connect(self._on_ignored_clicked)
        self.line.decided.clicked.connect(lambda: self.policy_undo_requested.emit())
        self.address.answered.connect(self._on_address_answered)
        self.address.dismissed.connect(self._on_address_dismissed)
        self._connect_details()

    def _connect_details(self) -> None:
        details = self.details
        details.fix_clicked.connect(self._on_details_fix_clicked)
        details.fix_all_clicked.connect(lambda: self._of_current(lambda c: self.fix(c, None)))
        details.filter_clicked.connect(lambda: self._of_current(self.filter_by))
        details.explain_clicked.connect(lambda: self._of_current(self.explain))
        details.stop_clicked.connect(lambda: self._of_current(lambda c: self.unignore(c, None)))
        details.ignore_menu.aboutToShow.connect(self._on_ignore_menu_about_to_show)

    # What it shows

    @property
    def report(self) -> Report | None:
        """What the last check of the document found."""
        return self._session.report if self._session is not None else None

    def set_session(self, session: Session | None) -> None:
        """Show the findings of this document."""
        if self._session is not None:
            for signal in _followed(self._session):
                signal.disconnect(self._on_session_changed)
        if session is not self._session:
            self.line.say_decided("")
            self.address.start()
            is_robots = session is not None and session.doc.kind is Kind.ROBOTS
            self.address.set_example("robots.txt" if is_robots else "sitemap.xml")
        self._session = session
        if session is not None:
            for signal in _followed(session):
                signal.connect(self._on_session_changed)
        self.model.set_session(session)
        self._refresh()

    def _on_session_changed(self, *_values: object) -> None:
        self._timer.start()

    def _refresh(self) -> None:
        place = self.model.place(self.view.current_row)
        self.model.refresh()
        if place is not None:
            key = key_of(place.group)
            kept = self.model.rows.row_of(key, place.offset)
            kept = self.model.rows.row_of(key) if kept is None else kept
            if kept is not None and kept != self.view.current_row:
                self.view.set_current_row(kept)
        session = self._session
        self.chips.show_counts(self.model.counts)
        is_checking = session is not None and session.is_checking
        self.bar.note.setText(_("checking…") if is_checking else "")
        self._show_state()
        self._show_details()

    def _show_state(self) -> None:
        session, count = self._session, self.model.ignored_count
        if not count:
            self.model.set_shows_ignored(False)
        known, rows = self.model.known, self.model.rows
        self.bar.setVisible(bool(known) or self.model.shows_ignored)
        self.address.setVisible(is_address_needed(session))
        self.address.ask(guessed_address(session))
        listed = (len(rows.listed), len(known)) if self.model.filter.is_on and known else None
        self.line.say(listed=listed, ignored=count, shows_ignored=self.model.shows_ignored)
        self.line.say_problems(_problems_of(session) if session is not None else [])
        self._stack.setCurrentIndex(1 if rows.count else 0)
        is_hidden = bool(known) and not rows.count
        self.empty.show_text(self._empty_text(), pgettext("filter", "Clear") if is_hidden else "")
        self._fit_bar()
        # The worst comes first: what there is to know about it is no click away.
        if rows.count and self.view.current_row < 0:
            self.view.set_current_row(0)

    def _empty_text(self) -> str:
        session = self._session
        if session is None:
            return _("Open a sitemap to see what is wrong with it.")
        if self.model.known:
            return _("No finding matches.")
        if session.is_checking:
            return _("checking…")
        if session.report is None:
            return _("Not checked yet.")
        count = len(session.doc)
        return ngettext(
            "Nothing was found in {n} entry.", "Nothing was found in {n} entries.", count
        ).format(n=format_number(count))

    def _show_details(self) -> None:
        row = self.view.current_row
        place = self.model.place(row)
        group = place.group if place is not None else None
        self._tell(group, self.model.finding_at(row) or self.model.only(group))

    def _tell(self, group: RuleGroup | None, finding: Finding | None) -> None:
        self.details.show_finding(group, finding, self._session)
        subject = self._subject(Place(group)) if group is not None else None
        if subject is not None:
            self.details.stop.setText(stop_text(subject))

    def _on_filter_changed(self, wanted: Filter) -> None:
        self.model.set_filter(wanted)
        self._show_state()

    def _on_ignored_clicked(self) -> None:
        self.model.set_shows_ignored(not self.model.shows_ignored)
        self._show_state()
        if self.model.shows_ignored and self.model.rows.count:
            first = len(self.model.rows.groups) - len(self.model.rows.listed)
            group = self.model.rows.groups[-first] if first else self.model.rows.groups[0]
            self.view.set_current_row(self.model.rows.row_of(key_of(group)) or 0)

    def say_decided(self, text: str) -> None:
        """Say what was decided about the rules, with a link to take it back."""
        self.line.say_decided(text)

    def show_severity(self, severity: Severity) -> None:
        """List findings of one severity only."""
        self.chips.choose({severity})

    def show_rule(self, code: str) -> None:
        """Make the group of a rule the current row; a filter that hides it is cleared."""
        if any(group.code == code for group in self.model.known):
            if self.model.rows.row_of(code) is None:
                self.bar.clear()
            self.view.set_current_row(self.model.rows.row_of(code) or 0)

    @property
    def current_code(self) -> str | None:
        """The code of the rule that the current row is about."""
        place = self.model.place(self.view.current_row)
        return place.group.code if place is not None else None

    # From finding to finding

    def next_finding(self, step: int = 1, order: Ids | None = None) -> EntryId | None:
        """Go to the next (-1: previous) finding of the listed rules, and announce its entry.

        The search begins at the session's current entry and goes round the ends; with ``order``
        through these entries only. Returns the entry, None when no entry has a listed finding.
        """
        self.bar.flush()
        session, report = self._session, self.report
        if session is None or report is None:
            return None
        route = Route(session.doc, report, self.model.rows.listed, order)
        entry = route.next(session.current, step)
        if entry is None:
            self._step_rule(step)
        else:
            self.entry_activated.emit(entry)
            self._follow(entry, route.code_at(entry))
        return entry

    def _step_rule(self, step: int) -> None:
        """Go from rule to rule where no entry has a finding."""
        codes = [group.code for group in self.model.rows.listed]
        if codes:
            here = codes.index(self.current_code) if self.current_code in codes else -1
            self.show_rule(codes[(here + step) % len(codes)])

    def _follow(self, entry: EntryId, code: str | None) -> None:
        """Make the row of a finding the current one, or that of its rule while it is folded."""
        group = next((one for one in self.model.rows.listed if one.code == code), None)
        if group is None:
            return
        row = self.model.row_of_entry(group, entry)
        row = self.model.rows.row_of(key_of(group)) if row is None else row
        if row is not None:
            self.view.set_current_row(row)
        self._tell(group, self.model.about(group, entry))

    # What is asked for

    def _of_current(self, ask: Callable[[str], None]) -> None:
        if self.current_code is not None:
            ask(self.current_code)

    def _on_details_fix_clicked(self) -> None:
        finding = self.details.finding
        if finding is not None:
            self.fix(finding.code, finding.entry_id)

    def _subject(self, place: Place, row: int = -1) -> Subject | None:
        if self._session is None:
            return None
        finding = self.model.finding_at(row) or self.model.only(place.group)
        entry = self.model.entry_at(row)
        if entry is None and finding is not None:
            entry = finding.entry_id
        return Subject(self._session, place.group, finding, entry)

    def _on_menu_requested(self, row: int, point: QPoint) -> None:
        menu = self.menu_of(row)
        if menu is not None:
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(point)

    def menu_of(self, row: int) -> QMenu | None:
        """A menu of all that can be done with a row."""
        place = self.model.place(row)
        subject = self._subject(place, row) if place is not None else None
        if subject is None:
            return None
        menu = QMenu(self)
        name_menu(menu, _("Findings"))
        row_menu(menu, subject, self)
        return menu

    def _on_ignore_menu_about_to_show(self) -> None:
        self.details.ignore_menu.clear()
        place = self.model.place(self.view.current_row)
        subject = self._subject(place, self.view.current_row) if place is not None else None
        if subject is not None:
            fill_ignore_menu(self.details.ignore_menu, subject, self)

    def copy_rows(self) -> None:
        """Copy what the selected rows say."""
        self.view.copy_rows()

    def _on_address_answered(self, address: str) -> None:
        if self._session is not None:
            self._session.set_base_url(address)
            self._show_state()

    def _on_address_dismissed(self) -> None:
        if self._session is not None:
            self._session.stop_asking_address()
            self._show_state()

    # Its shape

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, height = event.size().width(), event.size().height()
        is_narrow = width < NARROW
        shape = (is_narrow, width < NARROWEST or (is_narrow and height > width), height < LOW)
        if shape != self._shape:
            self._shape = shape
            self._lay_out(*shape)
        self._fit_bar()

    def _fit_bar(self) -> None:
        self.bar.fit(self.width(), has_safe_fixes=self.model.has_safe_fixes)

    def _lay_out(self, is_narrow: bool, is_high: bool, is_low: bool) -> None:
        """Put the details beside the list, or under it in a narrow panel that is high enough."""
        self.details.setVisible(not (is_high and is_low))
        orientation = Qt.Orientation.Vertical if is_high else Qt.Orientation.Horizontal
        self._splitter.setOrientation(orientation)
        size = self.height() if is_high else self.width()
        details = int(size * DETAILS_SHARE)
        self._splitter.setSizes([size - details, details])
        self.address.set_narrow(is_narrow)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.view.viewport().update()


def _followed(session: Session) -> tuple[SignalInstance, ...]:
    """The signals after which a panel shows something else."""
    return (
        session.findings_changed,
        session.policy_changed,
        session.checking_changed,
        session.address_answered,
    )


def _problems_of(session: Session) -> list[str]:
    """What is wrong in the files with decisions; one beside the sitemap by its name alone."""
    folder = f"{session.path.parent}{os.sep}" if session.path is not None else ""
    return [text.removeprefix(folder) for text in session.policy_problems]


def _inset(widget: QWidget) -> QHBoxLayout:
    """Keep a coloured line away from the panel's edges."""
    row = QHBoxLayout()
    row.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
    row.addWidget(widget)
    return row

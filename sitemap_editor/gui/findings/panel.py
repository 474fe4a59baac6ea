"""The findings of the active document: the list by rule, and beside it what to know and do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _, format_number, ngettext

from .address_line import AddressLine
from .chips import SeverityChips
from .details import FindingDetails
from .model import FindingsModel
from .navigation import next_entry
from .view import FindingsView

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session

NARROW = 520
"""Below this width there is no room beside the question for the address."""
NARROWEST = 400
"""Below this width list and details do not stand beside each other."""
LOW = 320
"""Below this height they do not stand above each other."""
ICON_ROOM = 56
"""Pixels of the search that its icon and its edges take."""
DETAILS_SHARE = 0.45


class FindingsPanel(QFrame):
    """Findings grouped by rule, worst first.

    ``entry_activated`` carries an EntryId; ``fix_requested`` a code and the EntryId of one finding
    or None for all of the rule; ``filter_requested`` a code: show only entries with this finding.
    """

    entry_activated = Signal(object)
    fix_requested = Signal(str, object)
    fix_all_requested = Signal()
    filter_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("findingsPanel")
        self.setAccessibleName(_("Findings"))
        theme.set_role(self, "card")
        self._session: Session | None = None
        self._is_address_asked = True
        self._shape: tuple[bool, bool, bool] | None = None
        self.model = FindingsModel(self)
        self.view = FindingsView(self.model)
        self.details = FindingDetails()
        self.chips = SeverityChips()
        self.search = QLineEdit()
        self.note = QLabel()
        self.fix_all = QPushButton(_("Fix all safe"))
        self.address = AddressLine()
        self.empty = EmptyState()
        # An edit is followed by several signals; the list is read once, before the next paint.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._assemble()
        self._connect()
        self.set_session(None)

    # How it is put together

    def _assemble(self) -> None:
        self.search.setPlaceholderText(_("Search findings"))
        self.search.setAccessibleName(_("Search findings"))
        self.search.setClearButtonEnabled(True)
        self.search.addAction(icons.icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        name_buttons_of(self.search)
        theme.set_role(self.note, "dim")
        theme.set_role(self.fix_all, "link")
        self.fix_all.setAccessibleName(self.fix_all.text())
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
        self._bar = self._top_bar()
        outer.addWidget(self._bar)
        outer.addLayout(_inset(self.address))
        outer.addWidget(self._stack, 1)

    def _top_bar(self) -> QWidget:
        bar, rest = QWidget(), QWidget()
        self._bar_layout = QHBoxLayout(bar)
        self._bar_layout.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
        self._bar_layout.setSpacing(theme.GRID // 2)
        row = QHBoxLayout(rest)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        row.addWidget(self.chips)
        row.addWidget(self.note)
        row.addStretch(1)
        row.addWidget(self.fix_all)
        self._bar_layout.addWidget(self.search, 1)
        self._bar_layout.addWidget(rest)
        return bar

    def _connect(self) -> None:
        self._timer.timeout.connect(self._refresh)
        self.search.textChanged.connect(self._on_search_changed)
        self.chips.changed.connect(self._on_chips_changed)
        self.fix_all.clicked.connect(lambda: self.fix_all_requested.emit())
        self.view.current_moved.connect(self._show_details)
        self.model.modelReset.connect(self._show_details)
        self.view.entry_clicked.connect(self.entry_activated)
        self.view.count_clicked.connect(self.filter_requested)
        self.view.fix_clicked.connect(lambda code: self.fix_requested.emit(code, None))
        self.details.fix_clicked.connect(self._on_details_fix_clicked)
        self.details.fix_all_clicked.connect(self._on_details_fix_all_clicked)
        self.details.filter_clicked.connect(self._on_details_filter_clicked)
        self.address.answered.connect(self._on_address_answered)
        self.address.dismissed.connect(self._on_address_dismissed)

    # What it shows

    def set_session(self, session: Session | None) -> None:
        """Show the findings of this document."""
        if self._session is not None:
            self._session.findings_changed.disconnect(self._timer.start)
            self._session.checking_changed.disconnect(self._on_checking_changed)
        self._session = session
        if session is not None:
            session.findings_changed.connect(self._timer.start)
            session.checking_changed.connect(self._on_checking_changed)
        self.model.set_session(session)
        self._refresh()

    def _on_checking_changed(self, _is_checking: bool) -> None:
        self._timer.start()

    def _refresh(self) -> None:
        row = self.view.current_row
        place = self.model.place(row)
        self.model.refresh()
        if place is not None:
            kept = self.model.rows.row_of(place.group.code, place.offset)
            kept = self.model.rows.row_of(place.group.code) if kept is None else kept
            if kept is not None:
                self.view.set_current_row(kept)
        session = self._session
        report = session.report if session is not None else None
        self.chips.show_counts(report.counts if report is not None else {})
        self.note.setText(_("checking…") if session is not None and session.is_checking else "")
        self._show_state()
        self._show_details()

    def _show_state(self) -> None:
        session = self._session
        report = session.report if session is not None else None
        has_findings = report is not None and bool(report.groups)
        self._bar.setVisible(has_findings)
        is_asked = session is not None and session.base_url is None and self._is_address_asked
        self.address.setVisible(is_asked and has_findings)
        self._stack.setCurrentIndex(1 if self.model.rows.count else 0)
        self.empty.show_text(self._empty_text())
        self._fit_bar()
        # The worst comes first: what there is to know about it is no click away.
        if self.model.rows.count and self.view.current_row < 0:
            self.view.set_current_row(0)

    def _empty_text(self) -> str:
        session = self._session
        if session is None:
            return _("Open a sitemap to see what is wrong with it.")
        if session.report is not None and session.report.groups:
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
        finding = self.model.finding_at(row) or self.model.only(group)
        self.details.show_finding(group, finding, self._session)

    def _on_search_changed(self, text: str) -> None:
        self.model.set_text(text)
        self._show_state()

    def _on_chips_changed(self, severities: frozenset[Severity]) -> None:
        self.model.set_shown(severities)
        self._show_state()

    def show_severity(self, severity: Severity) -> None:
        """List findings of one severity only."""
        self.chips.show_only(severity)

    def show_rule(self, code: str) -> None:
        """Make the group of a rule the current row."""
        row = self.model.rows.row_of(code)
        if row is not None:
            self.view.set_current_row(row)

    # From finding to finding

    def next_finding(self, step: int = 1) -> EntryId | None:
        """Go to the next (-1: previous) entry that has a listed finding, and announce it.

        The search begins at the session's current entry and goes round the ends. Returns the
        entry, None when no entry has one.
        """
        session = self._session
        if session is None:
            return None
        entry = next_entry(session.doc, self.model.rows.groups, session.current, step)
        if entry is not None:
            self.entry_activated.emit(entry)
            self._follow(entry)
        return entry

    def _follow(self, entry: EntryId) -> None:
        report = self._session.report if self._session is not None else None
        shown = {group.code: group for group in self.model.rows.groups}
        found = report.of_entry(entry) if report is not None else []
        finding = next((finding for finding in found if finding.code in shown), None)
        if finding is not None:
            self.show_rule(finding.code)
            self.details.show_finding(shown[finding.code], finding, self._session)

    # What is asked for

    def _current_code(self) -> str | None:
        place = self.model.place(self.view.current_row)
        return place.group.code if place is not None else None

    def _on_details_fix_clicked(self) -> None:
        finding = self.details.finding
        if finding is not None:
            self.fix_requested.emit(finding.code, finding.entry_id)

    def _on_details_fix_all_clicked(self) -> None:
        code = self._current_code()
        if code is not None:
            self.fix_requested.emit(code, None)

    def _on_details_filter_clicked(self) -> None:
        code = self._current_code()
        if code is not None:
            self.filter_requested.emit(code)

    def _on_address_answered(self, address: str) -> None:
        if self._session is not None:
            self._session.set_base_url(address)
            self._show_state()

    def _on_address_dismissed(self) -> None:
        self._is_address_asked = False
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
        """Where there is no room first the link goes, then the search gets a row of its own."""
        report = self._session.report if self._session is not None else None
        search = self.fontMetrics().horizontalAdvance(self.search.placeholderText()) + ICON_ROOM
        room = self.width() - search - self.chips.sizeHint().width() - 4 * theme.GRID
        room -= self.note.sizeHint().width()
        is_beside = room >= 0
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._bar_layout.setDirection(right if is_beside else down)
        # The toolbar has it too.
        has_room = not is_beside or room >= self.fix_all.sizeHint().width() + theme.GRID
        self.fix_all.setVisible(report is not None and report.has_safe_fixes and has_room)

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


def _inset(widget: QWidget) -> QHBoxLayout:
    """Keep a coloured line away from the panel's edges."""
    row = QHBoxLayout()
    row.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
    row.addWidget(widget)
    return row

"""What a list becomes: its entries, their XML, what differs, what is left out, and remarks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import name_button
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.operations.importing.differences import Difference
from sitemap_editor.operations.importing.rejects import Reject
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import _, format_number

from .text_table import TextTable
from .work import FIRST, Look, Outcome

WIDEST_REMARK = 1_200
ENTRIES, XML, CHANGES, LEFT_OUT, REMARKS = range(5)


class ResultPane(QFrame):
    """``save_requested`` when the rows left out are to be written to a file."""

    save_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.setAccessibleName(_("What it becomes"))
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(_("What it becomes"))
        self.entries = TextTable(_("Entries that come in"))
        self.empty = EmptyState()
        self._entries_page = QStackedWidget()
        self.xml = QPlainTextEdit()
        self.changes = TextTable(_("Values that differ"))
        self.left_out = TextTable(_("Rows and cells left out"))
        self.remarks = TextTable(_("Remarks"))
        self.shown = QLabel()
        self.save = QPushButton()
        self._assemble()
        self.clear()

    def _assemble(self) -> None:
        self.xml.setReadOnly(True)
        self.xml.setFont(theme.monospace_font())
        self.xml.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.xml.setFrameShape(QFrame.Shape.NoFrame)
        self.xml.setAccessibleName(_("Entries as XML"))
        theme.set_role(self.xml, "plain")
        theme.set_role(self.shown, "dim")
        name_button(self.save, _("Save the rows left out…"))
        self.save.setAutoDefault(False)
        self.save.clicked.connect(lambda: self.save_requested.emit())
        self._entries_page.setAccessibleName(_("Entries that come in"))
        self._entries_page.addWidget(self.empty)
        self._entries_page.addWidget(self.entries)
        left_out = self._left_out_page()
        for page in (self._entries_page, self.xml, self.changes, left_out, self.remarks):
            self.tabs.addTab(page, "")
        column = QVBoxLayout(self)
        column.setContentsMargins(1, theme.GRID // 2, 1, 1)
        column.addWidget(self.tabs)

    def _left_out_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, theme.GRID // 2)
        column.addWidget(self.left_out, 1)
        row = QHBoxLayout()
        row.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
        row.addWidget(self.shown, 1)
        row.addWidget(self.save)
        column.addLayout(row)
        return page

    def clear(self) -> None:
        """Show nothing."""
        for table in (self.entries, self.changes, self.left_out, self.remarks):
            table.show_rows((), ())
        self.empty.show_text(_("The entries that come of the list are shown here."))
        self._entries_page.setCurrentWidget(self.empty)
        self.xml.clear()
        self.save.setEnabled(False)
        self.shown.clear()
        self._name_tabs(0, 0, 0)
        self.tabs.setTabVisible(CHANGES, False)

    def show_outcome(self, outcome: Outcome, look: Look) -> None:
        """Show what the list becomes."""
        self._show_entries(outcome)
        self.empty.show_text(_("No row of the list makes an entry."))
        self._entries_page.setCurrentWidget(self.entries if outcome.entries else self.empty)
        self.xml.setPlainText(outcome.xml)
        self._show_changes(outcome.changes)
        self._show_left_out(outcome)
        remarks = remark_rows(outcome, look)
        titles = [_("Code"), _("Line"), _("What")]
        has_codes = any(row[0] for row in remarks)
        shown = remarks if has_codes else [row[2:] for row in remarks]
        self.remarks.show_rows(titles if has_codes else titles[2:], shown, widest=WIDEST_REMARK)
        left_out = len(outcome.found.rejects) + len(outcome.found.lost)
        self._name_tabs(len(outcome.changes), left_out, len(remarks))
        self.tabs.setTabVisible(CHANGES, outcome.merged is not None)
        self.tabs.setTabVisible(XML, outcome.kind.is_xml)

    def _name_tabs(self, changes: int, left_out: int, remarks: int) -> None:
        self.tabs.setTabText(ENTRIES, _("What it becomes"))
        self.tabs.setTabText(XML, _("As XML"))
        most = f"{format_number(FIRST)}+" if changes >= FIRST else format_number(changes)
        self.tabs.setTabText(CHANGES, _("Differences: {n}").format(n=most))
        self.tabs.setTabText(LEFT_OUT, _("Left out: {n}").format(n=format_number(left_out)))
        self.tabs.setTabText(REMARKS, _("Remarks: {n}").format(n=format_number(remarks)))

    def _show_entries(self, outcome: Outcome) -> None:
        names = [one.name for one in fields_of(outcome.kind)]
        used = [n for n in names if any(n in entry.values for entry in outcome.entries)]
        has_images = any(entry.images for entry in outcome.entries)
        has_links = any(entry.links for entry in outcome.entries)
        more = [*([_("images")] if has_images else []), *([_("languages")] if has_links else [])]
        titles = [_("Line"), *(used or ["loc"]), *more]
        rows = []
        for entry in outcome.entries:
            counts = [
                *([entry.images] if has_images else []),
                *([entry.links] if has_links else []),
            ]
            row = [format_number(entry.line), *(entry.values.get(name, "") for name in used)]
            rows.append([*row, *(format_number(count) if count else "" for count in counts)])
        self.entries.show_rows(titles, rows, stretched=1)

    def _show_changes(self, changes: Sequence[Difference]) -> None:
        titles = (
            *(_("Entry"), _("Line"), "loc", _("Field"), _("In the sitemap"), _("In the list")),
            _("What will stand"),
        )
        self.changes.show_rows(titles, [_change_row(one) for one in changes], stretched=2)

    def _show_left_out(self, outcome: Outcome) -> None:
        titles = (_("Line"), _("What"), _("Why"), _("What stands there"))
        rows = [reject_row(one) for one in outcome.rejects]
        self.left_out.show_rows(titles, rows, stretched=3)
        total = len(outcome.found.rejects) + len(outcome.found.lost)
        said = _("The first {shown} of {n} are shown.")
        text = said.format(shown=format_number(len(rows)), n=format_number(total))
        self.shown.setText(text if total > len(rows) else "")
        self.save.setEnabled(outcome.is_whole and len(outcome.found.rejects) > 0)


def _change_row(one: Difference) -> list[str]:
    stands = _("{value} (from the list)") if one.takes_theirs else _("{value} (from the sitemap)")
    value = stands.format(value=one.theirs if one.takes_theirs else one.mine)
    place, line = format_number(one.position), format_number(one.line)
    return [place, line, one.loc, one.field, one.mine or _("(none)"), one.theirs, value]


def reject_row(one: Reject) -> list[str]:
    """A row or cell that was left out: line, what, why, and what stands there."""
    what = _("Cell for {field}").format(field=one.field) if one.field else _("Row")
    cells = " · ".join(cell.strip() for cell in one.cells if cell.strip())
    return [format_number(one.line), what, one.reason.words, cells]


def remark_rows(outcome: Outcome, look: Look) -> list[list[str]]:
    """Everything there is to say: codes first, then notes about the file and about columns."""
    found = [*look.remarks, *outcome.findings]
    rows = [
        [one.code, format_number(one.line) if one.line is not None else "", one.message]
        for one in found
    ]
    notes = [*look.table.notes, *look.proposal.why.values()]
    notes += [one.text for one in look.proposal.ambiguities if one.is_settled]
    return [*rows, *(["", "", note] for note in dict.fromkeys(notes))]

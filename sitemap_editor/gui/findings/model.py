"""The list of findings as a table model of one column; findings are built for rows in view only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sitemap_editor.gui.severities import severity_word
from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _, format_number

from .rows import Place, Rows
from .texts import title_of

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.rules.report import RuleGroup

CACHE_LIMIT = 2_000
ROOT = QModelIndex()


class FindingsModel(QAbstractTableModel):
    """Groups of one report, filtered by severity and text, with the entries of unfolded ones."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._all: Sequence[RuleGroup] = ()
        self._shown = frozenset(Severity)
        self._text = ""
        self._unfolded: set[str] = set()
        self._cache: dict[tuple[str, int], Finding | None] = {}
        self.rows = Rows()

    # What is shown

    def set_session(self, session: Session | None) -> None:
        """Show the findings of this document, all groups folded."""
        self._session = session
        self._unfolded.clear()
        self.refresh()

    def refresh(self) -> None:
        """Read the report again; what is unfolded stays so."""
        report = self._session.report if self._session is not None else None
        self._all = report.groups if report is not None else ()
        self._cache.clear()
        self._arrange()

    def set_shown(self, severities: frozenset[Severity]) -> None:
        """Show groups of these severities only."""
        self._shown = severities
        self._arrange()

    def set_text(self, text: str) -> None:
        """Show groups whose title or code contains ``text``."""
        self._text = text.strip().casefold()
        self._arrange()

    def set_unfolded(self, code: str, is_unfolded: bool) -> None:
        """Unfold or fold a group."""
        row = self.rows.row_of(code)
        if row is None or is_unfolded == (code in self._unfolded):
            return
        (self._unfolded.add if is_unfolded else self._unfolded.discard)(code)
        rows = Rows(self.rows.groups, self._unfolded)
        self._change_length(rows, row + 1)
        self.dataChanged.emit(self.index(row, 0), self.index(row, 0))

    def _change_length(self, rows: Rows, first: int) -> None:
        difference = rows.count - self.rows.count
        if difference > 0:
            self.beginInsertRows(ROOT, first, first + difference - 1)
            self.rows = rows
            self.endInsertRows()
        elif difference < 0:
            self.beginRemoveRows(ROOT, first, first - difference - 1)
            self.rows = rows
            self.endRemoveRows()

    def _arrange(self) -> None:
        rows = Rows([group for group in self._all if self._is_shown(group)], self._unfolded)
        if rows.has_same_rows(self.rows) and rows.count == self.rows.count:
            self.rows = rows
            if rows.count:
                self.dataChanged.emit(self.index(0, 0), self.index(rows.count - 1, 0))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def _is_shown(self, group: RuleGroup) -> bool:
        if group.severity not in self._shown:
            return False
        return not self._text or self._text in f"{title_of(group.code)} {group.code}".casefold()

    def is_unfolded(self, code: str) -> bool:
        """Whether a group's entries are listed."""
        return code in self._unfolded

    # What a row is

    def place(self, row: int) -> Place | None:
        """What ``row`` shows; None outside the list."""
        return self.rows.at(row) if 0 <= row < self.rows.count else None

    def entry_at(self, row: int) -> EntryId | None:
        """The entry that ``row`` is about; None for groups and findings about the file."""
        place = self.place(row)
        if place is None or place.offset is None or place.group.ids is None:
            return None
        return EntryId(int(place.group.ids[place.offset]))

    def position_at(self, row: int) -> int | None:
        """The 1-based position of the entry of ``row``."""
        entry = self.entry_at(row)
        if entry is None or self._session is None or not self._session.doc.has(entry):
            return None
        return int(self._session.doc.position_of(entry)) + 1

    def loc_at(self, row: int) -> str:
        """The address of the entry of ``row``."""
        entry = self.entry_at(row)
        if entry is None or self._session is None or not self._session.doc.has(entry):
            return ""
        return self._session.doc.value_of(entry, "loc") or ""

    def finding_at(self, row: int) -> Finding | None:
        """The finding of ``row``; None for a group."""
        place = self.place(row)
        if place is None or place.offset is None or self._session is None:
            return None
        key = (place.group.code, place.offset)
        if key not in self._cache:
            if len(self._cache) > CACHE_LIMIT:
                self._cache.clear()
            self._cache[key] = self._build(place)
        return self._cache[key]

    def only(self, group: RuleGroup | None) -> Finding | None:
        """The finding of a group that has no other; None when it has several."""
        return self._build(Place(group, 0)) if group is not None and group.count == 1 else None

    def _build(self, place: Place) -> Finding | None:
        report = self._session.report if self._session is not None else None
        if report is None or place.offset is None:
            return None
        code, ids = place.group.code, place.group.ids
        if ids is None:
            return next(islice(report.findings(code), place.offset, None), None)
        found = report.of_entry(EntryId(int(ids[place.offset])))
        return next((finding for finding in found if finding.code == code), None)

    # Qt's side

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = ROOT) -> int:
        return 0 if parent.isValid() else self.rows.count

    def columnCount(self, parent: QModelIndex | QPersistentModelIndex = ROOT) -> int:
        return 0 if parent.isValid() else 1

    def data(
        self,
        index: QModelIndex | QPersistentModelIndex,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        place = self.place(index.row())
        read = _READERS.get(role)
        return read(self, index.row(), place) if place is not None and read is not None else None

    def _text_of(self, row: int, place: Place) -> str:
        if place.offset is None:
            return f"{title_of(place.group.code)} ({format_number(place.group.count)})"
        finding = self.finding_at(row)
        return finding.message if finding is not None else self.loc_at(row)

    def _words_of(self, row: int, place: Place) -> str:
        """What a screen reader says, severity and state included."""
        text = self._text_of(row, place)
        if place.offset is not None:
            return text
        state = _("unfolded") if place.group.code in self._unfolded else _("folded")
        return ", ".join([severity_word(place.group.severity), text, state])


_READERS: dict[int, Callable[[FindingsModel, int, Place], object]] = {
    Qt.ItemDataRole.DisplayRole: FindingsModel._text_of,
    Qt.ItemDataRole.ToolTipRole: FindingsModel._text_of,
    Qt.ItemDataRole.AccessibleTextRole: FindingsModel._words_of,
}

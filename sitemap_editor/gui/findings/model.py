"""The list of findings as a table model of one column; findings are built for rows in view only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sitemap_editor.gui.severities import severity_word
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _, format_number

from .filters import Filter
from .rows import Place, Rows, key_of
from .texts import title_of

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.rules.report import RuleGroup

CACHE_LIMIT = 2_000
ROOT = QModelIndex()


class FindingsModel(QAbstractTableModel):
    """Groups of one report, filtered, with the entries of unfolded ones; ignored ones at the end.

    ``filter`` is which rules are listed, ``shows_ignored`` whether what is ignored is listed too.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._all: Sequence[RuleGroup] = ()
        self._ignored: Sequence[RuleGroup] = ()
        self.filter = Filter()
        self.shows_ignored = False
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
        self._ignored = report.ignored_groups if report is not None else ()
        self._cache.clear()
        self._arrange()

    def set_filter(self, wanted: Filter) -> None:
        """List other rules."""
        if wanted != self.filter:
            self.filter = wanted
            self._arrange()

    def set_shows_ignored(self, is_shown: bool) -> None:
        """List what is ignored too, or no more."""
        if is_shown != self.shows_ignored:
            self.shows_ignored = is_shown
            self._arrange()

    @property
    def known(self) -> Sequence[RuleGroup]:
        """All groups that are not ignored, listed or not."""
        return self._all

    @property
    def counts(self) -> Counter[Severity]:
        """The number of findings of each severity; the report would count them all again."""
        total: Counter[Severity] = Counter()
        for group in self._all:
            total.update(group.counts)
        return total

    @property
    def ignored_count(self) -> int:
        """How many findings are ignored."""
        return sum(group.count for group in self._ignored)

    @property
    def has_safe_fixes(self) -> bool:
        """Whether something can be mended without asking."""
        return any(group.fix is FixKind.SAFE for group in self._all)

    def set_unfolded(self, key: str, is_unfolded: bool) -> None:
        """Unfold or fold a group."""
        row = self.rows.row_of(key)
        if row is None or is_unfolded == (key in self._unfolded):
            return
        (self._unfolded.add if is_unfolded else self._unfolded.discard)(key)
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
        every = [*self._all, *(self._ignored if self.shows_ignored else ())]
        rows = Rows([group for group in every if self.filter.accepts(group)], self._unfolded)
        if rows.has_same_rows(self.rows) and rows.count == self.rows.count:
            self.rows = rows
            if rows.count:
                self.dataChanged.emit(self.index(0, 0), self.index(rows.count - 1, 0))
            return
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def is_unfolded(self, group: RuleGroup) -> bool:
        """Whether a group's entries are listed."""
        return key_of(group) in self._unfolded

    # What a row is

    def place(self, row: int) -> Place | None:
        """What ``row`` shows; None outside the list."""
        return self.rows.at(row) if 0 <= row < self.rows.count else None

    def entry_at(self, row: int) -> EntryId | None:
        """The entry that ``row`` is about; None for groups and findings about the file."""
        place = self.place(row)
        return _entry_of(place) if place is not None else None

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
        key = (key_of(place.group), place.offset)
        if key not in self._cache:
            if len(self._cache) > CACHE_LIMIT:
                self._cache.clear()
            self._cache[key] = self._build(place)
        return self._cache[key]

    def row_of_entry(self, group: RuleGroup, entry: EntryId) -> int | None:
        """The row of one entry of an unfolded group."""
        if not self.is_unfolded(group) or group.ids is None:
            return None
        places = np.flatnonzero(group.ids == entry)
        return self.rows.row_of(key_of(group), int(places[0])) if len(places) else None

    def about(self, group: RuleGroup, entry: EntryId) -> Finding | None:
        """The finding of a group about one entry."""
        report = self._session.report if self._session is not None else None
        found = report.of_entry(entry, is_ignored=group.is_ignored) if report is not None else ()
        return next((finding for finding in found if finding.code == group.code), None)

    def only(self, group: RuleGroup | None) -> Finding | None:
        """The finding of a group that has no other; None when it has several."""
        return self._build(Place(group, 0)) if group is not None and group.count == 1 else None

    def _build(self, place: Place) -> Finding | None:
        session = self._session
        report = session.report if session is not None else None
        if session is None or report is None or place.offset is None:
            return None
        group = place.group
        if group.ids is None:
            found = report.findings(group.code, is_ignored=group.is_ignored)
            return next(islice(found, place.offset, None), None)
        entry = _entry_of(place)
        if entry is None or not session.doc.has(entry):
            return None
        return self.about(group, entry)

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
        state = _("unfolded") if self.is_unfolded(place.group) else _("folded")
        words = [severity_word(place.group.severity), text, state]
        return ", ".join([*words, *([_("ignored")] if place.group.is_ignored else [])])

    def _tooltip_of(self, row: int, place: Place) -> str:
        return plain_tooltip(self._text_of(row, place))


def _entry_of(place: Place) -> EntryId | None:
    # The report may be ahead of the rows until they are read anew.
    ids = place.group.ids if place.offset is not None else None
    if ids is None or place.offset is None or place.offset >= len(ids):
        return None
    return EntryId(int(ids[place.offset]))


_READERS: dict[int, Callable[[FindingsModel, int, Place], object]] = {
    Qt.ItemDataRole.DisplayRole: FindingsModel._text_of,
    Qt.ItemDataRole.ToolTipRole: FindingsModel._tooltip_of,
    Qt.ItemDataRole.AccessibleTextRole: FindingsModel._words_of,
}

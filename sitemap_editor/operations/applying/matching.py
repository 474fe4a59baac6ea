"""Which entries of a sitemap a list is about: the same address, else an equivalent one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.document.store import Ids
from sitemap_editor.operations.importing.statuses import StatusGroup, group_of
from sitemap_editor.protocol.urls import WHITE_SPACE, are_normal, is_normal, norm_eq, norm_eq_of_all
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .listed import Listed

AT_ONCE = 4_096
NONE = -1

Rows = npt.NDArray[np.int64]
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Matches:
    """What was found: arrays in document order, an entry each.

    ``rows`` is the row of the list that an entry is in, -1 for none; of rows with one address the
    last counts. ``is_exact`` tells which are the same letter by letter. ``found`` tells which rows
    of the list are in the sitemap.
    """

    ids: Ids
    rows: Rows
    is_exact: Marks
    found: Marks

    @property
    def matched(self) -> Ids:
        """The entries that are in the list."""
        ids: Ids = self.ids[self.rows != NONE]
        return ids

    @property
    def unmatched(self) -> Ids:
        """The entries that are not in it."""
        ids: Ids = self.ids[self.rows == NONE]
        return ids

    @property
    def exact_count(self) -> int:
        """Entries whose address stands in the list as it is."""
        return int(np.count_nonzero(self.is_exact))

    @property
    def equivalent_count(self) -> int:
        """Entries whose address stands in the list in another spelling."""
        return int(np.count_nonzero((self.rows != NONE) & ~self.is_exact))

    @property
    def missing_rows(self) -> Rows:
        """Rows of the list that are not in the sitemap."""
        rows: Rows = np.flatnonzero(~self.found)
        return rows

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Entries and the row that each is in."""
        chosen = self.rows != NONE
        return zip(self.ids[chosen].tolist(), self.rows[chosen].tolist(), strict=True)


def match(doc: Document, listed: Listed, progress: Progress = NO_PROGRESS) -> Matches:
    """Look for the addresses of a list in a document: as they are, else in equivalent spelling."""
    exact, normal = _rows_by_address(listed, progress)
    are_same = exact is normal
    ids = doc.ids
    rows = np.full(len(ids), NONE, np.int64)
    is_exact = np.zeros(len(ids), np.bool_)
    for start in range(0, len(ids), AT_ONCE):
        values = doc.values_of(ids[start : start + AT_ONCE], "loc")
        addresses = [value.strip(WHITE_SPACE) if value else "" for value in values]
        part = np.array([exact.get(address, NONE) for address in addresses], np.int64)
        rows[start : start + len(part)] = part
        is_exact[start : start + len(part)] = part != NONE
        if normal and not (are_same and are_normal(addresses)):
            for place in np.flatnonzero(part == NONE).tolist():
                rows[start + place] = _row_of(addresses[place], normal)
        progress.tick(start, len(ids))
    return Matches(ids, rows, is_exact, _found(listed, rows, normal))


def _rows_by_address(listed: Listed, progress: Progress) -> tuple[dict[str, int], dict[str, int]]:
    """Rows by address, and by its one spelling: the same where all are spelled so."""
    exact: dict[str, int] = {}
    normal: dict[str, int] = {}
    are_all_normal = True
    for start in range(0, len(listed), AT_ONCE):
        part = listed.addresses[start : start + AT_ONCE]
        exact.update(zip(part, range(start, start + len(part)), strict=True))
        spelled = norm_eq_of_all(part)
        are_all_normal &= spelled is part
        normal.update(zip(spelled, range(start, start + len(part)), strict=True))
        progress.tick(start, len(listed))
    return exact, exact if are_all_normal else normal


def only_exact(listed: Listed, matches: Matches) -> Matches:
    """Of what was found only addresses that are the same letter by letter."""
    rows = np.where(matches.is_exact, matches.rows, NONE)
    return Matches(matches.ids, rows, matches.is_exact, _found(listed, rows, {}))


def _row_of(address: str, normal: dict[str, int]) -> int:
    row = normal.get(address)
    if row is None and not is_normal(address):
        row = normal.get(norm_eq(address))
    return NONE if row is None or not address else row


def _found(listed: Listed, rows: Rows, normal: dict[str, int]) -> Marks:
    """Which rows are in the sitemap, each of several with one address included."""
    found = np.zeros(len(listed), np.bool_)
    found[rows[rows != NONE]] = True
    if len(listed) != len(normal):
        present = {listed.addresses[row] for row in np.flatnonzero(found).tolist()}
        spelled = {norm_eq(address) for address in present} if normal else present
        for row, address in enumerate(listed.addresses):
            found[row] |= (norm_eq(address) if normal else address) in spelled
    return found


@dataclass(frozen=True, slots=True)
class Comparison:
    """A sitemap and a list beside each other.

    ``both`` and ``only_sitemap`` are entries; ``only_list`` rows of the list, one an address.
    ``not_indexable`` are entries of ``both`` that the list says no search engine may keep, or that
    did not answer with the page itself; ``unfit`` such rows of ``only_list``.
    """

    both: Ids
    only_sitemap: Ids
    only_list: Rows
    not_indexable: Ids
    unfit: Rows


def compare(listed: Listed, matches: Matches) -> Comparison:
    """Tell what is in both, in one of them, and in the sitemap although it cannot be indexed."""
    bad = marks_of_bad(listed)
    in_list = matches.rows != NONE
    not_indexable: Ids = matches.ids[in_list & bad[np.maximum(matches.rows, 0)]]
    only_list = once_each(listed, matches.missing_rows)
    unfit: Rows = only_list[bad[only_list]]
    return Comparison(matches.matched, matches.unmatched, only_list, not_indexable, unfit)


def once_each(listed: Listed, rows: Rows) -> Rows:
    """Of rows with the same address the first."""
    seen: dict[str, int] = {}
    for row in rows.tolist():
        seen.setdefault(listed.addresses[row], row)
    return np.array(list(seen.values()), np.int64)


def marks_of_bad(listed: Listed) -> Marks:
    """Which rows are about pages that cannot be indexed; one mark at least."""
    nothing = [""] * len(listed)
    said = listed.values.get("indexable", nothing)
    pairs = list(zip(said, listed.values.get("status", nothing), strict=True))
    known = {pair: not _is_indexable(*pair) for pair in set(pairs)}
    return np.array([known[pair] for pair in pairs] or [False], np.bool_)


def _is_indexable(indexability: str, status: str) -> bool:
    said = indexability.strip().casefold()
    if said and (said.startswith("non") or said in ("false", "no", "0", "nein", "нет")):
        return False
    return not status.strip() or group_of(status) is StatusGroup.FINE

"""Finds entries that list the same page: equal hashes make candidates, their addresses decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.urls import WHITE_SPACE, norm_eq, norm_probable
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .blocks import SIZE, Ints
from .columns import Columns

Hashes = npt.NDArray[np.uint64]

SORTED_AT_ONCE = 1 << 15

MOST_AT_ONCE = 500
"""Larger groups are not looked at within an edit but with the whole file."""


class Likeness(NamedTuple):
    """An entry, the earlier one it repeats, and how: exact, equivalent, case or probable."""

    entry: int
    first: int
    kind: str


def likenesses(ids: Sequence[int], values: Sequence[str | None]) -> Iterator[Likeness]:
    """Compare entries whose hashes are equal, in document order."""
    kinds = ("exact", "equivalent", "case", "probable")
    seen: dict[str, dict[str, int]] = {kind: {} for kind in kinds}
    for entry, value in zip(ids, values, strict=True):
        address = (value or "").strip(WHITE_SPACE)
        if not address:
            continue
        first = seen["exact"].get(address)
        if first is not None:
            yield Likeness(entry, first, "exact")
            continue
        normal = norm_eq(address)
        spellings = (address, normal, normal.lower(), norm_probable(address))
        pairs = list(zip(kinds, spellings, strict=True))
        found = next(((k, seen[k][s]) for k, s in pairs if s in seen[k]), None)
        for kind, spelling in pairs:
            seen[kind].setdefault(spelling, entry)
        if found is not None:
            yield Likeness(entry, found[1], found[0])


def find_likenesses(
    doc: Document, columns: Columns, progress: Progress = NO_PROGRESS
) -> Iterator[Likeness]:
    """Compare all entries of a document."""
    for group in _candidates(doc.ids, columns, progress):
        yield from _of_groups(doc, group)
        progress.tick()


def _candidates(ids: Ints, columns: Columns, progress: Progress) -> Iterator[Ints]:
    """Ids with equal hashes side by side, in document order within; some thousand at a time.

    A group is never divided. Hashes are sorted in buckets, so that a tick is never far.
    """
    bits = max(1, (len(ids) // SORTED_AT_ONCE).bit_length())
    hashes = np.empty(len(ids), np.uint64)
    buckets = np.empty(len(ids), np.uint16)
    for start in range(0, len(ids), SORTED_AT_ONCE):
        part = slice(start, start + SORTED_AT_ONCE)
        hashes[part] = columns.hashes[ids[part]]
        buckets[part] = hashes[part] >> np.uint64(64 - bits)
        progress.tick()
    for number in range(1 << bits):
        places = np.flatnonzero(buckets == number)
        own = hashes[places]
        ordered = np.sort(own)
        progress.tick()
        if bool(((ordered[1:] == ordered[:-1]) & (ordered[1:] != 0)).any()):
            yield from _groups_of(ids[places], own)


def _groups_of(ids: Ints, hashes: Hashes) -> list[Ints]:
    """The same for one bucket."""
    order = np.argsort(hashes)
    ordered = hashes[order]
    same = (ordered[1:] == ordered[:-1]) & (ordered[1:] != 0)
    member = np.concatenate((same, [False])) | np.concatenate(([False], same))
    places = order[member]
    places = places[np.lexsort((places, hashes[places]))]
    own = hashes[places]
    starts = np.flatnonzero(np.concatenate(([True], own[1:] != own[:-1])))
    cuts = np.searchsorted(starts, np.arange(0, len(places), SIZE))
    firsts = np.unique(starts[np.minimum(cuts, len(starts) - 1)])
    return np.split(ids[places], firsts[1:])


def _of_groups(doc: Document, ids: Ints) -> Iterator[Likeness]:
    """Compare the entries of several groups that stand side by side.

    Entries of other groups have other hashes and so other addresses: one comparison does for all.
    """
    yield from likenesses(ids.tolist(), doc.values_of(ids, "loc"))


def group_of(doc: Document, columns: Columns, value: int) -> Ints | None:
    """The entries with this hash in document order; None when they are too many to compare now."""
    ids = np.flatnonzero(columns.hashes == np.uint64(value)) if value else np.zeros(0, np.int64)
    if len(ids) > MOST_AT_ONCE:
        return None
    if len(ids) > 1:
        ids = ids[np.argsort(doc.positions_of(ids))]
    return ids

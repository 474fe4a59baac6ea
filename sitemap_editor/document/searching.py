"""Plain text looked for in the bytes of very many entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.spans import NEEDS_LEXER
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.support.jobs import Progress

from .store import Ids, Ints, as_index

if TYPE_CHECKING:
    from .document import Document

Bools = npt.NDArray[np.bool_]
BLOCK = 4096
SAMPLE = 4096
"""Bytes counted to learn which letters are rare."""


def search(
    doc: Document, ids: Ids, fields: Sequence[str], needle: bytes, progress: Progress
) -> tuple[Bools, Ints]:
    """Look for ASCII text in fields, letter case aside.

    ``needle`` is in lower case and without markup. Returns a mask of the entries that surely have
    it, and the places in ``ids`` of those that have to be decoded to know.
    """
    found = np.zeros(len(ids), np.bool_)
    unsure: list[Ints] = []
    rows = [FIELD_BY_NAME[field].index for field in fields]
    for first in range(0, len(ids), BLOCK):
        stretch = _stretch(doc, ids[first : first + BLOCK])
        entries, places = _hits(stretch, needle)
        sure = _in_values(stretch, rows, entries, places, len(needle))
        found[first + entries[sure]] = True
        doubt = _doubtful(stretch, rows)
        found[first + doubt] = False
        unsure.append(first + doubt)
        progress.tick(first, len(ids))
    return found, np.concatenate(unsure) if unsure else np.zeros(0, np.int64)


class _Stretch(NamedTuple):
    """Entries and the text they stand in: places in it, and spans of n values of each field."""

    text: npt.NDArray[np.uint8]
    starts: Ints
    ends: Ints
    value_start: npt.NDArray[np.int32]
    value_length: npt.NDArray[np.int32]


def _stretch(doc: Document, ids: Ids) -> _Stretch:
    """Entries that follow each other in a blob as they stand, others joined."""
    cells, index = doc.store.cells, as_index(ids)
    blob, start, end = cells.blob[index], cells.start[index], cells.end[index]
    spans = cells.value_start[:, index], cells.value_length[:, index]
    follow = (end[:-1] == cells.gap_start[index][1:]).all()
    if bool(follow and (blob == blob[0]).all()):
        low, high = int(start[0]), int(end[-1])
        text = np.frombuffer(doc.store.blobs[int(blob[0])], np.uint8)[low:high]
        return _Stretch(text, start - low, end - low, *spans)
    joined = np.frombuffer(b"".join(doc.store.slices(blob, start, end)), np.uint8)
    ends = np.cumsum(end - start)
    return _Stretch(joined, ends - (end - start), ends, *spans)


def _hits(stretch: _Stretch, needle: bytes) -> tuple[Ints, Ints]:
    """Entries and places in the text where the needle stands within one entry."""
    places = _places(stretch.text, needle)
    entries = np.searchsorted(stretch.ends, places, "right")
    inside = places >= stretch.starts[np.minimum(entries, len(stretch.starts) - 1)]
    return entries[inside], places[inside]


def _places(view: npt.NDArray[np.uint8], needle: bytes) -> Ints:
    """Where a needle in lower case stands, looked for by its rarest letter."""
    counts = np.bincount(view[:SAMPLE], minlength=256)
    cases = [(letter, *needle[n : n + 1].upper()) for n, letter in enumerate(needle)]
    order = sorted(range(len(needle)), key=lambda n: sum(counts[c] for c in set(cases[n])))
    places = np.flatnonzero(_is_one_of(view, cases[order[0]])) - order[0]
    places = places[(places >= 0) & (places <= len(view) - len(needle))]
    for number in order[1:]:
        places = places[_is_one_of(view[places + number], cases[number])]
    return places


def _is_one_of(letters: npt.NDArray[np.uint8], cases: tuple[int, ...]) -> Bools:
    small, large = cases
    found: Bools = letters == small
    return found if small == large else found | (letters == large)


def _in_values(
    stretch: _Stretch, rows: Sequence[int], entries: Ints, places: Ints, size: int
) -> Bools:
    """Whether each hit lies in the value of one of the fields."""
    inside = np.zeros(len(entries), np.bool_)
    offset = places - stretch.starts[entries]
    for row in rows:
        begin = stretch.value_start[row, entries]
        end = begin + stretch.value_length[row, entries]
        inside |= (offset >= begin) & (offset + size <= end)
    return inside


def _doubtful(stretch: _Stretch, rows: Sequence[int]) -> Ints:
    """Entries with values whose text is not simply their bytes."""
    doubt = (stretch.value_length[list(rows)] == NEEDS_LEXER).any(axis=0)
    for mark, sign in ((b"&", b"&"), (b"!", b"<!"), (b"?", b"<?")):
        if _occurs(stretch.text, mark):
            places = _places(stretch.text, sign)
            entries = np.searchsorted(stretch.ends, places, "right")
            doubt[entries[entries < len(doubt)]] = True
    return np.flatnonzero(doubt)


def _occurs(view: npt.NDArray[np.uint8], letter: bytes) -> bool:
    """Whether a byte occurs."""
    return bool((view == letter[0]).any())

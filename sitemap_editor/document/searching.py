"""Plain text looked for in the bytes of very many entries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.scan import NEEDS_LEXER
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.support.jobs import Progress

from .store import Cells, Ids, Ints

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
    """Entries and the text they stand in; ``starts`` and ``ends`` are places in the text."""

    text: bytes
    starts: Ints
    ends: Ints
    cells: Cells


def _stretch(doc: Document, ids: Ids) -> _Stretch:
    """Entries that follow each other in a blob as they stand, others joined."""
    cells = doc.store.take(ids)
    if bool((cells.blob == cells.blob[0]).all() and (cells.end[:-1] == cells.gap_start[1:]).all()):
        low, high = int(cells.start[0]), int(cells.end[-1])
        text = doc.store.blobs[int(cells.blob[0])][low:high]
        return _Stretch(text, cells.start - low, cells.end - low, cells)
    text = b"".join(doc.store.slices(cells.blob, cells.start, cells.end))
    ends = np.cumsum(cells.end - cells.start)
    return _Stretch(text, ends - (cells.end - cells.start), ends, cells)


def _hits(stretch: _Stretch, needle: bytes) -> tuple[Ints, Ints]:
    """Entries and places in the text where the needle stands within one entry."""
    view = np.frombuffer(stretch.text.lower(), np.uint8)
    places = _places(view, needle)
    entries = np.searchsorted(stretch.ends, places, "right")
    inside = places >= stretch.starts[np.minimum(entries, len(stretch.starts) - 1)]
    return entries[inside], places[inside]


def _places(view: npt.NDArray[np.uint8], needle: bytes) -> Ints:
    """Where a needle stands, looked for by its rarest letter."""
    counts = np.bincount(view[:SAMPLE], minlength=256)
    order = sorted(range(len(needle)), key=lambda number: counts[needle[number]])
    places = np.flatnonzero(view == needle[order[0]]) - order[0]
    places = places[(places >= 0) & (places <= len(view) - len(needle))]
    for number in order[1:]:
        places = places[view[places + number] == needle[number]]
    return places


def _in_values(
    stretch: _Stretch, rows: Sequence[int], entries: Ints, places: Ints, size: int
) -> Bools:
    """Whether each hit lies in the value of one of the fields."""
    inside = np.zeros(len(entries), np.bool_)
    offset = places - stretch.starts[entries]
    for row in rows:
        begin = stretch.cells.value_start[row, entries]
        end = begin + stretch.cells.value_length[row, entries]
        inside |= (offset >= begin) & (offset + size <= end)
    return inside


def _doubtful(stretch: _Stretch, rows: Sequence[int]) -> Ints:
    """Entries with values whose text is not simply their bytes."""
    doubt = (stretch.cells.value_length[list(rows)] == NEEDS_LEXER).any(axis=0)
    for mark in (b"&", b"<!", b"<?"):
        if mark in stretch.text:
            places = _places(np.frombuffer(stretch.text, np.uint8), mark)
            entries = np.searchsorted(stretch.ends, places, "right")
            doubt[entries[entries < len(doubt)]] = True
    return np.flatnonzero(doubt)

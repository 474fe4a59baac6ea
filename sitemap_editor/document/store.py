"""The bytes of a document and where each entry stands in them, by entry id.

Blob 0 is the file; every edit adds a blob. Nothing is ever taken away: undone entries keep their
place, so that an id means the same bytes until it is assigned others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.spans import ABSENT
from sitemap_editor.protocol.fields import FIELDS

Ids = npt.NDArray[np.int64]
Ints = npt.NDArray[np.int64]


RUN_BLOCK = 1 << 16
"""Entries whose places are compared at a time."""


class Cells(NamedTuple):
    """Where entries stand; arrays of shape (n,), the two of values (4, n) in the order of FIELDS.

    An entry is ``blob[start:end]``, its gap ``blob[gap_start:start]``. ``value_start`` counts from
    the entry's start; a negative ``value_length`` is ABSENT or NEEDS_LEXER (markup.scan).
    ``counts`` (2, n): line ends and rows in gap and entry (document.rows).
    """

    blob: npt.NDArray[np.int32]
    gap_start: Ints
    start: Ints
    end: Ints
    value_start: npt.NDArray[np.int32]
    value_length: npt.NDArray[np.int32]
    flags: npt.NDArray[np.uint8]
    counts: npt.NDArray[np.int32]

    @property
    def nbytes(self) -> int:
        """Memory the arrays take."""
        return sum(array.nbytes for array in self.arrays)

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """The arrays, entries along the last axis of each."""
        return tuple(self)

    def part(self, chosen: slice) -> Cells:
        """Views of some entries."""
        return Cells(*[array[..., chosen] for array in self.arrays])

    def copy_of(self, chosen: Ids | slice) -> Cells:
        """Copies of some entries' places."""
        if isinstance(chosen, slice):
            return Cells(*[array[..., chosen].copy() for array in self.arrays])
        return Cells(*[_taken(array, chosen) for array in self.arrays])


def _taken(array: npt.NDArray[Any], chosen: Ids) -> npt.NDArray[Any]:
    """Copy chosen columns; row by row, since a view of rows is not one piece of memory."""
    if array.ndim == 1:
        return array[chosen]
    taken = np.empty((len(array), len(chosen)), array.dtype)
    for row, part in zip(array, taken, strict=True):
        np.take(row, chosen, out=part)
    return taken


def joined_cells(parts: Sequence[Cells]) -> Cells:
    """The places of several groups of entries, one after the other."""
    columns = zip(*[part.arrays for part in parts], strict=True)
    return Cells(*[np.concatenate(column, axis=-1) for column in columns])


def mask_of(ids: Ids, count: int) -> npt.NDArray[np.bool_]:
    """Mask of shape (count,) of the ids; many times as fast as sorting or hashing them."""
    mask = np.zeros(count, np.bool_)
    mask[ids] = True
    return mask


def distinct(ids: Ids) -> Ids:
    """The ids in ascending order, each once; numpy's own way takes a hundred times as long."""
    return np.flatnonzero(mask_of(ids, int(ids.max()) + 1)) if len(ids) else ids


def as_index(ids: Ids) -> Ids | slice:
    """Ids that follow each other as a slice, which numpy copies many times as fast."""
    count = len(ids)
    if count > 1 and int(ids[-1]) - int(ids[0]) == count - 1 and bool((np.diff(ids) == 1).all()):
        return slice(int(ids[0]), int(ids[-1]) + 1)
    return ids


def empty_cells(count: int) -> Cells:
    """Cells to be filled in."""
    return Cells(
        np.zeros(count, np.int32),
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.empty(count, np.int64),
        np.zeros((len(FIELDS), count), np.int32),
        np.full((len(FIELDS), count), ABSENT, np.int32),
        np.zeros(count, np.uint8),
        np.zeros((2, count), np.int32),
    )


class Store:
    """Grows by ids and by blobs; the arrays may be read up to ``count``."""

    def __init__(self, text: bytes, cells: Cells) -> None:
        self.blobs: list[bytes] = [text]
        self.count = len(cells.start)
        self.nbytes = len(text)
        """Bytes of all blobs."""
        self._cells = cells

    # Reading

    @property
    def cells(self) -> Cells:
        """The arrays of all ids given out so far; views, to be read only."""
        return self._cells.part(slice(self.count))

    def raw(self, entry: int) -> bytes:
        """The entry's own bytes."""
        cells = self._cells
        return self.blobs[int(cells.blob[entry])][int(cells.start[entry]) : int(cells.end[entry])]

    def gap(self, entry: int) -> bytes:
        """What stands between the entry and the one before it."""
        cells = self._cells
        begin, end = int(cells.gap_start[entry]), int(cells.start[entry])
        return self.blobs[int(cells.blob[entry])][begin:end]

    def raws(self, ids: Ids) -> list[bytes]:
        """The bytes of many entries."""
        cells = self._cells
        return self.slices(cells.blob[ids], cells.start[ids], cells.end[ids])

    def gaps(self, ids: Ids) -> list[bytes]:
        """The gaps of many entries."""
        cells = self._cells
        return self.slices(cells.blob[ids], cells.gap_start[ids], cells.start[ids])

    def slices(self, blob: npt.NDArray[np.int32], start: Ints, end: Ints) -> list[bytes]:
        """Bytes between places of blobs, many at a time."""
        if not len(blob):
            return []
        pairs = zip(start.tolist(), end.tolist(), strict=True)
        if bool((blob == blob[0]).all()):
            text = self.blobs[int(blob[0])]
            return [text[a:b] for a, b in pairs]
        blobs = self.blobs
        return [blobs[k][a:b] for k, (a, b) in zip(blob.tolist(), pairs, strict=True)]

    def runs(self, ids: Ids) -> Iterator[memoryview]:
        """The bytes of entries with their gaps, those that follow each other in a blob as one."""
        cells = self._cells
        for first in range(0, len(ids), RUN_BLOCK):
            index = as_index(ids[first : first + RUN_BLOCK])
            blob, start, end = cells.blob[index], cells.gap_start[index], cells.end[index]
            breaks = np.flatnonzero((blob[1:] != blob[:-1]) | (start[1:] != end[:-1]))
            firsts = np.concatenate(([0], breaks + 1))
            lasts = np.concatenate((breaks, [len(blob) - 1]))
            borders = zip(start[firsts].tolist(), end[lasts].tolist(), strict=True)
            for number, (begin, stop) in zip(blob[firsts].tolist(), borders, strict=True):
                yield memoryview(self.blobs[number])[begin:stop]

    def size_of(self, ids: Ids) -> int:
        """Bytes that these entries take with their gaps."""
        index = as_index(ids)
        return int(self._cells.end[index].sum() - self._cells.gap_start[index].sum())

    def take(self, ids: Ids) -> Cells:
        """A copy of the cells of these ids."""
        return self._cells.copy_of(as_index(ids))

    # Writing: only edits do

    def add_blob(self, text: bytes) -> int:
        """Keep a further blob; returns its number."""
        self.blobs.append(text)
        self.nbytes += len(text)
        return len(self.blobs) - 1

    def assign(self, ids: Ids, cells: Cells) -> None:
        """Let these ids stand elsewhere."""
        index = as_index(ids)
        for array, new in zip(self._cells.arrays, cells.arrays, strict=True):
            array[..., index] = new

    def append(self, cells: Cells) -> Ids:
        """Give out new ids for these cells, whose arrays an empty store takes over."""
        first, stop = self.count, self.count + len(cells.start)
        if not first:
            self._cells, self.count = cells, stop
            return np.arange(stop, dtype=np.int64)
        if stop > len(self._cells.start):
            self._reserve(stop)
        self.count = stop
        ids = np.arange(first, stop, dtype=np.int64)
        self.assign(ids, cells)
        return ids

    def _reserve(self, needed: int) -> None:
        room = max(needed, len(self._cells.start) * 9 // 8, 1024)
        grown = empty_cells(room)
        for old, new in zip(self._cells.arrays, grown.arrays, strict=True):
            new[..., : self.count] = old[..., : self.count]
        self._cells = grown

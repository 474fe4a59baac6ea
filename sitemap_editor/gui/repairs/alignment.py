"""Which row of one text stands beside which row of the other."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sitemap_editor.document.mending import Mending

from .rows import Rows, rows_of
from .spans import Ints, Spans, spans_of


class Pair(NamedTuple):
    """The rows beside each other; None where one text has none."""

    before: int | None
    after: int | None


class Alignment:
    """Rows of two texts in pairs; what is the same stands on one height."""

    def __init__(self, before: bytes, after: bytes, spans: Spans) -> None:
        self.spans = spans
        self.before, self.after = rows_of(before, after, spans)
        starts = [
            _rows_at(self.before, spans.before_start),
            _rows_at(self.after, spans.after_start),
        ]
        ends = [_rows_at(self.before, spans.before_end), _rows_at(self.after, spans.after_end)]
        first = _block_starts(starts, ends)
        last = np.append(first, len(spans))[1:] - 1
        # Of each block of rows that differ: its first row and how many, on both sides.
        self._first = [side[first] for side in starts]
        self._count = [end[last] - begin + 1 for end, begin in zip(ends, self._first, strict=True)]
        self._size = np.maximum(*self._count)
        padded = np.cumsum(self._size - self._count[0]) - (self._size - self._count[0])
        self._top = self._first[0] + padded
        at_start = self.before.start[self._first[0]] == spans.before_start[first]
        # Lines that are gone from the top leave their room there.
        self._pad = [np.where(at_start, self._size - count, 0) for count in self._count]
        self.row_count = len(self.before) + int((self._size - self._count[0]).sum())
        self.row_of_span = self._rows_of_spans(starts, first)

    def _rows_of_spans(self, starts: list[Ints], first: Ints) -> Ints:
        if not len(self.spans):
            return np.zeros(0, np.int64)
        block = np.searchsorted(first, np.arange(len(self.spans)), "right") - 1
        sides = [
            self._top[block] + self._pad[side][block] + starts[side] - self._first[side][block]
            for side in (0, 1)
        ]
        is_empty = self.spans.before_end == self.spans.before_start
        return np.where(is_empty, sides[1], sides[0])

    def pairs(self, first: int, count: int) -> list[Pair]:
        """The pairs from row ``first`` on."""
        stop = min(first + count, self.row_count)
        return [self._pair(row) for row in range(max(0, first), stop)]

    def _pair(self, row: int) -> Pair:
        block = int(np.searchsorted(self._top, row, "right")) - 1
        if block < 0:
            return Pair(row, row)
        offset = row - int(self._top[block])
        size = int(self._size[block])
        sides = [self._side(side, block, offset, size) for side in (0, 1)]
        return Pair(*sides)

    def _side(self, side: int, block: int, offset: int, size: int) -> int | None:
        first, count = int(self._first[side][block]), int(self._count[side][block])
        if offset >= size:
            return first + count + offset - size
        inside = offset - int(self._pad[side][block])
        return first + inside if 0 <= inside < count else None

    def row_at(self, place: int) -> int:
        """The row that shows a byte of the text before."""
        row = self.before.row_of(place)
        block = int(np.searchsorted(self._first[0], row, "right")) - 1
        if block < 0:
            return row
        offset = row - int(self._first[0][block])
        top, count = int(self._top[block]), int(self._count[0][block])
        if offset < count:
            return top + int(self._pad[0][block]) + offset
        return top + int(self._size[block]) + offset - count

    def spans_in(self, side: int, row: int) -> list[tuple[int, int, int]]:
        """What differs in a row of a side (0 before, 1 after): number, start, end in bytes."""
        rows, begins, ends = (
            (self.before, self.spans.before_start, self.spans.before_end)
            if side == 0
            else (self.after, self.spans.after_start, self.spans.after_end)
        )
        start, end = rows.bounds(row)
        is_last = row + 1 == len(rows)
        low = int(np.searchsorted(ends, start, "left"))
        found = []
        for number in range(low, len(self.spans)):
            begin, stop = int(begins[number]), int(ends[number])
            if begin > end or (begin == end and not is_last):
                break
            if stop == start and begin < start:
                continue
            found.append((number, max(begin, start) - start, min(stop, end) - start))
        return found

    def span_near(self, row: int, step: int) -> int | None:
        """The number of the next (1) or previous (-1) place that differs from a row; None: no."""
        if step > 0:
            number = int(np.searchsorted(self.row_of_span, row, "right"))
        else:
            number = int(np.searchsorted(self.row_of_span, row, "left")) - 1
        return number if 0 <= number < len(self.spans) else None


def alignment_of(mending: Mending) -> Alignment:
    """The file as it was beside the file with its repairs."""
    before, after = mending.original, mending.text
    return Alignment(before, after, spans_of(before, after, mending.repairs))


def _rows_at(rows: Rows, places: Ints) -> Ints:
    return np.asarray(np.searchsorted(rows.start, places, "right") - 1, np.int64)


def _block_starts(starts: list[Ints], ends: list[Ints]) -> Ints:
    """The first span of each block: one that begins on a row where no other one ended."""
    if not len(starts[0]):
        return np.zeros(0, np.int64)
    gaps = [start[1:] - end[:-1] for start, end in zip(starts, ends, strict=True)]
    # A line end that is changed by half may leave a row more on one side.
    is_apart = (gaps[0] > 0) & (gaps[0] == gaps[1])
    return np.flatnonzero(np.concatenate(([True], is_apart)))

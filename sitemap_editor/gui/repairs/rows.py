"""A text cut into rows that can be drawn: its lines, and long lines in pieces.

Nothing is kept but where rows begin, so that a text of any size is there at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .spans import Ints, Spans

LONG = 1_000
"""Bytes of a line from which on it is cut, before entries first."""

FEED, RETURN, OPEN = 10, 13, 60
_ENTRIES = (b"url>", b"url ", b"sitemap>", b"sitemap ")

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a text; ``line`` is the number of the line that a row belongs to."""

    text: bytes
    start: Ints
    line: Ints

    def __len__(self) -> int:
        return len(self.start)

    @property
    def line_count(self) -> int:
        """How many lines there are."""
        return int(self.line[-1])

    def row_of(self, place: int) -> int:
        """The row that holds a byte."""
        return int(np.searchsorted(self.start, place, "right")) - 1

    def is_first_of_line(self, row: int) -> bool:
        """Whether a line begins with this row."""
        return row == 0 or bool(self.line[row] != self.line[row - 1])

    def bounds(self, row: int) -> tuple[int, int]:
        """Where a row begins and ends, its line end included."""
        end = self.start[row + 1] if row + 1 < len(self.start) else len(self.text)
        return int(self.start[row]), int(end)


def rows_of(before: bytes, after: bytes, spans: Spans) -> tuple[Rows, Rows]:
    """The rows of two texts, cut at the same places wherever they are the same."""
    lines, other_lines = _line_starts(before), _line_starts(after)
    cuts = _cuts(before, lines)
    inside = np.searchsorted(spans.before_end, cuts, "left")
    is_kept = np.ones(len(cuts), np.bool_)
    has_span = inside < len(spans)
    is_kept[has_span] = cuts[has_span] <= spans.before_start[inside[has_span]]
    moved = cuts[is_kept]
    shift = np.concatenate(([0], spans.after_end - spans.before_end))
    moved = moved + shift[np.searchsorted(spans.before_end, moved, "left")]
    return _rows(before, lines, cuts), _rows(after, other_lines, moved)


def _rows(text: bytes, lines: Ints, cuts: Ints) -> Rows:
    start = _merged(lines, cuts)
    start = _with_fixed_cuts(text, start)
    return Rows(text, start, np.searchsorted(lines, start, "right"))


def _line_starts(text: bytes) -> Ints:
    """Where lines begin; they end with LF, CR LF or CR."""
    array = np.frombuffer(text, np.uint8)
    ends = np.flatnonzero(array == FEED)
    if b"\r" in text:
        returns = np.flatnonzero(array == RETURN)
        following = returns + 1
        is_inside = following < len(array)
        alone = np.ones(len(returns), np.bool_)
        alone[is_inside] = array[following[is_inside]] != FEED
        ends = _merged(ends, returns[alone])
    return np.concatenate(([0], ends + 1)).astype(np.int64)


def _merged(one: Ints, other: Ints) -> Ints:
    """Both in order, each place once; numpy's own way takes a hundred times as long."""
    if not len(other):
        return one
    both = np.concatenate((one, other))
    both.sort(kind="stable")
    return both[np.concatenate(([True], both[1:] != both[:-1]))]


def _cuts(text: bytes, lines: Ints) -> Ints:
    """Where long lines are cut: before each entry."""
    sizes = np.diff(np.append(lines, len(text)))
    if not (sizes > LONG).any():
        return np.zeros(0, np.int64)
    array = np.frombuffer(text, np.uint8)
    tags = np.flatnonzero(array[: -len(b"sitemap>")] == OPEN)
    found = [tags[_are(array, tags + 1, name)] for name in _ENTRIES]
    cuts = np.sort(np.concatenate(found))
    is_long = sizes[np.searchsorted(lines, cuts, "right") - 1] > LONG
    return np.asarray(cuts[is_long], np.int64)


def _are(array: npt.NDArray[np.uint8], places: Ints, name: bytes) -> Bools:
    result = np.ones(len(places), np.bool_)
    for offset, byte in enumerate(name):
        result &= array[places + offset] == byte
    return result


def _with_fixed_cuts(text: bytes, start: Ints) -> Ints:
    """Cut what is still long into pieces, never within a character."""
    ends = np.append(start[1:], len(text))
    long_ones = np.flatnonzero(ends - start > 2 * LONG).tolist()
    if not long_ones:
        return start
    cuts = np.concatenate(
        [np.arange(start[row] + LONG, ends[row] - LONG // 2, LONG) for row in long_ones]
    )
    array = np.frombuffer(text, np.uint8)
    for _byte in range(3):
        cuts -= (array[cuts] & 0xC0) == 0x80
    return _merged(start, cuts)

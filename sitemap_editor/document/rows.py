"""How the bytes of one unit fall into rows, and which of them differ from earlier bytes."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.line_index import line_end_places

ROW_BYTES = 2000
"""A row has at most this many bytes: what a screen can show of a line, and quick to draw."""

MANY_ROWS = 2000
"""Above this many rows a unit is compared row by row instead of finding what moved."""

HEAD, TAIL = -1, -2
"""Stand among positions for the unit before the first and after the last entry."""

_LF, _CR = 10, 13


class RowSpan(NamedTuple):
    """Bytes of a unit that make one row, without line end; whether a line starts with it."""

    start: int
    end: int
    starts_line: bool


def count_units(
    view: npt.NDArray[np.uint8], begin: npt.NDArray[np.int64], end: npt.NDArray[np.int64]
) -> npt.NDArray[np.int32]:
    """Line ends and rows of units, as an array of shape (2, n).

    ``begin`` and ``end`` are their places in ``view``.
    """
    counts = np.zeros((2, len(begin)), np.int32)
    if not len(view):
        return counts
    ends = line_end_places(view)
    counts[0] = np.searchsorted(ends, end) - np.searchsorted(ends, begin)
    first = view[np.minimum(begin, len(view) - 1)]
    counts[1] = counts[0] + ((first != _LF) & (first != _CR) & (end > begin))
    for number in np.flatnonzero(end - begin > ROW_BYTES).tolist():
        counts[1, number] = len(rows_of(view[begin[number] : end[number]].tobytes()))
    return counts


def rows_of(unit: bytes, at_start: bool = False) -> list[RowSpan]:
    """Cut a unit into rows; ``at_start`` when it begins a line itself."""
    ends = line_end_places(np.frombuffer(unit, np.uint8)).tolist()
    spans: list[RowSpan] = []
    start = 0
    for number, stop in enumerate([*ends, len(unit)]):
        fresh = number > 0 or at_start
        end = stop
        if number < len(ends):
            end = stop - 1 if unit[stop - 1 : stop + 1] == b"\r\n" and stop > 0 else stop
        if fresh or end > start:
            spans.extend(_wrapped(unit, start, max(end, start), fresh))
        start = stop + 1
    return spans


def common_ends(one: Sequence[object], other: Sequence[object]) -> tuple[int, int]:
    """How many pieces both begin with, and how many of the others both end with."""
    start = _common_start(one, other)
    return start, _common_start(one[start:][::-1], other[start:][::-1])


def _common_start(one: Sequence[object], other: Sequence[object]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _wrapped(unit: bytes, start: int, end: int, fresh: bool) -> list[RowSpan]:
    """Cut a line into rows, between characters."""
    spans: list[RowSpan] = []
    while end - start > ROW_BYTES:
        stop = start + ROW_BYTES
        while stop > start and unit[stop] & 0xC0 == 0x80:
            stop -= 1
        spans.append(RowSpan(start, stop, fresh and not spans))
        start = stop
    spans.append(RowSpan(start, end, fresh and not spans))
    return spans


def changed_rows(
    old: bytes | None, gap: bytes, new: bytes, at_start: bool = False
) -> frozenset[int]:
    """Numbers of the rows of ``gap + new`` that are not among those of ``old``.

    ``old`` is None for what is new; white space at the start of rows does not count.
    """
    unit = gap + new
    spans = rows_of(unit, at_start)
    own = [number for number, span in enumerate(spans) if span.end > len(gap)]
    if old is None:
        return frozenset(own)
    now = [unit[max(spans[n].start, len(gap)) : spans[n].end].strip() for n in own]
    before = [old[span.start : span.end].strip() for span in rows_of(old, True)]
    if len(now) > MANY_ROWS or len(before) > MANY_ROWS:
        known = set(before)
        return frozenset(n for n, text in zip(own, now, strict=True) if text not in known)
    blocks = SequenceMatcher(None, before, now, autojunk=False).get_matching_blocks()
    same = {own[block.b + offset] for block in blocks for offset in range(block.size)}
    return frozenset(own) - same

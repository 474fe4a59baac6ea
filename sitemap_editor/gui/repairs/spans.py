"""Where two texts differ: the places of repairs in the text as it was and as it is.

What lies between two of them is the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.repair import Repair

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Spans:
    """Places that differ, ascending: bytes of the text before and of the text after.

    ``of_repair`` tells for each repair in which of them it is.
    """

    before_start: Ints
    before_end: Ints
    after_start: Ints
    after_end: Ints
    of_repair: Ints

    def __len__(self) -> int:
        return len(self.before_start)

    def after_of(self, place: int) -> int:
        """Where a byte of the text before went."""
        number = int(np.searchsorted(self.before_start, place, "right")) - 1
        if number < 0:
            return place
        if place < self.before_end[number]:
            return int(self.after_start[number])
        return place - int(self.before_end[number]) + int(self.after_end[number])


def spans_of(before: bytes, after: bytes, repairs: Sequence[Repair]) -> Spans:
    """The places of ``repairs``, each of which may have changed what another one had made."""
    if not repairs:
        return _whole(before, after, 0)
    start = np.array([one.start for one in repairs], np.int64)
    end = np.array([one.end for one in repairs], np.int64)
    grown = np.array([len(one.after) - len(one.before) for one in repairs], np.int64)
    order = np.lexsort((end, start))
    start, reach, grown = start[order], np.maximum.accumulate(end[order]), grown[order]
    is_first = np.concatenate(([True], start[1:] > reach[:-1]))
    first = np.flatnonzero(is_first)
    last = np.concatenate((first[1:] - 1, [len(start) - 1]))
    by_group = np.add.reduceat(grown, first)
    before_start, before_end = start[first], reach[last]
    after_start = before_start + np.cumsum(by_group) - by_group
    after_end = after_start + before_end - before_start + by_group
    of_repair = np.empty(len(order), np.int64)
    of_repair[order] = np.cumsum(is_first) - 1
    spans = Spans(before_start, before_end, after_start, after_end, of_repair)
    return spans if _fits(spans, before, after) else _whole(before, after, len(repairs))


def _fits(spans: Spans, before: bytes, after: bytes) -> bool:
    """Whether all between the places is really the same."""
    if (spans.after_end < spans.after_start).any():
        return False
    starts = zip(
        [0, *spans.before_end.tolist()],
        [*spans.before_start.tolist(), len(before)],
        [0, *spans.after_end.tolist()],
        [*spans.after_start.tolist(), len(after)],
        strict=True,
    )
    return all(before[a:b] == after[c:d] for a, b, c, d in starts)


def _whole(before: bytes, after: bytes, count: int) -> Spans:
    """One place that holds all that differs; none when nothing does."""
    of_repair = np.zeros(count, np.int64)
    if before == after:
        none = np.zeros(0, np.int64)
        return Spans(none, none, none, none, of_repair)
    head = _same_start(before, after)
    room = min(len(before), len(after)) - head
    tail = min(_same_start(before[::-1], after[::-1]), room)
    first, last = np.array([head], np.int64), len(before) - tail
    after_last = np.array([len(after) - tail], np.int64)
    return Spans(first, np.array([last], np.int64), first, after_last, of_repair)


def _same_start(one: bytes, other: bytes) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low

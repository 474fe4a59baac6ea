"""Which entry of one side is which of the other: equal addresses, first those in the same file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .prints import ADDRESS, SILENT, Numbers, Prints

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Pairs = npt.NDArray[np.int32]

NONE = -1
AT_ONCE = 1 << 16
"""Entries whose addresses are sorted together."""

TICK = 4_096

_FACTOR = np.int64(-0x61C8864680B583EB)


def pair(
    base: Prints,
    other: Prints,
    counterparts: Ints | None,
    *,
    many: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Pairs:
    """For each entry of ``base`` the number of that of ``other`` about the same page, or NONE.

    ``counterparts``: for each member of ``base`` the same file of ``other``, or NONE; None when
    files do not matter. Of several entries with one address those go together that are in the same
    file, say the same, and are spelled the same; else the first with the first and so on. With
    ``many`` all of them go with the last.
    """
    pairs = np.full(len(base), NONE, np.int32)
    bits = max(0, (max(len(base), len(other)) // AT_ONCE).bit_length())
    buckets = [_buckets(side.keys, bits) for side in (base, other)]
    for number in range(1 << bits):
        mine, theirs = (np.flatnonzero(bucket == number) for bucket in buckets)
        progress.tick(number, 1 << bits)
        ours = _Likeness(base, mine, counterparts)
        others = _Likeness(other, theirs, None)
        has_twins = not many and (_has_twins(ours.keys) or _has_twins(others.keys))
        for stage in _stages(has_files=counterparts is not None, has_twins=has_twins, base=base):
            found = _kth(ours.numbers(stage), others.numbers(stage), many=many)
            hits = found != NONE
            pairs[ours.rows[hits]] = others.rows[found[hits]]
            ours.keep(~hits)
            if not many:
                is_free = np.ones(len(others.rows), np.bool_)
                is_free[found[hits]] = False
                others.keep(is_free)
            progress.tick()
    return pairs


class _Stage(NamedTuple):
    """What two entries must have in common beside what addresses are compared by."""

    file: bool
    names: tuple[str, ...]


def _stages(*, has_files: bool, has_twins: bool, base: Prints) -> Iterator[_Stage]:
    """What is asked for, first most, then less and less."""
    columns = [tuple(base.columns)] if has_twins else []
    columns += [(ADDRESS,)] if ADDRESS in base.columns else []
    for file in (True, False) if has_files else (False,):
        for names in (*columns, ()):
            yield _Stage(file, names)


class _Likeness:
    """Some entries of a side, and the numbers by which they are like others."""

    def __init__(self, side: Prints, rows: Ints, counterparts: Ints | None) -> None:
        """``counterparts``: what the files of this side are called; None: by their number."""
        self._side = side
        self._counterparts = counterparts
        self.rows = rows
        self.keys: Ints = side.keys[rows]

    def keep(self, mask: Bools) -> None:
        """Leave the others out."""
        self.rows, self.keys = self.rows[mask], self.keys[mask]

    def numbers(self, stage: _Stage) -> Ints:
        """A number for each entry that is the same where a stage lets two go together."""
        numbers = self.keys
        if stage.file:
            members = self._side.members_of(self.rows)
            if self._counterparts is not None:
                members = self._counterparts[members]
            numbers = numbers ^ ((members + 2) * _FACTOR)
        for name in stage.names:
            numbers = (numbers ^ self._side.columns[name][self.rows].astype(np.int64)) * _FACTOR
        return numbers


def _buckets(keys: Ints, bits: int) -> Numbers:
    """Which bucket each address is in; by the lowest bits."""
    buckets = np.empty(len(keys), np.uint8 if bits <= 8 else np.uint16)
    for first in range(0, len(keys), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        buckets[part] = keys[part] & ((1 << bits) - 1)
    return buckets


def _has_twins(keys: Ints) -> bool:
    ordered = np.sort(keys)
    return bool((ordered[1:] == ordered[:-1]).any())


def _kth(mine: Ints, theirs: Ints, *, many: bool) -> Ints:
    """For each number its place among ``theirs``: of the k-th of equal ones that of the k-th."""
    found = np.full(len(mine), NONE, np.int64)
    if not len(mine) or not len(theirs):
        return found
    order, ranked = _sorted(mine)
    their_order, their_ranked = _sorted(theirs)
    if many:
        places = np.searchsorted(their_ranked, ranked, side="right") - 1
    else:
        places = np.searchsorted(their_ranked, ranked) + _ranks(ranked)
    inside = np.clip(places, 0, len(theirs) - 1)
    hits = (places == inside) & (their_ranked[inside] == ranked)
    found[order[hits]] = their_order[places[hits]]
    return found


def _sorted(keys: Ints) -> tuple[Ints, Ints]:
    order = np.argsort(keys, kind="stable")
    return order, keys[order]


def _ranks(ranked: Ints) -> Ints:
    """How many equal numbers stand before each of sorted ones."""
    places = np.arange(len(ranked))
    is_first = np.concatenate(([True], ranked[1:] != ranked[:-1]))
    ranks: Ints = places - np.maximum.accumulate(np.where(is_first, places, 0))
    return ranks


def are_last(keys: Ints) -> Bools:
    """Which of these are the last ones of their number."""
    kept = np.zeros(len(keys), np.bool_)
    _distinct, from_end = np.unique(keys[::-1], return_index=True)
    kept[len(keys) - 1 - from_end] = True
    return kept


def marks_of(
    base: Prints, other: Prints, pairs: Pairs, names: tuple[str, ...], progress: Progress
) -> npt.NDArray[np.uint8]:
    """In what the two entries of each pair differ: a bit for each of ``names``."""
    marks = np.zeros(len(base), np.uint8)
    for first in range(0, len(base), AT_ONCE):
        progress.tick(first, len(base))
        part = slice(first, first + AT_ONCE)
        rows = np.flatnonzero(pairs[part] != NONE)
        numbers = pairs[part][rows]
        for bit, name in enumerate(names):
            if name in base.columns:
                mine = base.columns[name][part][rows]
                theirs = other.columns[name][numbers]
                differ = (mine != theirs) & (mine != SILENT) & (theirs != SILENT)
                marks[first + rows[differ]] |= np.uint8(1 << bit)
    return marks


def out_of_order(places: Ints, progress: Progress = NO_PROGRESS) -> int:
    """How many of these must be moved to put all of them in ascending order."""
    if len(places) < 2 or bool((places[1:] > places[:-1]).all()):
        return 0
    tops: list[int] = []  # the smallest end of an ascending run of each length
    for number, place in enumerate(places.tolist()):
        if number % TICK == 0:
            progress.tick(number, len(places))
        at = bisect_left(tops, place)
        if at == len(tops):
            tops.append(place)
        else:
            tops[at] = place
    return len(places) - len(tops)

"""Which entry of one side is which of the other: equal addresses, first those in the same file."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
import numpy.typing as npt

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .prints import SILENT, Numbers, Prints

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
    files do not matter. Of several entries with one address the first goes with the first and so
    on; with ``many`` all of them go with the last.
    """
    pairs = np.full(len(base), NONE, np.int32)
    bits = max(0, (max(len(base), len(other)) // AT_ONCE).bit_length())
    buckets = [_buckets(side.keys, bits) for side in (base, other)]
    for number in range(1 << bits):
        mine, theirs = (np.flatnonzero(bucket == number) for bucket in buckets)
        progress.tick(number, 1 << bits)
        keys, others = base.keys[mine], other.keys[theirs]
        if counterparts is not None:
            own = _with_member(keys, counterparts[base.members_of(mine)])
            found = _kth(own, _with_member(others, other.members_of(theirs)), many=many)
            _note(pairs, mine, theirs, found)
            progress.tick()
            is_free = np.ones(len(theirs), np.bool_)
            is_free[found[found != NONE]] = many
            mine, theirs = mine[found == NONE], theirs[is_free]
            keys, others = base.keys[mine], other.keys[theirs]
        _note(pairs, mine, theirs, _kth(keys, others, many=many))
    return pairs


def _buckets(keys: Ints, bits: int) -> Numbers:
    """Which bucket each address is in; by the lowest bits."""
    buckets = np.empty(len(keys), np.uint8 if bits <= 8 else np.uint16)
    for first in range(0, len(keys), AT_ONCE):
        part = slice(first, first + AT_ONCE)
        buckets[part] = keys[part] & ((1 << bits) - 1)
    return buckets


def _with_member(keys: Ints, members: Ints) -> Ints:
    """Other numbers for addresses in other files."""
    mixed: Ints = keys ^ ((members + 2) * _FACTOR)
    return mixed


def _note(pairs: Pairs, mine: Ints, theirs: Ints, found: Ints) -> None:
    hits = found != NONE
    pairs[mine[hits]] = theirs[found[hits]]


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

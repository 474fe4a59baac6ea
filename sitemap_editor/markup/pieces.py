"""From the tags of a slice to the spans of entries and fields, whichever way they are named.

Depth alone tells the children of the root and the children of those; a Namer tells which of them
are entries and which are fields.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.fields import FIELDS

from .spans import ABSENT, HAS_TEXT, NEEDS_LEXER, ODD_FIELD, UNUSUAL, Collector, Root
from .tags import SLASH, Bools, Ints, Tags, find_tags

Ranks = npt.NDArray[np.int8]
Words = npt.NDArray[np.uint64]

FOREIGN = len(FIELDS)
OTHER = FOREIGN + 1
"""Ranks of children: a field has its index, an extension FOREIGN, what is neither OTHER."""

_HIGH_BITS = np.uint64(0x8080808080808080)
_ABOVE_SPACE = np.uint64(0x5F5F5F5F5F5F5F5F)


class NotFast(Exception):
    """The shape of the file is not one the fast way can prove."""


class Layout(NamedTuple):
    """The tags of whole children of the root: offsets in the text, depth before each tag."""

    lt: Ints
    gt: Ints
    is_end: Bools
    is_closed: Bools
    before: Ints


class Named(NamedTuple):
    """What a namer makes of a layout.

    ``entries``: which children of the root are entries, None for all. ``ranks``: of each child of
    those. ``exact``: whether such a child's start tag is nothing but its name.
    """

    entries: Bools | None
    ranks: Ranks
    exact: Bools


class Namer(Protocol):
    """Tells entries and fields among elements of known depth."""

    def name(self, layout: Layout, tops: Ints, children: Ints) -> Named:
        """Name the start tags numbered in ``tops`` and ``children``; NotFast when it cannot."""


def words_of(text: bytes) -> Words:
    """Every run of 8 bytes as a number, least significant first; shape (len - 7,), a view."""
    return np.ndarray((max(len(text) - 7, 0),), "<u8", text, 0, (1,))


class Pieces:
    """Takes the entries out of what has been parsed so far, piece by piece."""

    def __init__(self, text: bytes, root: Root, namer: Namer) -> None:
        self.root = root
        self.collector = Collector(len(text) - root.end)
        self._text = text
        self._namer = namer
        self._bytes = np.frombuffer(text, np.uint8)
        self._words = words_of(text)
        self._carry = root.end
        self._wait = 0
        self._done = root.self_closed

    def take(self, stop: int) -> None:
        """Collect the entries that end before ``stop``."""
        size = stop - self._carry
        if self._done or size <= self._wait:
            return
        view = self._bytes[self._carry : stop]
        tags = find_tags(view)
        if len(tags.lt):
            self._take_tags(view, tags)
        # An entry that spans slices is looked at again only when there is twice as much of it.
        self._wait = 2 * (stop - self._carry) if stop - self._carry > size // 2 else 0

    def finish(self) -> None:
        """Collect what is left; the root's end tag must have been met."""
        self._wait = 0
        self.take(len(self._text))
        if not self._done:
            raise NotFast

    def _take_tags(self, view: npt.NDArray[np.uint8], tags: Tags) -> None:
        lt, gt = tags
        is_end = view[lt + 1] == SLASH
        is_closed = (view[gt - 1] == SLASH) & ~is_end
        step = 1 - 2 * is_end.astype(np.int32)
        step[is_closed] = 0
        depth = np.cumsum(step)
        if depth.min() < 0:
            self._done = True
            depth = depth[: int(np.argmax(depth < 0))]
        ends = np.flatnonzero((depth == 0) & (is_end | is_closed)[: len(depth)])
        if not len(ends):
            return
        last = int(ends[-1]) + 1
        before = depth[:last] - step[:last]
        base = self._carry
        self._take_children(
            Layout(lt[:last] + base, gt[:last] + base, is_end[:last], is_closed[:last], before),
            ends,
        )
        self._carry += int(gt[last - 1]) + 1

    def _take_children(self, layout: Layout, ends: Ints) -> None:
        opens = ~layout.is_end
        tops = np.flatnonzero((layout.before == 0) & opens)
        children = np.flatnonzero((layout.before == 1) & opens)
        entries, ranks, exact = self._namer.name(layout, tops, children)
        start, end = layout.lt[tops], layout.gt[ends] + 1
        owner = np.zeros(len(layout.lt), np.int64)
        owner[tops] = 1
        owner = np.cumsum(owner) - 1
        flags = np.zeros(len(tops), np.uint8)
        owners = owner[children]
        spans = self._value_spans(layout, children, ranks, owners, start, flags)
        _flag_order(ranks, owners, exact, flags)
        self._flag_text(layout, owner, flags)
        found: tuple[npt.NDArray[Any], ...] = (start, end, *spans, flags)
        if entries is not None:
            found = tuple(array[..., entries] for array in found)
        self.collector.add(*found)

    def _value_spans(
        self,
        layout: Layout,
        children: Ints,
        ranks: Ranks,
        owners: Ints,
        start: Ints,
        flags: npt.NDArray[np.uint8],
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Spans of the values of each field; marks in ``flags`` what only the lexer can read."""
        value_start = np.zeros((len(FIELDS), len(start)), np.int32)
        value_length = np.full((len(FIELDS), len(start)), ABSENT, np.int32)
        for index in range(len(FIELDS)):
            chosen = np.flatnonzero(ranks == index)
            tags, owner = children[chosen], owners[chosen]
            begin = layout.gt[tags] + 1
            length = layout.lt[tags + 1] - begin
            leaf = layout.is_end[tags + 1] & ~layout.is_closed[tags]
            length[~leaf] = NEEDS_LEXER
            value_start[index, owner] = begin - start[owner]
            value_length[index, owner] = length
            twice = np.flatnonzero(owner[1:] == owner[:-1])
            value_length[index, owner[twice]] = NEEDS_LEXER
            odd = np.concatenate((owner[~leaf], owner[twice]))
            flags[odd] |= UNUSUAL | ODD_FIELD
        return value_start, value_length

    def _flag_text(self, layout: Layout, owner: Ints, flags: npt.NDArray[np.uint8]) -> None:
        """Mark entries with anything but a little white space between elements or in the gap."""
        between = np.flatnonzero(layout.before <= 1)  # no more than the entry is open there
        stop = layout.lt[between]
        begin = np.where(between > 0, layout.gt[between - 1] + 1, self._carry)
        size = stop - begin
        clean = self._is_space(begin, np.minimum(size, 8))
        long = np.flatnonzero((size > 8) & clean)
        clean[long] = self._is_space(stop[long] - 8, np.full(len(long), 8))
        for number in long[size[long] > 16].tolist():
            clean[number] &= self._text[int(begin[number]) : int(stop[number])].isspace()
        flags[owner[between[~clean]]] |= HAS_TEXT

    def _is_space(self, begin: Ints, size: Ints) -> Bools:
        """Whether the first ``size`` bytes (0 to 8) are all at or below the space."""
        spare = (8 - size).astype(np.uint64) * np.uint64(8)
        words = np.where(size > 0, self._words[begin] << np.minimum(spare, np.uint64(63)), 0)
        clean: Bools = (((words + _ABOVE_SPACE) | words) & _HIGH_BITS) == 0
        return clean


def _flag_order(ranks: Ranks, owners: Ints, exact: Bools, flags: npt.NDArray[np.uint8]) -> None:
    """Mark entries whose children are not plain fields in order with extensions behind them."""
    flags[owners[~exact & (ranks != FOREIGN)]] |= UNUSUAL
    later, sooner = ranks[1:], ranks[:-1]
    wrong = (later < sooner) | ((later == sooner) & (later < FOREIGN))
    flags[owners[1:][wrong & (owners[1:] == owners[:-1])]] |= UNUSUAL

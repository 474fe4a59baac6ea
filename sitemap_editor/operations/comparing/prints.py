"""Sides of a comparison as numbers: some twenty bytes an entry, so that ten millions fit.

Addresses are numbers of 64 bits, other fields of 8 to 32. Frequencies and priorities have few
values and are told apart exactly; two dates that differ look equal once in four thousand million.
Numbers are those of this process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.operations.importing.matching import hashes_of
from sitemap_editor.support.jobs import Progress

from .contents import REST, Content

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[Any]

AT_ONCE = 4_096
RESTS_AT_ONCE = 512
"""Entries that may have to be taken apart one by one."""
SILENT = 0
"""Stands for what a file cannot say: it differs from nothing."""

ADDRESS = "loc"
COMPARED = (ADDRESS, "lastmod", "changefreq", "priority", REST)
"""What is compared, each a bit of the marks of a pair; the address where spellings may differ."""

REST_MARK = np.uint8(1 << COMPARED.index(REST))

_KINDS: dict[str, type[np.unsignedinteger[Any]]] = {
    ADDRESS: np.uint32,
    "lastmod": np.uint32,
    "changefreq": np.uint8,
    "priority": np.uint16,
    REST: np.uint32,
}


@dataclass(slots=True)
class Prints:
    """All entries of a side, one after another.

    ``starts``: where those of each member begin, and behind the last one. ``keys``: what addresses
    are compared by; ``columns``: what else is compared, by name of COMPARED.
    """

    starts: Ints
    keys: Ints
    columns: dict[str, Numbers]

    def __len__(self) -> int:
        return int(self.starts[-1])

    def forget_keys(self) -> None:
        """Let go of the addresses, once it is known which belong together."""
        self.keys = self.keys[:0].copy()

    def members_of(self, numbers: Numbers) -> Ints:
        """The member of each of these entries."""
        found: Ints = np.searchsorted(self.starts, numbers, side="right") - 1
        return found


class _Growing:
    """An array that grows where it stands: joining pieces would take the memory twice."""

    def __init__(self, kind: type[np.number[Any]]) -> None:
        self._array: Numbers = np.zeros(AT_ONCE, kind)
        self.count = 0

    def extend(self, pieces: Iterable[Numbers]) -> None:
        """Add pieces at the end."""
        for piece in pieces:
            stop = self.count + len(piece)
            if stop > len(self._array):
                self._array.resize(max(stop, len(self._array) * 5 // 4), refcheck=False)
            self._array[self.count : stop] = piece
            self.count = stop

    def whole(self) -> Numbers:
        """All of it; nothing can be added afterwards."""
        self._array.resize(self.count, refcheck=False)
        return self._array


class Codes:
    """Small numbers for few values, the same on both sides; from 1 on, hashed when they run out."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: dict[str | None, int] = {}

    def of(self, values: Sequence[str | None]) -> list[int]:
        """The number of each value."""
        known = self._known
        for value in set(values).difference(known):
            if len(known) >= self._most:
                return [known.get(one) or 1 + hash(one) % self._most for one in values]
            known[value] = len(known) + 1
        return [known[value] for value in values]


class Printer:
    """Turns contents into numbers; one for both sides."""

    def __init__(self, *, is_exact: bool) -> None:
        self._is_exact = is_exact
        self._names = COMPARED[1:] if is_exact else COMPARED
        self._codes = {"changefreq": Codes(250), "priority": Codes(65_000)}

    def prints(self, contents: Iterable[Content | None], progress: Progress) -> Prints:
        """Take a side in, a file at a time; None stands for one that cannot be read."""
        starts = [0]
        keys = _Growing(np.int64)
        columns = {name: _Growing(_KINDS[name]) for name in self._names}
        for content in contents:
            if content is not None:
                keys.extend(self._keys(content, progress))
                for name, column in columns.items():
                    column.extend(self._column(content, name, progress))
            starts.append(keys.count)
            del content  # before the next is read
        numbers = {name: column.whole() for name, column in columns.items()}
        return Prints(np.array(starts, np.int64), keys.whole(), numbers)

    def _keys(self, content: Content, progress: Progress) -> Iterator[Numbers]:
        for first, last in _blocks(content, progress):
            addresses = content.addresses(first, last)
            yield hashes_of(addresses, equivalent=not self._is_exact)

    def _column(self, content: Content, name: str, progress: Progress) -> Iterator[Numbers]:
        kind = _KINDS[name]
        size = RESTS_AT_ONCE if name == REST else AT_ONCE
        for first, last in _blocks(content, progress, size):
            found = self._numbers(content, name, first, last)
            yield np.full(last - first, SILENT, kind) if found is None else found.astype(kind)

    def _numbers(self, content: Content, name: str, first: int, last: int) -> Numbers | None:
        if name == REST:
            rests = content.rests(first, last)
            return None if rests is None else _audible(rests)
        values: Sequence[str | None] | None
        if name == ADDRESS:
            values = content.addresses(first, last)
        else:
            values = content.values(first, last, name)
        if values is None:
            return None
        codes = self._codes.get(name)
        if codes is not None:
            numbers: Numbers = np.array(codes.of(values), np.int64)
        else:
            numbers = _audible(np.fromiter(map(hash, values), np.int64, len(values)))
        if not content.tells_absence:
            numbers[[not value for value in values]] = SILENT
        return numbers


def _blocks(content: Content, progress: Progress, size: int = AT_ONCE) -> Iterator[tuple[int, int]]:
    for first in range(0, len(content), size):
        progress.tick()
        yield first, min(first + size, len(content))


def _audible(numbers: Ints) -> Numbers:
    """The lower halves of numbers, none of them SILENT."""
    lower = numbers & 0xFFFFFFFF
    lower[lower == SILENT] = 1
    return lower

"""What came out of comparing two sides: counts, which entries differ, and details when asked for.

A difference is known by its number. Only that it differs, and in what, is kept; addresses and
values are read again from the files for what is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.differences import Difference, DiffKind, FieldChange, Place
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .contents import OTHER_FIELDS, Facts
from .prints import COMPARED, REST_MARK
from .rest import changes_of
from .sides import ListSide, Problem, Side

Ints = npt.NDArray[np.int64]
Numbers = npt.NDArray[Any]

KINDS = tuple(DiffKind)
AT_ONCE = 8_192
LEAST_AT_ONCE, MOST_AT_ONCE = 256, 65_536
"""Differences whose details are read together: few for who looks at the first ones, many for who
wants all, since each file is read again for each block that has entries of it."""

FACTS_AT_ONCE = 256

NONE = -1
MOVED_MARK = np.uint8(1 << 7)
"""The mark of a pair that stands in other files; the others are the bits of COMPARED."""


@dataclass(frozen=True, slots=True)
class Found:
    """The differences as arrays of one length: kind (in KINDS), entries of both sides, marks.

    Entries are numbered through all files of a side, NONE where there is none; ``marks`` have a
    bit for each of COMPARED, and MOVED_MARK.
    """

    kinds: npt.NDArray[np.uint8]
    old: npt.NDArray[np.int32]
    new: npt.NDArray[np.int32]
    marks: npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Totals:
    """What is only counted.

    ``same``: entries in which nothing differs. ``reordered``: entries that stand at another place
    of the same file. ``left_out``: rows of a list that are not in the sitemap and do not belong
    there, or come again.
    """

    same: int = 0
    reordered: int = 0
    left_out: int = 0


class Comparison:
    """Two sides compared; ``match`` is exact or equivalent."""

    def __init__(
        self,
        old: Side,
        new: Side,
        found: Found,
        starts: tuple[Ints, Ints],
        totals: Totals,
        match: str,
    ) -> None:
        self.old, self.new = old, new
        self.match = match
        self.totals = totals
        self._found = found
        self._starts = starts
        numbers = np.bincount(found.kinds, minlength=len(KINDS))
        self.counts: dict[DiffKind, int] = dict(zip(KINDS, numbers.tolist(), strict=True))
        self.field_counts = self._count_fields()
        self._texts: list[bytes] | None = None

    def _count_fields(self) -> Counter[str]:
        changed = self._found.marks[self._found.kinds == KINDS.index(DiffKind.CHANGED)]
        counts = ((name, int(np.count_nonzero(changed & (1 << bit)))) for bit, name in _BITS)
        return Counter({name: count for name, count in counts if count})

    # How much differs

    def __len__(self) -> int:
        """How many differences there are."""
        return len(self._found.kinds)

    @property
    def old_count(self) -> int:
        """Entries of the old side."""
        return int(self._starts[0][-1])

    @property
    def new_count(self) -> int:
        """Entries of the new side."""
        return int(self._starts[1][-1])

    @property
    def same(self) -> int:
        """Entries in which nothing differs."""
        return self.totals.same

    @property
    def reordered(self) -> int:
        """Entries that stand at another place of the same file."""
        return self.totals.reordered

    @property
    def both(self) -> int:
        """Entries that are on both sides."""
        one_sided = (DiffKind.ADDED, DiffKind.REMOVED)
        return self.same + sum(n for kind, n in self.counts.items() if kind not in one_sided)

    def share(self, kind: DiffKind) -> float:
        """How many entries of the old side this is, as a share of 1; 0 where it has none."""
        return self.counts[kind] / self.old_count if self.old_count else float(self.counts[kind])

    @property
    def problems(self) -> list[tuple[Side, Problem]]:
        """The files that could not be read: their entries count as not there."""
        return [(side, one) for side in (self.old, self.new) for one in side.problems]

    @property
    def is_with_list(self) -> bool:
        """Whether one side is a list."""
        return isinstance(self.old, ListSide) or isinstance(self.new, ListSide)

    # Which differ

    def rows(
        self,
        kinds: Collection[DiffKind] = (),
        text: str = "",
        fields: Collection[str] = (),
        *,
        progress: Progress = NO_PROGRESS,
    ) -> Ints:
        """The numbers of some differences: of these kinds, in these fields, with this address.

        Nothing asked for means all. ``fields`` are names of ``prints.COMPARED``.
        """
        found = self._found
        chosen = np.ones(len(self), np.bool_)
        if kinds:
            chosen &= np.isin(found.kinds, [KINDS.index(kind) for kind in kinds])
        if fields:
            bits = sum(1 << bit for bit, name in _BITS if name in fields)
            chosen &= (found.marks & bits) != 0
        numbers: Ints = np.flatnonzero(chosen)
        return self._with_text(numbers, text, progress) if text.strip() else numbers

    def _with_text(self, numbers: Ints, text: str, progress: Progress) -> Ints:
        wanted = text.strip().casefold().encode()
        if self._texts is None:
            self._texts = [
                "\n".join(address.casefold().replace("\n", " ") for address in block).encode()
                for block in self._blocks_of_addresses(progress)
            ]
        hits = np.zeros(len(self), np.bool_)
        for number, block in enumerate(self._texts):
            progress.tick(number, len(self._texts))
            if wanted in block:
                rows = [wanted in line for line in block.split(b"\n")]
                hits[number * AT_ONCE : number * AT_ONCE + len(rows)] = rows
        found: Ints = numbers[hits[numbers]]
        return found

    def _blocks_of_addresses(self, progress: Progress) -> Iterator[list[str]]:
        for first in range(0, len(self), AT_ONCE):
            progress.tick(first, len(self))
            yield self.addresses(np.arange(first, min(first + AT_ONCE, len(self))), progress)

    def kind(self, number: int) -> DiffKind:
        """The kind of a difference; nothing is read."""
        return KINDS[int(self._found.kinds[number])]

    def places(self, number: int) -> tuple[Place | None, Place | None]:
        """Where the entry stands on the old and on the new side; nothing is read."""
        old, new = int(self._found.old[number]), int(self._found.new[number])
        return self._place(0, old), self._place(1, new)

    def _place(self, which: int, entry: int) -> Place | None:
        if entry == NONE:
            return None
        starts = self._starts[which]
        member = int(np.searchsorted(starts, entry, side="right")) - 1
        files = (self.old, self.new)[which].files
        return Place(member, entry - int(starts[member]), files[member])

    # Details

    def addresses(self, numbers: Ints, progress: Progress = NO_PROGRESS) -> list[str]:
        """The addresses of some differences; raises SitemapError when a file has changed."""
        new = self._found.new[numbers]
        found: dict[int, str] = {}
        for which, where in ((0, np.flatnonzero(new == NONE)), (1, np.flatnonzero(new != NONE))):
            for row, facts in self._facts(which, numbers, where, progress, whole=False).items():
                found[row] = facts.address
        return [found[row] for row in range(len(numbers))]

    def difference(self, number: int) -> Difference:
        """One difference; raises SitemapError when a file has changed since."""
        return next(self.differences(np.array([number], np.int64)))

    def differences(
        self, numbers: Ints | None = None, progress: Progress = NO_PROGRESS
    ) -> Iterator[Difference]:
        """Some differences, all by default, in this order; raises as ``difference``."""
        if numbers is None:
            numbers = np.arange(len(self))
        first, size = 0, LEAST_AT_ONCE
        while first < len(numbers):
            progress.tick(first, len(numbers))
            yield from self._of_block(numbers[first : first + size], progress)
            first, size = first + size, min(4 * size, MOST_AT_ONCE)

    def _of_block(self, numbers: Ints, progress: Progress) -> Iterator[Difference]:
        old, new = self._found.old[numbers], self._found.new[numbers]
        needs_both = (self._found.marks[numbers] & ~MOVED_MARK) != 0
        before = np.flatnonzero((old != NONE) & (needs_both | (new == NONE)))
        facts = (
            self._facts(0, numbers, before, progress),
            self._facts(1, numbers, np.flatnonzero(new != NONE), progress),
        )
        for row, number in enumerate(numbers.tolist()):
            if row % FACTS_AT_ONCE == 0:
                progress.tick()
            yield self._made(number, facts[0].get(row), facts[1].get(row))

    def _made(self, number: int, old: Facts | None, new: Facts | None) -> Difference:
        shown = new or old
        assert shown is not None  # one of the two has the entry
        fields = tuple(self._changes(old, new)) if old is not None and new is not None else ()
        before, after = self.places(number)
        has_moved = bool(self._found.marks[number] & MOVED_MARK)
        return Difference(self.kind(number), shown.address, before, after, fields, has_moved)

    def _changes(self, old: Facts, new: Facts) -> Iterator[FieldChange]:
        if old.address != new.address:
            yield FieldChange("loc", old.address, new.address)
        for name in OTHER_FIELDS:
            if name in old.fields and name in new.fields and old.fields[name] != new.fields[name]:
                yield FieldChange(name, old.fields[name], new.fields[name])
        if old.parts is not None and new.parts is not None:
            yield from changes_of(old.parts, new.parts)

    def _facts(
        self, which: int, numbers: Ints, where: Ints, progress: Progress, *, whole: bool = True
    ) -> dict[int, Facts]:
        """What some of the differences say on one side, by their places in ``numbers``.

        ``whole``: what stands beside the fields too, where that differs.
        """
        starts, side = self._starts[which], (self.old, self.new)[which]
        chosen = numbers[where]
        entries = (self._found.new if which else self._found.old)[chosen].astype(np.int64)
        is_whole = (self._found.marks[chosen] & REST_MARK).astype(np.bool_) & whole
        members = np.searchsorted(starts, entries, side="right") - 1
        found: dict[int, Facts] = {}
        for member in np.unique(members).tolist():
            rows = np.flatnonzero(members == member)
            content = side.content(member, progress)
            for first in range(0, len(rows), FACTS_AT_ONCE):
                progress.tick()
                part = rows[first : first + FACTS_AT_ONCE]
                facts = content.facts(entries[part] - starts[member], is_whole[part])
                found.update(zip(where[part].tolist(), facts, strict=True))
        return found


_BITS = tuple(enumerate(COMPARED))

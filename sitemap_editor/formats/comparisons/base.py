"""What a report of differences is written from, whoever compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from sitemap_editor.protocol.differences import Difference, DiffKind


@dataclass(frozen=True, slots=True)
class Compared:
    """Two sides and how they differ.

    ``old`` and ``new`` are their names, ``*_count`` their entries. ``counts`` has a number for each
    kind, ``fields`` for each field that changed somewhere. ``same``: entries in which nothing
    differs; ``reordered``: those of them that stand elsewhere in their file. ``left_out``: rows of
    a list that do not count. ``differences`` gives those of one kind, or all for None, one by one:
    a million are never held at once. ``is_set``: it matters which file an entry is in, ``can_move``
    when entries can be in another one than before.
    ``list_side``: which side is a list of another program, if one is. ``notes`` are sentences
    about files that were not compared.
    """

    old: str
    new: str
    match: str
    old_count: int
    new_count: int
    counts: Mapping[DiffKind, int]
    fields: Mapping[str, int]
    same: int
    differences: Callable[[DiffKind | None], Iterator[Difference]]
    reordered: int = 0
    left_out: int = 0
    is_set: bool = False
    can_move: bool = False
    list_side: str = ""
    notes: tuple[str, ...] = field(default_factory=tuple)

    @property
    def total(self) -> int:
        """How many differences there are."""
        return sum(self.counts.values())

    def share(self, kind: DiffKind) -> float:
        """How many of the old side's entries this kind is, from 0 to 1 and, if added, beyond."""
        count = self.counts.get(kind, 0)
        return count / self.old_count if self.old_count else float(bool(count))


@dataclass(frozen=True, slots=True)
class ComparisonOptions:
    """What a report is to hold.

    ``most`` differences of a kind are listed by an HTML report, ``bom`` marks a table as UTF-8.
    ``date`` says when it was compared, for people.
    """

    most: int = 1_000
    bom: bool = False
    date: str = ""

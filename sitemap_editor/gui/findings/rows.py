"""Which row of the list shows what: groups and, below unfolded ones, their entries.

Rows are counted, never made: a group of a million entries unfolds at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sitemap_editor.rules.report import RuleGroup

IGNORED_PREFIX = "ignored:"


class Place(NamedTuple):
    """What a row shows: a group, or with ``offset`` the entry at that place of its group."""

    group: RuleGroup
    offset: int | None = None


def key_of(group: RuleGroup) -> str:
    """What tells groups apart: the code, marked where its ignored findings are meant."""
    return IGNORED_PREFIX + group.code if group.is_ignored else group.code


class Rows:
    """Groups in order, with those unfolded whose key is in ``unfolded``."""

    def __init__(self, groups: Sequence[RuleGroup] = (), unfolded: Iterable[str] = ()) -> None:
        self.groups = tuple(groups)
        self.unfolded = frozenset(unfolded)
        self._starts: list[int] = []
        row = 0
        for group in self.groups:
            self._starts.append(row)
            row += 1 + (size_of(group) if key_of(group) in self.unfolded else 0)
        self.count = row

    @property
    def listed(self) -> tuple[RuleGroup, ...]:
        """The groups that are not ignored."""
        return tuple(group for group in self.groups if not group.is_ignored)

    def at(self, row: int) -> Place:
        """What ``row`` shows."""
        number = bisect_right(self._starts, row) - 1
        offset = row - self._starts[number] - 1
        return Place(self.groups[number], offset if offset >= 0 else None)

    def row_of(self, key: str, offset: int | None = None) -> int | None:
        """The row of a group, or of one entry of an unfolded group; None when it has none."""
        for group, start in zip(self.groups, self._starts, strict=True):
            if key_of(group) != key:
                continue
            if offset is None:
                return start
            is_there = key in self.unfolded and 0 <= offset < size_of(group)
            return start + 1 + offset if is_there else None
        return None

    def has_same_rows(self, other: Rows) -> bool:
        """Whether the same groups stand in the same rows."""
        keys = [key_of(group) for group in self.groups]
        return self._starts == other._starts and keys == [key_of(g) for g in other.groups]


def size_of(group: RuleGroup) -> int:
    """How many rows a group unfolds to."""
    return len(group.ids) if group.ids is not None else group.count

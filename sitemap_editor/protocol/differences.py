"""What a comparison of two sitemaps says: one difference, and where it stands on both sides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class DiffKind(StrEnum):
    """How an entry differs.

    ``moved``: nothing but the file it stands in. ``unfit``: in both, and the list that a sitemap is
    compared with says that it cannot be indexed, or leaves it out.
    """

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"
    UNFIT = "unfit"


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands: number and name of the file in its set, and 0-based position."""

    member: int
    position: int
    file: str = ""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field before and after, None where it is absent.

    Of a field that an entry has several times only the values that differ, a line each.
    """

    name: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Difference:
    """One entry that differs.

    ``fields`` are filled in where it stands on both sides; ``has_moved`` when it is in another file
    of the set than before, whatever else differs.
    """

    kind: DiffKind
    address: str
    old: Place | None = None
    new: Place | None = None
    fields: tuple[FieldChange, ...] = ()
    has_moved: bool = False

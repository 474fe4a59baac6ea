"""Invertible changes of a document, as plain data.

Three primitives (entries stand elsewhere, the order changes, what is around the entries changes)
and the compound of several. ``apply`` does it and returns the inverse.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from .store import Cells, Ids, Ints, mask_of

if TYPE_CHECKING:
    from sitemap_editor.markup.encoding import Source
    from sitemap_editor.protocol.kinds import Kind

    from .document import Document

NONE: Ids = np.zeros(0, np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What an edit does to a document, told to observers before and after it is done.

    ``changed``: ids of entries that stay and get other bytes. ``inserted`` and ``removed``: ids
    that come and go, with their positions after and before the change (ascending). ``reordered``:
    entries that stay change places. ``frame``: what is before or after the entries changes.
    """

    changed: Ids = field(default_factory=lambda: NONE)
    inserted: Ids = field(default_factory=lambda: NONE)
    inserted_at: Ints = field(default_factory=lambda: NONE)
    removed: Ids = field(default_factory=lambda: NONE)
    removed_at: Ints = field(default_factory=lambda: NONE)
    reordered: bool = False
    frame: bool = False
    label: str = ""


class Edit(Protocol):
    """An invertible change."""

    @property
    def nbytes(self) -> int:
        """Memory it keeps, blobs aside."""

    def change(self, doc: Document) -> Change:
        """Tell what applying it to this document, as it is now, would do."""

    def apply(self, doc: Document) -> Edit:
        """Do it; returns the edit that undoes it."""


@dataclass(frozen=True, slots=True, eq=False)
class ReplaceEntries:
    """Entries (ids of shape (n,)) get other bytes; ``gaps_only`` when just their gaps do."""

    ids: Ids
    cells: Cells
    gaps_only: bool = False

    @property
    def nbytes(self) -> int:
        return self.ids.nbytes + self.cells.nbytes

    def change(self, doc: Document) -> Change:
        return Change(changed=self.ids)

    def apply(self, doc: Document) -> Edit:
        before = doc.store.take(self.ids)
        doc.add_size(-doc.store.size_of(self.ids))
        doc.store.assign(self.ids, self.cells)
        doc.add_size(doc.store.size_of(self.ids))
        return ReplaceEntries(self.ids, before, self.gaps_only)


@dataclass(frozen=True, slots=True, eq=False)
class InsertIds:
    """Ids come in; ``positions`` (ascending) are those they will have."""

    ids: Ids
    positions: Ints

    @property
    def nbytes(self) -> int:
        return self.ids.nbytes + self.positions.nbytes

    def change(self, doc: Document) -> Change:
        return Change(inserted=self.ids, inserted_at=self.positions)

    def apply(self, doc: Document) -> Edit:
        doc.set_order(self._among(doc.ids))
        doc.add_size(doc.store.size_of(self.ids))
        return DeleteAt(self.positions)

    def _among(self, others: Ids) -> Ids:
        if not len(others):
            return self.ids
        if len(self.positions) and int(self.positions[0]) == len(others):
            return np.concatenate((others, self.ids))
        return np.insert(others, self.positions - np.arange(len(self.positions)), self.ids)


@dataclass(frozen=True, slots=True, eq=False)
class DeleteAt:
    """The entries at these positions (ascending) go."""

    positions: Ints

    @property
    def nbytes(self) -> int:
        return self.positions.nbytes

    def change(self, doc: Document) -> Change:
        return Change(removed=doc.ids[self.positions], removed_at=self.positions)

    def apply(self, doc: Document) -> Edit:
        ids = doc.ids[self.positions]
        doc.set_order(np.delete(doc.ids, self.positions))
        doc.add_size(-doc.store.size_of(ids))
        return InsertIds(ids, self.positions)


@dataclass(frozen=True, slots=True, eq=False)
class Reorder:
    """All entries stand in this order, each as it is: what sorting the file does."""

    ids: Ids

    @property
    def nbytes(self) -> int:
        return self.ids.nbytes

    def change(self, doc: Document) -> Change:
        return Change(reordered=True)

    def apply(self, doc: Document) -> Edit:
        before = Reorder(doc.ids)
        doc.set_order(self.ids)
        return before


@dataclass(frozen=True, slots=True, eq=False)
class ReplaceFrame:
    """What stands before the first and after the last entry becomes this."""

    head: bytes
    tail: bytes

    @property
    def nbytes(self) -> int:
        return len(self.head) + len(self.tail)

    def change(self, doc: Document) -> Change:
        return Change(frame=True)

    def apply(self, doc: Document) -> Edit:
        before = ReplaceFrame(doc.head, doc.tail)
        doc.set_frame(self.head, self.tail)
        return before


@dataclass(frozen=True, slots=True, eq=False)
class Recode:
    """The file will be written in another way: encoding, byte order mark, compression."""

    source: Source

    @property
    def nbytes(self) -> int:
        return 0

    def change(self, doc: Document) -> Change:
        return Change(frame=True)

    def apply(self, doc: Document) -> Edit:
        before = Recode(doc.source)
        doc.source = self.source
        return before


@dataclass(frozen=True, slots=True, eq=False)
class Rekind:
    """The document is of another kind from now on: what its root is called stands in its head."""

    kind: Kind

    @property
    def nbytes(self) -> int:
        return 0

    def change(self, doc: Document) -> Change:
        return Change(frame=True)

    def apply(self, doc: Document) -> Edit:
        before = Rekind(doc.kind)
        doc.kind = self.kind
        return before


@dataclass(frozen=True, slots=True, eq=False)
class Compound:
    """Several edits in order, one step for the user."""

    edits: tuple[Edit, ...]

    @property
    def nbytes(self) -> int:
        return sum(edit.nbytes for edit in self.edits)

    def change(self, doc: Document) -> Change:
        return combined([edit.change(doc) for edit in self.edits], doc.store.count)

    def apply(self, doc: Document) -> Edit:
        return Compound(tuple([edit.apply(doc) for edit in self.edits][::-1]))


def compound(edits: Iterable[Edit | None]) -> Edit | None:
    """Make one edit of several; None when there is none among them."""
    real = [edit for edit in edits if edit is not None]
    if len(real) < 2:
        return real[0] if real else None
    return Compound(tuple(real))


def combined(changes: list[Change], count: int) -> Change:
    """One change that tells of all; entries that go and come back are only moved.

    ``count``: how many ids there are.
    """
    inserted, inserted_at = _joined([(c.inserted, c.inserted_at) for c in changes])
    removed, removed_at = _joined([(c.removed, c.removed_at) for c in changes])
    several = sum(bool(len(c.inserted)) for c in changes) > 1
    several |= sum(bool(len(c.removed)) for c in changes) > 1
    comes, goes = mask_of(inserted, count), mask_of(removed, count)
    is_moved = bool((comes & goes).any())
    if is_moved:
        stays_in, stays_out = ~goes[inserted], ~comes[removed]
        inserted, inserted_at = inserted[stays_in], inserted_at[stays_in]
        removed, removed_at = removed[stays_out], removed_at[stays_out]
    changed = mask_of(np.concatenate([c.changed for c in changes]), count)
    changed[inserted] = changed[removed] = False
    return Change(
        changed=np.flatnonzero(changed),
        inserted=inserted,
        inserted_at=inserted_at,
        removed=removed,
        removed_at=removed_at,
        reordered=is_moved or several or any(c.reordered for c in changes),
        frame=any(c.frame for c in changes),
    )


def _joined(pairs: list[tuple[Ids, Ints]]) -> tuple[Ids, Ints]:
    return (
        np.concatenate([NONE, *(ids for ids, _ in pairs)]),
        np.concatenate([NONE, *(places for _, places in pairs)]),
    )

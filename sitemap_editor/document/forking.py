"""A document to try changes on, and the one edit that makes the other like it.

The copy shares the bytes, which never change; only the arrays of places are copied.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .document import Document
from .edits import DeleteAt, Edit, InsertIds, Recode, Rekind, ReplaceEntries, ReplaceFrame, compound
from .parts import Parts
from .store import Cells, Ids, Ints, Store


@dataclass(frozen=True, slots=True, eq=False)
class Fork:
    """A copy of a document: entries have the same ids in both, up to ``count``.

    ``count`` is 0 when the copy was read anew and shares nothing with the document.
    """

    original: Document
    copy: Document
    count: int
    blobs: int

    @property
    def changed(self) -> Ids:
        """Entries that are in both and have other bytes or another gap."""
        ours, theirs = self.original.store.cells, self.copy.store.cells
        ids = self.copy.ids[self.copy.ids < self.count]
        differs = ours.blob[ids] != theirs.blob[ids]
        differs |= ours.gap_start[ids] != theirs.gap_start[ids]
        differs |= ours.start[ids] != theirs.start[ids]
        differs |= ours.end[ids] != theirs.end[ids]
        changed: Ids = ids[differs]
        return changed

    @property
    def gone(self) -> Ids:
        """Entries that are no longer in the copy."""
        present = np.zeros(max(self.count, self.original.store.count), np.bool_)
        present[self.copy.ids[self.copy.ids < self.count]] = True
        ids = self.original.ids
        return ids[~present[ids]]

    @property
    def added(self) -> Ids:
        """Entries, by their ids in the copy, that the original has not."""
        ids = self.copy.ids
        return ids[ids >= self.count]

    def edit(self) -> Edit | None:
        """What makes the original like the copy; None when they are alike."""
        doc, copy = self.original, self.copy
        ids, added = np.sort(self.changed), self.added
        changed_cells, added_cells = copy.store.take(ids), copy.store.take(added)
        self._keep_blobs(changed_cells, added_cells)
        replaced = ReplaceEntries(ids, changed_cells) if len(ids) else None
        gone = doc.positions_of(self.gone)
        deleted = DeleteAt(np.sort(gone)) if len(gone) else None
        inserted = self._inserted(added_cells) if len(added) else None
        is_framed = (doc.head, doc.tail) != (copy.head, copy.tail)
        frame = ReplaceFrame(copy.head, copy.tail) if is_framed else None
        source = Recode(copy.source) if copy.source is not doc.source else None
        kind = Rekind(copy.kind) if copy.kind is not doc.kind else None
        return compound([kind, frame, source, replaced, deleted, inserted])

    def _keep_blobs(self, *cells: Cells) -> None:
        """Give the original the copy's blobs that entries stand in, under their numbers there."""
        store = self.original.store
        numbers = np.arange(len(self.copy.store.blobs), dtype=np.int32)
        used = {number for part in cells for number in set(part.blob.tolist())}
        for number in sorted(number for number in used if number >= self.blobs):
            numbers[number] = store.add_blob(self.copy.store.blobs[number])
        for part in cells:
            part.blob[:] = numbers[part.blob]

    def _inserted(self, cells: Cells) -> Edit:
        ids = self.original.store.append(cells)
        places: Ints = np.flatnonzero(self.copy.ids >= self.count)
        return InsertIds(ids, places)


def fork(doc: Document) -> Fork:
    """Copy a document to try changes on."""
    store = Store(b"", doc.store.cells.copy_of(slice(0, doc.store.count)))
    store.blobs = list(doc.store.blobs)
    store.nbytes = doc.store.nbytes
    parts = Parts(
        doc.kind,
        doc.source,
        doc.head,
        doc.tail,
        store,
        doc.root,
        has_doctype=doc.has_doctype,
        mending=doc.mending,
    )
    copy = Document(parts, doc.path)
    copy.add_size(store.size_of(doc.ids) - store.size_of(copy.ids))
    copy.set_order(doc.ids)
    return Fork(doc, copy, store.count, len(store.blobs))


def replaced_by(doc: Document, copy: Document) -> Fork:
    """Take a document that was read anew for what the original should become."""
    copy.path, copy.source = doc.path, doc.source
    return Fork(doc, copy, 0, 0)

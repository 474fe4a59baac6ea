"""One edit out of new bytes for entries, entries that go, and a new frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.blobs import cells_of
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import (
    Compound,
    Edit,
    ReplaceEntries,
    ReplaceFrame,
    compound,
)
from sitemap_editor.document.store import Ids


def replace_all(
    doc: Document, raws: Mapping[int, bytes], gone: Ids, head: bytes, tail: bytes
) -> Edit | None:
    """Make one edit of everything; None when nothing changes.

    Deleting gives comments before an entry to the one that follows, or to the tail; what these get
    besides is put together with it, so that no part of the edit undoes another.
    """
    new = {entry: raw for entry, raw in raws.items() if raw != doc.raw(entry)}
    for entry in gone.tolist():
        new.pop(entry, None)
    gaps: dict[int, bytes] = {}
    rest: list[Edit] = []
    for part in _parts(editing.delete(doc, gone)):
        if isinstance(part, ReplaceEntries):
            gaps.update(_gaps_of(doc, part))
        elif isinstance(part, ReplaceFrame):
            kept = part.tail[: len(part.tail) - len(doc.tail)]
            tail = kept + tail
        else:
            rest.append(part)
    is_framed = (head, tail) != (doc.head, doc.tail)
    frame = ReplaceFrame(head, tail) if is_framed else None
    return compound([frame, _replaced(doc, new, gaps), *rest])


def _parts(edit: Edit | None) -> Iterator[Edit]:
    if isinstance(edit, Compound):
        for part in edit.edits:
            yield from _parts(part)
    elif edit is not None:
        yield edit


def _gaps_of(doc: Document, edit: ReplaceEntries) -> dict[int, bytes]:
    """The gaps that an edit gives its entries."""
    cells = edit.cells
    gaps = doc.store.slices(cells.blob, cells.gap_start, cells.start)
    return dict(zip(edit.ids.tolist(), gaps, strict=True))


def _replaced(doc: Document, raws: Mapping[int, bytes], gaps: Mapping[int, bytes]) -> Edit | None:
    entries = sorted({*raws, *gaps})
    if not entries:
        return None
    ids = np.array(entries, np.int64)
    new_raws = [
        raws.get(entry, raw) for entry, raw in zip(entries, doc.store.raws(ids), strict=True)
    ]
    new_gaps = [
        gaps.get(entry, gap) for entry, gap in zip(entries, doc.store.gaps(ids), strict=True)
    ]
    return ReplaceEntries(ids, cells_of(doc, new_raws, new_gaps))

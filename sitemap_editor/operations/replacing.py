"""One edit out of new bytes for entries, entries that come and go, and a new frame."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.blobs import cells_of
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import (
    Compound,
    Edit,
    InsertIds,
    Recode,
    ReplaceEntries,
    ReplaceFrame,
    compound,
)
from sitemap_editor.document.store import Ids
from sitemap_editor.markup.encoding import Source

TAIL = editing.TAIL

Added = Mapping[int, list[tuple[bytes, bytes]]]
"""Gaps and bytes of new entries by the entry they come before; TAIL for behind the last."""


@dataclass(slots=True)
class Step:
    """What changes at once: new bytes and gaps by entry, entries that come and go, the frame.

    Gaps and new entries do not go together with entries that go, whose comments move to the gaps
    of others; ``has_moves`` tells that those have to wait for the next step.
    """

    raws: dict[int, bytes] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    gaps: dict[int, bytes] = field(default_factory=dict)
    added: dict[int, list[tuple[bytes, bytes]]] = field(default_factory=dict)
    head: bytes | None = None
    tail: bytes | None = None
    source: Source | None = None

    @property
    def has_moves(self) -> bool:
        """Whether something is put between the entries or taken from there."""
        return bool(self.gaps or self.added)

    @property
    def touches_frame(self) -> bool:
        """Whether anything changes around the entries, or how the file is written."""
        return self.head is not None or self.tail is not None or self.source is not None

    @property
    def is_empty(self) -> bool:
        """Whether nothing changes."""
        return not (self.raws or self.gone or self.has_moves or self.touches_frame)


def replace_all(doc: Document, step: Step) -> Edit | None:
    """Make one edit of everything; None when nothing changes.

    Deleting gives comments before an entry to the one that follows, or to the tail; what these get
    besides is put together with it, so that no part of the edit undoes another.
    """
    head = doc.head if step.head is None else step.head
    tail = doc.tail if step.tail is None else step.tail
    new = {entry: raw for entry, raw in step.raws.items() if raw != doc.raw(entry)}
    for entry in step.gone:
        new.pop(entry, None)
    gaps = dict(step.gaps)
    gone = np.array(sorted(step.gone), np.int64)
    rest: list[Edit] = []
    for part in _parts(editing.delete(doc, gone)):
        if isinstance(part, ReplaceEntries):
            gaps.update(_gaps_of(doc, part))
        elif isinstance(part, ReplaceFrame):
            tail = part.tail[: len(part.tail) - len(doc.tail)] + tail
        else:
            rest.append(part)
    frame = ReplaceFrame(head, tail) if (head, tail) != (doc.head, doc.tail) else None
    source = Recode(step.source) if step.source not in (None, doc.source) else None
    return compound([frame, source, _replaced(doc, new, gaps), _added(doc, step.added), *rest])


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


def _added(doc: Document, added: Added) -> Edit | None:
    """Bring new entries in, each before the one it belongs to."""
    followers = sorted(added, key=lambda entry: _place(doc, entry))
    pairs = [(_place(doc, entry), pair) for entry in followers for pair in added[entry]]
    if not pairs:
        return None
    raws = [raw for _place_, (_gap, raw) in pairs]
    ids: Ids = doc.store.append(cells_of(doc, raws, [gap for _place_, (gap, _raw) in pairs]))
    places = np.array([place for place, _pair in pairs], np.int64)
    return InsertIds(ids, places + np.arange(len(places)))


def _place(doc: Document, entry: int) -> int:
    return len(doc) if entry == TAIL else doc.position_of(entry)

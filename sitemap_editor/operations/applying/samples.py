"""The first values that applying a list changes, before and after."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Compound, DeleteAt, Edit, ReplaceEntries
from sitemap_editor.operations.plans import MOST_SHOWN, Sample, differences
from sitemap_editor.support.i18n import _

from .planning import Plan


def samples(plan: Plan, limit: int = MOST_SHOWN) -> list[Sample]:
    """Values that change, and entries that go, in document order."""
    if plan.applied.edit is None:
        return []
    changed = _changed(plan.doc, plan.applied.edit, limit)
    gone = dict.fromkeys(_gone(plan.doc, plan.applied.edit, limit))
    return list(islice(_samples(plan, changed, gone), limit))


def _samples(plan: Plan, changed: dict[int, bytes], gone: dict[int, None]) -> Iterator[Sample]:
    doc = plan.doc
    note = _("Becomes one with another entry")
    for entry in sorted({*changed, *gone}, key=doc.position_of):
        position = doc.position_of(entry) + 1
        if entry in gone:
            is_merged = plan.wanted.action == "replace"
            before = doc.value_of(entry, "loc") or ""
            yield Sample(position, "loc", before, None, note if is_merged else "")
        else:
            yield from differences(doc, position, doc.raw(entry), changed[entry])


def _parts(edit: Edit) -> Iterator[Edit]:
    if isinstance(edit, Compound):
        for part in edit.edits:
            yield from _parts(part)
    else:
        yield edit


def _changed(doc: Document, edit: Edit, limit: int) -> dict[int, bytes]:
    """New bytes of the first entries, where not just the gap before them differs."""
    found: dict[int, bytes] = {}
    for part in _parts(edit):
        if not isinstance(part, ReplaceEntries) or part.gaps_only:
            continue
        first = np.argsort(doc.positions_of(part.ids), kind="stable")[: 4 * limit]
        ids, cells = part.ids[first], part.cells.copy_of(first)
        new = doc.store.slices(cells.blob, cells.start, cells.end)
        triples = zip(ids.tolist(), doc.store.raws(ids), new, strict=True)
        found |= {entry: raw for entry, old, raw in triples if raw != old}
    return found


def _gone(doc: Document, edit: Edit, limit: int) -> list[int]:
    ids: list[int] = []
    for part in _parts(edit):
        if isinstance(part, DeleteAt):
            ids += doc.ids[part.positions[:limit]].tolist()
    return ids

"""From one entry with a finding to the next, in the order of the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.protocol.ids import EntryId

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.rules.report import Report


def next_entry(
    doc: Document, report: Report, codes: Sequence[str], current: EntryId | None, step: int
) -> EntryId | None:
    """The entry with one of ``codes`` that follows ``current`` (precedes it when step < 0).

    Goes round the ends; None when there is no such entry.
    """
    positions = _positions(doc, report, codes)
    if not len(positions):
        return None
    here = int(doc.position_of(current)) if current is not None and doc.has(current) else -1
    if step > 0:
        index = int(np.searchsorted(positions, here, side="right"))
        return doc.id_at(int(positions[index % len(positions)]))
    index = int(np.searchsorted(positions, here, side="left")) - 1
    return doc.id_at(int(positions[index]))


def _positions(doc: Document, report: Report, codes: Sequence[str]) -> np.ndarray:
    """The positions of entries with a finding of ``codes``, ascending."""
    parts = [np.asarray(report.ids_with(code), dtype=np.int64) for code in codes]
    ids = np.unique(np.concatenate(parts)) if parts else np.zeros(0, np.int64)
    return np.sort(doc.positions_of(ids))

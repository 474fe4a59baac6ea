"""From one entry with a finding to the next, in the order of the document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.document.store import distinct
from sitemap_editor.protocol.ids import EntryId

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.rules.report import RuleGroup


def next_entry(
    doc: Document, groups: Iterable[RuleGroup], current: EntryId | None, step: int
) -> EntryId | None:
    """The entry with a finding of ``groups`` that follows ``current`` (precedes it: step < 0).

    Goes round the ends; None when there is no such entry.
    """
    positions = _positions(doc, groups)
    if not len(positions):
        return None
    here = int(doc.position_of(current)) if current is not None and doc.has(current) else -1
    if step > 0:
        index = int(np.searchsorted(positions, here, side="right")) % len(positions)
    else:
        index = int(np.searchsorted(positions, here, side="left")) - 1
    return doc.id_at(int(positions[index]))


def _positions(doc: Document, groups: Iterable[RuleGroup]) -> NDArray[np.int64]:
    """The positions of entries with a finding, ascending."""
    parts = [np.asarray(group.ids, np.int64) for group in groups if group.ids is not None]
    ids = np.concatenate(parts) if parts else np.zeros(0, np.int64)
    positions = doc.positions_of(ids)
    # An entry that was deleted since has no position.
    return distinct(positions[positions >= 0])

"""From one finding to the next, in the order in which entries are shown.

An entry is one stop, however much is wrong in it: the inspector shows all of that at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.protocol.ids import EntryId

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.rules.report import Report, RuleGroup

    Ids = NDArray[np.int64]


class Route:
    """The findings of some rules in one document; ``order`` are the entries that are shown."""

    def __init__(
        self,
        doc: Document,
        report: Report,
        groups: Sequence[RuleGroup],
        order: Ids | None = None,
    ) -> None:
        self._doc = doc
        self._report = report
        self._own = {group.code: _own_ids(report, group) for group in groups}
        self._order = doc.ids if order is None else order

    def next(self, current: EntryId | None, step: int) -> EntryId | None:
        """The entry with a finding after ``current``, before it with ``step`` < 0.

        Goes round the ends; None when there is no such entry.
        """
        marked = _mask(self._own.values(), self._doc.store.count)
        places = np.flatnonzero(marked[self._order])
        if not len(places):
            return None
        here = self._place_of(current)
        if step > 0:
            index = int(np.searchsorted(places, here, side="right")) % len(places)
        else:
            index = int(np.searchsorted(places, here, side="left")) - 1
        return EntryId(int(self._order[places[index]]))

    def code_at(self, entry: EntryId) -> str | None:
        """The rule with the worst finding at an entry."""
        found = (one.code for one in self._report.of_entry(entry) if one.code in self._own)
        others = (code for code, ids in self._own.items() if len(ids) == 1 and ids[0] == entry)
        return next(chain(found, others), None)

    def _place_of(self, entry: EntryId | None) -> int:
        if entry is None or not self._doc.has(entry):
            return -1
        if self._order is self._doc.ids:
            return int(self._doc.position_of(entry))
        places = np.flatnonzero(self._order == entry)
        return int(places[0]) if len(places) else -1


def _own_ids(report: Report, group: RuleGroup) -> Ids:
    """The entries to stop at: of a finding about the file the first entry it is about."""
    ids = group.ids
    if ids is None:
        return np.zeros(0, np.int64)
    own = report.entries_with(group.code)
    return ids[:1] if not len(own) or (group.count == 1 and len(own) > 1) else own


def _mask(parts: Iterable[Ids], count: int) -> NDArray[np.bool_]:
    mask = np.zeros(count, np.bool_)
    for ids in parts:
        mask[ids] = True
    return mask

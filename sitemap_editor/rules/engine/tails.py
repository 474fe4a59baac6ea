"""What stands behind the fields of entries: where it begins, and which entries have anything there.

Only for entries that ``Columns.plain`` says are plain: of others nothing can be told by places.
"""

from __future__ import annotations

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.fields import FIELDS, fields_of

from .blocks import Bools, Ints, are_blank

SHORTEST = 6
"""Bytes of the shortest element there can be with a prefix."""


class Tails:
    """Looks behind the fields of one document's entries.

    ``end_size``: bytes of the end tag of an entry.
    """

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        prefix = len(doc.names.prefix)
        self._fields = [one.index for one in fields_of(doc.kind)]
        self._closing = np.array([[len(one.name) + 3 + prefix] for one in FIELDS], np.int64)
        self.end_size = len(doc.names.entry_name) + 3 + prefix

    def ends_of_fields(self, ids: Ints) -> Ints:
        """Where the last field of each entry ends, counted from its start; 0 without fields."""
        cells = self._doc.store.cells
        chosen = np.ix_(np.array(self._fields), ids)
        lengths = cells.value_length[chosen].astype(np.int64)
        stops = cells.value_start[chosen] + lengths
        stops += self._closing[self._fields]
        stops[lengths < 0] = 0
        ends: Ints = stops.max(axis=0)
        return ends

    def extended(self, ids: Ints) -> Bools:
        """Which entries have more behind their fields than white space."""
        cells = self._doc.store.cells
        ends = self.ends_of_fields(ids)
        rest = cells.end[ids] - cells.start[ids] - self.end_size - ends
        found: Bools = rest >= SHORTEST
        some = np.flatnonzero(found & (rest <= 16))
        if len(some):
            first = cells.start[ids[some]] + ends[some]
            found[some] = ~are_blank(self._doc, ids[some], first, rest[some])
        return found

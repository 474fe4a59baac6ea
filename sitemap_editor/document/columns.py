"""The values of one field in many entries, read in blocks.

Values are not kept: raw bytes come from the blobs, text is decoded for what is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.spans import NEEDS_LEXER
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .belonging import Belonging
from .sorting import Order, order_of_bytes
from .store import Ids, Ints

if TYPE_CHECKING:
    from .document import Document

Bools = npt.NDArray[np.bool_]

_MARKS = (b"<", b" ", b"\t", b"\r")
"""What only a careful look can decode, and white space that may have to be trimmed."""


class _KnownOrder(NamedTuple):
    revision: int
    field: str
    ids: Ids
    order: Order


class Columns(Belonging):
    """Fields of a document's entries, by ids."""

    def __init__(self, doc: Document) -> None:
        super().__init__(doc)
        self._known_order: _KnownOrder | None = None

    def plain(self, ids: Ids) -> Bools:
        """Mask of entries that hold just plain fields in schema order, extensions behind them.

        No attributes, no unknown elements of the sitemap's own, nothing but a little white space
        between the elements and before the entry. Others may still be right: look closer.
        """
        plain: Bools = self._doc.store.cells.flags[ids] == 0
        return plain

    def order(self, ids: Ids, field: str, progress: Progress = NO_PROGRESS) -> Order:
        """The order of entries by a field they all have; the last one is remembered."""
        doc, known = self._doc, self._known_order
        if known is not None and (known.revision, known.field) == (doc.revision, field):
            is_same = np.array_equal(known.ids, ids)
            if is_same:
                return known.order
        order = order_of_bytes(doc, ids, field, progress)
        self._known_order = _KnownOrder(doc.revision, field, ids, order)
        return order

    def span(self, entry: int, field: str) -> tuple[int, int] | None:
        """Start (from the entry's own) and length in bytes of a field's content.

        None when there is no such field or only the lexer can tell.
        """
        cells, index = self._doc.store.cells, FIELD_BY_NAME[field].index
        length = int(cells.value_length[index, entry])
        return (int(cells.value_start[index, entry]), length) if length >= 0 else None

    def raw_slices(self, ids: Ids, field: str) -> tuple[list[bytes], Ints]:
        """The raw bytes of a field in each entry (empty where it cannot be told), and lengths."""
        store = self._doc.store
        cells = store.cells
        index = FIELD_BY_NAME[field].index
        length = cells.value_length[index, ids].astype(np.int64)
        start = cells.start[ids] + cells.value_start[index, ids]
        return store.slices(cells.blob[ids], start, start + np.maximum(length, 0)), length

    def values(self, ids: Ids, field: str) -> list[str | None]:
        """The decoded values of a field in many entries; None where it is absent."""
        doc = self._doc
        ids = np.asarray(ids, np.int64)
        raws, length = self.raw_slices(ids, field)
        found: list[str | None] = list(
            _decoded_at_once(raws, doc.kind.is_xml) or map(doc.decoded, raws)
        )
        for number in np.flatnonzero(length < 0).tolist():
            odd = int(length[number]) == NEEDS_LEXER
            found[number] = doc.lexed_value(doc.raw(int(ids[number])), field) if odd else None
        return found


def _decoded_at_once(raws: list[bytes], is_xml: bool) -> list[str] | None:
    """Decode values that are nothing but text, in one go; None when some are more than that."""
    joined = b"\n".join(raws)
    if joined.count(b"\n") != len(raws) - 1:
        return None
    if is_xml:
        if any(mark in joined for mark in _MARKS):
            return None
        references = joined.count(b"&")
        if references and references != joined.count(b"&amp;"):
            return None
        joined = joined.replace(b"&amp;", b"&") if references else joined
    return joined.decode("utf-8", "replace").split("\n")

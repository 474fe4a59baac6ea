"""What one file of a comparison holds, entry by entry: a document, or the rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.operations.applying.listed import Listed
from sitemap_editor.protocol.fields import FIELDS, fields_of
from sitemap_editor.protocol.urls import WHITE_SPACE
from sitemap_editor.rules.engine.tails import Tails

from .rest import Part, RestReader

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

OTHER_FIELDS = tuple(one.name for one in FIELDS if one.name != "loc")
REST = "extensions"
"""Stands for all that an entry says beside its fields."""
NOTHING = 1
"""The number of nothing said beside the fields."""


class Facts(NamedTuple):
    """One entry: its address, its fields (those the file can tell), and what else it says.

    ``parts`` is None where that is not told or was not asked for.
    """

    address: str
    fields: dict[str, str | None]
    parts: tuple[Part, ...] | None


class Content(Protocol):
    """Entries by position; ``tells_absence`` when an empty field means that there is none."""

    tells_absence: bool

    def __len__(self) -> int: ...

    def addresses(self, first: int, last: int) -> list[str]:
        """The addresses of some entries, trimmed; empty where there is none."""

    def values(self, first: int, last: int, field: str) -> Sequence[str | None] | None:
        """A field of some entries; None when this kind of file does not tell it."""

    def rests(self, first: int, last: int) -> Ints | None:
        """A number for what else they say; None when such a file cannot.

        Equal numbers mean that it is the same; others may only be written otherwise.
        """

    def exact_rests(self, positions: Ints) -> Ints:
        """The same for some entries, numbers that differ only where something else is said."""

    def facts(self, positions: Sequence[int] | Ints, whole: Bools | None = None) -> list[Facts]:
        """Address and fields of some entries, of the ``whole`` ones (all) also the rest."""


class DocumentContent:
    """A document as it stood when it was taken in: ``ids`` are its entries by position."""

    tells_absence = True

    def __init__(self, doc: Document) -> None:
        self.doc = doc
        self.ids = doc.ids
        self._fields = {one.name for one in fields_of(doc.kind)}

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def _tails(self) -> Tails:
        return Tails(self.doc)

    @cached_property
    def _reader(self) -> RestReader:
        return RestReader(self.doc.names, self.doc.kind)

    def addresses(self, first: int, last: int) -> list[str]:
        return _trimmed(self.doc.values_of(self.ids[first:last], "loc"))

    def values(self, first: int, last: int, field: str) -> Sequence[str | None] | None:
        if field not in self._fields:
            return None
        return self.doc.values_of(self.ids[first:last], field)

    def rests(self, first: int, last: int) -> Ints | None:
        doc = self.doc
        if not doc.kind.is_xml:
            return None
        ids = self.ids[first:last]
        numbers = np.full(len(ids), NOTHING, np.int64)
        plain = doc.columns.plain(ids)
        rows = np.flatnonzero(plain)
        rows = rows[self._tails.extended(ids[rows])]
        numbers[rows] = self._written(ids[rows])
        odd = np.flatnonzero(~plain)
        numbers[odd] = self._said(ids[odd])
        return numbers

    def _written(self, ids: Ints) -> Ints:
        """Numbers for the very bytes behind the fields, and what prefixes mean in them."""
        store = self.doc.store
        cells = store.cells
        first = cells.start[ids] + self._tails.ends_of_fields(ids)
        raws = store.slices(cells.blob[ids], first, cells.end[ids])
        numbers = np.fromiter(map(hash, raws), np.int64, len(raws))
        scope = hash(tuple(sorted(self.doc.names.namespaces.items())))
        return numbers ^ np.int64(scope)

    def _said(self, ids: Ints) -> Ints:
        read = self._reader.parts
        parts = (read(raw) for raw in self.doc.store.raws(ids))
        numbers = (hash(one) if one else NOTHING for one in parts)
        return np.fromiter(numbers, np.int64, len(ids))

    def exact_rests(self, positions: Ints) -> Ints:
        return self._said(self.ids[positions])

    def facts(self, positions: Sequence[int] | Ints, whole: Bools | None = None) -> list[Facts]:
        doc, ids = self.doc, self.ids[np.asarray(positions, np.int64)]
        addresses = _trimmed(doc.values_of(ids, "loc"))
        names = [name for name in OTHER_FIELDS if name in self._fields]
        columns = [doc.values_of(ids, name) for name in names]
        parts: list[tuple[Part, ...] | None] = [None] * len(ids)
        if doc.kind.is_xml:
            rows = np.arange(len(ids)) if whole is None else np.flatnonzero(whole)
            for row, raw in zip(rows.tolist(), doc.store.raws(ids[rows]), strict=True):
                parts[row] = self._reader.parts(raw)
        values = zip(*columns, strict=True) if columns else [()] * len(ids)
        fields = [dict(zip(names, row, strict=True)) for row in values]
        return [Facts(*one) for one in zip(addresses, fields, parts, strict=True)]


class ListContent:
    """The rows of a list; where one is silent about a field, nothing is compared."""

    tells_absence = False

    def __init__(self, listed: Listed) -> None:
        self.listed = listed

    def __len__(self) -> int:
        return len(self.listed)

    def addresses(self, first: int, last: int) -> list[str]:
        return self.listed.addresses[first:last]

    def values(self, first: int, last: int, field: str) -> Sequence[str | None] | None:
        column = self.listed.values.get(field)
        return None if column is None else column[first:last]

    def rests(self, first: int, last: int) -> Ints | None:
        return None

    def exact_rests(self, positions: Ints) -> Ints:
        return np.full(len(positions), NOTHING, np.int64)

    def facts(self, positions: Sequence[int] | Ints, whole: Bools | None = None) -> list[Facts]:
        listed = self.listed
        return [
            Facts(
                listed.addresses[row],
                {name: text for name in OTHER_FIELDS if (text := listed.value(name, row))},
                None,
            )
            for row in np.asarray(positions, np.int64).tolist()
        ]


def _trimmed(values: Sequence[str | None]) -> list[str]:
    return [value.strip(WHITE_SPACE) if value else "" for value in values]

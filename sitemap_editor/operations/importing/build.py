"""Entries made of the rows of a table: bytes and places, ready to be part of a document."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import new_document
from sitemap_editor.document.store import Cells, Ints
from sitemap_editor.formats.table import Table
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind, require_editable
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .doubles import drop_doubles
from .gathering import Numbers, Places
from .grouping import Group, grouped, markup_of
from .mapping import FIELDS, Mapping
from .matching import hashes_of
from .picking import Picker
from .rejects import Rejects
from .writing import EntryWriter

DUPLICATES = ("keep", "first", "last", "newest")


@dataclass(slots=True)
class Imported:
    """Entries made of a list, for one document, and what became of the other rows.

    ``text`` is all entries with the gaps before them, ``cells`` tell where they stand in it;
    ``lines`` tells of each entry in which line of the list it begins. ``rejects`` are rows left
    out, ``lost`` cells left out of rows that came in, ``mended`` counts by code what was put right.
    ``namespaces`` are prefixes the entries need with their addresses.
    """

    table: Table
    mapping: Mapping
    kind: Kind
    rejects: Rejects
    lost: Rejects
    rows: int = 0
    text: bytes = b""
    cells: Cells | None = None
    lines: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    hashes: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    mended: Counter[str] = field(default_factory=Counter)
    namespaces: dict[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.lines)

    def raws(self, chosen: Sequence[int]) -> list[bytes]:
        """The bytes of some entries, counted from 0."""
        cells = self._cells
        return [self.text[int(cells.start[n]) : int(cells.end[n])] for n in chosen]

    def raw_values(self, chosen: Sequence[int], index: int) -> list[bytes | None]:
        """The escaped value of a field (by its index) of some entries; None where there is none."""
        cells, numbers, text = self._cells, np.asarray(chosen, np.int64), self.text
        lengths = cells.value_length[index, numbers]
        starts = cells.start[numbers] + cells.value_start[index, numbers]
        pairs = zip(starts.tolist(), lengths.tolist(), strict=True)
        return [None if length < 0 else text[start : start + length] for start, length in pairs]

    @property
    def _cells(self) -> Cells:
        assert self.cells is not None  # nobody asks for entries of none
        return self.cells

    def keep(self, mask: npt.NDArray[np.bool_]) -> None:
        """Leave entries out."""
        chosen = np.flatnonzero(mask)
        if self.cells is not None:
            self.cells = self.cells.copy_of(chosen)
        self.lines, self.hashes = self.lines[chosen], self.hashes[chosen]


def build(
    table: Table,
    mapping: Mapping,
    into: Document | None = None,
    progress: Progress = NO_PROGRESS,
    *,
    limit: int | None = None,
) -> Imported:
    """Make entries of a table for a document, or for a new one of the mapping's kind.

    ``limit`` stops after so many entries, for a preview. Raises SitemapError when the mapping does
    not fit, Cancelled out of ``progress``; the document is not touched.
    """
    doc = new_document(mapping.kind) if into is None else into
    require_editable(doc.kind)
    if doc.kind is Kind.ROBOTS:
        raise SitemapError(
            _("A list of pages cannot become lines of a robots.txt."),
            advice=_("Make a sitemap of it, and name that in the robots.txt."),
        )
    picker = Picker(table, mapping)
    return _Build(doc, picker, table, mapping).run(progress, limit)


class _Rows(NamedTuple):
    """Entries to be written: lines, values by field, markup behind the fields."""

    lines: list[int]
    values: dict[str, list[str]]
    extras: list[str] | None
    is_normal: bool


class _Build:
    def __init__(self, doc: Document, picker: Picker, table: Table, mapping: Mapping) -> None:
        self._doc = doc
        self._picker = picker
        self._mapping = mapping
        self._writer = EntryWriter(doc)
        self._result = Imported(table, mapping, doc.kind, picker.rejects, picker.lost)
        self._text = io.BytesIO()
        self._cells = Places()
        self._lines = Numbers()
        self._hashes = Numbers()

    def run(self, progress: Progress, limit: int | None) -> Imported:
        count = 0
        for rows in self._columns(progress):
            self._take(rows)
            count += len(rows.lines)
            if limit is not None and count >= limit:
                break
        result = self._result
        result.rows, result.mended = self._picker.rows, self._picker.mended
        if self._text.tell():
            result.text = self._text.getvalue()  # the very buffer: nothing is copied
            result.cells = self._cells.joined()
            result.lines, result.hashes = self._lines.joined(), self._hashes.joined()
        drop_doubles(result, progress)
        return result

    def _columns(self, progress: Progress) -> Iterator[_Rows]:
        if not self._mapping.is_grouped:
            for picked in self._picker.run(progress):
                values = {name: picked.values[name] for name in FIELDS if name in picked.values}
                yield _Rows(picked.lines, values, None, picked.is_normal)
            return
        for groups in grouped(self._picker, self._mapping, progress):
            names = dict.fromkeys(name for group in groups for name in group.fields)
            values = {name: [group.fields.get(name, "") for group in groups] for name in names}
            extras = self._extras(groups) if self._doc.kind is Kind.URLSET else None
            yield _Rows([group.line for group in groups], values, extras, False)

    def _extras(self, groups: Sequence[Group]) -> list[str]:
        gap, default = self._writer.child_gap, self._mapping.defaults.get("x-default", "")
        prefix_of = prefixes(self._doc, self._result.namespaces)
        return [markup_of(group, gap, prefix_of, default) for group in groups]

    def _take(self, rows: _Rows) -> None:
        text, cells = self._writer.write(rows.values, rows.extras)
        start = self._text.tell()
        for places in (cells.gap_start, cells.start, cells.end):
            places += start
        self._text.write(text)
        self._cells.add(cells)
        self._lines.add(np.array(rows.lines, np.int64))
        self._hashes.add(hashes_of(rows.values["loc"], equivalent=not rows.is_normal))


def prefixes(doc: Document, needed: dict[str, str]) -> Callable[[str], str]:
    """A function that gives the prefix of an extension in a document, and notes a new one.

    The usual prefix gets a number where the document uses it for something else.
    """
    declared = dict(doc.names.namespaces)

    def prefix_of(usual: str) -> str:
        uri = EXTENSION_BY_PREFIX[usual].uri
        known = {**declared, **needed}
        found = next((name for name, bound in known.items() if bound == uri and name), None)
        if found is None:
            free = (f"{usual}{n or ''}" for n in range(len(known) + 1))
            found = next(name for name in free if name not in known)
            needed[found] = uri
        return f"{found}:"

    return prefix_of

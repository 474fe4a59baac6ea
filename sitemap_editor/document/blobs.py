"""New bytes for entries: one blob of them, and the spans in it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.lexer import lex_entry
from sitemap_editor.markup.robots_lines import address_spans
from sitemap_editor.markup.scan import scan
from sitemap_editor.markup.spans import (
    ABSENT,
    HAS_TEXT,
    NEEDS_LEXER,
    ODD_FIELD,
    UNUSUAL,
    Scan,
)
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.protocol.kinds import Kind

from .rows import count_units
from .store import Cells, Store, empty_cells

if TYPE_CHECKING:
    from .document import Document

FEW = 64
"""Up to this many entries the lexer is quicker than a scan."""

BLOCK = 8192
"""Entries of one blob; enough to make blobs rare, few enough to build one in milliseconds."""


def cells_of(doc: Document, raws: Sequence[bytes], gaps: Sequence[bytes]) -> Cells:
    """Keep entries in new blobs of the document's store and tell where they stand in them.

    ``raws`` are whole entries, ``gaps`` what stands before each.
    """
    cells = empty_cells(len(raws))
    for first in range(0, len(raws), BLOCK):
        part = slice(first, first + BLOCK)
        _fill(doc, cells, first, raws[part], gaps[part])
    return cells


def _fill(
    doc: Document, cells: Cells, first: int, raws: Sequence[bytes], gaps: Sequence[bytes]
) -> None:
    chosen = slice(first, first + len(raws))
    pieces = [piece for pair in zip(gaps, raws, strict=True) for piece in pair]
    borders = np.fromiter(accumulate(map(len, pieces), initial=0), np.int64, len(pieces) + 1)
    text = b"".join(pieces)
    part = cells.part(chosen)
    part.gap_start[:] = borders[0:-1:2]
    part.start[:] = borders[1::2]
    part.end[:] = borders[2::2]
    keep(doc.store, text, part)
    part.value_start[:], part.value_length[:], part.flags[:] = _spans(doc, raws, text)


def keep(store: Store, text: bytes, cells: Cells) -> None:
    """Keep a blob and complete the cells of the entries that fill it, spans of fields aside."""
    cells.blob[:] = store.add_blob(text)
    cells.counts[:] = count_units(np.frombuffer(text, np.uint8), cells.gap_start, cells.end)


Spans = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.uint8]]


def _spans(doc: Document, raws: Sequence[bytes], text: bytes) -> Spans:
    if not doc.kind.is_xml:
        return _spans_of_lines(doc.kind, raws)
    if len(raws) > FEW:
        found = _scanned(doc, text)
        if found is not None and len(found.start) == len(raws):
            return found.value_start, found.value_length, found.flags
    return _spans_by_lexer(doc, raws)


def _scanned(doc: Document, text: bytes) -> Scan | None:
    """Scan entries within the root's own tags; None when they do not stand on their own."""
    root = doc.root
    if root is None or doc.has_doctype:
        return None
    opened = doc.root_tag
    name = root.prefix + root.name.encode()
    return scan(b"%b%b</%b>" % (opened, text, name))


def _spans_of_lines(kind: Kind, raws: Sequence[bytes]) -> Spans:
    value_start = np.zeros((len(FIELDS), len(raws)), np.int32)
    value_length = np.full((len(FIELDS), len(raws)), ABSENT, np.int32)
    if kind is Kind.ROBOTS:
        value_start[0], value_length[0] = address_spans(raws)
    else:
        value_length[0] = [len(raw) for raw in raws]
    return value_start, value_length, np.zeros(len(raws), np.uint8)


def _spans_by_lexer(doc: Document, raws: Sequence[bytes]) -> Spans:
    value_start = np.zeros((len(FIELDS), len(raws)), np.int32)
    value_length = np.full((len(FIELDS), len(raws)), ABSENT, np.int32)
    flags = np.full(len(raws), UNUSUAL | HAS_TEXT, np.uint8)
    for number, raw in enumerate(raws):
        parts = lex_entry(raw, doc.names)
        for field in FIELDS:
            found = parts.all_of(field.name)
            if not found:
                continue
            child = found[0]
            value_start[field.index, number] = child.content_start
            value_length[field.index, number] = child.content_end - child.content_start
            if len(found) > 1 or child.self_closed or child.has_elements:
                value_length[field.index, number] = NEEDS_LEXER
                flags[number] |= ODD_FIELD
    return value_start, value_length, flags

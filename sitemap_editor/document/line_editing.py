"""Edits of documents whose entries are lines: lists of addresses, and robots.txt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.markup.robots_lines import sitemap_line, units_of, with_address
from sitemap_editor.markup.text_lines import line_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind, require_editable
from sitemap_editor.support.i18n import _

from .blobs import cells_of
from .edits import DeleteAt, Edit, InsertIds, ReplaceEntries, ReplaceFrame, compound
from .rows import common_ends

if TYPE_CHECKING:
    from .document import Document
    from .store import Cells, Ids

_LINE_END = re.compile(r"(\r\n|\r|\n)")

Unit = tuple[bytes, bytes]
"""What stands before a line, and the line."""


def require_loc_only(kind: Kind, fields: Iterable[str]) -> None:
    """Raise SitemapError for any field that a line cannot hold."""
    require_editable(kind)
    if all(field == "loc" for field in fields):
        return
    if kind is Kind.ROBOTS:
        raise SitemapError(
            _("A line of robots.txt holds an address only."),
            advice=_("Dates, frequencies and priorities belong into the sitemap it names."),
        )
    raise SitemapError(
        _("A text list holds addresses only."),
        code="text-no-metadata",
        advice=_("Save it as XML to give dates, frequencies and priorities."),
    )


def new_line(doc: Document, fields: Mapping[str, str | None]) -> bytes:
    """The line of a new entry; raises SitemapError."""
    require_loc_only(doc.kind, fields)
    write = sitemap_line if doc.kind is Kind.ROBOTS else line_of
    return write(fields.get("loc"), doc.codec)


def lines_with(doc: Document, ids: Ids, field: str, values: Sequence[str | None]) -> list[bytes]:
    """The lines of entries with other addresses; raises SitemapError."""
    require_loc_only(doc.kind, (field,))
    if doc.kind is not Kind.ROBOTS:
        return [line_of(value, doc.codec) for value in values]
    pairs = zip(doc.store.raws(ids), values, strict=True)
    return [with_address(raw, value, doc.codec) for raw, value in pairs]


def typed_line(doc: Document, text: str) -> bytes:
    """The line that people typed for an entry; raises SitemapError when it is not one."""
    require_editable(doc.kind)
    if doc.kind is not Kind.ROBOTS:
        return line_of(text, doc.codec)
    line = text.strip(" \t\r\n")
    if not line or "\n" in line or "\r" in line:
        raise SitemapError(_("A line of robots.txt is one line, and not empty."))
    return line.encode()


def replace_text(doc: Document, text: bytes) -> Edit | None:
    """Give a document of lines another text (UTF-8); only the lines that differ are replaced."""
    new, tail = units_of(text)
    old = _units(doc)
    first, last = common_ends(old, new)
    was, now = old[first : len(old) - last], new[first : len(new) - last]
    frame = ReplaceFrame(doc.head, tail) if tail != doc.tail else None
    return compound([_replaced(doc, first, was, now), frame])


def _units(doc: Document) -> list[Unit]:
    return list(zip(doc.store.gaps(doc.ids), doc.store.raws(doc.ids), strict=True))


def _replaced(doc: Document, first: int, was: list[Unit], now: list[Unit]) -> Edit | None:
    """Replace as many lines as there are on both sides; the rest goes, or comes."""
    both = min(len(was), len(now))
    edits: list[Edit | None] = []
    if both:
        edits.append(ReplaceEntries(doc.ids[first : first + both], _cells(doc, now[:both])))
    if len(was) > both:
        edits.append(DeleteAt(np.arange(first + both, first + len(was), dtype=np.int64)))
    if len(now) > both:
        ids = doc.store.append(_cells(doc, now[both:]))
        places = np.arange(first + both, first + len(now), dtype=np.int64)
        edits.append(InsertIds(ids, places))
    return compound(edits)


def _cells(doc: Document, units: list[Unit]) -> Cells:
    return cells_of(doc, [raw for _gap, raw in units], [gap for gap, _raw in units])


def text_of_lines(doc: Document, lines: Sequence[str]) -> bytes:
    """The text that a document will be with these lines; those that stay keep their line ends."""
    pieces = _LINE_END.split(doc.text().decode("utf-8", "replace"))
    old, ends = pieces[::2], [*pieces[1::2], ""]
    first, last = common_ends(old, lines)
    newline = doc.style.newline.decode()
    kept = [*ends[:first], *[newline] * (len(lines) - first - last), *ends[len(ends) - last :]]
    kept = [*(end or newline for end in kept[:-1]), ""]
    return "".join(line + end for line, end in zip(lines, kept, strict=True)).encode(
        "utf-8", "replace"
    )

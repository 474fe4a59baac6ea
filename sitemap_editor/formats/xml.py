"""Sitemaps and sitemap indexes in XML, the format the others are turned into.

A document of XML is read by ``document.opening`` and written as its own bytes, or in another
layout; lists of addresses and feeds have to be built here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sitemap_editor.document.opening import new_document
from sitemap_editor.markup.build import build_entry
from sitemap_editor.markup.charsets import relabel
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_

from .base import Choice, Format, Option, Options, blocks, values_of
from .layouts import WHITE, compact, head_laid_out, laid_out

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .base import Ids

KEEP, COMPACT, INDENTED = "keep", "compact", "indented"

LAYOUT = Option(
    "layout",
    N_("Layout"),
    default=KEEP,
    explanation=N_("Search engines read any layout; without line ends the file is smaller."),
    choices=(
        Choice(KEEP, N_("As in the file")),
        Choice(COMPACT, N_("Compact, without line ends")),
        Choice(INDENTED, N_("One element a line")),
    ),
)


def write(doc: Document, options: Options, ids: Ids | None = None) -> Iterator[bytes | memoryview]:
    """The document as XML in UTF-8; lists of addresses and feeds become a urlset."""
    layout = LAYOUT.text_of(options)
    if doc.kind.is_xml:
        return _as_it_is(doc, ids) if layout == KEEP else _laid_out(doc, layout, ids)
    return _urlset(doc, layout, ids)


def _as_it_is(doc: Document, ids: Ids | None) -> Iterator[bytes | memoryview]:
    yield _head(doc)
    yield from doc.store.runs(doc.ids if ids is None else ids)
    yield memoryview(doc.tail)


def _head(doc: Document) -> bytes:
    """The head of a file that is written in UTF-8, whatever the document's own is in."""
    head = bytes(doc.head)
    return head if doc.source.encoding_as_saved == "utf-8" else relabel(head, "UTF-8")


def _laid_out(doc: Document, layout: str, ids: Ids | None) -> Iterator[bytes]:
    newline = doc.style.newline if layout == INDENTED else None
    head, tail = _head(doc), bytes(doc.tail)
    yield head_laid_out(head, newline)
    for part in blocks(doc, ids):
        gaps, raws = doc.store.gaps(part), doc.store.raws(part)
        yield b"".join(laid_out(gaps, raws, newline))
    tail = tail.lstrip(WHITE)
    yield tail if newline is None or not tail else newline + tail


def _urlset(doc: Document, layout: str, ids: Ids | None) -> Iterator[bytes]:
    frame = new_document(Kind.URLSET)
    is_compact = layout == COMPACT
    gap = b"" if is_compact else frame.style.gap
    fields = [field.name for field in fields_of(doc.kind)]
    head, tail = bytes(frame.head), bytes(frame.tail)
    yield compact(head) if is_compact else head
    for part in blocks(doc, ids):
        columns = [values_of(doc, part, field) for field in fields]
        entries = (
            gap
            + build_entry(
                dict(zip(fields, values, strict=True)), frame.names, frame.style, Kind.URLSET
            )
            for values in zip(*columns, strict=True)
            if values[0]
        )
        text = b"".join(entries)
        yield compact(text) if is_compact else text
    yield tail.lstrip(WHITE) if is_compact else tail


XML = Format(
    id="xml",
    title=N_("XML sitemap"),
    suffixes=(".xml",),
    write=write,
    own_kinds=(Kind.URLSET, Kind.SITEMAPINDEX),
    options=(LAYOUT,),
    reshaping=(LAYOUT.key,),
)

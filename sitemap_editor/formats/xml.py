"""Sitemaps and sitemap indexes in XML, the format the others are turned into.

A document of XML is read by ``document.opening`` and written as its own bytes; only a list of
addresses has to be built here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sitemap_editor.document.opening import new_document
from sitemap_editor.markup.build import build_entry
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_

from .base import Format, Options, blocks

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document


def write(doc: Document, options: Options) -> Iterator[bytes | memoryview]:
    """The document as XML in UTF-8; a list of addresses becomes a urlset of bare entries."""
    if doc.kind.is_xml:
        yield from doc.chunks()
    else:
        yield from _urlset(doc)


def _urlset(doc: Document) -> Iterator[bytes]:
    frame = new_document(Kind.URLSET)
    gap = frame.style.gap
    yield bytes(frame.head)
    for ids in blocks(doc):
        entries = (
            gap + build_entry({"loc": value}, frame.names, frame.style, Kind.URLSET)
            for value in doc.values_of(ids, "loc")
            if value
        )
        yield b"".join(entries)
    yield bytes(frame.tail)


XML = Format(
    id="xml",
    title=N_("XML sitemap"),
    suffixes=(".xml",),
    write=write,
    own_kinds=(Kind.URLSET, Kind.SITEMAPINDEX),
)

"""The bytes of a part: what the source has around its entries, and the entries as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sitemap_editor.document.saving import lacking_of
from sitemap_editor.markup.encoding import encode_text

from .filling import Frame

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids


def text_of(doc: Document, frame: Frame, ids: Ids) -> Iterator[bytes | memoryview]:
    """A part as UTF-8: prolog, root and header comments of the source, its entries, its end."""
    yield memoryview(doc.head)
    if frame.opening:
        yield frame.opening
    if len(ids):
        first = int(ids[0])
        if frame.is_lines:
            yield doc.store.raw(first)
        elif first == frame.first and frame.opening:
            yield doc.store.gap(first)[len(frame.opening) :] + doc.store.raw(first)
        else:
            yield from doc.store.runs(ids[:1])
        yield from doc.store.runs(ids[1:])
    yield memoryview(doc.tail)


def bytes_of(doc: Document, frame: Frame, ids: Ids, *, gzip: bool) -> Iterator[bytes | memoryview]:
    """A part as it is written; gzip depends on nothing but the text."""
    return encode_text(
        text_of(doc, frame, ids),
        doc.source,
        gzip=gzip,
        encoding=frame.encoding,
        lacking=lacking_of(doc.kind),
    )

"""From a document to a file, whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.markup.charsets import UTF_8, writable
from sitemap_editor.markup.encoding import Lacking, Source, decode_source, encode_text
from sitemap_editor.markup.inflate import deflate, inflate
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.files import FileStamp, write_atomically
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress
from sitemap_editor.support.set_plan import SetUnfinished, is_planned

from .editing import recoded
from .file_set import described

if TYPE_CHECKING:
    from .document import Document

WRITE_SIZE = 1 << 20


def save(
    doc: Document,
    path: str | os.PathLike[str] | None = None,
    *,
    gzip: bool | None = None,
    encoding: str | None = None,
    bom: bool | None = None,
    backup: bool = False,
    force: bool = False,
    progress: Progress = NO_PROGRESS,
) -> None:
    """Write the document to its own file (None) or to another, which it belongs to afterwards.

    Without options the container, encoding and mark of the file stay; a name that ends in ``.gz``
    compresses and one that does not, does not, when ``path`` is another file. An untouched
    document gives the bytes it was read from. A mended one keeps the broken file as backup when it
    takes its place, asked for or not. Raises SitemapError: code ``changed-on-disk`` when
    the file was changed by another program (unless ``force``), else with what the system said.
    """
    target = Path(path) if path is not None else doc.path
    if target is None:
        raise SitemapError(
            _("This document has no file yet."), advice=_("Give a name to save it under.")
        )
    if path is not None and gzip is None and not _is_own(doc, target):
        gzip = target.suffix.lower() == ".gz"
    if is_planned(target):
        # Finishing that set later would put its file over this one.
        raise described(SetUnfinished(), target.absolute().parent)
    if not force and _is_own(doc, target):
        refuse_when_changed(doc, target)
    backup = backup or (doc.mending is not None and _is_own(doc, target))
    encoding = readable_encoding(doc) if encoding is None else writable(encoding)
    chunks = _ticking(file_bytes(doc, gzip=gzip, encoding=encoding, bom=bom), progress)
    try:
        stamp = write_atomically(target, chunks, backup=backup)
    except OSError as error:
        raise describe_os_error(error, target, saving=True) from error
    doc.source = recoded(doc.source, encoding, bom, gzip)
    doc.note_saved(target, stamp)


def file_bytes(
    doc: Document,
    *,
    gzip: bool | None = None,
    encoding: str | None = None,
    bom: bool | None = None,
) -> Iterable[bytes | memoryview]:
    """The bytes of the file, piece by piece, as ``save`` writes them."""
    source = doc.source
    layers = source.gzip_layers if gzip is None else int(gzip)
    same = encoding in (None, source.encoding) and bom in (None, source.has_bom)
    if doc.is_untouched and same and source.original:
        return _repacked(source, layers)
    encoding = encoding or readable_encoding(doc)
    return _encoded(doc, layers, encoding, bom)


def _encoded(
    doc: Document, layers: int, encoding: str | None, bom: bool | None
) -> Iterable[bytes | memoryview]:
    lacking = lacking_of(doc.kind)
    return encode_text(
        doc.chunks(), doc.source, gzip=layers, encoding=encoding, bom=bom, lacking=lacking
    )


def lacking_of(kind: Kind) -> Lacking:
    """How a character that the encoding of a file lacks is written."""
    return "reference" if kind.is_xml or kind.is_feed else "percent"


def readable_encoding(doc: Document) -> str | None:
    """UTF-8 where a changed document would not be read back as it is; None: as it was read.

    That is so when the way back to the source is not exact, and when an encoding nobody declared
    would be guessed to be another one after the change.
    """
    source = doc.source
    if doc.is_untouched or source.encoding == UTF_8:
        return None
    if not source.lossless:
        return UTF_8
    if not source.guessed:
        return None
    again = decode_source(b"".join(_encoded(doc, 0, None, None)))
    return None if again.text == doc.text() else UTF_8


def _repacked(source: Source, layers: int) -> Iterable[bytes | memoryview]:
    """The very bytes that were read, in as many layers of gzip as wanted."""
    if layers == source.layers_read:
        return [memoryview(source.original)]
    content = source.original
    if source.layers_read:
        content = inflate(content, max_inflated=source.inflated_size).data
    stream: Iterable[bytes | memoryview] = [memoryview(content)]
    for _layer in range(layers):
        stream = deflate(stream)
    return stream


def _is_own(doc: Document, target: Path) -> bool:
    return doc.path is not None and os.path.realpath(doc.path) == os.path.realpath(target)


def refuse_when_changed(doc: Document, target: Path) -> None:
    """Raise SitemapError when another program has changed the file of a document."""
    if doc.stamp is not None and target.exists() and FileStamp.of(target) != doc.stamp:
        raise SitemapError(
            _("Another program has changed the file since it was read."),
            path=target,
            code="changed-on-disk",
            advice=_("Read it again, save under another name, or replace it."),
        )


def _ticking(
    chunks: Iterable[bytes | memoryview], progress: Progress
) -> Iterable[bytes | memoryview]:
    """Pass pieces on, long ones cut up, so that writing can be watched and cancelled."""
    done = 0
    for chunk in chunks:
        view = memoryview(chunk)
        for start in range(0, len(view), WRITE_SIZE):
            piece = view[start : start + WRITE_SIZE]
            yield piece
            done += len(piece)
            progress.tick(done, 0)

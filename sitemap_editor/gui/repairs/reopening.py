"""Documents from text that is in no file, or not like that: typed, pasted, or mended by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .state import RepairState

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.markup.repair import Key, Repair

UTF_8_MARK = b"\xef\xbb\xbf"


def document_of(
    data: bytes,
    path: Path | None = None,
    refused: Collection[Key] = (),
    progress: Progress = NO_PROGRESS,
) -> Document:
    """A document of these bytes that counts as modified until it is saved; raises SitemapError."""
    from sitemap_editor.document.opening import open_bytes

    doc = open_bytes(data, path, refused=refused, progress=progress)
    doc.note_not_saved()
    return doc


def still_refused(doc: Document, before: Document, refused: Sequence[Repair]) -> tuple[Repair, ...]:
    """Which refused repairs are about what stands in a document that was read with them."""
    text = _text_on_disk(doc)
    if text == _text_on_disk(before):
        return tuple(refused)
    return tuple(one for one in refused if one.before and text[one.start : one.end] == one.before)


def _text_on_disk(doc: Document) -> bytes:
    return doc.mending.original if doc.mending is not None else doc.source.text


def reopened(
    doc: Document, state: RepairState, refused: Collection[Key], progress: Progress
) -> Document:
    """Read a document again that was not read from a file."""
    data = state.opened_from
    if data is None:
        data = doc.mending.original if doc.mending is not None else doc.source.original
    new = document_of(data, doc.path, refused, progress)
    new.stamp = doc.stamp
    return new


def encoded(text: str) -> bytes:
    """Text as a file that is written the way its own declaration says, else in UTF-8."""
    from sitemap_editor.markup import charsets

    raw = text.encode("utf-8", "replace")
    label = charsets.declared_label(raw)
    name = charsets.canonical(label) if label else None
    if name is None or name == charsets.UTF_8:
        return raw
    try:
        return text.encode(charsets.codec_of(name))
    except (LookupError, UnicodeError):
        return raw  # it says what it is not, which is found and told

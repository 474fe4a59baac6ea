"""From a file to a document; what cannot be opened is refused with the reason."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.build import empty_document
from sitemap_editor.markup.encoding import Source, decode_source
from sitemap_editor.markup.feeds import scan_feed
from sitemap_editor.markup.repair import Key, has_second_root, second_root
from sitemap_editor.markup.robots_lines import address_spans
from sitemap_editor.markup.scan import scan
from sitemap_editor.markup.sniff import sniff
from sitemap_editor.markup.spans import Scan
from sitemap_editor.markup.text_lines import scan_lines
from sitemap_editor.markup.values import WHITE
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.kinds import Kind, require_editable
from sitemap_editor.support.files import FileStamp, read_file
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .document import Document
from .parts import Parts
from .recovery import is_damaged, mended
from .rows import count_units
from .store import Cells, Ints, Store, empty_cells

COUNTED_AT_ONCE = 4096
"""Entries whose lines are counted between two ticks."""

StrPath = str | os.PathLike[str]


def open_document(
    path: StrPath,
    *,
    refused: Collection[Key] = (),
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Document:
    """Read a urlset, an index, a list of URLs, a robots.txt or a feed from a file.

    A broken sitemap is mended; ``doc.mending`` tells how, and ``refused`` are the keys of repairs
    that must not be made. ``max_inflated`` (bytes) replaces the caps on unpacking gzip. Raises
    SitemapError with path, line and reason when the file cannot be read or is not a sitemap.
    """
    try:
        stamp = FileStamp.of(path)
        data = read_file(path, progress)
    except OSError as error:
        raise describe_os_error(error, path) from error
    document = open_bytes(data, path, refused=refused, max_inflated=max_inflated, progress=progress)
    document.stamp = stamp
    return document


def open_bytes(
    data: bytes,
    path: StrPath | None = None,
    *,
    refused: Collection[Key] = (),
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Document:
    """Read a document from bytes; ``path`` names it in errors. Raises SitemapError."""
    source = None
    try:
        source = decode_source(data, max_inflated=max_inflated, progress=progress)
        parts = _read(source, path, refused, progress)
    except SitemapError as error:
        error.text_of_file = source.text if source is not None else None
        raise error.at(path) from error.__cause__
    document = Document(parts, Path(path) if path is not None else None)
    document.prepare()
    return document


def _read(
    source: Source, path: StrPath | None, refused: Collection[Key], progress: Progress
) -> Parts:
    """Read a source, mended where it is broken."""
    parts = problem = None
    try:
        parts = _parts(sniff(source, path), source, progress)
        if not parts.kind.is_xml or not (is_damaged(source) or parts.hides_root):
            return parts
        if parts.hides_root:
            problem = second_root()
    except SitemapError as error:
        problem = error
    result = None
    try:
        result = mended(source, problem, refused, progress)
    except SitemapError:
        if parts is None:
            raise
    if result is None:
        assert parts is not None  # it can be read, if not all of it
        return parts
    new, mending = result
    found = _parts(sniff(new), new, progress)
    if problem is not None and not found.store.count and mending.made_root:
        raise problem  # neither a root nor a whole entry: nothing says that it is a sitemap
    return replace(found, mending=mending)


def new_document(kind: Kind | str, newline: str = "\n") -> Document:
    """An empty document that belongs to no file yet; the kind may be given by its name.

    Raises SitemapError for a feed.
    """
    require_editable(Kind(kind))
    document = open_bytes_as(Kind(kind), empty_document(Kind(kind), newline))
    document.note_not_saved()
    return document


def open_bytes_as(kind: Kind, text: bytes) -> Document:
    """A document of UTF-8 text whose kind is known; raises SitemapError."""
    return document_of(kind, Source(text, text))


def document_of(kind: Kind, source: Source, progress: Progress = NO_PROGRESS) -> Document:
    """A document of text whose kind is known, as is how it is to be written; raises SitemapError.

    Where ``source.original`` is empty, the text is encoded when it is saved.
    """
    return Document(_parts(kind, source, progress))


def _parts(kind: Kind, source: Source, progress: Progress) -> Parts:
    if kind.is_xml:
        return _xml_parts(source, progress)
    if kind.is_feed:
        return _feed_parts(kind, source, progress)
    return _line_parts(kind, source, progress)


def _xml_parts(source: Source, progress: Progress) -> Parts:
    found = scan(source.text, progress)
    text, root = source.text, found.root
    last = int(found.end[-1]) if len(found.end) else root.end
    store = Store(text, _cells_of(text, found, progress))
    hides = not found.is_fast and has_second_root(text)
    head, tail = text[: root.end], text[last:]
    return Parts(root.kind, source, head, tail, store, root, found.has_doctype, hides_root=hides)


def _cells_of(text: bytes, found: Scan, progress: Progress) -> Cells:
    blob = np.zeros(len(found.start), np.int32)
    counts = _counted(text, found.gap_start, found.end, progress)
    return Cells(
        blob,
        found.gap_start,
        found.start,
        found.end,
        found.value_start,
        found.value_length,
        found.flags,
        counts,
    )


def _feed_parts(kind: Kind, source: Source, progress: Progress) -> Parts:
    """The items of a feed; their values stand behind the text, decoded and with W3C dates.

    Nothing is ever written there, since a feed cannot be changed, and no item reaches that far.
    """
    text = source.text
    found = scan_feed(text, progress)
    cells = empty_cells(len(found.starts))
    cells.start[:], cells.end[:] = found.starts, found.ends
    first = found.starts[0] if found.starts else len(text)
    head = text[:first].rstrip(WHITE.encode()) if found.starts else text
    cells.gap_start[:] = [len(head), *found.ends][: len(found.ends)]
    values = _behind(text, cells, found.values)
    if found.starts:
        cells.counts[:] = _counted(text, cells.gap_start, cells.end, progress)
    tail = text[found.ends[-1] :] if found.ends else b""
    return Parts(kind, source, head, tail, Store(text + values, cells), None)


def _behind(text: bytes, cells: Cells, values: Sequence[tuple[str | None, ...]]) -> bytes:
    """Let address and date of each item stand behind a text; returns their bytes."""
    written: list[bytes] = []
    at = len(text)
    for number, fields in enumerate(values):
        for index, value in enumerate(fields):
            if value is not None:
                raw = value.encode()
                cells.value_start[index, number] = at - int(cells.start[number])
                cells.value_length[index, number] = len(raw)
                written.append(raw)
                at += len(raw)
    return b"".join(written)


def _line_parts(kind: Kind, source: Source, progress: Progress) -> Parts:
    gap_start, start, end = scan_lines(source.text, progress)
    cells = empty_cells(len(start))
    cells.gap_start[:], cells.start[:], cells.end[:] = gap_start, start, end
    if kind is Kind.ROBOTS:
        raws = [source.text[a:b] for a, b in zip(start.tolist(), end.tolist(), strict=True)]
        cells.value_start[0], cells.value_length[0] = address_spans(raws)
    else:
        cells.value_length[0] = end - start
    cells.counts[:] = _counted(source.text, gap_start, end, progress)
    last = int(end[-1]) if len(end) else 0
    return Parts(kind, source, b"", source.text[last:], Store(source.text, cells), None)


def _counted(text: bytes, begin: Ints, end: Ints, progress: Progress) -> npt.NDArray[np.int32]:
    """Count the lines and rows of units that follow each other in a text."""
    counts = np.empty((2, len(begin)), np.int32)
    view = np.frombuffer(text, np.uint8)
    for first in range(0, len(begin), COUNTED_AT_ONCE):
        part = slice(first, first + COUNTED_AT_ONCE)
        low, high = int(begin[first]), int(end[part][-1])
        counts[:, part] = count_units(view[low:high], begin[part] - low, end[part] - low)
        progress.tick(first, len(begin))
    return counts

"""Several documents to their files as one set: all are written or none, even after a kill.

Sitemaps get their names first, then indexes, then robots.txt: what names a file never tells of
one that is not there yet.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.file_sets import NewFile, recover, write_set
from sitemap_editor.support.files import FileStamp, backup_of
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress
from sitemap_editor.support.set_plan import SetBusy, SetUnfinished, is_unfinished

from .editing import recoded
from .file_set import described
from .saving import file_bytes, readable_encoding, refuse_when_changed

if TYPE_CHECKING:
    from .document import Document

PACKERS = 2
"""Files that are compressed at a time: zlib works outside the interpreter's lock."""

_PIECE = 1 << 20
_RANKS = {Kind.SITEMAPINDEX: 1, Kind.ROBOTS: 2}

Bytes = Iterable[bytes | memoryview]


@dataclass(frozen=True, slots=True)
class Saved:
    """A file that was written, and where the old one is kept; None when it is not."""

    path: Path
    backup: Path | None = None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a document goes: ``target`` behind a link, and in which encoding."""

    doc: Document
    path: Path
    target: Path
    encoding: str | None
    backup: Path | None


def folder_of(docs: Sequence[Document]) -> Path:
    """The folder whose plan file tells of the set: that of the index, else of the first file.

    ``recover`` is asked there after an interruption.
    """
    first = max(docs, key=lambda doc: _RANKS.get(doc.kind, 0) % 2)  # of equals the first
    return _target(first).parent


def folders_of(docs: Sequence[Document]) -> list[Path]:
    """The folders that are written into; nothing may be unfinished in any of them."""
    return list(dict.fromkeys(_target(doc).parent for doc in docs))


def save_all(
    docs: Sequence[Document],
    *,
    backup: bool = False,
    keeping: Collection[Document] = (),
    replacing: Collection[Document] = (),
    progress: Progress = NO_PROGRESS,
) -> list[Saved]:
    """Write documents to the files they belong to, all or none; returns what was written.

    ``backup`` keeps the old files; those of mended documents and of ``keeping`` are kept in any
    case. ``replacing`` are documents that may take the place of a file another program has changed.
    Raises SitemapError, code ``changed-on-disk`` for such a file: then nothing has changed.
    """
    if not docs:
        return []
    places = [_place(doc, backup=backup or doc in keeping, force=doc in replacing) for doc in docs]
    _refuse_twins(places)
    ordered = places[::-1]  # an index stands above those it names
    ordered.sort(key=lambda place: _RANKS.get(place.doc.kind, 0))
    stamps = _written(folder_of(docs), ordered, progress)
    for place in ordered:
        place.doc.source = recoded(place.doc.source, place.encoding, None, None)
        place.doc.note_saved(place.path, stamps[place.target])
    return [Saved(place.path, place.backup) for place in places]


def _place(doc: Document, *, backup: bool, force: bool) -> _Place:
    target = _target(doc)
    assert doc.path is not None
    if not force:
        refuse_when_changed(doc, doc.path)
    is_kept = (backup or doc.mending is not None) and target.exists()
    kept = backup_of(target) if is_kept else None
    return _Place(doc, doc.path, target, readable_encoding(doc), kept)


def _target(doc: Document) -> Path:
    if doc.path is None:
        raise SitemapError(
            _("This document has no file yet."), advice=_("Give a name to save it under.")
        )
    return Path(os.path.realpath(doc.path))


def _refuse_twins(places: Sequence[_Place]) -> None:
    """Refuse files that would be written twice: one document must not hide the other."""
    seen: set[Path] = set()
    for target in [one for place in places for one in (place.target, place.backup) if one]:
        if target in seen:
            raise SitemapError(
                _("Two of the documents would be written to this file."),
                path=target,
                advice=_("Save one of them under another name."),
            )
        seen.add(target)


def _written(folder: Path, places: Sequence[_Place], progress: Progress) -> dict[Path, FileStamp]:
    files = [file for place in places for file in _files(place)]
    packed = sum(bool(place.doc.source.gzip_layers) for place in places)
    workers = PACKERS if packed > 1 else 1
    for other in folders_of([place.doc for place in places]):
        if other != folder and is_unfinished(other):
            # Finished later, it would put older files in the place of these.
            error = SetUnfinished(errno.EEXIST, "unfinished set", str(other))
            raise described(error, other) from error
    try:
        write_set(folder, files, workers=workers, progress=progress)
    except OSError as error:
        if isinstance(error, SetBusy | SetUnfinished) or not is_unfinished(folder):
            raise described(error, folder) from error
        _finish(folder, error)
    return {place.target: FileStamp.of(place.target) for place in places}


def _finish(folder: Path, error: OSError) -> None:
    """Try once more to give the files their names: what held one is often gone by then."""
    try:
        recover(folder)
    except OSError:
        raise described(error, folder) from error


def _files(place: _Place) -> Iterator[NewFile]:
    """The old file under its other name, and the new one."""
    if place.backup is not None:
        old, size = place.target, place.target.stat().st_size
        yield NewFile(place.backup, partial(_pieces, old), size, model=old)
    make: Callable[[], Bytes] = partial(file_bytes, place.doc, encoding=place.encoding)
    yield NewFile(place.target, make, place.doc.size_bytes)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            yield piece

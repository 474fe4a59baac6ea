"""The documents of a set, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.formats.archive import Archive
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.support.files import read_file
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .archives import mapped
from .members import Member, SitemapSet

Documents = Mapping[Path, Document]


def read_member(
    member: Member,
    *,
    open_documents: Documents | None = None,
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Document:
    """The document of a member; an open one wins over its file. Raises SitemapError."""
    path = member.path
    if path is None:
        raise SitemapError(_("There is no file for this sitemap."), path=member.name)
    if member.inner:
        content = bytes_of_member(member, max_inflated=max_inflated, progress=progress)
        return open_bytes(content, member.place, max_inflated=max_inflated, progress=progress)
    opened = (open_documents or {}).get(path)
    if opened is not None:
        return opened
    return open_document(path, max_inflated=max_inflated, progress=progress)


def bytes_of_member(
    member: Member, *, max_inflated: int | None = None, progress: Progress = NO_PROGRESS
) -> bytes:
    """The bytes of a member's file, as they are on disk or in the archive. Raises SitemapError."""
    path = member.path
    if path is None:
        raise SitemapError(_("There is no file for this sitemap."), path=member.name)
    try:
        if not member.inner:
            return read_file(path, progress)
        with mapped(path) as data:
            archive = Archive(data, max_inflated, progress)
            found = archive.find(member.inner)
            if found is None:
                said = _("The archive no longer holds this file.")
                raise SitemapError(said, path=member.place)
            return archive.read(found)
    except OSError as error:
        raise describe_os_error(error, path) from error


def walk(
    one: SitemapSet,
    *,
    open_documents: Documents | None = None,
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Iterator[tuple[int, Member, Document | SitemapError]]:
    """The files of a set with their numbers in ``files``; an error stands for one unreadable.

    Only one document is held: let go of it before the next is asked for.
    """
    for number, member in enumerate(one.files):
        found: Document | SitemapError
        try:
            found = read_member(
                member,
                open_documents=open_documents,
                max_inflated=max_inflated,
                progress=progress,
            )
        except SitemapError as error:
            found = error
        yield number, member, found
        del found

"""The sitemaps in a ZIP archive, as members of a set."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.archive import Archive
from sitemap_editor.formats.archive import Member as Packed
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.beside.heads import HEAD, kind_of_bytes
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import Progress

from .archives import mapped
from .members import Member, State

_SUFFIXES = (".xml", ".gz")


def members_of_archive(path: Path, progress: Progress) -> tuple[Member, ...]:
    """The sitemaps in an archive; those that an index in it names by their ends have an address.

    Raises SitemapError when it is damaged or holds none.
    """
    try:
        with mapped(path) as data:
            archive = Archive(data, progress=progress)
            kinds = {one: _kind_of(archive, one) for one in archive.members if _may_be(one)}
            sitemaps = {one: kind for one, kind in kinds.items() if kind is not None}
            addresses = _addresses(archive, sitemaps, progress)
            # What an index names belongs to it, even if it is no sitemap.
            found = {
                one: kind
                for one, kind in kinds.items()
                if kind is not None or quote(one.name) in addresses
            }
    except OSError as error:
        raise describe_os_error(error, path) from error
    if not found:
        raise SitemapError(_("There is no sitemap in the archive."), path=path)
    ordered = sorted(found.items(), key=lambda one: (one[1] is not Kind.SITEMAPINDEX, one[0].path))
    return tuple(
        Member(one.path, addresses.get(quote(one.name), ""), path, State.HERE, None, one.path, kind)
        for one, kind in ordered
    )


def _kind_of(archive: Archive, one: Packed) -> Kind | None:
    head = b""
    with suppress(SitemapError):
        for piece in archive.pieces(one):
            head += piece
            if len(head) >= HEAD:
                break
    return kind_of_bytes(head)


def _may_be(one: Packed) -> bool:
    return one.name.lower().endswith(_SUFFIXES) and not _is_hidden(one.path)


def _is_hidden(path: str) -> bool:
    """Whether it is one of the files that systems add, such as those of ``__MACOSX``."""
    return any(re.match(r"\.[^.]|__MACOSX", part) for part in PurePosixPath(path).parts)


def _addresses(archive: Archive, found: dict[Packed, Kind], progress: Progress) -> dict[str, str]:
    """The addresses that the indexes in an archive name, by their last parts."""
    addresses: dict[str, str] = {}
    for one, kind in found.items():
        if kind is Kind.SITEMAPINDEX:
            with suppress(SitemapError):
                doc = open_bytes(archive.read(one), one.name, progress=progress)
                for loc in doc.values_of(doc.ids, "loc"):
                    if loc:
                        addresses.setdefault(loc.rpartition("/")[2], loc)
    return addresses

"""Find the files of a set; each is looked at no further than its first bytes, indexes are read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from sitemap_editor.document.opening import open_document
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.robots import parse_robots
from sitemap_editor.rules.beside.heads import kind_of_head
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .archives import is_archive
from .finding import Finder
from .mapping import Mapping
from .members import Member, SetKind, SitemapSet, State
from .packed import members_of_archive
from .reading import Documents

MOST_DEEP = 5
"""Indexes below indexes that are followed."""
MOST_FILES = 250_000
"""Members of a set; what is beyond is refused."""

ROBOTS = "robots.txt"
_SUFFIXES = (".xml", ".xml.gz", ".gz", ".txt", ".rss", ".atom")
_LIST_START = (b"http://", b"https://")


def set_of(
    paths: Sequence[Path | str],
    *,
    mapping: Mapping | None = None,
    open_documents: Documents | None = None,
    progress: Progress = NO_PROGRESS,
) -> SitemapSet:
    """The set that one index, robots.txt, folder or ZIP is, or several of them and of files.

    Raises SitemapError for what is not there.
    """
    if len(paths) == 1 and is_set(Path(paths[0]), open_documents):
        return open_set(
            Path(paths[0]), mapping=mapping, open_documents=open_documents, progress=progress
        )
    members: list[Member] = []
    indexes: list[Path] = []
    for each in map(Path, paths):
        if is_set(each, open_documents):
            found = open_set(
                each, mapping=mapping, open_documents=open_documents, progress=progress
            )
            # What nobody names belongs to its folder, not to an index that lies there.
            is_all = found.kind not in ("index", "robots")
            members += [m for m in found.members if is_all or m.state is not State.UNNAMED]
            indexes += found.indexes
        else:
            members += set_of_files([each]).members
    folder = Path(paths[0]).resolve().parent if paths else None
    kept = tuple(_distinct(members))
    return SitemapSet(None, "files", folder, mapping, kept, tuple(dict.fromkeys(indexes)))


def set_of_files(paths: Sequence[Path | str]) -> SitemapSet:
    """Files named one by one, as a set. Raises SitemapError for one that is not there."""
    members = []
    for each in map(Path, paths):
        try:
            real = each.resolve(strict=True)
        except (OSError, RuntimeError) as error:
            raise _not_there(error, each) from error
        members.append(Member(str(each), path=real, kind=kind_of_head(real)))
    folder = members[0].path.parent if members and members[0].path else None
    return SitemapSet(None, "files", folder, None, tuple(_distinct(members)))


def is_set(path: Path, open_documents: Documents | None = None) -> bool:
    """Whether a path is one of several sitemaps: a folder, ZIP, index or robots.txt."""
    if path.is_dir():
        return True
    opened = (open_documents or {}).get(path.resolve())
    if opened is not None:
        return opened.kind in (Kind.SITEMAPINDEX, Kind.ROBOTS)
    if path.name.lower() == ROBOTS:
        return path.is_file()
    return kind_of_head(path) is Kind.SITEMAPINDEX or is_archive(path)


def open_set(
    source: Path,
    *,
    mapping: Mapping | None = None,
    open_documents: Documents | None = None,
    progress: Progress = NO_PROGRESS,
) -> SitemapSet:
    """Find what belongs to an index, a robots.txt, a folder or a ZIP.

    ``mapping`` says which public prefix the folder has; without it files are found by name, beside
    the index and in folders below. ``open_documents``, by real path, win over their files. Raises
    SitemapError when the source is none of these or cannot be read.
    """
    try:
        real = source.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        raise _not_there(error, source) from error
    if real.is_dir():
        return _Opening(real, mapping, open_documents or {}, progress).folder_set()
    if is_archive(real):
        return SitemapSet(real, "archive", None, mapping, members_of_archive(real, progress))
    return _Opening(real.parent, mapping, open_documents or {}, progress).listed_set(real)


def _not_there(error: Exception, path: Path) -> SitemapError:
    if isinstance(error, OSError):
        return describe_os_error(error, path)
    return SitemapError(_("The path goes round in circles."), path=path)


def _distinct(members: Sequence[Member]) -> Iterator[Member]:
    """The members, a file that comes again marked as such."""
    seen: set[tuple[Path, str]] = set()
    for one in members:
        key = (one.path, one.inner) if one.path is not None else None
        if key is not None and key in seen and one.is_readable:
            yield replace(one, state=State.TWICE)
            continue
        if key is not None:
            seen.add(key)
        yield one


class _Opening:
    """One set being put together."""

    def __init__(
        self, folder: Path, mapping: Mapping | None, opened: Documents, progress: Progress
    ) -> None:
        self._folder = mapping.folder if mapping is not None else folder
        self._finder = Finder(folder, mapping, frozenset(opened))
        self._opened = opened
        self._progress = progress
        self._indexes: list[Path] = []

    # An index or robots.txt, and what it names

    def listed_set(self, source: Path) -> SitemapSet:
        """The set of an index or a robots.txt."""
        kind, addresses = self._read(source)
        members = list(_distinct([*self._below(source, addresses, (source,))]))
        named = {one.path for one in members}
        extra = (path for path in self._sitemaps_in(source.parent) if path not in named)
        members += [self._unnamed(path) for path in extra if path != source]
        return self._made(source, "robots" if kind is Kind.ROBOTS else "index", members)

    def _read(self, path: Path) -> tuple[Kind, list[str]]:
        """What a file is, and what it names."""
        doc = self._opened.get(path)
        if doc is None:
            doc = open_document(path, progress=self._progress)
        self._indexes.append(path)
        if doc.kind is Kind.ROBOTS:
            return doc.kind, [one for one in parse_robots(doc.text()).sitemaps if one.strip()]
        if doc.kind is not Kind.SITEMAPINDEX:
            raise SitemapError(
                _("This is one sitemap, not an index that names several."), path=path
            )
        return doc.kind, [loc for loc in doc.values_of(doc.ids, "loc") if loc]

    def _below(
        self, index: Path, addresses: Sequence[str], passed: tuple[Path, ...]
    ) -> Iterator[Member]:
        """What an index names, and what the indexes among it name."""
        for one in self._finder.members(index, addresses):
            self._progress.tick()
            if one.path in passed:
                yield replace(one, state=State.ITSELF)
                continue
            yield one
            if one.is_index and one.path is not None and len(passed) < MOST_DEEP:
                yield from self._nested(one.path, passed)

    def _nested(self, path: Path, passed: tuple[Path, ...]) -> Iterator[Member]:
        if path in self._indexes:
            return
        try:
            _kind, addresses = self._read(path)
        except SitemapError:
            return  # whoever reads the member says what is wrong with it
        yield from self._below(path, addresses, (*passed, path))

    # A folder

    def folder_set(self) -> SitemapSet:
        """The set of a folder: its sitemaps and those in folders below, indexes first."""
        paths = list(self._all_in(self._folder))
        indexes = [path for path in paths if self._kind_of(path) is Kind.SITEMAPINDEX]
        found: dict[Path, Member] = {}
        absent: list[Member] = []
        for path in indexes:
            found.setdefault(path, self._unnamed(path))
            if path in self._indexes:
                continue
            try:
                _kind, addresses = self._read(path)
            except SitemapError:
                continue
            for one in self._below(path, addresses, (path,)):
                if one.is_readable and one.path is not None:
                    found[one.path] = one
                elif one.path is None:
                    absent.append(one)
        members = [found.get(path) or self._unnamed(path) for path in (*indexes, *paths)]
        beyond = [one for path, one in found.items() if path not in set(paths)]
        kept = {(one.path or one.address): one for one in (*members, *beyond, *absent)}
        return self._made(self._folder, "folder", list(kept.values()))

    def _all_in(self, folder: Path) -> Iterator[Path]:
        count = 0
        for where, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            self._progress.tick()
            for path in self._sitemaps_in(Path(where), names):
                count += 1
                if count > MOST_FILES:
                    said = _("The folder holds over {n} sitemaps.")
                    raise SitemapError(said.format(n=format_number(MOST_FILES)), path=folder)
                yield path

    def _sitemaps_in(self, folder: Path, names: Sequence[str] | None = None) -> Iterator[Path]:
        """The sitemaps right in a folder, by name; those that are open count as files."""
        if names is None:
            names = list(self._finder.names_in(folder))
        for name in sorted(names):
            if not name.startswith(".") and name.lower().endswith(_SUFFIXES):
                path = folder / name
                if self._is_sitemap(path) and self._is_inside(path):
                    yield path.resolve()

    def _is_sitemap(self, path: Path) -> bool:
        if path.name.lower() == ROBOTS:
            return False
        if self._kind_of(path) in (Kind.URLSET, Kind.SITEMAPINDEX):
            return True
        return path.suffix.lower() == ".txt" and _begins_as_list(path)

    def _is_inside(self, path: Path) -> bool:
        try:
            return path.resolve().is_relative_to(self._folder)
        except (OSError, RuntimeError):
            return False

    def _kind_of(self, path: Path) -> Kind | None:
        doc = self._opened.get(path)
        return doc.kind if doc is not None else kind_of_head(path)

    def _unnamed(self, path: Path) -> Member:
        mapping = self._finder.mapping
        address = (mapping.address_of(path) if mapping is not None else None) or ""
        name = self._finder.name_of(path)
        return Member(name, address, path, State.UNNAMED, kind=self._kind_of(path))

    def _made(self, source: Path, kind: SetKind, members: Sequence[Member]) -> SitemapSet:
        if len(members) > MOST_FILES:
            said = _("These are over {n} sitemaps.").format(n=format_number(MOST_FILES))
            raise SitemapError(said, path=source)
        return SitemapSet(
            source,
            kind,
            self._folder,
            self._finder.mapping,
            tuple(members),
            tuple(dict.fromkeys(self._indexes)),
        )


def _begins_as_list(path: Path) -> bool:
    """Whether a text begins with an address, after a mark and blank lines."""
    try:
        with path.open("rb") as file:
            head = file.read(2048)
    except OSError:
        return False
    return head.removeprefix(b"\xef\xbb\xbf").lstrip().lower().startswith(_LIST_START)

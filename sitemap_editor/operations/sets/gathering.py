"""One set of files, indexes, folders and archives, and of documents that are in no file yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .mapping import Mapping
from .members import Member, SitemapSet, State
from .opening import is_set, open_set, set_of_files

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .reading import Documents


@dataclass(frozen=True, eq=False, slots=True)
class Given:
    """Something that people name: a path, or an open document, and what it is called.

    ``mapping``: the public address of the folder of an index.
    """

    name: str
    path: Path | None = None
    doc: Document | None = None
    mapping: Mapping | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Gathered:
    """The files together; ``borders``: where those of each source begin, and the end of all."""

    set: SitemapSet
    documents: Documents
    borders: tuple[int, ...]


def gather(
    sources: Sequence[Given], opened: Documents, progress: Progress = NO_PROGRESS
) -> Gathered:
    """Put together what sources lead to; a file that comes again counts once.

    ``opened`` are open documents by real path. Raises SitemapError for what is not there.
    """
    documents = dict(opened)
    found: list[list[Member]] = []
    indexes: list[Path] = []
    for number, source in enumerate(sources):
        if source.doc is not None:
            place = Path(f"<{number}>") / source.name
            place = source.path.resolve() if source.path is not None else place
            documents[place] = source.doc
            found.append([Member(source.name, path=place, kind=source.doc.kind)])
            continue
        assert source.path is not None  # one of both is given
        one = _opened(source, source.path, documents, progress)
        indexes += one.indexes
        found.append(list(one.files if one.kind != "files" else one.members) + list(one.absent))
    kept = _distinct(found)
    borders = [0]
    for members in kept:
        borders.append(borders[-1] + sum(member.is_readable for member in members))
    flat = tuple(_named(member for members in kept for member in members))
    whole = SitemapSet(None, "files", None, None, flat, tuple(dict.fromkeys(indexes)))
    return Gathered(whole, documents, tuple(borders))


def _opened(source: Given, path: Path, opened: Documents, progress: Progress) -> SitemapSet:
    if is_set(path, opened):
        return open_set(path, mapping=source.mapping, open_documents=opened, progress=progress)
    return set_of_files([path])


def _distinct(found: Sequence[Sequence[Member]]) -> list[list[Member]]:
    """The members of each source, without indexes, a file once."""
    seen: set[tuple[Path, str]] = set()
    kept: list[list[Member]] = []
    for members in found:
        own = []
        for one in members:
            key = (one.path, one.inner) if one.path is not None else None
            if one.is_index or (key is not None and key in seen):
                continue
            if key is not None:
                seen.add(key)
                one = replace(one, state=State.HERE)
            own.append(one)
        kept.append(own)
    return kept


def _named(members: Iterable[Member]) -> list[Member]:
    """The members under short names, which tell them apart."""
    ordered = list(members)
    names = [Path(one.inner or one.name).name for one in ordered]
    for longer in (_name_in_set, _name_in_folder, _whole_name):
        counts = Counter(names)
        names = [
            name if counts[name] == 1 else longer(one)
            for one, name in zip(ordered, names, strict=True)
        ]
    return [replace(one, name=name) for one, name in zip(ordered, names, strict=True)]


def _name_in_set(one: Member) -> str:
    return one.inner or one.name


def _name_in_folder(one: Member) -> str:
    """With the folder or the archive it is in."""
    if one.path is None:
        return one.name
    return f"{one.path.name}/{one.inner}" if one.inner else "/".join(one.path.parts[-2:])


def _whole_name(one: Member) -> str:
    if one.path is None:
        return one.name
    return str(one.place)

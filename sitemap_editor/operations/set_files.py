"""All files of a set that can be looked through and changed: sitemaps, and the indexes above."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from sitemap_editor.protocol.kinds import Kind

from .sets.members import Member, SitemapSet, State

_KINDS = {"index": Kind.SITEMAPINDEX, "robots": Kind.ROBOTS}


def all_files(one: SitemapSet) -> tuple[Member, ...]:
    """The files of a set with its indexes: the source first, then as they are named."""
    kind = _KINDS.get(one.kind)
    is_listed = kind is not None
    found = [
        member
        for member in one.members
        if member.is_readable and (not is_listed or member.state is State.HERE)
    ]
    if one.source is not None and is_listed:
        own = Member(name_below(one.source, one.folder), path=one.source, kind=kind)
        found.insert(0, own)
    return tuple({(member.path, member.inner): member for member in reversed(found)}.values())[::-1]


def name_below(path: Path, folder: Path | None) -> str:
    """The path of a file below the folder of its set, or its name."""
    with suppress(ValueError):
        if folder is not None:
            return path.relative_to(folder).as_posix()
    return path.name

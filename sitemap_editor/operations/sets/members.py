"""What a set of sitemaps consists of: files, and those that an index names but nobody can read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Literal

from sitemap_editor.protocol.kinds import Kind

from .mapping import Mapping


class State(StrEnum):
    """What is known of the file of a member.

    ``missing``: others of its index are there, this one is not. ``elsewhere``: none of them is, so
    nobody knows where the files are. ``foreign``: on another host, or not below the public prefix.
    ``outside``: its address would lead out of the folder, and is never followed. ``itself``: the
    index names itself, or one that led to it. ``twice``: its file was named before. ``unnamed``: a
    sitemap in the folder that nobody names.
    """

    HERE = "here"
    MISSING = "missing"
    ELSEWHERE = "elsewhere"
    FOREIGN = "foreign"
    OUTSIDE = "outside"
    ITSELF = "itself"
    TWICE = "twice"
    UNNAMED = "unnamed"


_LEADING_OUT = re.compile(r"/+|\.\.|.*:")
"""Parts of a name in an archive that no name should have: a root, a drive, the folder above."""


@dataclass(frozen=True, slots=True)
class Member:
    """One file of a set.

    ``name`` is what people see: the path below the folder, or the end of the address. ``address``
    as the index has it, empty when nobody names the file. ``path`` without links; None when there
    is no file to read. ``index``: the index or robots.txt that names it. ``inner``: its name in an
    archive, which ``path`` is then. ``kind`` as the first bytes tell, None when they do not.
    """

    name: str
    address: str = ""
    path: Path | None = None
    state: State = State.HERE
    index: Path | None = None
    inner: str = ""
    kind: Kind | None = None

    @property
    def place(self) -> Path:
        """The path its document has: of one in an archive as if that were a folder, and in it."""
        path = self.path or Path(self.name)
        parts = PurePosixPath(self.inner).parts
        return path.joinpath(*(part for part in parts if not _LEADING_OUT.fullmatch(part)))

    @property
    def is_readable(self) -> bool:
        """Whether there is a file of its own to read."""
        return self.path is not None and self.state in (State.HERE, State.UNNAMED)

    @property
    def is_index(self) -> bool:
        """Whether it is an index; its children are members of their own."""
        return self.kind is Kind.SITEMAPINDEX


SetKind = Literal["index", "robots", "folder", "archive", "files"]


@dataclass(frozen=True)
class SitemapSet:
    """Sitemaps that belong together, in the order of the index, or by name.

    ``source`` is the index, robots.txt, folder or ZIP; None for files that were named one by one.
    Nothing outside of ``folder`` is read or written. ``mapping``: the public address of the
    folder, when it is known. ``indexes``: those read on the way, the source among them.
    """

    source: Path | None
    kind: SetKind
    folder: Path | None
    mapping: Mapping | None = None
    members: tuple[Member, ...] = ()
    indexes: tuple[Path, ...] = ()

    @cached_property
    def files(self) -> tuple[Member, ...]:
        """The members with entries to read: no index, and only what belongs to an index's set."""
        is_all = self.kind not in ("index", "robots")
        return tuple(
            one
            for one in self.members
            if one.is_readable and not one.is_index and (is_all or one.state is State.HERE)
        )

    @cached_property
    def absent(self) -> tuple[Member, ...]:
        """The members that are named and cannot be read."""
        return tuple(one for one in self.members if one.path is None)

    @cached_property
    def by_path(self) -> dict[Path, Member]:
        """The members with a file of their own, by path; those of an archive are left out."""
        return {
            one.path: one
            for one in self.members
            if one.path is not None and one.is_readable and not one.inner
        }

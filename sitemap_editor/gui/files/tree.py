"""Which open document stands below which: the children of an index below the index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sitemap_editor.protocol.kinds import Kind

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session

MAX_CHILDREN = 50_000
"""An index may list no more (protocol page, "index"); what follows is not looked at."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One open document and, when it is an index, the open documents it lists."""

    session: Session
    children: tuple[Session, ...] = ()


def arrange(sessions: Sequence[Session]) -> list[Branch]:
    """The open documents as a tree, each once, in the order they were opened.

    A document belongs to the first index that lists its file name: the public address of a file
    on disk is rarely known.
    """
    indexes = [session for session in sessions if session.doc.kind is Kind.SITEMAPINDEX]
    listed = {id(index): child_names(index) for index in indexes}
    parents = {id(child): _parent_of(child, indexes, listed) for child in sessions}
    return [
        Branch(session, tuple(s for s in sessions if parents[id(s)] is session))
        for session in sessions
        if parents[id(session)] is None
    ]


def _parent_of(
    child: Session, indexes: Iterable[Session], listed: dict[int, frozenset[str]]
) -> Session | None:
    if child.path is None or child.doc.kind is Kind.SITEMAPINDEX:
        return None
    name = child.path.name
    return next((index for index in indexes if name in listed[id(index)]), None)


def child_names(index: Session) -> frozenset[str]:
    """The file names an index lists."""
    locs = index.doc.values_of(index.doc.ids[:MAX_CHILDREN], "loc")
    return frozenset(_file_name(loc) for loc in locs if loc)


def _file_name(address: str) -> str:
    try:
        path = urlsplit(address).path
    except ValueError:
        # Square brackets that hold no IPv6 address.
        path = address
    return unquote(path.rpartition("/")[2])

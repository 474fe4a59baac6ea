"""Where entries of a document can go: other open files, closed ones of its set, a new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.sets.tree import folders_apart
from sitemap_editor.protocol.kinds import Kind, can_take
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids
    from sitemap_editor.operations.splitting.wishes import Limits
    from sitemap_editor.operations.transferring import Transfer
    from sitemap_editor.support.jobs import Progress

    from .session import Session
    from .workspace import Workspace

Read = Callable[[Path, "Progress"], "Document"]


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A file that entries can go to: open when there is a session, else one that has to be read.

    Without session and path it is a new one. ``entries``: how many it has, None while unknown.
    """

    name: str
    session: Session | None = None
    path: Path | None = None
    entries: int | None = None

    @property
    def is_new(self) -> bool:
        """Whether it is made for the entries."""
        return self.session is None and self.path is None

    @property
    def place(self) -> str:
        """Where the file is, for a tooltip."""
        path = self.session.path if self.session is not None else self.path
        return str(path) if path is not None else self.name


@dataclass(frozen=True, slots=True, eq=False)
class TransferRequest:
    """What is to be done: a transfer that was worked out, and where to.

    ``dates``: the dates of both files in their index are brought up to date.
    """

    target: Target
    found: Transfer
    dates: bool = False


@dataclass(slots=True, eq=False)
class Asked:
    """What is asked for: entries, where to, and what becomes of those that are there already.

    ``opened`` keeps what was read of closed files.
    """

    source: Session
    ids: Ids
    is_copy: bool
    read: Read
    opened: dict[Target, Document] = field(default_factory=dict)

    def look(self, target: Target, duplicates: str = "stay") -> Callable[[Progress], Transfer]:
        """What works out, in a job, what becomes of both files. It raises SitemapError."""

        def work(progress: Progress) -> Transfer:
            from sitemap_editor.operations.transferring import transfer

            doc = self._document_of(target, progress)
            return transfer(
                self.source.doc,
                self.ids,
                doc,
                is_copy=self.is_copy,
                duplicates=duplicates,
                progress=progress,
            )

        return work

    def _document_of(self, target: Target, progress: Progress) -> Document:
        if target.session is not None:
            return target.session.doc
        doc = self.opened.get(target)
        if doc is None:
            doc = self._made() if target.path is None else self.read(target.path, progress)
            self.opened[target] = doc
        return doc

    def _made(self) -> Document:
        from sitemap_editor.document.opening import new_document

        kind = self.source.doc.kind
        return new_document(Kind.URLSET if kind.is_feed else kind)


def changed_count(found: Transfer) -> int:
    """How many of the entries go anywhere."""
    return max(found.arriving + found.replaced, found.leaving)


def is_too_much(found: Transfer, limits: Limits) -> bool:
    """Whether the target is beyond a limit then."""
    after = found.target_after
    return len(after) > limits.entries or after.size_bytes > limits.bytes


def may_take(source: Session, session: Session) -> bool:
    """Whether entries of one session may come into another."""
    is_other = session is not source and not session.why_read_only
    return is_other and can_take(source.doc.kind, session.doc.kind)


def can_give(session: Session) -> bool:
    """Whether entries of a session may go anywhere."""
    return any(can_take(session.doc.kind, kind) for kind in Kind)


def targets_of(workspace: Workspace, source: Session) -> list[Target]:
    """The files of the window that can take entries: open, closed ones of its set, a new one."""
    found = [
        Target(one.name, one, one.path, len(one.doc))
        for one in workspace.sessions
        if may_take(source, one)
    ]
    own = workspace.set_of(source)
    # What a set has not opened is of no use to a document of another.
    for row in own.rows if own is not None else ():
        kind = row.kind
        fits = kind is None or can_take(source.doc.kind, kind)
        is_closed = row.session is None and row.member.is_readable and not row.is_unreadable
        if is_closed and fits:
            found.append(Target(row.member.name, None, row.path, row.entries))
    folders = folders_apart([*(one.path for one in found), source.path])
    named = [
        replace(one, name=f"{folder}/{Path(one.name).name}") if folder else one
        for one, folder in zip(found, folders, strict=False)
    ]
    return [*named, Target(_("A new file"))]

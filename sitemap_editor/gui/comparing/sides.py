"""What can be compared: open documents, their state on disk, sets, and what people choose."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.sets.tree import folders_apart
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.files import FileStamp, backup_of
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.sets.open_set import OpenSet
    from sitemap_editor.gui.workspace import Workspace


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """One of two sides: a document as it is edited, all files of a set, or what is on disk.

    ``key`` tells it from others, ``title`` is what people read. One of ``session``, ``open_set``
    and ``path`` is what it consists of; ``is_one_file``: of an index nothing but the file itself.
    """

    key: str
    title: str
    session: Session | None = None
    open_set: OpenSet | None = None
    path: Path | None = None
    is_one_file: bool = False

    @property
    def is_index(self) -> bool:
        """Whether it is the file of an index, as it is edited."""
        return self.session is not None and self.session.doc.kind is Kind.SITEMAPINDEX

    def is_all_of(self, session: Session | None) -> bool:
        """Whether it is what the index of a session names, and some of that is there."""
        one = self.open_set
        if one is None or session is None or one.root is not session or one.set is None:
            return False
        return bool(one.set.files)

    @property
    def tip(self) -> str:
        """Where it is."""
        source = self.session.path if self.session is not None else self.path
        source = self.open_set.source if self.open_set is not None else source
        return str(source) if source is not None else ""

    @property
    def short(self) -> str:
        """What it is called within a sentence."""
        if self.session is not None:
            return self.session.name
        if self.open_set is not None:
            return self.open_set.name
        return self.path.name or str(self.path) if self.path is not None else self.title


def sides_of(workspace: Workspace, active: Session | None) -> list[Side]:
    """What is at hand: the document shown first, then what it was, then the others."""
    found: list[Side] = []
    names = _names_of(workspace.sessions)
    if active is not None and active.doc.kind is not Kind.ROBOTS:
        found += _of_session(active, names[active], is_active=True)
    for one in workspace.sets:
        name = names.get(one.root, one.name) if one.root is not None else one.name
        text = _("All files of {name}").format(name=name)
        found.append(Side(f"set:{one.source}", text, open_set=one))
    for session in workspace.sessions:
        if session is not active and session.doc.kind is not Kind.ROBOTS:
            found += _of_session(session, names[session], is_active=False)
    return found


def _names_of(sessions: Sequence[Session]) -> dict[Session, str]:
    """What open documents are called, each unlike the others."""
    folders = folders_apart([one.path for one in sessions])
    return {
        one: f"{folder}/{one.name}" if folder else one.name
        for one, folder in zip(sessions, folders, strict=True)
    }


def _of_session(session: Session, name: str, *, is_active: bool) -> Iterator[Side]:
    said = _("{name} (this document)") if is_active else _("{name} (open)")
    yield Side(f"session:{id(session)}", said.format(name=name), session=session)
    path = session.path
    if path is None:
        return
    if is_active or session.is_modified:
        text = _("{name} as it is on disk").format(name=name)
        yield Side(f"path:{path}", text, path=path, is_one_file=True)
    backup = backup_of(path)
    if backup.is_file():
        text = _("{name}: the backup").format(name=backup.name)
        yield Side(f"path:{backup}", text, path=backup, is_one_file=True)


def of_path(path: Path) -> Side:
    """A file or folder that was chosen."""
    return Side(f"path:{path}", path.name or str(path), path=path)


def usual_other(session: Session, sides: list[Side]) -> Side | None:
    """What a document is most likely to be compared with: what it was before."""
    path = session.path
    if path is None:
        return None
    by_key = {side.key: side for side in sides}
    if session.is_modified or is_changed_on_disk(session):
        return by_key.get(f"path:{path}")
    return by_key.get(f"path:{backup_of(path)}")


def is_changed_on_disk(session: Session) -> bool:
    """Whether another program wrote the file since it was read."""
    path, stamp = session.path, session.doc.stamp
    if path is None or stamp is None:
        return False
    try:
        return FileStamp.of(path) != stamp
    except OSError:
        return False

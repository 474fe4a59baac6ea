"""The files that are meant by "all files": those of a set, or all that are open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.sets.tree import folders_apart
from sitemap_editor.support.i18n import _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.sets.open_set import OpenSet
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.operations.sets.members import Member


@dataclass(frozen=True, slots=True, eq=False)
class SetFile:
    """One file, open or not: ``member`` is None for a document without a file.

    ``own``: the session of such a document.
    """

    name: str
    member: Member | None = None
    own: Session | None = None

    @property
    def path(self) -> Path | None:
        """The file that can be opened in the window; None for one in an archive, or none."""
        if self.member is None or self.member.inner:
            return None
        return self.member.path

    def session(self, workspace: Workspace) -> Session | None:
        """The session it is open in now."""
        if self.own is not None:
            return self.own if self.own in workspace.sessions else None
        return workspace.session_of(self.path) if self.path is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class FilesInHand:
    """Files that are looked through together, with what people call them.

    ``open_set`` is None for all open files.
    """

    name: str
    files: tuple[SetFile, ...]
    open_set: OpenSet | None = None

    @property
    def title(self) -> str:
        """What a list of choices shows."""
        count = len(self.files)
        said = ngettext("{name} ({n} file)", "{name} ({n} files)", count)
        return said.format(name=self.name, n=format_number(count))


def files_in_hand(workspace: Workspace) -> list[FilesInHand]:
    """What can be meant, the likeliest first: the set of what is shown, others, all open files."""
    active = workspace.active
    own = workspace.set_of(active) if active is not None else None
    sets = [one for one in workspace.sets if one.set is not None]
    sets.sort(key=lambda one: one is not own)
    folders = folders_apart([one.source for one in sets])
    found = [_of_set(one, folder) for one, folder in zip(sets, folders, strict=True)]
    listed = {file.path for one in found for file in one.files}
    is_beside = any(session.path not in listed for session in workspace.sessions)
    if workspace.sessions and (not found or is_beside):
        opened = _all_open(workspace)
        found.insert(len(found) if own is not None or active is None else 0, opened)
    return [one for one in found if one.files]


def _of_set(one: OpenSet, folder: str) -> FilesInHand:
    from sitemap_editor.operations.sets.checking import checked_members

    assert one.set is not None  # asked before
    files = tuple(SetFile(member.name, member) for member in checked_members(one.set))
    return FilesInHand(f"{folder}/{one.name}" if folder else one.name, files, one)


def _all_open(workspace: Workspace) -> FilesInHand:
    from sitemap_editor.operations.sets.members import Member

    files = []
    for session in workspace.sessions:
        member = None
        if session.path is not None:
            member = Member(session.name, path=session.path, kind=session.doc.kind)
        files.append(SetFile(session.name, member, session))
    return FilesInHand(_("All open files"), tuple(files))


def document_of(file: SetFile, workspace: Workspace) -> Document | None:
    """The open document of a file."""
    session = file.session(workspace)
    return session.doc if session is not None else None

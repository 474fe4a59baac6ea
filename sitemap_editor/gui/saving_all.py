"""What is to be known of files before several of them are saved at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.support.files import FileStamp, refuse_read_only
from sitemap_editor.support.i18n import N_, _, format_megabytes, format_number, ngettext

if TYPE_CHECKING:
    from .session import Session


class Disk(StrEnum):
    """How the file on disk is."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"
    LOCKED = "locked"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class FileToSave:
    """One of several files that are to be saved; ``errors`` are those nobody was told of."""

    session: Session
    disk: Disk
    errors: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether it has no entries."""
        return not len(self.session.doc)

    @property
    def asks(self) -> bool:
        """Whether there is something to decide."""
        return self.is_empty or bool(self.errors) or self.disk not in (Disk.SAME, Disk.NONE)

    @property
    def is_proposed(self) -> bool:
        """Whether it is saved unless people say otherwise: where nothing may be lost by that."""
        return not self.is_empty and self.disk not in (Disk.CHANGED, Disk.LOCKED)

    @property
    def note(self) -> str:
        """What is to be known of it, in words."""
        notes = [_(_DISK[self.disk])] if self.disk in _DISK else []
        if self.is_empty:
            notes.append(_("Empty"))
        if self.errors:
            said = ngettext("{n} error", "{n} errors", self.errors)
            notes.append(said.format(n=format_number(self.errors)))
        return " · ".join(notes)

    @property
    def size(self) -> str:
        """How much is in it."""
        doc = self.session.doc
        said = ngettext("{n} entry, {size} MB", "{n} entries, {size} MB", len(doc))
        size = format_megabytes(doc.size_bytes)
        return said.format(n=format_number(len(doc)), size=size)


_DISK = {
    Disk.CHANGED: N_("Changed by another program, would be replaced"),
    Disk.GONE: N_("No longer on disk, is written again"),
    Disk.LOCKED: N_("Write-protected"),
    Disk.NONE: N_("No name yet, asked for afterwards"),
}


def look_at(session: Session, errors: int) -> FileToSave:
    """Look at a document and its file before it is saved; ``errors`` are those it will have."""
    told = errors if errors > session.accepted_errors and len(session.doc) else 0
    return FileToSave(session, _disk_of(session), told)


def _disk_of(session: Session) -> Disk:
    path, stamp = session.path, session.doc.stamp
    if path is None:
        return Disk.NONE
    try:
        is_same = stamp is None or FileStamp.of(path) == stamp
    except FileNotFoundError:
        return Disk.GONE if stamp is not None else Disk.SAME
    except OSError:
        return Disk.SAME  # the write will say what is wrong
    try:
        refuse_read_only(path, path.stat())
    except OSError:
        return Disk.LOCKED
    return Disk.SAME if is_same else Disk.CHANGED


def common_folder(paths: Sequence[Path]) -> Path | None:
    """The folder all files are in; None where there is none."""
    try:
        return Path(os.path.commonpath([path.parent for path in paths]))
    except ValueError:
        return None


def shown_name(session: Session, folder: Path | None) -> str:
    """The path of a file below a folder, or its name."""
    path = session.path
    if path is None or folder is None:
        return session.name
    try:
        return str(path.relative_to(folder))
    except ValueError:
        return session.name

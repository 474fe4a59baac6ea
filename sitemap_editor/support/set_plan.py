"""The plan of a set of files that are written as one: what is to be renamed and removed, on disk.

It stands in the folder while the set is being written, and is held by the program that does it.
"""

from __future__ import annotations

import errno
import json
import os
import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from .files import sync_folder

PLAN_NAME = ".sitemap-editor-set"
"""The plan file, in the folder of the first file."""

_TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")
_FORM = 1
_READ = 1 << 20


class SetBusy(OSError):
    """Another program is writing a set into the folder."""


class SetUnfinished(OSError):
    """The folder holds a set that was begun and not finished: ``recover`` has to come first."""


class SetDamaged(OSError):
    """A set cannot be finished, because a new file was taken away or changed meanwhile."""


def is_unfinished(folder: Path) -> bool:
    """Whether a set was begun in a folder and neither finished nor given up."""
    return (folder / PLAN_NAME).is_file()


def is_planned(path: Path) -> bool:
    """Whether an unfinished set in the file's folder would still write or remove this file."""
    real = Path(os.path.realpath(path))
    plan = real.parent / PLAN_NAME
    try:
        first = json.loads(plan.read_bytes().split(b"\n")[0])
        named = [new for _old, new in first["files"]] + first["removed"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return any(real.parent / name == real for name in named)


class Plan:
    """What is to be renamed and removed, on disk before anything is.

    Two lines of JSON: what is being made, and, once everything is on disk, what it must be.
    """

    def __init__(
        self, path: Path, handle: int, pairs: list[tuple[Path, Path]], removed: Sequence[Path]
    ) -> None:
        self.path = path
        self.pairs = pairs
        self.removed = list(removed)
        self.marks: list[list[int]] = []
        self._handle = handle

    @property
    def is_committed(self) -> bool:
        """Whether all new files were on disk, and renaming them may have begun."""
        return bool(self.marks)

    @classmethod
    def begin(cls, folder: Path, pairs: list[tuple[Path, Path]], removed: Sequence[Path]) -> Plan:
        """Write what will be done. Raises SetUnfinished or SetBusy when there is a plan already."""
        path = folder / PLAN_NAME
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            handle = os.open(path, flags, 0o600)
        except FileExistsError:
            os.close(_locked(path))
            raise SetUnfinished(errno.EEXIST, "unfinished set", str(folder)) from None
        plan = cls(path, handle, pairs, removed)
        try:
            _lock(handle, path)
            plan._append(
                {
                    "form": _FORM,
                    "files": [[_said(old, folder), _said(new, folder)] for old, new in pairs],
                    "removed": [path.name for path in removed],
                }
            )
            sync_folder(folder)
        except BaseException:
            plan._end()
            raise
        return plan

    @classmethod
    def read(cls, folder: Path) -> Plan | None:
        """The plan of a folder; None when there is none. Raises SetBusy, SetDamaged."""
        path = folder / PLAN_NAME
        if not path.is_file():
            return None
        handle = _locked(path)
        try:
            lines = _lines(handle)
            first = lines[0] if lines else {"files": [], "removed": []}
            pairs = [_pair(old, new, folder) for old, new in first["files"]]
            removed = [folder / _plain(name) for name in first["removed"]]
            plan = cls(path, handle, pairs, removed)
            plan.marks = lines[1]["marks"] if len(lines) > 1 else []
            if plan.marks and len(plan.marks) != len(pairs):
                raise ValueError
        except (ValueError, KeyError, TypeError, IndexError):
            os.close(handle)
            raise SetDamaged(errno.EINVAL, "unreadable plan", str(path)) from None
        except BaseException:
            os.close(handle)
            raise
        return plan

    def commit(self, marks: list[list[int]]) -> None:
        """Note that all is on disk: from now on the set is finished, not undone."""
        self.marks = marks
        for folder in {temporary.parent for temporary, _target in self.pairs}:
            sync_folder(folder)
        self._append({"marks": self.marks})

    def require_whole(self) -> None:
        """Raise SetDamaged unless every new file is there, under the one name or the other."""
        for (temporary, target), mark in zip(self.pairs, self.marks, strict=True):
            place = temporary if temporary.exists() else target
            if not place.is_file() or _mark_of(place) != mark:
                os.close(self._handle)
                raise SetDamaged(errno.ENOENT, "missing new file", str(target))

    def finish(self) -> None:
        """Give every new file its name, and take away what is to go."""
        try:
            for temporary, target in self.pairs:
                if temporary.exists():
                    temporary.replace(target)
            for folder in {target.parent for _temporary, target in self.pairs}:
                sync_folder(folder)
            for path in self.removed:
                path.unlink(missing_ok=True)
        except BaseException:
            os.close(self._handle)  # the plan stays, for another try
            raise
        self._end()

    def give_up(self) -> None:
        """Throw the new files away; the old ones were not touched."""
        for temporary, _target in self.pairs:
            with suppress(OSError):
                temporary.unlink()
        self._end()

    def _append(self, what: dict[str, Any]) -> None:
        line = json.dumps(what).encode() + b"\n"
        while line:
            line = line[os.write(self._handle, line) :]
        os.fsync(self._handle)

    def _end(self) -> None:
        if os.name == "nt":  # what is open cannot be deleted there
            os.close(self._handle)
        with suppress(OSError):
            self.path.unlink()
        if os.name != "nt":
            os.close(self._handle)
        sync_folder(self.path.parent)


def _lines(handle: int) -> list[dict[str, Any]]:
    """The whole lines of a plan; one that was cut off was not written."""
    text = b""
    os.lseek(handle, 0, os.SEEK_SET)
    while piece := os.read(handle, _READ):
        text += piece
    return [json.loads(line) for line in text.split(b"\n")[:-1]]


def _said(path: Path, folder: Path) -> str:
    """A path as the plan names it: by its name alone when it is in the folder."""
    return path.name if path.parent == folder else str(path)


def _pair(old: str, new: str, folder: Path) -> tuple[Path, Path]:
    """The two paths of a file in a plan; ValueError when they cannot be ours.

    A file elsewhere is named by its whole path, and its temporary name stands beside it.
    """
    temporary, target = folder / old, folder / new
    if not _TEMPORARY.fullmatch(temporary.name) or temporary.parent != target.parent:
        raise ValueError(old)
    if not Path(new).is_absolute():
        _plain(new)
    return temporary, target


def _plain(name: str) -> str:
    """A name of a file in the folder itself; ValueError for a path."""
    if Path(name).name != name:
        raise ValueError(name)
    return name


def _mark_of(path: Path) -> list[int]:
    size = checksum = 0
    with path.open("rb") as file:
        while piece := file.read(_READ):
            size += len(piece)
            checksum = zlib.crc32(piece, checksum)
    return [size, checksum]


def _locked(path: Path) -> int:
    """Open a plan that no living program holds."""
    handle = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        _lock(handle, path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _lock(handle: int, path: Path) -> None:
    """Hold the plan while this program lives; Windows lets nobody delete what is open anyway."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SetBusy(errno.EBUSY, "busy", str(path.parent)) from None
    except OSError:
        return  # some network disks know no locks

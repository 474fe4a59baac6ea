"""Several files written as one: all are old or all are new, even after the program was killed.

All files are written beside their places first and put onto the disk. A small plan file in the
folder tells what is going on: as long as its last line is not there, nothing was renamed and the
new files are thrown away; once it is, ``recover`` gives every new file its name. So whatever
moment the program ends at, each file is old or new and whole, and the set can be finished.
"""

from __future__ import annotations

import errno
import json
import os
import re
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .files import FileStamp, name_beside, refuse_read_only, state_of, sync_folder, write_new
from .jobs import NO_PROGRESS, Cancelled, Progress

PLAN_NAME = ".sitemap-editor-set"
"""The plan file, in the folder of the first file."""

_JOINED = 1 << 18
_WAIT_SECONDS = 0.02
_TEMPORARY = re.compile(r"\.[0-9a-f]{16}\.tmp")
_FORM = 1
_READ = 1 << 20

Chunks = Iterable[bytes | memoryview]


@dataclass(frozen=True)
class NewFile:
    """One file of a set: where it goes and what makes its bytes, which another thread may do.

    ``size`` is about how many bytes are made, for progress.
    """

    target: Path
    chunks: Callable[[], Chunks]
    size: int = 0


@dataclass(frozen=True)
class Written:
    """A file that stands beside its place: its bytes are ``size`` long and have the checksum."""

    file: NewFile
    temporary: Path
    size: int
    checksum: int


class SetBusy(OSError):
    """Another program is writing a set into the folder."""


class SetUnfinished(OSError):
    """The folder holds a set that was begun and not finished: ``recover`` has to come first."""


class SetDamaged(OSError):
    """A set cannot be finished, because a new file was taken away or changed meanwhile."""


@dataclass(frozen=True)
class Recovered:
    """What became of a set: ``is_new`` when all its files are the new ones, else all are old."""

    is_new: bool
    names: tuple[str, ...]


Check = Callable[[Sequence[Written], Progress], None]


def _no_check(_written: Sequence[Written], _progress: Progress) -> None:
    return None


def write_set(
    folder: Path,
    files: Sequence[NewFile],
    *,
    removed: Sequence[Path] = (),
    check: Check = _no_check,
    workers: int = 1,
    progress: Progress = NO_PROGRESS,
) -> list[FileStamp]:
    """Write files, all or none, renamed in the order given; then take away ``removed``.

    ``check`` looks at the new files before the first is renamed, and raises when they must not be.
    Until then ``progress`` may cancel. Raises OSError (SetBusy and SetUnfinished among them), or
    whatever ``chunks``, ``check`` and ``progress`` raise: then nothing has changed. When renaming
    itself fails, which hardly happens, the plan stays for ``recover``.
    """
    folder = Path(os.path.realpath(folder))
    targets = [Path(os.path.realpath(file.target)) for file in files]
    for target in targets:
        _refuse_odd(target)
    temporaries = [name_beside(target) for target in targets]
    plan = _Plan.begin(folder, list(zip(temporaries, targets, strict=True)), removed)
    try:
        written = _write_all(files, temporaries, workers, progress)
        check(written, progress)
        plan.commit(written)
    except BaseException:
        plan.give_up()
        raise
    plan.finish()
    return [FileStamp.of(target) for target in targets]


def is_unfinished(folder: Path) -> bool:
    """Whether a set was begun in a folder and neither finished nor given up."""
    return (folder / PLAN_NAME).is_file()


def recover(folder: Path) -> Recovered | None:
    """Finish the set that was begun in a folder, or undo it; None when there is none.

    Raises OSError: SetBusy while another program is at it, SetDamaged when the new files are not
    all there any more.
    """
    folder = Path(os.path.realpath(folder))
    plan = _Plan.read(folder)
    if plan is None:
        return None
    names = tuple(target.name for _temporary, target in plan.pairs)
    if plan.is_committed:
        plan.require_whole()
        plan.finish()
        return Recovered(True, names)
    plan.give_up()
    return Recovered(False, names)


def _refuse_odd(target: Path) -> None:
    state = state_of(target)
    if state is None:
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(target.parent))
        return
    if not target.is_file():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    refuse_read_only(target, state)


# Writing beside the places


def _write_all(
    files: Sequence[NewFile], temporaries: Sequence[Path], workers: int, progress: Progress
) -> list[Written]:
    total = sum(file.size for file in files)
    if workers == 1:
        # In this very thread, which stands still while a window paints.
        writing = _Writing(lambda done: progress.tick(min(done, total), total))
        return [writing.write(*pair) for pair in zip(files, temporaries, strict=True)]
    writing = _Writing()
    with ThreadPoolExecutor(workers) as pool:
        pending = list(zip(files, temporaries, strict=True))[::-1]
        running: list[Future[Written]] = []
        results: list[Future[Written]] = []
        try:
            while pending or running:
                # A thread takes up one file at a time, so that little is done for nothing.
                while pending and len(running) < workers:
                    running.append(pool.submit(writing.write, *pending.pop()))
                    results.append(running[-1])
                done, _rest = wait(running, _WAIT_SECONDS, FIRST_COMPLETED)
                for future in done:
                    running.remove(future)
                    future.result()
                progress.tick(min(writing.done, total), total)
        except BaseException:
            writing.stop.set()
            raise
    return [future.result() for future in results]


class _Writing:
    """Writes files, several at a time; ``done`` bytes so far, and the way to stop them."""

    def __init__(self, tell: Callable[[int], None] = lambda _done: None) -> None:
        self.done = 0
        self.tell = tell
        self.stop = threading.Event()

    def write(self, file: NewFile, temporary: Path) -> Written:
        counted = _Counted(self, file.chunks())
        model = file.target if file.target.exists() else None
        try:
            write_new(temporary, model, counted)
        except OSError as error:
            error.filename = str(file.target)  # nobody knows the name beside it
            raise
        return Written(file, temporary, counted.size, counted.checksum)


class _Counted:
    """Passes bytes on in pieces of a good size, and keeps count and checksum of them."""

    def __init__(self, writing: _Writing, chunks: Chunks) -> None:
        self._writing = writing
        self._chunks = chunks
        self.size = 0
        self.checksum = 0

    def __iter__(self) -> Iterator[bytes | memoryview]:
        for piece in joined(self._chunks):
            if self._writing.stop.is_set():
                raise Cancelled
            self.size += len(piece)
            self.checksum = zlib.crc32(piece, self.checksum)
            yield piece
            self._writing.done += len(piece)
            self._writing.tell(self._writing.done)


def joined(chunks: Chunks, size: int = _JOINED) -> Iterator[bytes | memoryview]:
    """Chunks in pieces of about ``size`` bytes: a million tiny ones cost more than their bytes."""
    kept: list[bytes | memoryview] = []
    length = 0
    for chunk in chunks:
        kept.append(chunk)
        length += len(chunk)
        if length < size:
            continue
        whole = memoryview(b"".join(kept) if len(kept) > 1 else kept[0])
        for start in range(0, length, 4 * size):
            yield whole[start : start + 4 * size]
        kept, length = [], 0
    if kept:
        yield b"".join(kept)


# The plan file


class _Plan:
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
    def begin(cls, folder: Path, pairs: list[tuple[Path, Path]], removed: Sequence[Path]) -> _Plan:
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
    def read(cls, folder: Path) -> _Plan | None:
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

    def commit(self, written: Sequence[Written]) -> None:
        """Note that all is on disk: from now on the set is finished, not undone."""
        self.marks = [[one.size, one.checksum] for one in written]
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

"""Several files written as one: all are old or all are new, even after the program was killed.

All files are written beside their places first and put onto the disk. A small plan file in the
folder tells what is going on: as long as its last line is not there, nothing was renamed and the
new files are thrown away; once it is, ``recover`` gives every new file its name. So whatever
moment the program ends at, each file is old or new and whole, and the set can be finished.
"""

from __future__ import annotations

import errno
import os
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from .files import FileStamp, name_beside, refuse_read_only, state_of, write_new
from .jobs import NO_PROGRESS, Cancelled, Progress
from .set_plan import Plan

_JOINED = 1 << 18
_WAIT_SECONDS = 0.02

Chunks = Iterable[bytes | memoryview]


@dataclass(frozen=True)
class NewFile:
    """One file of a set: where it goes and what makes its bytes, which another thread may do.

    ``size`` is about how many bytes are made, for progress; ``model`` is a file whose permissions
    and owner it gets, None for those of the file it replaces.
    """

    target: Path
    chunks: Callable[[], Chunks]
    size: int = 0
    model: Path | None = None


@dataclass(frozen=True)
class Written:
    """A file that stands beside its place: its bytes are ``size`` long and have the checksum."""

    file: NewFile
    temporary: Path
    size: int
    checksum: int


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
    plan = Plan.begin(folder, list(zip(temporaries, targets, strict=True)), removed)
    try:
        written = _write_all(files, temporaries, workers, progress)
        check(written, progress)
        plan.commit([[one.size, one.checksum] for one in written])
    except BaseException:
        plan.give_up()
        raise
    plan.finish()
    return [FileStamp.of(target) for target in targets]


def recover(folder: Path) -> Recovered | None:
    """Finish the set that was begun in a folder, or undo it; None when there is none.

    Raises OSError: SetBusy while another program is at it, SetDamaged when the new files are not
    all there any more.
    """
    folder = Path(os.path.realpath(folder))
    plan = Plan.read(folder)
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
        model = file.model or file.target
        try:
            write_new(temporary, model if model.exists() else None, counted)
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

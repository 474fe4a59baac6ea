"""The bytes of the parts of a set, while they are written: files are read again as they come.

Where parts follow each other as the files do, a file is read when a part needs it. Else all files
are read once and their entries put into one hidden file, each part in a place of its own; what is
replaced later has been read by then, since new files get their names when all are written.
"""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import IO, TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.inflate import deflate
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Pulse, Share

from .measuring import Measured
from .naming import GZIP
from .planning import Part

if TYPE_CHECKING:
    from .reading import Read, Stored

KEPT = 2
"""Files held at a time: two parts may be compressed side by side."""
PIECE = 1 << 20


class SetFeed:
    """Gives the bytes of parts; to be closed when all are written."""

    def __init__(self, measured: Measured, parts: list[Part], folder: Path) -> None:
        self._measured = measured
        self._parts = parts
        self._folder = folder
        uniting = measured.reader.uniting
        self._head = uniting.head + uniting.frame.opening
        self._tail = uniting.tail
        self._is_lines = uniting.is_lines
        self._lock = Lock()
        self._kept: OrderedDict[int, Stored] = OrderedDict()
        self._pulse: Progress = NO_PROGRESS
        self._spool: IO[bytes] | None = None
        self._places: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> SetFeed:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self._kept.clear()
        if self._spool is not None:
            self._spool.close()

    def prepare(self, progress: Progress) -> None:
        """Bring the entries into the order of the parts, where that is not theirs already."""
        if not self._is_in_order():
            self._fill_spool(progress)
        elif not any(part.name.endswith(GZIP) for part in self._parts):
            self._pulse = Pulse(progress)  # one thread writes them, that of the job

    def _is_in_order(self) -> bool:
        expected = 0
        for part in self._parts:
            count = len(part)
            if count and (part.ids[0] != expected or part.ids[-1] != expected + count - 1):
                return False
            expected += count
        return True

    # A part

    def chunks_of(self, part: Part) -> Iterator[bytes | memoryview]:
        """A part as it is written."""
        text = self._text_of(part)
        return deflate(text) if part.name.endswith(GZIP) else text

    def _text_of(self, part: Part) -> Iterator[bytes | memoryview]:
        yield self._head
        if len(part):
            yield from self._spooled(part) if self._spool is not None else self._read(part)
        yield self._tail

    def _read(self, part: Part) -> Iterator[bytes | memoryview]:
        first, stop = int(part.ids[0]), int(part.ids[-1]) + 1
        for read in self._measured.reads:
            if read.stop <= first or read.first >= stop or not read.count:
                continue
            store, ids = self._stored(read)
            own = ids[max(0, first - read.first) : stop - read.first]
            if self._is_lines and read.first <= first:
                yield store.raw(int(own[0]))
                own = own[1:]
            yield from store.runs(own)

    def _stored(self, read: Read) -> Stored:
        with self._lock:
            if read.number not in self._kept:
                while len(self._kept) >= KEPT:
                    self._kept.popitem(last=False)
                self._kept[read.number] = self._measured.stored(read, self._pulse)
            self._kept.move_to_end(read.number)
            return self._kept[read.number]

    # One hidden file

    def _fill_spool(self, progress: Progress) -> None:
        # It has no name where the system allows that, so that nothing is left when we are killed.
        self._spool = tempfile.TemporaryFile(dir=self._folder, buffering=0)  # noqa: SIM115
        numbers = numbers_by_place(self._parts, self._measured.count)
        at = 0
        cursors = []
        for part in self._parts:
            cursors.append(at)
            size = int(self._measured.sizes[part.ids].sum())
            self._places[part.name] = (at, size)
            at += size
        reads = self._measured.reads
        for number, read in enumerate(reads):
            store, ids = self._measured.stored(read, Share(progress, number, len(reads)))
            own = numbers[read.first : read.stop]
            order = np.argsort(own, kind="stable")
            borders = np.flatnonzero(np.diff(own[order])) + 1
            for places in np.split(order, borders) if len(order) else ():
                part_number = int(own[places[0]])
                content = b"".join(store.runs(ids[places]))
                self._put(cursors[part_number], content)
                cursors[part_number] += len(content)

    def _put(self, at: int, content: bytes) -> None:
        assert self._spool is not None
        self._spool.seek(at)
        view = memoryview(content)
        while view:
            view = view[self._spool.write(view) :]

    def _spooled(self, part: Part) -> Iterator[bytes]:
        at, size = self._places[part.name]
        if self._is_lines:  # what stands before a line does not at the head of a file
            dropped = int(self._measured.dropped[part.ids[0]])
            at, size = at + dropped, size - dropped
        while size:
            piece = self._get(at, min(PIECE, size))
            yield piece
            at += len(piece)
            size -= len(piece)

    def _get(self, at: int, size: int) -> bytes:
        assert self._spool is not None
        with self._lock:
            self._spool.seek(at)
            piece = self._spool.read(size)
        if not piece:
            raise EOFError
        return piece


def numbers_by_place(parts: list[Part], count: int) -> npt.NDArray[np.int32]:
    """The number of the part that each place belongs to."""
    numbers = np.empty(count, np.int32)
    for number, part in enumerate(parts):
        numbers[part.ids] = number
    return numbers

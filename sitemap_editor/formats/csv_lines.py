"""The lines of a long text, a piece at a time: what ``csv.reader`` is fed with.

A line longer than any row can be is cut and never held. What is cut off leaves its quotation marks
behind as one or none, so that the reader knows whether it is still inside a cell.
"""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

MAX_LINE = 1 << 22
"""Bytes of a line that may be a row; Excel's cells end at 32,767 characters."""

_PIECE = 1 << 16
_KEPT = 1_000
_STEP = 1 << 22
_BOM = "\ufeff".encode()
_OTHER_ENDS = "\x0b\x0c\x1c\x1d\x1e"


class Lines:
    """Reads ``text`` (UTF-8) from an offset on; ``line`` is the 1-based line there.

    ``done`` tells how many lines the reader has taken: pieces are handed out when it wants more,
    and ``watch`` may raise then.
    ``cut`` holds the lines that were cut, ``has_zero`` whether a zero byte was met.
    """

    def __init__(
        self,
        text: bytes,
        at: int,
        line: int,
        done: Callable[[], int],
        progress: Progress = NO_PROGRESS,
        watch: Callable[[int], None] = lambda _at: None,
    ) -> None:
        self._text = text
        self._at = at
        self._first = line
        self._done = done
        self._progress = progress
        self._watch = watch
        self._starts: list[tuple[int, int]] = []
        self.cut: list[int] = []
        self.has_zero = False

    @property
    def is_finished(self) -> bool:
        """Whether all pieces have been handed out."""
        return self._at >= len(self._text)

    def pieces(self) -> Iterator[Iterable[str]]:
        """Some whole lines at a time, each to be iterated."""
        text, total = self._text, len(self._text)
        while self._at < total:
            start, line = self._at, self._first + self._done()
            self._watch(start)
            self._starts.append((line, start))
            end = _end_of_piece(text, start)
            self._at = end or self._end_of_line(start)
            if end is None:
                self.cut.append(line)
            yield _split(self._decoded(start, end))
            self._progress.tick(self._at, total)

    def _decoded(self, start: int, end: int | None) -> str:
        if end is None:
            return self._cut_line(start)
        piece = self._text[start:end]
        if b"\0" in piece:
            self.has_zero = True
        if _BOM in piece:  # files were joined
            piece = piece.removeprefix(_BOM).replace(b"\n" + _BOM, b"\n")
        return piece.decode("utf-8", "replace")

    def _end_of_line(self, start: int) -> int:
        at = start + MAX_LINE
        while at < len(self._text):
            stop = at + _STEP
            ends = (self._text.find(b"\n", at, stop), self._text.find(b"\r", at, stop))
            if found := [end for end in ends if end >= 0]:
                return min(found) + 1
            at = stop
            self._progress.tick(at, len(self._text))
        return len(self._text)

    def _cut_line(self, start: int) -> str:
        """The beginning of an endless line, with the same evenness of quotation marks."""
        quotes, kept = 0, start + _KEPT
        for at in range(kept, self._at, _STEP):
            quotes += self._text.count(b'"', at, min(at + _STEP, self._at))
            self._progress.tick(at, len(self._text))
        end = '"\n' if quotes % 2 else "\n"
        return self._text[start:kept].decode("utf-8", "ignore") + end

    def offset_of(self, line: int) -> int:
        """Where a line begins that the reader has taken already, or the one after these."""
        place = bisect_right(self._starts, line, key=lambda start: start[0]) - 1
        first, at = self._starts[place]
        if first in self.cut:
            return at if line == first else self._end_of_line(at)
        return at + _length(self._text[at : _end_of_piece(self._text, at)], line - first)


def _split(text: str) -> Iterable[str]:
    """Lines with their ends; ``splitlines`` is quicker and knows ends that are none here."""
    if text.isascii() and not any(sign in text for sign in _OTHER_ENDS):
        return text.splitlines(keepends=True)
    return io.StringIO(text, newline="")


def _length(piece: bytes, count: int) -> int:
    lines = io.StringIO(piece.decode("utf-8", "replace"), newline="")
    return sum(len(line.encode()) for line, _n in zip(lines, range(count), strict=False))


def _end_of_piece(text: bytes, start: int) -> int | None:
    """Behind the last line end of a piece, which is longer when a line is; None when endless."""
    size = _PIECE
    while start + size < len(text):
        end = text.rfind(b"\n", start, start + size) + 1
        if not end:
            end = _behind_return(text, start, start + size)
        if end:
            return end
        if size >= MAX_LINE:
            return None
        size *= 4
    return len(text)


def _behind_return(text: bytes, start: int, stop: int) -> int:
    """Behind the last CR of an old Mac's file; one at the very end may be half of CR LF."""
    return text.rfind(b"\r", start, stop - 1) + 1

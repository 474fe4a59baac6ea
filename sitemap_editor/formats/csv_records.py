"""Rows of separated values with the line each begins in, through everything that goes wrong.

``csv.reader`` does the reading. A quotation mark that is never closed makes it swallow what
follows; then the row that opened it is told of, and reading goes on in the next line.
"""

from __future__ import annotations

import csv
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .csv_lines import Lines
from .table import ROWS_AT_ONCE, Oddity

MAX_CELL = 1 << 20
"""Characters of a cell, and how far an unclosed quotation mark is followed."""

_MAX_RECORD = 1 << 24
"""Bytes of a row: quotation marks that open one another make a row of a whole file."""

_MAX_RETURNS = 200
_SHOWN = 1_000
_PROBE = "\x1a"


@dataclass(slots=True)
class Block:
    """Rows as they were read; blank lines are rows without cells.

    ``has_breaks`` tells whether a cell may go over several lines.
    """

    cells: list[list[str]]
    lines: Sequence[int]
    odd: dict[int, Oddity]
    has_breaks: bool = False


def records(
    text: bytes,
    delimiter: str,
    at: int = 0,
    line: int = 1,
    progress: Progress = NO_PROGRESS,
    size: int = ROWS_AT_ONCE,
) -> Iterator[Block]:
    """Read ``text`` (UTF-8) from an offset on, where ``line`` begins."""
    csv.field_size_limit(MAX_CELL)
    return _Records(text, delimiter, progress, size).blocks(at, line)


class _Records:
    def __init__(self, text: bytes, delimiter: str, progress: Progress, size: int) -> None:
        self._text = text
        self._delimiter = delimiter
        self._progress = progress
        self._size = size
        self._returns = 0

    def blocks(self, at: int, line: int) -> Iterator[Block]:
        self._start(at, line)
        while True:
            block, is_broken = self._next()
            if is_broken or (self._lines.is_finished and block.cells and self._is_open(block)):
                self._leave_out(block)
            elif not block.cells:
                return
            yield block

    def _start(self, at: int, line: int) -> None:
        self._first = self._line = line
        self._cells: list[list[str]] = []
        self._seen = 0, at
        self._lines = Lines(
            self._text, at, line, lambda: self._reader.line_num, self._progress, self._watch
        )
        pieces = chain.from_iterable(self._lines.pieces())
        self._reader = csv.reader(pieces, delimiter=self._delimiter)

    def _watch(self, at: int) -> None:
        """Stop the reader where it reads on and on without finishing a row."""
        rows, since = self._seen
        if len(self._cells) != rows:
            self._seen = len(self._cells), at
        elif at - since > _MAX_RECORD:
            raise csv.Error

    def _next(self) -> tuple[Block, bool]:
        """The next rows, and whether the reader gave up on the one after them."""
        cells = self._cells = []
        self._seen = -1, 0
        is_broken = False
        try:
            cells.extend(islice(self._reader, self._size))  # keeps what it had when it raises
            if self._lines.is_finished:
                cells.extend(self._reader)
        except csv.Error:
            is_broken = True
        taken = self._first + self._reader.line_num - self._line
        if taken == len(cells):
            lines: Sequence[int] = range(self._line, self._line + taken)
            self._line += taken
        else:
            lines = self._lines_of(cells)
        block = Block(cells, lines, {}, has_breaks=taken > len(cells))
        self._note_cuts(block)
        self._note_zeros(block)
        return block, is_broken

    def _lines_of(self, cells: list[list[str]]) -> list[int]:
        lines = []
        for row in cells:
            lines.append(self._line)
            self._line += 1 + _line_ends(row)
        return lines

    def _note_cuts(self, block: Block) -> None:
        for line in self._lines.cut:
            if block.lines and block.lines[0] <= line < self._line:
                block.odd[bisect_right(block.lines, line) - 1] = Oddity.TOO_LONG

    def _note_zeros(self, block: Block) -> None:
        if not self._lines.has_zero:
            return
        for index, row in enumerate(block.cells):
            if any("\0" in cell for cell in row):
                row[:] = [cell.replace("\0", "") for cell in row]
                block.odd.setdefault(index, Oddity.ZERO_BYTE)

    def _is_open(self, block: Block) -> bool:
        """Whether the last row of the text ends inside quotation marks."""
        at = self._lines.offset_of(block.lines[-1])
        text = self._text[at:]
        if len(text) > 2 * _MAX_RECORD or b'"' not in text or not self._swallows(text.decode()):
            return False
        self._line = block.lines[-1]
        block.odd.pop(len(block.cells) - 1, None)
        block.cells.pop()
        block.lines = block.lines[:-1]
        return True

    def _swallows(self, text: str) -> bool:
        """Whether what follows ``text`` would belong to its last cell."""
        lines = (*text.splitlines(keepends=True), _PROBE)
        try:
            last = list(csv.reader(lines, delimiter=self._delimiter))[-1]
        except csv.Error:
            return False
        return last != [_PROBE]

    def _leave_out(self, block: Block) -> None:
        """Put the beginning of the row that cannot be read into the block, and go on behind it."""
        line, after = self._line, self._first + self._reader.line_num
        at = self._lines.offset_of(line)
        following = self._lines.offset_of(line + 1)
        text = self._text[at:following].decode("utf-8", "replace").rstrip("\r\n")
        is_open = self._swallows(text + "\n")
        block.odd[len(block.cells)] = Oddity.OPEN_QUOTE if is_open else Oddity.TOO_LONG
        block.cells.append([text[:_SHOWN]])
        block.lines = [*block.lines, line]
        self._returns += 1
        if self._returns > _MAX_RETURNS:
            self._start(self._lines.offset_of(after), after)
        else:
            self._start(following, line + 1)


def _line_ends(row: list[str]) -> int:
    text = " ".join(row)
    return text.count("\n") + text.count("\r") - text.count("\r\n")

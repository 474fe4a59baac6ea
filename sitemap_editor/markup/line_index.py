"""Many places in one text: byte to line and column and back, without reading the text each time.

A line ends with LF, CR LF or CR (XML 1.0, section 2.11). Lines may be as long as the file, so
characters are counted by blocks.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

_SLICE = 1 << 20
_BLOCK = 1 << 12
_LF, _CR = 0x0A, 0x0D
_CONTINUATION = bytes(range(0x80, 0xC0))

Ints = npt.NDArray[np.int64]


def line_end_places(view: npt.NDArray[np.uint8]) -> Ints:
    """Places of the last byte of each line end: LF, CR LF or CR alone."""
    feeds = view == _LF
    returns = np.flatnonzero(view == _CR)
    if len(returns):
        following = np.minimum(returns + 1, len(view) - 1)
        feeds[returns[(view[following] != _LF) | (returns + 1 >= len(view))]] = True
    return np.flatnonzero(feeds)


class LineIndex:
    """Places of one text of UTF-8; lines and columns count from 1, columns in characters."""

    def __init__(self, text: bytes) -> None:
        self._text = text

    def place(self, at: int) -> tuple[int, int]:
        """Line and column of a byte."""
        number = int(np.searchsorted(self._starts, at, "right")) - 1
        return number + 1, self._characters(at) - self._characters(int(self._starts[number])) + 1

    def offset(self, line: int, column: int) -> int:
        """The byte at a line and column; the end of the text for what lies behind it."""
        if line > len(self._starts):
            return len(self._text)
        start = int(self._starts[max(line, 1) - 1])
        if self._blocks is None:
            return min(start + column - 1, len(self._text))
        return self._byte_of(self._characters(start) + column - 1)

    @cached_property
    def _starts(self) -> Ints:
        view, pieces = np.frombuffer(self._text, np.uint8), [np.zeros(1, np.int64)]
        for first in range(0, len(view), _SLICE):
            ends = line_end_places(view[first : first + _SLICE + 1])
            pieces.append(ends[ends < _SLICE] + first + 1)
        return np.concatenate(pieces)

    @cached_property
    def _blocks(self) -> Ints | None:
        """Characters that begin before each block; None when all are one byte long."""
        if self._text.isascii():
            return None
        view, counts = np.frombuffer(self._text, np.uint8), [0]
        for first in range(0, len(view), _BLOCK):
            piece = view[first : first + _BLOCK]
            counts.append(len(piece) - int(np.count_nonzero((piece & 0xC0) == 0x80)))
        return np.cumsum(np.array(counts, np.int64))

    def _characters(self, at: int) -> int:
        """How many characters begin before a byte."""
        blocks = self._blocks
        if blocks is None:
            return at
        number = at // _BLOCK
        rest = self._text[number * _BLOCK : at].translate(None, _CONTINUATION)
        return int(blocks[number]) + len(rest)

    def _byte_of(self, character: int) -> int:
        """Where a character begins, counted from 0."""
        blocks = self._blocks
        assert blocks is not None  # it was asked for before
        if character >= int(blocks[-1]):
            return len(self._text)
        number = int(np.searchsorted(blocks, character, "right")) - 1
        piece = np.frombuffer(self._text, np.uint8)[number * _BLOCK : (number + 1) * _BLOCK]
        begins = np.flatnonzero((piece & 0xC0) != 0x80)
        return number * _BLOCK + int(begins[character - int(blocks[number])])

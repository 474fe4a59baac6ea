"""Pieces of bytes kept by number: in memory while they are few, else in a file nobody sees."""

from __future__ import annotations

import os
import tempfile
import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import IO

import numpy as np

MOST_IN_MEMORY = 64 * 1024 * 1024


class KeptBytes:
    """Keeps what is added, in the order in which it comes; ``close`` lets go of it.

    Several threads may read.
    """

    def __init__(self, most_in_memory: int = MOST_IN_MEMORY) -> None:
        self._most = most_in_memory
        self._memory = bytearray()
        self._file: IO[bytes] | None = None
        self._written = 0
        self._lock = threading.Lock()
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, pieces: Iterable[bytes]) -> None:
        """Keep further pieces."""
        end = self._ends[-1]
        for piece in pieces:
            self._memory += piece
            end += len(piece)
            self._ends.append(end)
        if len(self._memory) > self._most:
            self._write()

    def _write(self) -> None:
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - until close
        self._file.seek(0, os.SEEK_END)
        self._file.write(self._memory)
        self._file.flush()
        self._written += len(self._memory)
        self._memory = bytearray()

    def __getitem__(self, number: int) -> bytes:
        start, end = self._ends[number], self._ends[number + 1]
        if start >= self._written:
            return bytes(self._memory[start - self._written : end - self._written])
        assert self._file is not None  # where it was written to
        with self._lock:
            self._file.seek(start)
            return self._file.read(end - start)

    def close(self) -> None:
        """Let go of everything."""
        if self._file is not None:
            self._file.close()
        self._memory = bytearray()


class Numbered(Mapping[int, bytes]):
    """Pieces by numbers that come in any order."""

    def __init__(self, kept: KeptBytes) -> None:
        self._kept = kept
        self._keys = array("q")
        self._numbers = array("q")
        self._is_sorted = True

    def add(self, key: int, piece: bytes) -> None:
        """Keep a piece under a number that has none yet."""
        self._is_sorted = self._is_sorted and (not self._keys or self._keys[-1] < key)
        self._keys.append(key)
        self._numbers.append(len(self._kept))
        self._kept.add((piece,))

    def _sort(self) -> None:
        if not self._is_sorted:
            keys, numbers = np.array(self._keys, np.int64), np.array(self._numbers, np.int64)
            order = np.argsort(keys)
            self._keys = array("q", keys[order].tobytes())
            self._numbers = array("q", numbers[order].tobytes())
            self._is_sorted = True

    def _find(self, key: int) -> int:
        self._sort()
        place = bisect_left(self._keys, key)
        return place if place < len(self._keys) and self._keys[place] == key else -1

    def __getitem__(self, key: int) -> bytes:
        place = self._find(key)
        if place < 0:
            raise KeyError(key)
        return self._kept[self._numbers[place]]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, int) and self._find(key) >= 0

    def __iter__(self) -> Iterator[int]:
        self._sort()
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)

"""Which of many sitemaps came first with an address, kept as numbers: twelve bytes an address.

Runs of sorted numbers are merged as soon as one is half as long as the next, so that a question
goes to few runs, however many sitemaps were taken in.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .hashes import Hashes

Numbers = npt.NDArray[np.uint32]
Bools = npt.NDArray[np.bool_]


class _Run(NamedTuple):
    """Hashes in order, each once, and the number of the sitemap that had each first."""

    hashes: Hashes
    files: Numbers


class Earlier:
    """The addresses of the sitemaps of a set that were read so far."""

    def __init__(self) -> None:
        self._paths: list[Path] = []
        self._runs: list[_Run] = []
        self._numbers: dict[Path, int] = {}
        self._limit: int | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to compare with."""
        return not self._runs

    def before(self, path: Path) -> Earlier:
        """Those before a sitemap, which may have been taken in already."""
        number = self._numbers.get(path)
        if number is None:
            return self
        view = Earlier()
        view._paths, view._runs, view._limit = self._paths, self._runs, number
        return view

    def add(self, path: Path, hashes: Hashes) -> None:
        """Take in a sitemap; ``hashes`` of its addresses are sorted, each once."""
        if not len(hashes):
            return
        self._numbers[path] = len(self._paths)
        self._paths.append(path)
        files = np.full(len(hashes), len(self._paths) - 1, np.uint32)
        self._runs.append(_Run(hashes, files))
        while len(self._runs) > 1 and 2 * len(self._runs[-1].hashes) > len(self._runs[-2].hashes):
            late, early = self._runs.pop(), self._runs.pop()
            self._runs.append(_merged(early, late))

    def has(self, hashes: Hashes) -> Bools:
        """Which of these hashes one of the sitemaps had."""
        found = np.zeros(len(hashes), np.bool_)
        order = np.argsort(hashes)
        ordered = hashes[order]
        for run in self._runs:
            places, is_there = _found_in(run.hashes, ordered)
            if self._limit is not None:
                is_there &= run.files[places] < self._limit
            found[order] |= is_there
        return found

    def first_with(self, number: int) -> Path | None:
        """The first sitemap that had the address with this hash."""
        wanted = np.array([number], np.int64)
        for run in self._runs:  # the earliest first
            places, found = _found_in(run.hashes, wanted)
            file = int(run.files[places[0]])
            if found[0] and (self._limit is None or file < self._limit):
                return self._paths[file]
        return None


def _found_in(hashes: Hashes, wanted: Hashes) -> tuple[npt.NDArray[np.int64], Bools]:
    """Where these hashes stand, or would, and which of them are there."""
    places = np.minimum(np.searchsorted(hashes, wanted), len(hashes) - 1)
    return places, hashes[places] == wanted


def _merged(early: _Run, late: _Run) -> _Run:
    """Two runs as one; what both have stays with the earlier."""
    places, are_known = _found_in(early.hashes, late.hashes)
    new = ~are_known
    places += early.hashes[places] < late.hashes
    places = places[new] + np.arange(int(np.count_nonzero(new)))
    count = len(early.hashes) + len(places)
    is_old = np.ones(count, np.bool_)
    is_old[places] = False
    hashes, files = np.empty(count, np.int64), np.empty(count, np.uint32)
    hashes[places], hashes[is_old] = late.hashes[new], early.hashes
    files[places], files[is_old] = late.files[new], early.files
    return _Run(hashes, files)

"""The dates of many entries in little memory: a number an entry, each date kept once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from .index import looks_like_date, newest_among

Ints = npt.NDArray[np.int32]

MOST_DATES = 200_000
"""Different dates that are kept; beyond, files are read again for the newest of each part."""
_NONE = -1


class Dates:
    """What the entries say about when they changed; ``is_kept`` as long as that is remembered."""

    def __init__(self) -> None:
        self.is_kept = True
        self._numbers: dict[str | None, int] = {None: _NONE}
        self._texts: list[str] = []
        self._blocks: list[Ints] = []
        self._all: Ints | None = None

    def add(self, values: Sequence[str | None]) -> None:
        """Add the dates of further entries."""
        if not self.is_kept:
            return
        known = self._numbers
        for value in set(values).difference(known):
            assert value is not None
            if looks_like_date(value):
                known[value] = len(self._texts)
                self._texts.append(value)
            else:
                known[value] = _NONE
        self._blocks.append(np.array([known[value] for value in values], np.int32))
        if len(known) > MOST_DATES:
            self.is_kept = False
            self._numbers, self._texts, self._blocks = {}, [], []

    def newest_of(self, places: npt.NDArray[np.int64]) -> str | None:
        """The newest date of the entries at these places; only while they are kept."""
        if self._all is None:
            self._all = np.concatenate([np.zeros(0, np.int32), *self._blocks])
            self._blocks = []
        numbers = np.unique(self._all[places])
        texts = [self._texts[number] for number in numbers.tolist() if number != _NONE]
        return newest_among(lambda: texts)

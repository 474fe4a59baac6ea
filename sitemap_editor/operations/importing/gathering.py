"""Numbers and places gathered block by block, in arrays with room to spare.

Parts to be joined at the end would be in memory twice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.store import Cells, empty_cells

FIRST_ROOM = 1 << 20
"""Numbers there is room for at first. What is never written to costs no memory; what is grown out
of is not given back to the system for long."""


class Numbers:
    """Takes further numbers of one type, and gives all of them."""

    def __init__(self, kind: npt.DTypeLike = np.int64) -> None:
        self._array: npt.NDArray[Any] = np.empty(FIRST_ROOM, kind)
        self._used = 0

    def add(self, numbers: npt.NDArray[Any]) -> None:
        """Add some numbers."""
        stop = self._used + len(numbers)
        if stop > len(self._array):
            grown = np.empty(2 * stop, self._array.dtype)
            grown[: self._used] = self._array[: self._used]
            self._array = grown
        self._array[self._used : stop] = numbers
        self._used = stop

    def joined(self) -> npt.NDArray[Any]:
        """All numbers; nothing can be added afterwards."""
        array = self._array
        array.resize(self._used, refcheck=False)
        self._array, self._used = np.zeros(0, array.dtype), 0
        return array


class Places:
    """Takes the places of further entries, and gives those of all."""

    def __init__(self) -> None:
        self._columns = [_numbers_for(array) for array in empty_cells(0).arrays]

    def add(self, cells: Cells) -> None:
        """Add the places of some entries."""
        for rows, array in zip(self._columns, cells.arrays, strict=True):
            for numbers, part in zip(rows, _rows_of(array), strict=True):
                numbers.add(part)

    def joined(self) -> Cells:
        """The places of all; nothing can be added afterwards."""
        return Cells(*[_stacked(rows) for rows in self._columns])


def _rows_of(array: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
    return [array] if array.ndim == 1 else list(array)


def _numbers_for(array: npt.NDArray[Any]) -> list[Numbers]:
    return [Numbers(array.dtype) for _row in _rows_of(array)]


def _stacked(rows: list[Numbers]) -> npt.NDArray[Any]:
    if len(rows) == 1:
        return rows[0].joined()
    first = rows[0].joined()
    stacked = np.empty((len(rows), len(first)), first.dtype)
    stacked[0] = first
    for place, numbers in enumerate(rows[1:], 1):
        stacked[place] = numbers.joined()
    return stacked

"""Selected cells as ranges of rows and columns; never as a list of a million indexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QItemSelection

from sitemap_editor.document.store import distinct

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CellRange:
    """A block of cells; all four are inside it."""

    top: int
    left: int
    bottom: int
    right: int


def ranges_of(selection: QItemSelection) -> list[CellRange]:
    """The blocks of a selection."""
    parts = (selection.at(number) for number in range(selection.count()))
    return [
        CellRange(part.top(), part.left(), part.bottom(), part.right())
        for part in parts
        if part.isValid()
    ]


def rows_in(ranges: Iterable[CellRange]) -> Rows:
    """The rows of some blocks, each once, ascending."""
    parts = [np.arange(part.top, part.bottom + 1, dtype=np.int64) for part in ranges]
    if not parts:
        return np.empty(0, np.int64)
    return parts[0] if len(parts) == 1 else distinct(np.concatenate(parts))


def row_count(ranges: Sequence[CellRange]) -> int:
    """How many rows some blocks have, each counted once."""
    if len(ranges) == 1:
        return ranges[0].bottom - ranges[0].top + 1
    return len(rows_in(ranges))


def columns_in(ranges: Iterable[CellRange]) -> set[int]:
    """The columns of some blocks."""
    return {column for part in ranges for column in range(part.left, part.right + 1)}

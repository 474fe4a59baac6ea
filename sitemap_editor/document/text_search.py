"""Text looked for in the whole of a document, markup included, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.support.jobs import Progress

from .rows import HEAD, TAIL

if TYPE_CHECKING:
    from .document import Document

BLOCK = 1024
"""Entries whose bytes are searched between two ticks."""

Found = tuple[int, int] | None


class TextSearch:
    """Looks for one text; letter case does not matter."""

    def __init__(self, doc: Document, text: str) -> None:
        self._doc = doc
        self._text = text.casefold()
        self._bytes = self._text.encode("utf-8", "surrogatepass")

    def next(self, start_row: int, backwards: bool, progress: Progress) -> Found:
        """Row and column of the first hit from a row on, or before it; see Lines.find."""
        lines = self._doc.lines
        if not 0 <= start_row < lines.row_count or not self._text:
            return None
        for first, stop in self._blocks(lines.place_at_row(start_row), backwards):
            for place in self._candidates(first, stop, backwards):
                found = self._in_rows(lines.rows_of_place(place), start_row, backwards)
                if found is not None:
                    return found
                progress.tick()
            progress.tick(abs(stop), len(self._doc))
        return None

    def _blocks(self, place: int, backwards: bool) -> list[tuple[int, int]]:
        """Ranges of units to look at, in order; the head and the tail are ranges of their own."""
        count = len(self._doc)
        head, tail = (HEAD, HEAD + 1), (TAIL, TAIL + 1)
        if backwards:
            last = count if place == TAIL else max(place + 1, 0)
            inner = [(max(stop - BLOCK, 0), stop) for stop in range(last, 0, -BLOCK)]
            return [*([tail] if place == TAIL else []), *inner, head]
        start = count if place == TAIL else max(place, 0)
        inner = [(first, min(first + BLOCK, count)) for first in range(start, count, BLOCK)]
        return [*([head] if place == HEAD else []), *inner, tail]

    def _candidates(self, first: int, stop: int, backwards: bool) -> list[int]:
        """Units of a range that may hold the text, in the order they are to be looked at."""
        if first < 0:
            return [first]
        ids = self._doc.ids[first:stop]
        cells = self._doc.store.cells
        text = b"".join(self._doc.store.runs(ids))
        if not self._text.isascii():
            holds = self._text in text.decode("utf-8", "replace").casefold()
            places = list(range(first, stop)) if holds else []
        else:
            borders = np.cumsum(cells.end[ids] - cells.gap_start[ids])
            places = [first + number for number in self._units(text.lower(), borders.tolist())]
        return places[::-1] if backwards else places

    def _units(self, text: bytes, borders: list[int]) -> list[int]:
        """Numbers of the units, which end at ``borders``, in which the bytes begin."""
        units: list[int] = []
        at = text.find(self._bytes)
        while at >= 0:
            number = int(np.searchsorted(borders, at, "right"))
            units.append(number)
            at = text.find(self._bytes, borders[number])
        return units

    def _in_rows(self, rows: range, start_row: int, backwards: bool) -> Found:
        """The first hit in some rows, none of which is on the wrong side of ``start_row``."""
        shown = self._doc.lines.rows(rows.start, len(rows))
        order = range(len(shown) - 1, -1, -1) if backwards else range(len(shown))
        for number in order:
            row = rows.start + number
            if row > start_row if backwards else row < start_row:
                continue
            column = shown[number].text.casefold().find(self._text)
            if column >= 0:
                return row, column
        return None

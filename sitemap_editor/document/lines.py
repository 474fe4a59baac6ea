"""Lines of the text as it would be saved, and which entry stands on which.

A unit is an entry with its gap. Line ends are counted per unit, so that sums over the order give
the line of any entry after any edit. For drawing, lines are cut into rows of at most ROW_BYTES
bytes, and an entry that starts within a line begins a new row, so that a file without line ends
can be drawn piece by piece.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.line_index import line_end_places
from sitemap_editor.markup.places import line_ends
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .edits import Change
from .rows import HEAD, TAIL, RowSpan, changed_rows, rows_of
from .text_search import TextSearch

if TYPE_CHECKING:
    from .document import Document

Counts = npt.NDArray[np.int32]

FEW = 16
"""Up to this many units with other line counts the sums after them are shifted, not made anew."""


def _characters(text: bytes | memoryview) -> int:
    return len(str(text, "utf-8", "replace"))


class RowText(NamedTuple):
    """One row to draw: its text, its line's number when it starts one, its entry, its marks.

    ``unit_offset`` is where the row starts in bytes from the start of the unit's gap.
    """

    text: str
    line: int | None
    id: EntryId | None
    changed: bool
    unit_offset: int


@dataclass(slots=True)
class KnownLines:
    """What was counted so far; kept by the document, which its ``Lines`` refer to.

    ``sums`` by position, shape (2, n + 1). ``changed`` by entry. ``column``: the position last
    asked for.
    """

    sums: npt.NDArray[np.int64] | None = None
    changed: dict[int, tuple[tuple[int, int], frozenset[int]]] = field(default_factory=dict)
    head_counts: tuple[bytes, int, int] | None = None
    column: tuple[int, int] | None = None


class Lines:
    """Line and row numbers of a document, kept up to date by ``note``."""

    def __init__(self, doc: Document, known: KnownLines) -> None:
        self._doc = doc
        self._known = known

    # Counting

    def prepare(self) -> None:
        """Add up the counts of all entries, which the first question would do otherwise."""
        self._sums_by_position()

    def note(self, change: Change, before: Counts) -> None:
        """Take over a change just applied; ``before``: counts of the changed entries until then."""
        self._known.changed.clear()
        self._known.column = None
        sums = self._known.sums
        if sums is None:
            return
        if len(change.inserted) or len(change.removed) or change.reordered:
            self._known.sums = None
            return
        by = self._doc.store.cells.counts[:, change.changed] - before
        moved = np.flatnonzero(by.any(axis=0))
        if len(moved) > FEW:
            self._known.sums = None
            return
        for number in moved.tolist():
            place = self._doc.position_of(int(change.changed[number]))
            sums[:, place + 1 :] += by[:, number, None]

    def _sums_by_position(self) -> npt.NDArray[np.int64]:
        """Line ends and rows in the units before each position."""
        if self._known.sums is None or self._known.sums.shape[1] != len(self._doc) + 1:
            counts = self._doc.store.cells.counts
            sums = np.zeros((2, len(self._doc) + 1), np.int64)
            np.cumsum(counts[0, self._doc.ids], out=sums[0, 1:])
            np.cumsum(counts[1, self._doc.ids], out=sums[1, 1:])
            self._known.sums = sums
        return self._known.sums

    def _head(self) -> tuple[int, int]:
        """Line ends and rows before the first entry's gap."""
        head = self._doc.head
        if not head:  # a text list: the first line is a row of its own only when it is blank
            blank = not len(self._doc) or self._unit(0)[:1] in (b"\n", b"\r")
            return 0, int(blank)
        if self._known.head_counts is None or self._known.head_counts[0] is not head:
            ends = line_ends(head)
            self._known.head_counts = (head, ends, len(rows_of(head, at_start=True)))
        return self._known.head_counts[1:]

    def _is_first(self, place: int) -> bool:
        """Whether a unit begins the text, and so a line."""
        if place == 0:
            return self._head()[1] == 0
        return place == HEAD or (place == TAIL and self._first_tail_row() == 0)

    def _spans(self, place: int) -> list[RowSpan]:
        return rows_of(self._unit(place), self._is_first(place))

    # Lines

    @property
    def newline(self) -> bytes:
        """The line end most of the text uses."""
        sample = self._doc.head[:4096]
        sample += b"".join(self._doc.store.gaps(self._doc.ids[:20])) + self._doc.tail[:4096]
        crlf = sample.count(b"\r\n")
        lone = {b"\r\n": crlf, b"\n": sample.count(b"\n") - crlf, b"\r": sample.count(b"\r") - crlf}
        best = max(lone, key=lambda end: lone[end])
        return best if lone[best] else b"\n"

    @property
    def line_count(self) -> int:
        """Number of lines; what follows the last line end counts as one."""
        tail = line_ends(self._doc.tail)
        return self._head()[0] + int(self._sums_by_position()[0, -1]) + tail + 1

    def line_of(self, entry: int) -> int:
        """The line, from 1, on which the entry's start tag begins."""
        return self.position_in_file(entry, 0)[0]

    def position_in_file(self, entry: int, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, column in characters, of a byte of an entry."""
        position = self._doc.position_of(entry)
        before = self._doc.store.gap(entry) + self._doc.raw(entry)[:offset]
        ends = line_end_places(np.frombuffer(before, np.uint8))
        line = self._head()[0] + int(self._sums_by_position()[0, position]) + len(ends) + 1
        if len(ends):
            return line, _characters(before[int(ends[-1]) + 1 :]) + 1
        return line, self._characters_before(position) + _characters(before) + 1

    def _characters_before(self, position: int) -> int:
        """Characters between the start of a line and the unit at this position, which is on it.

        Findings come in document order, and a file may be one line of 50 MB: what was counted for
        the one before is not counted again.
        """
        sums = self._sums_by_position()[0]
        first = int(np.searchsorted(sums, sums[position]))  # units from here on end no line
        known = self._known.column
        if known is not None and first <= known[0] <= position:
            first, count = known
        else:
            unit = self._unit(first - 1)
            ends = line_end_places(np.frombuffer(unit, np.uint8))
            count = _characters(unit[int(ends[-1]) + 1 :] if len(ends) else unit)
        for run in self._doc.store.runs(self._doc.ids[first:position]):
            count += _characters(run)
        self._known.column = (position, count)
        return count

    def id_at_line(self, line: int) -> EntryId | None:
        """The entry whose unit has the start of this line; None before the first and after all."""
        ends = line - 1 - self._head()[0]
        sums = self._sums_by_position()[0]
        if ends <= 0 or ends > sums[-1]:
            return self._doc.id_at(0) if ends == 0 and self._starts_on_head_line() else None
        place = int(np.searchsorted(sums, ends, "left")) - 1
        return self._doc.id_at(place)

    def _starts_on_head_line(self) -> bool:
        return len(self._doc) > 0 and self._doc.store.cells.counts[0, self._doc.ids[0]] == 0

    # Rows

    @property
    def row_count(self) -> int:
        """Number of rows to draw."""
        return self._first_tail_row() + len(self._spans(TAIL))

    def _first_tail_row(self) -> int:
        return self._head()[1] + int(self._sums_by_position()[1, -1])

    def row_of(self, entry: int) -> int:
        """The row in which the entry's start tag begins."""
        position = self._doc.position_of(entry)
        first = self._head()[1] + int(self._sums_by_position()[1, position])
        gap = len(self._doc.store.gap(entry))
        spans = self._spans(position)
        return first + max(sum(span.start <= gap for span in spans) - 1, 0)

    def row_of_line(self, line: int) -> int:
        """The first row of a line; the last row for a line beyond the end."""
        low, high = 0, max(self.row_count - 1, 0)
        while low < high:
            middle = (low + high) // 2
            if self.line_of_row(middle) < line:
                low = middle + 1
            else:
                high = middle
        return low

    def line_of_row(self, row: int) -> int:
        """The line, from 1, that a row is part of."""
        place, first, line = self._unit_at_row(row)
        spans = self._spans(place)
        inner = spans[: row - first + 1]
        return line + sum(span.starts_line for span in inner)

    def rows(self, first: int, count: int) -> list[RowText]:
        """The rows from ``first`` on, at most ``count``."""
        found: list[RowText] = []
        if not 0 <= first < self.row_count:
            return found
        place, row, line = self._unit_at_row(first)
        while len(found) < count:
            unit = self._unit(place)
            marks = self._marks(place)
            spans = self._spans(place)
            for number, span in enumerate(spans):
                line += span.starts_line
                if row + number >= first and len(found) < count:
                    found.append(self._row_text(unit, span, line, place, number in marks))
            row += len(spans)
            if place == TAIL:
                break
            place = place + 1 if place + 1 < len(self._doc) else TAIL
        return found

    def _row_text(self, unit: bytes, span: RowSpan, line: int, place: int, mark: bool) -> RowText:
        entry = self._doc.id_at(place) if place >= 0 else None
        text = unit[span.start : span.end].decode("utf-8", "replace")
        return RowText(text, line if span.starts_line else None, entry, mark, span.start)

    def _unit_at_row(self, row: int) -> tuple[int, int, int]:
        """The unit that has a row (a position, HEAD or TAIL), its first row, its line before."""
        head_ends, head_rows = self._head()
        if row < head_rows:
            return HEAD, 0, 0
        ends, rows = self._sums_by_position()
        inner = row - head_rows
        last = len(self._doc)
        number = last if inner >= rows[-1] else int(np.searchsorted(rows, inner, "right")) - 1
        place = number if number < last else TAIL
        line = head_ends + int(ends[number]) + 1 - self._is_first(place)
        return place, head_rows + int(rows[number]), line

    def _unit(self, place: int) -> bytes:
        if place == TAIL:
            return self._doc.tail
        if place == HEAD:
            return self._doc.head
        entry = int(self._doc.ids[place])
        return self._doc.store.gap(entry) + self._doc.store.raw(entry)

    def _marks(self, place: int) -> frozenset[int]:
        """Numbers of a unit's rows that differ from what is on disk."""
        doc = self._doc
        if place < 0:
            return self._frame_marks(place)
        entry = doc.id_at(place)
        if not doc.is_edited(entry):
            return frozenset()
        cells = doc.store.cells
        key = (int(cells.blob[entry]), int(cells.start[entry]))
        known = self._known.changed.get(entry)
        if known is None or known[0] != key:
            known = (key, changed_rows(doc.saved_raw(entry), doc.store.gap(entry), doc.raw(entry)))
            self._known.changed[entry] = known
        return known[1]

    def _frame_marks(self, place: int) -> frozenset[int]:
        doc = self._doc
        if not doc.is_frame_edited:
            return frozenset()
        old, new = doc.saved_frame, (doc.head, doc.tail)
        number = 0 if place == HEAD else 1
        return changed_rows(old[number], b"", new[number], at_start=place == HEAD)

    # Finding text

    def find(
        self, text: str, start_row: int, backwards: bool = False, progress: Progress = NO_PROGRESS
    ) -> tuple[int, int] | None:
        """Row and column (in characters, from 0) of the next row that holds ``text``.

        Rows are looked at from ``start_row`` on, that one included, to the end of the text or,
        backwards, to its start; letter case does not matter. None when there is none.
        """
        return TextSearch(self._doc, text).next(start_row, backwards, progress)

    def place_at_row(self, row: int) -> int:
        """The unit that has a row: a position, HEAD or TAIL."""
        return self._unit_at_row(row)[0]

    def rows_of_place(self, place: int) -> range:
        """The rows of a unit: a position, HEAD or TAIL."""
        head = self._head()[1]
        if place == HEAD:
            return range(head)
        rows = self._sums_by_position()[1]
        if place == TAIL:
            first = head + int(rows[-1])
            return range(first, first + len(self._spans(TAIL)))
        return range(head + int(rows[place]), head + int(rows[place + 1]))

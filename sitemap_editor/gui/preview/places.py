"""Places in the rows of a document: moving, selecting, reading and finding; no Qt here.

Rows and columns count from 0; a column is a number of characters. All text passes through
``row_text`` so that the columns seen, copied and found are the same.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.lines import Lines, RowText

CHUNK_ROWS = 400
CHUNK_BYTES = 1 << 18
_WORD = re.compile(r"[\w.-]+|\s+|[^\w\s]")


class Place(NamedTuple):
    """A place between two characters."""

    row: int
    column: int


START = Place(0, 0)


@dataclass(frozen=True, slots=True)
class Selection:
    """Text from ``anchor``, where it was begun, to ``cursor``, which may be before it."""

    anchor: Place = START
    cursor: Place = START

    @property
    def first(self) -> Place:
        """The end nearer to the top."""
        return min(self.anchor, self.cursor)

    @property
    def last(self) -> Place:
        """The end nearer to the bottom."""
        return max(self.anchor, self.cursor)

    @property
    def is_empty(self) -> bool:
        """Whether no character is selected."""
        return self.anchor == self.cursor

    @property
    def row_count(self) -> int:
        """How many rows it touches."""
        return self.last.row - self.first.row + 1

    def columns_in(self, row: int, length: int) -> tuple[int, int] | None:
        """First and last column selected in a row of ``length`` characters, None when none.

        The last column is ``length + 1`` when the selection goes on below.
        """
        if self.is_empty or not self.first.row <= row <= self.last.row:
            return None
        start = self.first.column if row == self.first.row else 0
        end = self.last.column if row == self.last.row else length + 1
        return start, end


def row_text(row: RowText) -> str:
    """The characters of a row, without its line end."""
    return row.text.rstrip("\r\n")


def text_of(lines: Lines, row: int) -> str:
    """The characters of the row with this number; empty beyond the end."""
    rows = lines.rows(row, 1) if 0 <= row < lines.row_count else []
    return row_text(rows[0]) if rows else ""


def end_of(lines: Lines) -> Place:
    """The place after the last character."""
    row = max(0, lines.row_count - 1)
    return Place(row, len(text_of(lines, row)))


def clamped(lines: Lines, place: Place) -> Place:
    """The nearest place that exists."""
    row = min(max(0, place.row), max(0, lines.row_count - 1))
    return Place(row, min(max(0, place.column), len(text_of(lines, row))))


def by_character(lines: Lines, place: Place, step: int) -> Place:
    """One character on (``step`` 1) or back (-1)."""
    column = place.column + step
    if 0 <= column <= len(text_of(lines, place.row)):
        return Place(place.row, column)
    return _beside(lines, place, step)


def by_word(lines: Lines, place: Place, step: int) -> Place:
    """To the beginning of the next word, or of the one before."""
    words = [m for m in _WORD.finditer(text_of(lines, place.row)) if not m.group().isspace()]
    starts = [m.start() for m in words]
    if step > 0:
        found = next((at for at in starts if at > place.column), None)
    else:
        found = next((at for at in reversed(starts) if at < place.column), None)
    return _beside(lines, place, step) if found is None else Place(place.row, found)


def word_at(lines: Lines, place: Place) -> Selection:
    """The word, space or sign at a place."""
    for found in _WORD.finditer(text_of(lines, place.row)):
        if found.end() > place.column:
            return Selection(Place(place.row, found.start()), Place(place.row, found.end()))
    return Selection(place, place)


def _beside(lines: Lines, place: Place, step: int) -> Place:
    row = place.row + step
    if row < 0 or row >= lines.row_count:
        return START if step < 0 else end_of(lines)
    return Place(row, 0 if step > 0 else len(text_of(lines, row)))


def advanced(lines: Lines, place: Place, length: int) -> Place:
    """The place ``length`` characters on, across the rows of one long line."""
    row, column = place.row, place.column + length
    while row < lines.row_count - 1 and column > (size := len(text_of(lines, row))):
        row, column = row + 1, column - size
    return Place(row, column)


def read(lines: Lines, selection: Selection, progress: Progress = NO_PROGRESS) -> str:
    """The selected text; rows of one long line are joined, lines end with a newline."""
    first, last = selection.first, selection.last
    pieces: list[str] = []
    for start in range(first.row, last.row + 1, CHUNK_ROWS):
        count = min(CHUNK_ROWS, last.row + 1 - start)
        for number, row in enumerate(lines.rows(start, count), start):
            text = row_text(row)
            begin = first.column if number == first.row else 0
            end = last.column if number == last.row else len(text)
            if number > first.row and row.line is not None:
                pieces.append("\n")
            pieces.append(text[begin:end])
        progress.tick(start - first.row, selection.row_count)
    return "".join(pieces)


def read_all(doc: Document, progress: Progress = NO_PROGRESS) -> str:
    """The whole document; much faster than row by row."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    pieces: list[str] = []
    done = 0
    for chunk in doc.chunks():
        view = memoryview(chunk)
        for start in range(0, len(view), CHUNK_BYTES):
            piece = view[start : start + CHUNK_BYTES]
            pieces.append(decoder.decode(piece))
            done += len(piece)
            progress.tick(done, doc.size_bytes)
    return "".join(pieces).replace("\r\n", "\n")


class Found(NamedTuple):
    """Where a text was found, and whether the search had to begin again at the other end."""

    selection: Selection
    is_wrapped: bool


def find(
    lines: Lines,
    text: str,
    start: Place,
    backwards: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Found | None:
    """Find ``text`` from ``start`` on, then from the other end of the document."""
    place = _find_in_row(lines, text, start, backwards)
    place = place or _find_in_rows(
        lines, text, start.row + (-1 if backwards else 1), backwards, progress
    )
    is_wrapped = place is None
    if place is None:
        other_end = lines.row_count - 1 if backwards else 0
        place = _find_in_rows(lines, text, other_end, backwards, progress)
    if place is None:
        return None
    return Found(Selection(place, advanced(lines, place, len(text))), is_wrapped)


def _find_in_row(lines: Lines, text: str, start: Place, backwards: bool) -> Place | None:
    rows = lines.rows(start.row, 2)
    if not rows:
        return None
    here = row_text(rows[0])
    size = len(here)
    # A match may go on in the next row of a long line.
    if len(rows) > 1 and rows[1].line is None:
        here += row_text(rows[1])[: len(text) - 1]
    columns = [found.start() for found in _pattern(text).finditer(here)]
    if backwards:
        column = max((at for at in columns if at < start.column), default=-1)
    else:
        column = min((at for at in columns if at >= start.column), default=-1)
    return Place(start.row, column) if 0 <= column < size else None


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text), re.IGNORECASE)


def _find_in_rows(
    lines: Lines, text: str, row: int, backwards: bool, progress: Progress
) -> Place | None:
    if not 0 <= row < lines.row_count:
        return None
    found = lines.find(text, row, backwards, progress)
    if found is None:
        return None
    # Of several in the row the one nearest to where the search came from.
    start = Place(found[0], len(text_of(lines, found[0])) if backwards else 0)
    return _find_in_row(lines, text, start, backwards) or Place(*found)

"""What every list people bring becomes: a table of texts, whatever file it came in.

Nothing here knows what a column means. Rows come in blocks of some hundred, so that no object a
row outlives its block; a row that is odd is given all the same, with what is odd about it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import islice
from typing import Any, Self

from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

ROWS_AT_ONCE = 512
"""Rows in a block. Measured: with 2,048 the garbage collector and the caches of the processor make
reading take 1.6 times what ``csv.reader`` takes, with 512 it is 1.25 times.
"""

SAMPLE = 200


class Oddity(StrEnum):
    """What may be odd about a row; ``is_data`` tells whether it can be used nevertheless."""

    TOO_MANY = "cells-too-many"
    TOO_FEW = "cells-too-few"
    HEADER = "header-again"
    TOTALS = "totals"
    TOO_LONG = "too-long"
    OPEN_QUOTE = "quote-open"
    ZERO_BYTE = "zero-byte"
    NO_OBJECT = "no-object"

    @property
    def is_data(self) -> bool:
        """Whether the cells of the row mean what the columns say."""
        return self in (Oddity.TOO_FEW, Oddity.ZERO_BYTE)

    @property
    def words(self) -> str:
        """What is odd, as one sentence in the language spoken now."""
        return _(_WORDS[self])


_WORDS = {
    Oddity.TOO_MANY: N_("The row has more cells than there are columns."),
    Oddity.TOO_FEW: N_("The row has fewer cells than there are columns."),
    Oddity.HEADER: N_("The row repeats the header."),
    Oddity.TOTALS: N_("The row is a total of the others."),
    Oddity.TOO_LONG: N_("The row is too long to be one; only its beginning was read."),
    Oddity.OPEN_QUOTE: N_("A quotation mark is opened in this row and never closed."),
    Oddity.NO_OBJECT: N_("The line is no JSON object."),
    Oddity.ZERO_BYTE: N_("The row held zero bytes; they were left out."),
}


@dataclass(frozen=True, slots=True)
class Rows:
    """Some rows of a table.

    ``cells`` are texts and may be fewer or more than the columns; ``lines`` is the 1-based line of
    the file, or row of the sheet, where each row begins; ``odd`` tells by index in this block.
    """

    cells: list[list[str]]
    lines: Sequence[int]
    odd: Mapping[int, Oddity] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableOptions:
    """How a table is read where people know better; None is what was found.

    ``encoding`` is an IANA name in lower case, ``delimiter`` one character, ``has_header`` whether
    a row of names comes first. ``max_inflated`` replaces the caps on unpacking, in bytes.
    """

    encoding: str | None = None
    delimiter: str | None = None
    has_header: bool | None = None
    max_inflated: int | None = None


@dataclass(eq=False)
class Table(ABC):
    """A list with columns.

    ``name`` is that of the file, the sheet or the member of an archive, ``source`` says for people
    where it comes from. ``columns`` are the names as written ("" for an unnamed one), none without
    a header; ``header_line`` is 0 then. ``encoding`` and ``delimiter`` are "" where there is none.
    ``notes`` say in sentences what was guessed, ``codes`` are the rules of group R behind them.
    ``offers`` are the options that make a difference. ``dates_from_1904`` tells how the workbook
    counts days, for numbers that are dates.
    """

    name: str
    source: str = ""
    columns: tuple[str, ...] = ()
    header_line: int = 0
    encoding: str = ""
    delimiter: str = ""
    notes: list[str] = field(default_factory=list)
    options: TableOptions = TableOptions()
    offers: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    dates_from_1904: bool = False

    @abstractmethod
    def rows(self, progress: Progress = NO_PROGRESS) -> Iterator[Rows]:
        """The rows below the header, in blocks; may be asked for again. May raise SitemapError."""

    @abstractmethod
    def _reread(self, options: TableOptions) -> Self:
        """The same list read in another way."""

    def with_options(self, **changes: Any) -> Self:
        """The same list read with other options, see TableOptions; raises SitemapError."""
        return self._reread(replace(self.options, **changes))

    def sample(self, n: int = SAMPLE) -> list[list[str]]:
        """The first ``n`` rows that are data."""
        return list(islice(self._data(), n))

    def _data(self) -> Iterator[list[str]]:
        for block in self.rows():
            for index, row in enumerate(block.cells):
                odd = block.odd.get(index)
                if odd is None or odd.is_data:
                    yield row


Row = tuple[list[str], int, Oddity | None]
"""The cells of a row, the line it begins in, and what is odd about it."""


def in_blocks(rows: Iterator[Row], size: int = ROWS_AT_ONCE) -> Iterator[Rows]:
    """Rows that come one by one, some at a time."""
    while block := list(islice(rows, size)):
        cells, lines, oddities = zip(*block, strict=True)
        odd = {number: one for number, one in enumerate(oddities) if one is not None}
        yield Rows(list(cells), list(lines), odd)


RowSource = Callable[[Progress], Iterator[Rows]]


@dataclass(eq=False, kw_only=True)
class MadeTable(Table):
    """A table whose rows something else makes: a feed, lines, a sitemap; nothing to choose."""

    make: RowSource

    def rows(self, progress: Progress = NO_PROGRESS) -> Iterator[Rows]:
        return self.make(progress)

    def _reread(self, options: TableOptions) -> Self:
        return replace(self, options=options)

"""What did not come in: rows, and cells of rows that did, each with its line and the reason.

Only lines and reasons are kept; the cells are read again from the list when they are asked for, so
that a million rows that a filter leaves out cost little.
"""

from __future__ import annotations

import csv
import io
from array import array
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from sitemap_editor.formats.table import Table
from sitemap_editor.formats.tables import guarded
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

LINE_COLUMN = N_("Line in the list")
REASON_COLUMN = N_("Why it was left out")


class Reason(NamedTuple):
    """Why something was left out: a code, a message marked for translation, what goes into it."""

    code: str
    message: str
    parameters: tuple[tuple[str, object], ...] = ()

    @property
    def words(self) -> str:
        """The reason as a sentence in the language spoken now."""
        return _(self.message).format(**{name: str(value) for name, value in self.parameters})


class Reject(NamedTuple):
    """A row that was left out, or one cell of it when ``field`` names what it was to be."""

    line: int
    reason: Reason
    cells: list[str]
    field: str = ""


class Rejects:
    """Rows or cells left out, in the order in which they were met."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lines = array("q")
        self._reasons: list[Reason] = []
        self._fields: list[str] = []
        self.counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, line: int, reason: Reason, field: str = "") -> None:
        """Note that a row, or a cell of it, was left out."""
        self._lines.append(line)
        self._reasons.append(reason)
        self._fields.append(field)
        self.counts[reason.code] += 1

    def reasons(self) -> Iterator[tuple[int, Reason]]:
        """Lines and reasons alone."""
        return zip(self._lines, self._reasons, strict=True)

    def listed(self, limit: int | None = None, progress: Progress = NO_PROGRESS) -> list[Reject]:
        """The first ones in the order of the list, with their cells."""
        found: list[Reject] = []
        for reject in self._walk(progress):
            if limit is not None and len(found) >= limit:
                break
            found.append(reject)
        return found

    def _walk(self, progress: Progress) -> Iterator[Reject]:
        """Read the list again, as far as the last line that is wanted."""
        order = np.argsort(np.array(self._lines, np.int64), kind="stable").tolist()
        if not order:
            return
        place = 0
        for block in self._table.rows(progress):
            for line, row in zip(block.lines, block.cells, strict=True):
                while self._lines[order[place]] == line:
                    number = order[place]
                    yield Reject(line, self._reasons[number], row, self._fields[number])
                    place += 1
                    if place == len(order):
                        return

    def as_csv(self, progress: Progress = NO_PROGRESS) -> Iterator[bytes]:
        """The rows as a table that can be brought in again: the list's own columns, then why."""
        columns = self._table.columns
        yield b"\xef\xbb\xbf"
        if columns:
            yield _csv_row([*columns, _(LINE_COLUMN), _(REASON_COLUMN)])
        width = len(columns)
        for reject in self._walk(progress):
            cells = [*reject.cells, *[""] * (width - len(reject.cells))]
            own = [guarded(cell) for cell in cells[: width or None]]
            yield _csv_row([*own, str(reject.line), reject.reason.words])


def _csv_row(cells: list[str]) -> bytes:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow(cells)
    return buffer.getvalue().encode("utf-8", "replace")

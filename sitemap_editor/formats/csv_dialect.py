"""Which character keeps the cells of a text apart, if it is a table at all.

The same number of cells in nearly all of the first rows decides; quotation marks are honoured, and
the commas of decimal numbers keep nothing apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .cell_kinds import MOST, is_address, kind_of
from .csv_records import Block, records
from .heading import is_header
from .table import ROWS_AT_ONCE

DELIMITERS = ("\t", ";", "|", ",")
"""The likelier first where two fit: commas stand in numbers and addresses."""

LOOKED_AT = 64
_RECORDS = 50
_SEP = re.compile(rb'\s*"?sep=(\t|[^\s"])"?[ ,;\t]*(\r\n|\n|\r|$)', re.IGNORECASE)
_DECIMALS = re.compile(r"(?<!\d)\d{1,3},\d+(?!\d)")
_AREA = 1 << 20
_FEW = 0.5
_ENOUGH = 4

Found = tuple[list[list[str]], list[int]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a text is split: ``delimiter`` is "" for one column, ``at`` is where the table begins."""

    delimiter: str
    at: int = 0
    line: int = 1
    is_sure: bool = True

    def records(
        self, text: bytes, progress: Progress = NO_PROGRESS, size: int = ROWS_AT_ONCE
    ) -> Iterator[Block]:
        """The rows of a text; without a delimiter a tab, which is in no address, stands for it."""
        return records(text, self.delimiter or "\t", self.at, self.line, progress, size)


def find_dialect(text: bytes, wanted: str | None = None) -> Dialect:
    """Look at the beginning of a text (UTF-8); ``wanted`` is the delimiter people know."""
    said = _SEP.match(text[:64])
    at, line = (said.end(), 2) if said else (0, 1)
    if wanted is not None:
        return Dialect(wanted, at, line)
    if said:
        return Dialect(said[1].decode("utf-8", "replace"), at, line)
    scores = {each: _score(text, Dialect(each, at, line)) for each in DELIMITERS}
    found, second = sorted(scores, key=lambda each: scores[each], reverse=True)[:2]
    is_sure = found == "\t" or scores[second][0] < max(MOST, scores[found][0])
    return Dialect(found if scores[found] > (0, 0) else "", at, line, is_sure)


def first_records(text: bytes, dialect: Dialect) -> Found:
    """The first rows of a text and the lines they begin in, as far as a megabyte holds them."""
    head = text[:_AREA]
    is_cut = len(head) < len(text)
    if is_cut:
        head = head[: max(head.rfind(b"\n"), head.rfind(b"\r")) + 1] or head
    cells: list[list[str]] = []
    lines: list[int] = []
    for block in dialect.records(head, size=LOOKED_AT):
        cells += block.cells
        lines += block.lines
        if len(cells) >= LOOKED_AT or (is_cut and block.odd):  # a row may be cut in two
            break
    return cells[:LOOKED_AT], lines[:LOOKED_AT]


def _score(text: bytes, dialect: Dialect) -> tuple[float, int]:
    """How evenly a delimiter splits the first rows; (0, 0) when it splits none."""
    delimiter = dialect.delimiter
    if delimiter.encode() not in text[:_AREA]:
        return 0.0, 0
    rows = [row for row in first_records(text, dialect)[0] if row][:_RECORDS]
    if not rows or (delimiter == "," and _are_decimals(rows)):
        return 0.0, 0
    usual, count = Counter(map(len, rows)).most_common(1)[0]
    share = count / len(rows)
    if usual < 2 or (share < _FEW and not is_header(rows[0], rows[1:])):
        return 0.0, 0
    if delimiter != "\t" and not _is_really_split(text, rows, delimiter):
        return 0.0, 0
    return round(share, 1), usual


def _are_decimals(rows: Sequence[Sequence[str]]) -> bool:
    """Whether commas stand between digits only, as in 8,5."""
    lines = [",".join(row) for row in rows]
    commas = sum(line.count(",") for line in lines)
    decimals = sum(len(_DECIMALS.findall(line)) for line in lines)
    return decimals >= MOST * commas and any(";" in line or "\t" in line for line in lines)


def _is_really_split(text: bytes, rows: Sequence[Sequence[str]], delimiter: str) -> bool:
    """Addresses may hold a delimiter each; then what stands behind it is no cell.

    A header, quotation marks, few different values, or values no address ends in prove a table.
    """
    if not is_address(rows[0][0]) or text.lstrip()[:1] == b'"':
        return True
    no_proof = ("text", "path", "number") if delimiter == "," else ("text", "path")
    columns = [[row[i] for row in rows if len(row) > i] for i in range(1, max(map(len, rows)))]
    for cells in columns:
        values = sum(kind_of(cell) not in no_proof or " " in cell.strip() for cell in cells)
        if values >= MOST * len(rows):
            return True
    last = columns[-1]
    return len(last) >= _ENOUGH and len(set(last)) <= len(last) / 2

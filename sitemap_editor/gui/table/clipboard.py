"""Blocks of cells as tab-separated text, as spreadsheets write and read it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sitemap_editor.protocol.fields import FIELD_BY_NAME


def to_tsv(rows: Iterable[Sequence[str]]) -> str:
    """Cells as lines of text; a cell with tabs, quotes or line ends is quoted."""
    target = io.StringIO()
    csv.writer(target, "excel-tab", lineterminator="\n").writerows(rows)
    return target.getvalue().removesuffix("\n")


def from_tsv(text: str) -> list[list[str]]:
    """Lines of text as cells; the empty line at the end that spreadsheets write is dropped."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    if '"' not in text:
        return [line.split("\t") for line in text.split("\n")]
    try:
        return list(csv.reader(io.StringIO(text), "excel-tab", strict=True))
    except csv.Error:
        # A lone quote is part of an address someone typed, not a spreadsheet's.
        return [line.split("\t") for line in text.split("\n")]


@dataclass(frozen=True, slots=True)
class Block:
    """Pasted cells: ``fields`` are known when the first line named them."""

    rows: list[list[str]]
    fields: list[str] | None

    @property
    def width(self) -> int:
        """Cells in the longest line."""
        return max((len(row) for row in self.rows), default=0)


def read_block(text: str) -> Block:
    """The cells of pasted text; a first line of field names is taken as their heading."""
    rows = from_tsv(text)
    names = [cell.strip().lower() for cell in rows[0]] if rows else []
    if len(rows) > 1 and names and all(name in FIELD_BY_NAME for name in names):
        return Block(rows[1:], names)
    return Block(rows, None)


def entries_in(block: Block, fields: Sequence[str]) -> list[dict[str, str]]:
    """New entries from a block: the first column is the address unless a heading says else.

    ``fields`` are those that the document's entries have. Lines without an address are left out.
    """
    names = block.fields or list(fields)
    entries = []
    for row in block.rows:
        cells = {
            name: cell.strip()
            for name, cell in zip(names, row, strict=False)
            if cell.strip() and name in fields
        }
        if cells.get("loc"):
            entries.append(cells)
    return entries

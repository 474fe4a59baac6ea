"""What is odd about the rows of a table, found with a few looks at a block, not at each cell.

Blank rows are left out, cells that are empty beyond the columns too. All other rows are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from .cell_kinds import is_address
from .csv_records import Block
from .heading import Shape
from .table import Oddity, Rows

_WRAPPED = re.compile(r" (?:\r\n|\n|\r)")

_TOTALS = frozenset(
    {
        *("total", "totals", "grand total", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt"),
        *("totaux", "total général", "somme", "totale", "totaal", "suma", "razem", "итого"),
        *("всего", "合計", "总计"),
    }
)


def shaped(blocks: Iterable[Block], shape: Shape) -> Iterator[Rows]:
    """Give the rows of a table what people should know about them."""
    held: Block | None = None
    for block in blocks:
        _mark(block, shape)
        if not block.cells:
            continue
        if held is not None:
            yield _rows(held)
        held = block
    if held is not None:
        _mark_totals(held)
        yield _rows(held)


def below(blocks: Iterable[Block], count: int) -> Iterator[Block]:
    """Leave out the first ``count`` rows: the header and what stands above it."""
    for block in blocks:
        if left := min(count, len(block.cells)):
            count -= left
            odd = {index - left: odd for index, odd in block.odd.items() if index >= left}
            cells, lines = block.cells[left:], block.lines[left:]
            yield Block(cells, lines, odd, block.has_breaks)
        else:
            yield block


def unwrapped(cell: str) -> str:
    """An address without the line breaks that Search Console's exports have after spaces."""
    return _WRAPPED.sub(" ", cell) if is_address(cell) else cell


def _rows(block: Block) -> Rows:
    return (
        Rows(block.cells, block.lines, block.odd) if block.odd else Rows(block.cells, block.lines)
    )


def _mark(block: Block, shape: Shape) -> None:
    rows, width = block.cells, shape.width
    lengths = set(map(len, rows))
    if lengths - {width}:
        _mark_ragged(block, width, lengths)
    if [""] * width in rows or 0 in lengths:
        _leave_out_blank(block)
    if shape.header is not None and shape.header in block.cells:
        _mark_headers(block, shape.header)
    if block.has_breaks:
        _unwrap(block.cells)


def _mark_ragged(block: Block, width: int, lengths: set[int]) -> None:
    for index, row in enumerate(block.cells):
        if len(row) > width:
            if any(map(str.strip, row[width:])):
                block.odd.setdefault(index, Oddity.TOO_MANY)
            else:
                del row[width:]
        elif len(row) < width:
            block.odd.setdefault(index, Oddity.TOO_FEW)


def _leave_out_blank(block: Block) -> None:
    kept = [index for index, row in enumerate(block.cells) if any(row)]
    places = {index: place for place, index in enumerate(kept)}
    block.cells = [block.cells[index] for index in kept]
    block.lines = [block.lines[index] for index in kept]
    block.odd = {places[index]: odd for index, odd in block.odd.items() if index in places}


def _mark_headers(block: Block, header: list[str]) -> None:
    for index, row in enumerate(block.cells):
        if row == header:
            block.odd[index] = Oddity.HEADER


def _unwrap(rows: Sequence[list[str]]) -> None:
    for row in rows:
        for column, cell in enumerate(row):
            if " \n" in cell or " \r" in cell:
                row[column] = unwrapped(cell)


def _mark_totals(block: Block) -> None:
    """The last rows may be totals: a word that says so and no address."""
    for index in reversed(range(len(block.cells))):
        if not _is_total(block.cells[index]):
            return
        block.odd[index] = Oddity.TOTALS


def _is_total(row: Sequence[str]) -> bool:
    filled = [cell for cell in row if cell.strip()]
    word = filled[0].strip(" :").lower() if filled else ""
    return word in _TOTALS and not any(map(is_address, filled))

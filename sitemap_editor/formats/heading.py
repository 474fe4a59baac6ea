"""Where a table begins: titles above it, its header or none, and how many columns it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .cell_kinds import NAMES, column_kind, kind_of

_MAX_TITLES = 5
_LOOKED_AT = 60

Record = Sequence[str]


@dataclass(frozen=True, slots=True)
class Shape:
    """What rows should look like: how many columns, and the header as it was read."""

    width: int
    header: list[str] | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    """What the first records say.

    ``header`` is the index of the record with the names (None without), ``data`` that of the first
    row below; ``columns`` are the names without unused ones at the end, ``width`` is their number.
    """

    header: int | None
    data: int
    columns: tuple[str, ...]
    width: int

    def shape(self, records: Sequence[Record]) -> Shape:
        """What the rows below these first records should look like."""
        header = None if self.header is None else list(records[self.header])[: self.width]
        return Shape(self.width, header)


def find_heading(records: Sequence[Record], has_header: bool | None = None) -> Heading:
    """Look at the first records of a table; ``has_header`` says what people know."""
    filled = [index for index, record in enumerate(records) if any(map(str.strip, record))]
    if not filled:
        return Heading(None, 0, (), 0)
    filled = _without_titles(records, filled[: _MAX_TITLES + _LOOKED_AT])
    first, *rest = filled
    below = [records[index] for index in rest]
    if has_header is None:
        has_header = is_header(records[first], below)
    if not has_header:
        return Heading(None, first, (), _width([records[index] for index in filled]))
    names = tuple(cell.strip() for cell in records[first])
    columns = names[: _used(names, below)]
    return Heading(first, rest[0] if rest else first + 1, columns, len(columns))


def is_header(record: Record, below: Sequence[Record]) -> bool:
    """Whether a record holds names: its cells differ in kind from what stands below them."""
    kinds = [kind_of(cell) for cell in record]
    if "address" in kinds:
        return False
    if len(kinds) == 1:
        return _is_lone_name(record[0], below)
    different = same = 0
    for column, kind in enumerate(kinds):
        usual = column_kind(row[column] for row in below if len(row) > column)
        if usual and usual != "text" and kind:
            different += kind != usual
            same += kind == usual
    return different > same if different or same else "text" in kinds


def _is_lone_name(cell: str, below: Sequence[Record]) -> bool:
    usual = column_kind(row[0] for row in below if row)
    name = cell.strip().lower()
    return name in NAMES or (usual not in ("", "text") and kind_of(cell) == "text")


def _without_titles(records: Sequence[Record], filled: list[int]) -> list[int]:
    """Leave out rows with a single text above a table that has more columns."""
    usual = _usual_width([records[index] for index in filled])
    for count, index in enumerate(filled[:_MAX_TITLES]):
        cells = [cell for cell in records[index] if cell.strip()]
        is_name = cells[0].strip().lower() in NAMES
        if usual < 2 or len(cells) > 1 or is_name or kind_of(cells[0]) != "text":
            return filled[count:]
        if not any(map(len, map(_filled, (records[later] for later in filled[count + 1 :])))):
            return filled[count:]
    return filled


def _filled(record: Record) -> list[str]:
    return [cell for cell in record if cell.strip()]


def _usual_width(records: Sequence[Record]) -> int:
    """How many cells most rows have; of equals the most, for a title has one."""
    counts = Counter(len(_filled(record)) for record in records)
    return max(counts, key=lambda width: (counts[width], width))


def _width(records: Sequence[Record]) -> int:
    """The usual number of cells without those at the end that are always empty."""
    usual = Counter(map(len, records)).most_common(1)[0][0]
    return max(_used(record[:usual], ()) for record in records)


def _used(names: Record, below: Sequence[Record]) -> int:
    """How many columns have a name or a value; a row of another length proves none."""
    width = len(names)
    regular = [row for row in below if len(row) == width]
    while width and not names[width - 1].strip():
        if any(row[width - 1].strip() for row in regular):
            break
        width -= 1
    return width

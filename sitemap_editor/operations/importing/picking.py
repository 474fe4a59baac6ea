"""The rows of a table that count, a block at a time: their addresses and values, made right.

What is left out is noted with its reason. Nothing of a block is kept when the next one comes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

from sitemap_editor.formats.table import Rows, Table
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .addresses import AddressReader
from .dates import EXCEL_1904, DateReader, DateReport, report_of
from .filters import ROLES as FILTER_ROLES
from .filters import Filter, filter_of
from .mapping import FIELDS, Mapping
from .no_addresses import no_url_column
from .rejects import Reason, Rejects
from .values import ValueReader

AT_ONCE = 4_096
"""Rows whose cells are looked at together."""

_UNREAD = frozenset((*FILTER_ROLES, "page", "canonical"))

Reader = Callable[[list[str]], tuple[list[str], "list[tuple[int, Reason]]"]]


@dataclass(slots=True)
class Picked:
    """Rows that count: the line of each, and a list of texts of the same length by role.

    ``loc`` is an address in its right form, dates and the like are right or "". Other roles are
    given as they stand. ``languages`` are cells by code. ``is_normal`` tells that each address is
    the one spelling of what it means.
    """

    lines: list[int]
    values: dict[str, list[str]]
    languages: dict[str, list[str]]
    is_normal: bool = False


@dataclass(slots=True)
class _Block:
    """Rows on their way: cells of the same length, and their lines."""

    cells: list[list[str]]
    lines: list[int]

    def keep(self, mask: Sequence[bool]) -> None:
        self.cells = list(compress(self.cells, mask))
        self.lines = list(compress(self.lines, mask))


@dataclass(slots=True)
class _Cells:
    """Cells of the columns that are wanted, by index, and the lines of their rows."""

    lines: list[int]
    columns: dict[int, list[str]]

    def keep(self, mask: Sequence[bool]) -> None:
        self.lines = list(compress(self.lines, mask))
        for index, column in self.columns.items():
            self.columns[index] = list(compress(column, mask))


class Picker:
    """Takes from a table what a mapping says.

    ``rejects`` are rows that were left out, ``lost`` cells of rows that were not; ``mended`` counts
    by code what was put right.
    """

    def __init__(self, table: Table, mapping: Mapping, also: Iterable[str] = ()) -> None:
        """Raises SitemapError when the mapping does not fit the table, or has no addresses.

        ``also`` names roles to be given besides that otherwise only filters look at.
        """
        self._unread = _UNREAD.difference(also)
        self.rejects = Rejects(table)
        self.lost = Rejects(table)
        self.rows = 0
        self._table = table
        self._mapping = mapping
        self._empty = mapping.is_empty()
        self._filters = [self._filter(name) for name in mapping.filters]
        self._pattern = mapping.pattern_columns(table)
        self._require_addresses()
        self._wanted = sorted(set(self._indices()))
        self._width = 1 + max([*self._wanted, *(one.column for one in self._filters)])
        self.addresses = AddressReader(self._empty, mapping.base_url)
        self._readers = self._field_readers()
        self._refused: dict[str, Reason] = {}
        self._progress = NO_PROGRESS

    def _filter(self, name: str) -> Filter:
        return filter_of(name, self._mapping.columns, self._table.columns)

    def _require_addresses(self) -> None:
        if "loc" not in self._mapping.columns and not self._pattern and not self._mapping.languages:
            raise no_url_column(self._table)

    def _indices(self) -> Iterator[int]:
        """The columns whose cells are kept."""
        for role, index in self._mapping.columns.items():
            if role not in self._unread:
                yield index
        yield from self._mapping.languages.values()
        yield from (index for _name, index in self._pattern)

    def _field_readers(self) -> dict[str, Reader]:
        mapping = self._mapping
        form = mapping.date_format or (EXCEL_1904 if self._table.dates_from_1904 else "")
        self._values = {
            field: ValueReader(field, self._empty) for field in ("changefreq", "priority")
        }
        return {
            "lastmod": DateReader(form, mapping.zone, self._empty, self._find_order).read,
            **{field: reader.read for field, reader in self._values.items()},
        }

    def _find_order(self) -> str:
        """What the whole column of dates says about the order of day and month."""
        return date_report(self._table, self._mapping, self._progress).order

    @property
    def mended(self) -> Counter[str]:
        """What was put right, by code."""
        return sum((one.mended for one in self._values.values()), Counter(self.addresses.mended))

    def run(self, progress: Progress = NO_PROGRESS) -> Iterator[Picked]:
        """The rows that count, some thousand at a time."""
        self._progress = progress
        waiting = self._nothing()
        for rows in self._table.rows(progress):
            self.rows += len(rows.cells)
            block = self._usable(rows)
            for one in self._filters:
                self._sift(block, one)
            self._extract(block, waiting)
            if len(waiting.lines) >= AT_ONCE:
                yield from self._picked(waiting)
                waiting = self._nothing()
        yield from self._picked(waiting)

    # Rows

    def _usable(self, rows: Rows) -> _Block:
        block = _Block(rows.cells, list(rows.lines))
        bad = {n: odd for n, odd in rows.odd.items() if not odd.is_data}
        for number, odd in sorted(bad.items()):
            self.rejects.add(rows.lines[number], Reason(str(odd), odd.words))
        if bad:
            block.keep([number not in bad for number in range(len(rows.cells))])
        if min(map(len, block.cells), default=self._width) < self._width:
            width = self._width
            block.cells = [
                row if len(row) >= width else [*row, *[""] * (width - len(row))]
                for row in block.cells
            ]
        return block

    def _sift(self, block: _Block, one: Filter) -> None:
        cells = [row[one.column] for row in block.cells]
        passes = {cell: self._passes(one, cell) for cell in set(cells)}
        if all(passes.values()) and not (one.lets_empty and self._refused):
            return
        reasons = {cell: one.reason(cell) for cell, passed in passes.items() if not passed}
        keys = self._keys(block) if one.lets_empty else None
        mask = []
        for number, cell in enumerate(cells):
            reason = reasons.get(cell)
            if keys is not None:
                reason = self._of_group(keys[number], reason, is_first=bool(cell.strip()))
            mask.append(reason is None)
            if reason is not None:
                self.rejects.add(block.lines[number], reason)
        block.keep(mask)

    def _passes(self, one: Filter, cell: str) -> bool:
        return one.test(cell) or (one.lets_empty and not cell.strip())

    def _of_group(self, key: str, reason: Reason | None, *, is_first: bool) -> Reason | None:
        """Leave out the further rows about a thing whose first row was left out."""
        if reason is not None:
            self._refused[key] = reason
        return reason if is_first else self._refused.get(key)

    def _keys(self, block: _Block) -> list[str]:
        columns = [index for _name, index in self._pattern] or [self._mapping.columns["loc"]]
        return ["\t".join([row[index] for index in columns]) for row in block.cells]

    # Cells

    def _nothing(self) -> _Cells:
        return _Cells([], {index: [] for index in self._wanted})

    def _extract(self, block: _Block, into: _Cells) -> None:
        """Keep of rows what is wanted; rows themselves are many and large."""
        into.lines += block.lines
        for index, column in into.columns.items():
            column += [row[index] for row in block.cells]

    def _picked(self, cells: _Cells) -> Iterator[Picked]:
        mapping = self._mapping
        values: dict[str, list[str]] = {}
        if not mapping.languages or "loc" in mapping.columns or self._pattern:
            values["loc"] = self._addresses(cells)
        if not cells.lines:
            return
        for role, index in mapping.columns.items():
            if role == "loc" or role in self._unread:
                continue
            column = cells.columns[index]
            values[role] = self._field(role, column, cells.lines) if role in FIELDS else column
        for field, value in mapping.defaults.items():
            if field in FIELDS and field not in values:
                values[field] = [value] * len(cells.lines)
        languages = {code: cells.columns[index] for code, index in mapping.languages.items()}
        yield Picked(cells.lines, values, languages, self.addresses.are_normal)

    def _addresses(self, cells: _Cells) -> list[str]:
        """The addresses of rows; rows without one leave the cells."""
        if self._pattern:
            texts, flaws = self.addresses.read(self._patterned(cells))
        else:
            texts, flaws = self.addresses.read(cells.columns[self._mapping.columns["loc"]])
        if not flaws:
            return texts
        for number, reason in flaws:
            self.rejects.add(cells.lines[number], reason)
        mask = [bool(text) for text in texts]
        cells.keep(mask)
        return list(compress(texts, mask))

    def _patterned(self, cells: _Cells) -> list[str]:
        texts = [self._mapping.url_pattern] * len(cells.lines)
        for name, index in self._pattern:
            parts = (cell.strip() for cell in cells.columns[index])
            texts = [
                "" if self._empty(part) else text.replace(f"{{{name}}}", part)
                for text, part in zip(texts, parts, strict=True)
            ]
        return texts

    def _field(self, field: str, column: list[str], lines: list[int]) -> list[str]:
        values, flaws = self._readers[field](column)
        for number, reason in flaws:
            self.lost.add(lines[number], reason, field)
        default = self._mapping.defaults.get(field)
        return [value or default for value in values] if default and "" in values else values


def date_report(table: Table, mapping: Mapping, progress: Progress = NO_PROGRESS) -> DateReport:
    """What the whole column of dates says; an empty report without such a column."""
    index = mapping.columns.get("lastmod")
    if index is None:
        return report_of((), mapping.is_empty())
    blocks = (
        [row[index] for row in rows.cells if len(row) > index] for rows in table.rows(progress)
    )
    return report_of(blocks, mapping.is_empty())

"""Rows of lists that are brought in: walking a CSV and a workbook, beside what reads them alone."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from functools import partial
from typing import Any

from .files import HOST
from .measure import Result, Sizes, medians

COLUMNS = ("Address", "Last Modified", "Change Frequency", "Priority", "Title 1")


def _rows(count: int) -> Iterator[tuple[Any, ...]]:
    for n in range(count):
        loc = f"{HOST}/section-{n % 97}/product-{n}"
        yield (loc, f"2024-05-{n % 28 + 1:02d}", "weekly", n % 10 / 10, f"Title of page {n}, say")


def csv_of(count: int) -> bytes:
    """A table of five columns in UTF-8."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow(COLUMNS)
    writer.writerows(_rows(count))
    return buffer.getvalue().encode()


def _xlsx(count: int) -> bytes:
    import xlsxwriter

    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"strings_to_urls": False})
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, COLUMNS)
    for number, row in enumerate(_rows(count), 1):
        sheet.write_row(number, 0, row)
    book.close()
    return buffer.getvalue()


def _walk_table(table: Any) -> None:
    for _block in table.rows():
        pass


def walk_csv(data: bytes) -> None:
    """Let ``csv.reader`` alone walk a table."""
    for _row in csv.reader(io.TextIOWrapper(io.BytesIO(data), "utf-8", newline="")):
        pass


def tables(sizes: Sizes) -> Iterator[Result]:
    """Walk all rows of a big CSV and of a workbook of a tenth as many rows."""
    from python_calamine import CalamineWorkbook

    from sitemap_editor.formats.reading import read_tables

    data = csv_of(sizes.big)
    (table,) = read_tables(data, "list.csv")
    walks = (partial(_walk_table, table), partial(walk_csv, data))
    ours, alone = medians(sizes.repeats, *walks)
    yield Result(f"walk CSV {sizes.big:,} × 5", ours, "s", alone, "csv.reader", 1.3)

    count = max(1, sizes.big // 10)
    book = _xlsx(count)

    def calamine() -> None:
        CalamineWorkbook.from_filelike(io.BytesIO(book)).get_sheet_by_index(0).to_python()

    def whole() -> None:
        _walk_table(read_tables(book, "list.xlsx")[0])

    ours, alone = medians(sizes.repeats, whole, calamine)
    yield Result(f"walk XLSX {count:,} × 5", ours, "s", alone, "calamine alone", 1.3)

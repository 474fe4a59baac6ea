"""Workbooks for Excel: one sheet with a row an entry, dates and numbers as such.

A value becomes a date or a number only where reading it back gives the same text, so that nothing
is lost on the way: dates with a time carry a zone, which Excel does not know, and stay texts.
Limits: https://support.microsoft.com/en-us/office/excel-specifications-and-limits.
"""

from __future__ import annotations

import os
import re
import tempfile
import warnings
from collections.abc import Callable, Iterator
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import Field, fields_of
from sitemap_editor.support.i18n import N_, _, format_number

from .base import Format, Option, Options, blocks, values_of
from .tables import TSV

if TYPE_CHECKING:
    from xlsxwriter.format import Format as CellFormat
    from xlsxwriter.worksheet import Worksheet

    from sitemap_editor.document.document import Document

    from .base import Ids

MAX_ROWS = 1_048_576
MAX_LINKS = 65_530
MAX_LINK_LENGTH = 2_079
MAX_TEXT = 32_767

LINKS = Option(
    "links",
    N_("Addresses can be clicked"),
    default=True,
    explanation=N_("Excel allows 65,530 links in a sheet; with more entries there are none."),
)

_MADE = datetime(2000, 1, 1)
"""When every workbook says it was made, so that the same content gives the same bytes."""

_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_FIRST_DAY = date(1900, 3, 1)
"""Before it Excel counts a day that never was."""

_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,9})(?:\.\d{0,9}[1-9])?", re.ASCII)
_PIECE = 1 << 20
ROWS_AT_ONCE = 64


Put = Callable[[int, int, str], None]


def write(doc: Document, options: Options, ids: Ids | None = None) -> Iterator[bytes | memoryview]:
    """A workbook; raises SitemapError for more rows, or longer values, than Excel takes."""
    count = len(doc) if ids is None else len(ids)
    if count >= MAX_ROWS:
        raise _too_many(count)
    with tempfile.TemporaryDirectory(prefix="sitemap-editor-") as folder:
        path = Path(folder) / "workbook.xlsx"
        yield from _filled(doc, options, ids, path, count)
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece


def _too_many(count: int) -> SitemapError:
    reason = _("A sheet of Excel holds {most} entries below its header; these are {n}.")
    return SitemapError(
        reason.format(most=format_number(MAX_ROWS - 1), n=format_number(count)),
        advice=_("Write a CSV file, or fewer entries."),
    )


def _filled(
    doc: Document, options: Options, ids: Ids | None, path: Path, count: int
) -> Iterator[bytes]:
    """Write the workbook into a file; what is given only says that it goes on."""
    from xlsxwriter import Workbook  # takes its time, and few need it

    book = Workbook(os.fspath(path), {"constant_memory": True, "tmpdir": os.fspath(path.parent)})
    try:
        book.set_properties({"created": _MADE})
        sheet = book.add_worksheet(_sheet_name(doc))
        fields = fields_of(doc.kind)
        with_links = LINKS.of(options) and count <= MAX_LINKS
        day = book.add_format({"num_format": "yyyy-mm-dd"})
        puts = [_put(sheet, field, day, with_links=with_links) for field in fields]
        _begin(sheet, fields, book.add_format({"bold": True}), count)
        row = 1
        for part in blocks(doc, ids):
            columns = [values_of(doc, part, field.name) for field in fields]
            for _pause in _put_rows(puts, row, columns):
                yield b""
            row += len(part)
    except BaseException:
        _abandon(book)
        raise
    book.close()
    yield b""


def _put_rows(puts: list[Put], first: int, columns: list[list[str | None]]) -> Iterator[None]:
    """Write some rows, with a pause after every few milliseconds."""
    for row, values in enumerate(zip(*columns, strict=True), first):
        for column, value in enumerate(values):
            if value:
                puts[column](row, column, value)
        if row % ROWS_AT_ONCE == 0:
            yield


def _abandon(book: Any) -> None:
    """Close the sheets' own files without building a workbook of them."""
    for sheet in book.worksheets():
        handle = getattr(sheet, "row_data_fh", None)
        if handle is not None:
            handle.close()
    book.fileclosed = True  # or its destructor complains


def _sheet_name(doc: Document) -> str:
    return "Sitemaps" if doc.kind.value == "sitemapindex" else "Sitemap"


def _begin(sheet: Worksheet, fields: tuple[Field, ...], bold: CellFormat, count: int) -> None:
    for column, field in enumerate(fields):
        sheet.set_column(column, column, field.width + 2)
        sheet.write_string(0, column, field.name, bold)
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, count, len(fields) - 1)
    sheet.ignore_errors({"number_stored_as_text": f"A1:{chr(64 + len(fields))}{count + 1}"})


# Cells


def _put(sheet: Worksheet, field: Field, day: CellFormat, *, with_links: bool) -> Put:
    """How the values of a field are written."""
    if field.editor == "date":
        return partial(_put_date, sheet, day)
    if field.editor == "number":
        return partial(_put_number, sheet)
    if field.editor == "url" and with_links:
        return partial(_put_link, sheet)
    return partial(_put_text, sheet)


def _put_text(sheet: Worksheet, row: int, column: int, value: str) -> None:
    if len(value) > MAX_TEXT:
        reason = _("Entry {n} holds a value of {length} characters; a cell of Excel holds {most}.")
        numbers = {"n": row, "length": len(value), "most": MAX_TEXT}
        raise SitemapError(
            reason.format(**{name: format_number(one) for name, one in numbers.items()}),
            advice=_("Shorten it, or write a CSV file."),
        )
    sheet.write_string(row, column, value)


def _put_link(sheet: Worksheet, row: int, column: int, value: str) -> None:
    is_web = value.startswith(("https://", "http://")) and " " not in value
    if not is_web or len(value) > MAX_LINK_LENGTH - 100 or not value.isascii():
        _put_text(sheet, row, column, value)
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what it will not take as a link is checked for here
        if sheet.write_url(row, column, value, None, value):
            _put_text(sheet, row, column, value)


def _put_date(sheet: Worksheet, day: CellFormat, row: int, column: int, value: str) -> None:
    if _DAY.fullmatch(value):
        try:
            found = date.fromisoformat(value)
        except ValueError:
            found = _FIRST_DAY
        if found > _FIRST_DAY:
            sheet.write_datetime(row, column, found, day)
            return
    _put_text(sheet, row, column, value)


def _put_number(sheet: Worksheet, row: int, column: int, value: str) -> None:
    if _NUMBER.fullmatch(value) and value != "-0":
        sheet.write_number(row, column, float(value))
    else:
        _put_text(sheet, row, column, value)


XLSX = Format(
    id="xlsx",
    title=N_("Excel workbook (XLSX)"),
    suffixes=(".xlsx",),
    write=write,
    options=(LINKS,),
    preview=TSV.write,
)

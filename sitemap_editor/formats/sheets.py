"""Reading spreadsheets: XLSX, ODS and old XLS through calamine, one table a sheet."""

from __future__ import annotations

import datetime
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Self, TypeVar

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .archive import Archive, protected
from .csv_records import Block
from .heading import Shape, find_heading
from .row_shape import below, shaped
from .sheet_checks import Errors, check_ods, check_xlsx
from .table import ROWS_AT_ONCE, Rows, Table, TableOptions
from .workbook_parts import has_1904_dates, sheet_members

OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ODS_TYPE = b"application/vnd.oasis.opendocument.spreadsheet"
_CELLS_AT_ONCE = 20_000
_LOOKED_AT = 80
_SAVE_AGAIN = N_("Open it with its own program and save it as XLSX or CSV.")
_HALF_SECOND = datetime.timedelta(microseconds=500_000)
_EXACT = 1e16
_REMEMBERED = 50_000

T = TypeVar("T")


@dataclass(eq=False, kw_only=True)
class SheetTable(Table):
    """One sheet; dates are real ones where the cells say so, else the numbers they are.

    ``sheet_errors`` are the error cells of a sheet, which calamine leaves empty.
    """

    sheet: CalamineSheet
    sheet_errors: Errors
    shape: Shape = Shape(0)  # noqa: RUF009 - it is immutable
    skipped: int = 0
    _texts: _Texts = field(default_factory=lambda: _Texts(), repr=False)

    def rows(self, progress: Progress = NO_PROGRESS) -> Iterator[Rows]:
        return shaped(below(self._blocks(progress), self.skipped), self.shape)

    def _blocks(self, progress: Progress) -> Iterator[Block]:
        total = self.sheet.total_height
        size = max(32, min(ROWS_AT_ONCE, _CELLS_AT_ONCE // max(1, self.sheet.width)))
        rows = self.sheet.iter_rows()
        done = 0
        while values := list(islice(rows, size)):
            columns = [self._texts.column(column) for column in zip(*values, strict=True)]
            has_breaks = any(" \n" in "\0".join(column) for column in columns)
            cells = list(map(list, zip(*columns, strict=True)))
            self._put_errors(cells, done)
            progress.tick(done, total)
            yield Block(cells, range(done + 1, done + len(cells) + 1), {}, has_breaks)
            done += len(cells)

    def _put_errors(self, cells: list[list[str]], first: int) -> None:
        if not self.sheet_errors:
            return
        left = self.sheet.start[1] if self.sheet.start else 0
        for index, row in enumerate(cells):
            for column, said in self.sheet_errors.get(first + index, {}).items():
                if left <= column < left + len(row):
                    row[column - left] = said

    def prepared(self) -> Self:
        """The same with its header found."""
        first: list[list[str]] = []
        lines: list[int] = []
        for block in self._blocks(NO_PROGRESS):
            first += block.cells
            lines += block.lines
            if len(first) >= _LOOKED_AT:
                break
        heading = find_heading(first[:_LOOKED_AT], self.options.has_header)
        self.columns = heading.columns
        self.header_line = 0 if heading.header is None else lines[heading.header]
        self.shape = heading.shape(first)
        self.skipped = heading.data
        return self

    def _reread(self, options: TableOptions) -> Self:
        again = type(self)(
            name=self.name,
            source=self.source,
            notes=list(self.notes),
            options=options,
            offers=self.offers,
            dates_from_1904=self.dates_from_1904,
            sheet=self.sheet,
            sheet_errors=self.sheet_errors,
        )
        return again.prepared()


def text_of(value: Any) -> str:
    """A cell as text: ISO dates, whole numbers without a fraction, TRUE and FALSE."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < _EXACT else repr(value)
    if isinstance(value, datetime.datetime):
        return (value + _HALF_SECOND).isoformat(timespec="seconds")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


class _Texts(dict[Any, str]):
    """The texts of numbers and dates, which come again and again; True and 1.0 are one key."""

    def __missing__(self, value: Any) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        text = self[value] = text_of(value)
        return text

    def column(self, values: Sequence[Any]) -> Sequence[str]:
        """The cells of a column as texts."""
        kinds = set(map(type, values))
        if kinds == {str}:
            return values
        if bool in kinds:
            return list(map(text_of, values))
        if str in kinds:
            return [value if type(value) is str else self[value] for value in values]
        return list(map(self.__getitem__, values))


def is_workbook(archive: Archive) -> bool:
    """Whether an archive is a spreadsheet of whatever kind."""
    return any(path.startswith("xl/") for path in archive.paths) or is_ods(archive)


def is_ods(archive: Archive) -> bool:
    """Whether an archive is an ODS spreadsheet."""
    member = archive.find("mimetype")
    if member is None or archive.find("content.xml") is None:
        return False
    return next(archive.pieces(member), b"").startswith(_ODS_TYPE)


def read_workbook(
    data: bytes, archive: Archive, name: str, options: TableOptions, progress: Progress
) -> list[Table]:
    """The sheets of an XLSX or ODS file that hold something; raises SitemapError."""
    if archive.find("xl/workbook.bin"):
        raise SitemapError(_("XLSB workbooks cannot be read."), advice=_(_SAVE_AGAIN))
    if is_ods(archive):
        content = archive.find("content.xml")
        return _tables(data, name, options, check_ods(archive.pieces(content) if content else ()))
    sheets = sheet_members(archive)
    errors = {sheet: check_xlsx(archive, member) for sheet, member in sheets.items()}
    _count_others(archive, {member.path for member in sheets.values()})
    return _tables(data, name, options, errors, has_1904_dates(archive))


def read_xls(data: bytes, name: str, options: TableOptions) -> list[Table]:
    """The sheets of a workbook of Excel 97 to 2003; raises SitemapError for what is none."""
    if _ENCRYPTED in data:
        raise protected()
    return _tables(data, name, options, {})


def _count_others(archive: Archive, checked: Iterable[str]) -> None:
    """Unpack what calamine may read besides the sheets, so that a bomb is found here."""
    for member in archive.members:
        if member.path not in checked and member.path.endswith((".xml", ".rels")):
            for _piece in archive.pieces(member):
                pass


def _tables(
    data: bytes,
    name: str,
    options: TableOptions,
    errors: dict[str, Errors] | list[Errors],
    is_1904: bool = False,
) -> list[Table]:
    """``errors`` are known by the name of the sheet, or stand in the order of the sheets."""
    book = _guarded(lambda: CalamineWorkbook.from_filelike(io.BytesIO(data)))
    if isinstance(errors, list):
        errors = dict(zip(book.sheet_names, errors, strict=False))
    tables: list[Table] = []
    for about in book.sheets_metadata:
        if about.typ is not SheetTypeEnum.WorkSheet:
            continue
        sheet = _guarded(partial(book.get_sheet_by_name, about.name))
        if sheet.height == 0:
            continue
        table = SheetTable(
            name=about.name,
            source=name,
            options=options,
            offers=("has_header",),
            dates_from_1904=is_1904,
            sheet=sheet,
            sheet_errors=errors.get(about.name, {}),
        )
        if about.visible is not SheetVisibleEnum.Visible:
            table.notes.append(_("The sheet is hidden in the workbook."))
        tables.append(table.prepared())
    if not tables:
        raise SitemapError(_("The workbook holds no cells."), advice=_("Choose another file."))
    return tables


def _guarded(read: Callable[[], T]) -> T:
    """Turn what calamine raises into words; a panic of its is no Exception."""
    try:
        return read()
    except PasswordError as error:
        raise protected() from error
    except BaseException as error:
        if isinstance(error, CalamineError | OSError) or type(error).__name__ == "PanicException":
            raise SitemapError(
                _("The workbook is damaged or of a kind that cannot be read."),
                advice=_(_SAVE_AGAIN),
                detail=str(error),
            ) from error
        raise

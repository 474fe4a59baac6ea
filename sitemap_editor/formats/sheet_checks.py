"""What must be known of a workbook before calamine gets it.

calamine lays a sheet out as a full grid from its first to its last cell, whatever is in between,
and ends the program when there is no memory for that. It also drops error cells, which are read
here. Sources: ECMA-376 part 1, section 18.3.1 (sheets), OpenDocument 1.3 part 3, section 9.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number

from .archive import Archive, Member

MAX_CELLS = 1 << 25
"""Cells of the grid, 32 bytes each."""

_FAR = re.compile(rb' r="(?:([A-Z]{2,3})(\d+)|([A-Z])(\d{6,}))"(?:[^<>]*[^/<>])?>')
"""Cells with something in them that lie far out; all others together are a small grid."""
_FILLED = re.compile(rb' r="[A-Z]{1,3}(\d+)"(?:[^<>]*[^/<>])?>')
_NEAR_ROWS, _NEAR_COLUMNS = 100_000, 26

_ERROR = re.compile(rb' r="([A-Z]+)(\d+)"[^<>]*>(?:<f[^<>]*/>|<f[^<>]*>[^<]*</f>)?<v>(#[^<]*)</v>')
_ODS_PART = re.compile(
    rb"<table:(table-row|table-cell|covered-table-cell|table)(?=[\s/>])([^<>]*)>"
    rb"(?:<text:p>(#[^<]*)</text:p>)?"
)
_ROWS = re.compile(rb'number-rows-repeated="(\d{1,9})')
_COLUMNS = re.compile(rb'number-columns-repeated="(\d{1,9})')

_MAX_TORN = 1 << 16

Errors = dict[int, dict[int, str]]
"""Texts of error cells by row and column, both 0-based."""


def check_xlsx(archive: Archive, member: Member) -> Errors:
    """Look at the XML of a sheet; its error cells. Raises SitemapError when it is too large."""
    errors: Errors = {}
    width, height = _NEAR_COLUMNS, _NEAR_ROWS
    for text in whole_cells(archive.pieces(member), b"<c "):
        for letters, row, letter, far_row in _FAR.findall(text):
            width = max(width, _column(letters or letter) + 1)
            height = max(height, int(row or far_row))
        if b't="e"' in text:
            _note_errors(text, errors)
    if width * height > MAX_CELLS:
        refuse_large(width, _height(archive, member))
    return errors


def _height(archive: Archive, member: Member) -> int:
    """The last row with something in it: slower, for sheets that may be too large."""
    pieces = whole_cells(archive.pieces(member), b"<c ")
    return max((int(row) for text in pieces for row in _FILLED.findall(text)), default=0)


def _note_errors(text: bytes, errors: Errors) -> None:
    for letters, row, said in _ERROR.findall(text):
        cells = errors.setdefault(int(row) - 1, {})
        cells[_column(letters)] = said.decode("utf-8", "replace")


def whole_cells(pieces: Iterable[bytes], start: bytes) -> Iterator[bytes]:
    """The same text cut in front of ``start``, so that no cell is torn, unless it is very long."""
    rest = b""
    for piece in pieces:
        text = rest + piece
        cut = text.rfind(start)
        rest = text[cut:] if cut >= 0 and len(text) - cut < _MAX_TORN else b""
        yield text[: len(text) - len(rest)]
    yield rest


def check_ods(pieces: Iterable[bytes]) -> list[Errors]:
    """Look at ``content.xml``, where a cell or row may stand for many; error cells by sheet.

    Raises SitemapError when a sheet is too large.
    """
    sheets: list[_Grid] = []
    for text in whole_cells(pieces, b"<table:"):
        for match in _ODS_PART.finditer(text):
            if match[1] == b"table":
                sheets.append(_Grid())
            elif sheets:
                sheets[-1].take(match[1], match[2], match[3] or b"")
    return [sheet.errors for sheet in sheets]


@dataclass(slots=True)
class _Grid:
    """How large the grid of an ODS sheet would be: up to the last row and column with a value."""

    errors: Errors = field(default_factory=dict)
    _width: int = 0
    _row: int = 0
    _repeats: int = 0
    _column: int = 0

    def take(self, what: bytes, attributes: bytes, error: bytes) -> None:
        if what == b"table-row":
            self._row += self._repeats
            self._repeats = _number(_ROWS, attributes)
            self._column = 0
            return
        self._column += _number(_COLUMNS, attributes)
        if b"value-type" in attributes:
            self._width = max(self._width, self._column)
            refuse_large(self._width, self._row + self._repeats)
        if error and b'value-type="error"' in attributes:
            cells = self.errors.setdefault(self._row, {})
            cells[self._column - 1] = error.decode("utf-8", "replace")


def refuse_large(width: int, height: int) -> None:
    """Raise SitemapError when a sheet would not fit."""
    if width * height > MAX_CELLS:
        reason = _("The cells of the sheet go over {columns} columns and {rows} rows.")
        raise SitemapError(
            reason.format(columns=format_number(width), rows=format_number(height)),
            advice=_("Delete what lies far outside the table, or save the sheet as CSV."),
        )


def _number(pattern: re.Pattern[bytes], attributes: bytes) -> int:
    found = pattern.search(attributes)
    return int(found[1]) if found else 1


def _column(letters: bytes) -> int:
    """A is 0, Z 25, AA 26."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1

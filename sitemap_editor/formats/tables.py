"""Tables for spreadsheets: a header with the names of the fields, then a row an entry.

The guard against formulas is the same wherever a table is written: a value that a spreadsheet
would calculate (it begins with = + - @, their full-width forms, a tab or a line break) gets an
apostrophe in front, and so does a value that already begins with an apostrophe and one of these,
so that ``unguarded`` gives back what was there. See https://owasp.org/www-community/attacks/CSV_Injection.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import N_

from .base import Format, Option, Options, blocks

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

GUARD = Option(
    "guard",
    N_("Keep spreadsheets from calculating values"),
    default=True,
    explanation=N_("A value that begins like a formula gets an apostrophe in front."),
)
BOM = Option(
    "bom",
    N_("Mark as UTF-8 for Excel (BOM)"),
    explanation=N_("Excel shows letters outside English correctly only with this mark."),
)
CRLF = Option("crlf", N_("Windows line ends (CRLF)"), default=True)

_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
_BOM = "\ufeff".encode()


def guarded(value: str) -> str:
    """``value`` as text that no spreadsheet calculates."""
    return f"'{value}" if _FORMULA.match(value) else value


def unguarded(value: str) -> str:
    """What ``guarded`` was given."""
    return value[1:] if value.startswith("'") and _FORMULA.match(value) else value


@dataclass(frozen=True, slots=True)
class _Table:
    """How the cells of a row are kept apart; calling it writes a document."""

    delimiter: str

    def __call__(self, doc: Document, options: Options) -> Iterator[bytes | memoryview]:
        """A header and a row an entry, in UTF-8; a field that is absent is an empty cell."""
        names = [field.name for field in fields_of(doc.kind)]
        if BOM.of(options):
            yield _BOM
        yield self._text([names], options)
        for ids in blocks(doc):
            columns = [doc.values_of(ids, name) for name in names]
            yield self._text(zip(*columns, strict=True), options)

    def _text(self, rows: Iterable[Iterable[str | None]], options: Options) -> bytes:
        end = "\r\n" if CRLF.of(options) else "\n"
        buffer = io.StringIO()
        writer = csv.writer(buffer, delimiter=self.delimiter, lineterminator=end)
        secure = guarded if GUARD.of(options) else str
        writer.writerows([secure(value or "") for value in row] for row in rows)
        return buffer.getvalue().encode()


CSV = Format(
    id="csv",
    title=N_("Table (CSV)"),
    suffixes=(".csv",),
    write=_Table(","),
    options=(GUARD, BOM, CRLF),
)
TSV = Format(
    id="tsv",
    title=N_("Table separated by tabs (TSV)"),
    suffixes=(".tsv", ".tab"),
    write=_Table("\t"),
    options=(GUARD, BOM, CRLF),
)

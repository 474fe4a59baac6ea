"""Tables for spreadsheets: a header with the names of the fields, then a row an entry.

The guard against formulas is the same wherever a table is written: a value that a spreadsheet
would calculate (it begins with = + - @, their full-width forms, a tab or a line break) gets an
apostrophe in front, and so does a value that already begins with an apostrophe and one of these,
so that ``unguarded`` gives back what was there. See https://owasp.org/www-community/attacks/CSV_Injection.
"""

from __future__ import annotations

import csv
import io
import locale
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import N_, language

from .base import Choice, Format, Option, Options, blocks, values_of

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .base import Ids

EXCEL = Option(
    "excel",
    N_("For Excel"),
    explanation=N_(
        "Marked as UTF-8, separated by what Excel expects in your language, and guarded against "
        "formulas."
    ),
)
DELIMITER = Option(
    "delimiter",
    N_("Between the cells"),
    default="auto",
    explanation=N_("Usual is a comma; for Excel, what it expects in your language."),
    choices=(
        Choice("auto", N_("Usual")),
        Choice(",", N_("Comma")),
        Choice(";", N_("Semicolon")),
        Choice("|", N_("Bar")),
    ),
)
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
_RISKY = frozenset("'=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_BOM = "\ufeff".encode()
_WITH_COMMA = frozenset((
    "be", "bg", "cs", "da", "de", "el", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it", "lt",
    "lv", "nb", "nl", "nn", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "tr", "uk", "vi",
))  # fmt: skip
"""Languages that write decimals with a comma, where Excel separates cells by semicolons."""


def guarded(value: str) -> str:
    """``value`` as text that no spreadsheet calculates."""
    return f"'{value}" if _FORMULA.match(value) else value


def unguarded(value: str) -> str:
    """What ``guarded`` was given."""
    return value[1:] if value.startswith("'") and _FORMULA.match(value) else value


def guarded_column(values: Sequence[str | None]) -> Sequence[str | None]:
    """A whole column guarded; nearly always nothing in it has to be."""
    if _RISKY.isdisjoint({value[:1] for value in values if value}):
        return values
    return [value and guarded(value) for value in values]


def local_delimiter() -> str:
    """What Excel puts between the cells of a CSV file on this system."""
    try:
        spoken = (locale.getlocale()[0] or "").partition("_")[0].lower()
    except ValueError:  # a locale that Python does not know
        spoken = ""
    spoken = spoken if len(spoken) == 2 else language()
    return ";" if spoken in _WITH_COMMA else ","


@dataclass(frozen=True, slots=True)
class _Table:
    """How the cells of a row are kept apart (empty: as the options say); calling it writes."""

    delimiter: str = ""

    def __call__(
        self, doc: Document, options: Options, ids: Ids | None = None, /
    ) -> Iterator[bytes | memoryview]:
        """A header and a row an entry, in UTF-8; a field that is absent is an empty cell."""
        names = [field.name for field in fields_of(doc.kind)]
        is_excel = EXCEL.of(options)
        if BOM.of(options) or is_excel:
            yield _BOM
        delimiter = self._delimiter(options)
        yield self._text([names], delimiter, options)
        is_guarded = GUARD.of(options) or is_excel
        for part in blocks(doc, ids):
            columns: list[Sequence[str | None]] = [values_of(doc, part, name) for name in names]
            if is_guarded:
                columns = [guarded_column(column) for column in columns]
            yield self._text(zip(*columns, strict=True), delimiter, options)

    def _delimiter(self, options: Options) -> str:
        if self.delimiter:
            return self.delimiter
        chosen = DELIMITER.text_of(options)
        if chosen != DELIMITER.default:
            return chosen
        return local_delimiter() if EXCEL.of(options) else ","

    def _text(
        self, rows: Iterable[Iterable[str | None]], delimiter: str, options: Options
    ) -> bytes:
        end = "\r\n" if CRLF.of(options) else "\n"
        buffer = io.StringIO()
        csv.writer(buffer, delimiter=delimiter, lineterminator=end).writerows(rows)
        return buffer.getvalue().encode()


CSV = Format(
    id="csv",
    title=N_("Table (CSV)"),
    suffixes=(".csv",),
    write=_Table(),
    options=(EXCEL, DELIMITER, GUARD, BOM, CRLF),
)
TSV = Format(
    id="tsv",
    title=N_("Table separated by tabs (TSV)"),
    suffixes=(".tsv", ".tab"),
    write=_Table("\t"),
    options=(GUARD, BOM, CRLF),
)

"""Dates of a column in W3C form, whichever way the program or the person before us wrote them.

A column is read as a whole: one date that can only be day first settles it for all the others.
"""

from __future__ import annotations

import re
import time
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from sitemap_editor.protocol.dates import read_date, with_zone
from sitemap_editor.protocol.foreign_dates import ORDERS, order_of
from sitemap_editor.rules.engine.blocks import Block, words_of
from sitemap_editor.rules.engine.gate_lastmod import gate_dates
from sitemap_editor.support.i18n import N_

from .rejects import Reason
from .uniform_dates import are_right

EXCEL_1904 = "excel-1904"
FORMATS = ("", *ORDERS, EXCEL_1904)
"""How dates of a column are understood: by evidence, day or month first, Excel's old Mac days."""

AMBIGUOUS = "csv-date-ambiguous"
_OPEN = N_("“{value}” can be day first or month first, and no date of the column tells which.")
_UNREADABLE = N_("“{value}” is no date that can be read.")

_SERIAL = re.compile(r"(\d{1,5})(\.\d+)?", re.ASCII)
_HTTP = re.compile(
    r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d GMT", re.ASCII
)
_MIDNIGHT = " 00:00:00 GMT"
_DAYS_TO_1904 = 1_462
_MOST_KNOWN = 65_536


@dataclass(frozen=True, slots=True)
class DateReport:
    """What a column of dates says: how many cells are which, and what settles their order.

    ``order`` is ``dmy``, ``mdy`` or empty, ``proof`` the cell that says so; ``is_mixed`` when cells
    prove both. ``ambiguous`` counts those that could be either and are left to the order.
    """

    dates: int = 0
    unreadable: int = 0
    ambiguous: int = 0
    order: str = ""
    proof: str = ""
    is_mixed: bool = False


def report_of(cells: Iterable[Sequence[str]], is_empty: Callable[[str], bool]) -> DateReport:
    """Look at a whole column, some cells at a time."""
    dates = unreadable = ambiguous = 0
    proofs: dict[str, str] = {}
    for block in cells:
        for cell in block:
            text = cell.strip()
            if is_empty(text):
                continue
            known = is_date(text)
            dates += known
            unreadable += not known
            ambiguous += read_date(text).is_open
            if order := order_of(text):
                proofs.setdefault(order, text)
    is_mixed = len(proofs) > 1
    order = next(iter(proofs)) if len(proofs) == 1 else ""
    return DateReport(dates, unreadable, ambiguous, order, proofs.get(order, ""), is_mixed)


def is_date(text: str) -> bool:
    """Whether a trimmed cell can be read as a date, be it day or month first."""
    reading = read_date(text)
    return reading.is_valid or bool(reading.suggestion) or localised(text) is not None


class DateReader:
    """Turns cells into dates; remembers those it met.

    ``find_order`` looks through the whole column and is asked once, when the first date needs it.
    """

    def __init__(
        self,
        form: str,
        zone: str,
        is_empty: Callable[[str], bool],
        find_order: Callable[[], str],
    ) -> None:
        self._form = form
        self._zone = zone
        self._is_empty = is_empty
        self._find_order = find_order
        self._order = form if form in ORDERS else None
        self._known: dict[str, str | Reason] = {}
        self._days: dict[str, str] = {}
        self._now = int(time.time())

    def read(self, cells: list[str]) -> tuple[list[str], list[tuple[int, Reason]]]:
        """The dates of some cells, "" for none, and which cells were no use."""
        odd = self._odd(cells)
        if not odd:
            return cells, []
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        values = list(cells)
        flaws: list[tuple[int, Reason]] = []
        for number in odd:
            cell = cells[number]
            value = self._known.get(cell)
            if value is None:
                value = self._known[cell] = self._http(cell) or self._read(cell)
            if isinstance(value, Reason):
                flaws.append((number, value))
                value = ""
            values[number] = value
        return values, flaws

    def _odd(self, cells: list[str]) -> list[int]:
        """The cells that are neither empty nor certainly right as they stand."""
        text = "".join(cells)
        if not text.isascii():
            return list(range(len(cells)))
        if are_right(cells, text):
            return []
        lengths = np.fromiter(map(len, cells), np.int64, len(cells))
        source = text.encode() + bytes(8)
        block = Block(lengths, source, words_of(source), np.cumsum(lengths) - lengths, lengths)
        odd = ~gate_dates(block, self._now).clean & (lengths > 0)
        return np.flatnonzero(odd).tolist()

    def _http(self, cell: str) -> str:
        """A date as servers write it, of which crawlers bring millions: by its day; else empty."""
        if _HTTP.fullmatch(cell) is None:
            return ""
        day = self._days.get(cell[:16])
        if day is None:
            value = self._read(f"{cell[:16]}{_MIDNIGHT}")
            is_day = isinstance(value, str) and value[10:] == "T00:00:00+00:00"
            day = self._days[cell[:16]] = str(value)[:10] if is_day else ""
        return f"{day}T{cell[17:25]}+00:00" if day else ""

    def _read(self, cell: str) -> str | Reason:
        text = cell.strip().removeprefix("'")
        if self._is_empty(text):
            return ""
        shown = (("value", text[:60]),)
        if self._form == EXCEL_1904 and (serial := _SERIAL.fullmatch(text)):
            text = f"{int(serial[1]) + _DAYS_TO_1904}{serial[2] or ''}"
        reading = read_date(text, self._order or "")
        if reading.is_valid:
            return text
        if reading.is_open:
            if self._order is None:
                self._order = self._find_order()
            if not self._order:
                return Reason(AMBIGUOUS, _OPEN, shown)
            reading = read_date(text, self._order)
        zoned = None
        if reading.moment and self._zone != "cut":
            zoned = with_zone(reading.moment, self._zone)
        value = zoned or reading.suggestion or localised(text)
        return value or Reason("date-unreadable", _UNREADABLE, shown)


# Names of months in other languages

_MONTHS = """
janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre
januar februar marz april mai juni juli august september oktober november dezember
janner feber maerz april mai juni juli august september oktober november dezember
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
"""
_LOCALISED = re.compile(
    r"(?:\w+,? )?(\d{1,2})(?:\.|er)? (?:de )?([^\W\d]{3,})\.?(?: de)?,? (\d{4})\b.*"
)


@cache
def _month_names() -> tuple[tuple[str, int], ...]:
    rows = [line.split() for line in _MONTHS.split("\n") if line]
    return tuple((_plain(name), number) for row in rows for number, name in enumerate(row, 1))


def localised(text: str) -> str | None:
    """The day of a date with the name of a month in another language than English."""
    found = _LOCALISED.fullmatch(text)
    if found is None:
        return None
    word = _plain(found[2])
    months = {number for name, number in _month_names() if name.startswith(word)}
    if len(months) != 1:
        return None
    reading = f"{found[3]}-{months.pop():02}-{int(found[1]):02}"
    return reading if read_date(reading).is_valid else None


def _plain(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c))

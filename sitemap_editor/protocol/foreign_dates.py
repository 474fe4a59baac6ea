"""Recognises dates written in another convention: day first, month names, Unix time, Excel."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = re.compile(
    r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T,]+\d{1,2}:\d{2}.*)?", re.ASCII
)
_MONTH_NAME = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*\b", re.IGNORECASE)
_RFC_822 = re.compile(
    r"(?:[A-Z][a-z]{2}, ?)?\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}(?::\d{2})? "
    r"(?:GMT|UTC?|Z|[+-]\d{4})",
    re.ASCII,
)
_EXCEL_START = date(1899, 12, 30)
_EXCEL_DAYS = range(20_000, 80_000)
"""Days that Excel counts from 1954 to 2119; other numbers of five digits mean nothing."""


@dataclass(frozen=True, slots=True)
class ForeignDate:
    """A date understood: W3C text (None when no day can be read out of it), and how surely."""

    text: str | None
    is_sure: bool = False


def read_foreign(value: str) -> ForeignDate | None:
    """Read a date in another convention than year, month, day; None when it is none."""
    for reader in (_day_and_month, _http_date, _named_month, _unix_time, _excel_serial):
        found = reader(value)
        if found is not None:
            return found
    return None


def _day_and_month(value: str) -> ForeignDate | None:
    match = _NUMBERS.fullmatch(value)
    if match is None:
        return None
    first, second = int(match[1]), int(match[3])
    year = match[4] if len(match[4]) == 4 else f"20{match[4]}"
    month, day = (first, second) if second > 12 else (second, first)
    # One number above 12 can only be the day; of two small ones the day is the likelier first.
    sure = (first > 12) != (second > 12) or first == second
    return ForeignDate(f"{year}-{month:02}-{day:02}", sure and len(match[4]) == 4)


def _http_date(value: str) -> ForeignDate | None:
    if not _RFC_822.fullmatch(value):
        return None
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return ForeignDate(None)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return ForeignDate(moment.isoformat(timespec="seconds"), is_sure=True)


def _named_month(value: str) -> ForeignDate | None:
    name = _MONTH_NAME.search(value)
    if name is None or len(value) > 60:
        return None
    year = re.search(r"(?<!\d)(\d{4})(?!\d)", value)
    day = re.search(r"(?<![\d:])(\d{1,2})(?:st|nd|rd|th)?(?![\d:])", value)
    if year is None or day is None:
        return ForeignDate(None) if year is not None else None
    month = _MONTHS.index(name[1].lower()) + 1
    return ForeignDate(f"{year[1]}-{month:02}-{int(day[1]):02}")


def _unix_time(value: str) -> ForeignDate | None:
    if not re.fullmatch(r"\d{10}|\d{13}", value, re.ASCII):
        return None
    moment = datetime.fromtimestamp(int(value[:10]), tz=UTC)
    return ForeignDate(moment.isoformat(timespec="seconds"), is_sure=True)


def _excel_serial(value: str) -> ForeignDate | None:
    match = re.fullmatch(r"(\d{5})(?:\.\d+)?", value, re.ASCII)
    if match is None or int(match[1]) not in _EXCEL_DAYS:
        return None
    return ForeignDate((_EXCEL_START + timedelta(days=int(match[1]))).isoformat())

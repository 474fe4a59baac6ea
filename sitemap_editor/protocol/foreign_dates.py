"""Recognises dates written in another convention: day first, month names, Unix time, Excel."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBERS = re.compile(
    r"(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(.*))?",
    re.ASCII,
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


ORDERS = ("dmy", "mdy")
"""Day first, or month first."""


@dataclass(frozen=True, slots=True)
class ForeignDate:
    """A date understood: W3C text (None when no day can be read out of it), and how surely.

    ``moment`` is day and time without the zone that is missing; ``way`` tells how the text was
    understood: ``dmy``, ``mdy``, ``http``, ``name``, ``unix`` or ``excel``. ``is_open`` when day
    and month could be the other way round.
    """

    text: str | None
    is_sure: bool = False
    moment: str = ""
    way: str = ""
    is_open: bool = False


def read_foreign(value: str, order: str = "") -> ForeignDate | None:
    """Read a date in another convention than year, month, day; None when it is none.

    ``order`` (``dmy`` or ``mdy``) decides where day and month could be either.
    """
    found = _day_and_month(value, order)
    if found is not None:
        return found
    for reader in (_http_date, _named_month, _unix_time, _excel_serial):
        found = reader(value)
        if found is not None:
            return found
    return None


def order_of(value: str) -> str:
    """The order of day and month that a date proves by a number above 12; empty when it does not.

    Nothing is proved by the same number twice.
    """
    match = _NUMBERS.fullmatch(value)
    if match is None:
        return ""
    first, second = int(match[1]), int(match[3])
    if (first > 12) == (second > 12):
        return ""
    return "dmy" if first > 12 else "mdy"


def _day_and_month(value: str, order: str) -> ForeignDate | None:
    match = _NUMBERS.fullmatch(value)
    if match is None:
        return None
    first, second = int(match[1]), int(match[3])
    year = match[4] if len(match[4]) == 4 else f"20{match[4]}"
    # One number above 12 can only be the day; of two small ones the day is the likelier first.
    is_open = first <= 12 and second <= 12 and first != second
    way = order_of(value) or (order if is_open and order else "dmy")
    month, day = (first, second) if way == "mdy" else (second, first)
    text = f"{year}-{month:02}-{day:02}"
    sure = (not is_open or bool(order)) and len(match[4]) == 4
    return ForeignDate(text, sure, _moment(text, match), way, is_open)


def _moment(day: str, match: re.Match[str]) -> str:
    hour, minute, second, rest = match[5], match[6], match[7], match[8]
    if hour is None or (rest or "").strip():
        return ""
    is_real = int(hour) < 24 and int(minute) < 60 and int(second or 0) < 60
    return f"{day}T{int(hour):02}:{minute}:{second or '00'}" if is_real else ""


def _http_date(value: str) -> ForeignDate | None:
    if not _RFC_822.fullmatch(value):
        return None
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return ForeignDate(None)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return ForeignDate(moment.isoformat(timespec="seconds"), is_sure=True, way="http")


def _named_month(value: str) -> ForeignDate | None:
    name = _MONTH_NAME.search(value)
    if name is None or len(value) > 60:
        return None
    year = re.search(r"(?<!\d)(\d{4})(?!\d)", value)
    day = re.search(r"(?<![\d:])(\d{1,2})(?:st|nd|rd|th)?(?![\d:])", value)
    if year is None or day is None:
        return ForeignDate(None) if year is not None else None
    month = _MONTHS.index(name[1].lower()) + 1
    return ForeignDate(f"{year[1]}-{month:02}-{int(day[1]):02}", way="name")


def _unix_time(value: str) -> ForeignDate | None:
    if not re.fullmatch(r"\d{10}|\d{13}", value, re.ASCII):
        return None
    moment = datetime.fromtimestamp(int(value[:10]), tz=UTC)
    return ForeignDate(moment.isoformat(timespec="seconds"), is_sure=True, way="unix")


def _excel_serial(value: str) -> ForeignDate | None:
    match = re.fullmatch(r"(\d{5})(?:\.\d+)?", value, re.ASCII)
    if match is None or int(match[1]) not in _EXCEL_DAYS:
        return None
    day = (_EXCEL_START + timedelta(days=int(match[1]))).isoformat()
    return ForeignDate(day, moment=_time_of_serial(day, value), way="excel")


def _time_of_serial(day: str, value: str) -> str:
    """The moment a serial with a fraction of a day names, to the second."""
    _whole, point, rest = value.partition(".")
    if not point:
        return ""
    seconds = min(round(float(f"0.{rest}") * 86_400), 86_399)
    return f"{day}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"

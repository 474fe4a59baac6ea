"""Dates as feeds write them: RFC 822 in RSS, RFC 3339 in Atom, and the W3C form of sitemaps.

Sources: RSS 2.0 specification ("all date-times conform to RFC 822, except that the year may have
two or four characters, four preferred"), RFC 822 section 5, RFC 4287 section 3.3.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

from .dates import read_date

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_ZONES = {
    **dict.fromkeys(("UT", "GMT", "Z"), 0),
    **{f"{letter}ST": hours for letter, hours in zip("ECMP", (-5, -6, -7, -8), strict=True)},
    **{f"{letter}DT": hours for letter, hours in zip("ECMP", (-4, -5, -6, -7), strict=True)},
}
_RFC_822 = re.compile(
    rf"(?:(?:{'|'.join(_DAYS)}), )?(\d{{1,2}}) ({'|'.join(_MONTHS)}) (\d{{4}}|\d{{2}}) "
    rf"(\d\d):(\d\d)(?::(\d\d))? ({'|'.join(_ZONES)}|[+-]\d{{4}})",
    re.ASCII,
)
_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)", re.ASCII)


@lru_cache(maxsize=4096)
def w3c_of(text: str) -> str | None:
    """The date of a feed in W3C form; None when it cannot be read beyond doubt."""
    moment = _read_rfc_822(text)
    if moment is not None:
        return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
    reading = read_date(text)
    if reading.is_valid:
        return text
    return reading.suggestion if reading.is_sure and reading.suggestion else None


def is_rfc_822(text: str) -> bool:
    """Whether a date of RSS is right: its form, and that the day exists."""
    return _read_rfc_822(text) is not None


def is_rfc_3339(text: str) -> bool:
    """Whether a date of Atom is right: day and time, seconds and zone, and that the day exists."""
    return _RFC_3339.fullmatch(text) is not None and read_date(text).is_valid


def rfc_822_of(text: str) -> str | None:
    """A W3C date as RSS writes it; None when it is none."""
    moment = _moment_of(text)
    if moment is None:
        return None
    day, month = _DAYS[moment.weekday()], _MONTHS[moment.month - 1]
    zone = moment.strftime("%z") if moment.utcoffset() else "GMT"
    return f"{day}, {moment.day:02} {month} {moment.year:04} {moment:%H:%M:%S} {zone}"


def rfc_3339_of(text: str) -> str | None:
    """A W3C date as Atom writes it; None when it is none."""
    if is_rfc_3339(text):
        return text
    moment = _moment_of(text)
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def _moment_of(text: str) -> datetime | None:
    """The moment a W3C date names; where it names no time, that is midnight of UTC."""
    reading = read_date(text)
    if not reading.is_valid:
        return None
    full = reading.suggestion or text
    parts = full.partition("T")
    day = "-".join([*parts[0].split("-"), "01", "01"][:3])
    try:
        moment = datetime.fromisoformat(f"{day}T{parts[2] or '00:00:00Z'}")
    except ValueError:  # such as year 0000
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _read_rfc_822(text: str) -> datetime | None:
    match = _RFC_822.fullmatch(text)
    if match is None:
        return None
    day, month, year, hour, minute, second, zone = match.groups()
    full_year = int(year) if len(year) == 4 else int(year) + (1900 if int(year) >= 70 else 2000)
    numbers = (full_year, _MONTHS.index(month) + 1, int(day), int(hour), int(minute))
    try:
        return datetime(*numbers, int(second or 0), tzinfo=timezone(_offset(zone)))
    except ValueError:
        return None


def _offset(zone: str) -> timedelta:
    if zone in _ZONES:
        return timedelta(hours=_ZONES[zone])
    minutes = int(zone[1:3]) * 60 + int(zone[3:5])
    return timedelta(minutes=-minutes if zone[0] == "-" else minutes)

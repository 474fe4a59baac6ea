"""Reads dates as sitemaps write them: the six W3C forms, and what stands there instead of them.

Source: https://www.w3.org/TR/NOTE-datetime. ``datetime.fromisoformat`` and the schema's types
accept other sets of texts, so neither is asked.
"""

from __future__ import annotations

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from .foreign_dates import read_foreign

W3C = re.compile(
    r"(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01])"
    r"(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d+)?)?"
    r"(Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00))?)?)?",
    re.ASCII,
)

_LOOSE = re.compile(
    r"(?P<year>\d{4})(?P<sep>[-/.])(?P<month>\d{1,2})(?P=sep)(?P<day>\d{1,2})"
    r"(?:(?P<t>[Tt]|[ _]+)(?P<hour>\d{1,2})"
    r"(?::(?P<minute>\d{2})(?::(?P<second>\d{2})(?P<fraction>[.,]\d*)?)?)?"
    r"(?P<gap> *)(?P<zone>[Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?",
    re.ASCII,
)
_COMPACT = re.compile(
    r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})"
    r"(?:[Tt ]?(?P<hour>\d{2})(?P<minute>\d{2})(?P<second>\d{2})?(?P<fraction>[.,]\d+)?"
    r"(?P<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?",
    re.ASCII,
)
_DATE_WITH_ZONE = re.compile(r"(\d{4}-\d{2}-\d{2}) ?(?:[Zz]|[+-]\d{2}:?\d{2})", re.ASCII)
_YEAR_SHAPE = re.compile(
    r"-\d{4,}-.*|-?0000(?:-.*)?|\d{5,}-\d\d-\d\d.*|\d{2,3}-\d\d-\d\d(?:[T ].*)?"
)
_ZERO_YEAR = re.compile(r"-.*|0000(?:-.*)?", re.ASCII)
_ONE_DATE = re.compile(r"\d{4}-\d{1,2}(?:-\d{1,2}(?:T[\d:.,]+(?:Z|[+-]\d\d:?\d\d)?)?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class DateReading:
    """What a text says as a date.

    ``verdict`` is None when it is a W3C form, else the end of the rule's code. ``instant`` is in
    seconds from 1970-01-01T00:00:00Z, None unless ``is_valid``. ``suggestion`` is the right text
    for it, empty when the date is best removed, None when nobody can know; ``is_sure`` says that
    it means the same beyond doubt. ``moment`` is day and time where only the zone is missing.
    ``way`` tells in which convention it was understood, ``is_open`` that day and month could be the
    other way round.
    """

    verdict: str | None
    instant: int | None = None
    suggestion: str | None = None
    is_sure: bool = False
    moment: str = ""
    way: str = ""
    is_open: bool = False

    @property
    def is_valid(self) -> bool:
        """Whether the text is one of the six W3C forms and the day exists."""
        return self.verdict in (None, "low-precision", "no-seconds")


INVALID = DateReading("invalid")


@lru_cache(maxsize=4096)
def read_date(value: str, order: str = "") -> DateReading:
    """Read a trimmed text as a date; narrow verdicts come before general ones.

    ``order`` (``dmy`` or ``mdy``) decides where day and month could be either.
    """
    for reader in _READERS:
        reading = reader(value)
        if reading is not None:
            return reading
    return _elsewhere(value, order) or INVALID


def moment_of(value: str | None) -> float:
    """The instant of a date to compare by: before all others where it is none."""
    instant = read_date(value).instant if value else None
    return float("-inf") if instant is None else instant


def with_zone(moment: str, zone: str) -> str | None:
    """A day and time with a zone (Z or ±hh:mm); None when the two make no date."""
    return _if_valid(f"{moment}{zone}")


def _w3c(value: str) -> DateReading | None:
    match = W3C.fullmatch(value)
    if match is None or match[1] == "0000":
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    if day > monthrange(year, max(month, 1))[1]:
        return DateReading("impossible")
    instant = seconds_of(year, max(month, 1), max(day, 1), hour, minute, second, match[7] or "Z")
    if match[3] is None:
        return DateReading("low-precision", instant)
    if match[4] is not None and match[6] is None:
        fixed = f"{value[:16]}:00{value[16:]}"
        return DateReading("no-seconds", instant, fixed, is_sure=True)
    return DateReading(None, instant)


def _year_shape(value: str) -> DateReading | None:
    if not _YEAR_SHAPE.fullmatch(value):
        return None
    if _ZERO_YEAR.fullmatch(value):
        return DateReading("year-shape", suggestion="", is_sure=True)
    short = re.fullmatch(r"(\d\d)-(\d\d)-(\d\d)", value, re.ASCII)
    return DateReading("year-shape", suggestion=_if_valid(f"20{value}") if short else None)


def _several(value: str) -> DateReading | None:
    pieces = [piece for piece in re.split(r"[\s,;|]+", value) if piece]
    if len(pieces) < 2 or not all(_ONE_DATE.fullmatch(piece) for piece in pieces):
        return None
    valid = [(reading.instant, piece) for piece in pieces if (reading := read_date(piece)).is_valid]
    latest = max(valid, key=lambda pair: pair[0] or 0)[1] if valid else None
    return DateReading("multiple-values", suggestion=latest)


def _date_with_zone(value: str) -> DateReading | None:
    match = _DATE_WITH_ZONE.fullmatch(value)
    if match is None:
        return None
    fixed = _if_valid(match[1])
    return DateReading("date-with-zone" if fixed else "impossible", None, fixed, fixed is not None)


def _loose(value: str) -> DateReading | None:
    match = _LOOSE.fullmatch(value)
    if match is None:
        return None
    parts = match.groupdict(default="")
    verdict = _fault(parts)
    if _is_end_of_day(parts):
        return DateReading("hour-24", suggestion=_next_day(parts))
    fixed = _if_valid(_written(parts, keep_short=verdict == "hour-only"))
    if fixed is None:
        return DateReading("impossible")
    moment = _moment(parts)
    return DateReading(verdict, None, fixed, is_sure=verdict != "invalid", moment=moment)


def _moment(parts: dict[str, str]) -> str:
    """Day and time of a date that has a time but no zone."""
    if not parts["hour"] or parts["zone"]:
        return ""
    return _written({**parts, "zone": "Z"})[:-1]


def _fault(parts: dict[str, str]) -> str:
    """The first thing wrong with a date in year-month-day order whose numbers are possible."""
    has_time = bool(parts["hour"])
    faults = (
        ("unpadded", parts["sep"] != "-" or any(len(parts[p]) == 1 for p in ("month", "day"))),
        ("unpadded", len(parts["hour"]) == 1),
        ("space-separator", has_time and parts["t"] not in ("T", "t")),
        ("hour-only", has_time and not parts["minute"] and bool(parts["zone"])),
        ("time-without-zone", has_time and not parts["zone"]),
        ("space-separator", bool(parts["gap"]) and parts["zone"] not in ("UTC", "GMT")),
        ("offset-without-colon", re.fullmatch(r"[+-]\d\d(\d\d)?", parts["zone"]) is not None),
        ("fraction-comma", parts["fraction"][:1] == "," or parts["fraction"] == "."),
        ("lowercase-tz", parts["t"] == "t" or parts["zone"] == "z"),
    )
    return next((name for name, is_so in faults if is_so), "invalid")


def _written(parts: dict[str, str], keep_short: bool = False) -> str:
    """The same moment in W3C form; without a zone only the day is certain."""
    date = f"{parts['year']}-{parts['month']:0>2}-{parts['day']:0>2}"
    if not parts["hour"] or not parts["zone"]:
        return date
    clock = f"{parts['hour']:0>2}:{parts['minute'] or '00'}"
    if parts["second"] or not keep_short:
        clock += f":{parts['second'] or '00'}"
    digits = parts["fraction"][1:]
    return f"{date}T{clock}{'.' + digits if digits else ''}{_zone(parts['zone'])}"


def _zone(zone: str) -> str:
    if zone.upper() in ("Z", "UTC", "GMT"):
        return "Z"
    return f"{zone[:3]}:{zone[3:].lstrip(':') or '00'}"


def _is_end_of_day(parts: dict[str, str]) -> bool:
    rest = (parts["minute"] or "00") + (parts["second"] or "00") + parts["fraction"].strip(".,0")
    return parts["hour"] == "24" and rest == "0000"


def _next_day(parts: dict[str, str]) -> str | None:
    day = _if_valid(_written({**parts, "hour": ""}))
    if day is None or day == "9999-12-31":
        return None
    after = datetime.strptime(day, "%Y-%m-%d") + timedelta(days=1)
    zone = _zone(parts["zone"]) if parts["zone"] else ""
    return f"{after:%Y-%m-%d}T00:00:00{zone}" if zone else f"{after:%Y-%m-%d}"


def _compact(value: str) -> DateReading | None:
    match = _COMPACT.fullmatch(value)
    if match is None or not 1900 <= int(match["year"]) <= 2100:
        return None
    parts = match.groupdict(default="")
    fixed = _if_valid(_written(parts))
    if fixed is None and len(value) in (10, 13):
        return None
    moment = _moment(parts) if fixed else ""
    return DateReading("compact", None, fixed, is_sure=fixed is not None, moment=moment)


def _impossible(value: str) -> DateReading | None:
    match = re.fullmatch(r"(\d{4})-(\d{2})", value, re.ASCII)
    return DateReading("impossible") if match else None


def _elsewhere(value: str, order: str) -> DateReading | None:
    found = read_foreign(value, order)
    if found is None:
        return None
    suggestion = _if_valid(found.text) if found.text else None
    sure = found.is_sure and suggestion is not None
    moment = found.moment if suggestion else ""
    return DateReading("locale-format", None, suggestion, sure, moment, found.way, found.is_open)


_READERS = (
    _w3c,
    _year_shape,
    _several,
    _date_with_zone,
    _loose,
    _compact,
    _impossible,
)


def _if_valid(text: str) -> str | None:
    reading = _w3c(text)
    return text if reading is not None and reading.is_valid else None


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def seconds_of(
    year: int, month: int, day: int, hour: int, minute: int, second: int, zone: str
) -> int:
    """Seconds from 1970-01-01T00:00:00Z of a moment that exists; ``zone`` is Z or ±hh:mm."""
    moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    seconds = (moment - _EPOCH) // timedelta(seconds=1)
    if zone == "Z":
        return seconds
    offset = int(zone[1:3]) * 3600 + int(zone[4:6]) * 60
    return seconds - offset if zone[0] == "+" else seconds + offset

"""The dates of many entries in little memory: seconds and a time zone an entry.

The usual forms (a day, or a second with its zone) are read many at a time, and written again
exactly as they stood. Other dates are kept as they are, as long as they are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.dates import read_date

from .index import looks_like_date, newest_among

Numbers = npt.NDArray[np.int64]
Letters = npt.NDArray[np.uint32]
Bools = npt.NDArray[np.bool_]

MOST_OTHERS = 100_000
"""Unusual dates that are kept; beyond, files are read again for the newest of each part."""

_DAY, _UTC, _ZONED, _LONGEST = 10, 20, 25, 26
_NONE, _OTHER, _ON_DAY = 0, 1, 2
"""Numbers of zones that are none; behind come those that were found."""
_MOST_ZONES = 250
_FIRST_YEAR, _LAST_YEAR = 1970, 2105
_DAYS_BEFORE = np.array([0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334], np.int64)
_LENGTHS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], np.int64)


class Dates:
    """What the entries say about when they changed; ``is_kept`` as long as that is remembered."""

    def __init__(self) -> None:
        self.is_kept = True
        self._count = 0
        self._zones: dict[str, int] = {}
        self._others: dict[int, str] = {}
        self._seconds: list[npt.NDArray[np.uint32]] = []
        self._codes: list[npt.NDArray[np.uint8]] = []
        self._other_places: Numbers | None = None

    def add(self, values: Sequence[str | None]) -> None:
        """Add the dates of further entries."""
        if not self.is_kept or not values:
            return
        texts = np.array([value or "" for value in values], f"U{_LONGEST}")
        letters = texts.view(np.uint32).reshape(len(texts), _LONGEST)
        seconds, codes = self._read(letters)
        for place in np.flatnonzero(codes == _OTHER).tolist():
            value = values[place] or ""
            if looks_like_date(value):
                self._others[self._count + place] = value
        self._count += len(values)
        self._seconds.append(seconds.astype(np.uint32))
        self._codes.append(codes)
        if len(self._others) > MOST_OTHERS or len(self._zones) > _MOST_ZONES:
            self.is_kept = False
            self._others, self._seconds, self._codes = {}, [], []

    def _read(self, letters: Letters) -> tuple[Numbers, npt.NDArray[np.uint8]]:
        """Seconds by the clock there, and the number of the zone, of each date."""
        lengths = np.count_nonzero(letters, axis=1)
        days, is_day = _days_of(letters)
        clock, is_time = _clock_of(letters)
        codes = np.where(lengths == 0, _NONE, _OTHER).astype(np.uint8)
        codes[is_day & (lengths == _DAY)] = _ON_DAY
        is_time &= is_day
        at_utc = is_time & (lengths == _UTC) & (letters[:, 19] == ord("Z"))
        for place in np.flatnonzero(at_utc)[:1].tolist():
            codes[at_utc] = self._zone_of(letters[place, 19:20])
        zoned = np.flatnonzero(is_time & (lengths == _ZONED))
        zones = letters[zoned, 19:_ZONED]
        keys = zones @ np.array([1 << 20, 1 << 16, 1 << 12, 1 << 8, 1 << 4, 1], np.uint32)
        found, first, places = np.unique(keys, return_index=True, return_inverse=True)
        if len(found):
            numbers = np.array([self._zone_of(zones[at]) for at in first.tolist()], np.uint8)
            codes[zoned] = numbers[places]
        return days * 86_400 + np.where(codes > _ON_DAY, clock, 0), codes

    def _zone_of(self, letters: Letters) -> int:
        """The number of a zone; one that cannot be is told as other dates are."""
        text = "".join(map(chr, letters.tolist()))
        if text not in self._zones:
            is_zone = read_date(f"2024-01-01T00:00:00{text}").instant is not None
            is_zone = is_zone and looks_like_date(f"2024-01-01T00:00:00{text}")
            self._zones[text] = len(self._zones) + _ON_DAY + 1 if is_zone else _OTHER
        return min(self._zones[text], 255)

    # What is asked

    def newest_of(self, places: Numbers) -> str | None:
        """The newest date of the entries at these places, as it is written; while they are kept."""
        self._join()
        texts = [*self._newest_by_zone(places), *self._others_at(places)]
        return newest_among(lambda: texts)

    def _join(self) -> None:
        if self._other_places is None:
            self._other_places = np.array(sorted(self._others), np.int64)
            self._seconds = [np.concatenate([np.zeros(0, np.uint32), *self._seconds])]
            self._codes = [np.concatenate([np.zeros(0, np.uint8), *self._codes])]

    def _newest_by_zone(self, places: Numbers) -> Iterator[str]:
        seconds, codes = self._seconds[0][places], self._codes[0][places]
        names = {number: text for text, number in self._zones.items()}
        for code in np.flatnonzero(np.bincount(codes, minlength=_ON_DAY + 1)).tolist():
            if code >= _ON_DAY:
                newest = int(seconds[codes == code].max())
                moment = datetime.fromtimestamp(newest, UTC).replace(tzinfo=None).isoformat()
                yield moment[:_DAY] if code == _ON_DAY else moment + names[code]

    def _others_at(self, places: Numbers) -> list[str]:
        assert self._other_places is not None
        found = self._other_places
        if not len(found) or not len(places):
            return []
        low, high = np.searchsorted(found, (places[0], places[-1] + 1)).tolist()
        chosen = found[low:high]
        at = np.minimum(np.searchsorted(places, chosen), len(places) - 1)
        return [self._others[place] for place in chosen[places[at] == chosen].tolist()]


def _number(letters: Letters, first: int, count: int) -> tuple[Numbers, Bools]:
    """The number that stands at some letters of each text, and whether they are digits."""
    digits = letters[:, first : first + count].astype(np.int64) - ord("0")
    is_number: Bools = np.all((digits >= 0) & (digits <= 9), axis=1)
    number = digits[:, 0]
    for column in range(1, count):
        number = number * 10 + digits[:, column]
    return number, is_number


def _days_of(letters: Letters) -> tuple[Numbers, Bools]:
    """Days since 1970 of texts that begin with a day there is."""
    (year, a), (month, b), (day, c) = (
        _number(letters, 0, 4),
        _number(letters, 5, 2),
        _number(letters, 8, 2),
    )
    dash = ord("-")
    is_day = a & b & c & (letters[:, 4] == dash) & (letters[:, 7] == dash)
    is_day &= (year >= _FIRST_YEAR) & (year <= _LAST_YEAR) & (month >= 1) & (month <= 12)
    year, month = np.where(is_day, year, _FIRST_YEAR), np.where(is_day, month, 1)
    is_leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    is_day &= (day >= 1) & (day <= _LENGTHS[month] + (is_leap & (month == 2)))
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400 - 719_162
    days += _DAYS_BEFORE[month] + (is_leap & (month > 2)) + np.where(is_day, day, 1) - 1
    return days, is_day


def _clock_of(letters: Letters) -> tuple[Numbers, Bools]:
    """Seconds of the day of texts that have a time of the day behind a day."""
    (hour, a), (minute, b), (second, c) = (
        _number(letters, 11, 2),
        _number(letters, 14, 2),
        _number(letters, 17, 2),
    )
    colon = ord(":")
    is_time = a & b & c & (letters[:, 10] == ord("T"))
    is_time &= (letters[:, 13] == colon) & (letters[:, 16] == colon)
    is_time &= (hour <= 23) & (minute <= 59) & (second <= 59)
    return np.where(is_time, hour * 3600 + minute * 60 + second, 0), is_time

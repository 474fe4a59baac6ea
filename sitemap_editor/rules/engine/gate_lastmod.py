"""Which dates are certainly clean, told for thousands at a time by arithmetic on their digits."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sitemap_editor.rules.lastmod import DAY, START_OF_1995, SUSPECT_MIDNIGHTS

from .blocks import Block, Bools, Ints, Words

NO_INSTANT = np.iinfo(np.int64).min
_DATE, _ZULU, _MILLIS, _OFFSET = 10, 20, 24, 25
"""Lengths of 2024-05-01, with T08:30:00Z, with T08:30:00.000Z, and with T08:30:00+02:00."""


def _pattern(text: bytes) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Which bytes are separators, what they are, and which are digits (``0`` in the text)."""
    fixed = bytes(0 if byte in b"0*" else 0xFF for byte in text)
    wanted = bytes(0 if byte in b"0*" else byte for byte in text)
    digits = bytes(0xFF if byte == ord("0") else 0 for byte in text)
    return _number(fixed), _number(wanted), _number(digits)


def _number(text: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(text.ljust(8, b"\0")[:8], "little"))


_MONTH = _pattern(b"0000-00-")
_DAY_ONLY = _pattern(b"00")
_DAY_TIME = _pattern(b"00T00:00")
_SECONDS_Z = _pattern(b":00Z")
_SECONDS_MILLIS = _pattern(b":00.000Z")
_SECONDS_OFFSET = _pattern(b":00*00:0")

_ZEROES = _number(b"00000000")
_SIXES = np.uint64(0x0606060606060606)
_TENS = np.uint64(0xF0F0F0F0F0F0F0F0)
_NIBBLE = np.uint64(15)


def _fits(words: Words, pattern: tuple[np.uint64, np.uint64, np.uint64]) -> Bools:
    fixed, wanted, digits = pattern
    values = (words ^ _ZEROES) & digits
    fits: Bools = ((values | (values + (_SIXES & digits))) & _TENS) == 0
    fits &= (words & fixed) == wanted
    return fits


def _digit(words: Words, place: int) -> Ints:
    return ((words >> np.uint64(8 * place)) & _NIBBLE).astype(np.int64)


def _two(words: Words, place: int) -> Ints:
    return _digit(words, place) * 10 + _digit(words, place + 1)


class Dates(NamedTuple):
    """What the gate found out about n dates.

    ``clean``: no rule about the value has anything to say. ``instants``: seconds since 1970 where
    clean, else NO_INSTANT. ``date_only``: clean and without a time.
    """

    clean: Bools
    instants: Ints
    date_only: Bools


def gate_dates(block: Block, now: int) -> Dates:
    """Look at a block of dates."""
    count = len(block.ids)
    found = Dates(
        np.zeros(count, np.bool_),
        np.full(count, NO_INSTANT, np.int64),
        np.zeros(count, np.bool_),
    )
    for length in (_DATE, _OFFSET, _ZULU, _MILLIS):
        rows = np.flatnonzero(block.lengths == length)
        if len(rows):
            _gate_length(block, rows, length, now, found)
    return found


def _gate_length(block: Block, rows: Ints, length: int, now: int, found: Dates) -> None:
    month_word, day_word = block.words_at(rows, 0), block.words_at(rows, 8)
    fits = _fits(month_word, _MONTH) & _fits(day_word, _DAY_ONLY if length == _DATE else _DAY_TIME)
    year = _two(month_word, 0) * 100 + _two(month_word, 2)
    month, day = _two(month_word, 5), _two(day_word, 0)
    instants = days_since_1970(year, month, day) * DAY
    fits &= (month >= 1) & (month <= 12) & (day >= 1) & (day <= _days_in(year, month))
    if length != _DATE:
        seconds, is_time = _time_of(block, rows, length, day_word)
        instants += seconds
        fits &= is_time
    fits &= (instants >= START_OF_1995) & (instants <= now + DAY)
    fits &= ~np.isin(instants, SUSPECT_MIDNIGHTS)
    chosen = rows[fits]
    found.clean[chosen] = True
    found.instants[chosen] = instants[fits]
    found.date_only[chosen] = length == _DATE


def _time_of(block: Block, rows: Ints, length: int, day_word: Words) -> tuple[Ints, Bools]:
    """Seconds from midnight UTC, and whether there are such a time and zone."""
    words = block.words_at(rows, 16)
    hour, minute, second = _two(day_word, 3), _two(day_word, 6), _two(words, 1)
    fits = (hour <= 23) & (minute <= 59) & (second <= 59)
    seconds = hour * 3600 + minute * 60 + second
    if length == _ZULU:
        return seconds, fits & _fits(words, _SECONDS_Z)
    if length == _MILLIS:
        return seconds, fits & _fits(words, _SECONDS_MILLIS)
    last = block.words_at(rows, 24)
    sign = (words >> np.uint64(24)) & np.uint64(0xFF)
    hours, minutes = _two(words, 4), _digit(words, 7) * 10 + _digit(last, 0)
    fits &= _fits(words, _SECONDS_OFFSET) & _fits(last, _pattern(b"0"))
    fits &= (sign == ord("+")) | (sign == ord("-"))
    fits &= (minutes <= 59) & ((hours <= 13) | ((hours == 14) & (minutes == 0)))
    offset = hours * 3600 + minutes * 60
    return np.where(sign == ord("+"), seconds - offset, seconds + offset), fits


_MONTH_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], np.int64)


def _days_in(year: Ints, month: Ints) -> Ints:
    is_leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    days: Ints = _MONTH_DAYS[np.minimum(month, 12)] + (is_leap & (month == 2))
    return days


def days_since_1970(year: Ints, month: Ints, day: Ints) -> Ints:
    """Days from 1970-01-01, by the proleptic Gregorian calendar (years counted from March)."""
    years = year - (month <= 2)
    era = years // 400
    of_era = years - era * 400
    of_year = (153 * (month + np.where(month > 2, -3, 9)) + 2) // 5 + day - 1
    days: Ints = era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468
    return days

"""Group J, third part: numbers, and what is yes or no."""

from __future__ import annotations

import re
from decimal import Decimal

from sitemap_editor.markup.elements import Element
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.base import URLSET_ONLY, Context, Hit, rule
from sitemap_editor.rules.lastmod import DAY
from sitemap_editor.rules.priority import number_of, written
from sitemap_editor.support.i18n import N_

from .part_hits import each, each_of, text_fix, value_hit
from .parts import Part

MAX_DURATION = 28_800
MAX_RATING = 5
YES_NO = ("family_friendly", "requires_subscription", "live")


_INTEGER = re.compile(r"\+?0*(\d{1,9})", re.ASCII)
_CLOCK = re.compile(r"(?:(\d{1,3}):([0-5]?\d)|(\d{1,3})):([0-5]\d)", re.ASCII)
_PERIOD = re.compile(
    r"P(?:0*(\d{1,4})D)?T(?:0*(\d{1,6})H)?(?:0*(\d{1,7})M)?(?:0*(\d{1,9})(?:\.0+)?S)?", re.ASCII
)


@rule(
    "video-duration-invalid",
    title=N_("Duration of a video cannot be used"),
    message=N_(
        "“{value}” is no duration; it must be a whole number of seconds from 1 to 28,800 (8 "
        "hours), such as “{example}”. Google reports “Invalid tag value”."
    ),
    kinds=URLSET_ONLY,
)
def video_duration_invalid(part: Part, _context: Context) -> Hit | None:
    """The duration is not a whole number of seconds from 1 to 28,800.

    Good: ``600``. Bad: ``10:00``, ``PT10M``, ``0``.
    """
    return each(part, "duration", _duration)


def _duration(part: Part, child: Element) -> Hit | None:
    number = _INTEGER.fullmatch(child.text)
    if number is not None and 1 <= int(number[1]) <= MAX_DURATION:
        return None
    seconds = _shorter(int(number[1])) if number is not None else _seconds_of(child.text)
    if not seconds:
        return value_hit(part, child, None, {"example": "600"})
    is_sure = number is None and seconds <= MAX_DURATION
    example = str(min(seconds, MAX_DURATION))
    return value_hit(part, child, text_fix(child, example, is_sure=is_sure), {"example": example})


def _seconds_of(text: str) -> int | None:
    """The seconds that another notation means: clock, ISO 8601, or a number with zeros behind."""
    clock = _CLOCK.fullmatch(text)
    if clock is not None:
        hours, minutes = (clock[1], clock[2]) if clock[1] else ("0", clock[3])
        return int(hours) * 3600 + int(minutes) * 60 + int(clock[4])
    period = _PERIOD.fullmatch(text)
    if period is not None:
        days, hours, minutes, seconds = (int(piece or 0) for piece in period.groups())
        return days * DAY + hours * 3600 + minutes * 60 + seconds
    if re.fullmatch(r"\+?\d{10,}", text, re.ASCII):
        return MAX_DURATION + 1
    decimal = re.fullmatch(r"0*(\d{1,9})\.0*", text, re.ASCII)
    return int(decimal[1]) if decimal is not None else None


def _shorter(seconds: int) -> int:
    """What a number above the limit means: milliseconds if they are that, else itself."""
    return seconds // 1000 if seconds and (seconds % 1000 == 0 or seconds > 1_000_000) else seconds


@rule(
    "video-rating-invalid",
    title=N_("Rating of a video cannot be used"),
    message=N_(
        "“{value}” is no rating; it must be a number from 0.0 to 5.0 with a point, such as "
        "“{example}”. Google reports “Invalid tag value”."
    ),
    kinds=URLSET_ONLY,
)
def video_rating_invalid(part: Part, _context: Context) -> Hit | None:
    """The rating is not a decimal number from 0.0 to 5.0.

    Good: ``4.5``. Bad: ``4,5``, ``9.1``, ``good``.
    """
    return each(part, "rating", _rating)


def _rating(part: Part, child: Element) -> Hit | None:
    number = number_of(child.text)
    if number is not None and 0 <= number <= MAX_RATING:
        return None
    has_comma = re.fullmatch(r"\d+,\d+", child.text, re.ASCII) is not None
    if has_comma:
        number = number_of(child.text.replace(",", "."))
    if number is None or not 0 <= number <= 100:
        return value_hit(part, child, None, {"example": "4.5"})
    if number <= MAX_RATING:
        example = child.text.replace(",", ".")
        return value_hit(part, child, text_fix(child, example), {"example": example})
    example = written(number / Decimal(2 if number <= 10 else 20))
    return value_hit(part, child, text_fix(child, example, is_sure=False), {"example": example})


_GROUPED = re.compile(r"\d{1,3}(?P<mark>[,.'’_ \u00a0\u2009\u202f])\d{2,3}(?:(?P=mark)\d{2,3})*")


@rule(
    "video-view-count-invalid",
    title=N_("View count of a video cannot be used"),
    message=N_(
        "“{value}” is no view count; it must be a whole number in digits alone, such as "
        "“{example}”. Google does not use what it cannot read."
    ),
    kinds=URLSET_ONLY,
)
def video_view_count_invalid(part: Part, _context: Context) -> Hit | None:
    """The view count is not a whole number of digits.

    Good: ``12345``. Bad: ``12,345``, ``12k``.
    """
    return each(part, "view_count", _view_count)


def _view_count(part: Part, child: Element) -> Hit | None:
    text = child.text
    if re.fullmatch(r"\+?\d+", text, re.ASCII):
        return None
    grouped = _GROUPED.fullmatch(text)
    if grouped is not None and len(text.rpartition(grouped["mark"])[2]) == 3:
        example = text.replace(grouped["mark"], "")
        return value_hit(part, child, text_fix(child, example), {"example": example})
    return value_hit(part, child, None, {"example": "12345"})


_MEANT = {"true": "yes", "1": "yes", "y": "yes", "false": "no", "0": "no", "n": "no"}
_SCHEMA = frozenset(("Yes", "YES", "No", "NO"))


@rule(
    "video-yes-no-invalid",
    title=N_("Neither yes nor no"),
    message=N_(
        "“{value}” is not what <{name}> takes: yes or no, in small letters. "
        "Google reports “Invalid tag value”."
    ),
    kinds=URLSET_ONLY,
)
def video_yes_no_invalid(part: Part, _context: Context) -> Hit | None:
    """``family_friendly``, ``requires_subscription`` or ``live`` is not ``yes`` or ``no``.

    Good: ``yes``. Bad: ``true``, ``1``. Capital letters are in the schema, not on Google's page.
    """
    return each_of(part, YES_NO, _yes_no)


def _yes_no(part: Part, child: Element) -> Hit | None:
    text = child.text
    if text in ("yes", "no"):
        return None
    lower = text.lower()
    right = lower if lower in ("yes", "no") else _MEANT.get(lower)
    hit = value_hit(part, child, text_fix(child, right))
    if text in _SCHEMA:
        return hit._replace(severity=Severity.INFO, message=_CAPITAL)
    return hit


_CAPITAL = N_(
    "“{value}” in <{name}> has capital letters; Google's page asks for yes or no in small ones. "
    "Its schema allows both."
)


RULES = (
    video_duration_invalid,
    video_rating_invalid,
    video_view_count_invalid,
    video_yes_no_invalid,
)

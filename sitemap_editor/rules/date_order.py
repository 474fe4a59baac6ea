"""How a date that is not in W3C form is understood, and what people are asked and told about it."""

from __future__ import annotations

from sitemap_editor.protocol.dates import DateReading, with_zone
from sitemap_editor.protocol.foreign_dates import ORDERS, order_of
from sitemap_editor.support.i18n import N_

from .base import Context, Note
from .questions import answer_to

_BY_EVIDENCE = {
    "dmy": N_("day first, because entry {row} says {value}"),
    "mdy": N_("month first, because entry {row} says {value}"),
}
_BY_ITSELF = {
    "dmy": N_("day first: there is no such month"),
    "mdy": N_("month first: there is no such month"),
}
_BY_ANSWER = {"dmy": N_("day first, as you said"), "mdy": N_("month first, as you said")}
_BY_CUSTOM = N_("day first, which nothing in this file proves")
_WAYS = {
    "excel": N_("days as Excel counts them from 1900"),
    "unix": N_("time as computers count it from 1970"),
    "http": N_("date as in the headers of mail and web servers"),
    "name": N_("month by its name"),
}
_CUT = N_("the day alone, since its zone is not known")
_ZONED = N_("in the zone {zone}, as you said")


def answered_order(context: Context) -> str:
    """The order that people named; empty when they did not."""
    given = context.answers.get("date_order", "")
    return given if given in ORDERS else ""


def proved_order(text: str, context: Context) -> str:
    """The order that other dates of the file prove for this one; empty when they do not.

    They must have the same sign between the numbers: 05/13/2026 says nothing about 01.02.2026.
    """
    seen = context.evidence
    return seen.date_order if _sign_of(text) == _sign_of(seen.date_value) else ""


def _sign_of(text: str) -> str:
    return next((sign for sign in text if sign in "/.-"), "")


def order_in(text: str, context: Context) -> str:
    """The order of day and month in a date: as answered, else as the others prove."""
    return answered_order(context) or proved_order(text, context)


def is_certain(text: str, reading: DateReading, context: Context) -> bool:
    """Whether a date may be rewritten unasked: an answer makes no proof."""
    if reading.is_open and not proved_order(text, context):
        return False
    return reading.is_sure


def questions_about(text: str, reading: DateReading, context: Context) -> str:
    """What people can decide about a date, keys of questions."""
    keys = []
    if reading.is_open and not proved_order(text, context):
        keys.append("date_order")
    if reading.moment:
        keys.append("zone")
    return " ".join(keys)


def zoned(reading: DateReading, context: Context) -> str | None:
    """The text to write: with the zone that people named where one is missing."""
    zone = answer_to("zone", context.answers)
    if not reading.moment or zone == "cut":
        return reading.suggestion
    return with_zone(reading.moment, zone) or reading.suggestion


def how_understood(text: str, reading: DateReading, context: Context) -> Note | None:
    """A few words on how a date was read; None for one that says it itself."""
    if reading.way in ORDERS:
        return _about_order(text, reading, context)
    if reading.way in _WAYS:
        return Note(_WAYS[reading.way])
    if not reading.moment:
        return None
    zone = answer_to("zone", context.answers)
    return Note(_CUT) if zone == "cut" else Note(_ZONED, {"zone": zone})


def _about_order(text: str, reading: DateReading, context: Context) -> Note | None:
    if not reading.is_open:
        return Note(_BY_ITSELF[reading.way]) if order_of(text) else None
    if answered_order(context):
        return Note(_BY_ANSWER[reading.way])
    seen = context.evidence
    if proved_order(text, context):
        return Note(_BY_EVIDENCE[reading.way], {"row": seen.date_row, "value": seen.date_value})
    return Note(_BY_CUSTOM)

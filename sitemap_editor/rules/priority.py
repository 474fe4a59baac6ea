"""Group G: priority."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from sitemap_editor.support.i18n import N_

from .base import Context, Hit, remove_field, rule, set_field
from .lastmod import element_empty, lastmod_yandex_length
from .values import Value

NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)", re.ASCII)
_COMMA = re.compile(r"[01],\d+", re.ASCII)
_PERCENT = re.compile(r"(\d{1,3})\s*%", re.ASCII)
_EXPONENT = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)[eE][+-]?\d{1,3}", re.ASCII)
_NOT_FINITE = re.compile(r"nan|[+-]?inf(inity)?", re.IGNORECASE)
_PLAIN = re.compile(r"\d+(\.\d+)?", re.ASCII)


def number_of(text: str) -> Decimal | None:
    """The number a text is, None when it is none in plain decimal notation."""
    return Decimal(text) if NUMBER.fullmatch(text) and len(text) <= 100 else None


def written(number: Decimal) -> str:
    """A number in plain notation with one decimal at least."""
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0")
    return f"{text}.0" if "." not in text else f"{text}0" if text.endswith(".") else text


def clamped(number: Decimal) -> Decimal:
    """What a number outside of 0 to 1 most likely means: a scale of 10 or 100, else the border."""
    if 1 < number <= 10:
        return number / 10
    if 10 < number <= 100:
        return number / 100
    return Decimal(1) if number > 1 else Decimal(0)


@rule(
    "priority-decimal-comma",
    reads=("priority",),
    title=N_("Comma in the priority"),
    message=N_(
        "“{value}” has a comma; write “{example}”. Google has reported such files as faulty."
    ),
    hides=("priority-not-a-number",),
)
def priority_decimal_comma(value: Value, _context: Context) -> Hit | None:
    """The number is written with a decimal comma.

    Good: ``0.5``. Bad: ``0,5``.
    """
    if not _COMMA.fullmatch(value.text):
        return None
    example = value.text.replace(",", ".")
    return Hit({"example": example}, set_field("priority", example))


@rule(
    "priority-percent",
    reads=("priority",),
    title=N_("Priority in percent"),
    message=N_(
        "“{value}” is a percentage; write “{example}”. "
        "A priority is a number from 0.0 to 1.0, and others are reported as invalid."
    ),
    hides=("priority-not-a-number",),
)
def priority_percent(value: Value, _context: Context) -> Hit | None:
    """The number is written as a percentage.

    Good: ``0.8``. Bad: ``80%``.
    """
    match = _PERCENT.fullmatch(value.text)
    if match is None:
        return None
    share = Decimal(int(match[1])) / 100
    if share > 1:
        return Hit({"example": "1.0"}, set_field("priority", "1.0", is_sure=False))
    return Hit({"example": written(share)}, set_field("priority", written(share)))


@rule(
    "priority-exponent",
    reads=("priority",),
    title=N_("Priority in scientific notation"),
    message=N_(
        "“{value}” is in a notation that the schema does not know; write “{example}”. "
        "Search engines expect a plain number from 0.0 to 1.0."
    ),
    hides=("priority-not-a-number",),
)
def priority_exponent(value: Value, _context: Context) -> Hit | None:
    """A program printed the number with an exponent, or as NaN or INF.

    Good: ``0.1``. Bad: ``1E-1``, ``NaN``.
    """
    if _NOT_FINITE.fullmatch(value.text):
        return Hit({"example": "0.5"}, remove_field("priority"))
    if not _EXPONENT.fullmatch(value.text) or len(value.text) > 40:
        return None
    try:
        example = written(Decimal(value.text))
    except InvalidOperation:
        return None
    if len(example) > 40:
        return Hit({"example": "0.5"})
    return Hit({"example": example}, set_field("priority", example))


@rule(
    "priority-not-a-number",
    reads=("priority",),
    title=N_("Priority is no number"),
    message=N_(
        "“{value}” is no number; a priority is one from 0.0 to 1.0, such as 0.5. "
        "Google reports “Invalid tag value”."
    ),
)
def priority_not_a_number(value: Value, _context: Context) -> Hit | None:
    """The value is a word or something else that is no decimal number.

    Good: ``0.8``. Bad: ``high``.
    """
    return Hit() if value.text and not NUMBER.fullmatch(value.text) else None


@rule(
    "priority-out-of-range",
    reads=("priority",),
    title=N_("Priority out of range"),
    message=N_(
        "“{value}” is not between 0.0 and 1.0; “{example}” is probably meant. "
        "Google reports “Invalid tag value”."
    ),
)
def priority_out_of_range(value: Value, _context: Context) -> Hit | None:
    """The number is below 0 or above 1.

    Good: ``0.8``. Bad: ``8``, ``1.5``.
    """
    number = number_of(value.text)
    if number is None or 0 <= number <= 1:
        return None
    example = written(clamped(number))
    return Hit({"example": example}, set_field("priority", example, is_sure=False))


@rule(
    "priority-odd-form",
    reads=("priority",),
    title=N_("Unusual way to write a priority"),
    message=N_(
        "“{value}” is a right number in an unusual form; “{example}” is the same. "
        "Simple readers may not understand it."
    ),
)
def priority_odd_form(value: Value, _context: Context) -> Hit | None:
    """The number has a sign, or no digit before or behind its point.

    Good: ``0.5``, ``1``. Odd: ``.5``, ``1.``, ``+0.5``.
    """
    number = number_of(value.text)
    if number is None or _PLAIN.fullmatch(value.text) or not 0 <= number <= 1:
        return None
    example = written(abs(number))
    return Hit({"example": example}, set_field("priority", example))


@rule(
    "priority-precision",
    reads=("priority",),
    title=N_("More decimals than mean anything"),
    message=N_(
        "“{value}” has more than two decimals; “{example}” says as much. "
        "It is allowed, but nobody distinguishes so finely."
    ),
)
def priority_precision(value: Value, _context: Context) -> Hit | None:
    """The number has more than two decimals.

    Good: ``0.4``. Odd: ``0.3999999999999999``.
    """
    number = number_of(value.text)
    decimals = value.text.partition(".")[2]
    if number is None or len(decimals) <= 2 or not 0 <= number <= 1:
        return None
    example = written(number.quantize(Decimal("0.01"), ROUND_HALF_UP))
    return Hit({"example": example}, set_field("priority", example, is_sure=False))


RULES = (
    element_empty,
    priority_decimal_comma,
    priority_percent,
    priority_exponent,
    priority_not_a_number,
    priority_out_of_range,
    priority_odd_form,
    priority_precision,
    lastmod_yandex_length,
)

"""Group E: dates. ``protocol.dates`` says what a text is, these rules what that means."""

from __future__ import annotations

from datetime import UTC, datetime

from sitemap_editor.protocol.dates import DateReading, read_date
from sitemap_editor.support.i18n import N_

from .base import Context, Fix, Hit, Rule, remove_field, rule, safe, set_field
from .date_order import how_understood, is_certain, order_in, questions_about, zoned
from .questions import answer_to
from .values import Value

DAY = 86_400
START_OF_1995 = 788_918_400
SUSPECT_MIDNIGHTS = (0, 315_532_800, 946_684_800)
"""1970, 1980 and 2000 at midnight: what programs write when they know no date."""

EXAMPLE = "2024-05-01 / 2024-05-01T08:30:00+02:00"


def _form(verdict: str, title: str, message: str) -> Rule[Value]:
    """A rule about the form of a date: it asks the reader of dates and nothing else."""
    code = f"lastmod-{verdict}"

    def check(value: Value, context: Context) -> Hit | None:
        if not value.text:
            return None
        reading = read_date(value.text, order_in(value.text, context))
        return _hit(value, reading, context) if reading.verdict == verdict else None

    check.__doc__ = f"{title}. Right are for example {EXAMPLE}."
    return rule(code, reads=("lastmod",), title=title, message=message)(check)


def _hit(value: Value, reading: DateReading, context: Context) -> Hit:
    suggestion = zoned(reading, context)
    fix: Fix | None = None
    if suggestion:
        fix = set_field(value.field, suggestion, is_sure=is_certain(value.text, reading, context))
        fix = fix._replace(question=questions_about(value.text, reading, context))
        fix = fix._replace(note=how_understood(value.text, reading, context))
    elif suggestion == "":
        fix = remove_field(value.field, is_sure=reading.is_sure)
    return Hit({"example": suggestion or "2024-05-01"}, fix)


FORMS = (
    _form(
        "year-shape",
        N_("Impossible year"),
        N_(
            "“{value}” has no year of four digits after 0000; a date looks like “{example}”. "
            "It is often a database's empty date. Google reports it as invalid."
        ),
    ),
    _form(
        "multiple-values",
        N_("Several dates in one lastmod"),
        N_(
            "“{value}” holds more than one date; keep the latest, such as “{example}”. "
            "Search engines read one date or none."
        ),
    ),
    _form(
        "date-with-zone",
        N_("Date with a time zone but no time"),
        N_(
            "“{value}” has a zone behind a bare date; write “{example}”. "
            "Zones belong to times, and Google reports such a date as invalid."
        ),
    ),
    _form(
        "hour-24",
        N_("Hour 24"),
        N_(
            "“{value}” names hour 24; the same moment is “{example}”. "
            "Hours go from 00 to 23 in the W3C form."
        ),
    ),
    _form(
        "impossible",
        N_("Day or time that does not exist"),
        N_(
            "“{value}” names a day or time that does not exist; a date looks like “{example}”. "
            "Google reports it as invalid."
        ),
    ),
    _form(
        "unpadded",
        N_("Date without its zeros or hyphens"),
        N_(
            "“{value}” lacks leading zeros or hyphens; write “{example}”. "
            "Search engines do not use a date they cannot read."
        ),
    ),
    _form(
        "space-separator",
        N_("Space between date and time"),
        N_(
            "“{value}” has a space where a T belongs; write “{example}”. "
            "Google reports such a date as invalid."
        ),
    ),
    _form(
        "hour-only",
        N_("Time without minutes"),
        N_(
            "“{value}” gives the hour alone; write “{example}”. "
            "Search engines do not use a date they cannot read."
        ),
    ),
    _form(
        "time-without-zone",
        N_("Time without a time zone"),
        N_(
            "“{value}” has a time but no zone; write “{example}”, or add Z or an offset such as "
            "+02:00. Google reports such a date as invalid."
        ),
    ),
    _form(
        "offset-without-colon",
        N_("Time zone without its colon"),
        N_(
            "“{value}” writes the zone without a colon; write “{example}”. "
            "Google reports such a date as invalid."
        ),
    ),
    _form(
        "fraction-comma",
        N_("Comma in the seconds"),
        N_(
            "“{value}” writes fractions of a second with a comma or without digits; write "
            "“{example}”. Search engines do not use a date they cannot read."
        ),
    ),
    _form(
        "lowercase-tz",
        N_("Small t or z in a date"),
        N_(
            "“{value}” writes T or Z as a small letter; write “{example}”. "
            "The W3C form has capitals, and strict readers reject the date."
        ),
    ),
    _form(
        "compact",
        N_("Date without separators"),
        N_(
            "“{value}” has no hyphens or colons; write “{example}”. "
            "Search engines do not use a date they cannot read."
        ),
    ),
    _form(
        "locale-format",
        N_("Date in another convention"),
        N_(
            "“{value}” is not in the order year, month, day; “{example}” is probably meant. "
            "Search engines do not use a date they cannot read."
        ),
    ),
    _form(
        "invalid",
        N_("Not a date"),
        N_(
            "“{value}” is no date in W3C form; one looks like 2024-05-01 or "
            "2024-05-01T08:30:00+02:00. Google reports it as invalid."
        ),
    ),
    _form(
        "no-seconds",
        N_("Time without seconds"),
        N_(
            "“{value}” has no seconds; “{example}” says the same. "
            "It is a right date, but schema validators complain."
        ),
    ),
    _form(
        "low-precision",
        N_("Date without a day"),
        N_(
            "“{value}” names no day; a full date looks like “{example}”. "
            "It is a right form, but schema validators complain and little can be done with it."
        ),
    ),
)


def _valid(value: Value) -> DateReading | None:
    reading = read_date(value.text) if value.text else None
    return reading if reading is not None and reading.instant is not None else None


@rule(
    "lastmod-before-1970",
    reads=("lastmod",),
    title=N_("Date before 1970"),
    message=N_(
        "“{value}” lies before 1970; remove it unless the page is really that old. "
        "Search Console counts such dates as invalid."
    ),
    hides=("lastmod-implausibly-old",),
)
def lastmod_before_1970(value: Value, _context: Context) -> Hit | None:
    """The date is right in form and lies before 1 January 1970.

    Good: ``2024-05-01``. Bad: ``1951-12-17``.
    """
    reading = _valid(value)
    if reading is None or (reading.instant or 0) >= 0:
        return None
    return Hit(fix=remove_field("lastmod"))


@rule(
    "lastmod-implausibly-old",
    reads=("lastmod",),
    title=N_("Date older than the web"),
    message=N_(
        "“{value}” is hardly the day this page last changed; programs write such dates when they "
        "know none. Remove it: no date is better than a wrong one."
    ),
)
def lastmod_implausibly_old(value: Value, _context: Context) -> Hit | None:
    """The date lies before 1995, or is the first moment of 1970, 1980 or 2000.

    Good: ``2024-05-01``. Bad: ``1970-01-01``.
    """
    reading = _valid(value)
    if reading is None or not is_suspect(reading.instant or 0):
        return None
    return Hit(fix=remove_field("lastmod", is_sure=reading.instant == 0))


def is_suspect(instant: int) -> bool:
    """Whether a moment is older than the web or one that clocks start from."""
    return 0 <= instant < START_OF_1995 or instant in SUSPECT_MIDNIGHTS


@rule(
    "lastmod-future",
    reads=("lastmod",),
    title=N_("Date in the future"),
    message=N_(
        "“{value}” lies in the future; it should say when the page last changed, at most "
        "“{example}”. Bing is reported to reject such dates."
    ),
)
def lastmod_future(value: Value, context: Context) -> Hit | None:
    """The date lies more than a day ahead.

    ``lastmod`` says when a page changed, not when it will.
    """
    reading = _valid(value)
    if reading is None or (reading.instant or 0) <= context.now + DAY:
        return None
    today = datetime.fromtimestamp(context.now, UTC).strftime("%Y-%m-%d")
    is_set = answer_to("future", context.answers) == "today"
    fix = set_field("lastmod", today, is_sure=False) if is_set else remove_field("lastmod")
    return Hit({"example": today}, fix._replace(question="future"))


@rule(
    "lastmod-not-trimmed",
    reads=("lastmod",),
    title=N_("White space around the date"),
    message=N_(
        "There is white space around “{trimmed}”; nothing but the date should stand between the "
        "tags. Programs that compare texts may stumble over it."
    ),
)
def lastmod_not_trimmed(value: Value, _context: Context) -> Hit | None:
    """Spaces or line breaks stand around a right date.

    Good: ``<lastmod>2024-05-01</lastmod>``. Odd: ``<lastmod> 2024-05-01 </lastmod>``.
    """
    if value.raw == value.text or not value.text or not read_date(value.text).is_valid:
        return None
    return Hit({"trimmed": value.text}, safe("trim", field=value.field), value=value.raw)


MAX_YANDEX = 100


@rule(
    "lastmod-yandex-length",
    reads=("lastmod", "changefreq", "priority"),
    title=N_("Value too long for Yandex"),
    message=N_(
        "The {field} takes {length} bytes; Yandex reads {limit} at most. "
        "It calls this “Data limit exceeded”."
    ),
)
def lastmod_yandex_length(value: Value, _context: Context) -> Hit | None:
    """Yandex reads at most 100 bytes of lastmod, changefreq and priority each."""
    length = len(value.text.encode())
    if length <= MAX_YANDEX:
        return None
    return Hit({"field": value.field, "length": length, "limit": MAX_YANDEX})


@rule(
    "element-empty",
    reads=("lastmod", "changefreq", "priority"),
    title=N_("Empty element"),
    message=N_(
        "The {field} is empty; give it a value or leave it out. "
        "Google has flagged an empty lastmod as an invalid date."
    ),
)
def element_empty(value: Value, _context: Context) -> Hit | None:
    """An optional element is there and holds nothing.

    Good: no ``lastmod`` at all. Bad: ``<lastmod></lastmod>``, ``<lastmod/>``.
    """
    if value.text:
        return None
    return Hit({"field": value.field}, remove_field(value.field), value=value.raw)


RULES = (
    element_empty,
    *FORMS,
    lastmod_before_1970,
    lastmod_implausibly_old,
    lastmod_future,
    lastmod_not_trimmed,
    lastmod_yandex_length,
)

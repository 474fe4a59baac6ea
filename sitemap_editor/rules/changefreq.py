"""Group F: changefreq."""

from __future__ import annotations

from sitemap_editor.protocol.fields import CHANGE_FREQUENCIES
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import N_

from .base import Context, Fix, Hit, remove_field, rule, safe, set_field
from .lastmod import element_empty, lastmod_yandex_length
from .questions import answer_to
from .values import Value

_MEANT = {
    "annually": "yearly",
    "annual": "yearly",
    "year": "yearly",
    "month": "monthly",
    "week": "weekly",
    "day": "daily",
    "hour": "hourly",
}
_GUESSED = {
    "biweekly": "weekly",
    "bi-weekly": "weekly",
    "fortnightly": "weekly",
    "quarterly": "monthly",
    "bimonthly": "monthly",
    "weekdays": "daily",
    "constantly": "always",
}
_ALL = ", ".join(CHANGE_FREQUENCIES)


@rule(
    "changefreq-invalid",
    reads=("changefreq",),
    title=N_("Unknown changefreq"),
    message=N_(
        "“{value}” is none of {allowed}; “{example}” comes closest. "
        "Google reports “Invalid tag value”."
    ),
)
def changefreq_invalid(value: Value, context: Context) -> Hit | None:
    """The value is none of the seven words of the protocol.

    Good: ``weekly``. Bad: ``biweekly``.
    """
    word = value.text.lower()
    if not word or word in CHANGE_FREQUENCIES:
        return None
    sure, guessed = _MEANT.get(word), _GUESSED.get(word)
    meant = sure or guessed
    if meant is None:
        return Hit({"allowed": _ALL, "example": "monthly"}, _asked(context))
    fix = set_field("changefreq", meant, is_sure=sure is not None)
    return Hit({"allowed": _ALL, "example": meant}, fix)


def _asked(context: Context) -> Fix:
    """What people say that a word means of which nobody can tell."""
    chosen = answer_to("frequency", context.answers)
    is_word = chosen in CHANGE_FREQUENCIES
    fix = set_field("changefreq", chosen) if is_word else remove_field("changefreq")
    return fix._replace(kind=FixKind.ASK, question="frequency")


@rule(
    "changefreq-case",
    reads=("changefreq",),
    title=N_("Capitals in changefreq"),
    message=N_(
        "“{value}” is written with capitals; write “{example}”. "
        "The schema knows the small letters only."
    ),
)
def changefreq_case(value: Value, _context: Context) -> Hit | None:
    """The word is right but for capital letters.

    Good: ``daily``. Bad: ``Daily``.
    """
    word = value.text.lower()
    if value.text == word or word not in CHANGE_FREQUENCIES:
        return None
    return Hit({"example": word}, set_field("changefreq", word))


@rule(
    "changefreq-not-trimmed",
    reads=("changefreq",),
    title=N_("White space around changefreq"),
    message=N_(
        "There is white space around “{trimmed}”; nothing but the word should stand between the "
        "tags. The schema keeps white space and does not know the word with it."
    ),
)
def changefreq_not_trimmed(value: Value, _context: Context) -> Hit | None:
    """Spaces or line breaks stand around a right word.

    Good: ``<changefreq>daily</changefreq>``. Bad: ``<changefreq> daily </changefreq>``.
    """
    if value.raw == value.text or value.text.lower() not in CHANGE_FREQUENCIES:
        return None
    return Hit({"trimmed": value.text}, safe("trim", field="changefreq"), value=value.raw)


RULES = (
    element_empty,
    changefreq_invalid,
    changefreq_case,
    changefreq_not_trimmed,
    lastmod_yandex_length,
)

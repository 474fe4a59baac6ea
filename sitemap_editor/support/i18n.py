"""Every text for people passes through here, in the language chosen once for the process.

Mark texts where they are written, translate them where they are shown; never build a sentence
from pieces, never put an f-string into ``_()``.
"""

from __future__ import annotations

import gettext as _gettext
import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from .resources import resource_path

DOMAIN = "sitemap_editor"

LANGUAGES = {"en": "English", "fr": "Français", "ru": "Русский"}
"""Code and own name of each language the program speaks; English needs no catalogue."""

_THOUSANDS = {"en": ",", "fr": "\u202f", "ru": "\u00a0"}
_DECIMAL = {"en": ".", "fr": ",", "ru": ","}

_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()
_language = "en"
_here: ContextVar[tuple[str, _gettext.NullTranslations] | None] = ContextVar("_here", default=None)
"""What is spoken in this thread alone, for a while."""


def set_language(code: str | None) -> str:
    """Speak ``code`` from now on, or the system's language when None; return the code chosen.

    A language without a catalogue falls back to English.
    """
    global _catalogue, _language
    wanted = (code or system_language()).replace("-", "_").split("_")[0].lower()
    _language = wanted if wanted in LANGUAGES else "en"
    _catalogue = _load(_language)
    return _language


def language() -> str:
    """The code of the language spoken now."""
    here = _here.get()
    return _language if here is None else here[0]


@contextmanager
def spoken(code: str) -> Iterator[None]:
    """Speak another language for a while, in this thread alone; not across a generator's yield."""
    token = _here.set((code, _load(code)))
    try:
        yield
    finally:
        _here.reset(token)


def _texts() -> _gettext.NullTranslations:
    here = _here.get()
    return _catalogue if here is None else here[1]


def system_language() -> str:
    """The language the system asks for: the variables of gettext first, then the locale."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for value in os.environ.get(name, "").split(":"):
            code = value.split(".")[0]
            if code and code not in ("C", "POSIX"):
                return code
    return locale.getlocale()[0] or "en"


def _load(code: str) -> _gettext.NullTranslations:
    if code == "en":
        return _gettext.NullTranslations()
    path = resource_path("locale", code, "LC_MESSAGES", f"{DOMAIN}.mo")
    try:
        with path.open("rb") as file:
            return _gettext.GNUTranslations(file)
    except OSError:
        return _gettext.NullTranslations()


def _(message: str) -> str:
    """Translate ``message``."""
    # The empty text is the catalogue's header, which nobody wants to see.
    return _texts().gettext(message) if message else ""


def ngettext(singular: str, plural: str, number: int) -> str:
    """Translate with the plural form that ``number`` asks for; the caller formats ``{n}``."""
    return _texts().ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Translate ``message`` as it is meant in ``context``."""
    return _texts().pgettext(context, message)


def N_(message: str) -> str:
    """Mark ``message`` for translation and leave it as it is; ``_()`` it where it is shown."""
    return message


def format_number(number: int | float, decimals: int = 0) -> str:
    """``number`` as people of the language write it: 50,000 or 50 000; 9.8 or 9,8."""
    text = f"{number:,.{decimals}f}"
    code = language()
    return text.translate({ord(","): _THOUSANDS[code], ord("."): _DECIMAL[code]})


def format_megabytes(size: int) -> str:
    """``size`` in bytes as a number of megabytes of 1,048,576 bytes, without the unit.

    One decimal below 10, and never 0.0 for what is not empty.
    """
    megabytes = size / 1_048_576
    if 0 < megabytes < 0.05:
        return format_number(max(megabytes, 0.001), 3)
    return format_number(megabytes, 1)

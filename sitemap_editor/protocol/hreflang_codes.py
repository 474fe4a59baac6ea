"""Reads the codes of languages and regions that links to other languages carry.

Source: https://developers.google.com/search/docs/specialty/international/localized-versions. The
code is a language of ISO 639-1, then, if need be, a script of ISO 15924 and a country of
ISO 3166-1; or ``x-default``. Capitals do not matter.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from .codes import COUNTRIES, FORMER_LANGUAGES, LANGUAGES, SCRIPTS, TWO_LETTERS

WHITE = " \t\r\n"
DEFAULT = "x-default"

COUNTRY_ONLY: dict[str, str | None] = {
    "at": "de-AT",
    "be": None,
    "br": None,
    "ch": None,
    "cn": "zh-CN",
    "cz": "cs",
    "dk": "da",
    "gr": "el",
    "jp": "ja",
    "kr": "ko",
    "se": None,
    "ua": "uk",
    "uk": None,
    "us": "en-US",
    "vn": "vi",
}
"""Countries that people write for a language, and the language they mean.

None for those that are the code of some language too, or have several.
"""

_FORM = re.compile(r"([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}))?")
_NUMERIC = re.compile(r"([a-z]{2,3}(?:-[a-z]{4})?)-(\d{3})")
_TURNED = re.compile(r"([a-z]{2})-([a-z]{2})-([a-z]{4})")
_NO_SIGN = re.compile(r"[_\s\u2010-\u2015-]+")
_RESERVED = {"uk": "gb", "eu": "", "un": ""}


class CodeFlaw(NamedTuple):
    """What is wrong with a code: the end of the rule's code, the part that is meant, and the cure.

    ``mended`` is None when nobody can know what is meant; ``is_sure`` says that it is the same
    beyond doubt.
    """

    verdict: str
    part: str
    mended: str | None = None
    is_sure: bool = False
    is_language: bool = True


def flaws_of_code(code: str) -> list[CodeFlaw]:
    """All that is wrong with a code: what it means, and that it is not written with hyphens."""
    flaw = flaw_of_code(code)
    if flaw is None:
        return []
    text = code.strip(WHITE)
    plain = _NO_SIGN.sub("-", text)
    if flaw.verdict == "syntax" or plain == text:
        return [flaw]
    return [CodeFlaw("syntax", text, plain, is_sure=True), flaw]


@lru_cache(maxsize=4096)
def flaw_of_code(code: str) -> CodeFlaw | None:
    """What is wrong with a code; None when nothing is. White space around it is left out."""
    text = code.strip(WHITE)
    plain = _NO_SIGN.sub("-", text)
    lower = plain.lower()
    if lower in (DEFAULT, "xdefault", "default"):
        is_sure = lower == DEFAULT
        return None if text.lower() == DEFAULT else CodeFlaw("syntax", text, DEFAULT, is_sure)
    for reader in (_numeric, _alone, _in_parts, _turned):
        flaw = reader(plain, lower)
        if flaw is not None:
            return flaw
    if _FORM.fullmatch(lower) is None:
        return CodeFlaw("syntax", text)
    return None if plain == text else CodeFlaw("syntax", text, plain, is_sure=True)


def _numeric(plain: str, lower: str) -> CodeFlaw | None:
    found = _NUMERIC.fullmatch(lower)
    if found is None or len(found[1].partition("-")[0]) != 2:
        return None
    return CodeFlaw("region-numeric", found[2], plain[: found.end(1)])


def _alone(_plain: str, lower: str) -> CodeFlaw | None:
    """A code of two letters that is a country's."""
    if lower not in COUNTRY_ONLY:
        return None
    is_language = lower in LANGUAGES
    return CodeFlaw("country-only", lower, COUNTRY_ONLY[lower], is_language=is_language)


def _in_parts(plain: str, lower: str) -> CodeFlaw | None:
    """A code of the right form whose parts are not in the lists."""
    found = _FORM.fullmatch(lower)
    if found is None:
        return None
    language, script, region = found.groups(default="")
    if language not in LANGUAGES:
        mended, is_sure = _language_for(language, script, region)
        if mended is not None:
            mended += plain[len(language) :] if mended[2:3] != "-" else ""
        return CodeFlaw("language-unknown", language, mended, is_sure)
    if script and script.title() not in SCRIPTS:
        return CodeFlaw("script-unknown", plain[found.start(2) : found.end(2)])
    if region in _RESERVED:
        return _reserved(plain, found.start(3))
    if region and region.upper() not in COUNTRIES:
        return CodeFlaw("region-unknown", plain[found.start(3) :])
    return None


def _language_for(language: str, script: str, region: str) -> tuple[str | None, bool]:
    """The right code of a language, and whether it is that beyond doubt."""
    if language in TWO_LETTERS:
        return TWO_LETTERS[language], True
    if language in FORMER_LANGUAGES:
        return FORMER_LANGUAGES[language], False
    if region in LANGUAGES and language.upper() in COUNTRIES and not script:
        return f"{region}-{language.upper()}", False  # the other way round, as in US-en
    if language.upper() in COUNTRIES and language.upper() == region.upper():
        meant = COUNTRY_ONLY.get(language)
        return (meant.partition("-")[0] if meant else None), False  # jp-JP
    return None, False


def _reserved(plain: str, start: int) -> CodeFlaw:
    region = plain[start:]
    meant = _RESERVED[region.lower()]
    if not meant:
        return CodeFlaw("region-reserved", region, plain[: start - 1])
    meant = meant.upper() if region.isupper() else meant
    return CodeFlaw("region-reserved", region, plain[:start] + meant, is_sure=True)


def _turned(plain: str, lower: str) -> CodeFlaw | None:
    """Language, region, script: the last two have changed places."""
    if _TURNED.fullmatch(lower) is None:
        return None
    language, region, script = plain.split("-")
    return CodeFlaw("syntax", plain, f"{language}-{script}-{region}", is_sure=True)


def in_customary_case(code: str) -> str:
    """A code as it is usually written: ``en-GB``, ``zh-Hant-TW``, ``x-default``."""
    text = code.strip(WHITE)
    if text.lower() == DEFAULT:
        return DEFAULT
    first, *others = text.split("-")
    written = (one.title() if len(one) == 4 else one.upper() for one in others)
    return "-".join((first.lower(), *written))

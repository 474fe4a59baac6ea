"""Codes of languages and regions as links to other languages carry them."""

from __future__ import annotations

import pytest

from sitemap_editor.protocol.codes import (
    COUNTRIES,
    LANGUAGES,
    SCRIPTS,
    TWO_LETTERS,
    is_language,
    three_letter_languages,
)
from sitemap_editor.protocol.hreflang_codes import flaw_of_code, in_customary_case


@pytest.mark.parametrize(
    "code",
    [
        "en", "EN", "en-GB", "en-gb", "zh-Hans", "zh-hant", "zh-Hans-TW", "x-default", "X-Default",
        "de-CH", "uk-UA", "sv-SE", " en ", "es-MX", "nb-NO", "sr-Latn-RS", "he", "id",
    ],
)  # fmt: skip
def test_right_codes_are_left_alone(code: str) -> None:
    assert flaw_of_code(code) is None


@pytest.mark.parametrize(
    ("code", "verdict", "mended", "is_sure"),
    [
        ("en_US", "syntax", "en-US", True),
        ("pt_br", "syntax", "pt-br", True),
        ("x_default", "syntax", "x-default", True),
        ("default", "syntax", "x-default", False),
        ("en us", "syntax", "en-us", True),
        ("zh-TW-Hant", "syntax", "zh-Hant-TW", True),
        ("english", "syntax", None, False),
        ("en-US-posix", "syntax", None, False),
        ("en-", "syntax", None, False),
        ("en,de", "syntax", None, False),
        ("*", "syntax", None, False),
        ("eng", "language-unknown", "en", True),
        ("GER-AT", "language-unknown", "de-AT", True),
        ("fil", "language-unknown", None, False),
        ("iw", "language-unknown", "he", False),
        ("in-ID", "language-unknown", "id-ID", False),
        ("xx", "language-unknown", None, False),
        ("us-en", "language-unknown", "en-US", False),
        ("jp-JP", "language-unknown", "ja-JP", False),
        ("en-XX", "region-unknown", None, False),
        ("en-UK", "region-reserved", "en-GB", True),
        ("en-uk", "region-reserved", "en-gb", True),
        ("en_UK", "region-reserved", "en-GB", True),
        ("en-EU", "region-reserved", "en", False),
        ("fr-UN", "region-reserved", "fr", False),
        ("es-419", "region-numeric", "es", False),
        ("es_419", "region-numeric", "es", False),
        ("jp", "country-only", "ja", False),
        ("cn", "country-only", "zh-CN", False),
        ("CZ", "country-only", "cs", False),
        ("uk", "country-only", None, False),
        ("be", "country-only", None, False),
        ("zh-Hanz", "script-unknown", None, False),
    ],
)  # fmt: skip
def test_flaws_are_named_and_mended(
    code: str, verdict: str, mended: str | None, is_sure: bool
) -> None:
    flaw = flaw_of_code(code)
    assert flaw is not None
    assert (flaw.verdict, flaw.mended, flaw.is_sure) == (verdict, mended, is_sure)
    if mended is not None and mended != "uk":
        again = flaw_of_code(mended)
        assert again is None or again.verdict == "country-only"


@pytest.mark.parametrize(
    ("code", "usual"),
    [("EN", "en"), ("en-gb", "en-GB"), ("ZH-hant-tw", "zh-Hant-TW"), ("X-DEFAULT", "x-default")],
)
def test_customary_case(code: str, usual: str) -> None:
    assert in_customary_case(code) == usual


def test_lists_are_whole() -> None:
    """As many as the standards have, and those that lists like to miss or to keep."""
    assert (len(LANGUAGES), len(COUNTRIES)) == (183, 249)
    assert {"nb", "ii", "tl"} <= LANGUAGES and not LANGUAGES & {"iw", "sh", "jp"}
    assert {"AX", "BQ", "CW", "SS", "SX"} <= COUNTRIES and not COUNTRIES & {"UK", "EU", "AN", "XK"}
    assert {"Hans", "Hant", "Latn", "Cyrl"} <= SCRIPTS
    assert (TWO_LETTERS["deu"], TWO_LETTERS["ger"], TWO_LETTERS["spa"]) == ("de", "de", "es")
    assert {"fil", "yue", "ger", "deu", "ber"} <= three_letter_languages()
    assert is_language("fil") and is_language("en") and not is_language("xxx")
    assert not is_language("english")

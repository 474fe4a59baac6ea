"""Whose rules count: which sources of the catalogue each profile listens to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from sitemap_editor.support.i18n import N_


@dataclass(frozen=True, slots=True)
class Profile:
    """A search engine, standard or taste; ``sources`` are the catalogue's letters for it.

    ``as_of`` is the date of the newest of its sources that the rules go by (ISO 8601, as exact as
    it is known): what was published later is not in them.
    """

    name: str
    title: str
    sources: frozenset[str]
    as_of: str


_STANDARDS = (
    *("P", "P0.9", "F", "X", "XI"),
    *("XML", "XMLNS", "RFC", "DNS", "DTF", "IDNA", "RSS", "Atom"),
)

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(
            "protocol",
            N_("sitemaps.org protocol"),
            frozenset(_STANDARDS),
            "2023",  # the page is of 2016-11-21; what it says of lastmod came in 2023
        ),
        Profile(
            "google",
            "Google",
            frozenset(("G", "VX", "NX", "MX", "PX", "RT")),
            "2026-07-08",  # "Build and submit a sitemap"
        ),
        Profile(
            "bing",
            "Bing",
            frozenset(("B", "IN")),
            "2025-07",  # what its blog says of sitemaps and answers by AI
        ),
        Profile(
            "yandex",
            "Yandex",
            frozenset(("Y",)),
            "2026",  # its pages bear no date: the year they were read in
        ),
        Profile(
            "legacy-2005",
            N_("Google format of 2005"),
            frozenset(("L84",)),
            "2005",
        ),
        Profile(
            "advice",
            N_("Advice of this editor"),
            frozenset(("editor", "ED")),
            "2026",
        ),
    )
}

DEFAULT_PROFILES: tuple[str, ...] = ("protocol", "google", "bing", "advice")

_SOURCE = re.compile(r"[A-Za-z][A-Za-z0-9.]*")
_NOT_ASKED = re.compile(r"\bnot \w+|\bversus \w+|\b[\w.]+ silent|\([^)]*\)")
"""Parts of a profile column that name a source only to say that it does not ask for this."""


@lru_cache(maxsize=128)
def profiles_of(column: str) -> frozenset[str]:
    """The profiles that a profile column of the catalogue stands for."""
    text = column.replace("image XSD", "G").replace("-faq", "")
    words = set(_SOURCE.findall(_NOT_ASKED.sub(" ", text)))
    if "all" in words:
        return frozenset(PROFILES)
    return frozenset(name for name, profile in PROFILES.items() if profile.sources & words)


def profile_of_letter(letter: str) -> str | None:
    """The profile a single source letter belongs to."""
    return next((name for name, p in PROFILES.items() if letter in p.sources), None)

"""The exports of other programs that are known; what they look like stands in ``resources``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sitemap_editor.support.i18n import N_
from sitemap_editor.support.resources import resource_path

from .headers import index_of, normalised

PLAIN = "plain-list"
HREFLANG_WIDE = "hreflang-wide"
"""Two that are recognised by what stands in them rather than by the names of their columns."""

TITLES: Mapping[str, str] = {
    "screaming-frog-alt": N_("Screaming Frog: images without alt text"),
    "screaming-frog-inlinks": N_("Screaming Frog: links to pages"),
    "screaming-frog": N_("Screaming Frog"),
    "search-console-pages": N_("Search Console: performance of pages"),
    "search-console-indexing": N_("Search Console: page indexing"),
    "ahrefs-backlinks": N_("Ahrefs: backlinks"),
    "ahrefs-best-by-links": N_("Ahrefs: best by links"),
    "ahrefs-keywords": N_("Ahrefs: keywords"),
    "ahrefs-pages": N_("Ahrefs: pages"),
    "semrush-backlinks": N_("Semrush: backlinks"),
    "semrush-positions": N_("Semrush: positions"),
    "semrush-pages": N_("Semrush: pages"),
    "semrush-audit": N_("Semrush: site audit"),
    "sitebulb": N_("Sitebulb"),
    "shopify": N_("Shopify: products"),
    "wordpress-export": N_("WordPress: export (WXR)"),
    "wordpress": N_("WordPress: posts"),
    "wordpress-slug": N_("WordPress: posts without addresses"),
    "redirect-map": N_("Redirect map"),
    "hreflang-long": N_("Languages of pages, a row a page"),
    "sitemap": N_("Table of a sitemap"),
    HREFLANG_WIDE: N_("Languages of pages, a column a language"),
    PLAIN: N_("Plain list"),
}
"""Every preset with its name for people, marked for translation."""

NOTES: Mapping[str, str] = {
    "search-console-pages": N_(
        "Search Console gives 1,000 rows at most. For all pages use its API, or several exports "
        "with filters."
    ),
    "search-console-indexing": N_(
        "Search Console gives 1,000 rows at most. The day a page was crawled is not the day it was "
        "changed, so it is not taken for “lastmod”."
    ),
    "screaming-frog": N_(
        "The time of the crawl is not the time of a change, so only “Last Modified” is taken for "
        "“lastmod”."
    ),
    "screaming-frog-inlinks": N_("The page that is linked to is in “Destination”."),
    "shopify": N_(
        "The export has no addresses: they are made of the shop’s address and the handle. Products "
        "that are not published are left out."
    ),
    "wordpress-slug": N_(
        "The list has no addresses: they are made of the site’s address and the short name. Change "
        "the pattern if the permalinks are built in another way."
    ),
    "redirect-map": N_("The new addresses are taken; the old ones can be replaced by them."),
}
"""What people should know about an export, marked for translation."""


@dataclass(frozen=True, slots=True)
class Preset:
    """One known kind of list; see the file for what its parts mean."""

    id: str
    requires: tuple[tuple[str, ...], ...] = ()
    absent: tuple[str, ...] = ()
    roles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    pattern: str = ""

    @property
    def title(self) -> str:
        """Its name, marked for translation."""
        return TITLES[self.id]

    @property
    def note(self) -> str:
        """What to know about it, marked for translation; empty for nothing."""
        return NOTES.get(self.id, "")

    def fits(self, columns: Sequence[str]) -> bool:
        """Whether a list with these columns is one of these."""
        present = {normalised(column) for column in columns}
        needed = all(any(normalised(n) in present for n in names) for names in self.requires)
        return needed and not any(normalised(name) in present for name in self.absent)

    def columns(self, columns: Sequence[str]) -> dict[str, int]:
        """Which column has which role."""
        found = {role: index_of(columns, names) for role, names in self.roles.items()}
        return {role: index for role, index in found.items() if index is not None}

    def knows(self, column: str) -> bool:
        """Whether it says what this column is."""
        names = (*self.known, *(name for names in self.roles.values() for name in names))
        return normalised(column) in {normalised(name) for name in names}


@cache
def _data() -> dict[str, Any]:
    path = resource_path("imports", "presets.toml")
    return tomllib.loads(path.read_text("utf-8"))


@cache
def presets() -> tuple[Preset, ...]:
    """All presets, the narrow ones first; those recognised by content last."""
    known = [_preset(entry) for entry in _data()["preset"]]
    return (*known, Preset(HREFLANG_WIDE), Preset(PLAIN))


def _preset(entry: dict[str, Any]) -> Preset:
    return Preset(
        entry["id"],
        tuple(tuple(names) for names in entry["requires"]),
        tuple(entry.get("absent", ())),
        {role: tuple(names) for role, names in entry["roles"].items()},
        tuple(entry.get("known", ())),
        tuple(entry.get("filters", ())),
        entry.get("pattern", ""),
    )


def preset_of(name: str) -> Preset | None:
    """The preset of this id."""
    return next((preset for preset in presets() if preset.id == name), None)


def fitting(columns: Sequence[str]) -> Preset | None:
    """The first preset that a list with these columns fits; None without."""
    named = presets()[:-2]
    return next((preset for preset in named if preset.fits(columns)), None) if columns else None


def named(name: str, columns: Sequence[str]) -> Preset | None:
    """The preset of a name, or of those whose names begin so (``ahrefs``) the one that fits."""
    found = [preset for preset in presets() if preset.id == name]
    found = found or [preset for preset in presets() if preset.id.startswith(f"{name}-")]
    fit = [preset for preset in found if preset.requires and preset.fits(columns)]
    return next(iter((*fit, *found)), None)


def usual_names() -> Mapping[str, Sequence[str]]:
    """Names that columns of any list may have, by role."""
    names: Mapping[str, Sequence[str]] = _data()["names"]
    return names

"""What the columns of a list mean, and what else is to be done on the way to entries."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sitemap_editor.formats.table import Table
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_, _

from .headers import index_of, normalised

FIELDS = ("loc", "lastmod", "changefreq", "priority")
"""Roles of columns that become fields of entries."""

ROLES: MappingOf[str, str] = {
    "loc": N_("Address"),
    "lastmod": N_("Last modified"),
    "changefreq": N_("Change frequency"),
    "priority": N_("Priority"),
    "image": N_("Address of an image"),
    "locale": N_("Language of the page"),
    "group": N_("What the languages of a page have in common"),
    "handle": N_("Part of which the address is made"),
    "old": N_("Old address"),
    "new": N_("New address"),
    "page": N_("Page that links here"),
    "canonical": N_("Canonical address"),
    "status": N_("Status code"),
    "indexable": N_("Indexability"),
    "content_type": N_("Content type"),
    "published": N_("Published or not"),
    "state": N_("State of a product"),
    "post_status": N_("State of a post"),
    "post_type": N_("Kind of a post"),
}
"""Everything a column can be, with its name for people, marked for translation."""

EMPTIES = (
    *("-", "--", "---", "–", "—", "n/a", "na", "#n/a", "#ref!", "#value!", "#name?", "#div/0!"),
    *("#null!", "#num!", "null", "none", "nan", "nil", "undefined", "(not set)", "\\n"),
)
"""What stands in a cell instead of nothing, in small letters; people can change the list."""

Columns = MappingOf[str, int]
Texts = MappingOf[str, str]
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


@dataclass(frozen=True, slots=True)
class Mapping:
    """How entries are made of the rows of a table.

    ``columns`` gives the column (0-based) of each role, ``languages`` that of each language where
    every language has one. ``filters`` are names as in ``filters``; ``url_pattern`` makes addresses
    of cells, ``/products/{handle}``, resolved like relative ones against ``base_url``.
    ``defaults`` are for empty fields. ``date_format`` is one of ``dates.FORMATS``, ``zone`` is Z,
    an offset, or ``cut`` to keep the day of a time without one. ``duplicates`` tells which of
    several rows about a page counts: keep (all), first, last or newest. ``kind`` is that of a new
    document.
    """

    columns: Columns = field(default_factory=dict)
    filters: tuple[str, ...] = ()
    url_pattern: str = ""
    base_url: str = ""
    defaults: Texts = field(default_factory=dict)
    date_format: str = ""
    zone: str = "cut"
    empties: tuple[str, ...] = EMPTIES
    preset: str = ""
    languages: Columns = field(default_factory=dict)
    duplicates: str = "newest"
    kind: Kind = Kind.URLSET

    def with_column(self, role: str, index: int | None) -> Mapping:
        """The same with another column, or none, for a role."""
        others = {name: at for name, at in self.columns.items() if name != role}
        columns = others if index is None else {**others, role: index}
        pattern = "" if role == "loc" and index is not None else self.url_pattern
        return replace(self, columns=columns, url_pattern=pattern)

    @property
    def is_grouped(self) -> bool:
        """Whether several rows make an entry, so that all have to be read first."""
        return "image" in self.columns or self.is_about_languages

    @property
    def is_about_languages(self) -> bool:
        """Whether the list says which pages are the same in other languages."""
        return bool(self.languages) or {"locale", "group"} <= set(self.columns)

    def is_empty(self) -> Callable[[str], bool]:
        """A function that tells whether a cell counts as empty."""
        known = frozenset((*(text.casefold() for text in self.empties), ""))

        @lru_cache(maxsize=4096)
        def is_empty(text: str) -> bool:
            return text.strip().casefold() in known

        return is_empty

    def pattern_columns(self, table: Table) -> list[tuple[str, int]]:
        """The placeholders of the pattern with their columns; raises SitemapError."""
        return [(name, _column_of(name, self, table)) for name in placeholders(self.url_pattern)]

    # To be kept

    def as_data(self, table: Table) -> dict[str, Any]:
        """Plain data for keeping; columns by name where they have one."""
        return {
            "columns": {role: _kept(at, table.columns) for role, at in self.columns.items()},
            "languages": {code: _kept(at, table.columns) for code, at in self.languages.items()},
            "filters": list(self.filters),
            "url_pattern": self.url_pattern,
            "base_url": self.base_url,
            "defaults": dict(self.defaults),
            "date_format": self.date_format,
            "zone": self.zone,
            "empties": list(self.empties),
            "preset": self.preset,
            "duplicates": self.duplicates,
            "kind": str(self.kind),
        }

    @classmethod
    def from_data(cls, data: MappingOf[str, Any], table: Table) -> Mapping:
        """A mapping that was kept, for a table with such columns; raises KeyError, ValueError."""
        return cls(
            columns=_found(data["columns"], table.columns),
            filters=tuple(map(str, data["filters"])),
            url_pattern=str(data["url_pattern"]),
            base_url=str(data["base_url"]),
            defaults={str(name): str(text) for name, text in data["defaults"].items()},
            date_format=str(data["date_format"]),
            zone=str(data["zone"]),
            empties=tuple(map(str, data["empties"])),
            preset=str(data["preset"]),
            languages=_found(data["languages"], table.columns),
            duplicates=str(data["duplicates"]),
            kind=Kind(data["kind"]),
        )


def placeholders(pattern: str) -> list[str]:
    """The names in braces."""
    return _PLACEHOLDER.findall(pattern)


def _column_of(name: str, mapping: Mapping, table: Table) -> int:
    if name in mapping.columns:
        return mapping.columns[name]
    index = index_of(table.columns, [name])
    if index is None:
        said = _("The pattern {pattern} names {name}, and there is no such column.")
        raise SitemapError(said.format(pattern=mapping.url_pattern, name=name))
    return index


def _kept(index: int, columns: Sequence[str]) -> str | int:
    name = normalised(columns[index]) if index < len(columns) else ""
    is_known = bool(name) and [normalised(one) for one in columns].count(name) == 1
    return name if is_known else index


def _found(kept: MappingOf[str, str | int], columns: Sequence[str]) -> dict[str, int]:
    present = [normalised(column) for column in columns]
    return {
        role: at if isinstance(at, int) else present.index(at)  # ValueError when it is not there
        for role, at in kept.items()
    }

"""What people want of a split, and the limits that hold for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sitemap_editor.protocol import limits
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_, _, format_number

if TYPE_CHECKING:
    from .patterns import Pattern

BY: dict[str, str] = {
    "size": N_("Size alone"),
    "section": N_("Section (part of the path)"),
    "host": N_("Host"),
    "language": N_("Language"),
    "year": N_("Year of lastmod"),
    "month": N_("Month of lastmod"),
    "pattern": N_("Patterns"),
}
"""What entries can be put together by, with its name for people."""

ASSIGN: dict[str, str] = {
    "fill": N_("One file after the other"),
    "hash": N_("By address, so that files stay the same"),
}
"""How the entries of a group that needs several files are given to them.

``fill`` keeps the document's order across files: what is added at the end changes the last file
only, what is added before shifts one entry over each border behind it. ``hash`` gives each address
to the same file as long as the number of files stays: one that is added changes one file.
"""

LASTMOD: dict[str, str] = {
    "newest": N_("Newest of the file"),
    "now": N_("Time of writing"),
    "none": N_("None"),
}
"""What the index says about when a file has changed."""

LEGACY_CHILDREN = 1_000
MOST_HEADROOM = 90
USUAL_INDEX = "sitemap_index.xml"
OTHER = "other"
"""Name of the group of everything else."""


class Limits(NamedTuple):
    """How much a file may hold: entries, bytes before compression, and children of an index."""

    entries: int
    bytes: int
    children: int


def limits_of(profiles: tuple[str, ...]) -> Limits:
    """The limits by these profiles.

    Before 2016 a file could have 10 MB, and an index 1,000 sitemaps (sitemaps.org, as archived).
    """
    if "legacy-2005" in profiles:
        return Limits(limits.MAX_ENTRIES, limits.LEGACY_BYTES, LEGACY_CHILDREN)
    return Limits(limits.MAX_ENTRIES, limits.MAX_BYTES, limits.MAX_ENTRIES)


@dataclass(frozen=True)
class Wish:
    """How to split; the defaults are those of the command line.

    ``by`` is one of ``BY``, ``depth`` the segment of the path that is a section, counted from 1.
    ``max_entries`` and ``max_bytes`` are less than the profile's limits, or None. ``headroom`` is
    the share of them, in percent, to be left free. ``name`` and ``index_name`` may be empty for
    the usual ones, ``base`` is what ``{base}`` stands for.
    """

    base_url: str
    by: str = "size"
    depth: int = 1
    patterns: tuple[Pattern, ...] = ()
    max_entries: int | None = None
    max_bytes: int | None = None
    headroom: float = 0
    name: str = ""
    index_name: str = ""
    base: str = "sitemap"
    gzip: bool = False
    assign: str = "fill"
    lastmod: str = "newest"
    profiles: tuple[str, ...] = field(default=DEFAULT_PROFILES)

    @property
    def limits(self) -> Limits:
        """What a part may hold. Raises SitemapError for what no part could keep to."""
        allowed = limits_of(self.profiles)
        if not 0 <= self.headroom <= MOST_HEADROOM:
            said = _("The room to leave is a share from 0 to {most} percent.")
            raise SitemapError(said.format(most=MOST_HEADROOM))
        entries = _within(self.max_entries, allowed.entries, _("A sitemap may hold {n} entries."))
        size = _within(self.max_bytes, allowed.bytes, _("A sitemap may have {n} bytes."))
        kept = (100 - self.headroom) / 100
        return Limits(max(1, int(entries * kept)), int(size * kept), allowed.children)


def _within(wanted: int | None, most: int, said: str) -> int:
    if wanted is None:
        return most
    if wanted > most:
        advice = _("Choose a smaller number; search engines reject larger files.")
        raise SitemapError(said.format(n=format_number(most)), advice=advice)
    if wanted < 1:
        raise SitemapError(_("A file must be allowed at least one entry and one byte."))
    return wanted


def folder_of(base_url: str) -> str:
    """The public address of the folder, with a slash at its end.

    That of a file in it is understood too. Raises SitemapError for what is no whole address.
    """
    address = base_url.strip()
    url = split_url(address)
    if not url.is_web or not url.host or any(sign in address for sign in " \t\r\n<>\"'"):
        raise SitemapError(
            _("The index needs the public address of the folder that the files go to."),
            advice=_("It looks like {example}.").format(example="https://www.example.com/"),
        )
    path = url.path
    if path.lower().endswith((".xml", ".txt", ".gz")):
        path = path[: path.rindex("/") + 1]
    if not path.endswith("/"):
        path += "/"
    return str(url.replace(path=path, query=None, fragment=None))

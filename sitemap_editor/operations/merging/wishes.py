"""What people want when entries of several files are about one page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sitemap_editor.operations.deduplicating import EXACT
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.support.i18n import N_

KEEP_ALL = "keep"
DUPLICATES: dict[str, str] = {
    "newest": N_("The newest by its date"),
    "richest": N_("The one that says most"),
    "first": N_("That of the first file"),
    "last": N_("That of the last file"),
    KEEP_ALL: N_("All of them stay"),
}
"""Which entry of a page stays, with its name for people."""

KEPT, NEWEST, FIRST, LAST, OLDEST = "kept", "newest", "first", "last", "oldest"
HIGHEST, LOWEST, ALL = "highest", "lowest", "all"
WINNERS: dict[str, str] = {
    KEPT: N_("As in the entry that stays"),
    NEWEST: N_("From the newest entry"),
    OLDEST: N_("From the oldest entry"),
    FIRST: N_("From the first file that has it"),
    LAST: N_("From the last file that has it"),
    HIGHEST: N_("The highest value"),
    LOWEST: N_("The lowest value"),
    ALL: N_("All that any of them has"),
}
"""Whose value of a field counts; a number is that of a file, counted from 1."""

VALUES = tuple(one.name for one in FIELDS if one.name != "loc")
MEDIA = ("image", "video", "news", "xhtml")
"""Extensions whose elements are taken over, by the usual prefix; ``xhtml`` are the languages."""

MERGED_FIELDS = (*VALUES, *MEDIA)

_ANY = (KEPT, NEWEST, OLDEST, FIRST, LAST)
ALLOWED: dict[str, tuple[str, ...]] = {
    "lastmod": _ANY,
    "changefreq": _ANY,
    "priority": (*_ANY, HIGHEST, LOWEST),
    **dict.fromkeys(MEDIA, (*_ANY, ALL)),
}
"""The winners that each field can have, beside the number of a file."""

USUAL: dict[str, str] = {
    "lastmod": NEWEST,
    **dict.fromkeys(("changefreq", "priority"), KEPT),
    **dict.fromkeys(MEDIA, ALL),
}
"""What counts where nothing is said; what is missing is always filled in."""


@dataclass(frozen=True)
class MergeWish:
    """Which entry of a page stays, what it takes from the others, and what is one page.

    ``duplicates`` is one of DUPLICATES, ``match`` as for removing duplicates, ``winners`` by field
    one of ALLOWED or the number of a file.
    """

    duplicates: str = "newest"
    match: str = EXACT
    winners: Mapping[str, str] = field(default_factory=dict)

    def winner(self, name: str) -> str:
        """Whose value of a field counts."""
        return self.winners.get(name, USUAL[name])

    @property
    def keeps_all(self) -> bool:
        """Whether entries about one page stay side by side."""
        return self.duplicates == KEEP_ALL

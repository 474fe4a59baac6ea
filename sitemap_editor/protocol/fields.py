"""The fields of an entry, each declared once: table, inspector, sort, filter and export read it.

Source of names, order and which kind has which: https://www.sitemaps.org/protocol.html and the
schemas sitemap.xsd and siteindex.xsd.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .kinds import FEEDS, XML_KINDS, Kind

CHANGE_FREQUENCIES = ("always", "hourly", "daily", "weekly", "monthly", "yearly", "never")


@dataclass(frozen=True, slots=True)
class Field:
    """One field: element name, translatable title, editor, and where it belongs.

    ``width`` is in average characters, ``index`` the column of the document's span arrays.
    """

    name: str
    title: str
    editor: Literal["url", "date", "choice", "number"]
    index: int
    kinds: tuple[Kind, ...]
    width: int
    align_right: bool = False
    choices: tuple[str, ...] = ()


def _(text: str) -> str:
    """Mark a text for translation; it is translated where it is shown."""
    return text


FIELDS: tuple[Field, ...] = (
    Field("loc", _("Address"), "url", 0, (*XML_KINDS, Kind.TEXT, Kind.ROBOTS, *FEEDS), 60),
    Field("lastmod", _("Last modified"), "date", 1, (*XML_KINDS, *FEEDS), 24),
    Field(
        "changefreq",
        _("Change frequency"),
        "choice",
        2,
        (Kind.URLSET,),
        11,
        choices=CHANGE_FREQUENCIES,
    ),
    Field("priority", _("Priority"), "number", 3, (Kind.URLSET,), 8, align_right=True),
)
"""In the order of the schema's sequence, which is the order new elements are written in."""

FIELD_BY_NAME = {field.name: field for field in FIELDS}


def fields_of(kind: Kind) -> tuple[Field, ...]:
    """The fields an entry of this kind may have, in schema order."""
    return tuple(field for field in FIELDS if kind in field.kinds)

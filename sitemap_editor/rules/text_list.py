"""Group N: lists with one address a line."""

from __future__ import annotations

import re

from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_

from .base import TEXT_ONLY, Context, Hit, ask, rule, set_field
from .loc_form import undo_ampersands
from .values import Loc

_CSV = re.compile(r"[,;]\d{4}-\d\d-\d\d|[,;][01]\.\d|[,;](?:always|hourly|daily|weekly|monthly)\b")
_ADDRESS = re.compile(r"https?://(?:(?!https?://)[^\s,;|\"'<>])+", re.IGNORECASE)
_SECOND = re.compile(r"[\s,;|\"'<>]https?://", re.IGNORECASE)


@rule(
    "text-line-not-url",
    reads=("loc",),
    title=N_("Line that is no address"),
    message=N_(
        "“{value}” is not exactly one whole address, such as “{example}”. A text sitemap holds "
        "addresses and nothing else; search engines report other lines as errors."
    ),
    kinds=TEXT_ONLY,
    hides=(
        "loc-not-absolute",
        "loc-scheme-unsupported",
        "loc-scheme-malformed",
        "loc-whitespace-inside",
        "loc-illegal-character",
        "loc-non-ascii",
        "loc-template-leftover",
    ),
)
def text_line_not_url(loc: Loc, _context: Context) -> Hit | None:
    """A line holds a heading, a comment, columns of a table, or two addresses.

    Good: ``https://www.example.com/a``. Bad: ``# my pages``, ``https://www.example.com/a,0.5``.
    """
    if not loc.address or _is_one_address(loc):
        return None
    found = _ADDRESS.findall(loc.address)
    example = found[0] if found else "https://www.example.com/page"
    fix = set_field("loc", example, is_sure=False) if found else ask("delete_entry")
    if len(found) > 1:
        fix = ask("split_line", values=tuple(found))
    return Hit({"example": example}, fix)


def _is_one_address(loc: Loc) -> bool:
    address = loc.address
    if loc.slip is not None:  # a rule of its own says what is wrong with the beginning
        return not re.search(r"\s", address)
    is_web = split_url(address).is_web
    return is_web and not (
        re.search(r"\s", address) or _CSV.search(address) or _SECOND.search(address, 1)
    )


@rule(
    "text-entity-escaped",
    reads=("loc",),
    title=N_("XML escape in a text list"),
    message=N_(
        "“{value}” is escaped as for XML; in a text list write “{example}”. "
        "Servers get the escape as part of the address."
    ),
    kinds=TEXT_ONLY,
)
def text_entity_escaped(loc: Loc, _context: Context) -> Hit | None:
    """A line holds ``&amp;``, which belongs to XML only.

    Good: ``?a=1&b=2``. Bad: ``?a=1&amp;b=2``.
    """
    if "&amp;" not in loc.address:
        return None
    example = undo_ampersands(loc.address)
    return Hit({"example": example}, set_field("loc", example))


RULES = (text_line_not_url, text_entity_escaped)

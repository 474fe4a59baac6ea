"""Group N: lists with one address a line."""

from __future__ import annotations

import re

from sitemap_editor.protocol.limits import MAX_BYTES, MAX_ENTRIES
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_, format_megabytes, format_number

from .base import TEXT_ONLY, Context, Hit, ask, rule, set_field
from .engine.frame import File
from .file_bytes import other_encoding, splitting
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


# The file


@rule(
    "text-limits",
    title=N_("Text list too large"),
    message=N_(
        "The list has {count} addresses and {megabytes} MB; {limit} and 50 MB are allowed. "
        "Search engines reject larger files: split it into several."
    ),
    kinds=TEXT_ONLY,
)
def text_limits(file: File, _context: Context) -> Hit | None:
    """A text list has more than 50,000 lines or 52,428,800 bytes."""
    count, size = file.stats.entries, file.doc.size_bytes
    if count <= MAX_ENTRIES and size <= MAX_BYTES:
        return None
    shown = {
        "count": format_number(count),
        "megabytes": format_megabytes(size),
        "limit": format_number(MAX_ENTRIES),
    }
    return Hit(shown, splitting(file))


@rule(
    "text-encoding",
    title=N_("Text list that is not UTF-8"),
    message=N_(
        "The list is in {encoding}; it must be in UTF-8. "
        "Save it as UTF-8: readers take other bytes for garbled letters or reject them."
    ),
    kinds=TEXT_ONLY,
)
def text_encoding(file: File, context: Context) -> Hit | None:
    """The bytes of a text list are not UTF-8."""
    return other_encoding(file, context)


@rule(
    "text-extension",
    title=N_("Text list without .txt"),
    message=N_(
        "The file is named “{value}”; a list of addresses is named like {example}. "
        "Google recognises text sitemaps by their name."
    ),
    kinds=TEXT_ONLY,
)
def text_extension(file: File, _context: Context) -> Hit | None:
    """The name of a text list does not end in ``.txt`` or ``.txt.gz``."""
    path = file.doc.path
    if path is None or path.name.lower().endswith((".txt", ".txt.gz")):
        return None
    return Hit({"example": f"{path.name.partition('.')[0] or 'sitemap'}.txt"}, value=path.name)


RULES = (text_line_not_url, text_entity_escaped)
"""Rules about its lines."""

FILE_RULES = (text_limits, text_encoding, text_extension)
"""Rules about the list."""

"""Group D, fifth part: addresses that are too long, too short, or lack their slash."""

from __future__ import annotations

from sitemap_editor.protocol.limits import MAX_LOC_LENGTH
from sitemap_editor.protocol.urls import percent_encode
from sitemap_editor.support.i18n import N_, format_number

from .base import Context, Hit, rule, set_field
from .values import Loc

MIN_LENGTH = 12
YANDEX_LENGTH = 1_024


def _shown(length: int, limit: int) -> dict[str, str]:
    return {"length": format_number(length), "limit": format_number(limit)}


@rule(
    "loc-too-long",
    reads=("loc",),
    title=N_("Address too long"),
    message=N_(
        "The address has {length} characters; it must have fewer than {limit}. "
        "Search engines may cut it or skip the entry. It begins “{value}”."
    ),
    hides=("loc-too-long-yandex",),
)
def loc_too_long(loc: Loc, _context: Context) -> Hit | None:
    """The address has 2,048 characters or more, counted after percent-encoding.

    The protocol's text asks for less than 2,048, its schema allows exactly 2,048.
    """
    length = len(percent_encode(loc.address))
    return Hit(_shown(length, MAX_LOC_LENGTH)) if length >= MAX_LOC_LENGTH else None


@rule(
    "loc-too-long-yandex",
    reads=("loc",),
    title=N_("Address too long for Yandex"),
    message=N_(
        "The address has {length} characters; Yandex reads {limit} at most. It begins “{value}”."
    ),
)
def loc_too_long_yandex(loc: Loc, _context: Context) -> Hit | None:
    """Yandex reads addresses of up to 1,024 characters."""
    length = len(percent_encode(loc.address))
    return Hit(_shown(length, YANDEX_LENGTH)) if length > YANDEX_LENGTH else None


@rule(
    "loc-path-empty",
    reads=("loc",),
    title=N_("No slash behind the host"),
    message=N_(
        "“{value}” has no path; “{example}” is the same page in its usual spelling. "
        "The protocol asks for the slash where the server needs it."
    ),
    hides=("loc-too-short",),
)
def loc_path_empty(loc: Loc, _context: Context) -> Hit | None:
    """Nothing stands behind the host, not even a slash.

    Good: ``https://www.example.com/``. Bad: ``https://www.example.com``.
    """
    if not loc.is_web or loc.url.path or not loc.url.authority:
        return None
    example = str(loc.url.replace(path="/"))
    return Hit({"example": example}, set_field(loc.field, example))


@rule(
    "loc-too-short",
    reads=("loc",),
    title=N_("Address too short for the schema"),
    message=N_(
        "“{value}” has {length} characters; the sitemap schema wants {limit} at least. "
        "Search engines do not mind."
    ),
)
def loc_too_short(loc: Loc, _context: Context) -> Hit | None:
    """The schema of the protocol asks for 12 characters at least."""
    length = len(loc.address)
    if not loc.is_web or length >= MIN_LENGTH:
        return None
    return Hit(_shown(length, MIN_LENGTH))


RULES = (
    loc_too_long,
    loc_too_long_yandex,
    loc_path_empty,
    loc_too_short,
)

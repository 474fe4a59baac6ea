"""Group D, second part: what stands behind the host: path, query and fragment."""

from __future__ import annotations

import re

from sitemap_editor.protocol.urls import (
    DEFAULT_DOCUMENT,
    SESSION,
    TRACKING,
    directory_of,
    norm_eq,
    normal_path,
    normal_percents,
    remove_dot_segments,
    site_of,
)
from sitemap_editor.support.i18n import N_

from .base import PAGES, URLSET_ONLY, Context, Hit, ask, rule, set_field
from .values import Loc, decoded_bytes

_TRIPLET = re.compile(r"%[0-9A-Fa-f]{2}")
_BAD_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_DOUBLE = re.compile(r"%25([0-9A-Fa-f]{2})")
_UNRESERVED = re.compile(
    r"%(?:3[0-9]|4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|2[DE]|5F|7E)", re.IGNORECASE
)
_JSESSION = re.compile(r";jsessionid=[^/?#]*", re.IGNORECASE)
_DOT_SEGMENT = re.compile(r"(?:^|/)(?:\.|%2e){1,2}(?=/|$)", re.IGNORECASE)
_ASSET = re.compile(
    r"\.(?:css|js|map|json|png|jpe?g|gif|svg|webp|ico|woff2?|ttf|zip|gz|mp4)$", re.IGNORECASE
)
_SITEMAP_FILE = re.compile(r"sitemap[^/]*\.(?:xml|xml\.gz|txt)$", re.IGNORECASE)


def _with(loc: Loc, **parts: str | None) -> str:
    return str(loc.url.replace(**parts))


@rule(
    "loc-percent-malformed",
    reads=("loc",),
    title=N_("Percent sign without two digits"),
    message=N_(
        "“{value}” has a percent sign that is not followed by two hexadecimal digits; a percent "
        "sign itself is written %25: “{example}”. Google calls such an address invalid."
    ),
)
def loc_percent_malformed(loc: Loc, _context: Context) -> Hit | None:
    """A percent sign stands for itself instead of beginning an escape.

    Good: ``https://www.example.com/50%25-off``. Bad: ``https://www.example.com/50%-off``.
    """
    if not loc.is_web or not _BAD_PERCENT.search(loc.address):
        return None
    example = _BAD_PERCENT.sub("%25", loc.address)
    return Hit({"example": example}, set_field(loc.field, example, is_sure=False))


@rule(
    "loc-percent-double",
    reads=("loc",),
    title=N_("Percent-encoded twice"),
    message=N_(
        "“{value}” holds {found}, an encoding of an encoding; “{example}” may be meant. "
        "It is legal, but the two are different addresses."
    ),
)
def loc_percent_double(loc: Loc, _context: Context) -> Hit | None:
    """An escape was escaped again.

    Good: ``https://www.example.com/a%20b``. Bad: ``https://www.example.com/a%2520b``.
    """
    found = _DOUBLE.search(loc.address) if loc.is_web else None
    if found is None:
        return None
    example = _DOUBLE.sub(r"%\1", loc.address)
    fix = set_field(loc.field, example, is_sure=False)
    return Hit({"found": found[0], "example": example}, fix)


@rule(
    "loc-percent-not-utf8",
    reads=("loc",),
    title=N_("Percent-encoding in another character set"),
    message=N_(
        "The escapes in “{value}” are not UTF-8; in UTF-8 it would be “{example}”. "
        "That is right only when the server reads the older character set."
    ),
)
def loc_percent_not_utf8(loc: Loc, _context: Context) -> Hit | None:
    """The escapes stand for bytes of an older character set, such as Latin-1.

    Good: ``https://www.example.com/caf%C3%A9``. Odd: ``https://www.example.com/caf%E9``.
    """
    if not loc.is_web or "%" not in loc.rest or _is_utf8(loc.rest):
        return None
    example = re.sub(r"(?:%[0-9A-Fa-f]{2})+", _in_utf8, loc.rest)
    example = loc.address[: len(loc.address) - len(loc.rest)] + example
    return Hit({"example": example}, set_field(loc.field, example, is_sure=False))


def _is_utf8(text: str) -> bool:
    try:
        decoded_bytes(text).decode()
    except UnicodeDecodeError:
        return False
    return True


def _in_utf8(run: re.Match[str]) -> str:
    """A run of escapes in UTF-8, read as Latin-1 where it is not UTF-8 yet."""
    if _is_utf8(run[0]):
        return run[0]
    characters = decoded_bytes(run[0]).decode("latin-1")
    return "".join(f"%{byte:02X}" for byte in characters.encode())


@rule(
    "loc-percent-unreserved",
    reads=("loc",),
    title=N_("Needless percent-encoding"),
    message=N_(
        "“{value}” encodes {found}, which stands for a plain letter, digit or sign; “{example}” "
        "is the same page. Programs that compare addresses may take them for two."
    ),
)
def loc_percent_unreserved(loc: Loc, _context: Context) -> Hit | None:
    """A letter, digit, hyphen, point, underscore or tilde is written as an escape.

    Good: ``https://www.example.com/~user``. Odd: ``https://www.example.com/%7Euser``.
    """
    found = _UNRESERVED.search(loc.rest) if loc.is_web else None
    if found is None:
        return None
    example = _UNRESERVED.sub(lambda match: normal_percents(match[0]), loc.address)
    return Hit({"found": found[0], "example": example}, set_field(loc.field, example))


@rule(
    "loc-percent-lowercase",
    reads=("loc",),
    title=N_("Percent-encoding in small letters"),
    message=N_(
        "“{value}” writes {found} in small letters; the usual spelling is “{example}”. "
        "Programs that compare addresses may take them for two."
    ),
)
def loc_percent_lowercase(loc: Loc, _context: Context) -> Hit | None:
    """An escape is written with small hexadecimal letters.

    Good: ``https://www.example.com/caf%C3%A9``. Odd: ``https://www.example.com/caf%c3%a9``.
    """
    triplets = _TRIPLET.findall(loc.rest) if loc.is_web and "%" in loc.rest else ()
    small = (t for t in triplets if t != t.upper() and not _UNRESERVED.fullmatch(t))
    found = next(small, None)
    if found is None:
        return None
    example = _TRIPLET.sub(lambda match: match[0].upper(), loc.address)
    return Hit({"found": found, "example": example}, set_field(loc.field, example))


@rule(
    "loc-fragment",
    reads=("loc",),
    title=N_("Address of a part of a page"),
    message=N_(
        "“{value}” names a place within a page; the page itself is “{example}”. "
        "Google does not index what stands behind #."
    ),
)
def loc_fragment(loc: Loc, _context: Context) -> Hit | None:
    """The address holds ``#`` and what follows it.

    Good: ``https://www.example.com/a``. Bad: ``https://www.example.com/a#reviews``.
    """
    fragment = loc.url.fragment if loc.is_web else None
    if fragment is None:
        return None
    example = _with(loc, fragment=None)
    is_sure = not fragment.startswith(("!", "/"))
    return Hit({"example": example}, set_field(loc.field, example, is_sure=is_sure))


@rule(
    "loc-session-id",
    reads=("loc",),
    title=N_("Session number in the address"),
    message=N_(
        "“{value}” holds the session parameter {found}; without it: “{example}”. "
        "Each visit of a crawler would see another address for the same page."
    ),
)
def loc_session_id(loc: Loc, _context: Context) -> Hit | None:
    """The address holds the number of one visitor's session.

    Good: ``https://www.example.com/cart``. Bad: ``https://www.example.com/cart?PHPSESSID=ab12``.
    """
    if not loc.is_web:
        return None
    in_path = _JSESSION.search(loc.address)
    name = next((n for n in loc.parameter_names if SESSION.fullmatch(n)), None)
    if in_path is None and name is None:
        return None
    example = _JSESSION.sub("", _without_parameters(loc, SESSION))
    fix = set_field(loc.field, example, is_sure=False)
    return Hit({"found": name or "jsessionid", "example": example}, fix)


@rule(
    "loc-tracking-parameter",
    reads=("loc",),
    title=N_("Tracking parameter in the address"),
    message=N_(
        "“{value}” holds the tracking parameter {found}; without it: “{example}”. "
        "A sitemap should list the address a page is known by."
    ),
)
def loc_tracking_parameter(loc: Loc, _context: Context) -> Hit | None:
    """The query holds a parameter that only counts visits.

    Good: ``https://www.example.com/a``. Bad: ``https://www.example.com/a?utm_source=mail``.
    """
    names = loc.parameter_names if loc.is_web else ()
    found = next((name for name in names if TRACKING.fullmatch(name)), None)
    if found is None:
        return None
    example = _without_parameters(loc, TRACKING)
    return Hit({"found": found, "example": example}, set_field(loc.field, example, is_sure=False))


def _without_parameters(loc: Loc, names: re.Pattern[str]) -> str:
    pieces = (loc.url.query or "").split("&")
    kept = [piece for piece in pieces if not names.fullmatch(piece.partition("=")[0])]
    return _with(loc, query="&".join(kept) or None)


@rule(
    "loc-dot-segments",
    reads=("loc",),
    title=N_("Dots as parts of the path"),
    message=N_(
        "“{value}” has “.” or “..” as a part of its path; crawlers ask for “{example}”. "
        "Write the address that is asked for."
    ),
)
def loc_dot_segments(loc: Loc, _context: Context) -> Hit | None:
    """The path goes through ``.`` or ``..``.

    Good: ``https://www.example.com/b``. Bad: ``https://www.example.com/a/../b``.
    """
    if not loc.is_web or not _DOT_SEGMENT.search(loc.url.path):
        return None
    path = re.sub(r"%2[eE]", ".", loc.url.path)
    example = _with(loc, path=remove_dot_segments(path))
    return Hit({"example": example}, set_field(loc.field, example))


@rule(
    "loc-double-slash",
    reads=("loc",),
    title=N_("Two slashes in the path"),
    message=N_(
        "“{value}” has two slashes in a row; “{example}” may be meant. "
        "Most servers show the same page for both, so that it is counted twice."
    ),
)
def loc_double_slash(loc: Loc, _context: Context) -> Hit | None:
    """Two slashes follow each other within the path.

    Good: ``https://www.example.com/a/b``. Odd: ``https://www.example.com/a//b``.
    """
    if not loc.is_web or "//" not in loc.url.path:
        return None
    example = _with(loc, path=re.sub("/{2,}", "/", loc.url.path))
    return Hit({"example": example}, set_field(loc.field, example, is_sure=False))


@rule(
    "loc-is-sitemap",
    reads=("loc",),
    title=N_("A sitemap listed as a page"),
    message=N_(
        "“{value}” looks like a sitemap; a sitemap of pages cannot list other sitemaps. "
        "List it in a sitemap index instead."
    ),
    kinds=URLSET_ONLY,
    hides=("loc-not-a-page",),
)
def loc_is_sitemap(loc: Loc, context: Context) -> Hit | None:
    """An entry of a urlset names a sitemap.

    Good, in an index: ``<sitemap><loc>https://www.example.com/sitemap-1.xml</loc></sitemap>``.
    """
    is_one = _SITEMAP_FILE.search(loc.url.path) is not None
    if context.base_url and not is_one:
        is_one = norm_eq(loc.address) == norm_eq(context.base_url)
    fix = ask("convert" if context.evidence.is_other_kind else "delete_entry")
    return Hit(fix=fix) if is_one and loc.is_web else None


@rule(
    "loc-default-document",
    reads=("loc",),
    title=N_("File name of the start page"),
    message=N_(
        "“{value}” ends in the name of a folder's start page; “{example}” usually shows the same. "
        "List the one address that your own links use."
    ),
    kinds=PAGES,
)
def loc_default_document(loc: Loc, _context: Context) -> Hit | None:
    """The path ends in ``index.html`` or the like.

    Good: ``https://www.example.com/a/``. Odd: ``https://www.example.com/a/index.html``.
    """
    folder, _, last = loc.url.path.rpartition("/")
    if not loc.is_web or not DEFAULT_DOCUMENT.fullmatch(last):
        return None
    example = _with(loc, path=f"{folder}/")
    return Hit({"example": example}, set_field(loc.field, example, is_sure=False))


@rule(
    "loc-not-a-page",
    reads=("loc",),
    title=N_("Not a page"),
    message=N_(
        "“{value}” ends in {found}, which is no page that people search for. "
        "List pages here, and images or videos with the page that shows them."
    ),
    kinds=PAGES,
)
def loc_not_a_page(loc: Loc, _context: Context) -> Hit | None:
    """The address names a picture, script, style sheet or archive.

    Good: ``https://www.example.com/shoes``. Odd: ``https://www.example.com/shoes.jpg``.
    """
    found = _ASSET.search(loc.url.path) if loc.is_web else None
    return Hit({"found": found[0]}, ask("delete_entry")) if found else None


def outside_directory(loc: Loc, context: Context) -> str | None:
    """The folder of the file when this address of its site is not in it."""
    base = context.base
    if base is None or not loc.is_web or site_of(base) != site_of(loc.url):
        return None
    folder = directory_of(base)
    if normal_path(loc.url).startswith(folder) or context.is_named_by_robots:
        return None
    return folder


@rule(
    "loc-outside-directory",
    reads=("loc",),
    title=N_("Outside of the sitemap's folder"),
    message=N_(
        "“{value}” does not lie in {folder}, the folder of this sitemap. Search engines skip it, "
        "unless the sitemap is named in robots.txt or lies at the root of the site."
    ),
    kinds=PAGES,
)
def loc_outside_directory(loc: Loc, context: Context) -> Hit | None:
    """A sitemap vouches for what lies in its own folder and below.

    Good, in ``/blog/sitemap.xml``: ``/blog/a``. Bad there: ``/shop/a``.
    """
    folder = outside_directory(loc, context)
    return Hit({"folder": folder}) if folder else None


RULES = (
    loc_percent_malformed,
    loc_percent_double,
    loc_percent_not_utf8,
    loc_percent_unreserved,
    loc_percent_lowercase,
    loc_fragment,
    loc_session_id,
    loc_tracking_parameter,
    loc_dot_segments,
    loc_double_slash,
    loc_is_sitemap,
    loc_default_document,
    loc_not_a_page,
    loc_outside_directory,
)

"""Group D, first part: whether it is an address at all, and its characters those of one."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urljoin

from sitemap_editor.protocol.urls import percent_encode
from sitemap_editor.support.i18n import N_

from .base import INDEX_ONLY, PAGES, Context, Fix, Hit, Site, ask, rule, safe, set_field
from .questions import answer_to
from .values import Loc

_INNER_WHITE = re.compile("[ \t\r\n\u00a0]+")
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00a0"
_OPAQUE = re.compile(
    r"(?:mailto|tel|javascript|data|file|ftp|sms|about|blob|urn|callto|skype|whatsapp|news|ws|wss)"
    r":|[A-Za-z][A-Za-z0-9+.\-]*://",
    re.IGNORECASE,
)
_BARE_HOST = re.compile(
    r"(?:[\w-]+\.)+(?!(?:xml|html?|php|aspx?|txt|gz|jpe?g|png|pdf)\b)[A-Za-z]{2,}"
    r"(?::\d+)?(?:[/?#].*)?",
    re.DOTALL | re.IGNORECASE,
)
"""A host and what may follow it; names of files look alike but for their suffix."""
_HTTPS = Site("https", "", None)
_ILLEGAL = '"<>\\^`{}|'
_ILLEGAL_ONE = re.compile(f"[{re.escape(_ILLEGAL)}]")
_ENCODED = {character: f"%{ord(character):02X}" for character in _ILLEGAL}
_TEMPLATE = re.compile(r"\{\{|\}\}|\$\{|<\?|<%|%s\b|\[object Object\]")
_TEMPLATE_SEGMENT = re.compile("/(undefined|null|None|NaN|false)(?=/|$)")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);", re.IGNORECASE)


@rule(
    "loc-empty",
    reads=("loc",),
    title=N_("Address is empty"),
    message=N_(
        "The loc is empty; it must hold the whole address of the page, such as "
        "https://www.example.com/page. Search engines report an entry without one as an error."
    ),
)
def loc_empty(loc: Loc, _context: Context) -> Hit | None:
    """An entry has a ``loc`` element with nothing in it.

    Good: ``<loc>https://www.example.com/a</loc>``. Bad: ``<loc></loc>``.
    """
    return None if loc.address else Hit(fix=ask("delete_entry"))


@rule(
    "loc-whitespace-around",
    reads=("loc",),
    title=N_("White space around the address"),
    message=N_(
        "There is white space before or after “{value}”; nothing but the address should stand "
        "between the tags. Most crawlers trim it, but Google has reported such an address as "
        "invalid."
    ),
)
def loc_whitespace_around(loc: Loc, _context: Context) -> Hit | None:
    """Spaces, line breaks or invisible characters stand around the address.

    Good: ``<loc>https://www.example.com/a</loc>``. Bad: ``<loc> https://www.example.com/a </loc>``.
    """
    if loc.address == loc.raw or not loc.address:
        return None
    return Hit({"value": loc.address}, safe("trim", field=loc.field), value=loc.raw)


@rule(
    "loc-scheme-malformed",
    reads=("loc",),
    title=N_("Beginning of the address misspelt"),
    message=N_(
        "“{value}” does not begin with http:// or https://; “{example}” is probably meant. "
        "Google calls this an invalid URL and does not crawl it."
    ),
    hides=("loc-scheme-unsupported", "index-child-not-absolute", "loc-not-absolute"),
)
def loc_scheme_malformed(loc: Loc, _context: Context) -> Hit | None:
    """The scheme is misspelt, doubled, or its slashes are wrong.

    Good: ``https://www.example.com/a``. Bad: ``htp://www.example.com/a``, ``http:/a``.
    """
    if loc.slip is None:
        return None
    schemes: list[str] = re.findall(r"h?t+ps?", loc.slip.lower())
    is_secure = schemes[-1].endswith("s")
    example = ("https://" if is_secure else "http://") + loc.address[len(loc.slip) :]
    is_sure = schemes[-1] in ("http", "https")
    return Hit({"example": example}, set_field(loc.field, example, is_sure=is_sure))


@rule(
    "loc-scheme-unsupported",
    reads=("loc",),
    title=N_("Not an http or https address"),
    message=N_(
        "“{value}” uses {scheme}; a sitemap lists pages under http:// or https:// only. "
        "Search engines ignore the entry."
    ),
    hides=("index-child-not-absolute", "loc-not-absolute"),
)
def loc_scheme_unsupported(loc: Loc, _context: Context) -> Hit | None:
    """The address is of another kind: mail, telephone, script, file transfer.

    Good: ``https://www.example.com/contact``. Bad: ``mailto:info@example.com``.
    """
    if loc.is_web or not loc.address or not _OPAQUE.match(loc.address):
        return None
    scheme = loc.address.partition(":")[0]
    if scheme.lower() in ("http", "https"):
        return None
    return Hit({"scheme": f"{scheme}:"}, ask("delete_entry"))


def _absolute(loc: Loc, context: Context) -> tuple[str, Fix | None]:
    """The whole address most likely meant, and the fix, which asks for the site when in doubt."""
    site = context.home
    address = loc.address
    scheme = (site or context.site or _HTTPS).scheme
    if address.startswith("//"):
        example = f"{scheme}:{address}"
    elif _BARE_HOST.fullmatch(address):
        example = f"{scheme}://{address}"
    else:
        base = context.base_url or (f"{site.text}/" if site else None)
        example = urljoin(base or "https://www.example.com/", address)
        if site is None:
            return example, ask("nothing")._replace(question="site_host")
        if not context.base_url:
            fix = ask("set_field", field=loc.field, value=example)
            return example, fix._replace(question="site_host")
    return example, ask("set_field", field=loc.field, value=example)


@rule(
    "loc-not-absolute",
    reads=("loc",),
    title=N_("Address is not absolute"),
    message=N_(
        "“{value}” is not a whole address; it should be written like “{example}”. "
        "Search engines do not know what a relative address belongs to and skip the entry."
    ),
    kinds=PAGES,
)
def loc_not_absolute(loc: Loc, context: Context) -> Hit | None:
    """The address lacks its scheme or host.

    Good: ``https://www.example.com/about``. Bad: ``/about``, ``www.example.com/about``.
    """
    if loc.is_web or not loc.address or loc.slip is not None:
        return None
    example, fix = _absolute(loc, context)
    return Hit({"example": example}, fix)


@rule(
    "index-child-not-absolute",
    reads=("loc",),
    title=N_("Address of a sitemap is not absolute"),
    message=N_(
        "“{value}” is not a whole address; it should be written like “{example}”. "
        "Google reports “Invalid URL in sitemap index file: incomplete URL” and does not read it."
    ),
    kinds=INDEX_ONLY,
)
def index_child_not_absolute(loc: Loc, context: Context) -> Hit | None:
    """A sitemap in an index is given without scheme or host.

    Good: ``https://www.example.com/a.xml``. Bad: ``a.xml``.
    """
    if loc.is_web or not loc.address or loc.slip is not None:
        return None
    example, fix = _absolute(loc, context)
    if fix is not None and context.base_url:
        fix = safe(fix.name, **fix.parameters)
    return Hit({"example": example}, fix)


@rule(
    "entity-double-escaped",
    reads=("loc",),
    title=N_("Escaped twice"),
    message=N_(
        "“{value}” still holds the escape {found} after it has been decoded; “{example}” is "
        "meant. Servers get the escape as part of the address."
    ),
    kinds=(*INDEX_ONLY, PAGES[0]),
)
def entity_double_escaped(loc: Loc, _context: Context) -> Hit | None:
    """The address was escaped for XML twice.

    Good: ``?a=1&amp;b=2``. Bad: ``?a=1&amp;amp;b=2``.
    """
    found = _ENTITY.search(loc.address)
    if found is None:
        return None
    example = undo_ampersands(loc.address)
    is_sure = example != loc.address and _ENTITY.search(example) is None
    example = example if is_sure else unescape(example)
    return Hit(
        {"found": found[0], "example": example}, set_field(loc.field, example, is_sure=is_sure)
    )


def undo_ampersands(text: str) -> str:
    """Decode ``&amp;`` as often as it was encoded, three times at most."""
    for _ in range(3):
        text = text.replace("&amp;", "&")
    return text


@rule(
    "loc-template-leftover",
    reads=("loc",),
    title=N_("Unfilled template in the address"),
    message=N_(
        "“{value}” holds {found}, which looks like a template nobody filled in. "
        "The page it names most likely does not exist."
    ),
    hides=("loc-percent-malformed", "loc-illegal-character", "loc-bracket-outside-host"),
)
def loc_template_leftover(loc: Loc, _context: Context) -> Hit | None:
    """Part of the address is a placeholder of the program that wrote it.

    Good: ``https://www.example.com/shoes``. Bad: ``https://www.example.com/{{slug}}``.
    """
    found = _TEMPLATE.search(loc.address)
    if found is not None:
        return Hit({"found": found[0]})
    segment = _TEMPLATE_SEGMENT.search(loc.url.path) if loc.is_web else None
    return Hit({"found": segment[1]}) if segment is not None else None


@rule(
    "loc-whitespace-inside",
    reads=("loc",),
    title=N_("White space inside the address"),
    message=N_(
        "There is white space inside “{value}”; write it as “{example}”. "
        "An address holds no spaces or line breaks, and Google calls it invalid."
    ),
)
def loc_whitespace_inside(loc: Loc, context: Context) -> Hit | None:
    """A space, tab or line break stands within the address.

    Good: ``https://www.example.com/my%20page``. Bad: ``https://www.example.com/my page``.
    """
    runs = _INNER_WHITE.findall(loc.address)
    if not runs or not loc.is_web:
        return None
    is_sure = all(run == " " or re.fullmatch(r"\r?\n[ \t]+", run) for run in runs)
    is_space = not is_sure and answer_to("white_space", context.answers) == "encode"
    example = _INNER_WHITE.sub(_as_space if is_space else _written_white, loc.address)
    fix = set_field(loc.field, example, is_sure=is_sure)
    return Hit({"example": example}, fix if is_sure else fix._replace(question="white_space"))


def _written_white(run: re.Match[str]) -> str:
    return "" if "\n" in run[0] or "\r" in run[0] else "%20" * len(run[0])


def _as_space(run: re.Match[str]) -> str:
    return "%20" if "\n" in run[0] or "\r" in run[0] else "%20" * len(run[0])


@rule(
    "loc-illegal-character",
    reads=("loc",),
    title=N_("Character that no address may hold"),
    message=N_(
        "“{value}” holds {found}, which has to be written as {code}: “{example}”. "
        "Google calls such an address invalid."
    ),
)
def loc_illegal_character(loc: Loc, context: Context) -> Hit | None:
    """A quotation mark, angle bracket, brace, bar, caret or backslash stands in the address.

    Good: ``https://www.example.com/%7Bid%7D``. Bad: ``https://www.example.com/{id}``.
    """
    rest = loc.rest if loc.is_web else ""
    match = _ILLEGAL_ONE.search(rest)
    if match is None:
        return None
    found = match[0]
    is_sure = "\\" not in rest
    if not is_sure and answer_to("backslash", context.answers) == "slash":
        rest = rest.replace("\\", "/")
    encoded = "".join(_ENCODED.get(character, character) for character in rest)
    example = loc.address[: len(loc.address) - len(rest)] + encoded
    fix = set_field(loc.field, example, is_sure=is_sure)
    fix = fix if is_sure else fix._replace(question="backslash")
    return Hit({"found": found, "code": _ENCODED[found], "example": example}, fix)


@rule(
    "loc-bracket-outside-host",
    reads=("loc",),
    title=N_("Square bracket in path or query"),
    message=N_(
        "“{value}” has a square bracket behind the host; write it as “{example}”. "
        "Brackets are reserved for numeric hosts."
    ),
)
def loc_bracket_outside_host(loc: Loc, _context: Context) -> Hit | None:
    """A square bracket stands in path or query.

    Good: ``?id%5B%5D=1``. Bad: ``?id[]=1``.
    """
    rest = loc.rest if loc.is_web else ""
    if "[" not in rest and "]" not in rest:
        return None
    encoded = rest.replace("[", "%5B").replace("]", "%5D")
    example = loc.address[: len(loc.address) - len(rest)] + encoded
    return Hit({"example": example}, set_field(loc.field, example))


@rule(
    "loc-non-ascii",
    reads=("loc",),
    title=N_("Letters that need encoding"),
    message=N_(
        "“{value}” holds {found} unencoded; it goes over the wire as “{example}”. "
        "The protocol wants addresses escaped the way the server reads them."
    ),
)
def loc_non_ascii(loc: Loc, _context: Context) -> Hit | None:
    """Path, query or fragment hold letters outside of ASCII.

    Good: ``https://www.example.com/caf%C3%A9``. Bad: ``https://www.example.com/café``.
    """
    rest = loc.rest if loc.is_web else ""
    if rest.isascii():
        return None
    found = next((c for c in rest if not c.isascii() and c not in _INVISIBLE), None)
    if found is None:
        return None
    example = loc.address[: len(loc.address) - len(rest)] + percent_encode(rest)
    return Hit({"found": found, "example": example}, set_field(loc.field, example))


RULES = (
    loc_empty,
    loc_whitespace_around,
    loc_scheme_malformed,
    loc_scheme_unsupported,
    index_child_not_absolute,
    loc_not_absolute,
    loc_whitespace_inside,
    loc_template_leftover,
    entity_double_escaped,
    loc_illegal_character,
    loc_bracket_outside_host,
    loc_non_ascii,
)

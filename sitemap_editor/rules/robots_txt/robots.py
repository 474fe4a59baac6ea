"""Group P: the lines of a robots.txt, as far as they are about sitemaps."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.protocol.robots import BOM, MAX_LINE_BYTES, Field
from sitemap_editor.rules.base import ROBOTS_ONLY, Context, Fix, Hit, Site, rule
from sitemap_editor.support.i18n import N_

from .robots_text import RobotsLine, has_mark

_MARKS = "\"'`<>«»“”‘’()[]"
_BETWEEN = re.compile(r"\s+|[,;|]+(?=\s|[\"'<]|$|https?:|/)")
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*:/|/|www\.)\S*", re.IGNORECASE)
_HOST_FIRST = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?/\S*", re.IGNORECASE)

OF_ADDRESS = (
    "robots-sitemap-relative",
    "robots-sitemap-duplicate",
    "robots-sitemap-other-host",
    "robots-sitemap-scheme",
    "robots-sitemap-disallowed",
    "robots-sitemap-unknown-file",
)
"""What cannot be said of an address before it is written as one."""


def become(*lines: bytes, is_sure: bool = True, question: str = "") -> Fix:
    """Put these lines in place of the one found; none takes it away."""
    kind = FixKind.SAFE if is_sure else FixKind.ASK
    return Fix("robots_line", kind, {"lines": lines}, question)


def home_of(robots: RobotsLine, context: Context) -> tuple[Site | None, bool]:
    """The site of the robots.txt and whether that is certain; else that of all its addresses."""
    base = context.base
    if base is not None and base.is_web and base.host:
        return Site.of(base), True
    return context.home or robots.text.only_site, False


@rule(
    "robots-bom",
    title=N_("Byte order mark in robots.txt"),
    message=N_(
        "An invisible byte order mark stands before this line. Google skips one at the very start "
        "of the file only; here it becomes part of the line, which is then ignored."
    ),
    kinds=ROBOTS_ONLY,
)
def mark_in_line(one: RobotsLine, _context: Context) -> Hit | None:
    """A byte order mark stands in the midst of the file.

    It comes from files that were joined. Good: a file that begins with ``User-agent``. Bad: the
    bytes EF BB BF before ``Sitemap``.
    """
    if not has_mark(one.line):
        return None
    clean = one.line.raw
    while clean.lstrip().startswith(BOM):
        clean = clean.lstrip()[len(BOM) :]
    return Hit(fix=become(clean), severity=Severity.ERROR, value="\ufeff")


@rule(
    "robots-line-too-long",
    title=N_("Overlong line in robots.txt"),
    message=N_(
        "The line has {bytes} bytes. Google's parser keeps {most} bytes of a line and forgets the "
        "rest, so a long value is read as another one."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_line_too_long(one: RobotsLine, _context: Context) -> Hit | None:
    """A line is longer than what Google's parser keeps of one.

    Good: a line of up to 16,663 bytes. Bad: a longer one.
    """
    size = len(one.line.raw)
    if size <= MAX_LINE_BYTES:
        return None
    value = one.line.raw.decode("utf-8", "replace")
    return Hit({"bytes": size, "most": MAX_LINE_BYTES}, value=value)


@rule(
    "robots-colon-missing",
    title=N_("Colon missing in robots.txt"),
    message=N_(
        "No colon stands after “{value}”. Some parsers guess what is meant, others ignore the "
        "line; write “{example}”."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_colon_missing(one: RobotsLine, _context: Context) -> Hit | None:
    """A field and its value are parted by a space only.

    Good: ``Sitemap: https://www.example.com/sitemap.xml``. Bad: the same without the colon.
    """
    line = one.line
    if line.has_colon or line.kind in (None, Field.OTHER):
        return None
    end = line.field_span[1]
    new = line.raw[:end] + b":" + line.raw[end:]
    return Hit({"example": new.decode("utf-8", "replace")}, become(new), value=line.field)


@rule(
    "robots-field-variant",
    title=N_("Another name for Sitemap"),
    message=N_(
        "The line begins with “{value}”. Only “Sitemap” is certain: Google takes some other names "
        "too, other crawlers ignore such a line."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_field_variant(one: RobotsLine, _context: Context) -> Hit | None:
    """A sitemap is named by a field that is not called ``Sitemap``.

    Good: ``Sitemap:`` in any case. Bad: ``Site-map:``, ``Site map:``, ``Sitemaps:``,
    ``Sitemap-url:``.
    """
    if not one.is_variant:
        return None
    at = one.line.field_span[0]
    return Hit(fix=become(one.with_field("Sitemap")), value=one.line.field, at=at)


@rule(
    "robots-sitemap-empty",
    title=N_("Sitemap line without an address"),
    message=N_(
        "The Sitemap line names no address, so it says nothing to anybody. Remove it, or write "
        "the whole address of the sitemap."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_empty(one: RobotsLine, _context: Context) -> Hit | None:
    """A Sitemap line has no value.

    Good: ``Sitemap: https://www.example.com/sitemap.xml``. Bad: ``Sitemap:``.
    """
    if not one.is_meant or one.value:
        return None
    fix = become(is_sure=one.line.comment is None)
    return Hit(fix=fix, value=one.line.raw.decode("utf-8", "replace"))


def _addresses(value: str) -> list[str]:
    """The addresses that a value holds, without marks around them."""
    pieces = [piece.strip(_MARKS).strip(",;|") for piece in _BETWEEN.split(value)]
    found = [piece for piece in pieces if piece]
    if len(found) > 1 and all(_ADDRESS.fullmatch(piece) for piece in found):
        return found
    return [value.strip().strip(_MARKS).strip()]


@rule(
    "robots-sitemap-several-values",
    title=N_("More than one address on a Sitemap line"),
    message=N_(
        "“{value}” is not one plain address. A Sitemap line holds a single address without quotes "
        "or brackets; give each a line of its own, such as “{example}”."
    ),
    hides=OF_ADDRESS,
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_several_values(one: RobotsLine, _context: Context) -> Hit | None:
    """A Sitemap line holds two addresses, or marks around one.

    Good: ``Sitemap: https://www.example.com/a.xml``. Bad: ``Sitemap: <https://www.example.com/a.xml>``,
    ``Sitemap: https://www.example.com/a.xml https://www.example.com/b.xml``.
    """
    if not one.is_meant or not one.value:
        return None
    found = _addresses(one.value)
    if found == [one.value] or not found[0]:
        return None
    lines = [one.with_value(found[0]), *(b"Sitemap: " + other.encode() for other in found[1:])]
    example = f"Sitemap: {found[0]}"
    return Hit({"example": example}, become(*lines), value=one.value, at=value_at(one))


@rule(
    "robots-hash-in-url",
    title=N_("Sign # in a Sitemap address"),
    message=N_(
        "“#” begins a comment in robots.txt, so of this address only “{value}” is read. Write %23 "
        "if the sign belongs to a name, or leave out what follows it."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_hash_in_url(one: RobotsLine, context: Context) -> Hit | None:
    """A ``#`` stands in the midst of an address.

    Good: ``Sitemap: https://www.example.com/a.xml # the main one``. Bad:
    ``Sitemap: https://www.example.com/a.xml#main``.
    """
    line = one.line
    if not one.is_meant or not one.value or line.comment != line.value_span[1]:
        return None
    before, behind = line.raw[: line.comment], line.raw[line.comment + 1 :]
    new = before
    if context.answers.get("hash") == "encode":
        new = before + b"%23" + behind.replace(b"#", b"%23")
    fix = become(new, is_sure=False, question="hash")
    return Hit(fix=fix, value=one.value, at=line.comment)


@rule(
    "robots-sitemap-relative",
    title=N_("Sitemap address that is not whole"),
    message=N_(
        "“{value}” is not a whole web address. A Sitemap line needs one with http:// or https:// "
        "and a host, such as “{example}”; crawlers ignore others."
    ),
    hides=OF_ADDRESS[1:],
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_relative(one: RobotsLine, context: Context) -> Hit | None:
    """A Sitemap line holds a path or an address of another scheme.

    Good: ``Sitemap: https://www.example.com/sitemap.xml``. Bad: ``Sitemap: /sitemap.xml``,
    ``Sitemap: www.example.com/sitemap.xml``.
    """
    if not one.is_meant or not one.value or one.is_web:
        return None
    site, is_known = home_of(one, context)
    new = _resolved(one, site)
    example = new or "https://www.example.com/sitemap.xml"
    if new is None:
        question = "site_host" if one.url.scheme is None else ""
        fix = become(one.line.raw, is_sure=False, question=question) if question else None
        return Hit({"example": example}, fix, value=one.value, at=value_at(one))
    is_sure = is_known and not _is_bold(one, site)
    fix = become(one.with_value(new), is_sure=is_sure, question="" if is_known else "site_host")
    return Hit({"example": example}, fix, value=one.value, at=value_at(one))


def _resolved(one: RobotsLine, site: Site | None) -> str | None:
    """The whole address; None when nobody can tell."""
    if one.url.scheme is not None and not _HOST_FIRST.fullmatch(one.value):
        return None
    if _HOST_FIRST.fullmatch(one.value):
        return f"{site.scheme if site is not None else 'https'}://{one.value}"
    return urljoin(f"{site.text}/", one.value) if site is not None else None


def _is_bold(one: RobotsLine, site: Site | None) -> bool:
    """Whether the whole address is a guess: a host without scheme that is not this one's."""
    begins = site is not None and one.value.lower().startswith(f"{site.host}/")
    return _HOST_FIRST.fullmatch(one.value) is not None and not begins


@rule(
    "robots-sitemap-duplicate",
    title=N_("Sitemap named twice"),
    message=N_(
        "“{value}” is named by line {first} already. Once is enough; the second line only makes "
        "the file harder to keep right."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_duplicate(one: RobotsLine, _context: Context) -> Hit | None:
    """Two lines name the same sitemap.

    Good: one line for each sitemap. Bad: the same address again further down.
    """
    first = one.text.firsts.get(one.value, one.number) if one.is_meant else one.number
    if first >= one.number:
        return None
    return Hit({"first": one.text.place(first)}, become(), value=one.value, at=value_at(one))


def value_at(one: RobotsLine) -> int:
    """Where the value begins in its line."""
    return one.line.value_span[0]


RULES = (
    mark_in_line,
    robots_line_too_long,
    robots_colon_missing,
    robots_field_variant,
    robots_sitemap_empty,
    robots_sitemap_several_values,
    robots_hash_in_url,
    robots_sitemap_relative,
    robots_sitemap_duplicate,
)
"""Rules about how a line is written."""

"""Group P: what is said about a robots.txt as a whole."""

from __future__ import annotations

import re

from sitemap_editor.protocol.robots import MAX_BYTES, read_line
from sitemap_editor.rules.base import ROBOTS_ONLY, Context, Fix, Hit, ask, rule, safe
from sitemap_editor.rules.beside.neighbours import Orphan
from sitemap_editor.rules.engine.frame import File
from sitemap_editor.rules.file_bytes import other_encoding
from sitemap_editor.support.i18n import N_

from .robots_text import RobotsText

_HTML = re.compile(
    rb"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|\?xml)\b", re.I | re.S
)

_SITEMAP = re.compile(rb"(?:^|(?<=[\r\n]))[ \t]*(site-?map[^\r\n]*)", re.IGNORECASE)


@rule(
    "robots-is-html",
    title=N_("HTML instead of robots.txt"),
    message=N_(
        "The file holds an HTML page, as servers send for a missing address. Crawlers take the few "
        "lines they understand, mostly none, so nothing is forbidden and no sitemap is named."
    ),
    hides=("robots-sitemap-missing",),
    kinds=ROBOTS_ONLY,
)
def robots_is_html(file: File, _context: Context) -> Hit | None:
    """The content of the robots.txt is an HTML page.

    Good: plain lines such as ``User-agent: *``. Bad: ``<!DOCTYPE html>`` and what follows it.
    """
    start = file.doc.raw(int(file.doc.ids[0])) if len(file.doc) else b""
    if not _HTML.match(start):
        return None
    return Hit(value=start.decode("utf-8", "replace"))


@rule(
    "robots-location",
    title=N_("robots.txt in the wrong place"),
    message=N_(
        "The file is published at “{value}”. Crawlers ask for “{example}” only and never see a "
        "robots.txt elsewhere."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_location(file: File, context: Context) -> Hit | None:
    """The public address is not ``/robots.txt`` at the root of a host.

    Good: ``https://www.example.com/robots.txt``. Bad: ``https://www.example.com/shop/robots.txt``.
    """
    base = context.base
    if base is None or not base.is_web or (base.path == "/robots.txt" and base.query is None):
        return None
    example = str(base.replace(path="/robots.txt", query=None, fragment=None))
    return Hit({"example": example}, value=context.base_url)


@rule(
    "robots-encoding",
    title=N_("robots.txt that is not UTF-8"),
    message=N_(
        "The file is in {encoding}; robots.txt has to be in UTF-8. Crawlers drop the characters "
        "they cannot read, and rules with them match other addresses."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_encoding(file: File, context: Context) -> Hit | None:
    """The bytes are not UTF-8.

    Good: UTF-8, or plain ASCII. Bad: windows-1252, UTF-16.
    """
    return other_encoding(file, context)


@rule(
    "robots-bom",
    title=N_("Byte order mark in robots.txt"),
    message=N_(
        "The file begins with an invisible byte order mark. Google skips it, but some programs "
        "take it for a part of the first line and do not understand that line."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_bom(file: File, context: Context) -> Hit | None:
    """A UTF-8 byte order mark stands at the start of the file.

    Good: a file that begins with its first line. Bad: the bytes EF BB BF before it.
    """
    source = file.doc.source
    if not source.has_bom or other_encoding(file, context) is not None:
        return None
    return Hit(fix=safe("recode", bom=False), value="\ufeff")


@rule(
    "robots-too-large",
    title=N_("robots.txt is too large"),
    message=N_(
        "The file has {bytes} bytes. Google reads the first {most} and ignores the rest; Sitemap "
        "lines that it does not reach: {count}."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_too_large(file: File, _context: Context) -> Hit | None:
    """The file is larger than 500 KiB.

    Good: up to 512,000 bytes. Bad: more, since rules and Sitemap lines further down do not count.
    """
    doc = file.doc
    if doc.size_bytes <= MAX_BYTES:
        return None
    lost = lines_beyond(doc.text(), MAX_BYTES - len(doc.source.bom))
    fix: Fix | None = safe("robots_sitemaps_first") if lost else None
    value = lost[0] if lost else None
    return Hit({"bytes": doc.size_bytes, "most": MAX_BYTES, "count": len(lost)}, fix, value=value)


def lines_beyond(text: bytes, cut: int) -> list[str]:
    """The Sitemap lines that do not end before the cut."""
    begin = max(text.rfind(b"\n", 0, cut), text.rfind(b"\r", 0, cut)) + 1
    lines = (one[1] for one in _SITEMAP.finditer(text, begin))
    return [line.decode("utf-8", "replace") for line in lines if read_line(line).value]


def _how_likely(one: Orphan) -> tuple[bool, bool, str]:
    """What sorts a sitemap that robots.txt should name before others: an index, a usual name."""
    name = one.path.name.lower()
    return "index" not in name, not name.startswith("sitemap"), name


@rule(
    "robots-sitemap-missing",
    title=N_("No sitemap named in robots.txt"),
    message=N_(
        "No Sitemap line names a sitemap of this site. Such a line tells every crawler where it "
        "is, such as “Sitemap: {example}”; handing it in by hand reaches one search engine only."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_missing(file: File, context: Context) -> Hit | None:
    """No line names a sitemap.

    Good: ``Sitemap: https://www.example.com/sitemap.xml``. Bad: rules for crawlers only.
    """
    text = RobotsText.of(file.doc)
    beside = context.neighbours
    left = beside.orphans if beside is not None else ()
    named = {one.value for one in text.sitemaps}
    if any(one.address in named for one in left):
        return None  # what lies beside was looked at before the line was added
    names_others = bool(left) and not (beside is not None and beside.children)
    if any(one.value for one in text.sitemaps) and not names_others:
        return None
    if not left:
        return Hit({"example": "https://www.example.com/sitemap.xml"})
    address = min(left, key=_how_likely).address
    add = safe if context.base is not None and len(left) == 1 else ask
    return Hit({"example": address}, add("robots_append", line=f"Sitemap: {address}".encode()))


RULES = (
    robots_is_html,
    robots_location,
    robots_encoding,
    robots_bom,
    robots_too_large,
    robots_sitemap_missing,
)
"""Rules about the file."""

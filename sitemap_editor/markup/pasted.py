"""Text that somebody pasted: a sitemap, entries alone, a listing with line numbers, or addresses.

It is mended like a file. What is neither is refused like a file; a page has no addresses for us.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.repair import repair
from sitemap_editor.markup.sniff import sniff
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

_ROOT = re.compile(rb"<\s*(?:[\w.-]+:)?(?:urlset|sitemapindex)\b", re.IGNORECASE)
_ENTRY = re.compile(rb"<\s*/?\s*(?:[\w.-]+:)?(?:url|sitemap)\s*/?>", re.IGNORECASE)
_LOC = re.compile(r"<(?:[\w.-]+:)?loc\b", re.IGNORECASE)
_MARKUP = re.compile(r"\s*<(?:[?!]|[A-Za-z][\w.-]*(?::[A-Za-z][\w.-]*)?(?:\s[^<>]*)?/?>)")
_PAGE = re.compile(rb"<(?:!doctype\s+html|html|head|body|a\s+href)\b", re.IGNORECASE)
_NUMBERED = re.compile(rb"\A[ \t\r\n]*\d{1,6}[.):|]?[ \t]*<")
_ADDRESS = re.compile(r"(?:https?|ftp)://[^\s<>\"“”„«»|]+", re.IGNORECASE)
_JOINED = re.compile(r"[,;](?=(?:https?|ftp)://)", re.IGNORECASE)
_BEHIND = ",;'’`"
"""Signs that stand behind an address in a list and are hardly ever part of it."""


class Form(Enum):
    """What a pasted text is."""

    SITEMAP = auto()
    FRAGMENT = auto()
    LISTING = auto()
    ADDRESSES = auto()


@dataclass(frozen=True, eq=False)
class Pasted:
    """What was pasted, as the text (UTF-8) of a document of one kind.

    Of plain text, ``left_out`` lines held no address.
    """

    form: Form
    kind: Kind
    text: bytes
    left_out: int = 0


def read_pasted(text: str, progress: Progress = NO_PROGRESS) -> Pasted:
    """Make the text of a document of what was pasted; raises SitemapError when it is none."""
    raw = text.replace("\0", "").encode("utf-8", "replace").removeprefix(b"\xef\xbb\xbf")
    if _ROOT.search(raw) or _ENTRY.search(raw):
        return _markup(raw, progress)
    return _addresses(raw)


def _markup(raw: bytes, progress: Progress) -> Pasted:
    root = _ROOT.search(raw)
    if root is None or _PAGE.search(raw, 0, root.start()):
        _refuse_page(raw)
    form = Form.SITEMAP if root is not None else Form.FRAGMENT
    form = Form.LISTING if _NUMBERED.match(raw) else form
    done = repair(raw, progress=progress)
    if done.error is not None:
        raise done.error
    kind = sniff(Source(done.text, done.text))
    return Pasted(form, kind, done.text)


def _refuse_page(raw: bytes) -> None:
    if _PAGE.search(raw):
        raise SitemapError(
            _("This is an HTML page, not a sitemap."),
            code="html-instead-of-xml",
            advice=_("Copy the sitemap itself, from the browser's view of the source."),
        )


def _addresses(raw: bytes) -> Pasted:
    """A list of the addresses, a line each; they may stand between commas or brackets."""
    _refuse_page(raw)
    found: list[str] = []
    left_out = 0
    text = raw.decode("utf-8", "replace")
    if _LOC.search(text):
        text = text.replace("&amp;", "&")
    elif _MARKUP.match(text):
        raise SitemapError(
            _("This is markup, but not that of a sitemap."),
            code="root-unknown",
            advice=_("Copy the sitemap itself, or import the file with the addresses."),
        )
    for line in re.split(r"\r\n|\n|\r", text):
        own = [
            address.rstrip(_BEHIND)
            for piece in _ADDRESS.findall(line)
            for address in _JOINED.split(piece)
        ]
        found += own
        left_out += bool(line.strip()) and not own
    if not found:
        raise SitemapError(
            _("There is neither a sitemap nor an address in the text."),
            code="file-empty" if not raw.strip() else "format-unsupported",
            advice=_("Copy a sitemap, entries of one, or addresses such as {example}.").format(
                example="https://www.example.com/page"
            ),
        )
    lines = "".join(f"{address}\n" for address in found).encode()
    return Pasted(Form.ADDRESSES, Kind.TEXT, lines, left_out)

"""Repairs of what comes before the root: junk, marks, numbers of a listing, the declaration."""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterable, Iterator

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import N_

from .asides import Span, asides, comments_in
from .changes import Change, quoted

BOM = b"\xef\xbb\xbf"
_AREA = 1 << 16
"""The start of a sitemap is found in its first bytes, or nowhere."""

_BLANK = rb"(?:[ \t\r\n]|\xef\xbb\xbf|\xc2\xa0)"
_ROOT = re.compile(
    rb"<[ \t]*(?:[A-Za-z_][\w.-]*:)?(?:url-?_?sets?|sitemap[-_]?index|site-?index)(?=[\s>/])"
    rb"|<[ \t]*(?:[A-Za-z_][\w.-]*:)?(?:url|sitemap)[ \t]*>",
    re.IGNORECASE,
)
_DECLARED = re.compile(rb"<[ \t\r\n]*\?[ \t\r\n]*xml(?=[^\w-])[^<>]*?(?:\?[ \t]*>|>|(?=<))", re.I)
_RIGHT = re.compile(
    rb"<\?xml\s+version\s*=\s*(?:\"1\.\d+\"|'1\.\d+')"
    rb"(?:\s+encoding\s*=\s*(?:\"[A-Za-z][\w.\-]*\"|'[A-Za-z][\w.\-]*'))?"
    rb"(?:\s+standalone\s*=\s*(?:\"(?:yes|no)\"|'(?:yes|no)'))?\s*\?>"
)
_ENCODING = re.compile(rb"encoding\W{1,12}([A-Za-z][\w.\-]*)", re.IGNORECASE)
_WRAP = re.compile(rb"([A-Za-z][A-Za-z0-9+.-]*://[^\s<>\"']*)(\r\n|\n|\r)(?=([^\s<>\"']+))")
_LINE = rb"(?:^|(?<=\xef\xbb\xbf))[ \t]*"
_NUMBERED = re.compile(_LINE + rb"(\d{1,6})(?:[ \t]*[.):|]|[ \t]|(?=<))[ \t]?", re.MULTILINE)
_FIRST_NUMBER = re.compile(_LINE + rb"0{0,5}[01](?:[ \t]*[.):|]|[ \t])?[ \t]*<", re.MULTILINE)


def listing_numbers(text: bytes) -> Iterator[Change]:
    """Numbers at the beginning of lines, as a listing in an article has them."""
    first = _FIRST_NUMBER.search(text, 0, _AREA)
    if first is None:
        return
    found = list(_NUMBERED.finditer(text, first.start()))
    if len(found) < 2 or not _is_counting([int(one[1]) for one in found]):
        return
    is_at_start = not text[: first.start()].strip(b" \t\r\n" + BOM)
    reason = N_("The line number {value} of a listing was copied along.")
    for one in found:
        yield Change(
            one.start(),
            one.end(),
            b"",
            "text-outside-elements",
            reason,
            FixKind.SAFE,
            {"value": one[1].decode()},
            ("xml-declaration-not-first",) if one is found[0] and is_at_start else (),
        )
    for one, following in itertools.pairwise(found):
        yield from _wraps(text, one.end(), following.start())


def _wraps(text: bytes, start: int, end: int) -> Iterator[Change]:
    """An address that went on in a line without a number was broken to fit the page."""
    for one in _WRAP.finditer(text, start, end):
        in_tag = text.rfind(b"<", start, one.start()) > text.rfind(b">", start, one.start())
        code = "ns-typo" if in_tag else "loc-whitespace-inside"
        reason = N_("The listing broke the address {value} in two lines.")
        value = quoted(one[1] + one[3])
        yield Change(*one.span(2), b"", code, reason, FixKind.SAFE, value)


def _is_counting(numbers: list[int]) -> bool:
    """Whether numbers go up by one from the first, with a stray one now and then."""
    steps = sum(later == before + 1 for before, later in itertools.pairwise(numbers))
    return numbers[0] <= 1 and steps >= 0.9 * (len(numbers) - 1)


def before_declaration(text: bytes) -> Iterator[Change]:
    """What stands before the declaration, or before the root of a file without one."""
    root = _ROOT.search(text)
    limit = root.start() if root is not None else min(len(text), _AREA)
    comments = comments_in(text)
    found = _DECLARED.finditer(text, 0, limit)
    declared = next((one for one in found if not _is_commented(comments, one)), None)
    if declared is not None and declared.start():
        yield from _before(text, declared)
    elif declared is None:
        yield from _strays(text, 0, limit)
    if declared is not None:
        yield from _strays(text, declared.end(), limit)


def _is_commented(comments: list[Span], one: re.Match[bytes]) -> bool:
    place = bisect.bisect(comments, (one.start(), 0)) - 1
    return place >= 0 and one.start() < comments[place][1]


def _before(text: bytes, declared: re.Match[bytes]) -> Iterator[Change]:
    """Let the declaration begin the file: comments go behind it, white space and text go."""
    head = text[: declared.start()]
    spans = list(asides(head))
    kept = [head[start:end] for start, end in spans]
    rest = b"".join(head[start:end] for start, end in _between(spans, 0, len(head)))
    white = b" \t\r\n\xc2\xa0" + BOM
    code, kind = "xml-declaration-not-first", FixKind.SAFE
    reason = N_("White space stood before the XML declaration, which must come first.")
    if BOM in head and not rest.strip(white) and not kept:
        code = "bom-misplaced"
        reason = N_("A second byte order mark stood before the XML declaration.")
    elif rest.strip(white):
        kind = FixKind.ASK
        reason = N_("Text stood before the XML declaration, which must come first.")
    elif kept:
        reason = N_("A comment stood before the XML declaration; it now follows it.")
    also = ("bom-misplaced",) if BOM in head and code != "bom-misplaced" else ()
    if not kept:
        yield Change(0, declared.start(), b"", code, reason, kind, {}, also)
        return
    newline = b"\r\n" if b"\r\n" in head else b"\n"
    new = declared[0] + b"".join(newline + one for one in kept)
    yield Change(0, declared.end(), new, code, reason, kind, {}, also)


def _strays(text: bytes, start: int, end: int) -> Iterator[Change]:
    """Text between the declaration and the root."""
    for first, last in _between(asides(text, start, end), start, end):
        piece = text[first:last]
        inner = piece.strip(b" \t\r\n")
        if inner:
            yield _stray(first + piece.index(inner), inner)


def _between(spans: Iterable[Span], start: int, end: int) -> Iterator[Span]:
    """What is left of a run when spans are taken out."""
    for first, last in spans:
        yield start, first
        start = last
    yield start, end


def _stray(at: int, piece: bytes) -> Change:
    if not piece.replace(BOM, b"").strip(b" \t\r\n"):
        reason = N_("A byte order mark stood where it does not belong.")
        return Change(at, at + len(piece), b"", "bom-misplaced", reason)
    reason = N_("Text stood before the first element.")
    return Change(at, at + len(piece), b"", "content-before-root", reason, FixKind.ASK)


def declaration(text: bytes) -> Iterator[Change]:
    """A declaration that is not written as XML wants it, and any further ones."""
    first = _DECLARED.match(text)
    if first is not None and _RIGHT.fullmatch(first[0]) is None:
        encoding = _ENCODING.search(first[0])
        name = encoding[1] if encoding is not None else b"UTF-8"
        reason = N_("The XML declaration was not written correctly.")
        new = b'<?xml version="1.0" encoding="%b"?>' % name
        yield Change(0, first.end(), new, "xml-declaration-malformed", reason)
    reason = N_("A second XML declaration stood here.")
    position = first.end() if first is not None else 0
    comments = comments_in(text)
    for one in _DECLARED.finditer(text, position):
        if not _is_commented(comments, one):
            end = one.end()
            while text[end : end + 1] in (b"\r", b"\n"):
                end += 1
            yield Change(one.start(), end, b"", "xml-declaration-duplicate", reason)

"""What has rules of its own: comments, CDATA sections, instructions, the DOCTYPE.

Most files have few of them, so that a search for a sign need not look at each tag on its way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

ASIDE = rb"<\x00+>"
"""Pattern of what is blotted out; no character of XML is zero."""

_OPENERS = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"), (b"<!DOCTYPE", b">"))
_SUBSET = re.compile(rb"<!DOCTYPE[^>\[]*\[.*?\]\s*>", re.DOTALL)

Span = tuple[int, int]


def blotted(text: bytes) -> bytes:
    """A text as long, with each of them made unreadable, so that ``ASIDE`` matches it."""
    pieces: list[bytes] = []
    position = 0
    for start, end in asides(text):
        pieces += (text[position:start], b"<", bytes(end - start - 2), b">")
        position = end
    return b"".join((*pieces, text[position:])) if pieces else text


def comments_in(text: bytes) -> list[Span]:
    """Where comments stand, in order."""
    return [(start, end) for start, end in asides(text) if text.startswith(b"<!--", start)]


def asides(text: bytes, first: int = 0, stop: int | None = None) -> Iterator[Span]:
    """Where each of them stands, in order; one that is never closed is none.

    Nor is a second DOCTYPE. Each kind is searched for once.
    """
    stop = len(text) if stop is None else stop
    found = [text.find(opening, first, stop) for opening, _closing in _OPENERS]
    while True:
        starts = [start for start in found if start >= 0]
        if not starts:
            return
        start = min(starts)
        number = found.index(start)
        opening, closing = _OPENERS[number]
        end = _end(text, start, opening, closing, stop)
        if end < 0 or opening == b"<!DOCTYPE":
            found[number] = -1  # the others of its kind are not closed either
        if end < 0:
            continue
        yield start, end
        for other, (known, _closing) in enumerate(_OPENERS):
            if 0 <= found[other] < end:
                found[other] = text.find(known, end, stop)


def _end(text: bytes, start: int, opening: bytes, closing: bytes, stop: int) -> int:
    if opening == b"<!DOCTYPE":
        subset = _SUBSET.match(text, start, stop)
        if subset is not None:
            return subset.end()
    end = text.find(closing, start + len(opening), stop)
    return end + len(closing) if end >= 0 else -1


def outside(text: bytes, pattern: re.Pattern[bytes]) -> Iterator[re.Match[bytes]]:
    """The matches of a pattern that do not begin inside of any of them."""
    spans = asides(text)
    start, end = next(spans, (len(text) + 1, len(text) + 1))
    position = 0
    while True:
        one = pattern.search(text, position)
        if one is None:
            return
        while end <= one.start():
            start, end = next(spans, (len(text) + 1, len(text) + 1))
        if start <= one.start():
            position = end
            continue
        yield one
        position = one.end() if one.end() > one.start() else one.end() + 1

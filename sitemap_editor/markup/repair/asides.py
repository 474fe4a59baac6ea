"""What has rules of its own: comments, CDATA sections, instructions, the DOCTYPE.

Most files have few of them, so that a search for a sign need not look at each tag on its way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENERS = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"), (b"<!DOCTYPE", b">"))
_SUBSET = re.compile(rb"<!DOCTYPE[^>\[]*\[.*?\]\s*>", re.DOTALL)

Span = tuple[int, int]


def asides(text: bytes) -> Iterator[Span]:
    """Where each of them stands, in order; one that is never closed is none."""
    found = [text.find(opening) for opening, _closing in _OPENERS]
    while True:
        starts = [start for start in found if start >= 0]
        if not starts:
            return
        start = min(starts)
        number = found.index(start)
        opening, closing = _OPENERS[number]
        end = _end(text, start, opening, closing)
        if end >= 0:
            yield start, end
        position = end if end >= 0 else start + len(opening)
        for other, (known, _closing) in enumerate(_OPENERS):
            if 0 <= found[other] < position:
                found[other] = text.find(known, position)


def _end(text: bytes, start: int, opening: bytes, closing: bytes) -> int:
    if opening == b"<!DOCTYPE":
        subset = _SUBSET.match(text, start)
        if subset is not None:
            return subset.end()
    end = text.find(closing, start + len(opening))
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

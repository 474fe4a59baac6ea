"""Places in a text: byte index to line and column and back, as XML counts lines.

A line ends with LF, CR LF or CR (XML 1.0, section 2.11); ``splitlines`` knows eight more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_SLICE = 1 << 20
_LINE_END = re.compile(rb"\r\n|\n|\r")
_CONTINUATION = bytes(range(0x80, 0xC0))
_AROUND = 100
_CUT = "…"


@dataclass(frozen=True)
class Place:
    """Line and column, 1-based, the column in characters; the line's text, cut around the place."""

    line: int
    column: int
    text: str


def place_in(text: bytes, at: int) -> Place:
    """The place of byte ``at`` in UTF-8 text."""
    start = max(text.rfind(b"\n", 0, at), text.rfind(b"\r", 0, at)) + 1
    return Place(
        line=_line_ends_before(text, start) + 1,
        column=_characters(text, start, at) + 1,
        text=_excerpt(text, start, at),
    )


def byte_index(text: bytes, line: int, column: int) -> int:
    """Where the character with 0-based ``column`` of the 1-based ``line`` begins."""
    start = _line_start(text, line)
    characters = text[start : start + 4 * column].decode("utf-8", "ignore")
    return start + len(characters[:column].encode())


def _line_ends_before(text: bytes, end: int) -> int:
    """Number of line ends before ``end``, in slices that let other threads run."""
    return sum(line_ends(text, start, min(start + _SLICE, end)) for start in range(0, end, _SLICE))


def line_ends(text: bytes, start: int = 0, end: int | None = None) -> int:
    """Number of line ends in the slice; a CR before an LF is none, wherever that LF is."""
    last = len(text) if end is None else end
    feeds = text.count(b"\n", start, last)
    returns = text.count(b"\r", start, last)
    return feeds + returns - text.count(b"\r\n", start, last + 1) if returns else feeds


def _line_start(text: bytes, line: int) -> int:
    missing, start = line - 1, 0
    while start < len(text):
        ends = line_ends(text, start, min(start + _SLICE, len(text)))
        if ends >= missing:
            break
        missing -= ends
        start = min(start + _SLICE, len(text))
    for found in _LINE_END.finditer(text, start):
        if not missing:
            break
        missing -= 1
        start = found.end()
    return start


def _characters(text: bytes, start: int, end: int) -> int:
    return sum(
        len(text[at : min(at + _SLICE, end)].translate(None, _CONTINUATION))
        for at in range(start, end, _SLICE)
    )


def _excerpt(text: bytes, start: int, at: int) -> str:
    """The line around ``at``, cut to some 200 characters."""
    found = _LINE_END.search(text, at, at + 4 * _AROUND)
    end = found.start() if found else min(len(text), at + 4 * _AROUND)
    before = text[max(start, at - 4 * _AROUND) : at].decode("utf-8", "ignore")
    after = text[at:end].decode("utf-8", "ignore")
    is_cut_before = at - start > 4 * _AROUND or len(before) > _AROUND
    is_cut_after = (found is None and end < len(text)) or len(after) > _AROUND
    return "".join(
        (
            _CUT if is_cut_before else "",
            before[-_AROUND:],
            after[:_AROUND],
            _CUT if is_cut_after else "",
        )
    )

"""The lines of a text list: where each entry is.

A line ends with LF, CR or CR LF and with nothing else (``splitlines`` knows eight more); its entry
is what is left after trimming spaces and tabs. Blank lines are part of the gap before an entry.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.values import WHITE, check_characters, percent_encode
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

Ints = npt.NDArray[np.int64]

_SLICE = 1 << 20
_BLANK, _NEWLINE = 1, 2
_CLASS = np.zeros(33, np.uint8)
_CLASS[[9, 32]] = _BLANK
_CLASS[[10, 13]] = _NEWLINE
_AROUND = f"{WHITE}\ufeff"
"""Not part of a line's address; a mark at the start of the file would be taken for its own."""
_UNREADABLE = re.compile("[\0\ud800-\udfff]")
"""A list with one of these is not read again; with others it is, and rules tell of them."""
_NO_INTS = np.zeros(0, np.int64)


class LineSpans(NamedTuple):
    """Byte offsets by entry: where its gap begins, where it begins and where it ends."""

    gap_start: Ints
    start: Ints
    end: Ints


def scan_lines(text: bytes, progress: Progress = NO_PROGRESS) -> LineSpans:
    """Find the lines of ``text`` (UTF-8 without byte order mark) that are not blank."""
    starts, ends = [_NO_INTS], [_NO_INTS]
    at = 0
    while at < len(text):
        stop = _next_border(text, at)
        found = _lines_between(text, at, stop)
        starts.append(found[0])
        ends.append(found[1])
        at = stop
        progress.tick(at, len(text))
    start, end = np.concatenate(starts), np.concatenate(ends)
    gap_start = np.zeros_like(start)
    gap_start[1:] = end[:-1]
    return LineSpans(gap_start, start, end)


def _next_border(text: bytes, at: int) -> int:
    """A place behind a newline, about one slice on; a longer line makes a longer slice."""
    stop = at + _SLICE
    if stop >= len(text):
        return len(text)
    last = max(text.rfind(b"\n", at, stop), text.rfind(b"\r", at, stop))
    if last >= 0:
        return last + 1
    following = [place for place in (text.find(b"\n", stop), text.find(b"\r", stop)) if place >= 0]
    return min(following) + 1 if following else len(text)


def _lines_between(text: bytes, at: int, stop: int) -> tuple[Ints, Ints]:
    """Starts and ends of the trimmed lines in one slice that begins and ends at line borders."""
    piece = np.frombuffer(text, np.uint8, stop - at, at)
    low = np.flatnonzero(piece <= 32)  # few bytes are blank: everything below looks at those only
    kind = _CLASS[piece[low]]
    blank = np.concatenate(([-1], low[kind > 0], [stop - at]))
    words = np.flatnonzero(np.diff(blank) > 1)  # a word stands between blanks that do not touch
    if not len(words):
        return _NO_INTS, _NO_INTS
    newlines = np.concatenate(([0], np.cumsum(kind[kind > 0] == _NEWLINE)))
    is_first = np.concatenate(([True], np.diff(newlines[words]) > 0))
    is_last = np.concatenate((is_first[1:], [True]))
    return blank[words[is_first]] + 1 + at, blank[words[is_last] + 1] + at


def line_of(value: str | None, codec: str | None = None) -> bytes:
    """Return the line that holds an address; what ``codec`` lacks is percent-encoded.

    Raises SitemapError for what would not be read again as this one line.
    """
    text = percent_encode((value or "").strip(_AROUND), codec)
    if _UNREADABLE.search(text):
        check_characters(text)
    if not text:
        raise SitemapError(
            _("A line of a text list cannot be empty."),
            advice=_("Delete the entry instead."),
        )
    if any(end in text for end in "\r\n"):
        raise SitemapError(_("An address in a text list cannot go over several lines."))
    if text.startswith("<"):
        raise SitemapError(
            _("A line of a text list cannot begin with <: the file would be taken for XML."),
            advice=_("Remove it and try again."),
        )
    return text.encode()

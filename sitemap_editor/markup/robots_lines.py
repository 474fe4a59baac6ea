"""The lines of a robots.txt as entries: each line that is not blank, and the address in it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.text_lines import scan_lines
from sitemap_editor.markup.values import WHITE, check_characters, percent_encode
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.robots import read_line
from sitemap_editor.support.i18n import _

Spans = tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]

NO_ADDRESS = -1


def address_spans(raws: Sequence[bytes]) -> Spans:
    """Where the address of each line begins, and its length; -1 for lines that name no sitemap."""
    starts = np.zeros(len(raws), np.int32)
    lengths = np.full(len(raws), NO_ADDRESS, np.int32)
    for number, raw in enumerate(raws):
        if raw[:1] in b"sS" and (line := read_line(raw)).is_sitemap:
            first, last = line.value_span
            starts[number], lengths[number] = first, last - first
    return starts, lengths


def sitemap_line(address: str | None, codec: str | None = None) -> bytes:
    """A line that names a sitemap; raises SitemapError for what is no address."""
    return b"Sitemap: " + _written(address, codec)


def with_address(raw: bytes, address: str | None, codec: str | None = None) -> bytes:
    """A line with another address, everything else in it as it was.

    Raises SitemapError when the line names no sitemap, or the address cannot be written.
    """
    line = read_line(raw)
    if not line.is_sitemap:
        raise SitemapError(
            _("This line of robots.txt names no sitemap, so it has no address."),
            advice=_("Change the line itself, or add a Sitemap line."),
        )
    first, last = line.value_span
    blank = b"" if raw[:first][-1:] in b" \t" and first < len(raw) else b" "
    return raw[:first] + blank * (first == last) + _written(address, codec) + raw[last:]


def units_of(text: bytes) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Each line that is not blank with what stands before it, and what follows the last."""
    spans = scan_lines(text)
    places = zip(*(one.tolist() for one in spans), strict=True)
    units = [(text[gap:start], text[start:end]) for gap, start, end in places]
    return units, text[int(spans.end[-1]) :] if units else text


def _written(address: str | None, codec: str | None) -> bytes:
    text = percent_encode((address or "").strip(WHITE), codec)
    if not text:
        raise SitemapError(
            _("A Sitemap line needs an address."),
            advice=_("Delete the line instead."),
        )
    check_characters(text)
    if any(end in text for end in "\r\n"):
        raise SitemapError(_("An address in robots.txt cannot go over several lines."))
    return text.encode()

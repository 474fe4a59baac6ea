"""Lists of addresses: one absolute address a line, in UTF-8, nothing else.

Source: https://www.sitemaps.org/protocol.html#otherformats. A list is read by
``document.opening``; robots.txt is kept as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_

from .base import Format, Option, Options, blocks

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

CRLF = Option("crlf", N_("Windows line ends (CRLF)"))

_LINE_BREAKS = str.maketrans({"\r": "%0D", "\n": "%0A"})
"""An address broken over lines stays one line and keeps what it holds, percent-encoded."""


def write(doc: Document, options: Options) -> Iterator[bytes | memoryview]:
    """The address of every entry, one a line; an entry without an address is left out."""
    newline = "\r\n" if CRLF.of(options) else "\n"
    for ids in blocks(doc):
        values = (value for value in doc.values_of(ids, "loc") if value)
        yield "".join(value.translate(_LINE_BREAKS) + newline for value in values).encode()


def count_left_out(doc: Document) -> int:
    """How many entries ``write`` leaves out for want of an address."""
    return sum(not value for ids in blocks(doc) for value in doc.values_of(ids, "loc"))


def write_lines(doc: Document, _options: Options) -> Iterator[bytes | memoryview]:
    """A document of lines as it is."""
    yield from doc.chunks()


ROBOTS = Format(
    id="robots",
    title=N_("robots.txt"),
    suffixes=(".txt",),
    write=write_lines,
    kinds=(Kind.ROBOTS,),
    own_kinds=(Kind.ROBOTS,),
)

TEXT = Format(
    id="txt",
    title=N_("List of addresses"),
    suffixes=(".txt",),
    write=write,
    own_kinds=(Kind.TEXT,),
    options=(CRLF,),
)

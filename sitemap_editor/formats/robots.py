"""robots.txt: a document of lines that is kept as it is, lines for one, and its Sitemap lines.

Source: https://www.sitemaps.org/protocol.html#submit_robots.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.plain_text import TextFormat, text_format
from sitemap_editor.markup.robots_lines import sitemap_line
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.robots import read_line
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .base import ALL_KINDS, Format, Option, Options, blocks
from .table import MadeTable, Rows, Table, TableOptions

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .base import Ids

ROBOTS_NAME = "robots.txt"

ADDRESS = Option(
    "address",
    N_("Public address of the file"),
    default="",
    explanation=N_("Without it, the sitemaps that an index names are listed."),
)


def write(
    doc: Document, _options: Options, _ids: Ids | None = None
) -> Iterator[bytes | memoryview]:
    """A document of lines as it is."""
    yield from doc.chunks()


def write_lines(
    doc: Document, options: Options, ids: Ids | None = None
) -> Iterator[bytes | memoryview]:
    """The line that names this sitemap; a line a child for an index whose address is not given."""
    address = ADDRESS.text_of(options).strip()
    if address:
        yield sitemap_line(_whole(address, doc)) + b"\n"
    elif doc.kind is Kind.SITEMAPINDEX:
        for part in blocks(doc, ids):
            addresses = (one for one in doc.values_of(part, "loc") if one)
            yield b"".join(sitemap_line(one) + b"\n" for one in addresses)
    else:
        raise SitemapError(
            _("The line of robots.txt names the sitemap by its public address."),
            advice=_("Give that address, such as https://www.example.com/sitemap.xml."),
        )


def _whole(address: str, doc: Document) -> str:
    """The address of the file; that of its folder gets the file's name."""
    url = split_url(address)
    if not url.is_web or not url.host:
        reason = _("{address} is not a whole address.").format(address=address)
        raise SitemapError(reason, advice=_("It begins with https:// and the name of the site."))
    if url.path.endswith("/") and doc.path is not None:
        return str(url.replace(path=url.path + doc.path.name, query=None, fragment=None))
    return address


# Reading


_LINE_END = re.compile(rb"\r\n|\r|\n")
_AREA = 1 << 20


def read_robots(
    source: Source, name: str, _options: TableOptions, _progress: Progress
) -> list[Table] | None:
    """The sitemaps that a robots.txt names; None for other texts."""
    start = source.text[:_AREA].lstrip(b" \t\r\n")
    is_named = name.lower().endswith(ROBOTS_NAME) and not start.startswith(b"<")
    if not start or not (is_named or text_format(start) is TextFormat.ROBOTS):
        return None
    make = partial(_rows_of, source.text)
    if not any(True for _rows in islice(make(NO_PROGRESS), 1)):
        raise SitemapError(
            _("This robots.txt names no sitemap."),
            code="format-unsupported",
            advice=_("Choose a list of addresses, or the sitemap itself."),
        )
    note = _("The sitemaps that this robots.txt names.")
    table = MadeTable(name, name, ("loc",), encoding=source.encoding, notes=[note], make=make)
    return [table]


def _rows_of(text: bytes, progress: Progress) -> Iterator[Rows]:
    cells: list[list[str]] = []
    lines: list[int] = []
    for number, raw in enumerate(_LINE_END.split(text), 1):
        line = read_line(raw)
        if line.is_sitemap and line.value:
            cells.append([line.value])
            lines.append(number)
        if number % 256 == 0:
            progress.tick()
    if cells:
        yield Rows(cells, lines)


ROBOTS = Format(
    id="robots",
    title=N_("robots.txt"),
    suffixes=(".txt",),
    write=write,
    kinds=(Kind.ROBOTS,),
    own_kinds=(Kind.ROBOTS,),
)

ROBOTS_LINES = Format(
    id="robots-lines",
    title=N_("Line for robots.txt"),
    suffixes=(".robots.txt",),
    write=write_lines,
    kinds=tuple(kind for kind in ALL_KINDS if kind not in (Kind.RSS, Kind.ATOM)),
    options=(ADDRESS,),
)

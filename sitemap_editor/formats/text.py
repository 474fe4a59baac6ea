"""Lists of addresses: one absolute address a line, in UTF-8, nothing else.

Source: https://www.sitemaps.org/protocol.html#otherformats. A list is opened by
``document.opening``; as a table it is read more kindly: comments, quotes, angle brackets,
``mailto:`` and commas at the end of lines are what people paste along with addresses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.plain_text import TextFormat, text_format
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .base import Format, Option, Options, blocks, values_of
from .csv_records import MAX_CELL
from .table import MadeTable, Oddity, Row, Rows, Table, TableOptions, in_blocks

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .base import Ids

CRLF = Option("crlf", N_("Windows line ends (CRLF)"))

_LINE_BREAKS = str.maketrans({"\r": "%0D", "\n": "%0A"})
"""An address broken over lines stays one line and keeps what it holds, percent-encoded."""


# Writing


def write(doc: Document, options: Options, ids: Ids | None = None) -> Iterator[bytes | memoryview]:
    """The address of every entry, one a line; an entry without an address is left out."""
    newline = "\r\n" if CRLF.of(options) else "\n"
    for part in blocks(doc, ids):
        values = (value for value in values_of(doc, part, "loc") if value)
        yield "".join(value.translate(_LINE_BREAKS) + newline for value in values).encode()


def count_left_out(doc: Document, ids: Ids | None = None) -> int:
    """How many entries ``write`` leaves out for want of an address."""
    return sum(not value for part in blocks(doc, ids) for value in doc.values_of(part, "loc"))


# Reading


_AREA = 1 << 20
_LINES_AT_ONCE = 2_048
_LINE = re.compile(rb"[^\r\n]+")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_NAME = re.compile(r"[^\W\d_][\w .()-]{0,40}")
"""What the header of a column looks like."""

_BULLET = re.compile(r"(?:[-*+•·–]|\d{1,6}[.)])\s+")
_PAIRS = {'"': '"', "'": "'", "<": ">", "“": "”", "„": "“", "«": "»", "(": ")", "[": "]", "`": "`"}
_CLOSING = ('"', "'", ">", "”", "»")
_BLANK = " \t\ufeff\u200b\u00a0"


def read_list(
    source: Source, name: str, _options: TableOptions, _progress: Progress
) -> list[Table] | None:
    """The table of a text with one address a line; None for other texts."""
    start = _without_comments(source.text[:_AREA])
    if start.startswith(b"<") and not _ADDRESS.match(start[1:200].decode("utf-8", "replace")):
        return None
    if not _is_list(start):
        return None
    header, line = _header(source.text)
    table = MadeTable(
        name,
        name,
        (header or "loc",),
        line,
        source.encoding,
        notes=[_("A list of addresses, one a line; lines that begin with # are comments.")],
        make=partial(_rows_of_list, source.text, line),
    )
    return [table]


def _header(text: bytes) -> tuple[str, int]:
    """The name above the addresses, and its line; 0 where there is none."""
    for number, line in enumerate(_first_lines(text), 1):
        address = cleaned(line)
        if address:
            is_name = _NAME.fullmatch(address) is not None and not _is_one_address(address)
            return (address, number) if is_name else ("", 0)
    return "", 0


def _without_comments(text: bytes) -> bytes:
    """A text from its first line on that is neither blank nor a comment."""
    lines = (line.lstrip(b" \t\xef\xbb\xbf") for line in _LINE_END.split(text))
    return b"\n".join(line for line in lines if line and not line.startswith(b"#"))


def _is_list(text: bytes) -> bool:
    """Whether most of the first lines are an address each, and nothing but that."""
    raws = _first_lines(text)
    lines = [line for line in map(cleaned, raws) if line]
    if not lines or _are_cells(lines[0], raws):
        return False
    return text_format(text) is TextFormat.LIST or (
        sum(map(_is_one_address, lines)) * 2 > len(lines)
    )


def _are_cells(first: str, lines: list[str]) -> bool:
    """Whether lines hold cells rather than one address each: their header, or tabs, say so."""
    has_header = any(sign in first for sign in "\t,;|") and not _URL.match(first)
    return has_header or sum("\t" in line for line in lines) * 2 > len(lines)


def _first_lines(text: bytes, most: int = 200) -> list[str]:
    lines = _LINE_END.split(text[:_AREA], most)[:most]
    return [line.decode("utf-8", "replace") for line in lines]


def _is_one_address(line: str) -> bool:
    return _ADDRESS.fullmatch(line) is not None


_ADDRESS = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://|www\.|/(?!/)|mailto:)[^\s\t;|,\"<>]*", re.IGNORECASE
)


_URL = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
_PLAIN = re.compile(r"https?://[^\s\"'<>“”]*[^\s\"'<>“”,;)\]]")
_REFERENCE = re.compile(r"&\w+;")


def cleaned(line: str, separators: str = ",;") -> str:
    """The address in a line as people paste it; empty for a comment or nothing.

    ``separators`` may stand at the end of lines without being part of addresses.
    """
    if _PLAIN.fullmatch(line):
        return line
    text = line.strip(_BLANK)
    if text.startswith("#"):
        return ""
    text = _BULLET.sub("", text, count=1)
    before = None
    while text != before:
        before = text
        text = text.rstrip(separators).strip(_BLANK)
        if len(text) > 1 and _PAIRS.get(text[0]) == text[-1]:
            text = text[1:-1]
        elif text[:1] in ('"', "<", "“") and text.count(text[0]) == 1:
            text = text[1:]
        elif (text[-1:] in ('"', ">", "”") and text.count(text[-1]) == 1) or (
            text[-2:-1] in _CLOSING and text[-1:] in (",", ";")
        ):
            text = text[:-1]
    return text


def _separators(text: bytes) -> str:
    """What stands at the end of most lines, and so belongs to none of the addresses."""
    lines = [line.rstrip(_BLANK) for line in _first_lines(text)]
    lines = [line for line in lines if line and not line.lstrip().startswith("#")]
    # The last of a list often has none.
    count = max(1, len(lines) - 1)
    ends = [line[-1] for line in lines if not _REFERENCE.search(line, max(0, len(line) - 12))]
    return "".join(sign for sign in ",;" if ends.count(sign) * 2 > count)


def _rows_of_list(
    text: bytes, header_line: int, progress: Progress = NO_PROGRESS
) -> Iterator[Rows]:
    return in_blocks(_each_row(text, header_line, progress), _LINES_AT_ONCE)


def _each_row(text: bytes, header_line: int, progress: Progress) -> Iterator[Row]:
    """A row a line that is neither blank nor a comment nor the header."""
    separators = _separators(text)
    number, at = 1, 0
    for count, found in enumerate(_LINE.finditer(text)):
        if count % _LINES_AT_ONCE == 0:
            progress.tick(at, len(text))
        number += _line_ends(text[at : found.start()])
        at = found.end()
        line = text[found.start() : min(at, found.start() + MAX_CELL)]
        address = cleaned(line.decode("utf-8", "replace"), separators)
        if address and number != header_line:
            is_cut = at - found.start() > MAX_CELL
            yield [address], number, Oddity.TOO_LONG if is_cut else None


def _line_ends(between: bytes) -> int:
    return 1 if between in (b"\n", b"\r\n", b"\r") else len(_LINE_END.findall(between))


TEXT = Format(
    id="txt",
    title=N_("List of addresses"),
    suffixes=(".txt",),
    write=write,
    own_kinds=(Kind.TEXT,),
    options=(CRLF,),
)

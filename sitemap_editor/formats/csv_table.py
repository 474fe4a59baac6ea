"""Reading separated values: encoding, delimiter and header found by content, rows streamed.

The text is kept as one UTF-8 text; rows are made of it block by block, each time they are asked
for.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from sitemap_editor.markup import charsets
from sitemap_editor.markup.encoding import Source, decode_source, mark_of
from sitemap_editor.markup.inflate import inflate
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .csv_dialect import Dialect, find_dialect, first_records
from .heading import Heading, Shape, find_heading
from .row_shape import below, shaped, unwrapped
from .table import Rows, Table, TableOptions

_SLICE = 1 << 17


@dataclass(eq=False, kw_only=True)
class CsvTable(Table):
    """A table in a text: how the text was read, what splits it, what comes before the rows."""

    read: Source
    dialect: Dialect
    shape: Shape
    skipped: int

    def rows(self, progress: Progress = NO_PROGRESS) -> Iterator[Rows]:
        found = self.dialect.records(self.read.text, progress)
        return shaped(below(found, self.skipped), self.shape)

    def _reread(self, options: TableOptions) -> Self:
        source = self.read
        if options.encoding != self.options.encoding:
            source = read_text(source.original, options)
        return type(self).of(source, self.name, self.source, options)

    @classmethod
    def of(cls, source: Source, name: str, origin: str, options: TableOptions) -> Self:
        """Find delimiter and header of a text that is a table."""
        dialect = find_dialect(source.text, options.delimiter)
        first, lines = first_records(source.text, dialect)
        heading = find_heading(first, options.has_header)
        return cls(
            name=name,
            source=origin,
            columns=heading.columns,
            header_line=0 if heading.header is None else lines[heading.header],
            encoding=source.encoding,
            delimiter=dialect.delimiter,
            notes=_notes(source, dialect, heading, first),
            codes=_codes(source, dialect),
            options=options,
            offers=("encoding", "delimiter", "has_header"),
            read=source,
            dialect=dialect,
            shape=heading.shape(first),
            skipped=heading.data,
        )


def read_text(data: bytes, options: TableOptions, progress: Progress = NO_PROGRESS) -> Source:
    """The text of a file, gzip or not, in the encoding found or chosen; raises SitemapError."""
    if options.encoding:
        return reread(data, options, progress)
    return decode_source(data, max_inflated=options.max_inflated, progress=progress)


def reread(data: bytes, options: TableOptions, progress: Progress = NO_PROGRESS) -> Source:
    """The text of a file in the encoding people chose; what is none becomes U+FFFD."""
    name = charsets.writable(options.encoding or charsets.UTF_8)
    inflated = inflate(data, max_inflated=options.max_inflated, progress=progress)
    content, mark = inflated.data, mark_of(name)
    start = len(mark) if content.startswith(mark) else 0
    decoder = codecs.getincrementaldecoder(charsets.codec_of(name))("replace")
    text = io.BytesIO()
    for at in range(start, len(content) + 1, _SLICE):
        piece = decoder.decode(content[at : at + _SLICE], at + _SLICE > len(content))
        text.write(piece.encode("utf-8", "replace"))
        progress.tick(at, len(content))
    return Source(data, text.getvalue(), name, lossless=False, gzip_layers=inflated.layers)


def _codes(source: Source, dialect: Dialect) -> tuple[str, ...]:
    guesses = (("csv-encoding", source.guessed), ("csv-delimiter", not dialect.is_sure))
    return tuple(code for code, is_guess in guesses if is_guess)


def _notes(source: Source, dialect: Dialect, heading: Heading, first: list[list[str]]) -> list[str]:
    notes = []
    if source.guessed:
        guess = _("Nothing says in what encoding the file is; {name} is a guess.")
        notes.append(guess.format(name=source.encoding))
    if not dialect.is_sure:
        guess = _("More than one character could keep the cells apart; “{character}” is a guess.")
        notes.append(guess.format(character=dialect.delimiter))
    if titles := [" ".join(row).strip() for row in first[: heading.header or 0] if any(row)]:
        notes.append(_("Above the header stands: {title}").format(title=" / ".join(titles)))
    if any(unwrapped(cell) != cell for row in first for cell in row):
        notes.append(_("Addresses that were broken after a space are joined again."))
    return notes

"""Any list people bring, as tables: what it is shows in its content, never in its name.

A reader of texts is one line in ``TEXT_READERS``; the first that knows a text reads it, and what
none knows is separated values.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import PurePath

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.inflate import inflate, is_gzip
from sitemap_editor.markup.magic import known_format
from sitemap_editor.markup.plain_text import TextFormat, text_format
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.files import read_file
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .archive import Archive, is_zip
from .base import blocks
from .cell_kinds import is_address
from .csv_dialect import find_dialect, first_records
from .csv_table import CsvTable, read_text
from .feeds import read_feed_table
from .jsonl import read_json_lines
from .overviews import crawl_overview, overview
from .robots import read_robots
from .sheets import OLE_MAGIC, is_workbook, read_workbook, read_xls
from .table import MadeTable, Rows, Table, TableOptions
from .text import read_list
from .zip_list import read_zip

StrPath = str | os.PathLike[str]

TextReader = Callable[[Source, str, TableOptions, Progress], "list[Table] | None"]
"""Gives the tables of a text (file name, options), or None for a text that is something else."""

_AREA = 1 << 20
_BLANKS = b" \t\r\n"
_CHOOSE = N_("Choose a table (CSV, XLSX, ODS), a text list, a feed, a sitemap, or a ZIP of these.")


def read_tables(
    data: bytes | StrPath,
    name: str = "",
    *,
    options: TableOptions | None = None,
    progress: Progress = NO_PROGRESS,
) -> list[Table]:
    """The tables of a file, given by its bytes or its path: one a list, sheet or member.

    Raises SitemapError with reason and advice for what is no list, and for what cannot be read.
    """
    wanted = options or TableOptions()
    path: StrPath | None = None if isinstance(data, bytes) else data
    name = name or (PurePath(path).name if path is not None else "")
    try:
        content = data if isinstance(data, bytes) else read_file(data, progress)
        tables = _tables_of(content, name, wanted, progress)
        if len(tables) == 1 and (refusal := overview(tables[0])):
            raise refusal
        return tables
    except OSError as error:
        raise describe_os_error(error, path or name) from error
    except SitemapError as error:
        raise error.at(path or name or None) from error.__cause__


def read_clipboard(text: str, progress: Progress = NO_PROGRESS) -> list[Table]:
    """The tables of copied text: cells of a spreadsheet come with tabs, lists as lines."""
    data = text.lstrip("\ufeff").encode("utf-8", "replace")
    return read_tables(data, _("Clipboard"), progress=progress)


def _tables_of(
    data: bytes, name: str, options: TableOptions, progress: Progress, *, is_member: bool = False
) -> list[Table]:
    if is_gzip(data):
        inflated = inflate(data, max_inflated=options.max_inflated, progress=progress).data
        if is_zip(inflated) or inflated.startswith(OLE_MAGIC):
            data = inflated
    if is_zip(data):
        return _tables_of_zip(data, name, options, progress, is_member=is_member)
    if data.startswith(OLE_MAGIC):
        return read_xls(data, name, options)
    if known := known_format(data):
        raise _refusal(_("This is {format}, not a list.").format(format=known))
    return _tables_of_text(_text_of(data, options, progress), name, options, progress)


def _tables_of_zip(
    data: bytes, name: str, options: TableOptions, progress: Progress, *, is_member: bool
) -> list[Table]:
    archive = Archive(data, options.max_inflated, progress)
    if is_workbook(archive):
        return read_workbook(data, archive, name, options, progress)
    for folder, program in _OTHER_ARCHIVES:
        if any(path.startswith(folder) for path in archive.paths):
            raise _refusal(_("This is {format}, not a list.").format(format=_(program)))
    if is_member:
        raise _refusal(_("This is a ZIP archive inside another one."))
    read = partial(_tables_of, options=options, progress=progress, is_member=True)
    return read_zip(archive, name, read)


_OTHER_ARCHIVES = (
    ("word/", N_("a Word document")),
    ("ppt/", N_("a PowerPoint presentation")),
    ("Index/Document.iwa", N_("a Numbers, Pages or Keynote document")),
    ("Index.zip", N_("a Numbers, Pages or Keynote document")),
)


def _text_of(data: bytes, options: TableOptions, progress: Progress) -> Source:
    try:
        source = read_text(data, options, progress)
    except SitemapError as error:
        if error.code != "format-unsupported":
            raise
        raise _refusal(_("This is binary data, not a list, whatever its name says.")) from error
    if not source.text[:_AREA].strip(_BLANKS) and not source.text.strip(_BLANKS):
        raise SitemapError(_("The file is empty."), code="file-empty", advice=_(_CHOOSE))
    return source


def _tables_of_text(
    source: Source, name: str, options: TableOptions, progress: Progress
) -> list[Table]:
    for reader in TEXT_READERS:
        tables = reader(source, name, options, progress)
        if tables is not None:
            return tables
    return [_csv_table(source, name, options)]


def _read_cells(
    source: Source, name: str, options: TableOptions, _progress: Progress
) -> list[Table] | None:
    """The table of a text most rows of which hold several cells."""
    dialect = find_dialect(source.text, options.delimiter)
    if not dialect.delimiter:
        return None
    rows = [row for row in first_records(source.text, dialect)[0] if any(row)]
    several = sum(sum(map(bool, row)) > 1 for row in rows)
    is_wanted = options.delimiter is not None
    return [_csv_table(source, name, options)] if is_wanted or several * 2 > len(rows) else None


def _csv_table(source: Source, name: str, options: TableOptions) -> Table:
    dialect = find_dialect(source.text, options.delimiter)
    if error := crawl_overview(first_records(source.text, dialect)[0]):
        raise error
    return CsvTable.of(source, name, name, options)


def _read_sitemap(
    source: Source, name: str, _options: TableOptions, progress: Progress
) -> list[Table] | None:
    """Another sitemap; HTML and other XML is refused by its own name."""
    start = source.text[:_AREA].lstrip(_BLANKS)
    if not start.startswith(b"<") or is_address(start[1:200].decode("utf-8", "replace")):
        return None
    document = open_bytes(source.original, name or None, progress=progress)
    columns = tuple(field.name for field in fields_of(document.kind))
    return [MadeTable(name, name, columns, make=partial(_rows_of, document, columns))]


def _rows_of(document: Document, columns: tuple[str, ...], progress: Progress) -> Iterator[Rows]:
    """The entries of a document, with the line each begins in."""
    end = document.lines.newline[-1:]
    line = 1 + document.head.count(end)
    for ids in blocks(document):
        values = [document.values_of(ids, column) for column in columns]
        cells = [[value or "" for value in row] for row in zip(*values, strict=True)]
        lines = []
        for gap, raw in zip(document.store.gaps(ids), document.store.raws(ids), strict=True):
            lines.append(line + gap.count(end))
            line = lines[-1] + raw.count(end)
        progress.tick(int(ids[-1]), len(document))
        yield Rows(cells, lines)


def _refuse_others(
    source: Source, _name: str, _options: TableOptions, _progress: Progress
) -> list[Table] | None:
    start = source.text[:_AREA].lstrip(_BLANKS)
    found = text_format(start) if start[:1] in (b"{", b"[") else None
    if found is TextFormat.RICH_TEXT:
        raise _refusal(_("This is a word processor's document (RTF)."))
    if found is TextFormat.JSON:
        raise _refusal(_("This is JSON, not a list."))
    return None


def _refusal(reason: str) -> SitemapError:
    return SitemapError(reason, code="format-unsupported", advice=_(_CHOOSE))


TEXT_READERS: tuple[TextReader, ...] = (
    read_feed_table,
    _read_sitemap,
    read_json_lines,
    _refuse_others,
    read_robots,
    _read_cells,
    read_list,
)

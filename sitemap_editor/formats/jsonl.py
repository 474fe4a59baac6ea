"""JSON lines: an object a line, its keys the names of the fields, absent fields left out.

Numbers are written and read as they stand, so that 0.50 stays 0.50. Source: https://jsonlines.org.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from sitemap_editor.markup.encoding import Source
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import N_, _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .base import Format, Options, blocks, values_of
from .table import MadeTable, Oddity, Row, Rows, Table, TableOptions, in_blocks

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.protocol.fields import Field

    from .base import Ids

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", re.ASCII)
_encode = json.JSONEncoder(ensure_ascii=False).encode


# Writing


def write(doc: Document, _options: Options, ids: Ids | None = None) -> Iterator[bytes | memoryview]:
    """An object an entry, in UTF-8."""
    fields = fields_of(doc.kind)
    names = [f"{_encode(field.name)}: " for field in fields]
    for part in blocks(doc, ids):
        columns = [_column(field, values_of(doc, part, field.name)) for field in fields]
        yield "".join(_line(names, row) for row in zip(*columns, strict=True)).encode()


def _line(names: list[str], row: tuple[str | None, ...]) -> str:
    pairs = [name + value for name, value in zip(names, row, strict=True) if value is not None]
    return f"{{{', '.join(pairs)}}}\n"


def _column(field: Field, values: list[str | None]) -> list[str | None]:
    if field.editor != "number":
        return [None if value is None else _encode(value) for value in values]
    known = {value: _number(value) for value in set(values)}
    return [known[value] for value in values]


def _number(value: str | None) -> str | None:
    if value is None:
        return None
    return value if _NUMBER.fullmatch(value) else _encode(value)


# Reading


_LINES_AT_ONCE = 2_048
_LOOKED_AT = 1_000
"""Lines whose keys become columns; keys that come up later have none."""

_BLANKS = b" \t\r\n\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\r|\n")
_WORDS = {True: "TRUE", False: "FALSE", None: ""}


def read_json_lines(
    source: Source, name: str, _options: TableOptions, _progress: Progress
) -> list[Table] | None:
    """The table of a text with an object a line; None for other texts."""
    start = source.text[: 1 << 20].lstrip(_BLANKS)
    first = _object_of(_LINE_END.split(start, 1)[0])
    if first is None:
        return None
    columns, ignored, total = _keys_of(source.text)
    notes = [_("Lines of JSON; each key is a column.")]
    if ignored:
        said = _("Keys that hold lists or objects are left out: {keys}.")
        notes.append(said.format(keys=", ".join(ignored)))
    if len(columns) < total:
        said = ngettext("{n} key has no column.", "{n} keys have no column.", total - len(columns))
        notes.append(said.format(n=format_number(total - len(columns))))
    make = partial(_rows_of, source.text, columns)
    return [MadeTable(name, name, columns, encoding=source.encoding, notes=notes, make=make)]


def _lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, by number."""
    number, at = 1, 0
    for end in _LINE_END.finditer(text):
        if line := text[at : end.start()].strip(_BLANKS):
            yield number, line
        number, at = number + 1, end.end()
    if line := text[at:].strip(_BLANKS):
        yield number, line


def _object_of(line: bytes) -> dict[str, Any] | None:
    """The object in a line, numbers as they stand; None when there is none."""
    if line[:1] != b"{":
        return None
    try:
        found = json.loads(line, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


MOST_COLUMNS = 200


def _keys_of(text: bytes) -> tuple[tuple[str, ...], list[str], int]:
    """The keys of the first lines, those that hold more than a value, and how many there are."""
    keys: dict[str, bool] = {}
    for _place, line in _first(text):
        for key, value in (_object_of(line) or {}).items():
            keys[key] = keys.get(key, False) or not isinstance(value, list | dict)
    plain = [key for key, is_plain in keys.items() if is_plain]
    nested = [key for key, is_plain in keys.items() if not is_plain]
    return tuple(plain[:MOST_COLUMNS]), nested, len(plain)


def _first(text: bytes) -> Iterator[tuple[int, bytes]]:
    for count, one in enumerate(_lines(text)):
        if count >= _LOOKED_AT:
            return
        yield one


def _rows_of(
    text: bytes, columns: tuple[str, ...], progress: Progress = NO_PROGRESS
) -> Iterator[Rows]:
    for rows in in_blocks(_each_row(text, columns), _LINES_AT_ONCE):
        progress.tick()
        yield rows


def _each_row(text: bytes, columns: tuple[str, ...]) -> Iterator[Row]:
    """A row a line; one that is no object has its text as its only cell, to be rejected."""
    for number, line in _lines(text):
        found = _object_of(line)
        if found is None:
            yield [line.decode("utf-8", "replace")], number, Oddity.NO_OBJECT
        else:
            yield [_cell(found.get(key)) for key in columns], number, None


def _cell(value: object) -> str:
    if isinstance(value, str):
        return value
    return _WORDS[value] if value is None or isinstance(value, bool) else ""


JSON_LINES = Format(
    id="jsonl",
    title=N_("JSON lines"),
    suffixes=(".jsonl", ".ndjson"),
    write=write,
)

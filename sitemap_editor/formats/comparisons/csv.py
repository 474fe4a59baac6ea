"""The report of differences for spreadsheets: a line a field that changed, else one a difference.

Values are guarded as in every other table: see ``tables``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import islice

from sitemap_editor.formats.tables import guarded
from sitemap_editor.protocol.differences import Difference, Place

from .base import Compared, ComparisonOptions

COLUMNS = (
    *("kind", "address", "field", "old", "new"),
    *("old_file", "old_entry", "new_file", "new_entry"),
)
LONGEST = 32_000
"""Characters of a value: a cell of Excel takes 32,767."""
AT_ONCE = 256


def write(
    compared: Compared,
    options: ComparisonOptions = ComparisonOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The table in pieces, a header first."""
    if options.bom:
        yield "\ufeff"
    yield _text([COLUMNS])
    rows = (row for one in compared.differences(None) for row in _rows(one))
    while block := list(islice(rows, AT_ONCE)):
        yield _text(block)


def _text(rows: Iterable[Iterable[str]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue()


def _rows(one: Difference) -> Iterator[list[str]]:
    places = (*_place(one.old), *_place(one.new))
    changes = [(change.name, change.old, change.new) for change in one.fields]
    for change in changes or [("", None, None)]:
        yield [_cell(fact) for fact in (one.kind.value, one.address, *change, *places)]


def _place(place: Place | None) -> tuple[str, int | None]:
    return ("", None) if place is None else (place.file, place.position + 1)


def _cell(fact: object) -> str:
    text = "" if fact is None else str(fact)
    return guarded(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")

"""The report of differences for spreadsheets: a line a field that changed, else one a difference.

Values are guarded as in every other table: see ``tables``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sitemap_editor.formats.reports.csv import AT_ONCE, cell_of, text_of
from sitemap_editor.protocol.differences import Difference, Place

from .base import Compared, ComparisonOptions

COLUMNS = (
    *("kind", "address", "field", "old", "new"),
    *("old_file", "old_entry", "new_file", "new_entry"),
)


def write(
    compared: Compared,
    options: ComparisonOptions = ComparisonOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The table in pieces, a header first."""
    if options.bom:
        yield "\ufeff"
    yield text_of([COLUMNS])
    rows = (row for one in compared.differences(None) for row in _rows(one))
    while block := list(islice(rows, AT_ONCE)):
        yield text_of(block)


def _rows(one: Difference) -> Iterator[list[str]]:
    places = (*_place(one.old), *_place(one.new))
    changes = [(change.name, change.old, change.new) for change in one.fields]
    for change in changes or [("", None, None)]:
        yield [cell_of(fact) for fact in (one.kind.value, one.address, *change, *places)]


def _place(place: Place | None) -> tuple[str, int | None]:
    return ("", None) if place is None else (place.file, place.position + 1)

"""Which of the rows in view the check has something to say about."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.ids import EntryId

from .painting import Mark
from .visible_rows import ShownRow

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.rules.check import Report

_RANKS = {"error": 0, "warning": 1, "info": 2}


def marks_of(rows: list[ShownRow], doc: Document, report: Report | None) -> dict[int, Mark]:
    """The mark of each row, by its number.

    An error or warning of a field stands beside its value where that is in view; what is worse
    than that, or about the entry as a whole, stands at the entry's first row.
    """
    marks: dict[int, Mark] = {}
    if report is None:
        return marks
    by_entry: dict[EntryId, list[ShownRow]] = {}
    for row in rows:
        if row.entry is not None:
            by_entry.setdefault(row.entry, []).append(row)
    for entry, its_rows in by_entry.items():
        severity = report.severity_of(entry) if doc.has(entry) else None
        if severity is not None:
            _mark_entry(marks, its_rows, doc, report, entry, str(severity))
    return marks


def _mark_entry(
    marks: dict[int, Mark],
    rows: list[ShownRow],
    doc: Document,
    report: Report,
    entry: EntryId,
    worst: str,
) -> None:
    shown = 3
    for field in fields_of(doc.kind):
        severity = report.severity_of_field(entry, field.name)
        if severity is None or str(severity) == "info":
            continue
        for row in rows:
            value = _value_in(row.text, field.name, doc.kind.is_xml or doc.kind.is_feed)
            if value is not None:
                _put(marks, row.number, Mark(str(severity), *value))
        if any(row.number in marks for row in rows):
            shown = min(shown, _RANKS[str(severity)])
    if shown > _RANKS[worst]:
        _put(marks, doc.lines.row_of(entry), Mark(worst))


def _put(marks: dict[int, Mark], row: int, mark: Mark) -> None:
    # Two fields on one row: the worse one is shown.
    there = marks.get(row)
    if there is None or _RANKS[mark.severity] < _RANKS[there.severity]:
        marks[row] = mark


def _value_in(text: str, field: str, is_xml: bool) -> tuple[int, int] | None:
    if not is_xml:
        return 0, len(text)
    found = _element(field).search(text)
    return found.span(1) if found else None


@lru_cache
def _element(field: str) -> re.Pattern[str]:
    """A field's element as it is mostly written: one line, its value trimmed."""
    return re.compile(rf"<(?:[\w.-]+:)?{field}(?:\s[^<>]*)?>\s*([^<]*?)\s*</")

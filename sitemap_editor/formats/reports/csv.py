"""The report for spreadsheets: a line a finding, with the codes and headings that programs read.

The message is in the language spoken. Values are guarded as in every other table: see ``tables``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from sitemap_editor.formats.tables import guarded
from sitemap_editor.protocol.findings import Finding

from .base import CheckedFile, ReportOptions, RulePage

COLUMNS = (
    *("file", "code", "severity", "entry", "line", "column"),
    *("field", "value", "message", "fix"),
)
LONGEST = 32_000
"""Characters of a value: a cell of Excel takes 32,767."""
AT_ONCE = 256


def write(
    files: Iterable[CheckedFile],
    _rules: Mapping[str, RulePage],
    options: ReportOptions = ReportOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The table in pieces, a header first."""
    if options.bom:
        yield "\ufeff"
    yield text_of([COLUMNS])
    for file in files:
        rows = (_row(file.file, finding) for finding in file.findings(None))
        while block := list(islice(rows, AT_ONCE)):
            yield text_of(block)


def text_of(rows: Iterable[Iterable[str]]) -> str:
    """Rows as lines of CSV."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerows(rows)
    return buffer.getvalue()


def _row(file: str, finding: Finding) -> list[str]:
    facts = (
        *(file, finding.code, finding.severity, finding.entry, finding.line, finding.column),
        *(finding.field, finding.value, finding.message, finding.fix),
    )
    return [cell_of(fact) for fact in facts]


def cell_of(fact: object) -> str:
    """A fact as a cell: guarded, and no longer than spreadsheets take."""
    text = "" if fact is None else str(fact)
    return guarded(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")

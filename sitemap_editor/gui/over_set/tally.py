"""What a check found in the files of a set: by rule over all files, and by file."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sitemap_editor.formats.reports.base import CheckedFile
from sitemap_editor.formats.tables import guarded
from sitemap_editor.protocol.findings import Severity

COLUMNS = ("file", "format", "entries", "bytes", "newest_lastmod", "errors", "warnings", "notes")


@dataclass(slots=True)
class OfRule:
    """The findings of one rule: how many in all, how bad the worst, how many in which file."""

    code: str
    severity: Severity
    count: int = 0
    files: list[tuple[int, int]] = field(default_factory=list)


class Tally:
    """The files checked so far, in the order in which they were."""

    def __init__(self) -> None:
        self.files: list[CheckedFile] = []
        self._rules: dict[str, OfRule] = {}

    def add(self, file: CheckedFile) -> None:
        """Count a file in."""
        number = len(self.files)
        self.files.append(file)
        for group in file.groups:
            rule = self._rules.setdefault(group.code, OfRule(group.code, group.severity))
            rule.severity = min(rule.severity, group.severity, key=lambda one: one.rank)
            rule.count += group.count
            rule.files.append((number, group.count))

    @property
    def rules(self) -> list[OfRule]:
        """The rules that found something, the worst first, then those that found most."""
        return sorted(
            self._rules.values(), key=lambda one: (one.severity.rank, -one.count, one.code)
        )

    @property
    def counts(self) -> Counter[Severity]:
        """How many findings of each severity."""
        counts: Counter[Severity] = Counter(dict.fromkeys(Severity, 0))
        for file in self.files:
            counts.update(file.summary)
        return counts


def table_of(rows: Iterable[tuple[CheckedFile, str]]) -> Iterator[str]:
    """Lines of CSV, one a file with its newest lastmod, guarded against formulas."""
    yield _line(COLUMNS)
    for file, newest in rows:
        facts = (file.file, file.format, file.entries, file.bytes, newest)
        yield _line((*facts, *(file.count(severity) for severity in Severity)))


def _line(cells: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(guarded(str(cell)) for cell in cells)
    return text.getvalue()

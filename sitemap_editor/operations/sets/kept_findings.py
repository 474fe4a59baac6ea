"""Findings in a file of their own until the report is written, so that none stays in memory.

An index stands before its sitemaps in a report, yet what is said of it waits for all of them.
"""

from __future__ import annotations

import marshal
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from sitemap_editor.formats.reports.base import CheckedFile, FoundGroup
from sitemap_editor.protocol.findings import Finding, FixKind, Severity

AT_ONCE = 256
"""Findings written and read at a time."""
IN_MEMORY = 8 << 20


@dataclass(frozen=True, slots=True)
class _Kept(Finding):
    """A finding with the address of its entry, whose document is gone."""

    address: str | None = None


class KeptFindings:
    """Keeps findings; ``most`` of each rule where a report shows no more, all of them else."""

    def __init__(self, most: int | None = None, *, with_addresses: bool = False) -> None:
        """``with_addresses``: for a report that tells the address of each finding's entry."""
        self._most = most
        self._with_addresses = with_addresses
        self._file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
        self._end = 0

    def __enter__(self) -> KeptFindings:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of everything kept."""
        self._file.close()

    def keep(self, file: CheckedFile) -> CheckedFile:
        """The same file, its findings read from here and its document let go of."""
        pieces = {group.code: tuple(self._write(file, group)) for group in file.groups}

        def findings(code: str | None) -> Iterator[Finding]:
            for one in pieces if code is None else (code,):
                yield from self._read(pieces.get(one, ()))

        return replace(file, findings=findings, address_of=_address_of)

    def _write(self, file: CheckedFile, group: FoundGroup) -> Iterator[tuple[int, int]]:
        found = islice(file.findings(group.code), self._most)
        rows = (self._row(file, finding) for finding in found)
        while block := list(islice(rows, AT_ONCE)):
            data = marshal.dumps(block)
            self._file.seek(self._end)
            self._file.write(data)
            yield self._end, len(data)
            self._end += len(data)

    def _row(self, file: CheckedFile, finding: Finding) -> tuple[object, ...]:
        address = file.address_of(finding) if self._with_addresses else None
        return (
            *(finding.code, finding.severity.value, finding.scope, finding.message),
            *(finding.entry, finding.line, finding.column, finding.field, finding.value),
            *(finding.fix.value, address),
        )

    def _read(self, pieces: Iterable[tuple[int, int]]) -> Iterator[Finding]:
        for start, length in pieces:
            self._file.seek(start)
            for row in marshal.loads(self._file.read(length)):
                yield _finding(row)


def _finding(row: tuple[Any, ...]) -> _Kept:
    code, severity, scope, message, entry, line, column, field, value, fix, address = row
    return _Kept(
        *(code, Severity(severity), scope, message),
        *(entry, line, column, field, value),
        fix=FixKind(fix),
        address=address,
    )


def _address_of(finding: Finding) -> str | None:
    return finding.address if isinstance(finding, _Kept) else None

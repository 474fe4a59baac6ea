"""Findings as text for the clipboard, a line a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import Finding
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .texts import title_of

if TYPE_CHECKING:
    from sitemap_editor.rules.report import Report

    from .model import FindingsModel

MOST_ROWS = 1_000
"""Selected rows that are copied while one waits."""

MOST_FINDINGS = 100_000
"""Findings of a rule that are copied in a job."""


def text_of_rows(model: FindingsModel, rows: Iterable[int]) -> str:
    """The rows as lines; one alone as it stands."""
    chosen = sorted(set(rows))
    if len(chosen) == 1:
        return str(model.index(chosen[0], 0).data() or "")
    lines = [_line_of(model, row) for row in chosen[:MOST_ROWS]]
    return "\n".join([*lines, *(["…"] if len(chosen) > MOST_ROWS else [])])


def text_of_rule(report: Report, code: str, count: int, progress: Progress = NO_PROGRESS) -> str:
    """All findings of a rule under its title, up to so many that nobody pastes more."""
    found = list(_lines(islice(report.findings(code), MOST_FINDINGS), progress))
    heading = f"{title_of(code)} ({format_number(count)})"
    return "\n".join([heading, *found, *_rest(count - MOST_FINDINGS)])


def _lines(findings: Iterable[Finding], progress: Progress) -> Iterator[str]:
    for finding in findings:
        progress.tick()
        yield line_of(finding)


def line_of(finding: Finding) -> str:
    """One finding: where, which rule, and what it says."""
    place = ""
    if finding.line is not None:
        place = _("line {line}, column {column}").format(line=finding.line, column=finding.column)
    message = " ".join(finding.message.split())
    return "\t".join(part for part in (place, finding.code, message) if part)


def _line_of(model: FindingsModel, row: int) -> str:
    finding = model.finding_at(row)
    return line_of(finding) if finding is not None else str(model.index(row, 0).data() or "")


def _rest(count: int) -> list[str]:
    if count <= 0:
        return []
    return [ngettext("and {n} more", "and {n} more", count).format(n=format_number(count))]

"""Apply fixes to a document until none is left, and keep account of what is gone and what stays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitemap_editor.formats.reports.words import counted
from sitemap_editor.operations.fixes import fix_all_safe, fix_rule
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import Progress

from .terminal import Line, Span, harmless

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.rules.check import Checker, Report

MOST_ROUNDS = 5
"""A fix may bring another rule's finding to light, which is mended in the next round."""


@dataclass
class Account:
    """What one call of ``fix`` did.

    A finding counts as mended when it is gone at the end, whichever fix took it away, and when it
    was a breakage that had to be mended to read the file.
    """

    file: str
    out: str | None
    dry_run: bool
    accept_ask: bool = False
    mended: Counter[str] = field(default_factory=Counter)
    left: list[tuple[str, Severity, int]] = field(default_factory=list)

    def close(self, before: Counter[str], report: Report) -> None:
        """Compare what was found before with what is found now."""
        repaired = report.repaired
        self.mended = before - (counts(report) - repaired)
        left = ((group, group.count - repaired[group.code]) for group in report.groups)
        self.left = [(group.code, group.severity, n) for group, n in left if n > 0]

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        summary = self._summary()
        return {
            "file": self.file,
            "output": None if self.dry_run else self.out,
            "dry_run": self.dry_run,
            "fixed": [{"code": code, "count": n} for code, n in self.mended.most_common()],
            "left": [{"code": c, "severity": str(s), "count": n} for c, s, n in self.left],
            "summary": {str(severity): summary[severity] for severity in Severity},
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        total = self.mended.total()
        if self.dry_run:
            said = ngettext("{n} finding would be mended.", "{n} findings would be mended.", total)
        else:
            said = ngettext("{n} finding mended.", "{n} findings mended.", total)
        yield (Span(harmless(self.file), "bold"), Span(f"  {said.format(n=format_number(total))}"))
        for code, number in self.mended.most_common():
            yield (Span(f"  {format_number(number):>9}  ", "dim"), Span(code))
        summary = self._summary()
        left = " · ".join(counted(severity, summary[severity]) for severity in Severity)
        yield (Span(_("Left: {counts}").format(counts=left), "dim"),)
        if self.accept_ask:
            return
        if summary[Severity.ERROR] or summary[Severity.WARNING]:
            said = _("More can be mended with {accept} and, for addresses, with {address}.")
            options = {"accept": "--ask accept", "address": "--base-url URL"}
            yield (Span(said.format(**options), "dim"),)

    def _summary(self) -> Counter[Severity]:
        summary: Counter[Severity] = Counter()
        for _code, severity, number in self.left:
            summary[severity] += number
        return summary


def mend(
    doc: Document,
    checker: Checker,
    codes: tuple[str, ...],
    account: Account,
    *,
    accept_ask: bool,
    progress: Progress,
    answers: Mapping[str, str] | None = None,
) -> Account:
    """Apply fixes, of these rules or of all, until none applies; returns the account, closed.

    ``accept_ask`` takes those too that need a decision; ``answers`` are those to their questions.
    """
    before = counts(checker.run(progress))
    for _round in range(MOST_ROUNDS):
        revision = doc.revision
        _mend_once(doc, checker, codes, answers or {}, accept_ask=accept_ask, progress=progress)
        if doc.revision == revision:
            break
    report = checker.report
    account.close(before, report)
    return account


def counts(report: Report) -> Counter[str]:
    """Findings by code."""
    return Counter({group.code: group.count for group in report.groups})


def _mend_once(
    doc: Document,
    checker: Checker,
    codes: tuple[str, ...],
    answers: Mapping[str, str],
    *,
    accept_ask: bool,
    progress: Progress,
) -> None:
    """One round of fixes; the report is that of the document afterwards."""
    if not codes and not accept_ask:
        edit = fix_all_safe(doc, checker.report, progress, answers)
        if doc.edit(edit, _("Fix everything safe")) is not None:
            _check_again(doc, checker, progress)
        return
    for code in codes or tuple(counts(checker.report)):
        edit = fix_rule(doc, checker.report, code, accept_ask, progress, answers)
        if doc.edit(edit, _("Fix {code}").format(code=code)) is not None:
            _check_again(doc, checker, progress)  # the next fix must see what this one left


def _check_again(doc: Document, checker: Checker, progress: Progress) -> None:
    checker.policy = checker.report.policy_for(doc)
    checker.run(progress)

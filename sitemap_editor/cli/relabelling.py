"""Files that no XML reader takes, because of what they say about their encoding or leave unsaid.

The text is known all the same, so that nothing had to be mended to read it here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.operations.fixes import fix_rule
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.engine.repaired import is_label_right
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .inputs import guess_advice

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.protocol.findings import Finding
    from sitemap_editor.rules.report import Report

UTF_8 = "UTF-8"
CODES = ("encoding-not-utf8", "encoding-name-unknown", "encoding-declaration-mismatch")


def _is_open(report: Report, code: str) -> bool:
    """Whether something was found that was not mended to read the file."""
    return any(report.findings(code)) and not report.is_repaired(code)


def relabel(
    doc: Document, *, accept_ask: bool = False, progress: Progress = NO_PROGRESS
) -> list[Finding]:
    """Let a document be written as the UTF-8 it then says it is; what was wrong with it.

    Raises SitemapError when its encoding is a guess, unless ``accept_ask``.
    """
    if not doc.kind.is_xml or is_label_right(doc.source):
        return []
    report = Checker(doc).run(progress)
    code = next(filter(lambda one: _is_open(report, one), CODES), None)
    if code is None:
        return []
    finding = next(iter(report.findings(code)))
    if finding.fix is FixKind.ASK and not accept_ask:
        raise SitemapError(finding.message, code=code, advice=guess_advice()).at(doc.path)
    edit = fix_rule(doc, report, code, accept_ask, progress)
    if edit is None:
        return []
    doc.edit(edit, code)
    return [finding]

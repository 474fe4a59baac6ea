"""What a report is written from: an open document and what a check found in it."""

from __future__ import annotations

from sitemap_editor.document.document import Document
from sitemap_editor.formats.reports.base import CheckedFile, FoundGroup
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.engine.repaired import is_well_formed


def checked_file(doc: Document, checker: Checker, name: str) -> CheckedFile:
    """A checked document as reports tell it; nothing is built before the report asks for it."""
    source, report = doc.source, checker.report
    is_edited = doc.history.state != 0 or doc.is_new_to_disk
    return CheckedFile(
        file=name,
        format=str(doc.kind),
        well_formed=is_well_formed(doc),
        encoding=source.encoding,
        compressed=source.gzip_layers > 0,
        entries=len(doc),
        bytes=doc.size_bytes if is_edited else source.inflated_size,
        findings=report.findings,
        groups=tuple(
            FoundGroup(g.code, g.severity, g.count, g.fix, g.counts) for g in report.groups
        ),
        summary=dict(report.counts),
        ignored=report.ignored_count,
        base_url=checker.base_url,
        profiles=tuple(name for name in PROFILES if name in checker.profiles),
        address_of=lambda finding: _loc(doc, finding),
    )


def _loc(doc: Document, finding: Finding) -> str | None:
    return None if finding.entry_id is None else doc.value_of(finding.entry_id, "loc")

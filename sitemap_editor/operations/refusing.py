"""What a report tells of a file that was not opened: one finding says why."""

from __future__ import annotations

from pathlib import Path

from sitemap_editor.formats.reports.base import CheckedFile, FoundGroup
from sitemap_editor.markup.encoding import Source, decode_source
from sitemap_editor.markup.inflate import is_gzip
from sitemap_editor.markup.sniff import sniff
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.quotes import around, quoting

UNKNOWN = "unknown"
ILL_FORMED = "xml-not-wellformed"


def refused_file(
    name: str,
    data: bytes,
    error: SitemapError,
    *,
    path: Path | None = None,
    max_inflated: int | None = None,
) -> CheckedFile:
    """A file that was refused with ``error``, as reports tell it; ``data`` are its bytes."""
    source = _source_of(data, max_inflated)
    kind = _kind_of(source, path) if error.line is not None else UNKNOWN
    finding = finding_of(error)
    return CheckedFile(
        file=name,
        format=kind,
        well_formed=None if kind in (UNKNOWN, Kind.TEXT, Kind.ROBOTS) else False,
        encoding=source.encoding if source else None,
        compressed=is_gzip(data),
        entries=0,
        bytes=source.inflated_size if source else len(data),
        findings=lambda code: iter([finding] if code in (None, finding.code) else []),
        groups=(FoundGroup(finding.code, finding.severity, 1),),
        summary={Severity.ERROR: 1},
    )


def finding_of(error: SitemapError) -> Finding:
    """A refusal as a finding about the file."""
    value = around(error.text, error.column or 1) if error.text else None
    return Finding(
        code=error.code or ILL_FORMED,
        severity=Severity.ERROR,
        scope="file",
        message=quoting(error.message, error.text, error.column),
        line=error.line,
        column=error.column,
        value=value,
    )


def _source_of(data: bytes, max_inflated: int | None) -> Source | None:
    try:
        return decode_source(data, max_inflated=max_inflated)
    except SitemapError:
        return None


def _kind_of(source: Source | None, path: Path | None) -> str:
    """What a broken file would be; a refusal without a place is about the file as such."""
    try:
        return str(sniff(source, path)) if source else UNKNOWN
    except SitemapError:
        return UNKNOWN

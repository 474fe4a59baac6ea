"""Public sitemaps written as tables and brought in again: the same values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from sitemap_editor import SitemapError
from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_document
from sitemap_editor.formats import Target, write
from sitemap_editor.formats.reading import read_tables
from sitemap_editor.formats.tables import CSV, TSV
from sitemap_editor.formats.text import TEXT
from sitemap_editor.formats.xlsx import XLSX
from sitemap_editor.operations.importing.build import build
from sitemap_editor.operations.importing.into import as_document
from sitemap_editor.operations.importing.proposing import propose
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.check import check

FIELDS = ("loc", "lastmod", "changefreq", "priority")
MOST_BYTES = 1_000_000
FIELD_GROUPS = ("loc", "lastmod", "changefreq", "priority", "index-child", "utf8")


def clean(corpus: Path) -> Iterator[tuple[Path, Document]]:
    """Sitemaps in the corpus whose fields are right."""
    for path in sorted(corpus.rglob("*")):
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            continue
        try:
            doc = open_document(path)
        except SitemapError:
            continue
        if doc.kind in (Kind.URLSET, Kind.SITEMAPINDEX) and len(doc) and not _has_errors(doc):
            yield path, doc


def _has_errors(doc: Document) -> bool:
    return doc.mending is not None or any(
        finding.severity is Severity.ERROR
        and (finding.field in FIELDS or finding.code.startswith(FIELD_GROUPS))
        for finding in check(doc, ("protocol",), None)
    )


def rows(doc: Document, fields=FIELDS):
    columns = [doc.values_of(doc.ids, field) for field in fields]
    return [[value or "" for value in row] for row in zip(*columns, strict=True)]


def brought_back(doc: Document, form) -> Document:
    data = b"".join(map(bytes, write(doc, Target(form))))
    (table,) = read_tables(data, f"list{form.suffixes[0]}")
    mapping = replace(propose(table).mapping, duplicates="keep")
    return as_document(build(table, mapping))


def test_tables_of_sitemaps_bring_back_the_same_values(corpus):
    files = 0
    for path, doc in clean(corpus):
        for form in (CSV, TSV, XLSX):
            assert rows(brought_back(doc, form)) == rows(doc), (path, form.id)
        files += 1
    assert files > 50


def test_lists_of_addresses_bring_back_the_same_addresses(corpus):
    for path, doc in clean(corpus):
        assert rows(brought_back(doc, TEXT), ["loc"]) == rows(doc, ["loc"]), path

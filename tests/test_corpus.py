"""Public sitemaps, as INDEX.tsv describes them: each opens with its entries and saves unchanged.

What is expected otherwise stands here as data with its reason; nothing else may differ.
"""

from __future__ import annotations

import csv
import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import sitemap_editor
from sitemap_editor import SitemapError
from sitemap_editor.cli.checking import Question, check_file
from sitemap_editor.formats.reports import CheckedFile
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.catalogue import CATALOGUE

KINDS = {"urlset": "urlset", "index": "sitemapindex", "text": "text", "robots": "robots"}
FEEDS = {"atom": "atom", "rss": "rss"}
"""Kinds that can be looked at and checked, not changed."""

REFUSED = {
    "archive": {"archive-not-gzip"},
    "gz-damaged": {"gzip-corrupt"},
    "html": {"html-instead-of-xml"},
    "json-lines": {"format-unsupported"},
    "other": {"root-unknown", "root-missing"},
}
"""Kinds that are no sitemap, or become one when they are imported, and the codes that say so."""

BROKEN = {
    "bart-turczynski__sitemapr/malformed.xml": {"tag-mismatched": 9, "file-truncated": 13},
    "ekalinin__sitemap.js/index-unescaped-lt.xml": {"lt-unescaped": 11},
    "ekalinin__sitemap.js/unescaped-lt.xml": {"lt-unescaped": 6},
    "lukaswhite__sitemap/sitemap.xml": {"ns-prefix-undeclared": 5},
    "scrapy__scrapy__inline/test_sitemap_blanklines.xml": {"xml-declaration-not-first": 1},
}
"""Sitemaps that are not well-formed: they open mended; what had to be, and in which line."""

NOT_AS_INDEXED = {
    "bart-turczynski__sitemapr/feed-malformed.xml": "a feed cut off within a start tag: what is "
    "missing cannot be known, so that it is refused with the place",
}
"""Files that do not open, or do open, though the index says otherwise, and why that is right."""

ROBOTS_LINES = {
    "TurnerSoftware__SitemapTools/robots.txt": 3,
    "scrapy__scrapy__inline/test_sitemap_urls_from_robots.txt": 14,
}

MANY = 10_000
"""Entries from which building every finding twice would take too long here."""

Row = dict[str, str]


@pytest.fixture(scope="module")
def rows(corpus: Path) -> list[Row]:
    with (corpus / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def sitemaps(rows: list[Row]) -> Iterator[Row]:
    """Those that should open."""
    for row in rows:
        if row["kind"] in KINDS and row["path"] not in BROKEN:
            yield row


def entries_of(row: Row) -> str:
    """How many entries the file has; the index does not count lines of a robots.txt."""
    return str(ROBOTS_LINES.get(row["path"], row["expected_entries_tolerant"].split()[0]))


def test_every_file_opens_with_its_kind_and_entries(corpus, rows):
    wrong, kinds = {}, {**KINDS, **FEEDS}
    for row in rows:
        if row["kind"] not in kinds or row["path"] in NOT_AS_INDEXED:
            continue
        doc = sitemap_editor.open_document(corpus / row["path"])
        expected = kinds[row["kind"]], entries_of(row)
        if (str(doc.kind), str(len(doc))) != expected:
            wrong[row["path"]] = (doc.kind, len(doc), expected)
    assert wrong == {}


def test_every_sitemap_saves_byte_for_byte(corpus, rows, tmp_path):
    wrong = []
    for number, row in enumerate(sitemaps(rows)):
        path = corpus / row["path"]
        doc = sitemap_editor.open_document(path)
        out = tmp_path / f"{number}{'.xml.gz' if doc.source.gzip_layers else '.xml'}"
        doc.save(out)
        if out.read_bytes() != path.read_bytes():
            wrong.append(row["path"])
    assert wrong == []


def test_an_edit_taken_back_saves_byte_for_byte(corpus, rows, tmp_path):
    wrong = []
    for number, row in enumerate(sitemaps(rows)):
        path = corpus / row["path"]
        doc = sitemap_editor.open_document(path)
        doc.add({"loc": "https://www.example.com/new"})
        doc.undo()
        out = tmp_path / f"{number}.xml"
        doc.save(out)
        if out.read_bytes() != plain(path.read_bytes()):
            wrong.append(row["path"])
    assert wrong == []


def plain(data: bytes) -> bytes:
    return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data


def refusal(path: Path) -> SitemapError | None:
    try:
        sitemap_editor.open_document(path)
    except SitemapError as error:
        return error
    return None


def test_what_is_no_sitemap_is_refused_by_its_own_name(corpus, rows):
    wrong = {}
    for row in rows:
        if row["kind"] in REFUSED and row["path"] not in NOT_AS_INDEXED:
            error = refusal(corpus / row["path"])
            if error is None or error.code not in REFUSED[row["kind"]] or not error.advice:
                wrong[row["path"]] = error
    assert wrong == {}


def test_broken_sitemaps_open_mended_and_name_what_was_broken(corpus):
    for name, repairs in BROKEN.items():
        doc = sitemap_editor.open_document(corpus / name)
        assert {one.code: one.line for one in doc.repairs} == repairs


def test_no_other_sitemap_is_mended(corpus, rows):
    mended = [
        row["path"]
        for row in sitemaps(rows)
        if sitemap_editor.open_document(corpus / row["path"]).repairs
    ]
    assert mended == []


def test_what_is_not_as_the_index_says_is_told_with_its_places(corpus):
    error = refusal(corpus / "bart-turczynski__sitemapr/feed-malformed.xml")
    assert error is not None
    assert (error.code, error.line) == ("file-truncated", 8)


def test_entities_from_outside_are_never_read(corpus, rows):
    hostile = [row["path"] for row in rows if "xxe" in row["traits"]]
    assert hostile
    for name in hostile:
        doc = sitemap_editor.open_document(corpus / name)
        assert "root:" not in (doc.value(0, "loc") or "")


def test_reports_agree_with_themselves_and_the_file(corpus, rows):
    """Counts are those of the findings, codes are the catalogue's, places are in the file."""
    for row in rows:
        path = corpus / row["path"]
        file = check_file(str(path), path.read_bytes(), Question(tuple(PROFILES)))
        if file.entries > MANY:
            continue
        findings = list(file.findings(None))
        assert Counter(f.severity for f in findings) == Counter(file.summary), row["path"]
        for group in file.groups:
            assert len(list(file.findings(group.code))) == group.count, (row["path"], group.code)
        assert {f.code for f in findings} <= set(CATALOGUE), row["path"]
        lines = line_lengths(path, file)
        for finding in findings:
            assert finding.entry is None or 1 <= finding.entry <= file.entries
            if finding.line is not None and lines:
                assert 1 <= finding.line <= len(lines), (row["path"], finding)
                assert 1 <= (finding.column or 1) <= lines[finding.line - 1] + 1, finding


def line_lengths(path: Path, file: CheckedFile) -> list[int]:
    """Characters of each line; nothing for what has no encoding."""
    if file.encoding is None:
        return []
    text = plain(path.read_bytes()).decode(file.encoding).removeprefix("\ufeff")
    return [len(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]

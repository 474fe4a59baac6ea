"""What is written can be read back: every format against public sitemaps that are right."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.formats import Format, Target, write
from sitemap_editor.formats.feeds import ATOM, RSS
from sitemap_editor.formats.jsonl import JSON_LINES
from sitemap_editor.formats.reading import read_tables
from sitemap_editor.formats.tables import CSV, TSV, unguarded
from sitemap_editor.formats.text import TEXT
from sitemap_editor.formats.xlsx import XLSX
from sitemap_editor.formats.xml import XML
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.feed_dates import rfc_822_of, rfc_3339_of, w3c_of
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
CORPUS = os.environ.get("SITEMAP_CORPUS", "")
MOST_BYTES = 1_000_000
TABLES = (CSV, TSV, XLSX, JSON_LINES)
OWN = f"""<urlset xmlns="{SITEMAP}">
<url><loc>https://a.org/?a=1&amp;b="2",3;4</loc><lastmod>2024-05-01</lastmod><priority>0.80</priority></url>
<url><loc>https://a.org/ж</loc><lastmod>2024-05</lastmod><changefreq>daily</changefreq></url>
<url><loc>https://a.org/{"x" * 2_100}</loc><lastmod>2024-05-01T08:30:00.5+02:00</lastmod></url>
<url><loc>https://a.org/4</loc><lastmod>1899-12-31</lastmod><priority>1</priority></url>
<url><loc>https://a.org/5</loc><lastmod>1900-02-28</lastmod><priority>0.1</priority></url>
<url><loc>https://a.org/6</loc></url>
</urlset>
"""


def corpus() -> Iterator[Path]:
    """Public sitemaps of a size that every run can afford."""
    for path in sorted(Path(CORPUS).rglob("*")) if CORPUS else ():
        if path.is_file() and path.stat().st_size <= MOST_BYTES:
            yield path


def rows(doc: Document) -> list[list[str]]:
    """The values of all entries, absent ones empty."""
    names = [field.name for field in fields_of(doc.kind)]
    columns = [doc.values_of(doc.ids, name) for name in names]
    return [[value or "" for value in row] for row in zip(*columns, strict=True)]


def table_rows(data: bytes, name: str, columns: list[str]) -> list[list[str]]:
    """The rows of a written table, in the order of the fields."""
    (table,) = read_tables(data, name)
    at = [table.columns.index(column) if column in table.columns else None for column in columns]
    cells = chain.from_iterable(block.cells for block in table.rows())
    return [["" if place is None else row[place] for place in at] for row in cells]


def written(doc: Document, form: Format) -> bytes:
    return b"".join(write(doc, Target(form)))


def check_tables(doc: Document) -> None:
    wanted = rows(doc)
    columns = [field.name for field in fields_of(doc.kind)]
    for form in TABLES:
        found = table_rows(written(doc, form), f"out{form.suffixes[0]}", columns)
        if form in (CSV, TSV):
            found = [[unguarded(cell) for cell in row] for row in found]
        assert found == wanted, form.id


def check_lists(doc: Document) -> None:
    addresses = [row[0] for row in rows(doc)]
    if all(address and "\n" not in address and "\r" not in address for address in addresses):
        assert table_rows(written(doc, TEXT), "out.txt", ["loc"]) == [[one] for one in addresses]


def check_feeds(doc: Document) -> None:
    wanted = [row for row in rows(doc) if row[0]]
    for form, said in ((RSS, rfc_822_of), (ATOM, rfc_3339_of)):
        feed = open_bytes(written(doc, form))
        assert [one[0] for one in rows(feed)] == [one[0] for one in wanted]
        dates = [w3c_of(said(row[1]) or "") or "" if len(row) > 1 else "" for row in wanted]
        assert [one[1] for one in rows(feed)] == dates


def check_layouts(doc: Document) -> None:
    for layout in ("compact", "indented"):
        data = b"".join(write(doc, Target(XML), {"layout": layout}))
        assert rows(open_bytes(data)) == rows(doc), layout


CHECKS = (check_tables, check_lists, check_feeds, check_layouts)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_round_trips_of_a_sitemap(check) -> None:
    check(open_bytes(OWN.encode()))


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS, reason="SITEMAP_CORPUS is not set: it names public sitemaps")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_round_trips_of_public_sitemaps(check) -> None:
    count = 0
    for path in corpus():
        try:
            doc = open_document(path)
        except SitemapError:
            continue
        if doc.mending is None and doc.kind in (Kind.URLSET, Kind.SITEMAPINDEX) and is_clean(doc):
            check(doc)
            count += 1
    assert count > 20


def is_clean(doc: Document) -> bool:
    """Whether there are entries, each with an address of one line, without odd characters."""
    return len(doc) > 0 and all(
        row[0] and row[0].isprintable() and row[0] == row[0].strip() for row in rows(doc)
    )

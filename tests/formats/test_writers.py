"""What the formats write: layouts of XML, workbooks, JSON lines, feeds, lines of robots.txt."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path

import numpy as np
import pytest
from python_calamine import CalamineWorkbook

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.formats import FORMATS, Format, Option, Options, Target, preview, write, xlsx
from sitemap_editor.formats.feeds import ATOM, RSS
from sitemap_editor.formats.jsonl import JSON_LINES
from sitemap_editor.formats.layouts import compact, indented
from sitemap_editor.formats.robots import ROBOTS_LINES
from sitemap_editor.formats.tables import CSV
from sitemap_editor.formats.text import TEXT, count_left_out
from sitemap_editor.formats.xlsx import XLSX
from sitemap_editor.formats.xml import XML
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.check import check

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
URLSET = f"""<?xml version="1.0" encoding="UTF-8"?>
<!-- shop -->
<urlset xmlns="{SITEMAP}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
 <!-- first -->
 <url> <loc>https://a.org/?a=1&amp;b=2</loc>
   <lastmod>2024-05-01</lastmod><priority>0.8</priority>
   <image:image><image:loc>https://a.org/i.jpg</image:loc>
   <image:title>a  <![CDATA[ > < ]]></image:title></image:image></url>

 <url><loc>https://a.org/2</loc><lastmod>2024-05-01T08:30:00+02:00</lastmod><priority>1.0</priority></url>
 <url/>
</urlset>
"""
INDEX = (
    f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>https://a.org/1.xml</loc></sitemap>'
    "<sitemap><loc>https://a.org/2.xml?a&amp;b</loc></sitemap></sitemapindex>"
)
RSS_FEED = (
    "<rss version='2.0'><channel><link>https://a.org/</link><item><link>/1</link>"
    "<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate></item><item/></channel></rss>"
)


@pytest.fixture
def doc() -> Document:
    return open_bytes(URLSET.encode())


def written(
    doc: Document, form: Format, ids: list[int] | None = None, **options: bool | str
) -> bytes:
    chosen = None if ids is None else np.array(ids, np.int64)
    return b"".join(write(doc, Target(form), options, chosen))


def fields(doc: Document) -> list[list[str | None]]:
    return [doc.values_of(doc.ids, name) for name in ("loc", "lastmod", "priority")]


# XML


def test_the_layout_of_the_file_is_kept(doc: Document) -> None:
    assert written(doc, XML) == URLSET.encode() == written(doc, XML, layout="keep")


def test_a_compact_sitemap_says_the_same(doc: Document) -> None:
    data = written(doc, XML, layout="compact")
    assert data.count(b"\n") == 1 and data.endswith(b"\n")
    assert b"<!-- first --><url><loc>https://a.org/?a=1&amp;b=2</loc><lastmod>" in data
    assert b"<image:title>a  <![CDATA[ > < ]]></image:title></image:image></url><url>" in data
    assert data.endswith(b"<url/></urlset>\n")
    assert fields(open_bytes(data)) == fields(doc)


def test_an_indented_sitemap_says_the_same(doc: Document) -> None:
    data = written(doc, XML, layout="indented")
    expected = """
  <!-- first -->
  <url>
    <loc>https://a.org/?a=1&amp;b=2</loc>
    <lastmod>2024-05-01</lastmod>
    <priority>0.8</priority>
    <image:image>
      <image:loc>https://a.org/i.jpg</image:loc>
      <image:title>a  <![CDATA[ > < ]]></image:title>
    </image:image>
  </url>
  <url>
    <loc>https://a.org/2</loc>
    <lastmod>2024-05-01T08:30:00+02:00</lastmod>
    <priority>1.0</priority>
  </url>
  <url/>
</urlset>
"""
    assert data.decode().endswith(expected)
    assert fields(open_bytes(data)) == fields(doc)


@pytest.mark.parametrize("layout", ["compact", "indented"])
def test_a_layout_is_the_same_when_it_is_asked_for_again(doc: Document, layout: str) -> None:
    once = written(doc, XML, layout=layout)
    assert written(open_bytes(once), XML, layout=layout) == once
    other = "compact" if layout == "indented" else "indented"
    assert written(open_bytes(written(doc, XML, layout=other)), XML, layout=layout).split() == (
        once.split()
    )


@pytest.mark.parametrize(
    ("xml", "short"),
    [
        (b"<a> <b/> </a>", b"<a><b/></a>"),
        (b"<a><!-- > < --> <b/></a>", b"<a><!-- > < --><b/></a>"),
        (b"<a><![CDATA[ > < ]]> </a>", b"<a><![CDATA[ > < ]]> </a>"),
        (b"<a b='> '> <c/></a>", b"<a b='> '><c/></a>"),
        (b"<a> <![CDATA[x]]></a>", b"<a> <![CDATA[x]]></a>"),
        (b'<a xml:space="preserve"> <b/></a>', b'<a xml:space="preserve"> <b/></a>'),
        (b"<a> x <b/></a>", b"<a> x <b/></a>"),
    ],
)
def test_only_white_space_between_tags_goes(xml: bytes, short: bytes) -> None:
    assert compact(xml) == short
    assert compact(indented(xml, b"\n")) == short


def test_another_encoding_becomes_utf_8_when_it_is_laid_out_anew() -> None:
    text = f'<?xml version="1.0" encoding="ISO-8859-1"?><urlset xmlns="{SITEMAP}"><url><loc>é</loc>'
    doc = open_bytes(f"{text}</url></urlset>".encode("latin-1"))
    data = written(doc, XML, layout="indented")
    assert b'encoding="UTF-8"' in data and "é".encode() in data


def test_some_entries_of_a_sitemap(doc: Document) -> None:
    data = written(doc, XML, [1, 0])
    assert open_bytes(data).values_of(np.array([0, 1]), "loc") == fields(doc)[0][1::-1]
    assert data.endswith(b"\n</urlset>\n")
    assert len(open_bytes(written(doc, XML, []))) == 0


def test_gzip_depends_on_nothing_but_the_content(doc: Document) -> None:
    first, second = (b"".join(write(doc, Target(XML, gzip=True))) for _time in range(2))
    assert first == second and gzip.decompress(first) == URLSET.encode()
    assert first[4:8] == bytes(4)


def test_a_feed_becomes_a_sitemap() -> None:
    feed = open_bytes(RSS_FEED.encode())
    made = open_bytes(written(feed, XML))
    assert made.kind is Kind.URLSET and len(made) == 1
    assert (made.value(0, "loc"), made.value(0, "lastmod")) == (
        "https://a.org/1",
        "2024-10-02T13:00:00Z",
    )
    assert count_left_out(feed) == 1
    assert written(feed, RSS) == RSS_FEED.encode()
    assert written(feed, TEXT) == b"https://a.org/1\n"


# Workbooks


def cells(data: bytes) -> list[list[object]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()


def test_a_workbook_has_dates_numbers_and_texts(doc: Document) -> None:
    from datetime import date

    assert cells(written(doc, XLSX)) == [
        ["loc", "lastmod", "changefreq", "priority"],
        ["https://a.org/?a=1&b=2", date(2024, 5, 1), "", 0.8],
        ["https://a.org/2", "2024-05-01T08:30:00+02:00", "", "1.0"],
    ]


def test_a_workbook_depends_on_nothing_but_the_content(doc: Document) -> None:
    assert written(doc, XLSX) == written(doc, XLSX)


def test_nothing_in_a_workbook_is_calculated() -> None:
    entry = "<url><loc>=1+1</loc><lastmod>45000</lastmod></url>"
    doc = open_bytes(f'<urlset xmlns="{SITEMAP}">{entry}</urlset>'.encode())
    assert cells(written(doc, XLSX))[1][:2] == ["=1+1", "45000"]


@pytest.mark.parametrize(("most", "links"), [(3, True), (2, False)])
def test_links_end_where_excel_ends_them(
    doc: Document, monkeypatch: pytest.MonkeyPatch, most: int, links: bool
) -> None:
    monkeypatch.setattr(xlsx, "MAX_LINKS", most)
    from zipfile import ZipFile

    with ZipFile(io.BytesIO(written(doc, XLSX))) as book:
        assert (b"<hyperlink " in book.read("xl/worksheets/sheet1.xml")) is links


def test_too_many_rows_are_refused(doc: Document, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MAX_ROWS", 3)
    with pytest.raises(SitemapError, match=r"holds 2 entries.*these are 3.*CSV"):
        written(doc, XLSX)
    assert len(cells(written(doc, XLSX, [0, 1]))) == 3


def test_too_long_a_value_is_refused() -> None:
    doc = open_bytes(f"https://a.org/\nhttps://a.org/{'x' * 40_000}\n".encode())
    with pytest.raises(SitemapError, match=r"Entry 2 .*40,014"):
        written(doc, XLSX)


def test_an_abandoned_workbook_leaves_nothing(
    doc: Document, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    pieces = write(doc, Target(XLSX))
    next(iter(pieces))
    assert list(tmp_path.iterdir())
    pieces.close()  # type: ignore[attr-defined]  # a generator
    assert not list(tmp_path.iterdir())


# JSON lines


def test_json_lines_keep_numbers_as_they_stand(doc: Document) -> None:
    lines = written(doc, JSON_LINES).decode().splitlines()
    assert lines == [
        '{"loc": "https://a.org/?a=1&b=2", "lastmod": "2024-05-01", "priority": 0.8}',
        '{"loc": "https://a.org/2", "lastmod": "2024-05-01T08:30:00+02:00", "priority": 1.0}',
        "{}",
    ]
    assert [json.loads(line) for line in lines][2] == {}


# Feeds


def test_rss_of_a_sitemap(doc: Document) -> None:
    data = written(doc, RSS)
    feed = open_bytes(data)
    assert feed.kind is Kind.RSS and len(feed) == 2
    assert feed.value(0, "loc") == "https://a.org/?a=1&b=2"
    assert b"<pubDate>Wed, 01 May 2024 00:00:00 GMT</pubDate>" in data
    assert b"<pubDate>Wed, 01 May 2024 08:30:00 +0200</pubDate>" in data
    assert b"<title>a.org</title>" in data
    assert b"<title>A &amp; B</title>" in written(doc, RSS, title="A & B")
    assert {one.code for one in check(feed)} == {"feed-not-complete"}


def test_atom_of_a_sitemap(doc: Document) -> None:
    data = written(doc, ATOM)
    feed = open_bytes(data)
    assert feed.kind is Kind.ATOM and len(feed) == 2
    assert feed.value(1, "lastmod") == "2024-05-01T08:30:00+02:00"
    assert b"\n  <updated>2024-05-01T08:30:00+02:00</updated>\n" in data
    assert {one.code for one in check(feed)} == {"feed-not-complete"}


# robots.txt


def test_a_line_names_the_sitemap(doc: Document, tmp_path: Path) -> None:
    address = "https://a.org/sitemap.xml"
    assert written(doc, ROBOTS_LINES, address=address) == b"Sitemap: https://a.org/sitemap.xml\n"
    path = tmp_path / "pages.xml"
    path.write_bytes(URLSET.encode())
    line = written(open_document(path), ROBOTS_LINES, address="https://a.org/maps/")
    assert line == b"Sitemap: https://a.org/maps/pages.xml\n"
    for wrong in ("", "a.org/x"):
        with pytest.raises(SitemapError):
            written(doc, ROBOTS_LINES, address=wrong)


def test_an_index_can_name_its_children() -> None:
    index = open_bytes(INDEX.encode())
    assert written(index, ROBOTS_LINES) == (
        b"Sitemap: https://a.org/1.xml\nSitemap: https://a.org/2.xml?a&b\n"
    )


# All of them


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.id)
def test_options_are_data(form: Format) -> None:
    for option in form.options:
        assert option.label and option.key
        assert option.is_yes_or_no or not option.choices or option.text_of({}) == option.default
    assert set(form.reshaping) <= {option.key for option in form.options}


def test_an_unknown_choice_counts_as_none() -> None:
    option: Option = XML.options[0]
    options: Options = {option.key: "odd"}
    assert option.text_of(options) == "keep"


@pytest.mark.parametrize("form", [f for f in FORMATS if Kind.URLSET in f.kinds], ids=lambda f: f.id)
def test_every_format_can_be_previewed_and_written_in_part(doc: Document, form: Format) -> None:
    options = {"address": "https://a.org/sitemap.xml"}
    assert preview(doc, Target(form), options, limit=40)
    chosen = np.array([1])
    assert b"".join(write(doc, Target(form), options, chosen))
    assert doc.text() == URLSET.encode()


def test_a_preview_of_a_workbook_is_a_table(doc: Document) -> None:
    assert preview(doc, Target(XLSX), None).startswith("loc\tlastmod")


def test_a_preview_does_not_read_everything() -> None:
    doc = open_bytes(b"https://a.org/\n" * 5_000)
    assert preview(doc, Target(CSV), None, limit=1 << 20).count("\n") == 501

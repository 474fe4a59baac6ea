"""Kinds and refusals, from the content alone."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from sitemap_editor.markup.encoding import decode_source
from sitemap_editor.markup.sniff import sniff
from sitemap_editor.markup.well_formed import check_well_formed
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

URL = "https://www.example.com/"

ACCEPTED = [
    ("<urlset/>", Kind.URLSET),
    ("<sitemapindex>", Kind.SITEMAPINDEX),
    (
        '\ufeff\n<?xml version="1.0"?>\n<!-- <html> --><?x <rss> ?><s:urlset xmlns:s="u">',
        Kind.URLSET,
    ),
    ('<!DOCTYPE urlset [<!ENTITY a "<html>">]><urlset>', Kind.URLSET),
    ('<?xml version="1.0">\n<urlset>', Kind.URLSET),
    ("Warning: x in y.php\n<?xml version='1.0'?><urlset>", Kind.URLSET),
    ("< urlset>", Kind.URLSET),
    (f"{URL}", Kind.TEXT),
    (f"\ufeff{URL}\r\n{URL}a\r\n", Kind.TEXT),
    (f"My pages:\r\r# comment\r{URL}\r", Kind.TEXT),
    (f"- {URL}\n* {URL}a\n", Kind.TEXT),
    (f"{URL}0,1518,12,00.html\n{URL}0,1519,13,00.html\n", Kind.TEXT),
    (f"{URL}list,1\n{URL}list,2\n", Kind.TEXT),
    (f"{URL}a;b\n{URL}a;c\n{URL}", Kind.TEXT),
    (f"[News]\n{URL}", Kind.TEXT),
    (f"# x\nUser-agent: *\nDisallow:\nSitemap: {URL}", Kind.ROBOTS),
    (f"\ufeffSitemap: {URL}", Kind.ROBOTS),
    ("<rss version='2.0'>", Kind.RSS),
    ("<feed xmlns='x'>", Kind.ATOM),
    ("<rdf:RDF>", Kind.RSS),
]

REFUSED = [
    # text, code, a word of the reason
    ("", "file-empty", "empty"),
    ("\ufeff \t\r\n", "file-empty", "empty"),
    ("<!DOCTYPE html><title>x", "html-instead-of-xml", "HTML"),
    ("<?xml version='1.0'?>\n<!-- x --> <!doctype HTML PUBLIC>", "html-instead-of-xml", "HTML"),
    ("<HTML><urls>", "html-instead-of-xml", "HTML"),
    ("<div>x</div>", "html-instead-of-xml", "HTML"),
    ("<br /><b>Warning</b>\n<urlset>", "content-before-root", "<br>"),
    ("\ufeff\ufeff<urlset/>", "bom-misplaced", "mark"),
    ("<!-- x -->\n <catalog>", "root-unknown", "<catalog>"),
    ("<url><loc>x", "root-missing", "<url>"),
    ("<URLSET>", "root-wrong-case", "<URLSET>"),
    ("<sitemap_index>", "root-wrong-case", "<sitemap_index>"),
    ("<!-- only -->", "file-truncated", "no element"),
    ('{"urls": []}', "format-unsupported", "JSON"),
    ('[\n  "https://a/"\n]', "format-unsupported", "JSON"),
    ('{"url": "https://a/"}\n{"url": "https://b/"}\n', "format-unsupported", "lines of JSON"),
    (f"url,lastmod\n{URL},2024-01-01\n", "format-unsupported", "table"),
    (f"{URL},2024-01-01,daily\n{URL}a,2024-01-01,daily\n", "format-unsupported", "table"),
    (f"{URL}\t200\n{URL}a\t404\n", "format-unsupported", "table"),
    (f'"Address";"Status"\n"{URL}";"200"', "format-unsupported", "table"),
    ("{\\rtf1 https://a/}", "format-unsupported", "RTF"),
    ("just some words\nwww.example.com/page\n", "format-unsupported", "neither"),
    (f"{URL}\n" * 40 + f"{URL}\0\n", "control-char-illegal", "zero byte"),
]


@pytest.mark.parametrize(("text", "kind"), ACCEPTED)
def test_kind_by_content(text: str, kind: Kind) -> None:
    assert sniff(decode_source(text.encode()), "robots.csv") is kind


@pytest.mark.parametrize(("text", "code", "word"), REFUSED)
def test_what_is_no_sitemap_is_refused_by_name(text: str, code: str, word: str) -> None:
    with pytest.raises(SitemapError) as caught:
        sniff(decode_source(text.encode()), "sitemap.xml")
    assert caught.value.code == code
    assert word in caught.value.reason
    assert caught.value.advice
    assert caught.value.path == "sitemap.xml"


@pytest.mark.parametrize("text", ["", "  \n", "<html>", "<!DOCTYPE html>", f"{URL}\n", "{}"])
def test_whatever_is_called_robots_txt_is_one(text: str) -> None:
    assert sniff(decode_source(text.encode()), "site/Robots.TXT") is Kind.ROBOTS


def test_a_sitemap_that_is_called_robots_txt_is_a_sitemap() -> None:
    assert sniff(decode_source(b"<?xml version='1.0'?><urlset/>"), "robots.txt") is Kind.URLSET


KINDS = {
    "urlset": Kind.URLSET,
    "index": Kind.SITEMAPINDEX,
    "text": Kind.TEXT,
    "robots": Kind.ROBOTS,
    "rss": Kind.RSS,
    "atom": Kind.ATOM,
}
CORPUS_REFUSALS = {
    "json-lines": "format-unsupported",
    "html": "html-instead-of-xml",
    "gz-damaged": "gzip-corrupt",
    "archive": "archive-not-gzip",
}
OTHER = {
    "test_sitemap_non_string_tag.xml": "root-missing",
    "fixtures-unsupported-root.xml": "root-unknown",
}


def _outcome(path: Path) -> str:
    try:
        source = decode_source(path.read_bytes())
        kind = sniff(source, path)
        if kind.is_xml or kind.is_feed:
            check_well_formed(source.text)
    except SitemapError as error:
        return error.code or ""
    return kind.value


def _wanted(row: dict[str, str]) -> str:
    name = row["path"].rpartition("/")[2]
    return KINDS.get(row["kind"]) or CORPUS_REFUSALS.get(row["kind"]) or OTHER[name]


def test_a_text_of_odd_white_space_alone_is_refused():
    with pytest.raises(SitemapError, match="neither XML nor a list"):
        sniff(decode_source(b"\x0c\n"))


def test_every_public_file_gets_its_kind_or_refusal(corpus: Path) -> None:
    wrong, opened = [], set(KINDS.values())
    with (corpus / "INDEX.tsv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            wanted, outcome = _wanted(row), _outcome(corpus / row["path"])
            if row["good_editor"].startswith("must be repaired") and wanted in opened:
                is_right = outcome not in opened
            else:
                is_right = outcome == wanted
            if not is_right:
                wrong.append((row["path"], wanted, outcome))
    assert wrong == []


def test_a_table_is_refused_with_the_way_to_bring_it_in() -> None:
    with pytest.raises(SitemapError) as caught:
        sniff(decode_source(f"url,lastmod\n{URL},2024-01-01\n".encode()))
    assert "Import it" in (caught.value.advice or "")
    assert "convert" in (caught.value.advice or "")

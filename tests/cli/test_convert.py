"""Convert between XML, gzip, lists and tables, by suffix, whole or not at all."""

from __future__ import annotations

import gzip
import json

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.reading import read_tables

from .conftest import SITEMAP, urlset

LOCS = ("https://www.example.com/", "https://www.example.com/a?b=1&amp;c=2")
LINES = b"https://www.example.com/\nhttps://www.example.com/a?b=1&c=2\n"


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "in.xml"
    path.write_bytes(urlset(*LOCS, priority="0.8"))
    return path


def test_to_a_list(run, source, tmp_path):
    assert run("convert", "in.xml", "-o", "out.txt") == run("convert", "in.xml", "-o", "two.txt")
    assert (tmp_path / "out.txt").read_bytes() == LINES


def test_to_a_table(run, source, tmp_path):
    assert run("convert", "in.xml", "-o", "out.csv").code == 0
    rows = (tmp_path / "out.csv").read_bytes().split(b"\r\n")
    assert rows[0] == b"loc,lastmod,changefreq,priority"
    assert rows[2] == b"https://www.example.com/a?b=1&c=2,,,0.8"


def test_to_gzip_and_back_is_the_same_file(run, source, tmp_path):
    run("convert", "in.xml", "-o", "out.xml.gz")
    assert gzip.decompress((tmp_path / "out.xml.gz").read_bytes()) == source.read_bytes()
    run("convert", "out.xml.gz", "-o", "back.xml")
    assert (tmp_path / "back.xml").read_bytes() == source.read_bytes()


def test_an_untouched_gzip_is_copied_byte_for_byte(run, source, tmp_path):
    data = gzip.compress(source.read_bytes(), compresslevel=1, mtime=7)
    (tmp_path / "in.gz").write_bytes(data)
    run("convert", "in.gz", "-o", "out.xml.gz")
    assert (tmp_path / "out.xml.gz").read_bytes() == data


def test_a_list_becomes_a_sitemap(run, tmp_path):
    (tmp_path / "in.txt").write_bytes(LINES)
    assert run("convert", "in.txt", "-o", "out.xml").code == 0
    doc = open_bytes((tmp_path / "out.xml").read_bytes())
    assert doc.kind == "urlset"
    assert [doc.value(n, "loc") for n in range(len(doc))] == LINES.decode().split()


def test_an_index_becomes_a_list(run):
    data = f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>u</loc></sitemap></sitemapindex>'
    run("convert", "-", "-o", "out.txt", stdin=data.encode())
    assert run("convert", "out.txt", "-o", "-").code == 2


def test_standard_input_and_output(run):
    done = run("convert", "-", "-o", "-", stdin=LINES)
    assert done.code == 0
    assert len(open_bytes(done.out)) == 2
    assert done.err == ""


def test_utf16_stays_utf16_in_xml_and_becomes_utf8_in_a_list(run, tmp_path):
    text = urlset("https://www.example.com/ж").decode().replace("UTF-8", "UTF-16")
    (tmp_path / "in.xml").write_bytes(text.encode("utf-16"))
    run("convert", "in.xml", "-o", "out.xml")
    run("convert", "in.xml", "-o", "out.txt")
    assert (tmp_path / "out.xml").read_bytes() == text.encode("utf-16")
    assert (tmp_path / "out.txt").read_text("utf-8") == "https://www.example.com/ж\n"


def test_entries_without_an_address_are_counted(run):
    done = run("convert", "-", "-o", "-", stdin=urlset("", "u"))
    assert done.err == ""
    done = run("convert", "-", "-o", "out.txt", stdin=urlset("", "u"))
    assert done.code == 0
    assert "1 entry without an address was left out." in done.err


REFUSED = [
    ("missing.xml", "out.txt", "no such file"),
    ("in.xml", "out.doc", "suffix"),
    ("in.xml", "out.robots.txt", "public address"),
    ("in.xml", "in.xml", "exists already"),
    ("in.xml", ".", "folder"),
    ("in.xml", "no/such/out.xml", "folder"),
    ("page.xml", "out.txt", "HTML"),
]


@pytest.mark.parametrize(("name", "out", "words"), REFUSED)
def test_a_refusal_writes_nothing(run, source, tmp_path, name, out, words):
    (tmp_path / "page.xml").write_bytes(b"<html></html>")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run("convert", name, "-o", out)
    assert done.code == 2
    assert done.out == b""
    assert words in done.err
    assert done.err.count("\n") == 1
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_broken_file_is_converted_and_said_to_be_broken(run, tmp_path):
    (tmp_path / "broken.xml").write_bytes(urlset("https://www.shop.org/?a&b"))
    done = run("convert", "broken.xml", "-o", "out.txt")
    assert done.code == 0
    assert (tmp_path / "out.txt").read_text() == "https://www.shop.org/?a&b\n"
    assert "broken.xml is broken: 1 repair" in done.err


LEFT_OUT = "1 entry without an address was left out."
FEED = (
    b"<rss version='2.0'><channel><link>https://a.org/</link><item><link>/1</link>"
    b"<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate></item><item/></channel></rss>"
)


@pytest.mark.parametrize(
    "suffix", ["xml", "xml.gz", "txt", "csv", "tsv", "xlsx", "rss", "atom", "jsonl", "csv.gz"]
)
def test_every_suffix_is_written_and_can_be_read(run, source, tmp_path, suffix):
    assert run("convert", "in.xml", "-o", f"out.{suffix}").code == 0
    (table,) = read_tables(tmp_path / f"out.{suffix}")
    column = table.columns.index("loc") if table.columns else 0
    assert [row[column] for row in table.sample()] == LINES.decode().split()


def test_a_feed_becomes_a_sitemap(run, tmp_path):
    (tmp_path / "feed.xml").write_bytes(FEED)
    done = run("convert", "feed.xml", "-o", "out.xml")
    assert (done.code, done.err) == (
        0,
        "sitemap-editor: Rows left out: 1 without an address.\n",
    )
    doc = open_bytes((tmp_path / "out.xml").read_bytes())
    assert doc.kind == "urlset"
    assert (doc.value(0, "loc"), doc.value(0, "lastmod")) == (
        "https://a.org/1",
        "2024-10-02T13:00:00Z",
    )


def test_a_line_for_robots(run, source, tmp_path):
    done = run("convert", "in.xml", "-o", "a.robots.txt", "--base-url", "https://a.org/in.xml")
    assert done.code == 0
    assert (tmp_path / "a.robots.txt").read_bytes() == b"Sitemap: https://a.org/in.xml\n"


def test_force_replaces(run, source, tmp_path):
    (tmp_path / "out.txt").write_text("old")
    assert run("convert", "in.xml", "-o", "out.txt", "--force").code == 0
    assert (tmp_path / "out.txt").read_bytes() == LINES


def test_the_cap_on_inflating_is_an_option(run, tmp_path):
    (tmp_path / "in.gz").write_bytes(gzip.compress(urlset(*LOCS * 50)))
    assert run("convert", "in.gz", "-o", "out.xml", "--max-inflated", 100).code == 2
    assert run("convert", "in.gz", "-o", "out.xml", "--max-inflated", 100_000).code == 0


@pytest.mark.parametrize("verb", ["fix", "repair"])
def test_other_verbs_leave_a_feed_a_feed(run, tmp_path, verb):
    (tmp_path / "feed.xml").write_bytes(FEED.replace(b"/1<", b"/1?a&b<"))
    assert run(verb, "feed.xml", "-o", "out.xml", "--ask", "accept").code == 0
    assert (tmp_path / "out.xml").read_bytes() == FEED.replace(b"/1<", b"/1?a&amp;b<")


def test_check_tells_what_kind_of_feed_it_is(run, tmp_path):
    (tmp_path / "feed.xml").write_bytes(FEED)
    done = run("check", "feed.xml", "--format", "json")
    (told,) = json.loads(done.out)
    assert (told["format"], told["well_formed"], told["entries"]) == ("rss", True, 2)
    assert "feed-item-no-link" in {finding["code"] for finding in told["findings"]}

"""Feeds open as documents that cannot be changed."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import new_document, open_bytes, open_document
from sitemap_editor.document.views import Filter, filter_ids
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

RSS = b"""<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">\r
  <channel><title>News</title><link>https://www.shop.org/</link>
    <item>
      <title>One</title>
      <link> https://www.shop.org/?a=1&amp;b=2 </link>
      <pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate>
    </item>
    <!-- two --><item><guid>https://www.shop.org/two</guid><dc:date>2024-10-03</dc:date></item>
    <item><link><![CDATA[https://www.shop.org/three]]></link>
      <pubDate>yesterday</pubDate></item>
    <item/>
    <item><guid isPermaLink="false">17</guid></item>
  </channel>
</rss>
"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<link rel="self" href="https://www.shop.org/feed"/>
<entry><link rel="edit" href="/edit"/><link href='https://www.shop.org/1?a&amp;b'/>
  <updated>2024-10-03T10:00:00Z</updated><published>2023-01-01T00:00:00Z</published></entry>
<entry><link rel="alternate" href="https://www.shop.org/2"/></entry>
</feed>"""
RDF = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/"><channel rdf:about="x"><link>https://www.shop.org/</link></channel>
<item rdf:about="1"><link>https://www.shop.org/1</link></item></rdf:RDF>"""
RSS_091 = (
    b'<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" '
    b'"http://my.netscape.com/publish/formats/rss-0.91.dtd">\n'
    b'<rss version="0.91"><channel><item><link>https://www.shop.org/1</link></item></channel></rss>'
)
ATOM_03 = (
    b'<a:feed version="0.3" xmlns:a="http://purl.org/atom/ns#"><a:entry>'
    b'<a:link href="https://www.shop.org/1"/><a:modified>2004-01-01T00:00:00Z</a:modified>'
    b"</a:entry></a:feed>"
)
ALL = {"rss": RSS, "atom": ATOM, "rdf": RDF, "rss 0.91": RSS_091, "atom 0.3": ATOM_03}


def values(doc: Document) -> list[tuple[str | None, str | None]]:
    """Address and date of all entries."""
    return [(doc.value(n, "loc"), doc.value(n, "lastmod")) for n in range(len(doc))]


@pytest.mark.parametrize("length", [600_000, 900_000, 2_400_000])
def test_items_behind_a_very_long_comment_are_found(length):
    comment = b"<!--%b-->" % (b"x" * length)
    item = b"<item><link>https://www.shop.org/</link></item>"
    rss = b'<rss version="2.0"><channel>%b%b</channel></rss>' % (comment, item * 2)
    assert len(open_bytes(rss)) == 2


def test_items_of_rss_are_entries() -> None:
    doc = open_bytes(RSS)
    assert doc.kind is Kind.RSS
    assert values(doc) == [
        ("https://www.shop.org/?a=1&b=2", "2024-10-02T13:00:00Z"),
        ("https://www.shop.org/two", "2024-10-03"),
        ("https://www.shop.org/three", "yesterday"),
        (None, None),
        (None, None),
    ]
    assert doc.values_of(doc.ids, "loc")[1:3] == [values(doc)[n][0] for n in (1, 2)]


def test_entries_of_atom_are_entries() -> None:
    doc = open_bytes(ATOM)
    assert doc.kind is Kind.ATOM
    assert values(doc) == [
        ("https://www.shop.org/1?a&b", "2024-10-03T10:00:00Z"),
        ("https://www.shop.org/2", None),
    ]


@pytest.mark.parametrize("name", ["rdf", "rss 0.91", "atom 0.3"])
def test_older_feeds_are_read_too(name: str) -> None:
    doc = open_bytes(ALL[name])
    assert doc.kind is (Kind.ATOM if name.startswith("atom") else Kind.RSS)
    assert doc.value(0, "loc") == "https://www.shop.org/1"


def test_export_of_wordpress_tells_when_pages_changed() -> None:
    export = RSS.replace(
        b"<item/>",
        b'<item xmlns:wp="http://wordpress.org/export/1.2/"><link>https://www.shop.org/4</link>'
        b"<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate>"
        b"<wp:post_modified_gmt>2024-11-05 06:07:08</wp:post_modified_gmt></item>",
    )
    assert open_bytes(export).value(3, "lastmod") == "2024-11-05T06:07:08Z"


@pytest.mark.parametrize("name", ALL)
def test_saving_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes(ALL[name])
    doc = open_document(path)
    doc.save(tmp_path / "copy.xml")
    assert (tmp_path / "copy.xml").read_bytes() == ALL[name]
    assert doc.text() == ALL[name] and not doc.modified
    doc.save(tmp_path / "copy.xml.gz")
    assert gzip.decompress((tmp_path / "copy.xml.gz").read_bytes()) == ALL[name]


CHANGES: dict[str, Callable[[Document], object]] = {
    "set": lambda doc: doc.set_value(0, "loc", "https://www.shop.org/x"),
    "date": lambda doc: doc.set_value(0, "lastmod", None),
    "add": lambda doc: doc.add({"loc": "https://www.shop.org/x"}),
    "delete": lambda doc: doc.delete(0),
    "move": lambda doc: doc.move(0, 1),
    "typed": lambda doc: editing.replace_entry(doc, 0, "<item/>"),
    "head": lambda doc: editing.replace_head(doc, "<rss>"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_feed_cannot_be_changed(name: str) -> None:
    doc = open_bytes(RSS)
    with pytest.raises(SitemapError, match="feed"):
        CHANGES[name](doc)
    assert doc.text() == RSS and not doc.modified


def test_there_is_no_new_feed() -> None:
    with pytest.raises(SitemapError):
        new_document("rss")


def test_a_broken_feed_says_where() -> None:
    with pytest.raises(SitemapError) as caught:
        open_bytes(b"<rss version='2.0'><channel>\n<item></channel></rss>")
    assert caught.value.line == 2


def test_a_feed_with_a_bare_ampersand_is_mended() -> None:
    doc = open_bytes(RSS.replace(b"&amp;b", b"&b"))
    assert values(doc) == values(open_bytes(RSS))
    assert [one.code for one in doc.repairs] == ["ampersand-unescaped"]


def test_places_are_those_of_the_file() -> None:
    doc = open_bytes(RSS)
    assert doc.lines.position_in_file(int(doc.ids[1]), 0) == (9, 17)
    assert doc.lines.row_count >= 15


def test_filter_looks_at_values() -> None:
    doc = open_bytes(RSS)
    assert filter_ids(doc, Filter(text="SHOP.org/t")).tolist() == [1, 2]
    assert filter_ids(doc, Filter(text="2024-10-02")).tolist() == [0]
    assert filter_ids(doc, Filter(missing="loc")).tolist() == [3, 4]


def test_sorting_looks_at_values() -> None:
    doc = open_bytes(RSS)
    order = doc.columns.order(np.array([0, 1, 2]), "lastmod").order
    assert order.tolist() == [0, 1, 2]


PIECES = st.sampled_from(
    [b"<item>", b"</item>", b"<item/>", b"<link>", b"</link>", b"<link/>", b"https://a.org/", b" ",
     b"&amp;", b"<![CDATA[<item>]]>", b"<!-- <item> -->", b"<x:item>", b"</x:item>", b"\r\n",
     b"<a><item/></a>", b"<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate>",
     b"<guid isPermaLink='x>y'>z</guid>"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12))
def test_a_feed_is_read_whole_or_refused(pieces: list[bytes]) -> None:
    text = b"<rss version='2.0' xmlns:x='urn:x'><channel>%b</channel></rss>" % b"".join(pieces)
    try:
        doc = open_bytes(text)
    except SitemapError:
        return
    if doc.mending is not None:
        return
    tree = etree.fromstring(text, etree.XMLParser(strip_cdata=False))
    assert doc.text() == text
    assert len(doc) == len(tree.findall("./channel/item"))
    assert all(raw.endswith((b"/>", b"item>")) for raw in doc.store.raws(doc.ids))

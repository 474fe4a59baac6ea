"""Lists, robots.txt, JSON lines, feeds and sitemaps as tables."""

from __future__ import annotations

import gzip

import pytest

from sitemap_editor.formats.reading import read_tables
from sitemap_editor.formats.table import Oddity, Table
from sitemap_editor.formats.text import cleaned
from sitemap_editor.protocol.errors import SitemapError


def table_of(text: str, name: str = "list.txt") -> Table:
    tables = read_tables(text.encode(), name)
    assert len(tables) == 1
    return tables[0]


def rows_of(table: Table) -> list[tuple[int, list[str]]]:
    """Line and cells of all rows."""
    return [
        (line, row)
        for block in table.rows()
        for line, row in zip(block.lines, block.cells, strict=True)
    ]


PASTED = {
    "https://a.org/": "https://a.org/",
    "  https://a.org/\t": "https://a.org/",
    "https://a.org/,": "https://a.org/",
    '"https://a.org/",': "https://a.org/",
    "'https://a.org/';": "https://a.org/",
    "<https://a.org/>": "https://a.org/",
    "“https://a.org/”": "https://a.org/",
    "(https://a.org/)": "https://a.org/",
    "https://a.org/(x)": "https://a.org/(x)",
    '"https://a.org/': "https://a.org/",
    "- https://a.org/": "https://a.org/",
    "12. https://a.org/": "https://a.org/",
    "12.org/a": "12.org/a",
    "* <https://a.org/>,": "https://a.org/",
    "mailto:me@a.org": "mailto:me@a.org",
    "# comment": "",
    "https://a.org/#part": "https://a.org/#part",
    "https://a.org/it's": "https://a.org/it's",
    "\u200bhttps://a.org/\u00a0": "https://a.org/",
}


@pytest.mark.parametrize("line", PASTED)
def test_an_address_is_taken_out_of_what_people_paste(line: str) -> None:
    assert cleaned(line) == PASTED[line]


def test_a_list_with_comments_and_blank_lines() -> None:
    table = table_of(
        "# mine\r\n\r\n<https://a.org/1>,\r\n<https://a.org/2>\r# x\r\n\nmailto:x@a.org"
    )
    assert table.columns == ("loc",) and table.header_line == 0
    assert rows_of(table) == [
        (3, ["https://a.org/1"]), (4, ["https://a.org/2"]), (7, ["mailto:x@a.org"]),
    ]  # fmt: skip


def test_a_name_above_the_addresses_is_a_header() -> None:
    table = table_of("Landing Page\nhttps://a.org/1\nhttps://a.org/2\n")
    assert (table.columns, table.header_line) == (("Landing Page",), 1)
    assert [row for _line, row in rows_of(table)] == [["https://a.org/1"], ["https://a.org/2"]]


def test_what_ends_one_address_only_belongs_to_it() -> None:
    lines = ["https://a.org/1,", "https://a.org/2", "https://a.org/3;", "https://a.org/?a&amp;"]
    assert [row for _line, row in rows_of(table_of("\n".join(lines)))] == [[one] for one in lines]


def test_empty_cells_at_the_end_of_lines_make_a_table() -> None:
    for delimiter in ",\t":
        text = "loc,lastmod,priority\nhttps://a.org/1,,\nhttps://a.org/2,,\n"
        table = table_of(text.replace(",", delimiter))
        assert table.columns == ("loc", "lastmod", "priority")


def test_paths_and_hosts_are_a_list_too() -> None:
    assert [row for _line, row in rows_of(table_of("/a\n/b\nwww.a.org/c\n"))] == [
        ["/a"], ["/b"], ["www.a.org/c"],
    ]  # fmt: skip


def test_a_list_is_read_again_and_in_blocks() -> None:
    table = table_of("".join(f"https://a.org/{n}\n" for n in range(5_000)))
    assert [len(block.cells) for block in table.rows()] == [2048, 2048, 904]
    assert len(rows_of(table)) == 5_000 and rows_of(table)[-1][0] == 5_000


def test_a_table_stays_one() -> None:
    assert table_of("url,lastmod\nhttps://a.org/,2024-01-01\n").columns == ("url", "lastmod")
    assert table_of("https://a.org/,2024-01-01\nhttps://a.org/b,2024-01-01\n").delimiter == ","


def test_sitemap_lines_of_robots() -> None:
    text = (
        "User-agent: *\nDisallow: /x\n\nSitemap: https://a.org/s.xml #x\nsitemap:/b.xml\nSitemap:"
    )
    table = table_of(text, "robots.txt")
    assert rows_of(table) == [(4, ["https://a.org/s.xml"]), (5, ["/b.xml"])]
    with pytest.raises(SitemapError, match="names no sitemap"):
        read_tables(b"User-agent: *\nDisallow:\n", "robots.txt")


def test_json_lines() -> None:
    table = table_of(
        '{"loc": "https://a.org/\\u00e9", "priority": 0.50, "tags": ["x"], "ok": true}\n\n'
        '{"loc": "https://a.org/2", "lastmod": null, "n": 12345678901234567890, "tags": {}}\n'
        "no json\n",
        "list.jsonl",
    )
    assert table.columns == ("loc", "priority", "ok", "lastmod", "n")
    assert "tags" in " ".join(table.notes)
    assert rows_of(table) == [
        (1, ["https://a.org/é", "0.50", "TRUE", "", ""]),
        (3, ["https://a.org/2", "", "", "", "12345678901234567890"]),
        (4, ["no json"]),
    ]
    assert next(table.rows()).odd == {2: Oddity.NO_OBJECT}


def test_rss_with_media() -> None:
    table = table_of(
        '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Shop</title>\n'
        "<link>https://a.org/</link>\n<item><title>One\n two</title><link>/1</link>"
        "<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate>"
        '<media:group><media:content url="/1.jpg" medium="image"/></media:group></item>\n<item/>'
        "</channel></rss>",
        "feed.xml",
    )
    assert table.columns == ("loc", "lastmod", "title", "image:loc")
    assert table.source == "Shop"
    assert rows_of(table) == [
        (3, ["https://a.org/1", "2024-10-02T13:00:00Z", "One two", "https://a.org/1.jpg"]),
        (5, ["", "", "", ""]),
    ]


def test_export_of_wordpress_tells_type_and_status() -> None:
    table = table_of(
        '<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><item>'
        "<link>https://a.org/p</link><pubDate>Mon, 30 Nov -0001 00:00:00 +0000</pubDate>"
        "<wp:post_date_gmt>0000-00-00 00:00:00</wp:post_date_gmt>"
        "<wp:post_modified_gmt>2024-05-06 07:08:09</wp:post_modified_gmt>"
        "<wp:status><![CDATA[publish]]></wp:status><wp:post_type>page</wp:post_type>"
        "</item></channel></rss>",
        "site.WordPress.2024-05-01.xml",
    )
    assert table.columns == ("loc", "lastmod", "title", "image:loc", "post type", "status")
    assert rows_of(table)[0][1] == [
        "https://a.org/p", "2024-05-06T07:08:09Z", "", "", "page", "publish",
    ]  # fmt: skip


def test_atom() -> None:
    table = table_of(
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.org/x/"><entry>'
        '<link href="1"/><updated>2024-10-02T13:00:00Z</updated><title>A</title></entry></feed>'
    )
    assert rows_of(table) == [(1, ["https://a.org/x/1", "2024-10-02T13:00:00Z", "A", ""])]


def test_a_broken_feed_says_where() -> None:
    with pytest.raises(SitemapError) as caught:
        read_tables(b"<rss version='2.0'><channel>\n<item></channel></rss>", "feed.xml")
    assert caught.value.line == 2


def test_another_sitemap() -> None:
    text = (
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>https://a.org/?a&amp;b'
        "</loc><priority>0.8</priority></url></urlset>"
    )
    for data in (text.encode(), gzip.compress(text.encode())):
        (table,) = read_tables(data, "sitemap.xml")
        assert table.columns == ("loc", "lastmod", "changefreq", "priority")
        assert rows_of(table) == [(2, ["https://a.org/?a&b", "", "", "0.8"])]

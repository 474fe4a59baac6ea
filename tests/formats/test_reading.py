"""Reading any list: told by content, archives in place, refusals that say what to do."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile

import pytest

from sitemap_editor.formats.overviews import no_addresses
from sitemap_editor.formats.reading import read_clipboard, read_tables
from sitemap_editor.formats.table import Oddity, TableOptions
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Cancelled, Progress

PAGES = "Top pages,Clicks,Impressions,CTR,Position\nhttps://www.example.com/a,1,2,50%,3\n"
PAGE_ROW = ["https://www.example.com/a", "1", "2", "50%", "3"]
QUERIES = "Top queries,Clicks,Impressions,CTR,Position\nred hat,1,2,50%,3\n"
CHART = "Date,Clicks\n2024-01-01,5\n2024-01-02,6\n"
OVERVIEW = "Severity,Issue,Validation,URLs\nPoor,LCP issue: longer than 4s,Not Started,12\n"
CRAWL_OVERVIEW = """"Site Crawled","https://www.example.com/"
"Date","2024-05-01"

"Summary","URLs","% of Total"
"Total URLs Encountered","120","100%"
"""


def archive(members, flags=0):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.flag_bits |= flags
            file.writestr(info, content)
    return buffer.getvalue()


def rows_of(table):
    return [row for block in table.rows() for row in block.cells]


# Archives


@pytest.mark.parametrize(
    "name", ["Pages.csv", "Páginas.csv", "P+íginas.csv", "../../etc/x", "a\\b"]
)
def test_a_member_is_known_by_its_content_whatever_its_name(name):
    data = archive({"Consultas.csv": QUERIES, name: PAGES, "Gráfico.csv": CHART})
    (table,) = read_tables(data, "export.zip")
    assert rows_of(table) == [PAGE_ROW]
    assert table.name == name.replace("\\", "/").rpartition("/")[2]
    assert table.source == "export.zip"
    assert "Consultas.csv, Gráfico.csv" in table.notes[-1]


def test_a_name_in_utf_8_without_the_mark_is_read():
    data = archive({"Pxxginas.csv": PAGES}).replace(b"Pxxginas", "Páginas".encode())
    assert read_tables(data)[0].name == "Páginas.csv"


def test_a_report_is_named_after_its_issue_and_its_limit_is_told():
    pages = "".join(f"https://www.example.com/{n},2024-05-01\n" for n in range(1_000))
    issue = "Property,Value\nSitemap,All known pages\nIssue,Page with redirect\n"
    members = {"Table.csv": "URL,Last crawled\n" + pages, "Metadata.csv": issue}
    (table,) = read_tables(archive(members), "coverage.zip")
    assert table.source == "coverage.zip: Page with redirect"
    assert "1,000" in table.notes[0]


def test_an_archive_may_hold_workbooks_lists_and_what_does_not_count():
    members = {
        "__MACOSX/._list.txt": b"\0\5\x16\7",
        "folder/": b"",
        "folder/list.txt": "https://www.example.com/1\nhttps://www.example.com/2\n",
        "picture.png": b"\x89PNG\r\n\x1a\n",
        "pages.csv": PAGES,
    }
    tables = read_tables(archive(members))
    assert [table.name for table in tables] == ["list.txt", "pages.csv"]
    assert all("picture.png" in table.notes[-1] for table in tables)


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({}, "empty"),
        ({"a.png": b"\x89PNG\r\n\x1a\n", "b.pdf": b"%PDF-1.4"}, "a.png, b.pdf"),
        ({"a.png": b"\x89PNG\r\n\x1a\n"}, "PNG"),
        ({"inner.zip": archive({"Pages.csv": PAGES})}, "inside another"),
        ({"Chart.csv": CHART, "Table.csv": OVERVIEW}, "click one of the reasons"),
        ({"Queries.csv": QUERIES}, "search terms"),
        ({"word/document.xml": "<w/>"}, "Word"),
    ],
)
def test_an_archive_without_a_list_says_why(members, said):
    with pytest.raises(SitemapError) as caught:
        read_tables(archive(members), "x.zip")
    assert said in str(caught.value)


def test_slugs_are_kept_for_patterns_though_they_are_no_addresses():
    members = {"products.csv": "Handle,Title\nred-hat,Red hat\n"}
    assert read_tables(archive(members))[0].columns == ("Handle", "Title")


def lying(data):
    """An archive that says of its members that they are one byte long."""
    at = data.index(b"PK\x01\x02")
    return data[: at + 24] + struct.pack("<L", 1) + data[at + 28 :]


@pytest.mark.parametrize("change", [bytes, lying])
def test_a_bomb_is_stopped_whatever_it_says_of_its_size(change):
    data = change(archive({"bomb.csv": b"," * (5 << 20)}))
    with pytest.raises(SitemapError, match="suspiciously large") as caught:
        read_tables(data, "x.zip", options=TableOptions(max_inflated=1 << 20))
    assert caught.value.code == "gzip-bomb"


def test_all_members_together_are_counted():
    members = {f"{n}.csv": PAGES + "\n" * 400_000 for n in range(3)}
    with pytest.raises(SitemapError, match="suspiciously large"):
        read_tables(archive(members), options=TableOptions(max_inflated=1_000_000))


def test_a_password_and_damage_are_named():
    locked = bytearray(archive({"a.csv": PAGES}))
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    with pytest.raises(SitemapError, match="password"):
        read_tables(bytes(locked))
    whole = archive({"a.csv": PAGES})
    for damaged in (whole[:40], whole[:-30], whole.replace(whole[45:60], b"\xff" * 15)):
        with pytest.raises(SitemapError, match=r"damaged|binary data"):
            read_tables(damaged)


# Refusals


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf \r\n\t\n", "empty"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "an image (PNG)"),
        (b"\x7fELF\2\1", "a program"),
        (bytes(range(1, 32)) * 40, "binary data"),
        (b"<!DOCTYPE html><html><body>Log in</body></html>", "HTML page"),
        (b"{\\rtf1 https://www.example.com/}", "RTF"),
        (b'["https://www.example.com/"]', "JSON"),
        (OVERVIEW.encode(), "click one of the reasons"),
        (QUERIES.encode(), "search terms"),
        (CHART.encode(), "chart"),
        (CRAWL_OVERVIEW.encode(), "Internal"),
    ],
)
def test_what_is_no_list_is_refused_by_its_own_name(data, said):
    with pytest.raises(SitemapError) as caught:
        read_tables(data, "list.csv")
    assert said in str(caught.value)
    assert caught.value.path == "list.csv"
    assert caught.value.advice


def test_why_nothing_can_be_taken_names_the_columns():
    (table,) = read_tables(b"Name,Price\nHat,5\nCoat,7\n", "shop.csv")
    error = no_addresses(table)
    assert error is not None
    assert error.code == "csv-no-url-column"
    assert "Name, Price" in error.reason
    assert no_addresses(read_tables(PAGES.encode())[0]) is None


def test_keywords_with_addresses_further_down_are_no_refusal():
    text = "Keyword,URL\n" + "shoes,\n" * 400 + "hat,https://www.example.com/hat\n"
    assert len(rows_of(read_tables(text.encode())[0])) == 401


# Other ways in


def test_gzip_is_taken_off_and_paths_are_read(tmp_path):
    path = tmp_path / "pages.csv.gz"
    path.write_bytes(gzip.compress(PAGES.encode()))
    (table,) = read_tables(path)
    assert (table.name, rows_of(table)) == ("pages.csv.gz", [PAGE_ROW])
    path.write_bytes(gzip.compress(archive({"Pages.csv": PAGES})))
    assert rows_of(read_tables(path)[0]) == [PAGE_ROW]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(SitemapError, match="no such file"):
        read_tables(tmp_path / "gone.csv")


def test_cells_from_a_spreadsheet_come_with_tabs():
    text = 'URL\tTitle\r\nhttps://www.example.com/a\t"Two\nlines"\r\n'
    (table,) = read_clipboard(text)
    assert table.columns == ("URL", "Title")
    assert rows_of(table) == [["https://www.example.com/a", "Two\nlines"]]


def test_pasted_lines_are_a_list():
    (table,) = read_clipboard("https://www.example.com/é\r\nhttps://www.example.com/b,\r\n")
    assert rows_of(table) == [["https://www.example.com/é"], ["https://www.example.com/b"]]


def test_a_sitemap_is_a_table_of_its_fields_and_lines():
    text = (
        '<?xml version="1.0"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<url><loc>https://www.example.com/?a=1&amp;b</loc>\n<priority>0.5</priority></url>\n"
        "<url><loc>https://www.example.com/b</loc></url>\n</urlset>"
    )
    (table,) = read_tables(text.encode(), "sitemap.xml")
    assert table.columns[:2] == ("loc", "lastmod")
    (block,) = table.rows()
    assert block.cells == [
        ["https://www.example.com/?a=1&b", "", "", "0.5"],
        ["https://www.example.com/b", "", "", ""],
    ]
    assert list(block.lines) == [3, 5]


# Options


def test_another_encoding_delimiter_or_header_can_be_chosen():
    data = "Seite,Größe;x\nhttps://www.example.com/ä,5;y\n".encode("cp1252")
    (table,) = read_tables(data, "list.csv")
    assert table.codes == ("csv-encoding", "csv-delimiter")
    assert table.columns == ("Seite,Größe", "x")
    greek = table.with_options(encoding="windows-1253")
    assert (greek.encoding, greek.columns) == ("windows-1253", ("Seite,Grφίe", "x"))
    assert greek.codes == ("csv-delimiter",)
    split = table.with_options(delimiter=",")
    assert (split.columns, split.codes) == (("Seite", "Größe;x"), ("csv-encoding",))
    bare = split.with_options(has_header=False)
    assert bare.columns == ()
    assert rows_of(bare)[0] == ["Seite", "Größe;x"]
    assert rows_of(greek.with_options(encoding=None)) == rows_of(table)


def test_a_wrong_encoding_is_shown_and_raises_nothing():
    (table,) = read_tables("URL,Title\nhttps://www.example.com/,é\n".encode())
    assert rows_of(table.with_options(encoding="us-ascii"))[0][1] == "\ufffd\ufffd"
    assert table.with_options(encoding="utf-16le").rows() is not None


def test_the_sample_holds_rows_that_are_data_only():
    (table,) = read_tables(b"URL,N\nhttps://www.example.com/,1\nURL,N\nTotal,2\n")
    assert [row[0] for row in table.sample()] == ["https://www.example.com/"]
    odd = [what for block in table.rows() for what in block.odd.values()]
    assert odd == [Oddity.HEADER, Oddity.TOTALS]
    assert all(what.words and not what.is_data for what in odd)


def test_a_csv_can_be_cancelled_while_it_is_read():
    class Stop(Progress):
        def tick(self, done=0, total=0):
            raise Cancelled

    (table,) = read_tables(b"URL,N\n" + b"https://www.example.com/,1\n" * 9_000)
    with pytest.raises(Cancelled):
        list(table.rows(Stop()))
    with pytest.raises(Cancelled):
        read_tables(b"URL,N\n" + b"https://www.example.com/,1\n" * 90_000, progress=Stop())


def test_a_member_without_a_name_is_read():
    data = archive({"abc": PAGES}).replace(b"abc", b"\0bc")
    assert rows_of(read_tables(data, "x.zip")[0]) == [PAGE_ROW]


def test_a_summary_of_a_crawl_is_refused_however_uneven_its_lines():
    text = b'"Site Crawled","https://www.example.com/"\n"Date","2024-05-01"\n\n"Summary"\n"All","3","100%"\n'
    with pytest.raises(SitemapError, match="tab Internal"):
        read_tables(text, "crawl_overview.csv")


def test_a_line_without_end_in_a_list_is_cut_and_told_of():
    page = b"https://www.example.com/"
    (table,) = read_tables(b"%b1\n%b%b\n%b2\n" % (page, page, b"x" * (3 << 20), page), "list.txt")
    (rows,) = table.rows()
    assert rows.odd == {1: "too-long"} and rows.lines == [1, 2, 3]
    assert len(rows.cells[1][0]) <= 1 << 20

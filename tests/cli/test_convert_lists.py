"""Convert lists of other programs: which column is what, which rows count, and what is said."""

from __future__ import annotations

import zipfile

import pytest

from sitemap_editor.document.opening import open_bytes

CRAWL = (
    "Address,Content Type,Status Code,Indexability,Last Modified\n"
    'https://www.example.com/,text/html,200,Indexable,"Fri, 20 Jun 2025 22:05:28 GMT"\n'
    "https://www.example.com/gone,text/html,404,Non-Indexable,\n"
    "https://www.example.com/a.png,image/png,200,Indexable,\n"
    "https://www.example.com/b,text/html,200,Indexable,\n"
    "nothing,text/html,200,Indexable,\n"
)


@pytest.fixture
def crawl(tmp_path):
    (tmp_path / "crawl.csv").write_text(CRAWL, "utf-8")
    return "crawl.csv"


def locs_in(path):
    doc = open_bytes(path.read_bytes())
    return [doc.value(position, "loc") for position in range(len(doc))]


def test_a_crawl_becomes_a_sitemap(run, crawl, tmp_path):
    done = run("convert", crawl, "-o", "out.xml")
    assert done.code == 0
    assert "4 entries were made of 5 rows." in done.err and "1 with an address" in done.err
    assert open_bytes((tmp_path / "out.xml").read_bytes()).value(0, "lastmod") == (
        "2025-06-20T22:05:28+00:00"
    )


def test_filters_and_rejects(run, crawl, tmp_path):
    done = run(
        *("convert", crawl, "-o", "out.xml", "--filter", "status=200,indexable,html"),
        *("--rejects", "rejects.csv"),
    )
    assert done.code == 0
    assert locs_in(tmp_path / "out.xml") == [
        "https://www.example.com/",
        "https://www.example.com/b",
    ]
    rows = (tmp_path / "rejects.csv").read_text("utf-8-sig").splitlines()
    assert len(rows) == 4 and rows[1].startswith("https://www.example.com/gone,")


def test_filters_that_would_leave_something_out_are_named(run, crawl, tmp_path):
    hint = "--filter status=200,indexable,html leaves them out"
    assert hint in run("convert", crawl, "-o", "out.xml").err
    assert "--filter" not in run("convert", crawl, "-o", "a.xml", "--filter", "status=200").err
    (tmp_path / "good.csv").write_text("Address,Status Code\nhttps://a.example/,200\n", "utf-8")
    done = run("convert", "good.csv", "-o", "b.xml")
    assert "--filter" not in done.err and "One entry was made of one row." in done.err


def test_a_file_that_exists_is_not_replaced_by_rejects(run, crawl, tmp_path):
    (tmp_path / "rejects.csv").write_bytes(b"mine")
    assert run("convert", crawl, "-o", "out.xml", "--rejects", "rejects.csv").code == 2
    assert (tmp_path / "rejects.csv").read_bytes() == b"mine"
    assert not (tmp_path / "out.xml").exists()


def test_columns_by_name_and_number(run, tmp_path):
    (tmp_path / "in.csv").write_text(
        "Here,There,When\nhttps://a.example/,https://b.example/,03/04/2024\n", "utf-8"
    )
    done = run("convert", "in.csv", "-o", "-", "--map", "loc=there,lastmod=3:mdy")
    assert "<loc>https://b.example/</loc>" in done.text
    assert "<lastmod>2024-03-04</lastmod>" in done.text


def test_two_columns_of_addresses_are_told(run, tmp_path):
    (tmp_path / "in.csv").write_text("Here,There\nhttps://a.example/,https://b.example/\n", "utf-8")
    done = run("convert", "in.csv", "-o", "-")
    assert "Several columns hold addresses: “Here”, “There”. “Here” is taken." in done.err
    assert "<loc>https://a.example/</loc>" in done.text


def test_a_shop_needs_its_address(run, tmp_path):
    (tmp_path / "products.csv").write_text(
        "Handle,Title,Image Src,Published,Status\n"
        "shoe,Shoe,https://cdn.example.com/1.jpg?v=1&w=2,true,active\n",
        "utf-8",
    )
    refused = run("convert", "products.csv", "-o", "out.xml")
    assert refused.code == 2 and "https://www.example.com/" in refused.err
    assert not (tmp_path / "out.xml").exists()
    done = run(
        *("convert", "products.csv", "-o", "-", "--preset", "shopify"),
        *("--base-url", "https://shop.example.com/"),
    )
    assert "<loc>https://shop.example.com/products/shoe</loc>" in done.text
    assert "<image:loc>https://cdn.example.com/1.jpg?v=1&amp;w=2</image:loc>" in done.text


def test_a_zip_of_search_console(run, tmp_path):
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("Requêtes.csv", "Requêtes les plus fréquentes,Clics\nchat,3\n")
        archive.writestr("Pages.csv", "Pages les plus populaires,Clics\nhttps://a.example/,3\n")
    assert "<loc>https://a.example/</loc>" in run("convert", "export.zip", "-o", "-").text


def test_a_list_on_standard_input(run):
    done = run("convert", "-", "-o", "-", "--preset", "screaming-frog", stdin=CRAWL.encode())
    assert done.code == 0 and "<loc>https://www.example.com/gone</loc>" in done.text


def test_a_sitemap_as_a_list_can_be_filtered(run, tmp_path):
    (tmp_path / "in.csv").write_text(CRAWL, "utf-8")
    run("convert", "in.csv", "-o", "one.xml")
    done = run(
        "convert", "one.xml", "-o", "two.csv", "--filter", "lastmod=2025-06-20T22:05:28+00:00"
    )
    assert done.code == 0
    assert b"gone" not in (tmp_path / "two.csv").read_bytes()


def test_there_and_back_is_the_same(run, crawl, tmp_path):
    run("convert", crawl, "-o", "one.xml")
    for name in ("out.csv", "out.tsv", "out.xlsx"):
        assert run("convert", "one.xml", "-o", name).code == 0
        run("convert", name, "-o", f"{name}.xml")
        assert (tmp_path / f"{name}.xml").read_bytes() == (tmp_path / "one.xml").read_bytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,volume\nshoe,3\nboot,4\n", "name, volume"),
        ("Keyword,Volume,KD\nshoe,3,1\n", "search terms"),
        ("Severity,Issue,Validation,URLs\nPoor,LCP,Started,12\n", "overview"),
        ("url\n-\n", ""),
        ("\0\1\2\3" * 400, ""),
        ("", "empty"),
    ],
)
def test_what_is_no_list_of_pages_is_refused(run, tmp_path, text, said):
    (tmp_path / "in.csv").write_text(text, "utf-8")
    done = run("convert", "in.csv", "-o", "out.xml")
    assert done.code == 2 and said in done.err
    assert len(done.err.splitlines()) == 1
    assert not (tmp_path / "out.xml").exists()


@pytest.mark.parametrize(
    "argv",
    [
        ("--map", "loc"),
        ("--map", "nothing=1"),
        ("--map", "loc=Nothing"),
        ("--filter", "nothing"),
        ("--filter", "published"),
        ("--preset", "nothing"),
        ("--base-url", "nothing"),
    ],
)
def test_wrong_words_are_wrong_usage(run, crawl, tmp_path, argv):
    done = run("convert", crawl, "-o", "out.xml", *argv)
    assert done.code == 2 and len(done.err.splitlines()) == 1
    assert not (tmp_path / "out.xml").exists()


FEED = (
    "<rss version='2.0'><channel><item><link>https://a.example/1</link>"
    "<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate></item></channel></rss>"
)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("feed.xml", FEED, "<lastmod>2024-10-02T13:00:00Z</lastmod>"),
        ("in.csv", "# pages\n“https://a.example/1”\n", "<loc>https://a.example/1</loc>"),
        ("in.csv", "Sitemap: https://a.example/1.xml\n", "<sitemap>"),
    ],
)
def test_a_feed_a_text_and_sitemap_lines(run, tmp_path, name, text, said):
    (tmp_path / name).write_text(text, "utf-8")
    assert said in run("convert", name, "-o", "-").text


def test_addresses_are_cleaned(run, tmp_path):
    cells = ("url", " https://a.example/a#b ", "<https://a.example/c d>", "mailto:me@a.example")
    rows = [f"{cell},x" for cell in (*cells, *(f"https://a.example/{n}" for n in range(9)))]
    (tmp_path / "in.csv").write_text("\n".join(rows) + "\n", "utf-8")
    done = run("convert", "in.csv", "-o", "-")
    assert "<loc>https://a.example/a</loc>" in done.text
    assert "<loc>https://a.example/c%20d</loc>" in done.text
    assert "mailto" not in done.text and "11 entries were made of 12 rows." in done.err


def test_dates_of_excel(run, tmp_path):
    (tmp_path / "in.csv").write_text(
        "sep=;\nurl;lastmod\nhttps://a.example/1;15/03/2024\nhttps://a.example/2;03/04/2024\n"
        "https://a.example/3;45366\n",
        "utf-8",
    )
    text = run("convert", "in.csv", "-o", "-").text
    dates = [f"<lastmod>{date}</lastmod>" for date in ("2024-03-15", "2024-04-03")]
    assert [text.count(date) for date in dates] == [2, 1]


def test_what_people_paste_becomes_a_sitemap(run, tmp_path):
    pasted = (
        '# mine\n"https://a.example/1",\n<https://a.example/2>\n\n- https://a.example/2 \nhallo\n'
    )
    (tmp_path / "in.txt").write_text(pasted, "utf-8")
    done = run("convert", "in.txt", "-o", "out.xml", "--rejects", "rejects.csv")
    assert done.code == 0 and "1 with an address that no sitemap can hold" in done.err
    pages = [f"https://a.example/{n}" for n in (1, 2, 2)]
    assert locs_in(tmp_path / "out.xml") == pages
    assert "hallo,6," in (tmp_path / "rejects.csv").read_text("utf-8-sig")


def test_cells_of_a_spreadsheet_may_be_called_text(run, tmp_path):
    text = "url\ttitle\r\nhttps://a.example/\tÜber\r\n"
    (tmp_path / "in.txt").write_bytes(b"\xff\xfe" + text.encode("utf-16-le"))
    assert run("convert", "in.txt", "-o", "out.xml").code == 0
    assert locs_in(tmp_path / "out.xml") == ["https://a.example/"]


def test_sitemaps_of_a_robots_txt_become_an_index(run, tmp_path):
    (tmp_path / "robots.txt").write_text("User-agent: *\nSitemap: https://a.example/1.xml\n")
    assert run("convert", "robots.txt", "-o", "out.xml").code == 0
    doc = open_bytes((tmp_path / "out.xml").read_bytes())
    assert (doc.kind, doc.value(0, "loc")) == ("sitemapindex", "https://a.example/1.xml")
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /\n")
    done = run("convert", "robots.txt", "-o", "none.xml")
    assert done.code == 2 and "names no sitemap" in done.err
    assert not (tmp_path / "none.xml").exists()


def test_pictures_of_a_feed_come_along(run, tmp_path):
    (tmp_path / "feed.xml").write_text(
        '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item>'
        '<link>https://a.example/</link><media:content url="https://a.example/1.jpg" '
        'medium="image"/></item></channel></rss>'
    )
    assert run("convert", "feed.xml", "-o", "out.xml").code == 0
    assert b"<image:loc>https://a.example/1.jpg</image:loc>" in (tmp_path / "out.xml").read_bytes()


def test_the_status_of_redirects_is_that_of_the_old_addresses(run, tmp_path):
    row = "https://a.example/old,https://a.example/new,301"
    (tmp_path / "in.csv").write_text(f"old_url,new_url,status_code\n{row}\n")
    done = run("convert", "in.csv", "-o", "out.xml")
    assert done.code == 0 and "--filter" not in done.err

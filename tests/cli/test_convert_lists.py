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

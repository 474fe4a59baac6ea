"""Jobs that take several commands, one after the other, from start to end."""

import csv
import io

import pytest

from sitemap_editor.document.opening import open_document

from .conftest import SITEMAP, urlset

SITE = "https://www.shop.org"


def paths(path, field="loc"):
    doc = open_document(path)
    return [(value or "").removeprefix(f"{SITE}/") for value in doc.values_of(doc.ids, field)]


@pytest.fixture
def put(tmp_path):
    def put(name, *pages, **fields):
        (tmp_path / name).write_bytes(urlset(*pages, **fields))

    return put


@pytest.fixture
def table(tmp_path):
    def table(name, *lines):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), "utf-8")

    return table


HEAD = "Address,Content Type,Status Code,Indexability,Canonical Link Element 1"
FIT = "status=200,indexable,html"


def row(path, fit="Indexable", canonical="", kind="text/html; charset=utf-8", status=200):
    return f"{SITE}/{path},{kind},{status},{fit},{canonical and f'{SITE}/{canonical}'}"


def test_a_sitemap_follows_a_crawl(run, tmp_path, put, table):
    """J8: four lists and a report, then what cannot be indexed goes and what is new comes."""
    put("site.xml", *(f"{SITE}/{name}" for name in ("a", "b", "gone", "only")), priority="0.5")
    other = (row("new?sort=a", "Non-Indexable"), row("logo.png", kind="image/png"))
    crawl = (row("a"), row("b", "Non-Indexable"), row("gone", "Non-Indexable", status=404))
    table("crawl.csv", HEAD, *crawl, row("new"), *other)
    done = run("diff", "site.xml", "crawl.csv", "--format", "html", "-o", "report.html")
    assert done.code == 1
    assert "not indexable" in (tmp_path / "report.html").read_text("utf-8")
    done = run("apply", "crawl.csv", "site.xml", "-o", "kept.xml", "--do", "keep", "--filter", FIT)
    assert done.code == 0
    assert run("convert", "crawl.csv", "-o", "new.xml", "--filter", FIT).code == 0
    assert run("merge", "kept.xml", "new.xml", "-o", "next.xml", "--duplicates", "first").code == 0
    assert paths(tmp_path / "next.xml") == ["a", "new"]
    assert paths(tmp_path / "next.xml", "priority") == ["0.5", ""]
    assert run("diff", "next.xml", "crawl.csv", "--filter", FIT).code == 0


def test_duplicates_become_the_address_that_a_crawl_calls_canonical(run, tmp_path, table):
    """J12: the choice is that of the crawl, what the others say is kept."""
    entries = (
        f"<loc>{SITE}/tea?utm_source=x</loc><lastmod>2025-01-01</lastmod>",
        f"<loc>{SITE}/tea</loc><lastmod>2024-01-01</lastmod>",
        f"<loc>{SITE}/tea/index.html</loc><priority>0.5</priority>",
        f"<loc>{SITE}/alone</loc>",
        f"<loc>{SITE}/silent</loc>",
    )
    body = "".join(f"<url>{entry}</url>\n" for entry in entries)
    (tmp_path / "in.xml").write_text(f'<urlset xmlns="{SITEMAP}">\n{body}</urlset>\n')
    others = (row("tea?utm_source=x", canonical="tea"), row("tea/index.html", canonical="tea"))
    table("crawl.csv", HEAD, row("tea", canonical="tea"), *others, row("alone", "", "alone"))
    columns = "old=Address,new=Canonical Link Element 1"
    args = ("apply", "crawl.csv", "in.xml", "-o", "out.xml", "--do", "replace", "--map", columns)
    done = run(*args)
    assert (done.code, done.err) == (0, "")
    assert "2  merged into the entry of their new address" in done.text
    assert paths(tmp_path / "out.xml") == ["tea", "alone", "silent"]
    assert paths(tmp_path / "out.xml", "lastmod")[0] == "2025-01-01"
    assert paths(tmp_path / "out.xml", "priority")[0] == "0.5"


def test_what_leaked_from_staging_gets_its_host_or_goes(run, tmp_path, put):
    """J22: found by house rules, the host replaced over the set, the rest taken out by the list."""
    (tmp_path / "sitemap-editor.toml").write_text(
        '[house]\nallowed_hosts = ["www.shop.org"]\nforbidden = ["/wp-admin/"]\n'
        "forbidden_ports = [8080]\n"
    )
    put("a.xml", f"{SITE}/1", "https://staging.shop.org/2", f"{SITE}/wp-admin/3")
    put("b.xml", f"{SITE}/4", f"{SITE}:8080/5")

    def leaks():
        text = run("check", ".", "--format", "csv", "--fail-on", "never").text
        (tmp_path / "found.csv").write_text(text, "utf-8")
        rows = csv.DictReader(io.StringIO(text))
        return [(one["file"], one["code"]) for one in rows if one["code"].startswith("house")]

    assert leaks() == [("a.xml", "house-host"), ("a.xml", "house-pattern"), ("b.xml", "house-port")]
    move = ("--from", "https://staging.shop.org", "--to", SITE)
    assert run("address", ".", "--out-dir", ".", "--force", *move).code == 0
    assert leaks() == [("a.xml", "house-pattern"), ("b.xml", "house-port")]
    for name in ("a.xml", "b.xml"):
        words = ("-o", name, "--force", "--do", "remove", "--map", "loc=value")
        assert run("apply", "found.csv", name, *words).code == 0
    assert leaks() == []
    assert [paths(tmp_path / name) for name in ("a.xml", "b.xml")] == [["1", "2"], ["4"]]

"""robots.txt on the command line: checked, mended and copied as what it is."""

from __future__ import annotations

import json

import pytest

import sitemap_editor

from .conftest import urlset

ROBOTS = b"User-agent: *\r\nDisallow:\r\n\r\nSite-map: http://example.com/sitemap.xml # one\r\n"


@pytest.fixture(autouse=True)
def files(tmp_path):
    (tmp_path / "robots.txt").write_bytes(ROBOTS)


def test_the_report_says_it_is_a_robots_txt(run):
    done = run("check", "robots.txt", "--format", "json")
    (file,) = json.loads(done.out)
    assert (file["format"], file["well_formed"], file["entries"]) == ("robots", None, 3)
    assert [
        (f["code"], f["scope"], f["entry"], f["line"], f["column"]) for f in file["findings"]
    ] == [("robots-field-variant", "robots", 3, 4, 1)]


def test_sitemaps_beside_it_are_looked_at(run, tmp_path):
    (tmp_path / "sitemap.xml").write_bytes(urlset("http://www.example.com/"))
    (file,) = json.loads(run("check", "robots.txt", "--format", "json").out)
    assert "robots-sitemap-scheme" in {finding["code"] for finding in file["findings"]}
    only = ("--only", "robots-sitemap-scheme", "--ask", "accept")
    assert run("fix", "robots.txt", "-o", "out.txt", *only).code == 0
    wanted = ROBOTS.replace(b"http://example.com", b"http://www.example.com")
    assert (tmp_path / "out.txt").read_bytes() == wanted


def test_of_several_sitemaps_beside_it_the_likely_one_is_named_once(run, tmp_path):
    (tmp_path / "robots.txt").write_bytes(b"User-agent: *\nDisallow: /admin\n")
    (tmp_path / "sitemap.xml").write_bytes(urlset("https://www.example.com/"))
    (tmp_path / "news.xml").write_bytes(urlset("https://www.example.com/news"))
    base = ("--base-url", "https://www.example.com/robots.txt")
    done = run("fix", "robots.txt", "-o", "out.txt", *base)
    assert "0 findings mended." in done.text  # which of them is meant is for people to say
    done = run("fix", "robots.txt", "-o", "out.txt", "--force", "--ask", "accept", *base)
    assert "1 finding mended." in done.text
    line = b"Sitemap: https://www.example.com/sitemap.xml\n"
    assert (tmp_path / "out.txt").read_bytes().endswith(b"/admin\n" + line)


def test_the_only_sitemap_beside_it_is_named_unasked(run, tmp_path):
    (tmp_path / "robots.txt").write_bytes(b"User-agent: *\nDisallow: /admin\n")
    (tmp_path / "pages.xml").write_bytes(urlset("https://www.example.com/"))
    base = ("--base-url", "https://www.example.com/robots.txt")
    assert "1 finding mended." in run("fix", "robots.txt", "-o", "out.txt", *base).text
    assert (tmp_path / "out.txt").read_bytes().count(b"Sitemap:") == 1


def test_fix_mends_what_is_safe_and_leaves_the_rest_of_the_line(run, tmp_path):
    done = run("fix", "robots.txt", "-o", "out.txt")
    assert done.code == 0
    assert (tmp_path / "out.txt").read_bytes() == ROBOTS.replace(b"Site-map", b"Sitemap")


def test_it_is_copied_as_it_is_and_never_made_a_list(run, tmp_path):
    assert run("convert", "robots.txt", "-o", "copy.txt").code == 0
    assert (tmp_path / "copy.txt").read_bytes() == ROBOTS
    done = run("convert", "robots.txt", "-o", "list.csv")
    assert done.code == 2
    assert "robots.txt" in done.err
    assert not (tmp_path / "list.csv").exists()


def test_the_python_interface_knows_it(tmp_path):
    doc = sitemap_editor.open_document(tmp_path / "robots.txt")
    assert (doc.kind, len(doc)) == ("robots", 3)
    assert doc.value(2, "loc") == "http://example.com/sitemap.xml"
    assert [one.code for one in sitemap_editor.check(doc)] == ["robots-field-variant"]

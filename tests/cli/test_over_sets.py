"""Address and texts changed in all files of a set at once, on the command line."""

from __future__ import annotations

import gzip
import json

import pytest

from sitemap_editor.document.opening import open_bytes

from .conftest import SITEMAP, urlset

OLD, NEW = "http://example.com", "https://www.example.org"
MOVE = ("--from", OLD, "--to", NEW)


def index(*names: str) -> bytes:
    entries = "".join(f"<sitemap><loc>{OLD}/{name}</loc></sitemap>" for name in names)
    return f'<sitemapindex xmlns="{SITEMAP}">{entries}</sitemapindex>'.encode()


@pytest.fixture
def site(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "index.xml").write_bytes(index("a.xml", "deep/b.xml.gz", "gone.xml"))
    (tmp_path / "a.xml").write_bytes(urlset(f"{OLD}/1", f"{OLD}/2"))
    (tmp_path / "deep" / "b.xml.gz").write_bytes(gzip.compress(urlset(f"{OLD}:8080/3")))
    return tmp_path


def locs(path):
    doc = open_bytes(path.read_bytes())
    return doc.values_of(doc.ids, "loc")


def test_a_site_moves_with_its_index_and_all_sitemaps(run, site):
    """J3: index and children at once; what does not change is copied byte for byte."""
    done = run("address", "index.xml", "--out-dir", "out", *MOVE)
    assert done.code == 0
    assert "is not here, and was left out: gone.xml" in done.err
    assert locs(site / "out" / "a.xml") == [f"{NEW}/1", f"{NEW}/2"]
    names = ("a.xml", "deep/b.xml.gz", "gone.xml")
    assert locs(site / "out" / "index.xml") == [f"{NEW}/{name}" for name in names]
    unchanged = "deep/b.xml.gz"
    assert (site / "out" / unchanged).read_bytes() == (site / unchanged).read_bytes()
    assert "5 addresses changed." in done.text
    assert "2 of 3 files changed." in done.text
    assert f"1 stays at {OLD}:8080" in done.text


def test_programs_are_told_of_every_file(run, site):
    done = run("address", "index.xml", "--out-dir", "out", *MOVE, "--format", "json")
    told = [(one["file"], one["changed"]) for one in json.loads(done.text)["files"]]
    assert told == [("index.xml", 3), ("a.xml", 2), ("deep/b.xml.gz", 0)]


def test_a_folder_is_changed_in_place_with_force(run, site):
    words = ("--find", "example.com", "--with", "example.net", "--out-dir", ".")
    assert run("replace", ".", *words).code == 2
    done = run("replace", ".", *words, "--force")
    assert done.code == 0, done.err
    assert locs(site / "deep" / "b.xml.gz") == ["http://example.net:8080/3"]
    assert (site / "deep" / "b.xml.gz").read_bytes()[:2] == b"\x1f\x8b"


def test_a_field_that_an_index_has_not_is_looked_for_in_the_others(run, site):
    (site / "a.xml").write_bytes(urlset(f"{OLD}/1", changefreq="dayly"))
    words = ("--find", "dayly", "--with", "daily", "--field", "changefreq", "--format", "json")
    told = json.loads(run("replace", "index.xml", "--out-dir", "out", *words).text)
    assert (told["values"], [one["changed"] for one in told["files"]]) == (1, [0, 1, 0])


def test_a_file_that_cannot_be_read_leaves_nothing_behind(run, site):
    (site / "a.xml").write_bytes(b"<html><body>404</body></html>")
    done = run("address", "index.xml", "--out-dir", "new/out", *MOVE)
    assert done.code == 2
    assert "HTML page" in done.err
    assert not (site / "new").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a.xml", "index.xml", "-o", "x.xml"), "Several files cannot become one"),
        (("a.xml", "-o", "x.xml", "--out-dir", "out"), "do not go together"),
        (("a.xml",), "Say where to write"),
        (("-", "--out-dir", "out"), "Standard input has no name"),
        (("a.xml", "--out-dir", "index.xml"), "This is a file, not a folder."),
        (("missing", "--out-dir", "out"), "missing"),
    ],
)
def test_where_it_is_written_must_be_clear(run, site, words, said):
    done = run("address", *words, *MOVE)
    assert (done.code, said in done.err) == (2, True), done.err


@pytest.mark.parametrize(
    "words",
    [
        ("split", "a.xml", "--base-url", "https://a.example/", "--out-dir", ""),
        ("merge", "a.xml", "--base-url", "https://a.example/", "--out-dir", ""),
        ("dedupe", "a.xml", "--out-dir", ""),
        ("replace", "a.xml", "--find", "a", "--with", "b", "--out-dir", "", "--force"),
        ("recover", ""),
    ],
)
def test_an_empty_word_is_no_folder(run, tmp_path, words):
    """It is what a variable of a script leaves that is not set."""
    (tmp_path / "a.xml").write_bytes(urlset("https://a.example/1"))
    done = run(*words)
    assert (done.code, "DIR is missing" in done.err, done.err.count("\n")) == (2, True, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["a.xml"]

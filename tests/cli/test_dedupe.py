"""Removing duplicates on the command line."""

from __future__ import annotations

import json

import pytest

from sitemap_editor.document.opening import open_bytes

from .conftest import SITEMAP, urlset

A = "https://www.example.com"


def test_pages_listed_twice_become_one_with_all_they_say(run, tmp_path):
    """J12: exact, slash, www and the like; the rest is merged into the one that stays."""
    rows = (
        f"<loc>{A}/a</loc><lastmod>2024-01-01</lastmod>",
        f"<loc>{A}/b</loc>",
        f"<loc>{A}/a</loc><lastmod>2025-01-01</lastmod>",
        "<loc>http://example.com/b/index.html</loc><priority>0.5</priority>",
        "<loc>HTTPS://www.example.com:443/c</loc>",
        f"<loc>{A}/c</loc>",
    )
    body = "".join(f"<url>{row}</url>\n" for row in rows)
    (tmp_path / "in.xml").write_text(f'<urlset xmlns="{SITEMAP}">\n{body}</urlset>\n')
    lengths = []
    for match in ("exact", "equivalent", "probable"):
        words = ("--match", match, "--keep", "first", "--force")
        done = run("dedupe", "in.xml", "-o", "out.xml", *words)
        assert (done.code, done.err) == (0, "")
        doc = open_bytes((tmp_path / "out.xml").read_bytes())
        lengths.append(len(doc))
    assert lengths == [5, 4, 3]
    assert doc.values_of(doc.ids, "loc") == [f"{A}/a", f"{A}/b", "HTTPS://www.example.com:443/c"]
    assert doc.value(0, "lastmod") == "2025-01-01"
    assert doc.value(1, "priority") == "0.5"
    assert "3 entries taken out, 3 left." in done.text
    done = run("dedupe", "in.xml", "-o", "-", "--match", "probable", "--format", "json")
    told = json.loads(done.err)
    assert told["groups"] == {"exact": 1, "equivalent": 1, "probable": 1}
    assert (told["removed"], told["entries"]) == (3, 3)


def test_without_duplicates_the_bytes_stay(run, tmp_path):
    text = urlset(f"{A}/a", f"{A}/b")
    (tmp_path / "in.xml").write_bytes(text)
    assert run("dedupe", "in.xml", "-o", "out.xml").code == 0
    assert (tmp_path / "out.xml").read_bytes() == text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--match", "similar"), "--match cannot be similar"),
        (("--keep", "best"), "--keep cannot be best"),
    ],
)
def test_what_there_is_not_is_refused(run, tmp_path, words, said):
    (tmp_path / "in.xml").write_bytes(urlset(f"{A}/a"))
    done = run("dedupe", "in.xml", "-o", "out.xml", *words)
    assert done.code == 2
    assert said in done.err


def test_pages_are_in_one_file_of_a_set_afterwards(run, tmp_path):
    """J12 over a set: what the others say is taken over, untouched files keep their bytes."""
    names = ("a.xml", "b.xml", "c.xml")
    entries = "".join(f"<sitemap><loc>{A}/{name}</loc></sitemap>" for name in names)
    (tmp_path / "index.xml").write_text(f'<sitemapindex xmlns="{SITEMAP}">{entries}</sitemapindex>')
    (tmp_path / "a.xml").write_bytes(urlset(f"{A}/1", f"{A}/2", priority="0.3"))
    (tmp_path / "b.xml").write_bytes(urlset(f"{A}/2", f"{A}/3", f"{A}/3", lastmod="2024-01-01"))
    (tmp_path / "c.xml").write_bytes(urlset(f"{A}/4").replace(b"</urlset>", b"<!-- x --></urlset>"))
    before = {path.name: path.read_bytes() for path in tmp_path.glob("*.xml")}
    done = run("dedupe", "index.xml", "--out-dir", "new", "--format", "json", "--keep", "first")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.text)
    assert told["groups"] == {"exact": 2, "equivalent": 0, "probable": 0}
    assert (told["removed"], told["completed"], told["entries"]) == (2, 1, 4)
    docs = {name: open_bytes((tmp_path / "new" / name).read_bytes()) for name in names}
    pages = {name: doc.values_of(doc.ids, "loc") for name, doc in docs.items()}
    assert pages == {"a.xml": [f"{A}/1", f"{A}/2"], "b.xml": [f"{A}/3"], "c.xml": [f"{A}/4"]}
    assert docs["a.xml"].value(1, "lastmod") == "2024-01-01"
    for name in ("c.xml", "index.xml"):
        assert (tmp_path / "new" / name).read_bytes() == before[name]
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.xml")} == before
    done = run("dedupe", "index.xml", "--out-dir", ".", "--force")
    assert done.code == 0 and "2 of 3 files changed." in done.text
    assert b"/3" in (tmp_path / "b.xml").read_bytes()


def test_what_an_index_names_and_is_not_there_is_told(run, tmp_path):
    entries = "".join(f"<sitemap><loc>{A}/{name}.xml</loc></sitemap>" for name in "ab")
    (tmp_path / "index.xml").write_text(f'<sitemapindex xmlns="{SITEMAP}">{entries}</sitemapindex>')
    (tmp_path / "a.xml").write_bytes(urlset(f"{A}/1", f"{A}/1"))
    done = run("dedupe", "index.xml", "--out-dir", "new")
    assert done.code == 0 and "b.xml" in done.err
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["a.xml", "index.xml"]


def test_an_emptied_file_is_told_and_a_missing_one_refused(run, tmp_path):
    for name in ("a.xml", "b.xml"):
        (tmp_path / name).write_bytes(urlset(f"{A}/1"))
    done = run("dedupe", "a.xml", "b.xml", "--out-dir", "new")
    assert done.code == 0 and "b.xml has no entry left." in done.text
    assert run("dedupe", "a.xml", "b.xml", "-o", "x.xml").code == 2
    assert run("dedupe", "a.xml", "b.xml", "--out-dir", "new").code == 2

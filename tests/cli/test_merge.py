"""Merging on the command line."""

from __future__ import annotations

import csv
import errno
import io
import json
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from sitemap_editor.document.opening import open_document

from .conftest import SITEMAP, urlset

A = "https://www.example.com"


def index(*names: str) -> bytes:
    entries = "".join(f"<sitemap><loc>{A}/{name}</loc></sitemap>\n" for name in names)
    return f'<sitemapindex xmlns="{SITEMAP}">\n{entries}</sitemapindex>\n'.encode()


def locs(path: Path) -> list[str | None]:
    doc = open_document(path)
    return doc.values_of(doc.ids, "loc")


@pytest.fixture
def files(tmp_path):
    """An index and three sitemaps, two of which have a page in common."""
    (tmp_path / "a.xml").write_bytes(urlset(f"{A}/1", f"{A}/2", lastmod="2024-01-01"))
    (tmp_path / "b.xml").write_bytes(urlset(f"{A}/2", f"{A}/3", lastmod="2025-01-01"))
    (tmp_path / "c.xml").write_bytes(urlset(f"{A}/4", priority="0.5"))
    (tmp_path / "index.xml").write_bytes(index("a.xml", "b.xml", "c.xml"))
    return tmp_path


def test_the_sitemaps_of_an_index_become_one(run, files):
    """J24: several children into one."""
    done = run("merge", "index.xml", "-o", "all.xml")
    assert (done.code, done.err) == (0, "")
    assert locs(files / "all.xml") == [f"{A}/{n}" for n in (1, 2, 3, 4)]
    assert "5 entries of 3 files became 4." in done.text
    assert (files / "all.xml").read_bytes().count(b"<loc>") == 4


@pytest.mark.parametrize("form", ["index", "folder", "zip", "files"])
def test_all_forms_of_a_set_give_the_same(run, files, form):
    words = {"index": ["index.xml"], "folder": ["."], "zip": ["set.zip"]}
    with zipfile.ZipFile(files / "set.zip", "w") as archive:
        for name in ("index.xml", "a.xml", "b.xml", "c.xml"):
            archive.write(files / name, name)
    run("merge", *words.get(form, ["a.xml", "b.xml", "c.xml"]), "-o", "../all.xml")
    path = files.parent / "all.xml"
    assert sorted(filter(None, locs(path))) == [f"{A}/{n}" for n in (1, 2, 3, 4)]
    path.unlink()


def test_the_account_tells_where_everything_is_from(run, files):
    words = ("--format", "json", "--provenance", "from.csv", "--duplicates", "first")
    done = run("merge", "a.xml", "b.xml", "-", "-o", "-", *words, stdin=urlset(f"{A}/5"))
    assert done.code == 0
    told = json.loads(done.err)
    assert (told["entries_in"], told["entries"], told["removed"]) == (5, 4, 1)
    assert told["conflicts"] == {"lastmod": 1}
    (merged,) = told["merged"]
    assert merged["from"] == {"file": "a.xml", "entry": 2}
    assert merged["also"] == [{"file": "b.xml", "entry": 1}]
    assert merged["fields"] == {"lastmod": "b.xml"}
    rows = list(csv.DictReader(io.StringIO((files / "from.csv").read_text())))
    assert [(row["address"], row["file"]) for row in rows] == [
        (f"{A}/1", "a.xml"),
        (f"{A}/2", "a.xml"),
        (f"{A}/3", "b.xml"),
        (f"{A}/5", "'-"),  # guarded, as in every table
    ]
    assert [rows[1][name] for name in ("also_in", "lastmod_from")] == ["b.xml", "b.xml"]
    assert not rows[0]["also_in"]


def test_fields_follow_the_source_that_wins(run, files):
    """J5: the date from the CMS, whatever is newer elsewhere."""
    run("merge", "b.xml", "a.xml", "-o", "all.xml", "--winner", "lastmod=2")
    doc = open_document(files / "all.xml")
    assert [doc.value(n, "lastmod") for n in range(3)] == ["2024-01-01", "2025-01-01", "2024-01-01"]


def test_more_than_a_file_may_hold_is_refused_with_what_to_do(run, tmp_path):
    for name in "ab":
        pages = (f"{A}/{name}{n}" for n in range(25_001))
        (tmp_path / f"{name}.txt").write_text("".join(f"{page}\n" for page in pages))
    done = run("merge", "a.txt", "b.txt", "-o", "all.txt")
    assert done.code == 2
    assert "50,002 entries; 50,000 are allowed" in done.err and "--out-dir" in done.err
    assert not (tmp_path / "all.txt").exists()
    assert run("merge", "a.txt", "b.txt", "-o", "all.csv").code == 0
    done = run("merge", "a.txt", "b.txt", "--out-dir", "parts", "--base-url", f"{A}/")
    assert (done.code, done.err) == (0, "")
    counts = [len(open_document(path)) for path in sorted((tmp_path / "parts").glob("*.txt"))]
    assert sum(counts) == 50_002 and max(counts) == 50_000


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (("--max-urls", "2"), "would have 3 entries; 2 are allowed"),
        (("--max-urls", "0"), "0 are allowed"),
        (("--max-bytes", "300"), "more than 300 bytes"),
        (("--max-bytes", "many"), "--max-bytes"),
    ],
)
def test_a_lower_limit_counts_for_one_file_too(run, files, limit, said):
    done = run("merge", "a.xml", "b.xml", "-o", "all.xml", *limit)
    assert done.code == 2 and said in done.err
    assert not (files / "all.xml").exists()
    assert run("merge", "a.xml", "b.xml", "-o", "all.xml", "--max-urls", "3").code == 0


def test_parts_have_each_page_once_with_what_all_files_say(run, files):
    (files / "d.txt").write_text(f"{A}/9\n{A}/1\n")
    words = ("--out-dir", "parts", "--base-url", f"{A}/", "--max-urls", "2", "--format", "json")
    done = run("merge", "d.txt", "index.xml", *words)
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.text)
    assert told["parts"]["index"]["name"] in {path.name for path in (files / "parts").iterdir()}
    parts = [files / "parts" / part["name"] for part in told["parts"]["parts"]]
    pages = [page for path in parts for page in locs(path)]
    assert sorted(filter(None, pages)) == [f"{A}/{n}" for n in (1, 2, 3, 4, 9)]
    text = b"".join(path.read_bytes() for path in parts)
    assert text.count(b"2025-01-01") == 2 and text.count(b"2024-01-01") == 1


def test_what_is_missing_is_left_out_only_when_that_is_said(run, files):
    (files / "c.xml").unlink()
    done = run("merge", "index.xml", "-o", "all.xml")
    assert done.code == 2 and "c.xml" in done.err and not (files / "all.xml").exists()
    done = run("merge", "index.xml", "-o", "all.xml", "--skip-unreadable")
    assert done.code == 0 and "c.xml was left out" in done.text


def test_it_may_replace_one_of_its_sources(run, files):
    assert run("merge", "a.xml", "b.xml", "-o", "a.xml").code == 2
    assert run("merge", "a.xml", "b.xml", "-o", "a.xml", "--force").code == 0
    assert len(open_document(files / "a.xml")) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--duplicates", "best", "-o", "x"), "--duplicates cannot be best"),
        (("--winner", "loc=first", "-o", "x"), "--winner cannot be loc"),
        (("--winner", "lastmod=highest", "-o", "x"), "cannot be highest"),
        (("--winner", "lastmod=0", "-o", "x"), "cannot be 0"),
        (("--winner", "lastmod=3", "-o", "x"), "only 2 files"),
        (("-o", "x", "--out-dir", "y", "--base-url", A), "do not go together"),
        (("--out-dir", "y"), "--base-url"),
        (("-o", "-", "--provenance", "-"), "both"),
        ((), "-o"),
    ],
)
def test_what_there_is_not_is_refused(run, files, words, said):
    done = run("merge", "a.xml", "b.xml", *words)
    assert done.code == 2 and said in done.err and done.err.count("\n") == 1


def test_an_index_of_nothing_and_no_file_are_refused(run, files):
    (files / "empty.xml").write_bytes(index())
    for name in ("empty.xml", "nothing.xml"):
        assert run("merge", name, "-o", "x.xml").code == 2


def test_the_table_tells_of_what_was_read_when_the_result_takes_its_place(run, files):
    run("merge", "a.xml", "b.xml", "-o", "all.xml", "--provenance", "right.csv")
    run("merge", "a.xml", "b.xml", "-o", "a.xml", "--provenance", "from.csv", "--force")
    assert (files / "from.csv").read_bytes() == (files / "right.csv").read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ("-o", "all.xml", "--provenance", "all.xml"),
        ("--out-dir", ".", "--base-url", A, "--provenance", "sitemap-1.xml"),
    ],
)
def test_the_table_does_not_take_the_place_of_a_sitemap(run, files, words):
    done = run("merge", "a.xml", "b.xml", *words, "--force")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert not (files / words[-1]).exists()


def test_without_its_table_nothing_is_written(run, files, monkeypatch):
    def full(*_words):
        yield b"address"
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("sitemap_editor.operations.merging.provenance.table", full)
    done = run("merge", "a.xml", "b.xml", "-o", "all.xml", "--provenance", "from.csv")
    assert (done.code, "disk is full" in done.err) == (2, True)
    assert not (files / "all.xml").exists() and not (files / "from.csv").exists()


def test_without_its_sitemap_no_table_is_left(run, files):
    names = sorted(path.name for path in files.iterdir())
    words = ("--out-dir", "a.xml", "--base-url", A, "--provenance", "from.csv")
    assert run("merge", "a.xml", "b.xml", *words).code == 2
    assert sorted(path.name for path in files.iterdir()) == names


def test_words_of_a_refusal_do_not_run_together(run, files):
    (files / "c.xml").unlink()
    done = run("merge", "index.xml", "-o", "all.xml")
    assert (done.code, "c.xml. Put" in done.err) == (2, True)


IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"


def pictured(root: str, inner: str) -> bytes:
    """A sitemap of one page; one prefix can be declared by its root and again by its entry."""
    return f'<urlset xmlns="{SITEMAP}"{root}>{inner}</urlset>'.encode()


@pytest.mark.parametrize("verb", ["merge", "dedupe"])
def test_an_element_keeps_its_namespace_in_an_entry_that_uses_its_prefix_otherwise(
    run, files, verb
):
    other = f'<url xmlns:a="urn:q"><loc>{A}/1</loc><lastmod>2024-05-05</lastmod><a:x>q</a:x></url>'
    mine = f"<url><loc>{A}/1</loc><a:image><a:loc>{A}/p.png</a:loc></a:image></url>"
    (files / "p.xml").write_bytes(pictured(f' xmlns:a="{IMAGE}"', mine + other))
    assert run(verb, "p.xml", "-o", "one.xml").code == 0
    (entry,) = etree.parse(files / "one.xml").getroot()
    assert [child.tag for child in entry if SITEMAP not in child.tag] == [
        "{urn:q}x",
        f"{{{IMAGE}}}image",
    ]


def test_elements_of_two_namespaces_are_two_under_one_prefix(run, files):
    for name in ("p", "q"):
        entry = f"<url><loc>{A}/1</loc><a:x><a:loc>{A}/same</a:loc></a:x></url>"
        (files / f"{name}.xml").write_bytes(pictured(f' xmlns:a="urn:{name}"', entry))
    assert run("merge", "p.xml", "q.xml", "-o", "one.xml").code == 0
    (entry,) = etree.parse(files / "one.xml").getroot()
    assert [child.tag for child in entry][1:] == ["{urn:p}x", "{urn:q}x"]


def test_a_line_without_an_address_names_no_sitemap(run, files):
    (files / "robots.txt").write_text(f"Sitemap: {A}/a.xml\nSitemap:\nSitemap:  \n")
    done = run("merge", "robots.txt", "-o", "all.xml")
    assert (done.code, done.err) == (0, "")

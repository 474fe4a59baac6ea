"""Moving and copying entries between files on the command line (J24)."""

import gzip
import json
import os

import pytest

from sitemap_editor.document.opening import open_document

from .conftest import SITEMAP, urlset

SITE = "https://a.example/"


def put(folder):
    """An index above two sitemaps."""
    blog = [f"{SITE}blog/{n}" for n in range(3)]
    (folder / "a.xml").write_bytes(urlset(f"{SITE}x", *blog, lastmod="2024-05-01"))
    (folder / "b.xml").write_bytes(urlset(f"{SITE}blog/0", lastmod="2023-01-01"))
    entries = "".join(
        f"<sitemap><loc>{SITE}{name}</loc><lastmod>2020-01-01</lastmod></sitemap>"
        for name in ("a.xml", "b.xml")
    )
    text = f'<sitemapindex xmlns="{SITEMAP}">{entries}</sitemapindex>'
    (folder / "index.xml").write_text(text)


def values(path, field="loc"):
    doc = open_document(path)
    return [value.removeprefix(SITE) for value in doc.values_of(doc.ids, field)]


@pytest.fixture
def folder(tmp_path):
    put(tmp_path)
    return tmp_path


def test_entries_move_and_the_index_has_the_dates_of_both_files(run, folder):
    words = ("move", "a.xml", "b.xml", "--match", "/blog/", "--index", "index.xml")
    done = run(*words, "--force", "--format", "json")
    assert (done.code, done.err) == (0, "")
    told = json.loads(done.text)
    assert (told["arrived"], told["left"], told["duplicates"]) == (2, 2, 1)
    assert sorted(told["written"]) == ["a.xml", "b.xml", "index.xml"]
    assert values(folder / "a.xml") == ["x", "blog/0"]
    assert values(folder / "b.xml") == ["blog/0", "blog/1", "blog/2"]
    assert values(folder / "index.xml", "lastmod") == ["2024-05-01", "2024-05-01"]


def test_copies_go_into_a_new_file_and_leave_the_old_one(run, folder):
    before = (folder / "a.xml").read_bytes()
    done = run("move", "a.xml", "new.xml", "--match", "/blog/[12]", "--copy")
    assert (done.code, done.err) == (0, "")
    assert "2 entries copied to new.xml." in done.text
    assert (folder / "a.xml").read_bytes() == before
    assert values(folder / "new.xml") == ["blog/1", "blog/2"]


def test_pages_that_are_there_can_be_replaced(run, folder):
    run("move", "a.xml", "b.xml", "--match", "blog/0", "--duplicates", "replace", "--force")
    assert values(folder / "b.xml", "lastmod") == ["2024-05-01"]
    assert "blog/0" not in values(folder / "a.xml")


def test_nothing_is_written_without_force_or_when_one_file_cannot_be(run, folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = run("move", "a.xml", "b.xml")
    assert done.code == 2
    assert "--force" in done.err
    assert run("move", "a.xml", "b.xml", "--dry-run").code == 0
    os.chmod(folder / "a.xml", 0o444)  # noqa: PTH101 - as people do it
    done = run("move", "a.xml", "b.xml", "--force")
    assert done.code == 2
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a.xml", "a.xml"), "in this file already"),
        (("a.xml", "index.xml"), "cannot go into that one"),
        (("a.xml", "none/b.xml"), "folder does not exist"),
        (("a.xml", "b.xml", "--match", "("), "no regular expression"),
        (("a.xml", "b.xml", "--duplicates", "both,stay"), "--duplicates cannot be"),
    ],
)
def test_what_cannot_be_done_is_said(run, folder, words, said):
    done = run("move", *words, "--force")
    assert done.code == 2
    assert said in done.err


@pytest.mark.parametrize("name", ["new.csv", "new.rss", "new.xlsx", "-"])
def test_entries_go_to_sitemaps_and_lists_only(run, folder, name):
    before = (folder / "a.xml").read_bytes()
    done = run("move", "a.xml", name, "--force")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert ((folder / "a.xml").read_bytes(), (folder / name).exists()) == (before, False)


@pytest.mark.parametrize(("name", "is_packed"), [("n.xml.gz", True), ("n.txt.gz", True)])
def test_a_new_file_is_what_its_name_says(run, folder, name, is_packed):
    assert run("move", "a.xml", name, "--force").code == 0
    data = (folder / name).read_bytes()
    assert data.startswith(b"\x1f\x8b") is is_packed
    assert gzip.decompress(data).startswith(b"<?xml" if ".xml" in name else b"https://")


def test_a_sitemap_made_of_a_list_is_one(run, folder):
    (folder / "list.txt").write_text(f"{SITE}1\n{SITE}2\n")
    assert run("move", "list.txt", "n.xml", "--force").code == 0
    assert (folder / "n.xml").read_bytes().startswith(b"<?xml")
    assert values(folder / "n.xml") == ["1", "2"]


def test_what_a_list_cannot_hold_is_told(run, folder):
    done = run("move", "a.xml", "n.txt", "--force")
    assert (done.code, "n.txt holds addresses only" in done.err) == (0, True)
    assert run("move", "b.xml", "m.txt", "--copy").err == ""

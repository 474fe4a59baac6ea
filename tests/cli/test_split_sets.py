"""``split`` of an index, a folder, a ZIP or several files: jobs J6 and J7 for whole sets."""

import gzip
import json
from pathlib import Path

import pytest

from sitemap_editor.document.opening import open_document

from .conftest import SITEMAP, urlset

SITE = "https://www.example.com/"
TO = ("--out-dir", "out", "--base-url", SITE)


@pytest.fixture
def site(run):
    """An index with two children in ``site``, which name the languages of each page."""
    Path("site").mkdir()
    xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    for number in (1, 2):
        pages = [(f"{code}/{n}", n) for n in (number, number + 2) for code in ("en", "de")]
        entries = "".join(f"<url><loc>{SITE}{page}</loc>{links(n)}</url>" for page, n in pages)
        text = f'<urlset xmlns="{SITEMAP}" {xhtml}>{entries}</urlset>'
        Path(f"site/map-{number}.xml.gz").write_bytes(gzip.compress(text.encode()))
    put_index("site/index.xml", "map-1.xml.gz", "map-2.xml.gz")
    return run


def links(number):
    return "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href="{SITE}{code}/{number}"/>'
        for code in ("en", "de")
    )


def put_index(path, *names):
    children = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in names)
    Path(path).write_text(f'<sitemapindex xmlns="{SITEMAP}">{children}</sitemapindex>')


def locs_of(path):
    doc = open_document(path)
    return [one.removeprefix(SITE) for one in doc.values_of(doc.ids, "loc")]


def test_a_set_is_split_by_language_and_its_languages_hold_across_files(site):
    done = site("split", "site/index.xml", *TO, "--by", "language")
    assert done.code == 0, done.err
    assert "every link leads to a page that links back, in whatever file it is" in done.text
    assert locs_of("out/sitemap_index.xml") == ["map-en-1.xml", "map-de-1.xml"]
    assert locs_of("out/map-en-1.xml") == [f"en/{n}" for n in (1, 3, 2, 4)]
    checked = site("check", "out/sitemap_index.xml", "--set", "--format", "json")
    codes = [found["code"] for one in json.loads(checked.out) for found in one["findings"]]
    assert not {"hreflang-target-not-listed", "hreflang-return-missing"}.intersection(codes)
    assert checked.code == 0


def test_language_links_without_a_way_back_in_any_file_are_told(site):
    pages = f"<url><loc>{SITE}en/1</loc></url><url><loc>{SITE}en/9</loc>{links(9)}</url>"
    xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    Path("site/3.xml").write_text(f'<urlset xmlns="{SITEMAP}" {xhtml}>{pages}</urlset>')
    put_index("site/index.xml", "map-2.xml.gz", "3.xml", "map-1.xml.gz")
    page = f"<url><loc>{SITE}de/1</loc>{links(1)}</url>"
    text = f'<urlset xmlns="{SITEMAP}" {xhtml}>{page}</urlset>'
    Path("site/map-1.xml.gz").write_bytes(gzip.compress(text.encode()))
    done = site("split", "site/index.xml", *TO, "--by", "language", "--format", "json")
    assert json.loads(done.out)["languages"] == {"links": 6, "one_way": 1, "unlisted": 1}


def test_a_set_is_split_in_its_place_and_old_children_go_on_request(site):
    how = ("--out-dir", "site", "--max-urls", 3, "--gzip", "--name", "part-{n}", "--force")
    done = site("split", "site/index.xml", *how)
    assert done.code == 0, done.err
    assert (
        "2 files of an earlier split are no longer named: map-1.xml.gz, map-2.xml.gz" in done.text
    )
    before = {path.name for path in Path("site").iterdir()}
    assert before == {
        "index.xml",
        "map-1.xml.gz",
        "map-2.xml.gz",
        "part-1.xml.gz",
        "part-2.xml.gz",
        "part-3.xml.gz",
    }
    done = site("split", "site/index.xml", *how[:2], "--name", "all", "--force", "--remove-old")
    assert "3 files of an earlier split were removed" in done.text
    assert len(locs_of("site/all.xml")) == 8
    assert not list(Path("site").glob("part*"))


@pytest.mark.parametrize("words", [("site",), ("site/map-1.xml.gz", "site/map-2.xml.gz")])
def test_folders_and_lists_of_files_are_sets_too(site, words):
    done = site("split", *words, *TO, "--by", "section", "--format", "json")
    told = json.loads(done.out)
    assert [(one["name"], one["entries"]) for one in told["parts"]] == [
        ("map-en-1.xml", 4),
        ("map-de-1.xml", 4),
    ]
    assert (told["entries"], told["skipped"], told["left_out"]) == (8, [], 0)


def test_what_the_index_names_and_is_not_there_is_refused_or_left_out(site):
    put_index("site/index.xml", "map-1.xml.gz", "map-3.xml", "index.xml")
    done = site("split", "site/index.xml", *TO)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "map-3.xml" in done.err and "--skip-unreadable" in done.err
    assert not Path("out").exists()
    done = site("split", "site/index.xml", *TO, "--skip-unreadable")
    assert done.code == 0
    assert "1 file cannot be read and is left out: map-3.xml" in done.text


def test_a_broken_child_is_named(site):
    Path("site/map-2.xml.gz").write_bytes(b"\x1f\x8b\x08\0 nothing")
    done = site("split", "site/index.xml", *TO)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "map-2.xml.gz" in done.err
    assert not Path("out").exists()


def test_bytes_with_headroom_decide_and_addresses_stay_in_their_files(run):
    Path("site").mkdir()
    for number in range(3):
        pages = (f"{SITE}{number}-{n}" for n in range(100))
        Path(f"site/{number}.xml").write_bytes(urlset(*pages, lastmod="2024-05-06"))
    how = (*TO, "--max-bytes", "8KB", "--headroom", "10%", "--assign", "hash", "--force")
    assert run("split", "site", *how).code == 0
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    assert max(map(len, before.values())) <= 8192 * 0.9
    Path("site/3.xml").write_bytes(urlset(f"{SITE}new", lastmod="2024-05-06"))
    assert run("split", "site", *how).code == 0
    after = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    assert len([name for name in after if after[name] != before.get(name)]) == 1


def test_standard_input_among_files_is_refused_by_its_name(run, tmp_path):
    (tmp_path / "a.xml").write_bytes(urlset("https://a.example/1"))
    words = ("--out-dir", "out", "--base-url", "https://a.example/")
    done = run("split", "-", "a.xml", *words, stdin=urlset("https://a.example/2"))
    assert (done.code, "Standard input" in done.err) == (2, True)
    assert not (tmp_path / "out").exists()

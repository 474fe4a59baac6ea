"""``split`` and ``recover``: jobs J6 and J7, what is said, what is refused."""

import gzip
import json
from pathlib import Path

import pytest
from lxml import etree

from sitemap_editor.document.opening import open_document
from sitemap_editor.support.set_plan import PLAN_NAME

from .conftest import SITEMAP, urlset

SITE = "https://www.example.com/"
TO = ("--out-dir", "out", "--base-url", SITE)


def put(name, *paths, **fields):
    Path(name).write_bytes(urlset(*(SITE + path for path in paths), **fields))


def children():
    root = etree.parse("out/sitemap_index.xml").getroot()
    assert root.tag == f"{{{SITEMAP}}}sitemapindex"
    return [loc.text.removeprefix(SITE) for loc in root.iter(f"{{{SITEMAP}}}loc")]


def entries_of(path):
    doc = open_document(path)
    return doc.store.raws(doc.ids)


def test_a_site_is_split_by_language(run):
    both = "".join(
        f'<xhtml:link rel="alternate" hreflang="{code}" href="{SITE}{path}"/>'
        for code, path in (("en", "tea"), ("de", "tee"))
    )
    entries = [f"<url><loc>{SITE}{path}</loc>{both}</url>" for path in ("tea", "tee")]
    entries.append(f"<url><loc>{SITE}fr/the</loc></url>")
    entries.append(f"<url><loc>{SITE}contact.html</loc></url>")
    xhtml = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    Path("site.xml").write_text(f'<urlset xmlns="{SITEMAP}" {xhtml}>{"".join(entries)}</urlset>')
    done = run("split", "site.xml", *TO, "--by", "language", "--robots", "robots.txt")
    assert done.code == 0, done.err
    assert children() == [f"site-{name}-1.xml" for name in ("en", "de", "fr", "other")]
    assert [entries_of(f"out/{name}") for name in children()] == [[e.encode()] for e in entries]
    assert Path("robots.txt").read_text() == f"Sitemap: {SITE}sitemap_index.xml\n"
    done = run("check", "out/sitemap_index.xml", "--set", "--profile", "protocol,google")
    assert done.code == 0 and "0 errors · 0 warnings" in done.text, "links hold across files"


def test_a_file_that_is_too_large_is_split_by_bytes_with_headroom_and_stays_stable(run):
    pages = [f"p/{n}-{'x' * (n * 7 % 60)}" for n in range(400)]
    put("big.xml", *pages, lastmod="2024-05-06")
    how = (*TO, "--max-bytes", "10KB", "--headroom", "10%", "--gzip", "--assign", "hash")
    assert run("split", "big.xml", *how, "--name", "map-{n:02}").code == 0
    before = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    texts = [gzip.decompress(before[name]) for name in children()]
    assert all(len(text) <= 9216 and etree.fromstring(text) is not None for text in texts)
    found = [entry for name in children() for entry in entries_of(f"out/{name}")]
    assert sorted(found) == sorted(entries_of("big.xml"))
    put("big.xml", "new", *pages, lastmod="2024-05-06")
    assert run("split", "big.xml", *how, "--name", "map-{n:02}", "--force").code == 0
    after = {path.name: path.read_bytes() for path in Path("out").iterdir()}
    assert len([name for name in after if after[name] != before.get(name)]) == 1


def test_what_was_made_is_told(run):
    put("site.xml", "a/1", "a/2", "b/1", "c.html")
    done = run("split", "site.xml", *TO, "--by", "section", "--max-urls", 1)
    assert done.text.splitlines() == [
        "sitemap_index.xml   4 files     0.4 KB",
        "  site-a-1.xml            1     0.2 KB",
        "  site-a-2.xml            1     0.2 KB",
        "  site-b-1.xml            1     0.2 KB",
        "  site-other-1.xml        1     0.2 KB",
        "4 in, 4 out · no entry twice · order kept in each file",
    ]


def test_a_dry_run_writes_nothing_and_can_be_read_by_programs(run):
    put("site.xml", "a/1", "b/1", lastmod="2024-05-06")
    done = run("split", "site.xml", *TO, "--by", "section", "--dry-run", "--format", "json")
    told = json.loads(done.out)
    assert not Path("out").exists()
    assert told["written"] is False
    assert [(p["name"], p["group"], p["entries"], p["lastmod"]) for p in told["parts"]] == [
        ("site-a-1.xml", "a", 1, "2024-05-06"),
        ("site-b-1.xml", "b", 1, "2024-05-06"),
    ]


def test_groups_by_patterns_in_a_file(run):
    put("site.xml", "shop/1", "blog/1")
    Path("groups.txt").write_text("money = /shop/\n")
    assert run("split", "site.xml", *TO, "--by", "pattern:groups.txt").code == 0
    assert children() == ["site-money-1.xml", "site-other-1.xml"]


@pytest.mark.parametrize("codec", ["cp1252", "utf-16", "utf-8-sig"])
def test_the_file_of_patterns_may_be_in_any_encoding(run, codec):
    put("site.xml", "shop/1")
    Path("groups.txt").write_text("café = /shop/\n", codec)
    assert run("split", "site.xml", *TO, "--by", "pattern:groups.txt").code == 0
    assert Path("out", "site-café-1.xml").is_file()


def test_files_of_an_earlier_split_are_told_and_removed_on_request(run):
    put("site.xml", "a/1", "b/1")
    run("split", "site.xml", *TO, "--max-urls", 1)
    done = run("split", "site.xml", *TO, "--force")
    assert "1 file of an earlier split is no longer named: site-2.xml" in done.text
    run("split", "site.xml", *TO, "--max-urls", 1, "--force")
    done = run("split", "site.xml", *TO, "--force", "--remove-old")
    assert "1 file of an earlier split was removed." in done.text
    assert sorted(path.name for path in Path("out").iterdir()) == [
        "site-1.xml",
        "sitemap_index.xml",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--base-url", SITE), "--out-dir DIR is missing"),
        (("--out-dir", "out"), "--base-url URL is missing"),
        ((*TO, "--by", "colour"), "--by cannot be colour"),
        ((*TO, "--by", "section:0"), "--by cannot be section:0"),
        ((*TO, "--by", "pattern:groups.txt"), "( is no regular expression"),
        ((*TO, "--headroom", "much"), "--headroom much is no share"),
        ((*TO, "--max-bytes", "big"), "--max-bytes big is no number"),
        ((*TO, "--max-bytes", "150"), "Entry 1 alone takes"),
        ((*TO, "--name", "same", "--max-urls", "1"), "Two files would be called same.xml"),
        ((*TO, "--name", "../{n}"), "is a path"),
        (("--out-dir", "full", "--base-url", SITE), "site-1.xml: The file exists already"),
        (("--out-dir", "site.xml", "--base-url", SITE), "not a folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_and_writes_nothing(run, words, said):
    put("site.xml", "a", "b")
    Path("groups.txt").write_text("(\n")
    Path("full").mkdir()
    put("full/site-1.xml", "mine")
    before = sorted(Path().rglob("*"))
    done = run("split", "site.xml", *words)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert said in done.err
    assert sorted(Path().rglob("*")) == before


def begin(folder, *, is_committed):
    """Leave a folder as a program does that ends in the middle."""
    import zlib

    Path(folder).mkdir()
    name = ".0123456789abcdef.tmp"
    (Path(folder) / name).write_bytes(b"new")
    (Path(folder) / "a.xml").write_bytes(b"old")
    lines = [{"files": [[name, "a.xml"]], "removed": []}]
    if is_committed:
        lines.append({"marks": [[3, zlib.crc32(b"new")]]})
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (Path(folder) / PLAN_NAME).write_text(text)


@pytest.mark.parametrize(("is_committed", "content"), [(True, b"new"), (False, b"old")])
def test_recover_finishes_or_undoes_what_was_interrupted(run, is_committed, content):
    begin("out", is_committed=is_committed)
    done = run("recover", "out")
    assert done.code == 0
    assert "interrupted" in done.text and "a.xml" in done.text
    assert {p.name: p.read_bytes() for p in Path("out").iterdir()} == {"a.xml": content}
    assert run("recover", "out").text == "Nothing is unfinished in out.\n"


def test_the_next_split_finishes_what_was_interrupted_first(run):
    begin("out", is_committed=True)
    put("site.xml", "a")
    done = run("split", "site.xml", *TO)
    assert done.code == 0
    assert "is finished now" in done.err
    assert Path("out/a.xml").read_bytes() == b"new"


def test_there_must_be_a_folder_to_recover(run):
    done = run("recover", "missing")
    assert (done.code, len(done.err.splitlines())) == (2, 1)

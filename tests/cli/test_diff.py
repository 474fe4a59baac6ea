"""Compare from the command line: what is told, the exit code, the reports, what is refused."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest

from .conftest import SITEMAP, urlset

SITE = "https://www.example.com"


def pages(*names, **fields):
    return urlset(*(f"{SITE}/{name}" for name in names), **fields)


def index(*names):
    entries = "".join(f"<sitemap><loc>{SITE}/{name}</loc></sitemap>" for name in names)
    return f'<sitemapindex xmlns="{SITEMAP}">{entries}</sitemapindex>'.encode()


@pytest.fixture
def files(tmp_path):
    """Write files: ``files(old=b"…")`` is old.xml."""

    def write(**contents):
        for name, data in contents.items():
            (tmp_path / f"{name}.xml").write_bytes(data)

    return write


# J17: before and after a release


@pytest.fixture
def releases(tmp_path):
    """A folder and a ZIP of ten pages each, of which two went, one came and one moved."""
    before = tmp_path / "before"
    before.mkdir()
    (before / "a.xml").write_bytes(pages(*"12345", lastmod="2024-01-01"))
    (before / "b.xml").write_bytes(pages(*"67890"))
    with zipfile.ZipFile(tmp_path / "after.zip", "w") as archive:
        archive.writestr("site/a.xml", pages(*"1234", lastmod="2024-02-01"))
        archive.writestr("site/b.xml", pages(*"5678", "new"))
    return "before", "after.zip"


def test_a_release_is_compared_file_by_file(run, releases):
    done = run("diff", *releases)
    assert done.code == 1
    lines = done.text.splitlines()
    assert lines[0] == "before → after.zip  10 entries before, 9 after"
    counts = [" ".join(line.split()) for line in lines[1:8]]
    assert counts == [
        "1 added",
        "2 removed (20.0 %)",
        "5 changed",
        "5 lastmod",
        "0 moved",
        "3 the same",
        "",
    ]
    assert "      lastmod: 2024-01-01 → 2024-02-01" in lines
    assert f"  − {SITE}/9  b.xml, entry 4" in lines
    assert f"  ≠ {SITE}/5  a.xml → site/b.xml" in lines


@pytest.mark.parametrize(
    ("limit", "code"), [("20%", 0), ("19.9%", 1), ("1", 1), ("2", 0), ("0", 1)]
)
def test_more_gone_than_allowed_fails(run, releases, limit, code):
    done = run("diff", *releases, "--fail-if-removed", limit)
    assert done.code == code
    assert ("2 of 10 entries are gone, more than" in done.err) == bool(code)


def test_the_report_of_a_release_is_written_whole(run, releases, tmp_path):
    for form in ("html", "csv", "json"):
        assert run("diff", *releases, "--format", form, "-o", f"out.{form}").code == 1
    told = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert told["counts"]["removed"] == 2 and told["removed_share"] == 0.2
    assert told["entries"] == {"old": 10, "new": 9}
    assert told["differences"][0] == {
        "kind": "changed",
        "address": f"{SITE}/1",
        "old": {"file": "a.xml", "entry": 1},
        "new": {"file": "site/a.xml", "entry": 1},
        "moved": False,
        "fields": [{"field": "lastmod", "old": "2024-01-01", "new": "2024-02-01"}],
    }
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out.csv").read_text("utf-8"))))
    assert len(rows) == len(told["differences"]) == 8
    assert rows[-1]["kind"] == "removed" and rows[-1]["old_file"] == "b.xml"
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "2 removed (20.0 %)" in page and f"{SITE}/9" in page
    assert run("diff", *releases, "--format", "csv", "-o", "out.csv").code == 2


def test_an_index_is_compared_with_all_it_names(run, files, tmp_path):
    for name, numbers in (("one", "12"), ("two", "13")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.xml").write_bytes(index("a.xml", "gone.xml"))
        (tmp_path / name / "a.xml").write_bytes(pages(*numbers))
    done = run("diff", "one/index.xml", "two/index.xml")
    assert done.code == 1
    assert "two/index.xml names 1 sitemap that is not there: gone.xml." in done.err
    assert f"+ {SITE}/3" in done.text and f"− {SITE}/2" in done.text


def test_an_index_without_its_sitemaps_is_compared_itself(run, files):
    files(old=index("a.xml", "b.xml"), new=index("a.xml", "c.xml"))
    done = run("diff", "old.xml", "new.xml")
    assert (done.code, f"+ {SITE}/c.xml" in done.text) == (1, True)


def test_a_file_that_cannot_be_read_leaves_nothing_to_say(run, files, tmp_path):
    files(index=index("good.xml", "bad.xml"), good=pages("1"), bad=b"\x1f\x8bjunk")
    done = run("diff", "good.xml", "index.xml", "-o", "out.txt")
    assert done.code == 2
    assert "bad.xml" in done.err
    assert not (tmp_path / "out.txt").exists()


def test_what_had_to_be_mended_is_told(run, files):
    files(old=pages("1"), new=pages("1").replace(b"</urlset>", b""))
    done = run("diff", "old.xml", "new.xml")
    assert (done.code, "new.xml" in done.err) == (0, True)


# J8: a crawl beside the sitemap

CRAWL = (
    "Address,Content Type,Status Code,Indexability\n"
    f"{SITE}/1,text/html; charset=utf-8,200,Indexable\n"
    f"{SITE}/2,text/html,404,Non-Indexable\n"
    f"{SITE}/3,text/html,200,Non-Indexable\n"
    f"{SITE}/new,text/html,200,Indexable\n"
    f"{SITE}/style.css,text/css,200,Indexable\n"
    f"{SITE}/new?sort=a,text/html,200,Non-Indexable\n"
)


@pytest.fixture
def crawl(tmp_path, files):
    (tmp_path / "crawl.csv").write_text(CRAWL, "utf-8")
    files(site=pages(*"1234"))
    return "crawl.csv"


def test_a_crawl_tells_four_lists(run, crawl):
    told = json.loads(run("diff", "site.xml", crawl, "--filter", "html", "--format", "json").out)
    names = {kind: [] for kind in ("added", "removed", "unfit")}
    for one in told["differences"]:
        names[one["kind"]].append(one["address"].removeprefix(f"{SITE}/"))
    assert names == {"added": ["new"], "removed": ["4"], "unfit": ["2", "3"]}
    assert told["counts"]["same"] == 1
    assert told["left_out"] == 1


def test_a_crawl_is_told_to_people_in_its_own_words(run, crawl):
    done = run("diff", "site.xml", crawl, "--filter", "html,status=200,indexable")
    counts = [" ".join(line.split()) for line in done.text.splitlines()[1:7]]
    assert counts == [
        "1 only in the list",
        "1 only in the sitemap (25.0 %)",
        "0 changed",
        "2 in the sitemap, not indexable",
        "1 the same",
        "1 row of the list does not count",
    ]


def test_addresses_of_a_list_belong_to_the_site_of_the_sitemap(run, files, tmp_path):
    files(site=pages("1", "2"))
    (tmp_path / "list.csv").write_text("URL,Title\n/1,one\n/3,three\n", "utf-8")
    done = run("diff", "list.csv", "site.xml", "--format", "json")
    told = json.loads(done.out)
    assert [(one["kind"], one["address"]) for one in told["differences"]] == [
        ("added", f"{SITE}/2"),
        ("removed", f"{SITE}/3"),
    ]


# One file and another


def test_nothing_differs(run, files):
    files(old=pages("1", "2"), new=pages("1", "2"))
    done = run("diff", "old.xml", "new.xml")
    assert (done.code, done.err) == (0, "")


def test_standard_input_is_one_of_the_two(run, files):
    files(old=pages("1", "2"))
    done = run("diff", "old.xml", "-", stdin=pages("2", "3"))
    assert done.code == 1
    assert f"+ {SITE}/3" in done.text


def test_long_lists_of_differences_are_cut_for_people(run, files):
    files(old=pages(), new=pages(*map(str, range(30))))
    done = run("diff", "old.xml", "new.xml")
    assert done.text.count("  + ") == 20
    assert "  … and 10 more" in done.text


def test_formulas_are_guarded_in_tables(run, files):
    files(old=urlset("=1+1"), new=urlset("@x"))
    done = run("diff", "old.xml", "new.xml", "--format", "csv")
    assert "'=1+1" in done.text and "'@x" in done.text


def test_reports_show_nothing_as_markup(run, files):
    files(old=urlset("&lt;script>"), new=urlset(f"{SITE}/&#x202e;x"))
    page = run("diff", "old.xml", "new.xml", "--format", "html").text
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "\u202e" not in page


WRONG = [
    (("-", "-"), "Only one of OLD and NEW"),
    (("old.xml", "none.xml"), "none.xml"),
    (("old.xml", "old.xml", "--fail-if-removed", "many"), "no share or number"),
    (("old.xml", "old.xml", "--match", "alike"), "--match cannot be alike"),
    (("old.xml", "old.xml", "--filter", "html"), "Neither OLD nor NEW is a list"),
    (("old.xml", "page.xml"), "page.xml"),
    (("old.xml",), "NEW is missing"),
]


@pytest.mark.parametrize(("words", "said"), WRONG)
def test_wrong_usage_is_one_clear_line(run, files, words, said):
    files(old=pages("1"), page=b"<!DOCTYPE html><html><body>x</body></html>")
    done = run("diff", *words)
    assert (done.code, done.out) == (2, b"")
    assert said in done.err and done.err.count("\n") == 1


def test_an_archive_of_something_else_is_refused(run, files, tmp_path):
    files(old=pages("1"))
    with zipfile.ZipFile(tmp_path / "notes.zip", "w") as archive:
        archive.writestr("readme.md", "hello")
    done = run("diff", "old.xml", "notes.zip")
    assert (done.code, "There is no sitemap in the archive" in done.err) == (2, True)


def test_a_list_in_an_archive_is_a_list(run, files, tmp_path):
    files(old=pages("1"))
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("Table.csv", f"URL,Last crawled\n{SITE}/2,2024-05-01\n")
    done = run("diff", "old.xml", "export.zip", "--format", "json")
    counts = json.loads(done.text)["counts"]
    assert (counts["added"], counts["removed"]) == (1, 1)


def test_several_files_that_cannot_be_read_are_one_line(run, files, tmp_path):
    page = b"<!DOCTYPE html><html><body>x</body></html>"
    files(old=pages("1"), a=page, b=page, c=page)
    entries = "".join(f"<sitemap><loc>{SITE}/{name}.xml</loc></sitemap>" for name in "abc")
    text = f'<sitemapindex xmlns="{SITEMAP}">{entries}</sitemapindex>'
    (tmp_path / "index.xml").write_text(text)
    done = run("diff", "old.xml", "index.xml")
    assert (done.code, done.out, done.err.count("\n")) == (2, b"", 1)
    assert "2 more files" in done.err and "c.xml" in done.err


@pytest.mark.parametrize(
    ("prefix", "uri", "code"), [("b", "urn:q", 0), ("a", "urn:z", 1), ("b", "urn:z", 1)]
)
def test_elements_are_compared_by_their_namespace_and_not_by_their_prefix(
    run, tmp_path, prefix, uri, code
):
    for name, mark, space in (("old", "a", "urn:q"), ("new", prefix, uri)):
        entry = f"<url><loc>{SITE}/1</loc><{mark}:x>1</{mark}:x></url>"
        text = f'<urlset xmlns="{SITEMAP}" xmlns:{mark}="{space}">{entry}</urlset>'
        (tmp_path / f"{name}.xml").write_text(text)
    assert run("diff", "old.xml", "new.xml").code == code

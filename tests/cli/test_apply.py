"""Apply a list to a sitemap: the jobs people bring lists for, what is said, what is refused."""

from __future__ import annotations

import json
import zipfile
from datetime import date

import pytest

from sitemap_editor.document.opening import open_bytes

from .conftest import urlset

SITE = "https://www.example.com"
A, B, C, D = (f"{SITE}/{name}" for name in "abcd")


@pytest.fixture
def sitemap(tmp_path):
    def make(*locs, **fields):
        (tmp_path / "in.xml").write_bytes(urlset(*locs, **fields))
        return "in.xml"

    return make


@pytest.fixture
def rows(tmp_path):
    def make(*lines, name="list.csv"):
        (tmp_path / name).write_text("\n".join(lines) + "\n", "utf-8")
        return name

    return make


def entries(path, field="loc"):
    doc = open_bytes(path.read_bytes())
    return [doc.value(position, field) for position in range(len(doc))]


# J1


def test_pages_that_are_gone_are_taken_out_and_others_are_left(run, sitemap, rows, tmp_path):
    links = rows(
        "Type,Source,Destination,Anchor,Status Code,Status,Follow",
        f"Hyperlink,{A},{B},x,404,Not Found,true",
        f"Hyperlink,{D},{B},y,404,Not Found,true",
        f"Hyperlink,{A},{C},x,503,Service Unavailable,true",
        f"Hyperlink,{A},{SITE}/never,x,410,Gone,true",
    )
    done = run("apply", links, sitemap(A, B, C, D), "-o", "out.xml", "--do", "remove")
    assert done.code == 0
    assert entries(tmp_path / "out.xml") == [A, C, D]
    assert "1 entry taken out, 3 left." in done.text
    assert "1  not found in the sitemap" in done.text
    assert "1 row of the list did not count for its status; --status says which do." in done.text


def test_other_spellings_count_when_asked_for(run, sitemap, rows, tmp_path):
    name, listed = sitemap(A, B), rows("url", "https://WWW.example.com:443/a")
    done = run("apply", listed, name, "-o", "exact.xml", "--do", "remove")
    assert entries(tmp_path / "exact.xml") == [A, B]
    assert "1  spelled otherwise in the list; --match equivalent" in done.text
    done = run(*("apply", listed, name, "-o", "out.xml", "--do", "remove"), "--match", "equivalent")
    assert entries(tmp_path / "out.xml") == [B]
    assert "1  matched after normalising" in done.text


def test_people_say_which_statuses_count(run, sitemap, rows, tmp_path):
    listed = rows("url,status code", f"{A},404", f"{B},403", f"{C},0")
    args = ("apply", listed, sitemap(A, B, C, D), "--do", "remove", "-o")
    for number, (more, left) in enumerate(
        [
            ((), [B, C, D]),
            (("--status", "gone,denied"), [C, D]),
            (("--status", "all"), [D]),
            (("--filter", "status=403"), [A, C, D]),
        ]
    ):
        assert run(*args, f"{number}.xml", *more).code == 0
        assert entries(tmp_path / f"{number}.xml") == left


def test_addresses_without_their_site_are_those_of_the_sitemap(run, sitemap, rows, tmp_path):
    done = run("apply", rows("url", "/b", "/c"), sitemap(A, B), "-o", "out.xml", "--do", "remove")
    assert done.code == 0
    assert entries(tmp_path / "out.xml") == [A]


# J2


def test_redirected_pages_get_the_end_of_their_chain(run, sitemap, rows, tmp_path):
    listed = rows("old_url,new_url,status_code", f"{A},{B},301", f"{B},{C},301", f"{D},{D}x,301")
    args = ("apply", listed, sitemap(A, C, D, lastmod="2024-01-01"), "--do", "replace")
    done = run(*args, "-o", "out.xml", "--format", "json")
    assert entries(tmp_path / "out.xml") == [C, f"{D}x"]
    told = json.loads(done.out)
    assert (told["changed"], told["merged"], told["chains"]) == (1, 1, 1)


def test_circles_are_left_and_named(run, sitemap, rows, tmp_path):
    listed = rows("old url,new url", f"{A},{B}", f"{B},{A}")
    done = run("apply", listed, sitemap(A, C), "-o", "out.xml", "--do", "replace")
    assert entries(tmp_path / "out.xml") == [A, C]
    assert "2  lead in a circle" in done.text
    assert f" {A}\n" in done.text


def test_other_hosts_can_be_left(run, sitemap, rows, tmp_path):
    listed = rows("old url,new url", f"{A},https://other.example/a", f"{B},{C}")
    args = ("apply", listed, sitemap(A, B), "--do", "replace")
    run(*args, "-o", "all.xml")
    assert entries(tmp_path / "all.xml") == ["https://other.example/a", C]
    done = run(*args, "-o", "own.xml", "--other-hosts", "leave")
    assert entries(tmp_path / "own.xml") == [A, C]
    assert "1  lead to another host and were left" in done.text


def test_two_columns_without_names_are_old_and_new(run, sitemap, rows, tmp_path):
    done = run("apply", rows(f"{A},{C}"), sitemap(A, B), "-o", "out.xml", "--do", "replace")
    assert done.code == 0
    assert entries(tmp_path / "out.xml") == [C, B]


# J8


def test_what_the_crawl_found_and_may_be_indexed_is_kept(run, sitemap, rows, tmp_path):
    crawl = rows(
        "Address,Content Type,Status Code,Indexability",
        f"{A},text/html,200,Indexable",
        f"{B},text/html,200,Non-Indexable",
        f"{C},application/pdf,200,Indexable",
    )
    args = ("apply", crawl, sitemap(A, B, C, D), "-o", "out.xml", "--do", "keep")
    done = run(*args, "--filter", "status=200,indexable,html")
    assert entries(tmp_path / "out.xml") == [A]
    assert "3 entries taken out, 1 left." in done.text
    assert "Rows left out: 2 left out by a filter." in done.text


def test_to_keep_nothing_is_refused(run, sitemap, rows, tmp_path):
    args = ("apply", rows("url", D), sitemap(A, B), "-o", "out.xml", "--do", "keep")
    done = run(*args)
    assert (done.code, done.out) == (2, b"")
    assert "nothing would be kept" in done.err
    assert not (tmp_path / "out.xml").exists()
    assert run(*args, "--force").code == 0
    assert entries(tmp_path / "out.xml") == []


# J16


def test_changed_pages_get_their_date(run, sitemap, rows, tmp_path):
    listed = rows("url,changed", f"{A},15/03/2024", f"{C},")
    args = ("apply", listed, sitemap(A, B, C, lastmod="2020-01-01"), "--do", "set")
    assert run(*args, "-o", "list.xml", "--map", "lastmod=changed").code == 0
    assert entries(tmp_path / "list.xml", "lastmod") == ["2024-03-15", "2020-01-01", "2020-01-01"]
    done = run(*args, "-o", "today.xml", "--set", "lastmod=today")
    today = date.today().isoformat()
    assert entries(tmp_path / "today.xml", "lastmod") == [today, "2020-01-01", today]
    assert "2 entries changed." in done.text


def test_untouched_entries_keep_their_bytes(run, tmp_path, rows):
    text = urlset(A, B, lastmod="2020-01-01").replace(b"<url><loc>", b"<url>\r\n <loc >", 1)
    (tmp_path / "in.xml").write_bytes(text)
    run(*("apply", rows("url", B), "in.xml", "-o", "out.xml", "--do", "set"), "--set", "priority=1")
    assert (tmp_path / "out.xml").read_bytes().startswith(text[: text.index(b"</url>")])


# J18


def test_an_export_of_search_console_is_applied_as_it_is(run, sitemap, tmp_path):
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("Metadata.csv", "Property,Value\nSitemap,All\nIssue,Not found (404)\n")
        archive.writestr("Table.csv", f"URL,Last crawled\n{B},2024-01-01\n{D},2024-01-02\n")
    done = run("apply", "export.zip", sitemap(A, B), "-o", "out.xml", "--do", "remove")
    assert entries(tmp_path / "out.xml") == [A]
    assert "1  matched exactly" in done.text


# J19


def test_a_migration_has_sitemaps_of_the_old_and_of_the_new_addresses(run, sitemap, rows, tmp_path):
    listed = rows("old_url,new_url", f"{A},{SITE}/new/a", f"{B},{A}")
    assert run("convert", listed, "-o", "old.xml", "--map", "loc=old_url").code == 0
    assert entries(tmp_path / "old.xml") == [A, B]
    done = run("apply", listed, "old.xml", "-o", "new.xml", "--do", "replace")
    assert entries(tmp_path / "new.xml") == [f"{SITE}/new/a"]
    assert "1  lead on in the list" in done.text


# What is said and refused

WRONG = [
    ((), "Say what to do with --do"),
    (("--do", "burn"), "there are: remove, keep, set, replace."),
    (("--do", "remove", "--match", "fuzzy"), "there are: exact, equivalent."),
    (("--do", "remove", "--status", "odd"), "there are: all, fine, redirect, gone"),
    (("--do", "remove", "--set", "lastmod=today"), "--set belongs to --do set."),
    (("--do", "set", "--set", "loc=x"), "there are: lastmod, changefreq, priority."),
    (("--do", "set", "--set", "lastmod=soon"), "lastmod cannot be soon"),
    (("--do", "set", "--set", "priority=2"), "priority cannot be 2"),
    (("--do", "set"), "no column to be set"),
    (("--do", "replace"), "no column of new addresses"),
    (("--do", "remove", "--map", "loc=nowhere"), "no column nowhere"),
]


@pytest.mark.parametrize(("more", "words"), WRONG)
def test_what_cannot_be_done_writes_nothing(run, sitemap, rows, tmp_path, more, words):
    done = run("apply", rows("url", A), sitemap(A), "-o", "out.xml", *more)
    assert (done.code, done.out) == (2, b"")
    assert words in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out.xml").exists()


def test_rows_left_out_are_counted_and_written(run, sitemap, rows, tmp_path):
    listed = rows("url,note", *(f"{A}{n},x" for n in range(5)), f"{A},x", "nothing,y")
    args = ("apply", listed, sitemap(A, B), "-o", "-", "--do", "keep")
    done = run(*args, "--rejects", "rejects.csv")
    assert done.code == 0
    assert [value for value in (A, B) if value in done.text] == [A]
    assert "Rows left out: 1 with an address that no sitemap can hold." in done.err
    assert "nothing,y,8," in (tmp_path / "rejects.csv").read_text("utf-8")


def test_programs_get_counts(run, sitemap, rows):
    listed = rows("url,status code", f"{A},404", f"{C},410", f"{B},200")
    args = ("apply", listed, sitemap(A, B), "-o", "out.xml", "--do", "remove", "--format", "json")
    told = json.loads(run(*args).out)
    assert told["matched"] == {"exact": 1, "equivalent": 0}
    assert (told["removed"], told["not_found"], told["rows"]) == (1, 1, 2)
    assert told["statuses"] == {"gone": 2, "fine": 1}
    assert told["left_out"] == {"status": 1}


@pytest.mark.parametrize("name", ["robots.txt", "feed.xml"])
def test_what_has_no_pages_or_cannot_be_changed_is_refused(run, rows, tmp_path, name):
    (tmp_path / "robots.txt").write_text("User-agent: *\nSitemap: https://a.org/s.xml\n")
    (tmp_path / "feed.xml").write_text(
        "<rss version='2.0'><channel><item><link>https://a.org/1</link></item></channel></rss>"
    )
    done = run("apply", rows("url", A), name, "-o", "out.xml", "--do", "remove")
    assert done.code == 2
    assert done.err.count("\n") == 1

"""``fix``: writes the mended document always, the rest of the file untouched, and an account."""

from __future__ import annotations

import gzip
import json

import pytest

from .conftest import urlset

CLEAN = urlset("https://www.example.com/a")
WRONG = urlset("https://www.example.com/a", changefreq="Weekly") + b"<!-- kept -->\n"
MENDED = WRONG.replace(b"Weekly", b"weekly")


@pytest.fixture(autouse=True)
def files(tmp_path):
    (tmp_path / "clean.xml").write_bytes(CLEAN)
    (tmp_path / "wrong.xml").write_bytes(WRONG)


def test_only_what_was_wrong_is_changed(run, tmp_path):
    done = run("fix", "wrong.xml", "-o", "out.xml")
    assert done.code == 0
    assert (tmp_path / "out.xml").read_bytes() == MENDED
    assert (tmp_path / "wrong.xml").read_bytes() == WRONG
    assert "wrong.xml  1 finding mended." in done.text


def test_out_is_written_also_when_nothing_was_wrong(run, tmp_path):
    done = run("fix", "clean.xml", "-o", "out.xml")
    assert done.code == 0
    assert (tmp_path / "out.xml").read_bytes() == CLEAN


def test_the_account_for_programs(run):
    account = json.loads(run("fix", "wrong.xml", "-o", "out.xml", "--format", "json").out)
    assert account["file"] == "wrong.xml"
    assert account["output"] == "out.xml"
    assert account["dry_run"] is False
    (fixed,) = account["fixed"]
    assert fixed["count"] == 1
    assert fixed["code"].startswith("changefreq")
    assert set(account["summary"]) == {"error", "warning", "info"}


def test_a_dry_run_writes_nothing(run, tmp_path):
    done = run("fix", "wrong.xml", "--dry-run")
    assert done.code == 0
    assert "1 finding would be mended." in done.text
    run("fix", "wrong.xml", "-o", "out.xml", "--dry-run")
    assert not (tmp_path / "out.xml").exists()


def test_more_options_are_named_unless_they_were_given(run, tmp_path):
    (tmp_path / "no-loc.xml").write_bytes(CLEAN.replace(b"</urlset>", b"<url></url></urlset>"))
    assert "More can be mended with --ask" in run("fix", "no-loc.xml", "--dry-run").text
    done = run("fix", "no-loc.xml", "--dry-run", "--ask", "accept")
    assert "Left: " in done.text and "--ask" not in done.text


def test_only_these_rules(run, tmp_path):
    run("fix", "wrong.xml", "-o", "out.xml", "--only", "loc-duplicate-exact,lastmod-impossible")
    assert (tmp_path / "out.xml").read_bytes() == WRONG


def test_what_needs_a_decision_is_left_unless_accepted(run, tmp_path):
    data = urlset("https://www.example.com/a", changefreq="biweekly")
    (tmp_path / "odd.xml").write_bytes(data)
    run("fix", "odd.xml", "-o", "one.xml")
    assert (tmp_path / "one.xml").read_bytes() == data
    argv = ("--only", "changefreq-invalid", "--ask", "accept")
    run("fix", "odd.xml", "-o", "two.xml", *argv)
    assert b"<changefreq>weekly<" in (tmp_path / "two.xml").read_bytes()
    done = run("fix", "odd.xml", "-o", "all.xml", "--ask", "accept")
    assert (done.code, done.err) == (0, "")


def test_the_suffix_decides_about_gzip(run, tmp_path):
    run("fix", "wrong.xml", "-o", "out.xml.gz")
    assert gzip.decompress((tmp_path / "out.xml.gz").read_bytes()) == MENDED


def test_document_on_standard_output_account_on_standard_error(run):
    done = run("fix", "-", "-o", "-", stdin=WRONG)
    assert done.out == MENDED
    assert "1 finding mended." in done.err


def test_another_suffix_keeps_the_format(run, tmp_path):
    assert run("fix", "wrong.xml", "-o", "out.tmp").code == 0
    assert (tmp_path / "out.tmp").read_bytes() == MENDED


def test_mending_a_file_in_place_needs_force(run, tmp_path):
    assert run("fix", "wrong.xml", "-o", "wrong.xml").code == 2
    assert (tmp_path / "wrong.xml").read_bytes() == WRONG
    assert run("fix", "wrong.xml", "-o", "wrong.xml", "--force").code == 0
    assert (tmp_path / "wrong.xml").read_bytes() == MENDED


def test_mending_twice_changes_nothing_more(run, tmp_path):
    run("fix", "wrong.xml", "-o", "one.xml")
    run("fix", "one.xml", "-o", "two.xml")
    assert (tmp_path / "one.xml").read_bytes() == (tmp_path / "two.xml").read_bytes()


@pytest.mark.parametrize("data", [b"", b"<html></html>", urlset("a&b")[:-3] + b"<p>"])
def test_a_refused_file_is_one_line_and_nothing_written(run, tmp_path, data):
    (tmp_path / "odd.xml").write_bytes(data)
    done = run("fix", "odd.xml", "-o", "out.xml")
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith("sitemap-editor: odd.xml")
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out.xml").exists()


DATED = urlset("https://www.example.com/a", lastmod="03/04/2024 08:30")


def test_decisions_are_given_on_the_command_line(run, tmp_path):
    (tmp_path / "dated.xml").write_bytes(DATED)
    options = ("--only", "lastmod-locale-format", "--ask", "accept")
    answers = ("--answer", "date_order=mdy", "--answer", "zone=+02:00")
    run("fix", "dated.xml", "-o", "usual.xml", *options)
    run("fix", "dated.xml", "-o", "out.xml", *options, *answers)
    old = b"03/04/2024 08:30"
    assert (tmp_path / "usual.xml").read_bytes() == DATED.replace(old, b"2024-04-03")
    wanted = DATED.replace(old, b"2024-03-04T08:30:00+02:00")
    assert (tmp_path / "out.xml").read_bytes() == wanted


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("colour=red", "No fix asks for colour"),
        ("keep=none", "first, last, newest, richest"),
        ("site_host=", "https://www.example.com"),
    ],
)
def test_what_is_no_answer_is_said(run, answer, said):
    done = run("fix", "wrong.xml", "-o", "out.xml", "--answer", answer)
    assert done.code == 2
    assert said in done.err


def test_how_a_file_is_written_is_mended_too(run, tmp_path):
    latin = WRONG.replace(b"UTF-8", b"ISO-8859-1").replace(b"/a<", b"/\xe9<")
    (tmp_path / "latin.xml").write_bytes(latin)
    run("fix", "latin.xml", "-o", "out.xml", "--only", "encoding-not-utf8")
    assert (tmp_path / "out.xml").read_bytes() == WRONG.replace(b"/a<", "/é<".encode())
    (tmp_path / "marked.xml").write_bytes(b"\xef\xbb\xbf" + WRONG)
    run("fix", "marked.xml", "-o", "bare.xml", "--only", "bom-present")
    assert (tmp_path / "bare.xml").read_bytes() == WRONG


def test_a_file_may_become_another_kind(run, tmp_path):
    text = urlset("https://www.example.com/sitemap-1.xml")
    (tmp_path / "children.xml").write_bytes(text)
    run("fix", "children.xml", "-o", "out.xml", "--only", "loc-is-sitemap", "--ask", "accept")
    assert b"<sitemapindex" in (tmp_path / "out.xml").read_bytes()

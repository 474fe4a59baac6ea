"""``repair``: writes the readable document, tells each change, and guesses only when allowed."""

from __future__ import annotations

import gzip
import json
from xml.parsers.expat import ExpatError, ParserCreate

import pytest

from .conftest import urlset

CLEAN = urlset("https://www.shop.org/a", "https://www.shop.org/?a=1&amp;b=2")
BROKEN = b"\n" + CLEAN.replace(b"&amp;", b"&")
CUT = CLEAN[: CLEAN.rindex(b"</loc>") - 3]


@pytest.fixture(autouse=True)
def files(tmp_path):
    (tmp_path / "clean.xml").write_bytes(CLEAN)
    (tmp_path / "broken.xml").write_bytes(BROKEN)
    (tmp_path / "cut.xml").write_bytes(CUT)


def test_only_what_was_broken_is_changed(run, tmp_path):
    done = run("repair", "broken.xml", "-o", "out.xml")
    assert done.code == 0
    assert (tmp_path / "out.xml").read_bytes() == CLEAN
    assert (tmp_path / "broken.xml").read_bytes() == BROKEN
    assert "broken.xml  2 repairs made." in done.text
    assert "broken.xml:5:38  ampersand-unescaped" in done.text


def test_out_is_written_also_when_nothing_was_broken(run, tmp_path):
    done = run("repair", "clean.xml", "-o", "out.xml")
    assert (done.code, (tmp_path / "out.xml").read_bytes()) == (0, CLEAN)
    assert "Nothing had to be repaired." in done.text


def test_the_report_for_programs(run):
    report = json.loads(run("repair", "broken.xml", "-o", "out.xml", "--format", "json").out)
    assert (report["file"], report["output"], report["entries"]) == ("broken.xml", "out.xml", 2)
    assert report["summary"] == {"safe": 2, "ask": 0}
    first, second = report["repairs"]
    assert (first["code"], first["line"], first["column"]) == ("xml-declaration-not-first", 1, 1)
    assert (second["before"], second["after"], second["kind"]) == ("&", "&amp;", "safe")
    assert second["reason"]


def parses(data: bytes) -> bool:
    try:
        ParserCreate().Parse(data, True)
    except (ExpatError, LookupError):
        return False
    return True


@pytest.mark.parametrize(
    ("label", "letter", "code", "ask"),
    [
        ("UFT-8", "é".encode(), "encoding-name-unknown", "skip"),
        ("UTF-16", b"e", "encoding-declaration-mismatch", "skip"),
        ("UTF-8", "é".encode("latin-1"), "encoding-not-utf8", "accept"),
        ("UFT-8", "é".encode("latin-1"), "encoding-not-utf8", "accept"),
    ],
)
def test_a_file_that_says_a_wrong_encoding_can_be_read_by_all(
    run, tmp_path, label, letter, code, ask
):
    data = CLEAN.replace(b"shop.org/a", b"shop.org/a" + letter).replace(b"UTF-8", label.encode())
    (tmp_path / "in.xml").write_bytes(data)
    assert not parses(data)
    done = run("repair", "in.xml", "-o", "out.xml", "--ask", ask, "--format", "json")
    assert done.code == 0
    assert [one["code"] for one in json.loads(done.out)["repairs"]] == [code]
    out = (tmp_path / "out.xml").read_bytes()
    assert parses(out)
    meant = b"e" if letter == b"e" else "é".encode()
    assert out == CLEAN.replace(b"shop.org/a", b"shop.org/a" + meant)


def test_a_wrong_mark_and_a_wrong_label_are_two_repairs(run, tmp_path):
    (tmp_path / "in.xml").write_bytes(b"\xff\xfe" + CLEAN.replace(b"UTF-8", b"UTF-16"))
    done = run("repair", "in.xml", "-o", "out.xml", "--format", "json")
    codes = [one["code"] for one in json.loads(done.out)["repairs"]]
    assert codes == ["encoding-not-utf8", "encoding-declaration-mismatch"]
    assert (tmp_path / "out.xml").read_bytes() == CLEAN


def test_an_encoding_is_guessed_only_when_allowed(run, tmp_path):
    (tmp_path / "in.xml").write_bytes(CLEAN.replace(b"shop.org/a", b"shop.org/\xe9"))
    done = run("repair", "in.xml", "-o", "out.xml")
    assert done.code == 2
    assert "--ask accept" in done.err
    assert not (tmp_path / "out.xml").exists()


def test_a_guess_is_made_only_when_allowed(run, tmp_path):
    done = run("repair", "cut.xml", "-o", "out.xml")
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith("sitemap-editor: cut.xml:3:")
    assert "--ask accept" in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out.xml").exists()
    done = run("repair", "cut.xml", "-o", "out.xml", "--ask", "accept")
    assert done.code == 0
    assert (tmp_path / "out.xml").read_bytes().count(b"<loc>") == 1
    assert "a guess" in done.text


def test_fix_guesses_only_when_allowed_too(run, tmp_path):
    assert run("fix", "cut.xml", "-o", "out.xml").code == 2
    done = run(
        "fix", "cut.xml", "-o", "out.xml", "--ask", "accept", "--only", "loc-duplicate-exact"
    )
    assert done.code == 0
    assert "file-truncated" in done.text


def test_fix_counts_what_was_broken_as_mended(run, tmp_path):
    done = run("fix", "broken.xml", "-o", "out.xml", "--format", "json")
    account = json.loads(done.out)
    assert {"code": "ampersand-unescaped", "count": 1} in account["fixed"]
    assert "ampersand-unescaped" not in {one["code"] for one in account["left"]}
    assert (tmp_path / "out.xml").read_bytes() == CLEAN


def test_a_compressed_file_stays_so_by_the_name_of_out(run, tmp_path):
    (tmp_path / "broken.xml.gz").write_bytes(gzip.compress(BROKEN))
    run("repair", "broken.xml.gz", "-o", "out.xml.gz")
    assert gzip.decompress((tmp_path / "out.xml.gz").read_bytes()) == CLEAN


def test_the_document_on_standard_output_and_the_report_beside_it(run):
    done = run("repair", "-", "-o", "-", stdin=BROKEN)
    assert (done.code, done.out) == (0, CLEAN)
    assert "2 repairs made." in done.err


@pytest.mark.parametrize("data", [b"", b"<html></html>", b'{"a": 1}', b"a,b\nc,d\n", b"PK\3\4zip"])
def test_what_is_no_sitemap_is_refused_in_one_line(run, tmp_path, data):
    (tmp_path / "odd.xml").write_bytes(data)
    done = run("repair", "odd.xml", "-o", "out.xml", "--ask", "accept")
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith("sitemap-editor: odd.xml: ")
    assert done.err.count("\n") == 1
    assert not (tmp_path / "out.xml").exists()

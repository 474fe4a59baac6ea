"""Find and replace on the command line: what is written, what is said, what is refused."""

from __future__ import annotations

import json

import pytest

from sitemap_editor.document.opening import open_bytes

from .conftest import SITEMAP, urlset

A = "https://www.example.com"


@pytest.fixture
def sitemap(tmp_path):
    def make(*locs, **fields):
        (tmp_path / "in.xml").write_bytes(urlset(*locs, **fields))
        return "in.xml"

    return make


def entries(path, field="loc"):
    doc = open_bytes(path.read_bytes())
    return doc.values_of(doc.ids, field)


def test_blanks_are_filled_and_slips_mended_by_pattern(run, tmp_path):
    """J25: capture groups per column, and blanks filled."""
    rows = ((f"{A}/b/2024-1-5", "2024-1-5"), (f"{A}/c", ""), (f"{A}/d", "2024-11-25"))
    body = "".join(f"<url><loc>{loc}</loc><lastmod>{date}</lastmod></url>" for loc, date in rows)
    (tmp_path / "in.xml").write_text(f'<urlset xmlns="{SITEMAP}">{body}</urlset>')
    pattern = ("--find", r"(\d{4})-(\d)-(\d)", "--with", r"\1-0\2-0\3", "--regex", "--whole")
    done = run("replace", "in.xml", "-o", "a.xml", "--field", "lastmod", *pattern)
    assert (done.code, done.err) == (0, "")
    assert entries(tmp_path / "a.xml", "lastmod") == ["2024-01-05", "", "2024-11-25"]
    assert entries(tmp_path / "a.xml") == [loc for loc, _date in rows]
    fill = ("--find", "", "--with", "2025-01-01", "--whole", "--field", "lastmod")
    assert run("replace", "a.xml", "-o", "b.xml", *fill).code == 0
    assert entries(tmp_path / "b.xml", "lastmod") == ["2024-01-05", "2025-01-01", "2024-11-25"]


def test_letters_count_unless_case_is_ignored(run, sitemap, tmp_path):
    name = sitemap(f"{A}/Old", f"{A}/old", f"{A}/x")
    done = run("replace", name, "-o", "out.xml", "--find", "old", "--with", "new")
    assert entries(tmp_path / "out.xml") == [f"{A}/Old", f"{A}/new", f"{A}/x"]
    assert "in.xml  1 value replaced." in done.text
    words = ("--find", "old", "--with", "new", "--ignore-case", "--format", "json", "--force")
    done = run("replace", name, "-o", "out.xml", *words)
    told = json.loads(done.text)
    assert (told["values"], told["entries"], told["occurrences"], told["left"]) == (2, 2, 2, {})


def test_what_stays_is_told(run, sitemap):
    name = sitemap(f"{A}/a", f"{A}/b")
    done = run("replace", name, "-o", "-", "--find", f"{A}/a", "--with", "")
    assert done.out == urlset(f"{A}/a", f"{A}/b")
    assert "1  left: no address would remain" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Say what to look for"),
        (("--find", "a"), "Say what to look for"),
        (("--find", "", "--with", "x"), "--find is empty"),
        (("--find", "(", "--with", "x", "--regex"), "The pattern cannot be read"),
        (("--find", "a", "--with", r"\1", "--regex"), "asks for group 1"),
        (("--find", "a", "--with", "b", "--field", "title"), "--field cannot be title"),
    ],
)
def test_what_cannot_be_done_is_refused(run, sitemap, tmp_path, words, said):
    done = run("replace", sitemap(f"{A}/a"), "-o", "out.xml", *words)
    assert done.code == 2
    assert said in done.err
    assert not (tmp_path / "out.xml").exists()

"""Sorting the file: entries keep their bytes, comments go with them, one step does it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.sorting import IMPORTED, NATURAL, sort_file
from tests.document.conftest import HEAD, consistent, entry, urlset


def sort(doc: Document, by: str, *, descending: bool = False) -> bool:
    """Sort, and undo and redo it twice; the bytes must be the same each time."""
    before, entries = doc.text(), sorted(doc.store.raws(doc.ids))
    is_done = doc.edit(sort_file(doc, by, descending), "sort") is not None
    after = doc.text()
    consistent(doc)
    for _ in range(2 if is_done else 0):
        doc.undo()
        assert doc.text() == before
        consistent(doc)
        doc.redo()
        assert doc.text() == after
    assert sorted(doc.store.raws(doc.ids)) == entries
    return is_done


def locs(doc: Document) -> list[str | None]:
    return doc.values_of(doc.ids, "loc")


@pytest.mark.parametrize(
    ("by", "descending", "expected"),
    [
        ("loc", False, "p1 p10 p2"),
        ("loc", True, "p2 p10 p1"),
        (NATURAL, False, "p1 p2 p10"),
        (NATURAL, True, "p10 p2 p1"),
        ("lastmod", False, "p2 p10 p1"),
        ("lastmod", True, "p10 p2 p1"),
    ],
)
def test_entries_come_into_order_and_those_without_a_value_last(
    by: str, descending: bool, expected: str
) -> None:
    doc = open_bytes(urlset(entry("p10", lastmod="2025"), entry("p1"), entry("p2", lastmod="2024")))
    assert sort(doc, by, descending=descending)
    assert locs(doc) == expected.split()


def test_the_order_entries_came_in_can_be_had_back() -> None:
    doc = open_bytes(urlset(entry("c"), entry("a"), entry("b")))
    before = doc.text()
    sort(doc, "loc")
    doc.add({"loc": "new"}, at=0)
    sort(doc, IMPORTED)
    assert locs(doc) == ["c", "a", "b", "new"]
    doc.delete(3)
    assert doc.text() == before
    sort(doc, IMPORTED, descending=True)
    assert locs(doc) == ["b", "a", "c"]


def test_what_is_in_order_is_not_touched() -> None:
    doc = open_bytes(urlset(entry("a"), entry("b")))
    assert sort_file(doc, "loc") is None
    assert sort_file(open_bytes(urlset()), "loc") is None


def test_numbers_of_any_length_and_with_zeros_are_numbers() -> None:
    names = ["x9", f"x{'1' * 300}", "x010", "x1/2", "x1/10", "x", "x9a", "y1"]
    doc = open_bytes(urlset(*map(entry, names)))
    sort(doc, NATURAL)
    assert locs(doc) == ["x", "x1/2", "x1/10", "x9", "x9a", "x010", f"x{'1' * 300}", "y1"]


def test_a_comment_goes_with_the_entry_it_stands_before_or_behind() -> None:
    text = (
        f"{HEAD}\n"
        "  <!-- about c -->\n  <url><loc>c</loc></url> <!-- c ends -->\n"
        "  <!-- about a -->\n  <url><loc>a</loc></url>\n"
        "  <url><loc>b</loc></url> <!-- b ends -->\n</urlset>\n"
    )
    doc = open_bytes(text.encode())
    sort(doc, "loc")
    assert doc.text().decode() == (
        f"{HEAD}\n"
        "  <!-- about a -->\n  <url><loc>a</loc></url>\n"
        "  <url><loc>b</loc></url> <!-- b ends -->\n"
        "  <!-- about c -->\n  <url><loc>c</loc></url> <!-- c ends -->\n</urlset>\n"
    )


def test_the_header_of_the_file_stays_first() -> None:
    header = f"{HEAD}\n  <!-- made by hand -->\n"
    a, b = "  <url><loc>a</loc></url>\n", "  <url><loc>b</loc></url>\n"
    doc = open_bytes(f"{header}{b}{a}</urlset>".encode())
    sort(doc, "loc")
    assert doc.text().decode() == f"{header}{a}{b}</urlset>"


def test_a_file_on_one_line_stays_on_one_line() -> None:
    doc = open_bytes(urlset("<url><loc>b</loc></url>", "<url><loc>a</loc></url>", gap="", end=""))
    sort(doc, "loc")
    assert b"<url><loc>a</loc></url><url><loc>b</loc></url></urlset>" in doc.text()


def test_a_text_list_is_sorted_line_by_line() -> None:
    doc = open_bytes(b"https://a.example/b\r\nhttps://a.example/c\r\nhttps://a.example/a")
    sort(doc, "loc")
    assert doc.text() == b"https://a.example/a\r\nhttps://a.example/b\r\nhttps://a.example/c"


GAPS = st.sampled_from(
    ("\n  ", "", " <!-- x -->\n", "\n<!-- y -->", "\n<!-- p --><!-- q -->\n ", "<?pi z?>", "\r\n")
)


@given(st.lists(st.tuples(GAPS, st.text("ab1209/", max_size=4)), max_size=8), GAPS, st.booleans())
def test_whatever_stands_between_entries_none_of_it_is_lost(
    rows: list[tuple[str, str]], end: str, descending: bool
) -> None:
    body = "".join(f"{gap}<url><loc>{loc}</loc></url>" for gap, loc in rows)
    doc = open_bytes(f"{HEAD}{body}{end}</urlset>".encode())
    by = random.Random(len(body)).choice(("loc", NATURAL))
    before = doc.text()
    sort(doc, by, descending=descending)
    for mark in (b"<!-- x -->", b"<!-- y -->", b"<!-- p -->", b"<!-- q -->", b"<?pi z?>"):
        assert doc.text().count(mark) == before.count(mark)

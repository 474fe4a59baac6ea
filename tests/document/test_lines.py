"""Lines as people count them, rows as they are drawn, and what differs from disk."""

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.document.rows import ROW_BYTES

from .conftest import entry, urlset

ABC = urlset(entry("a", lastmod="2024"), entry("b"), entry("c"))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_and_entries_find_each_other(end: str) -> None:
    doc = open_bytes(ABC.replace(b"\n", end.encode()))
    lines = ABC.decode().split("\n")
    starts = [number for number, line in enumerate(lines, 1) if "<url>" in line]
    assert [doc.lines.line_of(e) for e in doc.ids.tolist()] == starts
    for position, start in enumerate(starts):
        for line in range(start, start + 3):
            assert doc.lines.id_at_line(line) == doc.id_at(position)
    assert doc.lines.id_at_line(1) is None
    assert doc.lines.id_at_line(len(lines) - 1) is None
    assert doc.lines.line_count == len(lines)


def test_columns_count_characters_on_a_line_of_many_entries() -> None:
    text = "<urlset><url><loc>é</loc></url><url><loc>x</loc></url></urlset>"
    doc = open_bytes(text.encode())
    place = text.index("x</loc>") + 1
    offset = doc.raw(1).index(b"x")
    assert doc.lines.position_in_file(1, offset) == (1, place)


def test_columns_of_many_entries_on_one_line_cost_no_more_each_than_few() -> None:
    entries = [f"<url><loc>é{n}</loc></url>" for n in range(5_000)]
    doc = open_bytes(("<urlset>\n<!-- é -->" + "".join(entries) + "</urlset>").encode())
    starts = np.cumsum([11, *map(len, entries)])[:-1].tolist()
    asked = [*range(5_000), 17, 4_999, 17, 0]
    assert [doc.lines.position_in_file(n, 0) for n in asked] == [(2, starts[n]) for n in asked]
    doc.set_value(3, "loc", "")
    assert doc.lines.position_in_file(17, 0) == (2, starts[17] - 2)


def test_rows_show_every_line_once() -> None:
    doc = open_bytes(ABC)
    rows = doc.lines.rows(0, 1000)
    assert "\n".join(row.text for row in rows) == ABC.decode()
    assert [row.line for row in rows] == list(range(1, len(rows) + 1))
    for number, row in enumerate(rows):
        assert doc.lines.rows(number, 1) == [row]
        assert doc.lines.row_of_line(number + 1) == number
        assert doc.lines.line_of_row(number) == number + 1
    assert doc.lines.rows(len(rows), 5) == []


def test_a_file_without_line_ends_is_drawn_entry_by_entry() -> None:
    long = "é" * ROW_BYTES
    doc = open_bytes(f"<urlset><url/><url><loc>{long}</loc></url><url/></urlset>".encode())
    rows = doc.lines.rows(0, 100)
    assert [row.line for row in rows] == [1] + [None] * (len(rows) - 1)
    assert "".join(row.text for row in rows).count("é") == ROW_BYTES
    assert max(len(row.text.encode()) for row in rows) <= ROW_BYTES
    assert rows[doc.lines.row_of(2)].text == "<url/>"


def test_rows_that_differ_from_disk_are_marked() -> None:
    doc = open_bytes(ABC)
    doc.set_value(0, "lastmod", "2025")
    doc.add({"loc": "n"}, at=1)
    marked = [row.text.strip() for row in doc.lines.rows(0, 100) if row.changed]
    assert marked == ["<lastmod>2025</lastmod>", "<url>", "<loc>n</loc>", "</url>"]
    doc.undo()
    doc.undo()
    assert not any(row.changed for row in doc.lines.rows(0, 100))


def test_finds_text_forwards_and_backwards_whatever_its_case() -> None:
    doc = open_bytes(ABC)
    row, column = doc.lines.find("LASTMOD", 0) or (0, 0)
    assert doc.lines.rows(row, 1)[0].text[column:].startswith("lastmod")
    last = doc.lines.row_count - 1
    assert doc.lines.find("<loc>", last, backwards=True) == (doc.lines.row_of(2) + 1, 4)
    assert doc.lines.find("nowhere", 0) is None


def test_line_numbers_follow_an_edit_in_the_middle() -> None:
    doc = open_bytes(ABC)
    doc.lines.row_count  # noqa: B018 numbers are known before the edit
    before = doc.lines.line_of(2)
    doc.edit(editing.set_field(doc, np.array([1]), "lastmod", "2024"), "longer")
    assert doc.lines.line_of(2) == before + 1
    doc.edit(editing.delete(doc, np.array([0])), "shorter")
    assert doc.lines.line_of(2) == before + 1 - 4


@pytest.mark.parametrize(
    "data", [b"a\nhttps://b.example/\n", b"\n\nhttps://b.example/", b"\r\nhttps://b"]
)
def test_a_text_list_has_its_lines_for_rows(data: bytes) -> None:
    doc = open_bytes(data + b"\nhttps://c.example/")
    lines = (data + b"\nhttps://c.example/").replace(b"\r\n", b"\n").decode().split("\n")
    rows = doc.lines.rows(0, 100)
    assert [row.text for row in rows] == lines
    assert [row.line for row in rows] == list(range(1, len(lines) + 1))
    assert len(rows) == doc.lines.row_count
    for position, line in enumerate(lines, 1):
        assert doc.lines.row_of_line(position) == position - 1
        assert doc.lines.find(line, 0) if line else True


def test_search_goes_through_head_entries_and_tail() -> None:
    doc = open_bytes(urlset(*(entry(f"u{n}é" if n % 700 == 3 else f"u{n}") for n in range(3000))))
    rows = [row.text.casefold() for row in doc.lines.rows(0, 100_000)]
    for text in ("u2999<", "é", "É", "URLSET", "<url>", "u1"):
        hits = [n for n, row in enumerate(rows) if text.casefold() in row]
        for start in (0, hits[0] + 1, len(rows) // 2, len(rows) - 1):
            after = next((n for n in hits if n >= start), None)
            before = next((n for n in reversed(hits) if n <= start), None)
            found, back = doc.lines.find(text, start), doc.lines.find(text, start, backwards=True)
            assert (found and found[0]) == after
            assert (back and back[0]) == before

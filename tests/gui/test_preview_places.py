"""Moving, selecting, reading and finding in rows."""

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.preview import places
from sitemap_editor.gui.preview.places import Place, Selection

HEAD = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
ENTRIES = [b"<url>\n  <loc>https://a.example/%d</loc>\n</url>" % i for i in range(4)]
LONG = "<!--" + "x" * 3000 + "needle" + "x" * 1500 + "-->"


def document(*units: bytes, newline: bytes = b"\n"):
    text = b"\n".join([HEAD, *units, b"</urlset>"])
    return open_bytes(text.replace(b"\n", newline))


@pytest.fixture
def lines():
    return document(*ENTRIES).lines


def whole(lines) -> Selection:
    return Selection(places.START, places.end_of(lines))


@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_everything_reads_as_lines(newline):
    doc = document(*ENTRIES, newline=newline)
    expected = b"\n".join([HEAD, *ENTRIES, b"</urlset>"]).decode()
    assert places.read(doc.lines, whole(doc.lines)) == expected


def test_rows_of_a_long_line_are_read_as_one_line():
    doc = document(LONG.encode(), *ENTRIES)
    assert LONG in places.read(doc.lines, whole(doc.lines))


def test_reading_all_at_once_gives_the_same():
    doc = document(LONG.encode(), *ENTRIES, newline=b"\r\n")
    assert places.read_all(doc) == places.read(doc.lines, whole(doc.lines))


def test_a_part_of_two_rows_is_read(lines):
    assert places.read(lines, Selection(Place(2, 7), Place(1, 1))) == "url>\n  <loc>"


@pytest.mark.parametrize(
    ("move", "start", "step", "expected"),
    [
        (places.by_character, Place(1, 0), 1, Place(1, 1)),
        (places.by_character, Place(1, 5), 1, Place(2, 0)),
        (places.by_character, Place(2, 0), -1, Place(1, 5)),
        (places.by_character, Place(0, 0), -1, Place(0, 0)),
        (places.by_word, Place(2, 0), 1, Place(2, 2)),
        (places.by_word, Place(2, 3), 1, Place(2, 6)),
        (places.by_word, Place(2, 6), -1, Place(2, 3)),
        (places.by_word, Place(2, 0), -1, Place(1, 5)),
    ],
)
def test_moves(lines, move, start, step, expected):
    assert move(lines, start, step) == expected


def test_no_move_leaves_the_document(lines):
    end = places.end_of(lines)
    assert places.by_character(lines, end, 1) == end
    assert places.by_word(lines, end, 1) == end


def test_a_word_is_what_is_between_signs(lines):
    assert places.read(lines, places.word_at(lines, Place(2, 16))) == "a.example"


@pytest.mark.parametrize(
    ("row", "expected"), [(1, (3, 11)), (2, (0, 11)), (3, (0, 4)), (0, None), (4, None)]
)
def test_selected_columns_of_a_row(row, expected):
    assert Selection(Place(3, 4), Place(1, 3)).columns_in(row, 10) == expected


@pytest.mark.parametrize(
    ("text", "start", "is_backwards", "row", "is_wrapped"),
    [
        ("a.example/1", places.START, False, 5, False),
        ("A.EXAMPLE/1", places.START, False, 5, False),
        ("a.example/1", Place(6, 0), False, 5, True),
        ("a.example", Place(5, 0), True, 2, False),
        ("a.example/3", Place(5, 0), True, 11, True),
        ("loc", Place(2, 20), True, 2, False),
    ],
)
def test_finding_goes_round(lines, text, start, is_backwards, row, is_wrapped):
    found = places.find(lines, text, start, is_backwards)
    assert found is not None
    assert (found.selection.first.row, found.is_wrapped) == (row, is_wrapped)
    assert places.read(lines, found.selection).lower() == text.lower()


def test_finding_goes_on_within_a_row(lines):
    first = places.find(lines, "loc", Place(2, 0))
    second = places.find(lines, "loc", first.selection.last)
    assert [f.selection.first for f in (first, second)] == [Place(2, 3), Place(2, 28)]
    back = places.find(lines, "loc", second.selection.first, True)
    assert back.selection == first.selection


def test_what_is_not_there_is_not_found(lines):
    assert places.find(lines, "nothing like it", places.START) is None


@pytest.mark.parametrize("is_backwards", [False, True])
def test_a_match_over_two_rows_of_a_long_line_is_found_from_the_first_of_them(is_backwards):
    padding = b"x" * (2000 - len("<!--") - 3)
    doc = document(b"<!--" + padding + b"needle-->", *ENTRIES)
    found = places.find(doc.lines, "needle", Place(1, 1999 if is_backwards else 0), is_backwards)
    assert places.read(doc.lines, found.selection) == "needle"


def test_a_place_that_is_gone_moves_to_the_nearest(lines):
    assert places.clamped(lines, Place(999, 999)) == places.end_of(lines)

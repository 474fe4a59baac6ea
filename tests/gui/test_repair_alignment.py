"""Both texts of a mended file side by side: what is the same stands on one height."""

import random

import pytest

from sitemap_editor.gui.repairs.alignment import Alignment
from sitemap_editor.gui.repairs.spans import spans_of
from sitemap_editor.markup.repair import repair

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
ROOT = f'<urlset xmlns="{NAMESPACE}">'


def aligned(text: str) -> Alignment:
    raw = text.encode()
    done = repair(raw)
    assert done.error is None
    return Alignment(raw, done.text, spans_of(raw, done.text, done.repairs))


def drawn(alignment: Alignment) -> list[str]:
    """The rows as lines "before | after", what differs between brackets, "~" for no row."""
    return [
        f"{_cell(alignment, 0, pair.before)} | {_cell(alignment, 1, pair.after)}"
        for pair in alignment.pairs(0, alignment.row_count)
    ]


def _cell(alignment: Alignment, side: int, row: int | None) -> str:
    if row is None:
        return "~"
    rows = (alignment.before, alignment.after)[side]
    start, end = rows.bounds(row)
    text = rows.text[start:end].decode()
    for _number, first, last in reversed(alignment.spans_in(side, row)):
        text = f"{text[:first]}[{text[first:last]}]{text[last:]}"
    return text.replace("\n", "↵")


def test_a_sign_that_was_replaced_is_marked_on_both_sides():
    rows = drawn(aligned(f"{ROOT}\n<url><loc>https://a.example/?a&b</loc></url>\n</urlset>"))
    assert rows[1] == (
        "<url><loc>https://a.example/?a[&]b</loc></url>↵"
        " | <url><loc>https://a.example/?a[&amp;]b</loc></url>↵"
    )
    assert rows[2] == "</urlset> | </urlset>"


def test_lines_that_are_gone_leave_their_room():
    text = f'\n\n<?xml version="1.0"?>\n{ROOT}\n<url><loc>https://a.example/</loc></url>\n</urlset>'
    rows = drawn(aligned(text))
    assert rows[:4] == [
        "[↵] | ~",
        "[↵] | ~",
        '<?xml version="1.0"?>↵ | []<?xml version="1.0"?>↵',
        f"{ROOT}↵ | {ROOT}↵",
    ]


def test_what_is_new_is_a_place_of_no_width_before():
    rows = drawn(aligned(f"{ROOT}\n<url>\n<loc>https://a.example/\n</url>\n</urlset>"))
    assert rows[2] == "<loc>https://a.example/[]↵ | <loc>https://a.example/[</loc>]↵"


def test_a_file_in_one_line_is_cut_before_entries():
    entry = "<url><loc>https://a.example/{}?a&b</loc></url>"
    text = ROOT + "".join(entry.format(n) for n in range(100)) + "</urlset>"
    alignment = aligned(text)
    rows = drawn(alignment)
    assert len(rows) == 101
    assert rows[7].startswith("<url><loc>https://a.example/6?a[&]b</loc></url> | <url>")
    assert [alignment.before.line_count, alignment.after.line_count] == [1, 1]


def test_a_long_line_is_not_cut_within_a_character():
    text = f"{ROOT}<!--{'é' * 9_000}--><url><loc>https://a.example/?a&b</loc></url></urlset>"
    rows = drawn(aligned(text))
    assert all("\ufffd" not in row for row in rows)
    assert len(rows) > 5


def test_there_is_a_way_from_one_difference_to_the_next():
    text = f"{ROOT}\n" + "<url><loc>https://a.example/?a&b</loc></url>\n\n" * 3 + "</urlset>"
    alignment = aligned(text)
    assert alignment.row_of_span.tolist() == [1, 3, 5]
    assert [alignment.span_near(row, 1) for row in (0, 1, 5)] == [0, 1, None]
    assert [alignment.span_near(row, -1) for row in (1, 2, 9)] == [None, 0, 2]


def test_texts_that_are_the_same_have_no_difference():
    alignment = Alignment(b"a\nb", b"a\nb", spans_of(b"a\nb", b"a\nb", []))
    assert drawn(alignment) == ["a↵ | a↵", "b | b"]
    assert alignment.span_near(0, 1) is None


@pytest.mark.parametrize("seed", range(40))
def test_any_broken_file_stands_side_by_side(seed):
    """Every row of both texts is there once, in order, and what is unmarked is the same."""
    rng = random.Random(seed)
    entry = "  <url>\n    <loc>https://a.example/é?a=1&b=2</loc>\r\n  </url>\n"
    raw = bytearray(f"\n{ROOT}\n{entry * 6}</urlset>\n".encode())
    for _count in range(rng.randrange(1, 9)):
        at = rng.randrange(len(raw))
        raw[at : at + rng.randrange(3)] = rng.choice(
            [b"", b"<", b"&", b"\n", b"</url>", b'"', b"\r"]
        )
    text = bytes(raw).decode("utf-8", "replace").encode()
    done = repair(text)
    alignment = Alignment(text, done.text, spans_of(text, done.text, done.repairs))
    pairs = alignment.pairs(0, alignment.row_count)
    assert [p.before for p in pairs if p.before is not None] == list(range(len(alignment.before)))
    assert [p.after for p in pairs if p.after is not None] == list(range(len(alignment.after)))
    for pair in pairs:
        if pair.before is None or pair.after is None:
            continue
        if alignment.spans_in(0, pair.before) or alignment.spans_in(1, pair.after):
            continue
        assert _cell(alignment, 0, pair.before) == _cell(alignment, 1, pair.after)

"""Rows in view: colours across rows, signs for what cannot be seen, marks of findings."""

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.lines import Lines
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.preview.drawn_row import DrawnRows
from sitemap_editor.gui.preview.marks import marks_of
from sitemap_editor.gui.preview.painting import Mark
from sitemap_editor.gui.preview.visible_rows import VisibleRows
from sitemap_editor.gui.theme import monospace_font

HEAD = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
ENTRY = "<url>\n<loc>https://a.example/</loc>\n<lastmod> 2024-13-01 </lastmod>\n</url>"


def document(*units: str):
    return open_bytes("\n".join([HEAD, *units, "</urlset>"]).encode())


def roles(row) -> list[str]:
    return [token.role for token in row.tokens]


def test_a_comment_over_rows_keeps_its_colour_wherever_the_view_begins():
    doc = document("<!--\none\ntwo\n-->\n" + ENTRY)
    for first in (1, 2, 3):
        rows = VisibleRows(doc).fetch(first, 10)
        comment = [row for row in rows if row.number < 5]
        assert all(set(roles(row)) == {"syntax_comment"} for row in comment)
        assert "syntax_tag" in roles(rows[-2])


def test_a_view_into_a_long_comment_knows_where_it_is():
    doc = document("<!--" + "\nx" * 200 + "\n-->\n" + ENTRY)
    rows = VisibleRows(doc).fetch(199, 12)
    assert roles(rows[3]) == ["syntax_comment"]


def test_a_text_list_has_no_colours():
    doc = open_bytes(b"https://a.example/?a=1&b=2\nhttps://a.example/b\n")
    assert [row.tokens for row in VisibleRows(doc).fetch(0, 2)] == [(), ()]


def test_only_what_is_not_known_yet_is_asked_for(monkeypatch):
    doc = document(*[ENTRY] * 30)
    rows = VisibleRows(doc)
    rows.fetch(0, 20)
    asked = []
    monkeypatch.setattr(Lines, "rows", lambda _, first, count: asked.append(first) or [])
    rows.fetch(3, 10)
    assert not asked
    rows.fetch(15, 10)
    assert asked == [15]


def test_an_edit_marks_the_row_it_changed():
    doc = document(ENTRY, ENTRY)
    edit = editing.set_field(doc, np.array([1], np.int64), "lastmod", "2024-12-01")
    doc.edit(edit, "edit")
    changed = [row for row in VisibleRows(doc).fetch(0, 50) if row.is_changed]
    assert [(row.text, row.entry) for row in changed] == [("<lastmod> 2024-12-01 </lastmod>", 1)]


def test_what_would_break_the_row_is_shown_by_a_sign():
    doc = document("<url><loc>a\u2028b\u202ec</loc></url>")
    assert VisibleRows(doc).fetch(1, 1)[0].text == "<url><loc>a␤b\ufffdc</loc></url>"


class Report:
    """Says what it is told, as the real one does."""

    def __init__(self, entry: str | None, **fields: str) -> None:
        self.entry, self.fields = entry, fields

    def severity_of(self, entry):
        return self.entry

    def severity_of_field(self, entry, field):
        return self.fields.get(field)


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (None, {}),
        (Report(None), {}),
        (Report("error"), {1: Mark("error")}),
        (Report("info", loc="info"), {1: Mark("info")}),
        (Report("error", lastmod="error"), {3: Mark("error", 10, 20)}),
        (
            Report("error", lastmod="warning"),
            {1: Mark("error"), 3: Mark("warning", 10, 20)},
        ),
        (Report("warning", priority="warning"), {1: Mark("warning")}),
    ],
)
def test_marks_stand_where_the_finding_is(report, expected):
    doc = document(ENTRY)
    assert marks_of(VisibleRows(doc).fetch(0, 10), doc, report) == expected


@pytest.mark.parametrize("text", ["plain", "a\tb", "日本 é", "a😀b", "x" * 700, ""])
def test_columns_and_pixels_agree(qapp, text):
    row = DrawnRows(monospace_font()).row(text, ())
    for column in {0, len(text) // 2, len(text)}:
        assert row.column_at(row.x_of(column)) == column
    assert row.x_of(len(text)) == pytest.approx(row.width, abs=1)

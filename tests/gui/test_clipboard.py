"""Cells as tab-separated text, there and back, as spreadsheets write it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.gui.table.clipboard import entries_in, from_tsv, read_block, to_tsv

FIELDS = ("loc", "lastmod", "changefreq", "priority")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a\tb\r\nc\td\r\n", [["a", "b"], ["c", "d"]]),
        ("a", [["a"]]),
        ("a\n\nb", [["a"], [""], ["b"]]),
        ('"a\tb"\tc', [["a\tb", "c"]]),
        ('"say ""hi"""', [['say "hi"']]),
        ('https://a.example/?q="x\nb', [['https://a.example/?q="x'], ["b"]]),
    ],
)
def test_text_is_read_as_spreadsheets_mean_it(text, rows):
    assert from_tsv(text) == rows


@given(
    st.lists(
        st.lists(st.text("ab\t\n\" ,'", max_size=5), min_size=2, max_size=2), min_size=1, max_size=5
    )
)
def test_what_is_written_is_read_again(rows):
    assert from_tsv(to_tsv(rows)) == rows


def test_a_first_line_of_field_names_is_a_heading():
    block = read_block("lastmod\tLoc\n2024-01-01\thttps://a.example/")
    assert block.fields == ["lastmod", "loc"]
    assert entries_in(block, FIELDS) == [{"lastmod": "2024-01-01", "loc": "https://a.example/"}]


def test_without_a_heading_the_first_column_is_the_address():
    block = read_block("https://a.example/1\t2024-01-01\n\nhttps://a.example/2\t\tdaily")
    assert entries_in(block, FIELDS) == [
        {"loc": "https://a.example/1", "lastmod": "2024-01-01"},
        {"loc": "https://a.example/2", "changefreq": "daily"},
    ]


def test_fields_the_document_has_not_are_left_out():
    block = read_block("https://a.example/1\t2024-01-01")
    assert entries_in(block, ("loc",)) == [{"loc": "https://a.example/1"}]

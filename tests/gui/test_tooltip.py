"""Tool tips show a value as it is."""

import pytest
from PySide6.QtGui import QTextDocumentFragment

from sitemap_editor.gui.tooltip import LINE, MOST, plain_tooltip


@pytest.mark.parametrize(
    "text", ["https://a.example/", "<b>x</b>", "a&lt;b", "<b>two\nlines &amp; </b>", "", "\n"]
)
def test_what_looks_like_a_page_is_shown_as_it_is(qapp, text):
    tip = plain_tooltip(text)
    if tip != text:
        tip = QTextDocumentFragment.fromHtml(tip).toPlainText()
    assert tip == text


def test_a_long_value_is_cut_and_broken_into_lines():
    lines = plain_tooltip("x" * 1_000_000).split("\n")
    assert max(map(len, lines)) == LINE
    assert sum(map(len, lines)) == MOST + 1

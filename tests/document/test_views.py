"""Sorting and filtering agree with the plain way to do them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.document.views import Filter, filter_ids, sort_ids
from sitemap_editor.markup.values import escape_text
from sitemap_editor.protocol.errors import SitemapError

from .conftest import urlset

VALUES = st.lists(
    st.one_of(
        st.none(),
        st.text("abAB/&é<1. ", max_size=6).map(lambda text: "https://a.example/" + text),
        st.text("0123456789.-,", max_size=5),
        st.just("https://www.example.com/" + "long/" * 20),
    ),
    max_size=40,
)


def document(values: list[str | None], field: str = "loc") -> Document:
    def one(value: str | None) -> str:
        if value is None:
            return "<url/>"
        return f"<url><{field}>{escape_text(value).decode()}</{field}></url>"

    return open_bytes(urlset(*map(one, values)))


@given(VALUES, st.booleans())
def test_sort_is_that_of_the_values_and_stable(values: list[str | None], down: bool) -> None:
    doc = document(values)
    read = doc.values_of(doc.ids, "loc")
    absent = [e for e in doc.ids.tolist() if read[e] is None]
    present = [e for e in doc.ids.tolist() if read[e] is not None]
    expected = sorted(present, key=lambda e: (read[e] or "").encode(), reverse=False)
    if down:
        expected = sorted(present, key=lambda e: (read[e] or "").encode(), reverse=True)
    assert sort_ids(doc, doc.ids, "loc", down).tolist() == expected + absent


def test_numbers_are_sorted_as_numbers() -> None:
    doc = document(["0.5", "10", "2", None, "high", "0,1"], "priority")
    ordered = doc.values_of(sort_ids(doc, doc.ids, "priority"), "priority")
    assert ordered[:4] == ["0,1", "0.5", "2", "10"]


@given(VALUES, st.text("abAB/&é<1.ex", min_size=1, max_size=3))
def test_text_filter_finds_what_decoded_values_hold(values: list[str | None], text: str) -> None:
    doc = document(values)
    read = doc.values_of(doc.ids, "loc")
    expected = [e for e in doc.ids.tolist() if text.casefold() in (read[e] or "").casefold()]
    assert filter_ids(doc, Filter(text)).tolist() == expected
    assert filter_ids(doc, Filter(text, field="lastmod")).tolist() == []


def test_markup_is_not_what_people_look_for() -> None:
    doc = document(["a&b", "plain"])
    assert filter_ids(doc, Filter("amp")).tolist() == []
    assert filter_ids(doc, Filter("loc")).tolist() == []
    assert filter_ids(doc, Filter("a&b")).tolist() == [0]


def test_patterns_and_states_narrow_the_view() -> None:
    doc = document(["a1", "b2", "c3", None])
    assert filter_ids(doc, Filter(r"[bc]\d$", regex=True)).tolist() == [1, 2]
    assert filter_ids(doc, Filter(missing="loc")).tolist() == [3]
    assert filter_ids(doc, Filter(among=doc.ids[1:3], text="c")).tolist() == [2]
    doc.set_value(1, "loc", "z")
    assert filter_ids(doc, Filter(edited=True)).tolist() == [1]
    with pytest.raises(SitemapError):
        filter_ids(doc, Filter("(", regex=True))


def test_a_pattern_that_never_ends_is_given_up() -> None:
    doc = document(["https://a.example/" + "a" * 40 + "!"])
    with pytest.raises(SitemapError, match="too long"):
        filter_ids(doc, Filter(r"(a|aa|a?)+$", regex=True))


def test_many_slow_values_are_given_up_too() -> None:
    doc = document([f"https://a.example/{n}/" + "a" * 20 + "!" for n in range(2000)])
    with pytest.raises(SitemapError, match="too long"):
        filter_ids(doc, Filter(r"(a|aa|a?)+$", regex=True))

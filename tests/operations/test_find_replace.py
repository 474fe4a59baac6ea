"""Find and replace: what is found, what it becomes, what stays as it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.find_replace import (
    EMPTIED,
    ILLEGAL,
    UNWRITABLE,
    Replacing,
    Search,
    find,
)
from sitemap_editor.protocol.errors import SitemapError
from tests.document.conftest import consistent, entry, shown, urlset

A = "https://a.example/"


def replaced(doc: Document, wanted: Search) -> Replacing:
    """Replace, and undo and redo it twice; the bytes must be the same each time."""
    before, found = doc.text(), find(doc, wanted)
    if doc.edit(found.edit(), "replace") is None:
        assert not found.rows
        return found
    after = doc.text()
    consistent(doc)
    for _ in range(2):
        doc.undo()
        assert doc.text() == before
        doc.redo()
        assert doc.text() == after
    consistent(doc)
    assert [doc.value_of(row.entry, row.field) for row in found.rows] == [
        row.after for row in found.rows
    ]
    return found


def values(doc: Document, field: str = "loc") -> list[str | None]:
    return doc.values_of(doc.ids, field)


@pytest.mark.parametrize(
    ("wanted", "old", "new"),
    [
        (Search("old", "new"), "x/old/OLD/old", "x/new/new/new"),
        (Search("old", "new", match_case=True), "x/old/OLD/old", "x/new/OLD/new"),
        (Search("old", "new", whole_value=True), "OLD", "new"),
        (Search("old", "new", whole_value=True, match_case=True), "OLD", "OLD"),
        (Search("a.b", "c"), "axb/a.b", "axb/c"),
        (Search("a", "\\1"), "a", "\\1"),
        (Search("&", " and "), "?a=1&b", "?a=1 and b"),
        (Search("ü", "ue"), "Ü/ü", "ue/ue"),
        (Search(r"(\d+)/(\d+)", r"\2-\1", is_regex=True), "x/1/22/y", "x/22-1/y"),
        (Search(r"(?P<y>\d{4})", r"in-\g<y>", is_regex=True), "x/2024", "x/in-2024"),
        (Search("^", "https://", is_regex=True), "x", "https://x"),
        (Search(".*", "all", is_regex=True), "xyz", "all"),
        (Search("(a)|(b)", r"[\1\2]", is_regex=True), "ab", "[a][b]"),
        (Search("X(.)", r"\\\1", is_regex=True, match_case=True), "x1X2", "x1\\2"),
        (Search("a", "x", is_regex=True, whole_value=True), "ab", "ab"),
        (Search("A.", "x", is_regex=True, whole_value=True), "ab", "x"),
    ],
)
def test_what_is_found_becomes_what_was_asked_for(wanted: Search, old: str, new: str) -> None:
    doc = open_bytes(urlset(entry(old.replace("&", "&amp;")), entry("other")))
    found = replaced(doc, wanted)
    assert values(doc)[0] == new
    assert bool(found.rows) == (old != new)


def test_only_the_field_asked_for_is_changed() -> None:
    doc = open_bytes(urlset(entry("2024", lastmod="2024", priority="0.2024")))
    replaced(doc, Search("2024", "2025", "lastmod"))
    assert shown(doc) == [{"loc": "2024", "lastmod": "2025", "priority": "0.2024"}]


def test_several_fields_of_an_entry_change_together() -> None:
    doc = open_bytes(urlset(entry("2024", lastmod="2024"), entry("b", lastmod="2024")))
    found = replaced(doc, Search("2024", "2025", None))
    assert shown(doc) == [{"loc": "2025", "lastmod": "2025"}, {"loc": "b", "lastmod": "2025"}]
    assert (len(found), found.entry_count(), found.occurrences) == (3, 2, 3)


def test_a_field_that_becomes_empty_goes_but_an_address_stays() -> None:
    doc = open_bytes(urlset(entry("a", changefreq="a")))
    found = replaced(doc, Search("a", "", None))
    assert shown(doc) == [{"loc": "a"}]
    assert found.left == {EMPTIED: 1}


def test_gaps_are_filled() -> None:
    rows = (entry("a"), entry("b", changefreq=""), entry("c", changefreq="daily"))
    doc = open_bytes(urlset(*rows))
    replaced(doc, Search("", "weekly", "changefreq", whole_value=True))
    assert values(doc, "changefreq") == ["weekly", "weekly", "daily"]
    with pytest.raises(SitemapError):
        find(doc, Search("", "weekly", None, whole_value=True))


def test_only_some_entries_and_of_them_only_what_is_ticked() -> None:
    doc = open_bytes(urlset(*(entry(f"x{number}") for number in range(5))))
    found = find(doc, Search("x", "y"), doc.ids[1:4])
    doc.edit(found.edit(np.array([True, False, True])), "replace")
    assert values(doc) == ["x0", "y1", "x2", "y3", "x4"]
    assert found.edit(np.zeros(3, np.bool_)) is None


def test_what_only_the_xml_tells_stays() -> None:
    doctype = b'<!DOCTYPE urlset [<!ENTITY e "old">]>'
    text = urlset(entry("old&e;"), entry("<b>old</b>old"), entry("old"))
    doc = open_bytes(text.replace(b"<urlset", doctype + b"<urlset"))
    found = replaced(doc, Search("old", "new"))
    assert found.left == {UNWRITABLE: 2}
    assert values(doc)[2] == "new"


def test_comments_and_sections_around_the_text_stay() -> None:
    doc = open_bytes(urlset(entry(" <!-- x --><![CDATA[a&old]]> ")))
    replaced(doc, Search("old", "new"))
    assert b"<loc> <!-- x --><![CDATA[a&new]]> </loc>" in doc.text()


@pytest.mark.parametrize("new", ["\x01", "\x01x"])
def test_what_cannot_be_written_stays(new: str) -> None:
    doc = open_bytes(urlset(entry("old")))
    assert replaced(doc, Search("old", new)).left == {ILLEGAL: 1}


@pytest.mark.parametrize("new", ["<x", "a\nb"])
def test_a_line_of_a_text_list_stays_a_line(new: str) -> None:
    doc = open_bytes(b"old\nhttps://a.example/old\n")
    found = replaced(doc, Search("https://a.example/old", new))
    assert found.left == {ILLEGAL: 1}
    assert replaced(doc, Search("old", "new")).entry_count() == 2
    assert doc.text() == b"new\nhttps://a.example/new\n"


@pytest.mark.parametrize(
    "wanted",
    [
        Search("(", "x", is_regex=True),
        Search("a", r"\1", is_regex=True),
        Search("a", r"\g<name>", is_regex=True),
        Search("a", "\\", is_regex=True),
        Search("a", r"\q", is_regex=True),
        Search("(a|aa)+$", "x", is_regex=True),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused(wanted: Search) -> None:
    doc = open_bytes(urlset(entry("a" * 60 + "b")))
    with pytest.raises(SitemapError):
        find(doc, wanted)


def test_fields_that_there_are_not_and_feeds_are_refused() -> None:
    with pytest.raises(SitemapError):
        find(open_bytes(b"https://a.example/\n"), Search("a", "b", "lastmod"))
    feed = (
        b'<rss version="2.0"><channel><item><link>https://a.example/</link></item></channel></rss>'
    )
    with pytest.raises(SitemapError):
        find(open_bytes(feed), Search("a", "b"))


WORDS = st.text("abAB&<. é", min_size=1, max_size=6)


@given(st.lists(WORDS, min_size=1, max_size=6), WORDS, WORDS, st.booleans(), st.booleans())
def test_plain_text_is_replaced_as_in_a_string(
    locs: list[str], old: str, new: str, match_case: bool, is_many: bool
) -> None:
    doc = open_bytes(urlset())
    for loc in locs * (50 if is_many else 1):
        doc.add({"loc": f"{A}{loc}"})
    before = values(doc)
    found = replaced(doc, Search(old, new, match_case=match_case))
    if match_case:
        expected = [(value or "").replace(old, new).strip(" ") or value for value in before]
        assert values(doc) == expected
    assert {row.entry for row in found.rows} <= set(doc.ids.tolist())


def test_lines_without_an_address_are_no_gaps() -> None:
    robots = b"User-agent: *\nSitemap: https://a.example/a.xml # x\nDisallow: /a\n"
    doc = open_bytes(robots)
    assert not find(doc, Search("", "x", whole_value=True)).rows
    replaced(doc, Search("a.xml", "b.xml"))
    assert doc.text() == robots.replace(b"/a.xml", b"/b.xml")


def test_what_the_encoding_lacks_is_shown_as_it_will_be_written() -> None:
    text = b"<?xml version='1.0' encoding='iso-8859-1'?>" + urlset(entry("a")).partition(b"?>")[2]
    found = replaced(open_bytes(text), Search("a", "\u0436"))
    assert [row.after for row in found.rows] == ["%D0%B6"]

"""Removing duplicates: which entries are one page, which of them stays, and what it takes over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.deduplicating import (
    KEEP,
    MATCHES,
    Choice,
    Merged,
    deduplicate,
    find_groups,
    ways,
)
from sitemap_editor.protocol.urls import norm_probable
from tests.document.conftest import consistent, entry, urlset

A = "https://a.example"


def merge(doc: Document, match: str = "exact", choice: Choice | None = None) -> Merged:
    """Remove duplicates, and undo and redo it twice; the bytes must be the same each time."""
    before = doc.text()
    done = deduplicate(doc, find_groups(doc, match), choice)
    if doc.edit(done.edit, "dedupe") is None:
        assert not done.removed
        return done
    after = doc.text()
    consistent(doc)
    for _ in range(2):
        doc.undo()
        assert doc.text() == before
        doc.redo()
        assert doc.text() == after
    return done


def locs(doc: Document) -> list[str | None]:
    return doc.values_of(doc.ids, "loc")


SPELLINGS = [
    (f"{A}/x", f"{A}/x", "exact", ""),
    (f"{A}/x", "HTTPS://A.example:443/x", "equivalent", "spelling"),
    (f"{A}/%7ex", f"{A}/~x#top", "equivalent", "spelling"),
    (f"{A}/x", "http://a.example/x", "probable", "scheme"),
    (f"{A}/x", "https://www.a.example/x", "probable", "www"),
    (f"{A}/x", f"{A}/X", "probable", "case"),
    (f"{A}/x", f"{A}/x/", "probable", "slash"),
    (f"{A}/x/", f"{A}/x/index.html", "probable", "document"),
    (f"{A}/x", f"{A}/x/index.html", "probable", "document slash"),
    (f"{A}/x?a", f"{A}/x?a&utm_source=y", "probable", "tracking"),
    (f"{A}/x?a&b", f"{A}/x?b&a", "probable", "order"),
    (f"{A}/x", "http://www.a.example/X/?gclid=1", "probable", "scheme www case slash tracking"),
    (f"{A}/x", f"{A}/y", "", ""),
    (f"{A}/x", f"{A}/x?a", "", ""),
]


@pytest.mark.parametrize(("one", "other", "match", "differ"), SPELLINGS)
def test_how_alike_two_addresses_are(one: str, other: str, match: str, differ: str) -> None:
    raws = [entry(address.replace("&", "&amp;")) for address in (one, other)]
    doc = open_bytes(urlset(*raws))
    found = [bool(find_groups(doc, level)) for level in MATCHES]
    assert found == [match in MATCHES[: n + 1] for n in range(len(MATCHES))]
    if match:
        (group,) = find_groups(doc, match)
        assert (group.match, group.differences) == (match, tuple(differ.split()))


@pytest.mark.parametrize(("one", "other", "match", "differ"), SPELLINGS)
def test_in_what_addresses_differ_is_said_only_of_one_page(
    one: str, other: str, match: str, differ: str
) -> None:
    if norm_probable(one) == norm_probable(other):
        assert ways(one, other) == ways(other, one) == set(differ.split())


@pytest.mark.parametrize(
    ("keep", "position", "priority"),
    [("first", 0, "0.1"), ("last", 1, "0.3"), ("newest", 1, "0.2"), ("richest", 1, "0.4")],
)
def test_the_entry_asked_for_stays_with_the_newest_date(
    keep: str, position: int, priority: str
) -> None:
    rich = entry("x", priority="0.4", changefreq="daily", lastmod="2020-01-01")
    rows = (
        entry("x", lastmod="2021-01-01", priority="0.1"),
        entry("y"),
        entry("x", lastmod="2024-01-01", priority="0.2"),
        rich,
        entry("x", priority="0.3"),
    )
    doc = open_bytes(urlset(*rows))
    done = merge(doc, choice=Choice(keep))
    assert (done.groups, done.removed) == (1, 3)
    assert locs(doc)[position] == "x"
    assert doc.value(position, "lastmod") == "2024-01-01"
    assert doc.value(position, "changefreq") == "daily"
    assert doc.value(position, "priority") == priority


def test_what_is_a_group_is_decided_one_by_one() -> None:
    doc = open_bytes(urlset(*(entry(name, priority=f"0.{n}") for n, name in enumerate("aabbcc"))))
    ids = doc.ids.tolist()
    merge(doc, choice=Choice("first", {0: None, 1: ids[3]}))
    assert locs(doc) == ["a", "a", "b", "c"]
    assert doc.values_of(doc.ids, "priority") == ["0.0", "0.1", "0.3", "0.4"]


def test_pictures_of_all_are_kept_and_comments_stay() -> None:
    image = (
        '<image:image xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">'
        "<image:loc>{}</image:loc></image:image>"
    )
    one, two = (f"<url><loc>x</loc>{image.format(name)}</url>" for name in "ab")
    doc = open_bytes(urlset(one, f"<!-- two -->{two}"))
    assert merge(doc, choice=Choice("first")).completed == 1
    text = doc.text().decode()
    assert "<image:loc>a<" in text
    assert "<image:loc>b<" in text
    assert "<!-- two -->" in text


def test_entries_without_an_address_are_no_duplicates() -> None:
    doc = open_bytes(urlset("<url/>", "<url/>", entry(""), entry(" ")))
    assert merge(doc, "probable").edit is None


def test_lines_that_are_there_twice_go() -> None:
    doc = open_bytes(f"{A}/x\n{A}/y\n{A}/x\n".encode())
    merge(doc)
    assert doc.text() == f"{A}/x\n{A}/y\n".encode()


ADDRESSES = st.sampled_from([one for pair in SPELLINGS for one in pair[:2]])
ROWS = st.tuples(ADDRESSES, st.sampled_from(("", "2024-01-01", "2025-01-01T00:00:00Z")))


@given(st.lists(ROWS, max_size=12), st.sampled_from(MATCHES), st.sampled_from(KEEP))
def test_afterwards_each_page_is_there_once_and_none_is_lost(
    rows: list[tuple[str, str]], match: str, keep: str
) -> None:
    doc = open_bytes(urlset())
    for loc, date in rows:
        doc.add({"loc": loc, "lastmod": date or None})
    pages = [norm_probable(loc) for loc, _date in rows]
    alone = {loc for loc, _date in rows if pages.count(norm_probable(loc)) == 1}
    merge(doc, match, Choice(keep))
    assert find_groups(doc, match) == []
    assert {norm_probable(loc or "") for loc in locs(doc)} == set(pages)
    assert alone <= set(locs(doc))

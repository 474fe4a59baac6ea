"""Lists applied to a sitemap: what matches, what each action does, and that it can be undone."""

from __future__ import annotations

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.reading import read_tables
from sitemap_editor.formats.table import MadeTable, Rows
from sitemap_editor.operations.applying import (
    Applied,
    Listed,
    Matches,
    apply_list,
    compare,
    match,
    read_list,
)
from sitemap_editor.operations.applying.matching import only_exact
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.operations.importing.proposing import propose
from sitemap_editor.operations.importing.statuses import StatusGroup
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.namespaces import SITEMAP

A, B, C, D = (f"https://www.shop.org/{name}" for name in "abcd")


def document(*locs: str) -> Document:
    entries = "\n".join(
        f"<url><loc>{loc}</loc><lastmod>2024-01-0{n}</lastmod></url>"
        for n, loc in enumerate(locs, 1)
    )
    return open_bytes(f'<urlset xmlns="{SITEMAP}">\n{entries}\n</urlset>\n'.encode())


def locs(doc: Document) -> list[str | None]:
    return [doc.value(position, "loc") for position in range(len(doc))]


def listed(*addresses: str, **values: list[str]) -> Listed:
    return Listed(list(addresses), list(range(2, len(addresses) + 2)), dict(values))


def applied(doc: Document, rows: Listed, action: str) -> Applied:
    """Apply a list, and take it back and do it again, which must change nothing."""
    before = doc.text()
    done = apply_list(doc, rows, match(doc, rows), action)
    doc.edit(done.edit, action)
    after = doc.text()
    if done.edit is not None:
        doc.undo()
        assert doc.text() == before
        doc.redo()
    assert doc.text() == after
    return done


def matches(doc: Document, rows: Listed, *, exact_only: bool = False) -> Matches:
    found = match(doc, rows)
    return only_exact(rows, found) if exact_only else found


# What matches


def test_the_same_address_matches_before_an_equivalent_one() -> None:
    doc = document(A, "https://WWW.shop.org:443/b", C)
    found = matches(doc, listed(A, B, D))
    assert (found.exact_count, found.equivalent_count) == (1, 1)
    assert found.rows.tolist() == [0, 1, -1]
    assert found.missing_rows.tolist() == [2]


def test_equivalent_addresses_can_be_left_out() -> None:
    found = matches(document(A, "https://WWW.shop.org/b"), listed(A, B), exact_only=True)
    assert (found.exact_count, found.equivalent_count) == (1, 0)


def test_rows_about_one_page_are_all_found_and_the_last_counts() -> None:
    found = matches(document(A), listed(A, "https://www.shop.org/%61", A))
    assert found.rows.tolist() == [2]
    assert found.missing_rows.tolist() == []


def test_a_comparison_tells_what_is_where() -> None:
    doc = document(A, B, C)
    rows = listed(A, B, D, D, status=["200", "404", "200", "200"])
    told = compare(rows, match(doc, rows))
    assert [doc.value_of(n, "loc") for n in told.both.tolist()] == [A, B]
    assert [doc.value_of(n, "loc") for n in told.only_sitemap.tolist()] == [C]
    assert [rows.addresses[n] for n in told.only_list.tolist()] == [D]
    assert [doc.value_of(n, "loc") for n in told.not_indexable.tolist()] == [B]


@pytest.mark.parametrize(
    ("said", "is_bad"),
    [("Indexable", False), ("Non-Indexable", True), ("FALSE", True), ("", False)],
)
def test_what_the_list_calls_not_indexable_is_told(said: str, *, is_bad: bool) -> None:
    doc, rows = document(A), listed(A, indexable=[said])
    assert bool(len(compare(rows, match(doc, rows)).not_indexable)) is is_bad


# What is done


def test_listed_pages_are_taken_out() -> None:
    doc = document(A, B, C)
    assert applied(doc, listed(B, D), "remove").removed == 1
    assert locs(doc) == [A, C]


def test_only_listed_pages_stay() -> None:
    doc = document(A, B, C)
    assert applied(doc, listed(B), "keep").removed == 2
    assert locs(doc) == [B]


def test_pages_that_are_gone_are_told_from_those_that_were_not_shown() -> None:
    rows = listed(A, B, C, D, status=["404", "403", "503", "410"])
    assert rows.groups()[StatusGroup.GONE] == 2
    gone = rows.with_status(frozenset({StatusGroup.GONE}))
    doc = document(A, B, C, D)
    applied(doc, gone, "remove")
    assert locs(doc) == [B, C]


def test_dates_are_set_where_the_list_has_one() -> None:
    doc = document(A, B)
    rows = listed(A, B, lastmod=["2025-05-05", ""])
    done = applied(doc, rows, "set")
    assert (done.changed, done.unchanged) == (1, 1)
    assert doc.value(0, "lastmod") == "2025-05-05"
    assert doc.value(1, "lastmod") == "2024-01-02"


def test_a_fixed_date_is_set_for_all_that_match() -> None:
    doc, rows = document(A, B), listed(B)
    done = apply_list(doc, rows, match(doc, rows), "set", fixed={"lastmod": "2026-01-01"})
    doc.edit(done.edit, "set")
    assert [doc.value(n, "lastmod") for n in range(2)] == ["2024-01-01", "2026-01-01"]


def test_a_list_without_values_sets_nothing_and_says_so() -> None:
    with pytest.raises(SitemapError, match="lastmod, changefreq, priority"):
        applied(document(A), listed(A), "set")


def test_old_addresses_lead_to_the_end_of_their_chain() -> None:
    doc = document(A, D)
    done = applied(doc, listed(A, B, new=[B, C]), "replace")
    assert locs(doc) == [C, D]
    assert done.redirects is not None
    assert done.redirects.chained == 1


def test_circles_are_refused() -> None:
    doc = document(A, B)
    done = applied(doc, listed(A, B, new=[B, A]), "replace")
    assert done.redirects is not None
    assert done.redirects.circular == [0, 1]
    assert locs(doc) == [A, B]


def test_a_target_that_is_there_already_takes_the_newer_date() -> None:
    doc = document(A, B, C)
    done = applied(doc, listed(C, new=[A]), "replace")
    assert locs(doc) == [A, B]
    assert doc.value(0, "lastmod") == "2024-01-03"
    assert done.merged == 1


def test_two_old_addresses_of_one_page_become_one_entry() -> None:
    doc = document(A, B, C)
    applied(doc, listed(A, B, new=[D, D]), "replace")
    assert locs(doc) == [D, C]


def test_another_spelling_of_the_same_page_is_written_as_the_list_has_it() -> None:
    doc = document("http://www.shop.org/%7Ea")
    applied(doc, listed("http://www.shop.org/%7Ea", new=["http://www.shop.org/~a"]), "replace")
    assert locs(doc) == ["http://www.shop.org/~a"]


def test_targets_on_another_host_are_counted() -> None:
    rows = listed(A, new=["https://other.org/a"])
    done = applied(document(A), rows, "replace")
    assert done.redirects is not None
    assert done.redirects.abroad == 1


# How it is read


def test_a_list_of_old_and_new_addresses_is_about_the_old_ones() -> None:
    cells = [[A, B, "301"], ["", D, "301"]]
    table = MadeTable(
        "map.csv",
        columns=("old_url", "new_url", "status"),
        make=lambda _progress: iter([Rows(cells, [2, 3])]),
    )
    mapping = Mapping(columns={"old": 0, "new": 1, "status": 2})
    rows = read_list(table, mapping)
    assert rows.addresses == [A]
    assert rows.value("new", 0) == B
    assert rows.value("status", 0) == "301"
    assert rows.rejects is not None
    assert len(rows.rejects) == 1


def test_a_list_with_a_column_a_language_is_about_the_pages_in_all_of_them() -> None:
    text = (
        "en,de\nhttps://www.example.com/en,https://www.example.com/de\nhttps://www.example.com/b,\n"
    )
    (table,) = read_tables(text.encode(), "list.csv")
    listed = read_list(table, propose(table).mapping)
    pages = [f"https://www.example.com/{name}" for name in ("en", "b", "de")]
    assert (listed.addresses, listed.lines) == (pages, [2, 3, 2])

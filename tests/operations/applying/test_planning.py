"""What a list would do, told before it is done: defaults, first values, what cannot be done."""

from __future__ import annotations

from datetime import date

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.reading import read_tables
from sitemap_editor.operations.applying import Listed, read_list
from sitemap_editor.operations.applying.fixed import fixed_value
from sitemap_editor.operations.applying.planning import (
    Plan,
    Wanted,
    choose_for,
    mapping_for,
    plan,
    usual_action,
    usual_groups,
)
from sitemap_editor.operations.applying.samples import samples
from sitemap_editor.operations.applying.search_console import Verdict, verdict_on
from sitemap_editor.operations.importing.choosing import Wish
from sitemap_editor.operations.importing.statuses import StatusGroup
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.namespaces import SITEMAP

SITE = "https://www.shop.org/"


def document(*names: str) -> Document:
    entries = "".join(f"<url><loc>{SITE}{name}</loc></url>\n" for name in names)
    return open_bytes(f'<urlset xmlns="{SITEMAP}">\n{entries}</urlset>\n'.encode())


def rows(*names: str, **values: list[str]) -> Listed:
    addresses = [SITE + name for name in names]
    return Listed(addresses, list(range(2, len(names) + 2)), dict(values))


def shown(made: Plan) -> list[tuple[int | None, str, str | None, str | None]]:
    def short(text: str | None) -> str | None:
        return text.removeprefix(SITE) if text else text

    return [(s.position, s.field, short(s.before), short(s.after)) for s in samples(made)]


# Which rows count, and what people most likely want


@pytest.mark.parametrize(
    ("statuses", "count"),
    [
        (["404", "410", "403", "429", "503", "0", "200"], 2),
        (["301", "200", "403", "0"], 2),
        (["", ""], 0),
    ],
)
def test_pages_are_taken_out_when_they_are_gone(statuses: list[str], count: int) -> None:
    listed = rows(*map(str, range(len(statuses))), status=statuses)
    groups = usual_groups("remove", listed)
    assert groups is not None
    assert len(listed.with_status(groups)) == count
    assert usual_groups("keep", listed) is None


def test_without_statuses_all_rows_count() -> None:
    assert usual_groups("remove", rows("a")) is None


LISTS = [
    ("old url,new url", "{a},{b}", "replace"),
    ("url,status code", "{a},404", "remove"),
    ("url,status code", "{a},200", "compare"),
    ("url,status code", "{a},503", "compare"),
    ("url,lastmod", "{a},2024-01-01", "set"),
    ("url", "{a}", "compare"),
]


@pytest.mark.parametrize(("head", "row", "action"), LISTS)
def test_what_people_want_is_guessed(head: str, row: str, action: str) -> None:
    text = f"{head}\n{row}\n".format(a=SITE + "a", b=SITE + "b")
    proposal = choose_for(document("a"), read_tables(text.encode(), "list.csv"), Wish())
    listed = read_list(proposal.table, mapping_for(proposal))
    assert usual_action(proposal.mapping, listed) == action


def test_a_list_is_about_its_old_addresses_unless_people_say_otherwise() -> None:
    tables = read_tables(f"old,new\n{SITE}a,{SITE}b\n".encode(), "list.csv")
    mapping = mapping_for(choose_for(document("a"), tables, Wish()), "replace")
    assert dict(mapping.columns) == {"loc": 0, "new": 1}


def test_what_an_import_leaves_out_unasked_counts_here() -> None:
    text = "Handle,Title,Image Src,Published,Status\nhat,Hat,,false,draft\n"
    doc = document("products/hat")
    proposal = choose_for(doc, read_tables(text.encode(), "products.csv"), Wish())
    assert proposal.mapping.filters
    assert read_list(proposal.table, mapping_for(proposal)).addresses == [SITE + "products/hat"]


def test_addresses_without_a_site_get_that_of_the_sitemap() -> None:
    tables = read_tables(b"url\n/a\n/b\n", "list.csv")
    proposal = choose_for(document("a"), tables, Wish())
    assert read_list(proposal.table, mapping_for(proposal)).addresses == [SITE + "a", SITE + "b"]
    with pytest.raises(SitemapError):
        choose_for(document(), tables, Wish())


# What is shown before


def test_entries_that_go_are_shown() -> None:
    made = plan(document("a", "b", "c"), rows("c", "a", "x"), Wanted("remove"))
    assert shown(made) == [(1, "loc", "a", None), (3, "loc", "c", None)]
    assert (made.count, len(made.missing), made.leaves_nothing) == (2, 1, False)


def test_values_are_shown_before_and_after() -> None:
    wanted = Wanted("set", fixed={"priority": "0.5"})
    made = plan(document("a", "b"), rows("b"), wanted)
    assert shown(made) == [(2, "priority", None, "0.5")]


def test_addresses_and_entries_that_become_one_are_shown() -> None:
    made = plan(document("a", "b", "c"), rows("a", "c", new=[SITE + "b", SITE + "d"]), REPLACE)
    assert shown(made) == [(1, "loc", "a", None), (3, "loc", "c", "d")]


REPLACE = Wanted("replace")


def test_only_some_are_shown() -> None:
    names = [str(number) for number in range(30)]
    made = plan(document(*names), rows(*names), Wanted("set", fixed={"priority": "1"}))
    assert [sample.position for sample in samples(made, 5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("action", ["mark", "compare"])
def test_what_changes_nothing_has_no_edit(action: str) -> None:
    made = plan(document("a", "b"), rows("a"), Wanted(action))
    assert (made.count, made.applied.edit, samples(made)) == (1, None, [])


def test_exact_matches_alone_tell_of_the_others() -> None:
    made = plan(document("%61", "b"), rows("a", "b"), Wanted("remove", exact_only=True))
    assert (made.count, made.spelled_otherwise, len(made.missing)) == (1, 1, 1)


def test_other_hosts_can_be_left() -> None:
    listed = rows("a", "b", new=["https://other.org/", SITE + "c"])
    made = plan(document("a", "b"), listed, Wanted("replace", abroad=False))
    assert shown(made) == [(2, "loc", "b", "c")]


def test_what_cannot_be_done_is_a_problem_of_the_plan() -> None:
    made = plan(document("a"), rows("a"), Wanted("set"))
    assert made.problem is not None
    assert made.applied.edit is None


def test_a_robots_txt_has_no_pages() -> None:
    doc = open_bytes(b"User-agent: *\n", "robots.txt")
    with pytest.raises(SitemapError, match="no pages"):
        plan(doc, rows("a"), Wanted("remove"))


# Values and reasons


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("lastmod", "today", date.today().isoformat()),
        ("lastmod", " 2024-05 ", "2024-05"),
        ("changefreq", "weekly", "weekly"),
        ("priority", "0.5", "0.5"),
    ],
)
def test_values_are_taken_as_a_sitemap_can_have_them(field: str, text: str, value: str) -> None:
    assert fixed_value(field, text) == value


@pytest.mark.parametrize(
    ("field", "text"),
    [("lastmod", "15.03.2024"), ("lastmod", ""), ("changefreq", "often"), ("priority", "nan")],
)
def test_other_values_are_refused(field: str, text: str) -> None:
    with pytest.raises(SitemapError, match="write it like"):
        fixed_value(field, text)


def test_now_has_a_zone() -> None:
    assert fixed_value("lastmod", "now")[-6] in "+-"


REASONS = {
    Verdict.REMOVE: (
        *("Not found (404)", "Page with redirect", "Excluded by ‘noindex’ tag"),
        *("Alternate page with proper canonical tag", "Alternative page with proper canonical tag"),
        *("Duplicate without user-selected canonical", "Page avec redirection"),
        *("Seite mit Weiterleitung", "Страница с переадресацией"),
    ),
    Verdict.KEEP: (
        *("Crawled - currently not indexed", "Discovered - currently not indexed"),
        *("Explorée, actuellement non indexée", "Gecrawlt – zurzeit nicht indexiert"),
    ),
    Verdict.LOOK: (
        *("Soft 404", "Server error (5xx)", "Redirect error", "Blocked by robots.txt"),
        *("Blocked due to access forbidden (403)", "Erreur liée à des redirections", "Anything"),
    ),
}


@pytest.mark.parametrize(
    ("verdict", "reason"), [(v, reason) for v, reasons in REASONS.items() for reason in reasons]
)
def test_reasons_of_search_console_are_understood(verdict: Verdict, reason: str) -> None:
    assert verdict_on(reason) is verdict


def test_every_status_has_words() -> None:
    assert len({group.words for group in StatusGroup}) == len(StatusGroup)

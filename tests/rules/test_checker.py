"""Checking edit by edit ends where checking everything does; the report is right meanwhile."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Change
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.rules import check as checking
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Checker, Report, check
from sitemap_editor.rules.engine import wholefile
from sitemap_editor.rules.engine.found import Key
from sitemap_editor.rules.engine.judge import Judge
from sitemap_editor.rules.engine.state import State
from sitemap_editor.rules.engine.wholefile import site_keys
from sitemap_editor.rules.registry import PAIR_RULES
from sitemap_editor.support.jobs import Cancelled, Progress

from .conftest import DECLARATION, NOW, checker, from_text, with_value

LOCS = (
    "https://www.shop.org/a", "https://www.shop.org/b", "https://www.shop.org/A",
    "https://www.shop.org/a/", "http://www.shop.org/a", "https://www.shop.org:443/a", "/a", "",
    "https://www.shop.org/a?utm_x=1", "https://shop.org/é", " https://www.shop.org/b",
    "https://www.shop.org/b#c", "HTTPS://WWW.shop.org/b",
)  # fmt: skip
VALUES = {
    "loc": LOCS,
    "lastmod": (None, "2024-05-01", "2024-5-1", "2030-01-01", "", "2024-05-01T08:30:00Z"),
    "changefreq": (None, "never", "Daily", "often", "weekly"),
    "priority": (None, "0.5", "8", "high", "0,5", "1.0"),
}
EDITS = st.one_of(
    st.tuples(st.just("set"), st.sampled_from(list(VALUES)), st.integers(0, 99)),
    st.tuples(st.just("add"), st.integers(0, 99), st.integers(0, 99)),
    st.tuples(st.just("delete"), st.integers(0, 99), st.integers(0, 99)),
    st.tuples(st.just("move"), st.integers(0, 99), st.integers(0, 99)),
    st.tuples(st.sampled_from(["undo", "redo"]), st.just(0), st.just(0)),
)


def shop(count: int) -> Document:
    entries = "".join(
        f"<url><loc>{LOCS[n % 5]}</loc><lastmod>2024-05-01</lastmod></url>\n" for n in range(count)
    )
    return open_bytes(f'{DECLARATION}<urlset xmlns="{SITEMAP}">\n{entries}</urlset>'.encode())


class Follower:
    """Tells a checker about each change, as the window does."""

    def __init__(self, doc: Document, follows: Checker) -> None:
        self.codes: set[str] = set()
        self._checker = follows
        doc.observers.append(self)

    def about_to_change(self, change: Change) -> None:
        pass

    def changed(self, change: Change) -> None:
        self.codes = self._checker.update(change)


def do(doc: Document, edit: tuple[str, object, int]) -> None:
    kind, what, number = edit
    count = len(doc)
    if kind == "undo":
        doc.undo()
    elif kind == "redo":
        doc.redo()
    elif kind == "add":
        doc.add({"loc": LOCS[number % 7 % 4]}, at=int(str(what)) % (count + 1))
    elif count and kind == "set":
        field = str(what)
        value = VALUES[field][number % len(VALUES[field])]
        doc.set_value(number % count, field, value)
    elif count > 1 and kind == "delete":
        doc.delete(number % count)
    elif count > 1 and kind == "move":
        doc.move(number % count, int(str(what)) % count)


def summary(report: Report) -> list[tuple[str, Severity, int]]:
    return sorted((group.code, group.severity, group.count) for group in report.groups)


def about_entries(doc: Document, report: Report) -> dict[str, list[int]]:
    """What is said about entries alone, which an edit must bring up to date at once."""
    majority = {"loc-host-mismatch", "loc-www-mismatch", "loc-scheme-mismatch"}
    codes = {group.code for group in report.groups if CATALOGUE[group.code].scope == "entry"}
    pairs = {rule.code for rule in PAIR_RULES}
    found = {code: report.entries_with(code).tolist() for code in (codes - majority) | pairs}
    return {code: ids for code, ids in found.items() if ids}


def require_consistent(doc: Document, report: Report) -> None:
    """Counts, groups, findings and marks tell the same."""
    findings = list(report.findings())
    assert Counter(one.severity for one in findings) == +report.counts
    assert Counter(one.code for one in findings) == {g.code: g.count for g in report.groups}
    by_entry = {entry: report.of_entry(EntryId(entry)) for entry in doc.ids.tolist()}
    for entry, own in by_entry.items():
        worst = min((one.severity for one in own), key=lambda s: s.rank, default=None)
        assert report.severity_of(EntryId(entry)) == worst
        assert len({one.code for one in own}) == len(own)
    marked = {entry for entry, own in by_entry.items() if own}
    assert set(report.ids_with().tolist()) == marked


@given(st.integers(0, 8), st.lists(EDITS, max_size=8))
def test_edit_by_edit_is_checking_everything(
    count: int, edits: list[tuple[str, object, int]]
) -> None:
    doc = shop(count)
    follows = checker(doc)
    follows.run()
    Follower(doc, follows)
    for edit in edits:
        do(doc, edit)
        fresh = checker(doc).run()
        assert about_entries(doc, follows.report) == about_entries(doc, fresh)
    follows.refresh()
    fresh = checker(doc).run()
    assert summary(follows.report) == summary(fresh)
    assert [f.as_dict() for f in follows.report.findings()] == [
        f.as_dict() for f in fresh.findings()
    ]
    require_consistent(doc, follows.report)


@pytest.mark.parametrize("xml", ["<url/>", "<url ></url>"])
def test_entry_typed_anew_may_be_shorter_than_a_start_tag(xml: str) -> None:
    doc = shop(2)
    follows = checker(doc)
    follows.run()
    Follower(doc, follows)
    doc.edit(editing.replace_entry(doc, 1, xml), "Type")
    assert len(follows.report.ids_with("url-no-loc")) == 1
    doc.edit(editing.delete(doc, doc.ids[:1]), "Delete")
    assert summary(checker(doc).run()) == summary(follows.refresh())


def test_edit_tells_which_codes_it_touched() -> None:
    doc = shop(1)
    follows = checker(doc)
    follows.run()
    follower = Follower(doc, follows)
    doc.set_value(0, "lastmod", "yesterday")
    assert follower.codes == {"lastmod-invalid"}
    doc.set_value(0, "lastmod", "2024-05-02")
    assert follower.codes == {"lastmod-invalid"}
    doc.set_value(0, "lastmod", "2024-05-03")
    assert follower.codes == set()


def test_many_entries_wait_for_refresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "MOST_AT_ONCE", 3)
    doc = shop(6)
    follows = checker(doc)
    follows.run()
    Follower(doc, follows)
    doc.edit(editing.set_field(doc, doc.ids, "priority", "high"), "Set")
    assert not len(follows.report.ids_with("priority-not-a-number"))
    doc.set_value(0, "priority", "0.5")
    follows.refresh()
    assert len(follows.report.ids_with("priority-not-a-number")) == 5
    doc.edit(editing.delete(doc, doc.ids[:5]), "Delete")
    assert len(follows.report.ids_with("priority-not-a-number")) == 1
    follows.refresh()
    assert summary(follows.report) == summary(checker(doc).run())


def test_change_of_the_head_checks_everything_again() -> None:
    doc = from_text(
        "<urlset><url><priority>1</priority><loc>https://www.shop.org/</loc></url></urlset>"
    )
    follows = checker(doc)
    follows.run()
    Follower(doc, follows)
    legacy = "http://www.google.com/schemas/sitemap/0.84"
    doc.edit(editing.replace_head(doc, f'<urlset xmlns="{legacy}">'), "Head")
    follows.refresh()
    assert summary(follows.report) == summary(checker(doc).run())
    assert not len(follows.report.ids_with("element-order"))


class Stop(Progress):
    """Gives up at a given tick."""

    def __init__(self, after: int) -> None:
        self.left = after

    def tick(self, done: int = 0, total: int = 0) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("after", range(8))
def test_cancelled_check_leaves_the_report_as_it_was(after: int) -> None:
    doc = shop(5)
    follows = checker(doc)
    before = summary(follows.run())
    for work in (follows.run, follows.refresh):
        try:
            work(Stop(after))
        except Cancelled:
            assert summary(follows.report) == before
    assert summary(follows.refresh()) == before


def test_report_is_empty_before_the_first_check() -> None:
    report = checker(shop(3)).report
    assert report.groups == [] and not len(report.ids_with()) and report.counts.total() == 0


def test_marks_tell_the_worst_of_each_field() -> None:
    doc = from_text(
        '<urlset xmlns="S"><url><loc>https://www.shop.org/a#b</loc><lastmod>2024-5-1</lastmod>'
        "<priority>0.5</priority></url></urlset>"
    )
    report = checker(doc).run()
    entry = EntryId(0)
    assert report.severity_of(entry) is Severity.ERROR
    assert report.severity_of_field(entry, "loc") is Severity.WARNING
    assert report.severity_of_field(entry, "lastmod") is Severity.ERROR
    assert report.severity_of_field(entry, "priority") is None


def test_one_finding_an_entry_however_many_fields_have_it() -> None:
    doc = from_text(
        '<urlset xmlns="S"><url><loc>https://www.shop.org/a</loc><lastmod/><priority/></url></urlset>'
    )
    report = checker(doc).run()
    assert [one.code for one in report.of_entry(EntryId(0))] == ["element-empty"]
    (group,) = [group for group in report.groups if group.code == "element-empty"]
    assert group.count == 1


def test_lines_are_one_finding_about_the_file_with_all_entries() -> None:
    doc = open_bytes(b"# a\nhttps://www.shop.org/a\n# b\n", "list.txt")
    report = checker(doc).run()
    (group,) = [group for group in report.groups if group.code == "text-line-not-url"]
    assert group.count == 1 and group.ids is not None and group.ids.tolist() == [0, 2]
    assert [one.line for one in report.findings("text-line-not-url")] == [1]


def test_counts_are_those_of_findings_in_a_mixed_file() -> None:
    doc = from_text(
        '<urlset xmlns="S">x<url/><url><loc>a</loc></url><url><loc>a</loc></url><sitemap/>'
        "<url id='1'><loc>https://a_b.org</loc><lastmod>1</lastmod></url>y</urlset>"
    )
    require_consistent(doc, checker(doc).run())


def test_what_stands_between_entries_is_placed_there() -> None:
    doc = from_text(
        """<urlset xmlns="S">
<url><loc>https://www.shop.org/a</loc></url> oops
<?xml-stylesheet href="/a.xsl"?>
<url><loc>https://www.shop.org/b</loc></url>
  <Url><loc>https://www.shop.org/c</loc></Url>
</urlset>"""
    )
    report = checker(doc).run()
    places = {one.code: (one.line, one.column) for one in report.findings() if one.line}
    assert places["text-outside-elements"] == (2, 46)
    assert places["stylesheet-pi-misplaced"] == (3, 1)
    assert places["element-wrong-case"] == (5, 3)
    require_consistent(doc, report)


def test_findings_are_in_document_order_after_a_move() -> None:
    doc = shop(3)
    for position in range(3):
        doc.set_value(position, "priority", "high")
    doc.move(0, 2)
    found = list(checker(doc).run().findings("priority-not-a-number"))
    assert [one.entry for one in found] == [1, 2, 3]
    assert [one.entry_id for one in found] == doc.ids.tolist()


def test_profiles_choose_the_rules() -> None:
    doc = with_value("urlset", "loc", "https://www.example.com/a")
    assert {one.code for one in check(doc, profiles=["protocol"])} == set()
    assert {one.code for one in check(doc, profiles=["advice"])} == {"loc-host-placeholder"}


def test_public_check_takes_the_address_of_the_file() -> None:
    doc = with_value("urlset", "loc", "https://www.shop.org/a")
    said = {one.code for one in check(doc, base_url="https://shop.org/sitemap.xml")}
    assert "loc-www-mismatch" in said


def test_finding_has_all_that_a_report_needs() -> None:
    doc = with_value("urlset", "lastmod", "2024-05-01 08:30:00")
    (one,) = [f for f in Checker(doc, now=NOW).run().findings() if f.field == "lastmod"]
    assert one.as_dict() == {
        "code": "lastmod-space-separator",
        "severity": "error",
        "scope": "entry",
        "entry": 1,
        "line": 3,
        "column": 48,
        "field": "lastmod",
        "value": "2024-05-01 08:30:00",
        "message": (
            "“2024-05-01 08:30:00” has a space where a T belongs; write “2024-05-01”. "
            "Google reports such a date as invalid. (public reports)"
        ),
        "fix": "safe",
    }


def test_huge_values_are_shortened_in_messages() -> None:
    doc = with_value("urlset", "loc", "https://www.shop.org/" + "a" * 1_000_000)
    (one,) = Checker(doc, profiles=("protocol",), now=NOW).run().findings("loc-too-long")
    assert len(one.message) < 500 and len(one.value or "") > 1_000_000


def test_large_group_is_compared_in_pieces() -> None:
    locs = [f"https://www.shop.org/{n % 3000}" for n in range(9000)]
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    doc = open_bytes(f'<urlset xmlns="{SITEMAP}">{entries}</urlset>'.encode())
    report = checker(doc).run()
    expected = np.arange(3000, 9000)
    assert (report.ids_with("loc-duplicate-exact") == expected).all()


def test_a_twin_is_another_entry_with_the_same_address() -> None:
    doc = open_bytes(
        b"<urlset>"
        + b"".join(b"<url><loc>https://a.example/%d</loc></url>" % n for n in (1, 2, 1))
        + b"<url/></urlset>"
    )
    checker = Checker(doc)
    assert checker.twin_of(EntryId(0)) is None
    checker.run()
    assert [checker.twin_of(EntryId(n)) for n in range(4)] == [2, None, 0, None]


def test_of_several_findings_of_a_code_about_an_entry_the_worst_is_told() -> None:
    doc = from_text(
        '<urlset xmlns="S"><Url><loc>https://www.shop.org/z</loc></Url>'
        "<url><loc>https://www.shop.org/a</loc><Priority>1.0</Priority></url></urlset>"
    )
    report = checker(doc).run()
    require_consistent(doc, report)
    (found,) = report.findings("element-wrong-case")
    assert found.severity is Severity.ERROR and found.value == "Url"


def test_a_base_that_is_no_address_counts_for_nothing() -> None:
    doc = from_text('<sitemapindex xmlns="S"><sitemap><loc>a.xml</loc></sitemap></sitemapindex>')
    bases = ("not a url", None)
    said, wanted = (
        [one.as_dict() for one in checker(doc, base).run().findings()] for base in bases
    )
    assert said == wanted
    with pytest.raises(SitemapError, match="not a url"):
        check(doc, base_url="not a url")


def test_sites_are_judged_again_only_when_something_about_them_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    locs = [f"https://{host}.shop.org/" for host in "aabc_"]
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    doc = from_text(f'<urlset xmlns="S">{entries}</urlset>')
    follows = checker(doc)
    follows.run()
    Follower(doc, follows)
    judged: list[int] = []

    def counted(judge: Judge, state: State, number: int) -> set[Key]:
        judged.append(number)
        return site_keys(judge, state, number)

    monkeypatch.setattr(wholefile, "site_keys", counted)
    doc.set_value(0, "loc", "https://a.shop.org/new")
    follows.refresh()
    assert not judged
    doc.set_value(0, "loc", "https://c.shop.org/new")
    doc.set_value(1, "loc", "https://c.shop.org/other")
    follows.refresh()
    assert len(set(judged)) == 3  # most addresses are on c now, and none on a
    assert summary(follows.report) == summary(checker(doc).run())

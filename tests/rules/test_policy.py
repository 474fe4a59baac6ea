"""What people decided about rules: other severities, rules off, findings that nobody hears of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.operations.fixes import fix_all_safe, plan_rule
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Checker, Report
from sitemap_editor.rules.decisions import ignoring
from sitemap_editor.rules.decisions.policy import NO_POLICY, House, Ignore, Policy, Scope
from sitemap_editor.rules.engine.judge import Judge
from sitemap_editor.rules.registry import RULES

from .conftest import NOW, from_text
from .test_checker import (
    EDITS,
    LOCS,
    Follower,
    about_entries,
    do,
    require_consistent,
    shop,
    summary,
)

FRAGMENT = "https://www.shop.org/b#c"


def checker(doc: Document, policy: Policy) -> Checker:
    return Checker(doc, profiles=tuple(PROFILES), now=NOW, policy=policy)


def ignores(*wanted: str | tuple[str, str]) -> Policy:
    """A policy that ignores codes, or findings of a code about an address."""
    found = [
        Ignore(one, Scope.FILE) if isinstance(one, str) else Ignore(one[0], Scope.FINDING, one[1])
        for one in wanted
    ]
    return Policy(ignores=tuple(found))


def of(*locs: str) -> Document:
    entries = "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs)
    return from_text(f'<urlset xmlns="S">\n{entries}</urlset>')


def ignored(report: Report) -> dict[str, list[int] | None]:
    return {
        group.code: None if group.ids is None else group.ids.tolist()
        for group in report.ignored_groups
    }


# Severities and rules that are off


def test_a_severity_of_ones_own_counts_everywhere() -> None:
    doc = of("https://www.shop.org/", FRAGMENT)
    before = checker(doc, NO_POLICY).run()
    report = checker(doc, Policy(severities={"loc-fragment": Severity.ERROR})).run()
    (group,) = (one for one in report.groups if one.code == "loc-fragment")
    (finding,) = report.findings("loc-fragment")
    assert group.severity == finding.severity == report.severity_of(EntryId(1)) == "error"
    assert report.severity_of_field(EntryId(1), "loc") == "error"
    assert report.counts["error"] == before.counts["error"] + 1
    assert report.counts.total() == before.counts.total()


def test_a_severity_of_ones_own_beats_what_a_rule_says_of_a_case() -> None:
    doc = of("https://www.shop.org./")
    assert next(checker(doc, NO_POLICY).run().findings("loc-host-invalid")).severity == "info"
    report = checker(doc, Policy(severities={"loc-host-invalid": Severity.WARNING})).run()
    assert next(report.findings("loc-host-invalid")).severity == "warning"


def test_a_rule_that_is_off_never_runs() -> None:
    doc = of(FRAGMENT)
    judge = Judge(Context(policy=Policy(disabled=frozenset({"loc-fragment"}))))
    assert "loc-fragment" not in {rule.code for rule, _hit in judge.loc(FRAGMENT)[1]}
    report = checker(doc, Policy(disabled=frozenset({"loc-fragment"}))).run()
    assert not list(report.findings("loc-fragment"))
    assert "loc-fragment" not in {one.code for one in report.of_entry(EntryId(0))}
    assert not report.ignored_count


def test_a_rule_off_by_default_runs_when_it_is_given_a_severity() -> None:
    info = next(one for one in CATALOGUE.values() if one.off_by_default and one.code in RULES)
    assert not NO_POLICY.is_on(info, PROFILES)
    assert Policy(severities={info.code: Severity.INFO}).is_on(info, PROFILES)
    assert not Policy(severities={info.code: Severity.INFO}).is_on(info, ())


# Ignoring


def test_an_ignored_rule_is_counted_apart_and_nowhere_else() -> None:
    doc = of("https://www.shop.org/", FRAGMENT, FRAGMENT)
    usual = checker(doc, NO_POLICY).run()
    report = checker(doc, ignores("loc-fragment", "lastmod-missing")).run()
    assert ignored(report) == {"loc-fragment": [1, 2], "lastmod-missing": [0, 1, 2]}
    assert report.ignored_count == 3
    assert report.counts.total() == usual.counts.total() - 3
    assert not list(report.findings("loc-fragment"))
    assert [one.entry for one in report.findings("loc-fragment", is_ignored=True)] == [2, 3]
    assert len(list(report.findings(is_ignored=True))) == 3
    assert [one.code for one in report.of_entry(EntryId(1), is_ignored=True)] == ["loc-fragment"]
    require_consistent(doc, report)


def test_one_ignored_finding_is_known_by_its_address() -> None:
    doc = of("https://www.shop.org/a#b", FRAGMENT, FRAGMENT + "d")
    report = checker(doc, ignores(("loc-fragment", FRAGMENT))).run()
    assert ignored(report) == {"loc-fragment": [1]}
    assert report.entries_with("loc-fragment").tolist() == [0, 2]
    assert report.severity_of_field(EntryId(1), "loc") is None
    require_consistent(doc, report)


@pytest.mark.parametrize("few", [0, 1_000])
def test_one_of_many_is_found_by_its_address(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(ignoring, "FEW", few)
    doc = of(*(f"https://www.shop.org/{n}#x" for n in range(200)), *LOCS)
    wanted = [("loc-fragment", f"https://www.shop.org/{n}#x") for n in (3, 150)]
    report = checker(doc, ignores(*wanted, ("loc-relative", "/a"), ("loc-www-mismatch", "x")))
    assert ignored(report.run())["loc-fragment"] == [3, 150]


@pytest.mark.parametrize("few", [0, 1_000])
def test_one_without_an_address_is_known_by_that(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(ignoring, "FEW", few)
    doc = of("https://www.shop.org/a", "", " ")
    assert ignored(checker(doc, ignores(("loc-empty", ""))).run()) == {"loc-empty": [1, 2]}


def test_an_ignored_finding_stays_ignored_when_others_are_edited() -> None:
    doc = of("https://www.shop.org/a", FRAGMENT)
    follows = checker(doc, ignores(("loc-fragment", FRAGMENT)))
    follows.run()
    Follower(doc, follows)
    doc.set_value(0, "loc", "https://www.shop.org/a#b")
    assert follows.report.entries_with("loc-fragment").tolist() == [0]
    doc.move(1, 0)
    follows.refresh()
    assert ignored(follows.report)["loc-fragment"] == [1]
    doc.set_value(1, "loc", FRAGMENT)
    assert ignored(follows.report)["loc-fragment"] == [1, 0]
    doc.set_value(0, "loc", FRAGMENT + "e")
    assert ignored(follows.report)["loc-fragment"] == [0]
    assert follows.report.entries_with("loc-fragment").tolist() == [1]


def test_what_is_ignored_is_not_mended() -> None:
    doc = of("HTTPS://www.shop.org/a", "HTTPS://WWW.shop.org/b", "HTTPS://WWW.shop.org/c")
    policy = ignores("loc-host-uppercase", ("loc-scheme-uppercase", "HTTPS://WWW.shop.org/b"))
    report = checker(doc, policy).run()
    assert not plan_rule(doc, report, "loc-host-uppercase").count
    doc.edit(fix_all_safe(doc, report), "Fix")
    assert [doc.value_of(n, "loc") for n in range(3)] == [
        "https://www.shop.org/a",
        "HTTPS://WWW.shop.org/b",
        "https://WWW.shop.org/c",
    ]


def test_an_address_that_a_fix_changes_does_not_bring_back_what_was_ignored() -> None:
    doc = of("HTTPS://www.shop.org/a#b")
    policy = ignores(("loc-scheme-uppercase", "HTTPS://www.shop.org/a#b"))
    report = checker(doc, policy).run()
    doc.edit(plan_rule(doc, report, "loc-fragment", accept_ask=True).edit(), "Fix")
    assert doc.value_of(0, "loc") == "HTTPS://www.shop.org/a"
    again = checker(doc, report.policy_for(doc)).run()
    assert ignored(again) == {"loc-scheme-uppercase": [0]}


POLICIES = (
    ignores("loc-fragment", "loc-duplicate-exact", "lastmod-missing"),
    ignores(
        *(("loc-duplicate-exact", loc) for loc in LOCS[:3]),
        ("loc-scheme-mismatch", "http://www.shop.org/a"),
        ("loc-fragment", FRAGMENT),
        ("lastmod-invalid", "https://www.shop.org/a"),
    ),
    Policy(
        severities={"lastmod-invalid": Severity.INFO, "loc-fragment": Severity.ERROR},
        disabled=frozenset({"priority-not-a-number", "loc-duplicate-equivalent"}),
        house=House(("www.shop.org",), ("#c", "[^/]A"), (443,), ("utm_*",), 0),
        ignores=(Ignore("house-depth", Scope.FINDING, "https://www.shop.org/b"),),
    ),
)


@given(st.integers(0, 6), st.lists(EDITS, max_size=6), st.sampled_from(POLICIES))
def test_edit_by_edit_is_checking_everything_by_any_policy(
    count: int, edits: list[tuple[str, object, int]], policy: Policy
) -> None:
    doc = shop(count)
    follows = checker(doc, policy)
    follows.run()
    Follower(doc, follows)
    for edit in edits:
        do(doc, edit)
        fresh = checker(doc, policy).run()
        assert about_entries(doc, follows.report) == about_entries(doc, fresh)
    follows.refresh()
    assert summary(follows.report) == summary(fresh := checker(doc, policy).run())
    assert ignored(follows.report) == ignored(fresh)
    require_consistent(doc, follows.report)


@given(st.integers(0, 6), st.lists(EDITS, max_size=4), st.permutations(POLICIES[:2]))
def test_ignoring_afterwards_is_checking_with_it(
    count: int, edits: list[tuple[str, object, int]], order: list[Policy]
) -> None:
    doc = shop(count)
    follows = checker(doc, NO_POLICY)
    follows.run()
    Follower(doc, follows)
    for policy in (*order, NO_POLICY, order[0]):
        for edit in edits:
            do(doc, edit)
        assert follows.take_policy(policy)
        follows.refresh()
        fresh = checker(doc, policy).run()
        assert summary(follows.report) == summary(fresh)
        assert ignored(follows.report) == ignored(fresh)
        require_consistent(doc, follows.report)


@pytest.mark.parametrize(
    "policy",
    [
        Policy(severities={"loc-fragment": Severity.ERROR}),
        Policy(disabled=frozenset({"loc-fragment"})),
        Policy(house=House(max_depth=3)),
        Policy(base_url="https://www.shop.org/"),
    ],
)
def test_any_other_decision_needs_a_new_check(policy: Policy) -> None:
    follows = checker(of(FRAGMENT), NO_POLICY)
    follows.run()
    assert not follows.take_policy(policy)
    assert not follows.take_policy(replace(policy, ignores=(Ignore("x", Scope.USER),)))

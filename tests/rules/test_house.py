"""House rules: what people allow and forbid, in all addresses, and patterns that never end."""

from __future__ import annotations

import time
import tomllib
from typing import Any

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.decisions import patterns
from sitemap_editor.rules.decisions.patterns import Patterns
from sitemap_editor.rules.decisions.policy import House, Policy, Scope
from sitemap_editor.rules.decisions.policy_file import read_policy

from .conftest import CASES

HOUSE = tomllib.loads((CASES / "house.toml").read_text(encoding="utf-8"))["case"]
NEVER_ENDS = r"(?:x|x)*\d"
SLOW = "https://www.shop.org/" + "x" * 60


def urlset(*locs: str) -> Document:
    entries = "".join(f"<url><loc>{loc.replace('&', '&amp;')}</loc></url>\n" for loc in locs)
    return open_bytes(f'<urlset xmlns="{SITEMAP}">\n{entries}</urlset>\n'.encode(), "sitemap.xml")


def checker(doc: Document, house: House) -> Checker:
    return Checker(doc, policy=Policy(house=house))


def codes_of(checker: Checker, entry: int) -> set[str]:
    return {one.code for one in checker.report.of_entry(entry) if one.code.startswith("house-")}


@pytest.mark.parametrize("kind", ["urlset", "text"])
@pytest.mark.parametrize("case", HOUSE, ids=lambda case: case["code"])
def test_what_the_house_forbids_is_flagged_and_nothing_else(
    case: dict[str, Any], kind: str
) -> None:
    house = House(**{k: tuple(v) if isinstance(v, list) else v for k, v in case["house"].items()})
    locs = (case["good"], case["bad"])
    doc = urlset(*locs) if kind == "urlset" else open_bytes("\n".join(locs).encode(), "list.txt")
    report = checker(doc, house).run()
    found = [one for one in report.findings() if one.code.startswith("house-")]
    assert [(one.code, one.entry, one.severity) for one in found] == [(case["code"], 2, "warning")]
    assert found[0].value == case["bad"]
    assert report.severity_of_field(1, "loc") is not None
    assert not Checker(doc).run().ids_with(case["code"]).size


def test_every_house_rule_has_a_case() -> None:
    from sitemap_editor.rules.catalogue import CATALOGUE

    known = {code for code, info in CATALOGUE.items() if info.group == "house"}
    assert {case["code"] for case in HOUSE} == known


def test_entries_without_an_address_are_left_alone() -> None:
    house = House(("a.example",), ("a",), (80,), ("a",), 0)
    doc = open_bytes(
        f'<urlset xmlns="{SITEMAP}"><url></url><url><loc/></url></urlset>'.encode(), "sitemap.xml"
    )
    assert not [f for f in checker(doc, house).run().findings() if f.code.startswith("house-")]


def test_addresses_nobody_can_know_are_left_alone() -> None:
    said = "<loc><b>https://www.shop.org/a/</b></loc>", "<loc>https://www.shop.org/&a;</loc>"
    entries = "".join(f"<url>{one}</url>" for one in said)
    text = f'<!DOCTYPE urlset [<!ENTITY a "a">]><urlset xmlns="{SITEMAP}">{entries}</urlset>'
    report = checker(open_bytes(text.encode(), "sitemap.xml"), House(forbidden=("a",))).run()
    assert not report.entries_with("house-pattern").size


def test_an_edit_is_held_against_the_house_rules_at_once() -> None:
    doc = urlset("https://www.shop.org/a", "https://www.shop.org/b")
    one = checker(doc, House(("www.shop.org",), ("/admin",), max_depth=2))
    one.run()
    for value, wanted in (
        ("https://www.shop.org/admin", {"house-pattern"}),
        ("https://shop.org/a/b/c", {"house-host", "house-depth"}),
        ("https://www.shop.org/b", set()),
    ):
        one.update(doc.edit(editing.set_field(doc, doc.ids[:1], "loc", value), "Type"))
        assert codes_of(one, 0) == wanted
        one.refresh()
        assert codes_of(one, 0) == wanted


# Patterns


@pytest.mark.parametrize(
    "pattern",
    ["a", "^a", "a$", "^$", "", "a.*c", r"\bb", "(?:a|b)c", "[abc]{2}", "[^c]b", r"a\Z", r"\Ab",
     r"a\s*b", "a(?=c)", "a(?!c)", "(?<=a)b", r"(.)\1", "a|", "[a\\-b]c", "B",
     "[^a]", "a[^b]", "[^a]$", r"a\S", r"\[^a", r"[^\w.]", r"\\[^a]", "[^ab]+c?$"],
)  # fmt: skip
def test_many_addresses_at_once_are_matched_as_one_by_one(pattern: str) -> None:
    texts = ["abc", "", "bca", "a", "cc", "b a", "ab", "ca", "b"]
    once = Patterns([pattern]).rows(texts)
    assert once == {row for row, text in enumerate(texts) if Patterns([pattern]).first_in(text)}
    assert Patterns([pattern]).rows([*texts, "a\nb"]) >= once


def test_a_pattern_that_never_ends_is_given_up_and_the_others_go_on(monkeypatch) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    doc = urlset(SLOW, "https://www.shop.org/admin")
    one = checker(doc, House(forbidden=(NEVER_ENDS, "admin")))
    started = time.perf_counter()
    report = one.run()
    assert time.perf_counter() - started < 5
    found = list(report.findings("house-pattern"))
    assert [f.entry for f in found] == [2, None]
    assert NEVER_ENDS in found[1].message and "given up" in found[1].message
    one.refresh()
    assert len(list(one.report.findings("house-pattern"))) == 2


def test_a_pattern_slow_on_each_of_many_addresses_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    monkeypatch.setattr(patterns, "SLOW_SECONDS", 0.0)
    slow = Patterns(["(?!z)a"])
    rows = slow.rows(["b" * 20_000] * 3_000)
    assert not rows
    assert slow.given_up == ["(?!z)a"]


def test_a_broken_pattern_finds_nothing() -> None:
    assert Patterns(["("]).rows(["a", "("]) == set()
    assert read_policy('[house]\nforbidden = ["("]', None, "x", Scope.USER)[0].house == House()


def test_many_addresses_take_little_time() -> None:
    doc = urlset(*(f"https://www.shop.org/shop-{n % 100}/product-{n}" for n in range(20_000)))
    one = checker(doc, House(("www.shop.org",), ("/admin/", "staging"), (8080,), ("utm_*",), 4))
    found = one.run()
    assert not [group for group in found.groups if group.code.startswith("house-")]
    assert np.array_equal(found.ids_with("house-pattern"), np.zeros(0, np.int64))


def test_an_address_of_a_megabyte_is_tried_for_a_limited_time() -> None:
    doc = urlset("https://www.shop.org/" + "a" * 1_000_000, "https://www.shop.org/x-end")
    house = House(("*",), (r"(?:a|a)*\d", "a.*b.*c", "x-end$"), (8080,), ("*a*",), 3)
    started = time.perf_counter()
    report = checker(doc, house).run()
    assert time.perf_counter() - started < 5
    assert report.entries_with("house-pattern").tolist() == [1]


def test_a_host_of_many_labels_is_held_against_stars() -> None:
    host = ".".join(["ab"] * 80)
    report = checker(urlset(f"https://{host}/"), House(("*a*b*a*b*a*b*c.org", "*.ab.ab"))).run()
    assert not report.entries_with("house-host").size

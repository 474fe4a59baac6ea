"""List, folder and catalogue agree, and narrow rules run before those they speak for."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

from sitemap_editor import rules
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES, PROFILES
from sitemap_editor.rules import registry
from sitemap_editor.rules.catalogue import CATALOGUE, DO_NOT_FLAG
from sitemap_editor.rules.registry import LEFT_OUT, LEFT_OUT_GROUPS, RULES

NO_FAMILY = {
    "base", "blocks", "catalogue", "check", "columns", "date_order", "entry", "evidence",
    "explain", "found", "frame", "gate_lastmod", "gate_loc", "groups", "hashing", "ignoring",
    "judge", "messages", "neighbours", "pages", "passes", "patterns", "policy", "policy_edit",
    "policy_file", "policy_places", "policy_store", "questions", "registry", "remembered",
    "report", "sources", "state", "values", "wholefile", "__init__",
    "addresses", "language_links", "language_sets", "news_missing", "news_values",
    "part_hits", "video_addresses", "video_dates", "video_legacy", "video_places", "video_texts",
    "video_values",
    "across", "digests", "heads", "looking", "places", "robots_beside",
    "robots_text", "surroundings", "survey", "house_hits",
    "address_shapes", "aliases", "clusters", "flawed_links", "gate_parts", "links", "parts",
    "parts_pass",
    "repaired", "search",
}  # fmt: skip


def test_every_family_of_the_folder_is_in_the_list() -> None:
    folder = {path.stem for path in Path(rules.__file__).parent.glob("*.py")} - NO_FAMILY
    assert folder == {family.__name__.rpartition(".")[2] for family in registry.FAMILIES}


def test_every_rule_of_a_family_runs() -> None:
    written = {
        one.code
        for family in registry.FAMILIES
        for name, rules in vars(family).items()
        if name.endswith("RULES") and isinstance(rules, tuple)
        for one in rules
    }
    assert written == set(RULES)


def test_every_code_runs_or_says_why_not() -> None:
    silent = {
        code
        for code, info in CATALOGUE.items()
        if code not in RULES and code not in LEFT_OUT and info.group not in LEFT_OUT_GROUPS
    }
    assert not silent
    assert not set(LEFT_OUT) & set(RULES)
    assert set(LEFT_OUT) <= set(CATALOGUE)


def test_there_are_more_than_a_hundred_rules() -> None:
    assert len(RULES) >= 150


def test_codes_never_to_be_flagged_have_no_rule() -> None:
    assert len(DO_NOT_FLAG) == 8
    assert not set(DO_NOT_FLAG) & set(RULES)


def test_what_is_hidden_runs_later_in_the_same_list() -> None:
    lists = (registry.ENTRY_RULES, registry.SITE_RULES, *registry.VALUE_RULES.values())
    for order in lists:
        codes = [one.code for one in order]
        for place, one in enumerate(order):
            assert not set(one.hides) & set(codes[:place]), one.code


@pytest.mark.parametrize("code", RULES)
def test_rule_explains_itself(code: str) -> None:
    one = RULES[code]
    assert len(one.title) <= 60 and not one.title.endswith(".")
    assert one.message.endswith((".", "”.")) and one.message.count(". ") + 1 >= 2
    assert inspect.cleandoc(one.help).endswith(".") or "\n" in one.help


def test_default_profiles_switch_off_what_only_others_ask() -> None:
    on = {code for code, info in CATALOGUE.items() if info.is_on(DEFAULT_PROFILES)}
    assert "loc-too-long-yandex" not in on and "file-over-legacy-size" not in on
    assert "lastmod-date-only" not in on
    assert "loc-not-absolute" in on and "loc-host-placeholder" in on


def test_severity_hangs_on_the_profile() -> None:
    future = CATALOGUE["lastmod-future"]
    assert future.severity_for(["bing"]) == "error" and future.severity_for(["advice"]) == "warning"
    old = CATALOGUE["lastmod-before-1970"]
    assert old.severity_for(["google"]) == "error" and old.severity_for(["yandex"]) == "warning"
    assert CATALOGUE["element-unknown"].severity_for(["protocol"]) == "warning"
    assert CATALOGUE["element-unknown"].severity_for(PROFILES) == "error"


def test_every_rule_names_a_source() -> None:
    assert all(CATALOGUE[code].source_names() for code in RULES)

"""List, folder and catalogue agree, and narrow rules run before those they speak for."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import pytest

from sitemap_editor import rules
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES, PROFILES
from sitemap_editor.rules import registry
from sitemap_editor.rules.base import Rule
from sitemap_editor.rules.catalogue import CATALOGUE, DO_NOT_FLAG
from sitemap_editor.rules.registry import LEFT_OUT, LEFT_OUT_GROUPS, RULES


def written() -> set[str]:
    """Codes of all rules in the package, whichever module they are in."""
    names = [one.name for one in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}.")]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    lists = [one for value in values if isinstance(value, tuple) for one in value]
    return {one.code for one in (*values, *lists) if isinstance(one, Rule)}


def test_every_rule_that_is_written_runs() -> None:
    assert written() == set(RULES)


def test_there_are_as_many_rules_as_there_were() -> None:
    assert len(RULES) >= 281


def test_every_code_runs_or_says_why_not() -> None:
    silent = {
        code
        for code, info in CATALOGUE.items()
        if code not in RULES and code not in LEFT_OUT and info.group not in LEFT_OUT_GROUPS
    }
    assert not silent
    assert not set(LEFT_OUT) & set(RULES)
    assert set(LEFT_OUT) <= set(CATALOGUE)


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

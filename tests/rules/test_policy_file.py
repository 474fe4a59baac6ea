"""``sitemap-editor.toml``: what is wrong is named with its line, and the rest counts."""

from __future__ import annotations

from typing import Any

import pytest

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.decisions import policy_edit
from sitemap_editor.rules.decisions.policy import House, Ignore, Policy, Scope, combine
from sitemap_editor.rules.decisions.policy_file import FILE_NAME, read_policy
from sitemap_editor.rules.decisions.policy_store import PolicyStore
from sitemap_editor.support.settings import POLICY, Settings

from .conftest import load

CASES = load("policy_files.toml")

MADE_BY_HAND = """\
# The shop, since 2019.
profiles = ["google"]   # Bing does not care

[severity]
# Our CMS cannot do better.
loc-fragment = "off"

[[ignore]]
rule = "loc-userinfo"  # asked for by sales
file = "shop-*.xml"

[[ignore]]
rule = "loc-too-long"

[house]
forbidden = [
  "/admin/",   # never
]
max_depth = 4
"""


@pytest.mark.parametrize("name", CASES)
def test_problems_are_named_and_the_rest_counts(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    text = case["text"]
    policy, problems = read_policy(text, "sitemap.xml", FILE_NAME, Scope.FOLDER)
    assert len(problems) == len(case["problems"]), problems
    for said, wanted in zip(problems, case["problems"], strict=True):
        assert said.startswith(f"{FILE_NAME}:{wanted}")
    assert policy.severities == case.get("severity", {})
    assert policy.disabled == set(case.get("off", ()))
    assert policy.ignored_codes == set(case.get("ignored", ()))
    assert policy.profiles == (tuple(case["profiles"]) if "profiles" in case else None)


def test_a_text_of_brackets_is_named_and_not_followed() -> None:
    _policy, problems = read_policy("a = " + "[" * 100_000, "a.xml", FILE_NAME, Scope.FOLDER)
    assert len(problems) == 1


@pytest.mark.parametrize(
    ("file", "scope"),
    [("shop-1.xml", Scope.FOLDER), ("other.xml", None)],
)
def test_an_ignored_rule_counts_for_the_files_it_names(file: str, scope: Scope | None) -> None:
    policy, _problems = read_policy(MADE_BY_HAND, file, FILE_NAME, Scope.FOLDER)
    scopes = [one.scope for one in policy.ignores_of("loc-userinfo")]
    assert scopes == ([scope] if scope else [])


# Writing


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that went and those that came; all others stand in the same order."""
    old = [line for line in before.splitlines() if line]
    new = [line for line in after.splitlines() if line]
    assert [line for line in old if line in new] == [line for line in new if line in old]
    gone = [line for line in old if line not in new]
    came = [line for line in new if line not in old]
    return gone, came


def test_what_people_wrote_around_a_change_stays() -> None:
    text = policy_edit.with_severities(MADE_BY_HAND, {"loc-fragment": "info"})
    assert changed(MADE_BY_HAND, text) == (['loc-fragment = "off"'], ['loc-fragment = "info"'])
    text = policy_edit.with_severities(MADE_BY_HAND, {"loc-port-default": "error"})
    assert changed(MADE_BY_HAND, text) == ([], ['loc-port-default = "error"'])
    text = policy_edit.with_house(MADE_BY_HAND, House(forbidden=("/admin/",), max_depth=9))
    assert changed(MADE_BY_HAND, text) == (["max_depth = 4"], ["max_depth = 9"])


def test_house_rules_that_cannot_be_read_stay_until_their_list_is_changed() -> None:
    text = '[house]\nforbidden = ["/a", "(("]  # mine\nforbidden_ports = [8080, 99999]\n'
    house = House(forbidden=("/a",), forbidden_ports=(8080,), max_depth=3)
    kept = policy_edit.with_house(text, house)
    assert kept == text + "max_depth = 3\n"
    changed = policy_edit.with_house(kept, House(forbidden=("/b",), forbidden_ports=(8080,)))
    assert 'forbidden = ["/b"]' in changed
    assert "[8080, 99999]" in changed
    assert "max_depth" not in changed


@pytest.mark.parametrize("text", ["", MADE_BY_HAND, "ignore = [{rule = 'loc-too-long'}]\n"])
@pytest.mark.parametrize(
    "one",
    [
        Ignore("loc-port-default", Scope.FOLDER),
        Ignore("loc-port-default", Scope.FILE),
        Ignore("loc-port-default", Scope.FINDING, 'https://a.example/"\\é\u2028#x'),
    ],
)
def test_what_is_ignored_is_read_again_and_taken_back(text: str, one: Ignore) -> None:
    file = None if one.scope is Scope.FOLDER else "sitemap.xml"
    written = policy_edit.with_ignore(text, one, file)
    assert policy_edit.with_ignore(written, one, file) == written
    before = read_policy(text, "sitemap.xml", "", Scope.FOLDER)[0]
    policy, problems = read_policy(written, "sitemap.xml", "", Scope.FOLDER)
    assert not problems
    assert set(policy.ignores) - set(before.ignores) == {one}
    again = policy_edit.without_ignore(written, one.code, "sitemap.xml", one.loc)
    assert read_policy(again, "sitemap.xml", "", Scope.FOLDER)[0] == before


def test_taking_back_touches_no_other_file() -> None:
    assert policy_edit.without_ignore(MADE_BY_HAND, "loc-userinfo", "other.xml", None) == (
        MADE_BY_HAND
    )
    text = policy_edit.without_ignore(MADE_BY_HAND, "loc-userinfo", "shop-3.xml", None)
    assert "loc-userinfo" not in text and "loc-too-long" in text


def test_a_file_that_is_broken_is_not_written_to(tmp_path) -> None:
    file = tmp_path / FILE_NAME
    file.write_text("[severity]\nloc-fragment = off\n")
    store = PolicyStore(tmp_path / "sitemap.xml")
    with pytest.raises(SitemapError, match="nothing was written") as caught:
        store.set_severity(Scope.FOLDER, "loc-fragment", "info")
    assert (caught.value.path, caught.value.line) == (str(file), 2)
    assert file.read_text() == "[severity]\nloc-fragment = off\n"


@pytest.mark.parametrize("data", [b"\xff\xfe[", b"[severity]\n\xe9 = 1\n"])
def test_a_file_that_is_no_text_is_named(tmp_path, data: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(data)
    policy, problems = PolicyStore(tmp_path / "sitemap.xml").load()
    assert policy == Policy() and len(problems) == 1
    assert problems[0].startswith(str(tmp_path / FILE_NAME))


def test_a_folder_of_that_name_is_named(tmp_path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    assert "folder" in PolicyStore(tmp_path / "sitemap.xml").load()[1][0]


# Where decisions are kept


@pytest.fixture
def store(tmp_path) -> PolicyStore:
    return PolicyStore(tmp_path / "sitemap.xml", Settings(None))


@pytest.mark.parametrize("scope", Scope)
def test_a_decision_is_kept_where_it_belongs_and_taken_back(tmp_path, scope: Scope) -> None:
    settings, file = Settings(None), tmp_path / FILE_NAME
    store = PolicyStore(tmp_path / "sitemap.xml", settings)
    loc = "https://a.example/" if scope is Scope.FINDING else None
    step = store.ignore(scope, "loc-fragment", loc)
    assert step is not None
    assert file.exists() is (scope is not Scope.USER)
    assert bool(settings.get(POLICY)) is (scope is Scope.USER)
    assert [(one.scope, one.loc) for one in store.load()[0].ignores] == [(scope, loc)]
    assert store.ignore(scope, "loc-fragment", loc) is None
    others = PolicyStore(tmp_path / "other.xml", settings).load()[0]
    assert bool(others.ignores) is (scope in (Scope.FOLDER, Scope.USER))
    assert step.undo()
    assert not file.exists() and not settings.get(POLICY)


def test_a_decision_is_not_taken_back_over_what_somebody_wrote_since(tmp_path, store) -> None:
    step = store.set_severity(Scope.FOLDER, "loc-fragment", "off")
    (tmp_path / FILE_NAME).write_text("# mine\n")
    assert not step.undo()
    assert (tmp_path / FILE_NAME).read_text() == "# mine\n"


def test_the_folder_knows_the_address_of_each_of_its_files(tmp_path, store) -> None:
    (tmp_path / FILE_NAME).write_text("[base_urls]\n'sitemap.xml' = 'https://a.example/s.xml'\n")
    assert store.load()[0].base_url == "https://a.example/s.xml"
    assert PolicyStore(tmp_path / "other.xml").load()[0].base_url is None


def test_several_severities_are_one_decision(store) -> None:
    words = {Scope.USER: {"loc-fragment": "off"}, Scope.FOLDER: {"loc-userinfo": "info"}}
    step = store.set_rules(words, {})
    policy = store.load()[0]
    assert (policy.disabled, policy.severities) == ({"loc-fragment"}, {"loc-userinfo": "info"})
    assert step.undo() and store.load()[0] == Policy()


def test_hearing_of_a_rule_again_takes_back_all_reasons(store) -> None:
    for scope in (Scope.FILE, Scope.FOLDER, Scope.USER):
        store.ignore(scope, "loc-fragment")
    step = store.unignore("loc-fragment")
    assert store.load()[0].ignores == ()
    assert step.undo() and len(store.load()[0].ignores) == 3


def test_without_a_file_only_what_is_for_oneself_can_be_decided() -> None:
    store = PolicyStore(None, Settings(None))
    with pytest.raises(SitemapError, match="no file yet"):
        store.ignore(Scope.FOLDER, "loc-fragment")
    assert store.set_severity(Scope.USER, "loc-fragment", "off") is not None
    assert store.load()[0].disabled == {"loc-fragment"}


def test_the_folder_has_the_last_word() -> None:
    user = Policy(
        severities={"loc-fragment": Severity.ERROR, "loc-userinfo": Severity.INFO},
        disabled=frozenset({"loc-too-long", "loc-port-default"}),
        house=House(forbidden=("a",), max_depth=3, allowed_hosts=("a.example",)),
        ignores=(Ignore("loc-fragment", Scope.USER),),
    )
    folder = Policy(
        severities={"loc-too-long": Severity.WARNING},
        disabled=frozenset({"loc-userinfo"}),
        house=House(forbidden=("b",), max_depth=5),
        ignores=(Ignore("loc-fragment", Scope.FOLDER),),
        profiles=("google",),
    )
    both = combine(user, folder)
    assert both.severities == {"loc-fragment": "error", "loc-too-long": "warning"}
    assert both.disabled == {"loc-port-default", "loc-userinfo"}
    assert both.house == House(("a.example",), ("b", "a"), max_depth=5)
    assert both.profiles == ("google",)
    assert [one.scope for one in both.ignores_of("loc-fragment")] == [Scope.FOLDER, Scope.USER]

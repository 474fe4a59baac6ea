"""The list of rules: all of them, for programs and for people."""

from __future__ import annotations

import json

from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.catalogue import CATALOGUE, DO_NOT_FLAG

KEYS = ["code", "group", "severity", "scope", "profiles", "fix", "source"]


def test_json_lists_every_rule_with_the_promised_keys(run):
    rules = json.loads(run("rules", "--format", "json").out)
    assert len(rules) == 333
    assert [rule["code"] for rule in rules] == list(CATALOGUE)
    assert not {rule["code"] for rule in rules} & set(DO_NOT_FLAG)
    for rule in rules:
        assert list(rule) == KEYS
        assert rule["severity"] in ("error", "warning", "info")
        assert rule["fix"] in ("safe", "ask", "none")
        assert set(rule["profiles"]) <= set(PROFILES)


def test_json_of_one_rule_is_an_array_too(run):
    (rule,) = json.loads(run("rules", "file-empty", "--format", "json").out)
    assert rule["code"] == "file-empty"


def test_the_list_tells_what_is_checked(run):
    text = run("rules").text
    assert "333 rules" in text
    lines = {line.split()[1]: line for line in text.splitlines() if line.startswith("  ")}
    assert "not checked yet" in lines["served-content-type"]
    assert "not checked yet" not in lines["file-too-large"]


def test_the_page_of_a_rule_tells_all(run):
    text = run("rules", "file-too-large").text
    for words in ("file-too-large", "52,428,800", "sitemaps.org", "protocol", "split", "Split"):
        assert words.lower() in text.lower()


def test_the_page_of_a_rule_names_its_sources_in_words(run):
    text = run("rules", "loc-not-absolute").text
    assert "P #" not in text and "G-" not in text
    assert "experiments with the schema and parsers" in text


def test_what_is_no_code_lists_the_rules_it_leads_to(run):
    rules = json.loads(run("rules", "Incorrect namespace", "--format", "json").out)
    assert {"ns-missing", "ns-https"} <= {rule["code"] for rule in rules}
    text = run("rules", "comma in the priority").text
    assert "priority-decimal-comma" in text
    assert "1 rule, 1 checked" in text


def test_an_error_that_no_rule_can_see_says_why(run):
    assert "wait" in run("rules", "Temporary error").err


def test_a_page_that_was_written_explains_itself_with_examples_and_links(run):
    text = run("rules", "ns-https").text
    for words in (
        *("https in the namespace", "Why it matters", "Wrong", "Right", "How to fix it"),
        *('<urlset xmlns="https://www.sitemaps.org', "https://www.w3.org/TR/xml-names/"),
        *("Search Console: Incorrect namespace", "`"),
    ):
        assert (words in text) is (words != "`")


def test_a_page_speaks_the_language_as_far_as_it_is_translated(run):
    text = run("rules", "ns-https", "--language", "fr").text
    assert "https dans l’espace de noms" in text
    assert "compared letter by letter" in text

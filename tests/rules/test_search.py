"""Rules are found by what people type, the names of other tools included."""

from pathlib import Path

import pytest

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.help.aliases import ALIASES, names_of
from sitemap_editor.rules.help.search import find_aliases, find_rules, plain
from sitemap_editor.support import i18n

TABLE = Path(__file__).parents[1] / "cases" / "rules" / "names_elsewhere.tsv"
ROWS = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]


def names_in(row):
    """The names in the first column of the table, remarks in brackets left out."""
    return [part.split("(")[0].strip() for name in row.split(";") for part in name.split(" / ")]


@pytest.mark.parametrize(("tool", "row", "codes"), ROWS, ids=[row[1][:40] for row in ROWS])
def test_each_name_of_the_tables_leads_to_its_rules(tool, row, codes):
    wanted = set(codes.split())
    for name in names_in(row):
        if name == "lost":  # "Connection failed / lost"
            name = "Connection lost"
        aliases = [one for one in ALIASES if one.tool.startswith(tool) and name in one.names]
        assert aliases, name
        assert wanted <= {code for one in aliases for code in one.codes}
        assert wanted <= find_rules(name)
        assert wanted <= find_rules(name.upper()[1:])


def test_every_code_of_the_names_exists():
    assert {code for one in ALIASES for code in one.codes} <= set(CATALOGUE)


def test_a_name_without_rules_says_why():
    assert [one.names[0] for one in ALIASES if not one.codes] == ["Temporary error"]
    assert all(one.codes or one.note for one in ALIASES)


def test_a_summary_leads_to_every_error_and_to_nothing_by_one_word():
    errors = {code for code, info in CATALOGUE.items() if info.severity is Severity.ERROR}
    assert find_rules("Sitemap can be read, but has errors") == errors
    assert find_rules("errors") != errors
    assert not any(one.is_summary for one in find_aliases("sitemap"))
    assert "Sitemap can be read, but has errors" not in names_of("loc-empty")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("loc-dup", "loc-duplicate-exact"),
        ("LOC-DUP", "loc-duplicate-exact"),
        ("comma in the priority", "priority-decimal-comma"),
        ("priority comma", "priority-decimal-comma"),
        ("  Comma   in the PRIORITY. ", "priority-decimal-comma"),
        ("Couldn’t fetch", "index-child-missing"),
        ("Incorrect namespace: Expected: http://a Found: http://b", "ns-https"),
        ("publication", "news-tag-missing"),
    ],
)
def test_words_lead_to_a_rule(text, code):
    assert code in find_rules(text)


def test_the_longest_name_in_a_pasted_line_decides():
    pasted = "3 × Invalid URL in sitemap index file: incomplete URL on line 7"
    assert find_rules(pasted) == {"index-child-not-absolute"}


@pytest.mark.parametrize("text", ["zzz", "no such error anywhere", "%s", "{value}"])
def test_nonsense_leads_nowhere(text):
    assert not find_rules(text)


def test_nothing_typed_leaves_all():
    assert find_rules("  ") == set(CATALOGUE)


def test_titles_are_found_in_the_language_shown_and_in_english():
    i18n.set_language("fr")
    try:
        shown = i18n._("Comma in the priority")
        assert shown != "Comma in the priority"
        assert "priority-decimal-comma" in find_rules(shown)
        assert "priority-decimal-comma" in find_rules("Comma in the priority")
    finally:
        i18n.set_language("en")
    assert "priority-decimal-comma" not in find_rules(shown)


def test_quotes_and_spaces_do_not_matter():
    assert plain(" Couldn’t\tfetch: ") == "couldn't fetch"

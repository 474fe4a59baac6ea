"""What is said about feeds."""

from __future__ import annotations

from typing import Any

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.fixes import fix_all_safe
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.rules import feed
from sitemap_editor.rules.registry import RULES

from .conftest import checker, findings, from_text, load

CASES = load("feeds.toml")


def rss(*items: str) -> Document:
    return open_bytes(
        f'<rss version="2.0"><channel>\n{"".join(items)}</channel></rss>'.encode(), "feed.xml"
    )


def about(doc: Document, code: str, base: str | None = None) -> list[Finding]:
    return [one for one in findings(doc, base) if one.code == code]


@pytest.mark.parametrize("name", CASES)
def test_a_feed_is_flagged(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    found = about(from_text(case["bad"]), name.partition(".")[0])
    assert len(found) == 1
    one = found[0]
    assert (one.line, one.column, one.value) == tuple(map(case.get, ("line", "column", "value")))
    assert one.severity == case.get("severity", one.severity)
    assert case.get("message", "") in one.message
    assert one.fix is FixKind.NONE


@pytest.mark.parametrize("name", CASES)
def test_a_near_miss_is_not_flagged(name: str) -> None:
    assert not about(from_text(CASES[name]["good"]), name.partition(".")[0])


def test_every_rule_about_feeds_has_a_case() -> None:
    codes = {one.code for one in (*feed.RULES, *feed.FILE_RULES)}
    assert codes == {name.partition(".")[0] for name in CASES} | {"feed-limits"}
    assert len(codes) == 7 and codes <= set(RULES)


def test_a_feed_with_too_many_items() -> None:
    item = "<item><link>https://www.shop.org/</link></item>"
    assert about(rss(item * 50_001), "feed-limits")[0].severity == "error"
    assert not about(rss(item * 50_000), "feed-limits")


def test_atom_0_3_is_right_for_others_than_google() -> None:
    doc = from_text(CASES["feed-version.atom 0.3"]["bad"])
    from sitemap_editor.rules.check import Checker

    report = Checker(doc, profiles=("protocol", "bing")).run()
    assert "feed-version" not in {group.code for group in report.groups}


@pytest.mark.parametrize(
    ("link", "code"),
    [
        ("https://www.shop.org/a b", "loc-whitespace-inside"),
        ("https://localhost/a", "loc-host-not-public"),
        ("https://www.shop.org/caf\u00e9", "loc-non-ascii"),
        ("http:/www.shop.org/", "loc-scheme-malformed"),
    ],
)
def test_links_of_items_are_addresses(link: str, code: str) -> None:
    doc = rss(f"<item><title>A</title>\n<link>{link}</link></item>")
    found = about(doc, code)
    assert [(one.line, one.column, one.value) for one in found] == [(3, 7, link)]
    assert found[0].fix is FixKind.NONE


def test_links_to_other_hosts_are_found() -> None:
    doc = rss("<item><link>https://other.org/</link></item>")
    assert about(doc, "loc-host-mismatch", "https://www.shop.org/feed.xml")


def test_the_same_link_twice_is_found() -> None:
    doc = rss(*["<item><link>https://www.shop.org/a</link></item>"] * 2)
    assert [one.entry for one in about(doc, "loc-duplicate-exact")] == [2]


def test_a_feed_nobody_has_anything_to_say_about() -> None:
    doc = rss(
        "<item><link>https://www.shop.org/?a=1&amp;b=2</link>"
        "<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate></item>"
    )
    assert {one.code for one in findings(doc)} == {"feed-yandex", "feed-not-complete"}


def test_no_fix_touches_a_feed() -> None:
    doc = rss("<item><link>HTTPS://WWW.shop.org:443</link></item>")
    assert fix_all_safe(doc, checker(doc).run()) is None

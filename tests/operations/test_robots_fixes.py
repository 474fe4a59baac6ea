"""Fixes of a robots.txt on texts nobody thought of: undone exactly, and nothing safe is left."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.fixes import fix_all_safe, plan_rule
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.check import Checker

BASE = "https://a.example/robots.txt"

WORDS = st.sampled_from(
    [
        *("Sitemap", "site-map", "Site map", "SITEMAPS", "Disallow", "Allow", "User-agent", "Host"),
        *(":", " : ", " ", "\t", "#", "*", "$", ",", "<", ">", '"', "\ufeff", "é", "%"),
        *("https://a.example/s.xml", "http://b.example/", "/s.xml", "www.a.example/x.xml", "/"),
        *("Googlebot", "//a.example/y", "ftp://a.example/"),
    ]
)
LINES = st.lists(WORDS, max_size=7).map("".join)
TEXTS = st.lists(st.tuples(LINES, st.sampled_from(["\n", "\r\n", "\r", "\n\n"])), max_size=8)


@settings(max_examples=150, deadline=None)
@given(TEXTS)
def test_all_that_is_safe_is_mended_once_and_undone_exactly(pairs: list[tuple[str, str]]) -> None:
    doc = open_bytes("".join(line + end for line, end in pairs).encode(), "robots.txt")
    before = doc.text()
    report = Checker(doc, base_url=BASE).run()
    if doc.edit(fix_all_safe(doc, report), "fix") is None:
        assert doc.text() == before
        return
    after = doc.text()
    assert open_bytes(after, "robots.txt").text() == after
    again = Checker(doc, base_url=BASE).run()
    assert [one.code for one in again.findings() if one.fix is FixKind.SAFE] == []
    assert fix_all_safe(doc, again) is None
    doc.undo()
    assert doc.text() == before
    doc.redo()
    assert doc.text() == after


@settings(max_examples=100, deadline=None)
@example([("", "\n"), ("\ufeff \ufeff", "\n")])
@given(TEXTS)
def test_mending_a_rule_twice_changes_nothing_more(pairs: list[tuple[str, str]]) -> None:
    doc = open_bytes("".join(line + end for line, end in pairs).encode(), "robots.txt")
    for group in Checker(doc, base_url=BASE).run().groups:
        report = Checker(doc, base_url=BASE).run()
        doc.edit(plan_rule(doc, report, group.code, accept_ask=True).edit(), "fix")
        report = Checker(doc, base_url=BASE).run()
        assert plan_rule(doc, report, group.code, accept_ask=True).edit() is None

"""Group P: each rule flags its case, leaves the near miss alone, and its fix mends it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.operations.fixes import (
    fix_all_safe,
    fix_entry,
    fix_rule,
    plan_all_safe,
    plan_rule,
)
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.beside.looking import look_around
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.registry import ALL

from .conftest import NOW, load

CASES = load("robots.toml")
FIXED = [name for name, case in CASES.items() if "fixed" in case]
CODES = {rule.code for rule in ALL if "robots" in {str(kind) for kind in rule.kinds}}


def filled(text: str) -> str:
    """The text with ``LONG:900`` written out as a comment line or a long path."""
    head, mark, rest = text.partition("LONG:")
    if not mark:
        return text
    count, newline, tail = rest.partition("\n")
    return head + "#" * (not head.endswith("/")) + "0" * int(count) + newline + tail


def written(folder: Path, case: dict[str, Any], which: str) -> Document:
    """The robots.txt of a case, with the sitemaps it has beside it."""
    for name, address in case.get("files", {}).items():
        (folder / name).write_text(
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"<url><loc>{address}</loc></url></urlset>"
        )
    path = folder / "robots.txt"
    path.write_bytes(filled(case[which]).encode(case.get("coding", "utf-8")))
    return open_document(path)


def checker(doc: Document, case: dict[str, Any], base: str | None = None) -> Checker:
    base = base or case.get("base")
    beside = look_around(doc, base_url=base) if "files" in case else None
    return Checker(doc, profiles=tuple(PROFILES), base_url=base, now=NOW, neighbours=beside)


def of_code(found: list[Finding], name: str) -> list[Finding]:
    return [one for one in found if one.code == name.partition(".")[0]]


@pytest.mark.parametrize("name", CASES)
def test_it_is_flagged(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    found = list(checker(written(tmp_path, case, "bad"), case).run().findings())
    flagged = of_code(found, name)
    assert [(one.line, one.column) for one in flagged] == [(case.get("line"), case.get("column"))]
    assert flagged[0].value == case.get("value", flagged[0].value)
    assert (flagged[0].scope, flagged[0].fix) == ("robots", FixKind(case["fix"]))
    assert flagged[0].message
    assert (flagged[0].entry is None) is (flagged[0].line is None)


@pytest.mark.parametrize("name", CASES)
def test_a_near_miss_is_not_flagged(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    doc = written(tmp_path, case, "good")
    assert of_code(list(checker(doc, case, case.get("good_base")).run().findings()), name) == []


@pytest.mark.parametrize("name", FIXED)
def test_the_fix_mends_it_once_and_for_all(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    doc = written(tmp_path, case, "bad")
    before = doc.text()
    code = name.partition(".")[0]
    doc.edit(fix_rule(doc, checker(doc, case).run(), code, accept_ask=True), "fix")
    assert doc.text().decode() == filled(case["fixed"])
    assert not doc.source.has_bom
    assert fix_rule(doc, checker(doc, case).run(), code, accept_ask=True) is None
    doc.undo()
    assert doc.text() == before
    doc.save(tmp_path / "out.txt")
    saved = (tmp_path / "out.txt").read_bytes()
    assert saved == filled(case["bad"]).encode(case.get("coding", "utf-8"))


@pytest.mark.parametrize("name", FIXED)
def test_one_finding_alone_can_be_mended(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    doc = written(tmp_path, case, "bad")
    report = checker(doc, case).run()
    doc.edit(fix_entry(doc, of_code(list(report.findings()), name)[0], report), "fix")
    assert doc.text().decode() == filled(case["fixed"])


@pytest.mark.parametrize("name", FIXED)
def test_nothing_safe_is_left_after_mending_all_that_is(tmp_path: Path, name: str) -> None:
    case = CASES[name]
    doc = written(tmp_path, case, "bad")
    doc.edit(fix_all_safe(doc, checker(doc, case).run()), "fix")
    report = checker(doc, case).run()
    assert [one.code for one in report.findings() if one.fix is FixKind.SAFE] == []
    assert fix_all_safe(doc, report) is None


def test_every_rule_has_a_case() -> None:
    assert {name.partition(".")[0] for name in CASES} == CODES


def test_several_flaws_of_a_line_are_mended_together(tmp_path: Path) -> None:
    case = {"text": "site-map <https://www.shop.org/a.xml> 'https://www.shop.org/b.xml'\n"}
    doc = written(tmp_path, case, "text")
    doc.edit(fix_all_safe(doc, checker(doc, case).run()), "fix")
    wanted = b"Sitemap: https://www.shop.org/a.xml\nSitemap: https://www.shop.org/b.xml\n"
    assert doc.text() == wanted


@pytest.mark.parametrize(
    ("text", "code", "answers", "wanted"),
    [
        ("a.xml#b#c", "robots-hash-in-url", {"hash": "encode"}, "a.xml%23b%23c"),
        ("a.xml#b#c", "robots-hash-in-url", {"hash": "drop"}, "a.xml"),
    ],
)
def test_answers_decide_what_a_fix_does(
    tmp_path: Path, text: str, code: str, answers: dict[str, str], wanted: str
) -> None:
    case = {"text": f"Sitemap: https://www.shop.org/{text}\n"}
    doc = written(tmp_path, case, "text")
    report = checker(doc, case).run()
    doc.edit(fix_rule(doc, report, code, accept_ask=True, answers=answers), "fix")
    assert doc.text().decode() == f"Sitemap: https://www.shop.org/{wanted}\n"


def test_the_site_of_relative_addresses_can_be_answered(tmp_path: Path) -> None:
    case = {"text": "Sitemap: /a.xml\n"}
    doc = written(tmp_path, case, "text")
    report = checker(doc, case).run()
    code = "robots-sitemap-relative"
    assert fix_rule(doc, report, code, accept_ask=True) is None
    answers = {"site_host": "https://www.shop.org"}
    doc.edit(fix_rule(doc, report, code, accept_ask=True, answers=answers), "fix")
    assert doc.text() == b"Sitemap: https://www.shop.org/a.xml\n"


def test_findings_follow_edits(tmp_path: Path) -> None:
    case = {"text": "Sitemap: https://www.shop.org/a.xml\nSitemap: https://www.shop.org/b.xml\n"}
    doc = written(tmp_path, case, "text")
    one = checker(doc, case)
    doc.observers.append(_Updates(one))
    one.run()
    doc.set_value(1, "loc", "https://www.shop.org/a.xml")
    assert [found.code for found in one.refresh().findings()] == ["robots-sitemap-duplicate"]
    doc.delete(0)
    assert list(one.refresh().findings()) == []


class _Updates:
    def __init__(self, checker: Checker) -> None:
        self._checker = checker

    def about_to_change(self, change: Any) -> None:
        """Nothing to do before."""

    def changed(self, change: Any) -> None:
        self._checker.update(change)


def test_the_preview_of_fixes_shows_whole_lines_by_their_numbers(tmp_path: Path) -> None:
    case = {"text": "\nUser-agent: *\n\nSite-map: https://www.shop.org/a.xml\nSitemap:\n"}
    doc = written(tmp_path, case, "text")
    samples = plan_all_safe(doc, checker(doc, case).run()).samples()
    assert [(one.position, one.field, one.before, one.after) for one in samples] == [
        (
            None,
            "line 4",
            "Site-map: https://www.shop.org/a.xml",
            "Sitemap: https://www.shop.org/a.xml",
        ),
        (None, "line 5", "Sitemap:", None),
    ]


def test_many_forbidden_sitemaps_are_allowed_in_little_time() -> None:
    lines = [f"Sitemap: https://www.shop.org/{n}.xml\nDisallow: /{n}*****" for n in range(400)]
    doc = open_bytes("\n".join(["User-agent: *", *lines]).encode(), "robots.txt")
    started = time.process_time()
    report = Checker(doc, base_url="https://www.shop.org/robots.txt", now=NOW).run()
    plan = plan_rule(doc, report, "robots-sitemap-disallowed", True)
    assert plan.count >= 400
    assert time.process_time() - started < 5

"""A fix takes its finding away, touches nothing else, and can be undone to the byte."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_document
from sitemap_editor.operations.fixes import (
    fix_all_safe,
    fix_entry,
    fix_rule,
    plan_all_safe,
    plan_rule,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Report
from tests.rules.conftest import checker_of, from_text, load, load_documents, with_value

VALUES = {code: case for code, case in load("values.toml").items() if "fixed" in case}
DOCUMENTS = {code: case for code, case in load_documents().items() if "fixed" in case}


def text_of(doc: Document) -> bytes:
    return b"".join(doc.chunks())


def report_on(doc: Document, case: dict[str, Any]) -> Report:
    return checker_of(doc, case).run()


def require_reversible(doc: Document, before: bytes) -> None:
    """Undo and redo twice; the bytes must follow."""
    after = text_of(doc)
    for _ in range(2):
        doc.undo()
        assert text_of(doc) == before
        doc.redo()
        assert text_of(doc) == after


def codes_of(doc: Document, case: dict[str, Any]) -> set[str]:
    return {group.code for group in report_on(doc, case).groups}


def document_of_value(code: str) -> tuple[Document, str]:
    case = VALUES[code]
    field = case.get("field", code.partition("-")[0])
    return with_value(case.get("kind", "urlset"), field, case["bad"]), field


@pytest.mark.parametrize("code", VALUES)
def test_value_is_mended(code: str) -> None:
    doc, field = document_of_value(code)
    before = text_of(doc)
    doc.edit(fix_rule(doc, report_on(doc, VALUES[code]), code, accept_ask=True), "Fix")
    value = doc.value(len(doc) - 1, field)
    assert (value or "") == VALUES[code]["fixed"]
    assert code not in codes_of(doc, VALUES[code])
    assert fix_rule(doc, report_on(doc, VALUES[code]), code, accept_ask=True) is None
    require_reversible(doc, before)


@pytest.mark.parametrize("code", DOCUMENTS)
def test_document_is_mended(code: str) -> None:
    case = DOCUMENTS[code]
    doc = from_text(case["bad"], raw=case.get("raw", False))
    before, answers = text_of(doc), case.get("answers", {})
    doc.edit(fix_rule(doc, report_on(doc, case), code, accept_ask=True, answers=answers), "Fix")
    wanted = from_text(case["fixed"], raw=case.get("raw", False))
    assert text_of(doc).decode() == text_of(wanted).decode()
    assert code not in codes_of(doc, case)
    require_reversible(doc, before)


@pytest.mark.parametrize("code", sorted({*VALUES, *DOCUMENTS}))
def test_one_finding_is_mended_alone(code: str) -> None:
    case = VALUES.get(code) or DOCUMENTS[code]
    doc = document_of_value(code)[0] if code in VALUES else from_text(
        case["bad"], raw=case.get("raw", False)
    )  # fmt: skip
    report = report_on(doc, case)
    finding = next(report.findings(code))
    assert finding.fix is not FixKind.NONE
    doc.edit(fix_entry(doc, finding, report, case.get("answers", {})), "Fix")
    assert code not in codes_of(doc, case)


@pytest.mark.parametrize("code", sorted({*VALUES, *DOCUMENTS}))
def test_what_is_to_be_asked_is_not_done_unasked(code: str) -> None:
    case = VALUES.get(code) or DOCUMENTS[code]
    doc = document_of_value(code)[0] if code in VALUES else from_text(
        case["bad"], raw=case.get("raw", False)
    )  # fmt: skip
    report = report_on(doc, case)
    is_safe = next(report.findings(code)).fix is FixKind.SAFE
    assert (fix_rule(doc, report, code) is not None) == is_safe
    if CATALOGUE[code].fix is FixKind.ASK and code != "index-child-not-absolute":
        assert not is_safe


def test_all_safe_fixes_work_together_on_one_value() -> None:
    doc = with_value("urlset", "loc", " HTTPS://WWW.Shop.org:443/a/../caf%c3%a9 x#top ")
    before = text_of(doc)
    doc.edit(fix_all_safe(doc, report_on(doc, {})), "Fix")
    assert doc.value(0, "loc") == "https://www.shop.org/caf%C3%A9%20x"
    assert b"<loc>https" in text_of(doc)
    require_reversible(doc, before)


def test_frame_entries_and_deletions_are_one_step() -> None:
    doc = from_text(
        """<urlset xmlns="http://www.sitemaps.org/schema/sitemap/0.9">
<url><loc> https://www.shop.org/a </loc><lastmod/></url>
<!-- the second -->
<url><loc>https://www.shop.org/b</loc></url>
<!-- again -->
<url><loc>https://www.shop.org/b</loc></url>
<url><loc>https://www.shop.org/c#d</loc></url>
</urlset>"""
    )
    before = text_of(doc)
    doc.edit(fix_all_safe(doc, report_on(doc, {})), "Fix")
    wanted = from_text(
        """<urlset xmlns="S">
<url><loc>https://www.shop.org/a</loc></url>
<!-- the second -->
<url><loc>https://www.shop.org/b</loc></url>
<!-- again -->
<url><loc>https://www.shop.org/c</loc></url>
</urlset>"""
    )
    assert text_of(doc).decode() == text_of(wanted).decode()
    assert len(doc.history.labels) == 1
    require_reversible(doc, before)


def test_untouched_entries_keep_their_bytes() -> None:
    odd = "<url ><loc\t>https://www.shop.org/a</loc ><x xmlns='urn:x'/></url >"
    doc = from_text(
        f'<urlset xmlns="S">{odd}<url><loc> https://www.shop.org/b</loc></url></urlset>'
    )
    doc.edit(fix_all_safe(doc, report_on(doc, {})), "Fix")
    assert odd.encode() in text_of(doc)


@pytest.mark.parametrize("loc", ["https://shop.org./a", "https://shop.org:/a"])
def test_no_finding_promises_a_fix_that_its_rule_has_not(loc: str) -> None:
    doc = with_value("urlset", "loc", loc)
    found = list(report_on(doc, {}).findings())
    assert {one.fix for one in found if CATALOGUE[one.code].fix is FixKind.NONE} == {FixKind.NONE}
    assert fix_all_safe(doc, report_on(doc, {})) is None


@pytest.mark.parametrize(
    ("bad", "fixed"),
    [
        (
            '<s:urlset xmlns:s="S"><url/></s:urlset>',
            '<urlset xmlns="S"><url/></urlset>',
        ),
        (
            '<s:urlset a="b" xmlns:s="S"><url/><s:url></s:url></s:urlset>',
            '<urlset xmlns="S" a="b" xmlns:s="S"><url/><s:url></s:url></urlset>',
        ),
        (
            '<s:urlset xmlns:s="S"><url><x s:a=""/></url></s:urlset>',
            '<urlset xmlns="S" xmlns:s="S"><url><x s:a=""/></url></urlset>',
        ),
        ('<s:urlset xmlns:s="S" xmlns="urn:x"><url/></s:urlset>', None),
    ],
)
def test_root_loses_its_prefix_and_nobody_else_the_declaration(bad: str, fixed: str | None) -> None:
    doc = from_text(bad)
    before = text_of(doc)
    doc.edit(fix_rule(doc, report_on(doc, {}), "ns-child-mismatch"), "Fix")
    assert text_of(doc) == text_of(from_text(fixed or bad))
    if fixed is not None:
        require_reversible(doc, before)


def test_a_style_sheet_is_no_declaration() -> None:
    sheet = "<?xml-stylesheet href='/a.xsl'?>"
    doc = from_text(f'{sheet}<urlset xmlns="S"><url/></urlset>', raw=True)
    doc.edit(fix_rule(doc, report_on(doc, {}), "xml-declaration-missing"), "Fix")
    assert text_of(doc).startswith(f'<?xml version="1.0" encoding="UTF-8"?>\n{sheet}'.encode())


def test_plan_shows_before_and_after() -> None:
    doc = with_value("urlset", "lastmod", "2024-05-01 08:30")
    plan = plan_rule(doc, report_on(doc, {}), "lastmod-space-separator")
    (sample,) = plan.samples()
    assert (sample.position, sample.field) == (1, "lastmod")
    assert (sample.before, sample.after) == ("2024-05-01 08:30", "2024-05-01")
    assert plan.count == 1
    assert plan_all_safe(doc, report_on(doc, {})).samples() == [sample]


def test_reference_that_nobody_knows_is_left_alone() -> None:
    doc = from_text(
        '<!DOCTYPE urlset [<!ENTITY b "x">]><urlset xmlns="S"><url><loc> &b; </loc></url></urlset>'
    )
    assert fix_all_safe(doc, report_on(doc, {})) is None


def documents(corpus: Path) -> list[Document]:
    found = []
    for path in sorted(corpus.glob("*/*")):
        try:
            doc = open_document(path)
        except SitemapError:
            continue
        if len(doc) < 5_000 and not doc.repairs:
            found.append(doc)
    return found


def test_safe_fixes_leave_none_of_their_findings_in_public_files(corpus: Path) -> None:
    for doc in documents(corpus):
        before = text_of(doc)
        for _ in range(5):
            edit = fix_all_safe(doc, report_on(doc, {}))
            if edit is None:
                break
            doc.edit(edit, "Fix")
        left = [one.code for one in report_on(doc, {}).findings() if one.fix is FixKind.SAFE]
        assert not left, doc.path
        while doc.undo() is not None:
            pass
        assert text_of(doc) == before

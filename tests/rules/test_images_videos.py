"""Images and videos as real files have them: what is found, what becomes of it, and no surprise."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.markup.elements import splice
from sitemap_editor.operations.fixes import fix_rule
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules import image, video
from sitemap_editor.rules.base import Context, Hit, run_rules
from sitemap_editor.rules.entry import Entry
from sitemap_editor.rules.image import MAX_IMAGES
from sitemap_editor.rules.messages import message_of

from .conftest import NOW, checker_of, from_text, load

FURTHER: list[dict[str, Any]] = load("images_videos_further.toml")["case"]  # type: ignore[assignment]
FLAGGED = [case for case in FURTHER if "bad" in case]


def named(case: dict[str, Any]) -> str:
    return f"{case['code']}: {case['name']}"


@pytest.mark.parametrize("case", FLAGGED, ids=named)
def test_case_is_flagged_and_mended(case: dict[str, Any]) -> None:
    doc = from_text(case["bad"])
    report = checker_of(doc, case).run()
    found = list(report.findings(case["code"]))
    assert len(found) == 1
    assert (found[0].value or "") == case.get("value", "")
    fix = fix_rule(doc, report, case["code"], accept_ask=True, answers=case.get("answers", {}))
    assert (fix is not None) == ("fixed" in case)
    if fix is not None:
        doc.edit(fix, "Fix")
        assert text_of(doc) == text_of(from_text(case["fixed"]))
        left = {one.code for one in checker_of(doc, case).run().findings()}
        assert (case["code"] in left) == case.get("left", False)


@pytest.mark.parametrize("case", [case for case in FURTHER if "good" in case], ids=named)
def test_near_miss_is_not_flagged(case: dict[str, Any]) -> None:
    doc = from_text(case["good"])
    assert case["code"] not in {one.code for one in checker_of(doc, case).run().findings()}


def text_of(doc: Document) -> str:
    return b"".join(doc.chunks()).decode()

"""Each rule flags its case at the right place, and leaves the near miss alone."""

from __future__ import annotations

from typing import Any

import pytest

from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.registry import RULES

from .conftest import (
    checker_of,
    column_of,
    findings,
    from_text,
    load,
    load_documents,
    with_value,
)

VALUES = load("values.toml")
DOCUMENTS = load_documents()
ACROSS = {name.partition(" ")[0] for name in load("across.toml")}
FEEDS = {name.partition(".")[0] for name in load("feeds.toml")}
ROBOTS = {name.partition(".")[0] for name in load("robots.toml")}
ELSEWHERE = {
    # test_house.py says what is allowed and forbidden
    "house-host", "house-port", "house-pattern", "house-parameter", "house-depth",
    # test_file.py and test_whole.py build what no text can hold
    "file-too-large", "file-near-size-limit", "file-over-legacy-size", "encoding-not-utf8",
    "bom-present", "gzip-double", "gzip-name-mismatch", "file-name-unsafe", "too-many-urls",
    "near-url-limit", "index-too-many", "text-limits", "text-encoding", "text-extension",
    "sitemap-not-at-root", "lastmod-all-identical", "lastmod-equals-build-time",
    "lastmod-date-only", "priority-all-identical", "loc-mixed-trailing-slash",
    "news-too-many", "feed-limits",
    "index-too-many-indexes",  # test_looking.py
    "image-too-many",  # test_images_videos.py
}  # fmt: skip


def filled(value: str) -> str:
    """The value with ``LONG:900`` written out."""
    head, mark, count = value.partition("LONG:")
    return head + "0" * int(count) if mark else value


@pytest.mark.parametrize("code", VALUES)
def test_value_is_flagged(code: str) -> None:
    case = VALUES[code]
    kind, field = case.get("kind", "urlset"), case.get("field", code.partition("-")[0])
    doc = with_value(kind, field, filled(case["bad"]))
    found = [one for one in findings(doc, case.get("base")) if one.code == code]
    assert len(found) == 1
    bad = filled(case["bad"])
    blank = len(bad) - len(bad.lstrip(" \t\r\n")) if bad.strip() else 0
    assert (found[0].line, found[0].column) == (3, column_of(kind, field) + blank)
    assert found[0].value in (bad, bad.strip())


@pytest.mark.parametrize("code", VALUES)
def test_near_miss_of_value_is_not_flagged(code: str) -> None:
    case = VALUES[code]
    kind, field = case.get("kind", "urlset"), case.get("field", code.partition("-")[0])
    doc = with_value(kind, field, filled(case["good"]))
    assert code not in {one.code for one in findings(doc, case.get("base"))}


@pytest.mark.parametrize("code", DOCUMENTS)
def test_document_is_flagged(code: str) -> None:
    case: dict[str, Any] = DOCUMENTS[code]
    doc = from_text(case["bad"], raw=case.get("raw", False))
    found = [one for one in checker_of(doc, case).run().findings() if one.code == code]
    assert len(found) == case.get("count", 1)
    wanted = case.get("value")
    if wanted is not None and wanted.startswith("S "):
        wanted = doc.root.namespace + wanted[1:]
    assert (found[0].line, found[0].column) == (case.get("line"), case.get("column"))
    assert found[0].value == wanted or wanted is None


@pytest.mark.parametrize("code", DOCUMENTS)
def test_near_miss_of_document_is_not_flagged(code: str) -> None:
    case: dict[str, Any] = DOCUMENTS[code]
    doc = from_text(case["good"], raw=case.get("raw", False))
    assert code not in {one.code for one in checker_of(doc, case).run().findings()}


def test_every_rule_has_a_case() -> None:
    assert set(RULES) == set(VALUES) | set(DOCUMENTS) | ACROSS | ROBOTS | FEEDS | ELSEWHERE
    assert set(RULES) <= set(CATALOGUE)

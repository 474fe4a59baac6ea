"""Faults met in public files report their codes; files that are right report nothing."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.check import Checker

from .conftest import CASES, NOW

FAULTS: list[dict[str, Any]] = json.loads((CASES / "reported.json").read_text(encoding="utf-8"))

VERSIONS_MISSING = {"hreflang-target-not-listed"}

NOT_CLEAN_AFTER_ALL = {
    # The index of the corpus tells what an editor must be able to open; these hold faults it
    # does not speak of, each named by the file itself.
    "bart-turczynski__sitemapr/namespace-version-wrong.xml": {"ns-extension-wrong"},
    "bart-turczynski__sitemapr/url-invalid-escape.xml": {"loc-percent-malformed"},
    # One code given to two pages, one of which has no entry.
    "bart-turczynski__sitemapr/duplicate-tokens.xml": {
        *VERSIONS_MISSING,
        "hreflang-duplicate-code",
    },
    "bart-turczynski__sitemapr/hreflang-duplicate.xml": {
        *VERSIONS_MISSING,
        "hreflang-duplicate-code",
    },
    # Samples of how links to other languages are written: of the versions they name, whole
    # files by themselves, some have no entry, and Google asks for one each (G-loc).
    "bart-turczynski__sitemapr/valid-hreflang.xml": VERSIONS_MISSING,
    "bart-turczynski__sitemapr/valid-mixed.xml": VERSIONS_MISSING,
    "bart-turczynski__sitemapr/valid-tokens.xml": VERSIONS_MISSING,
    # Right when they were written: news of 2008 and of January 2024, a video that was to be
    # shown until November 2021.
    "alphadev-net__kotlin-sitemap/google.news.sample.sitemap.xml": {"news-too-old"},
    "bart-turczynski__sitemapr/mixed-image-news.xml": {"news-too-old"},
    "alphadev-net__kotlin-sitemap/google.video.sample.sitemap.xml": {"video-expired"},
    "ekalinin__sitemap.js/video.xml": {"video-expired"},
    # A list made to mix http with https, and one address of a part of a page.
    "bart-turczynski__sitemapr/mixed-schemes-and-query.txt": {
        "loc-scheme-mismatch",
        "loc-fragment",
    },
    # A text list under another name than .txt, which is what the file is there to show.
    "TurnerSoftware__SitemapTools/basic-sitemap-WrongFormat.xml": {"text-extension"},
}
"""Public files that open clean and have errors or warnings all the same, each for its reason."""

OUT_OF_DATE = {"news-too-old", "video-expired"}
BEFORE_ALL_OF_THEM, AFTER_ALL_OF_THEM = 1_199_145_600, 1_798_761_600
"""The first seconds of 2008 and of 2027, in UTC."""


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: f"{case['id']} {case['title']}")
def test_fault_reports_its_codes(case: dict[str, Any]) -> None:
    name = "list.txt" if case["kind"] == "text" else "sitemap.xml"
    doc = open_bytes(case["broken"].encode(), name)
    found = Checker(doc, base_url=case.get("base"), now=NOW).run().findings()
    assert set(case["codes"]) <= {finding.code for finding in found}


def errors_and_warnings(corpus: Path, now: float) -> dict[str, set[str]]:
    """The codes said about the files that open clean, by file."""
    with (corpus / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        rows = [
            r for r in csv.DictReader(file, delimiter="\t") if "opens clean" in r["good_editor"]
        ]
    assert rows
    wrong: dict[str, set[str]] = {}
    for row in rows:
        doc = open_document(corpus / row["path"])
        report = Checker(doc, profiles=("protocol", "google", "bing"), now=now).run()
        said = {group.code for group in report.groups if group.severity is not Severity.INFO}
        if said:
            wrong[row["path"]] = said
    return wrong


def test_right_files_have_no_errors_and_warnings(corpus: Path) -> None:
    assert errors_and_warnings(corpus, AFTER_ALL_OF_THEM) == NOT_CLEAN_AFTER_ALL


def test_what_is_out_of_date_was_right_once(corpus: Path) -> None:
    said = errors_and_warnings(corpus, BEFORE_ALL_OF_THEM).values()
    assert not OUT_OF_DATE & set().union(*said)

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

NOT_CLEAN_AFTER_ALL = {
    # The index of the corpus tells what an editor must be able to open; these hold faults it
    # does not speak of, each named by the file itself.
    "bart-turczynski__sitemapr/namespace-version-wrong.xml": {"ns-extension-wrong"},
    "bart-turczynski__sitemapr/url-invalid-escape.xml": {"loc-percent-malformed"},
    # A list made to mix http with https, and one address of a part of a page.
    "bart-turczynski__sitemapr/mixed-schemes-and-query.txt": {
        "loc-scheme-mismatch",
        "loc-fragment",
    },
    # A text list under another name than .txt, which is what the file is there to show.
    "TurnerSoftware__SitemapTools/basic-sitemap-WrongFormat.xml": {"text-extension"},
}


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: f"{case['id']} {case['title']}")
def test_fault_reports_its_codes(case: dict[str, Any]) -> None:
    name = "list.txt" if case["kind"] == "text" else "sitemap.xml"
    doc = open_bytes(case["broken"].encode(), name)
    found = Checker(doc, base_url=case.get("base"), now=NOW).run().findings()
    assert set(case["codes"]) <= {finding.code for finding in found}


def test_right_files_have_no_errors_and_warnings(corpus: Path) -> None:
    with (corpus / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        rows = [
            r for r in csv.DictReader(file, delimiter="\t") if "opens clean" in r["good_editor"]
        ]
    assert rows
    wrong: dict[str, set[str]] = {}
    for row in rows:
        doc = open_document(corpus / row["path"])
        report = Checker(doc, profiles=("protocol", "google", "bing")).run()
        said = {group.code for group in report.groups if group.severity is not Severity.INFO}
        if said:
            wrong[row["path"]] = said
    assert wrong == NOT_CLEAN_AFTER_ALL

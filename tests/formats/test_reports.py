"""Reports for programs: exact keys, whole JSON at any number of files, valid SARIF."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from sitemap_editor.formats.reports import REPORTS, CheckedFile
from sitemap_editor.protocol.findings import Finding, FixKind, Severity

KEYS = ["file", "format", "well_formed", "encoding", "compressed", "entries", "bytes"]
FINDING_KEYS = ["code", "severity", "scope", "entry", "line", "column", "field", "value"]


@dataclass
class Facts:
    group: str = "D"
    severity: str = "error"
    condition: str = "The value is wrong."
    source: str = "sitemaps.org"


RULES = {"loc-missing": Facts(), "file-near": Facts(severity="info")}
FINDINGS = [
    Finding(
        "loc-missing", Severity.ERROR, "entry", "“é” <is> wrong", 2, 3, 4, "loc", "é", FixKind.ASK
    ),
    Finding("file-near", Severity.INFO, "file", "Nearly full"),
    Finding("unknown-code", Severity.WARNING, "file", "Odd"),
]


def checked(name="a b.xml", findings=FINDINGS):
    return CheckedFile(
        file=name,
        format="urlset",
        well_formed=True,
        encoding="utf-8",
        compressed=False,
        entries=2,
        bytes=99,
        findings=lambda code: iter(f for f in findings if code in (None, f.code)),
        summary={finding.severity: 1 for finding in findings},
    )


def report(form, *files):
    return json.loads("".join(REPORTS[form](files, RULES)))


@pytest.mark.parametrize("count", [0, 1, 3])
def test_json_is_an_array_with_an_object_a_file(count):
    assert len(report("json", *[checked()] * count)) == count


def test_json_has_exactly_the_promised_keys():
    (file,) = report("json", checked())
    assert list(file) == [*KEYS, "findings", "summary"]
    assert file["summary"] == {"error": 1, "warning": 1, "info": 1}
    first = file["findings"][0]
    assert list(first) == [*FINDING_KEYS, "message", "fix"]
    assert first["fix"] == "ask"
    assert first["value"] == "é"
    assert file["findings"][1]["line"] is None


def test_json_without_findings():
    (file,) = report("json", checked(findings=[]))
    assert file["findings"] == []
    assert file["summary"] == {"error": 0, "warning": 0, "info": 0}


def test_sarif_has_what_the_standard_requires():
    log = report("sarif", checked())
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"]
    assert [rule["id"] for rule in driver["rules"]] == [f.code for f in FINDINGS]
    assert driver["rules"][0]["defaultConfiguration"] == {"level": "error"}
    for rule in driver["rules"][:2]:
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["level"] in ("error", "warning", "note")


def test_sarif_says_where():
    first, second, _third = report("sarif", checked())["runs"][0]["results"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b.xml"
    assert place["region"] == {"startLine": 3, "startColumn": 4}
    assert "region" not in second["locations"][0]["physicalLocation"]
    assert [r["level"] for r in (first, second)] == ["error", "note"]


def test_sarif_names_files_by_address(tmp_path):
    path = tmp_path / "ж.xml"
    (result, *_others) = report("sarif", checked(str(path)))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == path.as_uri()


def test_sarif_without_results_is_whole():
    (run,) = report("sarif")["runs"]
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []

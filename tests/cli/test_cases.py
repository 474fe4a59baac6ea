"""Every known breakage is reported by its codes, and repair and fix give the entries meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.protocol.profiles import PROFILES

CASES = Path(__file__).parents[1] / "cases" / "breakages.json"
ALL = json.loads(CASES.read_text(encoding="utf-8"))
ILL_FORMED = [case for case in ALL if case["well_formed"] is False]
NEEDS_USER = {"61": "Tea%20&%20Cake"}
"""What stays of a value where only a human can know which sign belongs to it."""


def name_of(case):
    return f"{case['id']} {case['title']}"


@pytest.fixture
def lay_out(tmp_path):
    """Write the file of a case, and those beside it; returns its name and address."""

    def write(case):
        kind = case["kind"]
        name = {"robots": "robots.txt", "text": "case.txt"}.get(kind, "case.xml")
        (tmp_path / name).write_text(case["broken"], encoding="utf-8", newline="")
        for other, text in case.get("files", {}).items():
            (tmp_path / other).write_text(text, encoding="utf-8", newline="")
        site = "http://www.example.com" if kind == "robots" else "https://www.example.com"
        return name, case.get("base") or f"{site}/{name}"

    return write


@pytest.mark.parametrize("case", ALL, ids=name_of)
def test_case_reports_its_codes(run, lay_out, case):
    name, base = lay_out(case)
    options = ("--format", "json", "--profile", ",".join(PROFILES), "--base-url", base)
    (file,) = json.loads(run("check", name, *options).out)
    assert set(case["codes"]) <= {one["code"] for one in file["findings"]}
    assert file["well_formed"] is case["well_formed"]


def entries_of(data: bytes) -> list[list[str | None]]:
    doc = open_bytes(data)
    return [[doc.value(n, one.name) for one in FIELDS] for n in range(len(doc))]


@pytest.mark.parametrize("case", ILL_FORMED, ids=name_of)
def test_repair_and_fix_give_the_entries_meant(run, lay_out, tmp_path, case):
    name, base = lay_out(case)
    assert run("repair", name, "-o", "repaired.xml", "--ask", "accept").code == 0
    only = ("--only", ",".join(case["codes"]), "--base-url", base)
    assert run("fix", "repaired.xml", "-o", "out.xml", "--ask", "accept", *only).code == 0
    found = entries_of((tmp_path / "out.xml").read_bytes())
    if case["id"] in NEEDS_USER:
        assert NEEDS_USER[case["id"]] in str(found)
    else:
        assert found == entries_of(case["repaired"].encode())

"""Every recorded breakage reports its codes, with its address and the files beside it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document.opening import open_document
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.rules.beside.surroundings import surrounded

from .conftest import CASES

BREAKAGES: list[dict[str, Any]] = json.loads(
    (CASES.parent / "breakages.json").read_text(encoding="utf-8")
)
NAMES = {"text": "urls.txt", "robots": "robots.txt"}


def codes_of(folder: Path, case: dict[str, Any], profiles: Sequence[str]) -> set[str]:
    """What is said about a case that is laid out in a folder."""
    base = case.get("base")
    name = base.rpartition("/")[2] if base else NAMES[case["kind"]]
    for other, text in case.get("files", {}).items():
        (folder / other).write_bytes(text.encode())
    path = folder / name
    path.write_bytes(case["broken"].encode())
    checker = surrounded(open_document(path), profiles=profiles, base_url=base)
    return {finding.code for finding in checker.run().findings()}


@pytest.mark.parametrize("case", BREAKAGES, ids=lambda case: f"{case['id']} {case['title']}")
def test_breakage_reports_its_codes(case: dict[str, Any], tmp_path: Path) -> None:
    assert set(case["codes"]) <= codes_of(tmp_path, case, DEFAULT_PROFILES)

"""Every preset recognises its look-alikes and makes exactly these entries of them."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.importing.build import build
from sitemap_editor.operations.importing.choosing import Wish, choose
from sitemap_editor.operations.importing.into import as_document
from sitemap_editor.operations.importing.presets import NOTES, TITLES, presets

from . import helpers

FILE = Path(__file__).parents[2] / "cases" / "imports" / "presets.toml"
CASES = tomllib.loads(FILE.read_text("utf-8"))["case"]


def proposal_of(case):
    tables = helpers.tables_of(
        case["text"], encoding=case.get("encoding", "utf-8"), bom=case.get("bom", False)
    )
    wish = Wish(
        columns=case.get("columns", {}),
        filters=tuple(case.get("filters", ())),
        base_url=case.get("base_url", ""),
    )
    return choose(tables, wish)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_look_alike_makes_these_entries(case):
    proposal = proposal_of(case)
    found = build(proposal.table, proposal.mapping)
    doc = as_document(found)
    assert proposal.preset is not None and proposal.preset.id == case["preset"]
    assert helpers.entries_of(doc) == case["entries"]
    assert helpers.rejects_of(found) == case.get("rejects", [])
    assert helpers.lost_of(found) == case.get("lost", [])
    if "images" in case:
        assert helpers.images_of(doc) == case["images"]
    if "links" in case:
        assert helpers.links_of(doc) == case["links"]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_what_was_written_reads_the_same(case):
    """Places are worked out, not read: they must be those that reading finds."""
    proposal = proposal_of(case)
    doc = as_document(build(proposal.table, proposal.mapping))
    again = open_bytes(doc.text())
    assert helpers.entries_of(again) == helpers.entries_of(doc)
    ours, read = doc.store.cells, again.store.cells
    for name in ("value_start", "value_length", "flags", "counts"):
        assert getattr(ours, name)[..., doc.ids].tolist() == getattr(read, name).tolist(), name
    assert doc.size_bytes == len(doc.text())


def test_every_preset_has_two_look_alikes():
    counts = Counter(case["preset"] for case in CASES)
    assert {preset.id: counts[preset.id] >= 2 for preset in presets()} == {
        preset.id: True for preset in presets()
    }


def test_every_preset_has_a_title():
    assert {preset.id for preset in presets()} == set(TITLES)
    assert set(NOTES) <= set(TITLES)

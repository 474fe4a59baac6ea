"""Tables as people bring them: the exact rows of every look-alike in tests/cases/imports."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sitemap_editor.formats.csv_table import CsvTable, read_text
from sitemap_editor.formats.table import TableOptions
from sitemap_editor.markup.charsets import codec_of
from sitemap_editor.markup.encoding import mark_of

FILE = Path(__file__).parents[1] / "cases" / "imports" / "tables.toml"
CASES = tomllib.loads(FILE.read_text(encoding="utf-8"))["case"]


def table_of(case):
    encoding = case.get("encoding", "utf-8")
    mark = mark_of(encoding) if case.get("bom") else b""
    text = case["text"].removeprefix("\n").encode(codec_of(encoding))
    options = TableOptions()
    return CsvTable.of(read_text(mark + text, options), "list.csv", "list.csv", options)


def all_rows(table):
    """Rows, lines, and oddities by line."""
    rows, lines, odd = [], [], {}
    for block in table.rows():
        rows += block.cells
        lines += block.lines
        odd |= {str(block.lines[index]): what.value for index, what in block.odd.items()}
    return rows, lines, odd


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_rows_of_a_table_are_these(case):
    table = table_of(case)
    rows, lines, odd = all_rows(table)
    assert list(table.columns) == case["columns"]
    assert table.header_line == case.get("header_line", 1)
    assert table.delimiter == case.get("delimiter", ",")
    assert table.encoding == case.get("found_encoding", "utf-8")
    assert rows == case["rows"]
    assert odd == case.get("odd", {})
    if "lines" in case:
        assert lines == case["lines"]
    assert len(table.notes) == len(case.get("notes", ()))
    for part, note in zip(case.get("notes", ()), table.notes, strict=True):
        assert part in note


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_rows_can_be_asked_for_again(case):
    table = table_of(case)
    assert all_rows(table) == all_rows(table)


def test_the_names_of_the_cases_differ():
    assert len({case["name"] for case in CASES}) == len(CASES)

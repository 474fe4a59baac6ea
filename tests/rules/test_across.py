"""Rules about several files: each flags its case, and leaves the near miss alone."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_document
from sitemap_editor.operations.fixes import fix_rule
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.beside.surroundings import surrounded
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.registry import CROSS_FILE_RULES, CROSS_RULES

from .conftest import DECLARATION, load

CASES = load("across.toml")
FIXED = [name for name in CASES if "fixed" in CASES[name]]
ROOTS = {"urlset": ("urlset", "url"), "index": ("sitemapindex", "sitemap")}


def written_out(text: str) -> str:
    """A sitemap from its lines, as across.toml explains; other texts stay."""
    kind, *rows = text.split("\n")
    if kind == "text":
        return "".join(f"https://www.shop.org/{row}\n" for row in rows)
    if kind not in ROOTS:
        return text.replace('"S"', f'"{SITEMAP}"')
    root, name = ROOTS[kind]
    lines = []
    for row in rows:
        path, _, date = row.partition(" ")
        lastmod = f"<lastmod>{date}</lastmod>" if date else ""
        lines.append(f"<{name}><loc>https://www.shop.org/{path}</loc>{lastmod}</{name}>\n")
    return f'{DECLARATION}\n<{root} xmlns="{SITEMAP}">\n{"".join(lines)}</{root}>\n'


def lay_out(folder: Path, files: dict[str, str]) -> None:
    """Write the files of a case; those that are packed are real gzip where they hold a sitemap."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        data = written_out(text).encode()
        if text:
            is_packed = name.endswith(".gz") and text.partition("\n")[0] in ROOTS
            path.write_bytes(gzip.compress(data, mtime=0) if is_packed else data)


def checker_of(folder: Path, case: dict[str, Any]) -> tuple[Document, Checker]:
    doc = open_document(folder / case["file"])
    return doc, surrounded(doc, profiles=tuple(PROFILES), base_url=case.get("base"))


def found(checker: Checker, code: str) -> list[Finding]:
    return list(checker.run().findings(code))


@pytest.mark.parametrize("name", CASES)
def test_case_is_flagged_and_its_near_miss_is_not(name: str, tmp_path: Path) -> None:
    case, code = CASES[name], name.partition(" ")[0]
    lay_out(tmp_path, case["files"])
    doc, checker = checker_of(tmp_path, case)
    said = found(checker, code)
    assert [one.entry or 0 for one in said] == case["found"]
    first_line = 3 if doc.kind.is_xml else 1
    assert all(one.line == first_line + one.entry - 1 for one in said if one.entry)
    assert said[0].value == case.get("value", said[0].value)
    lay_out(tmp_path, case["good"])
    assert found(checker_of(tmp_path, case)[1], code) == []


@pytest.mark.parametrize("name", FIXED)
def test_fix_gives_the_text_and_can_be_undone(name: str, tmp_path: Path) -> None:
    case, code = CASES[name], name.partition(" ")[0]
    lay_out(tmp_path, case["files"])
    doc, checker = checker_of(tmp_path, case)
    before = doc.text()
    doc.edit(fix_rule(doc, checker.run(), code, accept_ask=True), "Fix")
    assert doc.text().decode() == written_out(case["fixed"])
    assert fix_rule(doc, checker.run(), code, accept_ask=True) is None
    doc.undo()
    assert doc.text() == before


BESIDE_EACH_OTHER = {
    # The samples of one library lie in one folder and name each other, with faults of their own:
    # indexes in an index, and sitemaps of http://www.example.com listed under https://example.com.
    "TurnerSoftware__SitemapTools/sitemap.xml": {"index-nested"},
    "TurnerSoftware__SitemapTools/another-indexed-sitemap.xml": {"index-child-invalid"},
    "benbalter__sitemap-parser/nested_sitemap_index.xml": {"index-nested"},
    "benbalter__sitemap-parser/nested_sitemap_index1.xml": {"index-child-invalid"},
    "benbalter__sitemap-parser/nested_sitemap_index2.xml": {"index-child-invalid"},
    "benbalter__sitemap-parser/sitemap_index.xml": {"index-child-invalid"},
}


def test_public_files_say_nothing_wrong_of_each_other(corpus: Path) -> None:
    own = {one.code for one in (*CROSS_RULES, *CROSS_FILE_RULES)} | {"cross-host-unproven"}
    with (corpus / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        rows = [
            r for r in csv.DictReader(file, delimiter="\t") if "opens clean" in r["good_editor"]
        ]
    said: dict[str, set[str]] = {}
    for row in rows:
        checker = surrounded(open_document(corpus / row["path"]))
        codes = own & {group.code for group in checker.run().groups}
        if codes:
            said[row["path"]] = codes
    assert said == BESIDE_EACH_OTHER

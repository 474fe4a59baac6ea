"""Broken sitemaps become readable, each change is told, and nothing else is touched."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.encoding import decode_source
from sitemap_editor.markup.repair import Repaired, repair
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import SITEMAP

CASES = Path(__file__).parent.parent.parent / "cases" / "breakages.json"
BROKEN: list[dict[str, Any]] = [
    case
    for case in json.loads(CASES.read_text(encoding="utf-8"))
    if not case["well_formed"] and case["kind"] in ("entry", "doc", "index")
]
TOLD_BY_RULES = {"12", "13"}
"""Labels of an encoding: the text is read all the same, and the rules about bytes name them."""
FIXED_AFTERWARDS = {"03", "18", "27", "61"}
"""The repaired form holds a fix of an address besides."""


def mended(text: str) -> Repaired:
    return repair(decode_source(text.encode()).text)


def entries_of(text: bytes) -> list[list[str | None]]:
    doc = open_bytes(text)
    return [[doc.value(n, one.name) for one in FIELDS] for n in range(len(doc))]


def sitemap(*locs: str) -> str:
    entries = "\n".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f'<urlset xmlns="{SITEMAP}">\n{entries}\n</urlset>\n'


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: f"{case['id']} {case['title']}")
def test_broken_case_is_mended(case: dict[str, Any]) -> None:
    done = mended(case["broken"])
    assert done.error is None
    told = {code for one in done.repairs for code in (one.code, *one.also)}
    if case["id"] not in TOLD_BY_RULES:
        assert told & set(case["codes"])
    if case["id"] not in FIXED_AFTERWARDS:
        assert entries_of(done.text) == entries_of(case["repaired"].encode())


def test_three_breakages_are_three_changes() -> None:
    lines = sitemap(*(f"https://www.shop.org/p/{n}" for n in range(50_000))).splitlines()
    lines[100] = lines[100].replace("/p/", "/p?a=1&b=")
    lines[25_000] = lines[25_000].replace("</loc>", "</Loc>")
    lines[40_000] = lines[40_000].replace("<loc>", "< loc>")
    before = "\n".join(lines)
    done = mended(before)
    assert [one.code for one in done.repairs] == [
        "ampersand-unescaped",
        "tag-mismatched",
        "tag-space-after-lt",
    ]
    after = done.text.decode().splitlines()
    different = [n for n, (old, new) in enumerate(zip(lines, after, strict=True)) if old != new]
    assert different == [100, 25_000, 40_000]
    for number in different:
        blocks = difflib.SequenceMatcher(None, lines[number], after[number]).get_matching_blocks()
        assert len(lines[number]) - sum(block.size for block in blocks) <= 1


@pytest.mark.parametrize(
    ("loc", "wanted"),
    [
        ("https://www.shop.org/?a=1&b=2", "https://www.shop.org/?a=1&b=2"),
        ("https://www.shop.org/?a=1&copy=2", "https://www.shop.org/?a=1&copy=2"),
        ("https://www.shop.org/?a=1&copy;2", "https://www.shop.org/?a=1©2"),
        ("https://www.shop.org/?a&foo;b", "https://www.shop.org/?a&foo;b"),
        ("https://www.shop.org/?a<b", "https://www.shop.org/?a<b"),
        ("https://www.shop.org/?a<40", "https://www.shop.org/?a<40"),
        ("https://www.shop.org/\x0ba", "https://www.shop.org/a"),
        ("https://www.shop.org/&#1;a", "https://www.shop.org/a"),
        ("https://www.shop.org/&#55357;&#56832;", "https://www.shop.org/😀"),
        ("https://www.shop.org/]]>", "https://www.shop.org/]]>"),
        ("https://www.shop.org/&#233", "https://www.shop.org/é"),
    ],
)
def test_text_is_mended(loc: str, wanted: str) -> None:
    done = mended(sitemap("https://www.shop.org/first", loc))
    assert done.error is None
    assert [row[0] for row in entries_of(done.text)] == ["https://www.shop.org/first", wanted]


ENTRY = "<url><loc>https://www.shop.org/a</loc><lastmod>2024-05-01</lastmod></url>"
OTHER = "<url><loc>https://www.shop.org/b</loc></url>"
ROOT = f'<urlset xmlns="{SITEMAP}">'
BOTH = ["https://www.shop.org/a", "https://www.shop.org/b"]


@pytest.mark.parametrize(
    ("text", "code", "locs"),
    [
        (f"{ROOT}{ENTRY[:-6]}<url>{OTHER}</urlset>", "tag-reopened-instead-of-closed", BOTH),
        (f"{ROOT}{ENTRY[5:]}{OTHER}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY}{OTHER[5:]}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY[:-6]}{OTHER}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY.replace('</loc>', '')}{OTHER}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY.replace('</loc>', '<loc>')}{OTHER}</urlset>",
         "tag-reopened-instead-of-closed", BOTH),
        (f"{ROOT}{ENTRY.replace('</loc>', '</lco>')}{OTHER}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY.replace('<loc>', '<lco>')}{OTHER}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY.replace('<loc>', '<Loc>')}{OTHER}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY.replace('<loc>', '<link>')}{OTHER}</urlset>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY.replace('<loc>', '<loc')}{OTHER}</urlset>", "xml-not-wellformed", BOTH),
        (f"{ROOT}{ENTRY}{OTHER}</sitemapindex>", "tag-mismatched", BOTH),
        (f"{ROOT}{ENTRY}{OTHER}", "file-truncated", BOTH),
        (f"{ROOT}{ENTRY}{OTHER[:-6]}", "file-truncated", BOTH),
        (f"{ROOT}{ENTRY}<url><loc>https://www.shop.org/b</loc><lastmod>202", "file-truncated",
         BOTH),
        (f"{ROOT}{ENTRY}<url><loc>https://www.shop.o", "file-truncated", BOTH[:1]),
        (f"{ROOT}{ENTRY}<url><lo", "file-truncated", BOTH[:1]),
        (f"{ROOT}{ENTRY}<url><loc>https://www.s{ROOT}{OTHER}</urlset>", "file-truncated", BOTH),
        (f"{ROOT}{ENTRY[:-16]}{ROOT}{OTHER}</urlset>", "file-truncated", BOTH),
        (f"{ENTRY}{OTHER}", "root-missing", BOTH),
        (ENTRY, "root-missing", BOTH[:1]),
        (f"{ENTRY}</urlset>{ROOT}{OTHER}</urlset>", "root-missing", BOTH),
        (f"{ENTRY}{ROOT}{OTHER}</urlset>", "root-missing", BOTH),
        (f"{ENTRY}</urlset>{OTHER}", "root-missing", BOTH),
        (f"{ENTRY}{OTHER}".replace("<", "<s:").replace("<s:/", "</s:"), "root-missing", BOTH),
        (f"{ROOT}{ROOT}{ENTRY}{OTHER}</urlset></urlset>", "root-multiple", BOTH),
        (f"{ROOT}{ENTRY}</urlset>{ROOT}{OTHER}</urlset>", "root-multiple", BOTH),
        (f"{ROOT}{ENTRY}{OTHER}</urlset><p>Hi</p>", "content-after-root", BOTH),
        (f"{ROOT}{ENTRY}</urlset>{OTHER}", "content-after-root", BOTH),
        (f"{ROOT.replace('urlset', 'URLSet')}{ENTRY}{OTHER}</URLSet>", "root-wrong-case", BOTH),
        (f"<br />Warning<hr>{ROOT}{ENTRY}{OTHER}</urlset>", "content-before-root", BOTH),
        (f"{ROOT}{ENTRY}{OTHER}</urlset>".replace('"', "”"), "tag-quote-missing", BOTH),
        (f"{ROOT}{ENTRY}{OTHER}</urlset>".replace('"', ""), "tag-quote-missing", BOTH),
        (f"{ROOT[:-2]}>{ENTRY}{OTHER}</urlset>", "tag-quote-missing", BOTH),
        (f"{ROOT[:-1]} xmlns=\"{SITEMAP}\">{ENTRY}{OTHER}</urlset>", "ns-duplicate-declaration",
         BOTH),
        (f"{ROOT}{ENTRY}<!-- a -- b -->{OTHER}</urlset>", "xml-not-wellformed", BOTH),
        (f"{ROOT}{ENTRY.replace('<loc>', '<loc ')}{OTHER}</urlset>", "xml-not-wellformed", BOTH),
        (f"{ROOT}{ENTRY.replace('</url>', '<image:image/></url>')}{OTHER}</urlset>",
         "ns-prefix-undeclared", BOTH),
    ],
)  # fmt: skip
def test_tags_are_mended(text: str, code: str, locs: list[str]) -> None:
    done = mended(text)
    assert done.error is None
    assert code in {one.code for one in done.repairs}
    assert [row[0] for row in entries_of(done.text)] == locs


@pytest.mark.parametrize(
    ("prefix", "uri"),
    [
        ("xthml", "http://www.w3.org/1999/xhtml"),
        ("imgae", "http://www.google.com/schemas/sitemap-image/1.1"),
        ("other", "urn:undeclared:other"),
    ],
)
def test_a_prefix_that_is_a_slip_of_another_means_the_same(prefix: str, uri: str) -> None:
    done = mended(f"{ROOT}{ENTRY.replace('</url>', f'<{prefix}:x/></url>')}</urlset>")
    assert f'xmlns:{prefix}="{uri}"'.encode() in done.text
    assert [one.kind for one in done.repairs] == [FixKind.ASK]


def test_what_is_refused_is_not_done() -> None:
    text = sitemap("https://www.shop.org/?a&b", "https://www.shop.org/<1").encode()
    first = repair(text).repairs
    left = repair(text, [first[0].key])
    assert [one.code for one in left.repairs] == ["lt-unescaped"]
    assert left.error is not None


def test_places_are_those_of_the_file_as_it_is() -> None:
    text = ("\n\n" + sitemap("https://www.shop.org/?a&b\x01", "https://www.shop.org/<1")).encode()
    text = text.replace(b"<urlset", b'<?xml version="1.0"?><urlset')
    for one in repair(text).repairs:
        assert text[one.start : one.end] == one.before


@pytest.mark.parametrize("numbers", ["{n}. ", "{n:2} | ", "{n:03} ", "{n}\t", "{n}", "{n}) "])
@pytest.mark.parametrize("before", ["", "\n", "\ufeff\ufeff", "Listing 4\n"])
def test_numbers_of_a_listing_go(numbers: str, before: str) -> None:
    lines = sitemap(*BOTH).splitlines()
    lines[1:2] = ["<url><loc>https://www.shop.org/a", "</loc></url>"]
    done = mended(before + "\n".join(numbers.format(n=n) + one for n, one in enumerate(lines, 1)))
    assert done.error is None
    assert [row[0] for row in entries_of(done.text)] == BOTH


@pytest.mark.parametrize(
    "before", ["", "Warning: x\n", "<br />\n<b>Warning</b><br />\n", "\u00a0\n"]
)
@pytest.mark.parametrize(
    "text",
    [
        f"{ENTRY}\n{OTHER}",
        f"{ROOT.replace('urlset', 'urlsets')}{ENTRY}{OTHER}</urlsets>",
        f"{ROOT.replace('urlset', 'URLSET')}{ENTRY}{OTHER}</URLSET>",
    ],
)
def test_text_before_a_root_that_is_not_right_either(before: str, text: str) -> None:
    assert [row[0] for row in entries_of((before + text).encode())] == BOTH


def test_a_tag_in_which_the_file_broke_off_is_one_repair() -> None:
    done = mended(f"{ROOT}{ENTRY}<url><loc>https://www.shop.org/b</lo")
    assert [one.code for one in done.repairs] == ["file-truncated"]


def test_entities_without_end_are_refused_and_no_entry_is_dropped_in_silence() -> None:
    doctype = '<!DOCTYPE urlset [<!ENTITY a "&a;">]>'
    text = f"{doctype}{ROOT}{ENTRY.replace('/a', '/?a=1&b=&a;')}{OTHER}</urlset>"
    with pytest.raises(SitemapError) as caught:
        open_bytes(text.encode())
    assert caught.value.code == "doctype-present"
    assert "contains itself" in caught.value.reason


def test_right_text_is_left_alone() -> None:
    text = sitemap("https://www.shop.org/?a=1&amp;b=2", "https://www.shop.org/b").encode()
    done = repair(text)
    assert done.text is text
    assert done.repairs == []


def test_comments_behind_the_last_entry_of_a_file_cut_off_stay() -> None:
    done = mended(f"{ROOT}{ENTRY}\n<!-- made by hand -->\n")
    assert done.text.decode() == f"{ROOT}{ENTRY}\n<!-- made by hand --></urlset>\n"

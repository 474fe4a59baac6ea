"""What is counted is what is listed: groups, severities and the mark of each entry agree."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.findings import Severity

from .conftest import CASES, checker, from_text, load, load_documents, with_value

ORDER = list(Severity)
NAMES = {"robots": "robots.txt", "text": "list.txt"}
UNREAD = (
    '<!DOCTYPE urlset [<!ENTITY x SYSTEM "x">]><urlset xmlns="S">'
    "<url><loc>https://example.com:80/a?b&x;</loc></url>"
    "<url><loc>https://www.shop.org/</loc></url><url><loc>https://example.com/&x;</loc></url>"
    "</urlset>"
)


def texts() -> Iterator[tuple[str, str, str | None]]:
    """Name of the file, text, public address."""
    for name, case in load("fixes.toml").items():
        yield f"{name}.txt", case["bad"], case.get("base")
    for case in load("robots.toml").values():
        yield "robots.txt", case["bad"], case.get("base")
    for case in json.loads((CASES.parent / "breakages.json").read_text(encoding="utf-8")):
        yield NAMES.get(case["kind"], "sitemap.xml"), case["broken"], case.get("base")


def documents() -> Iterator[tuple[Document, str | None]]:
    for case in load_documents().values():
        yield from_text(case["bad"], raw=case.get("raw", False)), case.get("base")
    for code, case in load("values.toml").items():
        field = case.get("field", code.partition("-")[0])
        yield with_value(case.get("kind", "urlset"), field, case["bad"]), case.get("base")
    for name, text, base in texts():
        is_short = text.startswith(("<url>", "<urlset", "<image:"))
        yield from_text(text) if is_short else open_bytes(text.encode(), name), base
    yield from_text(UNREAD), None


def disagreements(doc: Document, base: str | None) -> dict[str, Any]:
    """What is counted otherwise than it is listed."""
    report = checker(doc, base).run()
    listed = list(report.findings())
    counted = {word: count for word, count in report.counts.items() if count}
    wrong: dict[str, Any] = {}
    if Counter(one.severity for one in listed) != counted:
        wrong["all"] = counted
    for group in report.groups:
        if len(list(report.findings(group.code))) != group.count:
            wrong[group.code] = group.count
    for entry in doc.ids.tolist():
        worst = min((one.severity for one in report.of_entry(entry)), key=ORDER.index, default=None)
        if report.severity_of(entry) != worst:
            wrong[f"entry {entry}"] = worst
    return wrong


def test_counts_are_those_of_what_is_listed_in_all_cases() -> None:
    wrong = [(doc.text(), said) for doc, base in documents() if (said := disagreements(doc, base))]
    assert wrong == []


@pytest.mark.parametrize("value", ["https://a.example/&x;", "https://a.example/<b>c</b>"])
def test_addresses_nobody_can_read_are_not_counted_as_of_a_host(value: str) -> None:
    doc = from_text(UNREAD.replace("https://example.com/&x;", value))
    assert disagreements(doc, "https://www.shop.org/sitemap.xml") == {}

"""What holds for every fix, over all the cases, the breakages and public sitemaps.

Undone it gives the original bytes, done again it changes nothing more, and what it does not concern
keeps its bytes.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.markup.encoding import encode_text
from sitemap_editor.operations.fixes import fix_all_safe, fix_rule
from sitemap_editor.operations.quick_values import QuickValues
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Report
from sitemap_editor.rules.engine.explain import OWN_SOURCES, Reason, Subject
from tests.rules.conftest import CASES, checker, from_text, with_value

LARGE = 500
"""Entries beyond which a file takes too long here."""

ANSWERS: list[dict[str, str]] = [
    {},
    {
        "keep": "richest",
        "zone": "+02:00",
        "date_order": "mdy",
        "future": "today",
        "slash": "with",
        "site_host": "https://www.real-shop.org",
        "unknown_element": "remove",
        "backslash": "slash",
        "white_space": "encode",
        "charset": "windows-1251",
    },
]


def written(doc: Document) -> bytes:
    """The bytes of the file as it would be saved, before compression."""
    return b"".join(encode_text(doc.chunks(), doc.source, gzip=False))


def report_on(doc: Document, base: str | None = None) -> Report:
    return checker(doc, base).run()


def of_cases() -> Iterator[tuple[str, bytes, str, str | None]]:
    """Name, bytes, file name and base of every document in the case files."""
    for path in sorted(CASES.glob("*.toml")):
        for code, case in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for which in ("bad", "good"):
                if isinstance(case, dict) and isinstance(case.get(which), str):
                    yield from _of_case(f"{path.stem}/{code}/{which}", code, case, which)


def _of_case(
    name: str, code: str, case: dict[str, Any], which: str
) -> Iterator[tuple[str, bytes, str, str | None]]:
    text, base = case[which], case.get("base")
    try:
        if text.lstrip().startswith("<"):
            doc = from_text(text, raw=case.get("raw", False))
            yield name, doc.text(), "sitemap.xml", base
        elif name.startswith("values/"):
            field = case.get("field", code.partition("-")[0])
            kind = case.get("kind", "urlset")
            doc = with_value(kind, field, text)
            yield name, doc.text(), "list.txt" if kind == "text" else "sitemap.xml", base
    except SitemapError:
        return  # a breakage of well-formedness


@cache
def documents(corpus: Path | None) -> dict[str, tuple[bytes, str, str | None]]:
    """Bytes, file name and base of each document by a name for it."""
    found = {name: (data, file, base) for name, data, file, base in of_cases()}
    if corpus is None:
        return found
    found.clear()
    for case in json.loads((CASES.parent / "breakages.json").read_text(encoding="utf-8")):
        found[f"cases/{case['id']}"] = (case["broken"].encode(), "sitemap.xml", case.get("base"))
    for path in sorted(corpus.glob("*/*")):
        try:
            doc = open_document(path)
        except SitemapError:
            continue
        if len(doc) < LARGE and doc.kind is not Kind.ROBOTS:
            found[f"{path.parent.name}/{path.name}"] = (path.read_bytes(), path.name, None)
    return found


@pytest.fixture(params=["cases", "public"])
def place(request: pytest.FixtureRequest) -> Path | None:
    """Where the documents are: in the cases, or in the folder of public sitemaps."""
    corpus: Path | None = None
    if request.param == "public":
        corpus = request.getfixturevalue("corpus")
    return corpus


def opened(corpus: Path | None) -> Iterator[tuple[str, Document, str | None]]:
    for name, (data, file, base) in documents(corpus).items():
        try:
            doc = open_bytes(data, file)
        except SitemapError:
            continue
        if not doc.repairs:  # what has to be mended before it can be read is another matter
            yield name, doc, base


def mendable(report: Report) -> list[str]:
    return [group.code for group in report.groups if group.fix is not FixKind.NONE]


def state_of(doc: Document) -> tuple[bytes, object, Kind]:
    return doc.text(), doc.source, doc.kind


@pytest.mark.parametrize("answers", ANSWERS)
def test_each_fix_is_undone_to_the_byte(place: Path | None, answers: dict[str, str]) -> None:
    for name, doc, base in opened(place):
        before = state_of(doc)
        report = report_on(doc, base)
        for code in mendable(report):
            if doc.edit(fix_rule(doc, report, code, True, answers=answers), "Fix") is None:
                continue
            after = state_of(doc)
            doc.undo()
            assert state_of(doc) == before, (name, code)
            doc.redo()
            assert state_of(doc) == after, (name, code)
            doc.undo()


@pytest.mark.parametrize("answers", ANSWERS)
def test_each_fix_does_all_at_once(place: Path | None, answers: dict[str, str]) -> None:
    for name, doc, base in opened(place):
        for code in mendable(report_on(doc, base)):
            doc.edit(fix_rule(doc, report_on(doc, base), code, True, answers=answers), "Fix")
            again = fix_rule(doc, report_on(doc, base), code, True, answers=answers)
            assert again is None, (name, code)
            while doc.undo() is not None:
                pass


def test_what_is_mended_can_be_read_again_and_says_the_same(place: Path | None) -> None:
    for name, doc, base in opened(place):
        report = report_on(doc, base)
        for code in mendable(report):
            if doc.edit(fix_rule(doc, report, code, True), "Fix") is None:
                continue
            assert_same_when_read_again(doc, base, (name, code))
            doc.undo()


def assert_same_when_read_again(doc: Document, base: str | None, said: object) -> None:
    again = open_bytes(written(doc), doc.path)
    assert (again.kind, len(again)) == (doc.kind, len(doc)), said
    there, here = report_on(again, base), report_on(doc, base)
    container = {"gzip-name-mismatch", "gzip-double"}  # bytes are compared before compression
    for code in {group.code for group in (*there.groups, *here.groups)} - container:
        ours, theirs = len(here.entries_with(code)), len(there.entries_with(code))
        assert ours == theirs, (said, code)


def test_nothing_safe_is_left_after_one_fix_of_all(place: Path | None) -> None:
    for name, doc, base in opened(place):
        before = state_of(doc)
        if doc.edit(fix_all_safe(doc, report_on(doc, base)), "Fix") is not None:
            assert len(doc.history.labels) == 1
        report = report_on(doc, base)
        left = {one.code for one in report.findings() if one.fix is FixKind.SAFE}
        assert not left, name
        assert fix_all_safe(doc, report) is None, name
        doc.undo()
        assert state_of(doc) == before, name


def test_entries_without_the_finding_keep_their_bytes(place: Path | None) -> None:
    for name, doc, base in opened(place):
        report = report_on(doc, base)
        for code in mendable(report):
            concerned = set(report.ids_with(code).tolist())
            if not concerned or code in OF_OTHERS or CATALOGUE[code].group not in OWN_GROUPS:
                continue
            rest = {entry: doc.raw(entry) for entry in doc.ids.tolist() if entry not in concerned}
            if doc.edit(fix_rule(doc, report, code, True), "Fix") is None:
                continue
            for entry, raw in rest.items():
                assert not doc.has(entry) or doc.raw(entry) == raw, (name, code)
            doc.undo()


OWN_GROUPS = "ABCDEFGHN"
"""Groups of rules about what an entry itself says; those about languages speak of several."""

OF_OTHERS = {
    "extension-outside-url",  # goes into the entry before
    "index-child-duplicate",  # the entry that stays takes over dates and extensions
    "loc-duplicate-exact",
    "loc-duplicate-equivalent",
    "loc-duplicate-probable",
    "index-child-is-page",  # all entries get another name
    "loc-is-sitemap",
}


def test_plain_values_are_mended_as_whole_entries_are(
    place: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, doc, base in opened(place):
        report = report_on(doc, base)
        for code in mendable(report):
            quick = text_after(doc, report, code)
            with monkeypatch.context() as patch:
                patch.setattr(QuickValues, "is_possible", False, raising=False)
                patch.setattr(QuickValues, "__setattr__", ignoring_possible)
                assert text_after(doc, report, code) == quick, (name, code)


def ignoring_possible(quick: QuickValues, name: str, value: object) -> None:
    if name != "is_possible":
        object.__setattr__(quick, name, value)


def text_after(doc: Document, report: Report, code: str) -> bytes:
    if doc.edit(fix_rule(doc, report, code, True), "Fix") is None:
        return b""
    text = doc.text()
    doc.undo()
    return text


def test_rules_say_the_same_when_few_of_them_run(place: Path | None) -> None:
    for name, doc, base in opened(place):
        if doc.kind is Kind.ROBOTS:
            continue
        explainer = report_on(doc, base).explainer
        for entry in doc.ids.tolist():
            subject = Subject(doc.raw(entry), doc.names, doc.kind)
            sources = (*OWN_SOURCES, "site")
            found = explainer.own_reasons(subject, sources, entry)
            for code in {reason.rule.code for reason in found}:
                few = explainer.only([code]).own_reasons(subject, sources, entry)
                assert said_of(code, few) == said_of(code, found), (name, code)
            hidden = explainer.only(NOT_SAID - {one.rule.code for one in found})
            again = hidden.own_reasons(subject, sources, entry)
            assert {one.rule.code for one in again} <= {one.rule.code for one in found}, name


def said_of(code: str, reasons: list[Reason]) -> list[object]:
    """What is found of a code, but for the words that tell it."""
    hits = [(one.key, one.hit) for one in reasons if one.rule.code == code]
    return [(key, hit.fix, hit.value, hit.at) for key, hit in hits]


NOT_SAID = {"url-no-loc", "text-outside-elements", "element-unknown", "loc-not-absolute"}
"""Some codes that others hide."""

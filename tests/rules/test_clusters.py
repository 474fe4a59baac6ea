"""Entries that name each other as languages: what random sets of links say, told by hand too."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.rules.beside.neighbours import Neighbours
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.links import Page, page_named_by

from .conftest import NOW, from_text

CODES = ("en", "de", "fr", "x-default")
PAGES = tuple(f"https://www.shop.org/{name}" for name in "abcdef")


def document(*entries: tuple[str, list[tuple[str, str]]]) -> Document:
    lines = []
    for loc, links in entries:
        inner = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{href}"/>' for code, href in links
        )
        lines.append(f"<url><loc>{loc}</loc>{inner}</url>")
    return from_text("\n".join(lines))


def random_document(choose: random.Random) -> Document:
    links = [
        [(choose.choice(CODES), choose.choice(PAGES)) for _ in range(choose.randint(0, 4))]
        for _ in range(5)
    ]
    return document(*zip(choose.sample(PAGES, 5), links, strict=True))


def told(doc: Document) -> dict[str, set[int]]:
    report = Checker(doc, now=NOW).run()
    codes = ("return-missing", "target-not-listed", "set-differs", "code-conflict")
    return {code: set(report.entries_with(f"hreflang-{code}").tolist()) for code in codes}


def by_hand(doc: Document) -> dict[str, set[int]]:
    """The same, entry by entry."""
    links: dict[int, list[Page]] = {}
    own: dict[int, str] = {}
    for entry in doc.ids.tolist():
        whole = Entry(doc.raw(entry), doc.names, doc.kind)
        found = [page_named_by(part) for part in whole.all_of("xhtml", "link")]
        links[entry] = [page for page in found if page is not None]
        own[entry] = norm_eq(doc.value_of(entry, "loc") or "")
    listed = {address: entry for entry, address in reversed(own.items())}
    sets = {entry: {(page.code, page.address) for page in pages} for entry, pages in links.items()}
    result: dict[str, set[int]] = {name: set() for name in told(doc)}
    result["code-conflict"] = set(conflicts(links))
    for entry, pages in links.items():
        others = {page.address for page in pages} - {own[entry]}
        for address in others:
            other = listed.get(address)
            if other is None:
                result["target-not-listed"].add(entry)
            elif own[entry] not in {page.address for page in links[other]}:
                result["return-missing"].add(entry)
            elif sets[other] != sets[entry]:
                result["set-differs"].add(entry)
    return result


def conflicts(links: dict[int, list[Page]]) -> Iterator[int]:
    """The entries that give a page none of the codes that the first one gives it."""
    first: dict[str, set[str]] = {}
    for entry, pages in links.items():
        named: dict[str, set[str]] = {}
        for page in pages:
            if page.code != "x-default":
                named.setdefault(page.address, set()).add(page.code)
        for address, codes in named.items():
            if not first.setdefault(address, codes) & codes:
                yield entry


@pytest.mark.parametrize("seed", range(60))
def test_links_are_told_as_by_hand(seed: int) -> None:
    doc = random_document(random.Random(seed))
    assert told(doc) == by_hand(doc)


def test_nothing_but_defaults_is_no_conflict() -> None:
    doc = document((PAGES[0], [("x-default", PAGES[1])]))
    assert told(doc)["code-conflict"] == set()


@pytest.mark.parametrize("seed", range(20))
def test_links_are_right_after_edits(seed: int) -> None:
    choose = random.Random(seed)
    doc = random_document(choose)
    checker = Checker(doc, now=NOW)
    checker.run()

    class Follow:
        def about_to_change(self, change: object) -> None:
            pass

        def changed(self, change: object) -> None:
            checker.update(change)  # type: ignore[arg-type]

    doc.observers.append(Follow())  # type: ignore[arg-type]
    for _ in range(4):
        position = choose.randrange(len(doc))
        if choose.random() < 0.4:
            doc.delete(position)
        else:
            doc.set_value(position, "loc", choose.choice(PAGES))
    report = checker.refresh()
    fresh = told(doc)
    for code, entries in fresh.items():
        assert set(report.entries_with(f"hreflang-{code}").tolist()) == entries


def test_a_version_that_another_sitemap_may_list_is_only_mentioned() -> None:
    doc = document((PAGES[0], [("en", PAGES[0]), ("de", PAGES[1])]))
    checker = Checker(doc, now=NOW, neighbours=Neighbours())
    code = "hreflang-target-not-listed"
    (alone,) = checker.run().findings(code)
    checker.meet(Neighbours(indexes=(Path("sitemap_index.xml"),)))
    checker.refresh()
    (with_others,) = checker.report.findings(code)
    assert (alone.severity, with_others.severity) == (Severity.WARNING, Severity.INFO)
    assert "another sitemap" in with_others.message
    assert checker.report.counts[Severity.WARNING] == 0

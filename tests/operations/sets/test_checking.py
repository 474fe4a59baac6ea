"""Checking a set: files that vanish, open documents, progress, and what is kept of findings."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_document
from sitemap_editor.operations.sets import checking as checking_module
from sitemap_editor.operations.sets import open_set
from sitemap_editor.operations.sets.checking import SetQuestion, check_set
from sitemap_editor.operations.sets.kept_findings import KeptFindings
from sitemap_editor.operations.sets.totals import Totals
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.support.jobs import Cancelled, Progress

SITE = "https://www.shop.org"


def written(path: Path, root: str, entry: str, *locs: str) -> Path:
    rows = "".join(f"<{entry}><loc>{SITE}/{loc}</loc></{entry}>\n" for loc in locs)
    path.write_text(f'<?xml version="1.0"?>\n<{root} xmlns="{SITEMAP}">\n{rows}</{root}>\n')
    return path


@pytest.fixture
def index(tmp_path: Path) -> Path:
    written(tmp_path / "a.xml", "urlset", "url", "1", "2")
    written(tmp_path / "b.xml", "urlset", "url", "2", "3 4")
    return written(tmp_path / "index.xml", "sitemapindex", "sitemap", "a.xml", "b.xml")


def test_a_file_that_has_gone_meanwhile_is_told_apart(index):
    found = open_set(index)
    (index.parent / "a.xml").unlink()
    with KeptFindings() as kept:
        done = check_set(found, kept)
    assert [file.file for file in done.files] == ["index.xml", "b.xml"]
    assert [Path(error.path or "").name for error in done.unread] == ["a.xml"]
    assert done.totals.files == 1


def test_an_open_document_counts_and_not_its_file(index):
    doc = open_document(index.parent / "a.xml")
    doc.set_value(0, "loc", f"{SITE}/3%204")
    documents = {doc.path.resolve(): doc}
    with KeptFindings() as kept:
        done = check_set(open_set(index), kept, SetQuestion(open_documents=documents))
        twins = [one.value for one in done.files[2].findings("url-in-two-sitemaps")]
    assert twins == [f"{SITE}/2"]
    assert done.files[1].entries == 2
    assert doc.value(0, "loc") == f"{SITE}/3%204"


def test_each_file_is_told_as_soon_as_it_is_checked(index):
    heard = []
    question = SetQuestion(on_file=lambda member, file: heard.append((member.name, file.entries)))
    with KeptFindings() as kept:
        check_set(open_set(index), kept, question)
    assert heard == [("a.xml", 2), ("b.xml", 2), ("index.xml", 2)]


def test_a_file_that_waits_for_others_is_told_once(tmp_path):
    for code, other in (("en", "de"), ("de", "fr"), ("fr", "fr")):
        links = "".join(
            f'<x:link rel="alternate" hreflang="{one}" href="{SITE}/{one}"/>'
            for one in (code, other)
        )
        (tmp_path / f"{code}.xml").write_text(
            f'<urlset xmlns="{SITEMAP}" xmlns:x="http://www.w3.org/1999/xhtml">'
            f"<url><loc>{SITE}/{code}</loc>{links}</url></urlset>"
        )
    names = ("en.xml", "de.xml", "fr.xml")
    path = written(tmp_path / "index.xml", "sitemapindex", "sitemap", *names)
    heard: dict[str, list[str]] = {}

    def hear(member, file):
        own = heard.setdefault(member.name, [])
        own += [one.code for one in file.findings(None) if "return" in one.code]

    with KeptFindings() as kept:
        done = check_set(open_set(path), kept, SetQuestion(on_file=hear))
    missing = ["hreflang-return-missing"]
    assert heard == {"en.xml": missing, "de.xml": missing, "fr.xml": [], "index.xml": []}
    assert [file.file for file in done.files] == ["index.xml", *names]


def test_only_one_document_is_held(index, monkeypatch):
    held: list[weakref.ref[Document]] = []
    most = []
    read = checking_module.read_member

    def reading(*args, **options):
        most.append(sum(one() is not None for one in held))
        doc = read(*args, **options)
        held.append(weakref.ref(doc))
        return doc

    monkeypatch.setattr(checking_module, "read_member", reading)
    gc.disable()
    try:
        with KeptFindings() as kept:
            check_set(open_set(index), kept)
    finally:
        gc.enable()
    assert most == [0] * 4  # the index is read before and after its sitemaps


class _Watching(Progress):
    def __init__(self, most: int | None = None) -> None:
        self.seen: list[tuple[int, int]] = []
        self._most = most

    def tick(self, done: int = 0, total: int = 0) -> None:
        self.seen.append((done, total))
        if self._most is not None and len(self.seen) > self._most:
            raise Cancelled


def test_progress_goes_over_all_files(index):
    progress = _Watching()
    with KeptFindings() as kept:
        check_set(open_set(index), kept, progress=progress)
    size = sum((index.parent / name).stat().st_size for name in ("index.xml", "a.xml", "b.xml"))
    assert {total for _done, total in progress.seen} == {size}
    assert [done for done, _total in progress.seen] == sorted(done for done, _ in progress.seen)


def test_it_can_be_stopped(index):
    with KeptFindings() as kept, pytest.raises(Cancelled):
        check_set(open_set(index), kept, progress=_Watching(10))


def test_findings_are_as_they_were_told_and_no_more_than_asked_for(index):
    with KeptFindings() as kept, KeptFindings(1, with_addresses=True) as few:
        whole, part = (check_set(open_set(index), one) for one in (kept, few))
        for one, other in zip(whole.files, part.files, strict=True):
            assert one.groups == other.groups
            for group in one.groups:
                mine, theirs = list(one.findings(group.code)), list(other.findings(group.code))
                assert [f.as_dict() for f in mine[:1]] == [f.as_dict() for f in theirs]
        (twin,) = part.files[2].findings("url-in-two-sitemaps")
        assert part.files[2].address_of(twin) == f"{SITE}/2"
        first, second = (part.files[2].findings(None) for _ in range(2))
        assert list(zip(first, second, strict=True))


def test_sums_tell_sections_and_ages(tmp_path):
    path = tmp_path / "a.xml"
    rows = "".join(
        f"<url><loc>{loc}</loc>{f'<lastmod>{date}</lastmod>' if date else ''}</url>"
        for loc, date in (
            (f"{SITE}/shop/a", "2024-05-01"),
            (f"{SITE}/shop", "2024-05-25T10:00:00Z"),
            (f"{SITE}", "2024-06-02"),
            (f"{SITE}/about?x=/shop/", "2022"),
            (f"{SITE}/blog/1/2", "soon"),
            (f"{SITE}/blog/3#/x", None),
        )
    )
    path.write_text(f'<urlset xmlns="{SITEMAP}">{rows}</urlset>')
    totals = Totals()
    totals.add(open_document(path), 10, now=1_717_243_200)  # 2024-06-01T12:00Z
    assert totals.sections == [("blog", 2), ("shop", 2), ("", 2)]
    assert dict(totals.age_counts()) == {
        "future": 1,
        "month": 1,
        "year": 1,
        "older": 1,
        "unreadable": 1,
        "absent": 1,
    }

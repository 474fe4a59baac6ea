"""Operations on many entries can be stopped, and leave the document as it was."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.comparing import compare
from sitemap_editor.operations.deduplicating import deduplicate, find_groups
from sitemap_editor.operations.find_replace import Search, find
from sitemap_editor.operations.merging.joining import Joined, join
from sitemap_editor.operations.merging.planning import MergePlan, plan_merge
from sitemap_editor.operations.merging.wishes import MergeWish
from sitemap_editor.operations.moving import change_addresses, survey
from sitemap_editor.operations.prefixes import Move
from sitemap_editor.operations.sets.gathering import Given, gather
from sitemap_editor.operations.sorting import NATURAL, sort_file
from sitemap_editor.operations.transferring import Transfer, transfer
from sitemap_editor.support.jobs import NO_PROGRESS, Cancelled, Progress
from tests.document.conftest import entry, urlset

COUNT = 6_000
MOVE = Move("http://a.example", "https://b.example")


class Stop(Progress):
    """Stops at one of its ticks."""

    def __init__(self, at: int) -> None:
        self.left = at

    def tick(self, done: int = 0, total: int = 0) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


Work = Callable[[Document, Progress], object]
WORKS: dict[str, Work] = {
    "compare": lambda doc, progress: compare(doc, doc, progress=progress),
    "find": lambda doc, progress: find(doc, Search("page", "p"), None, progress),
    "pattern": lambda doc, progress: find(doc, Search("p.", "p", is_regex=True), None, progress),
    "replace": lambda doc, progress: find(doc, Search("page", "p")).edit(None, progress),
    "survey": lambda doc, progress: survey(doc, MOVE, progress),
    "move": lambda doc, progress: change_addresses(doc, MOVE, progress=progress),
    "groups": lambda doc, progress: find_groups(doc, "probable", progress),
    "merge": lambda doc, progress: deduplicate(doc, find_groups(doc), None, progress),
    "sort": lambda doc, progress: sort_file(doc, "loc", progress=progress),
    "natural": lambda doc, progress: sort_file(doc, NATURAL, progress=progress),
}


def planned(doc: Document, progress: Progress) -> MergePlan:
    """The merge of a document and another one."""
    other = open_bytes(doc.text().replace(b"page", b"pages"))
    gathered = gather([Given("a", doc=doc), Given("b", doc=other)], {})
    documents = gathered.documents
    return plan_merge(gathered.set, MergeWish(), open_documents=documents, progress=progress)


def joined(doc: Document, progress: Progress) -> Joined:
    plan = planned(doc, NO_PROGRESS)
    return join(plan.survey, plan.decision, plan.target, progress=progress)


def transferred(doc: Document, progress: Progress) -> Transfer:
    other = open_bytes(doc.text().replace(b"page", b"pages"))
    return transfer(doc, doc.ids, other, progress=progress)


WORKS |= {"files": planned, "join": joined, "transfer": transferred}


@pytest.fixture(scope="module")
def text() -> bytes:
    rows = (entry(f"http://a.example/page{number % (COUNT // 2)}") for number in range(COUNT))
    return urlset(*rows)


@pytest.mark.parametrize("name", WORKS)
def test_work_on_many_entries_can_be_stopped_early_and_late(name: str, text: bytes) -> None:
    doc = open_bytes(text)
    for at in (0, 2):
        with pytest.raises(Cancelled):
            WORKS[name](doc, Stop(at))
    assert doc.text() == text
    assert not doc.history.can_undo

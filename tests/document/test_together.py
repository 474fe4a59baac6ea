"""Steps that several documents take, take back and take again together."""

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.document.together import (
    FILE_CLOSED,
    LATER_STEPS,
    edit_together,
    let_go,
    undo,
    way_back,
    way_forward,
)
from sitemap_editor.protocol.errors import SitemapError

from .conftest import consistent, entry, urlset

FEED = b"<rss version='2.0'><channel><item><link>https://a.example/</link></item></channel></rss>"


@pytest.fixture
def docs() -> list[Document]:
    return [
        open_bytes(urlset(*(entry(f"https://{host}.example/{n}") for n in range(4))))
        for host in "abc"
    ]


def texts(docs: list[Document]) -> list[bytes]:
    return [doc.text() for doc in docs]


def move_first(source: Document, target: Document) -> None:
    """Move an entry as one step of both."""
    raw = source.raw(source.id_at(0))
    gone = editing.delete(source, source.ids[:1])
    come = editing.insert_raws(target, len(target), [raw])
    edit_together([(source, gone), (target, come)], "Move an entry")


def change(doc: Document, label: str) -> None:
    doc.edit(editing.set_field(doc, np.asarray(doc.ids[-1:]), "priority", "0.1"), label)


def test_a_step_of_several_is_undone_and_redone_in_all_of_them_from_any_of_them(
    docs: list[Document],
) -> None:
    before = texts(docs)
    move_first(docs[0], docs[1])
    after = texts(docs)
    assert [len(doc) for doc in docs] == [3, 5, 4]
    for doc in (docs[0], docs[1]):
        doc.undo()
        assert texts(docs) == before
        assert not any(one.modified for one in docs)
        docs[0 if doc is docs[1] else 1].redo()
        assert texts(docs) == after
    for one in docs:
        consistent(one)


def test_later_steps_elsewhere_are_named_and_go_only_when_that_is_wanted(
    docs: list[Document],
) -> None:
    before = texts(docs)
    move_first(docs[0], docs[1])
    change(docs[1], "Set a priority")
    after = texts(docs)
    way = way_back(docs[0])
    assert way is not None
    assert way.further == ((docs[1], ("Set a priority",)),)
    assert way.others == (docs[1],)
    with pytest.raises(SitemapError) as raised:
        docs[0].undo()
    assert raised.value.code == LATER_STEPS
    assert texts(docs) == after
    undo(docs[0], anyway=True)
    assert texts(docs) == before
    forward = way_forward(docs[1])
    assert forward is not None
    assert forward.is_simple
    docs[1].redo()
    assert [len(doc) for doc in docs] == [3, 5, 4]
    docs[1].redo()
    assert texts(docs) == after


def test_steps_follow_each_other_through_three_files(docs: list[Document]) -> None:
    before = texts(docs)
    move_first(docs[0], docs[1])
    move_first(docs[1], docs[2])
    change(docs[2], "Set a priority")
    after = texts(docs)
    undo(docs[0], anyway=True)
    assert texts(docs) == before
    assert all(not doc.history.can_undo for doc in docs)
    # Forward, the first of all comes first, and needs nobody else.
    docs[0].redo()
    docs[2].redo()
    docs[2].redo()
    assert texts(docs) == after


def test_redo_asks_for_what_comes_before_it_in_another_file(docs: list[Document]) -> None:
    change(docs[1], "Set a priority")
    before = texts(docs)
    move_first(docs[0], docs[1])
    after = texts(docs)
    docs[0].undo()
    docs[1].undo()
    way = way_forward(docs[0])
    assert way is not None
    assert way.further == ((docs[1], ("Set a priority",)),)
    with pytest.raises(SitemapError):
        docs[0].redo()
    docs[1].redo()
    assert texts(docs) == before
    docs[0].redo()
    assert texts(docs) == after


def test_a_new_step_in_one_file_ends_the_redo_of_the_others(docs: list[Document]) -> None:
    move_first(docs[0], docs[1])
    change(docs[0], "Set a priority")
    docs[0].undo()
    docs[0].undo()
    change(docs[1], "Set a priority")
    assert not docs[0].history.can_redo
    assert docs[0].redo() is None


def test_a_file_that_is_closed_is_named(docs: list[Document]) -> None:
    before = docs[0].text()
    move_first(docs[0], docs[1])
    after = docs[1].text()
    let_go(docs[1], "b.xml")
    way = way_back(docs[0])
    assert way is not None
    assert way.gone == ("b.xml",)
    with pytest.raises(SitemapError, match=r"b\.xml") as raised:
        docs[0].undo()
    assert raised.value.code == FILE_CLOSED
    undo(docs[0], anyway=True)
    assert docs[0].text() == before
    assert docs[1].text() == after


def test_what_was_undone_cannot_be_redone_without_a_file_that_is_closed(
    docs: list[Document],
) -> None:
    move_first(docs[0], docs[1])
    docs[0].undo()
    let_go(docs[1], "b.xml")
    assert not docs[0].history.can_redo


def test_a_step_forgotten_in_one_file_counts_as_gone_there(docs: list[Document]) -> None:
    move_first(docs[0], docs[1])
    docs[1].history.budget = 0
    change(docs[1], "Set a priority")
    way = way_back(docs[0])
    assert way is not None
    assert len(way.gone) == 1


def test_nothing_changes_when_one_of_the_documents_cannot(docs: list[Document]) -> None:
    feed = open_bytes(FEED)
    gone = editing.delete(docs[0], docs[0].ids[:1])
    before = texts(docs)
    with pytest.raises(SitemapError):
        edit_together([(docs[0], gone), (feed, gone)], "Move")
    assert texts(docs) == before
    assert not docs[0].history.can_undo


def test_what_is_applied_is_taken_back_when_the_next_fails(docs: list[Document]) -> None:
    class Broken:
        def about_to_change(self, change: object) -> None:
            raise RuntimeError("observer")

        def changed(self, change: object) -> None:
            pass

    docs[1].observers.append(Broken())
    before = texts(docs)
    pairs = [(doc, editing.delete(doc, doc.ids[:1])) for doc in docs]
    with pytest.raises(RuntimeError):
        edit_together(pairs, "Delete")
    assert texts(docs) == before
    assert not any(doc.history.can_undo or doc.history.can_redo for doc in docs)


def test_one_document_alone_takes_an_ordinary_step(docs: list[Document]) -> None:
    gone = editing.delete(docs[0], docs[0].ids[:1])
    assert edit_together([(docs[0], gone), (docs[1], None)], "Delete") == [docs[0]]
    assert docs[0].history.undo_steps[-1].together is None

"""A copy to try changes on leaves the original alone, and one edit makes it like the copy."""

from __future__ import annotations

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.forking import fork, replaced_by
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import SITEMAP


@pytest.fixture
def doc() -> Document:
    entries = "".join(f"\n<!-- {n} --><url><loc>https://a.org/{n}</loc></url>" for n in range(6))
    return open_bytes(f'<urlset xmlns="{SITEMAP}">{entries}\n</urlset>'.encode())


def change(doc: Document) -> None:
    """Changes, moves nothing, deletes and adds; in several steps."""
    doc.set_value(1, "loc", "https://a.org/one")
    doc.delete(3)
    doc.add({"loc": "https://a.org/new"}, 2)
    doc.add({"loc": "https://a.org/last"})
    doc.set_value(1, "lastmod", "2024-05-01")
    doc.edit(editing.recode(doc, bom=True), "")


def test_the_original_does_not_notice(doc: Document) -> None:
    before = doc.text()
    change(fork(doc).copy)
    assert doc.text() == before
    assert not doc.modified


def test_one_edit_makes_the_original_like_the_copy(doc: Document) -> None:
    before, source = doc.text(), doc.source
    other = fork(doc)
    change(other.copy)
    doc.edit(other.edit(), "All")
    assert doc.text() == other.copy.text()
    assert doc.source == other.copy.source
    values = [doc.value(n, "loc") for n in range(len(doc))]
    assert values == [other.copy.value(n, "loc") for n in range(len(doc))]
    for _ in range(2):
        doc.undo()
        assert (doc.text(), doc.source) == (before, source)
        doc.redo()
        assert doc.text() == other.copy.text()


def test_what_was_edited_before_counts_too(doc: Document) -> None:
    doc.delete(0)
    doc.add({"loc": "https://a.org/x"}, 1)
    other = fork(doc)
    change(other.copy)
    doc.set_value(0, "loc", "https://a.org/y")  # further bytes are kept before the edit is made
    doc.undo()
    doc.edit(other.edit(), "All")
    assert doc.text() == other.copy.text()


def test_nothing_changed_is_no_edit(doc: Document) -> None:
    other = fork(doc)
    assert other.edit() is None
    assert not np.any(other.changed)


def test_only_bytes_that_are_needed_are_kept(doc: Document) -> None:
    other = fork(doc)
    for n in range(5):
        other.copy.set_value(0, "loc", f"https://a.org/{n}{n}")
    count = len(doc.store.blobs)
    doc.edit(other.edit(), "All")
    assert len(doc.store.blobs) == count + 1


def test_a_document_may_become_one_of_another_kind(doc: Document) -> None:
    before = doc.text()
    text = before.replace(b"urlset", b"sitemapindex").replace(b"url>", b"sitemap>")
    other = replaced_by(doc, open_bytes(text))
    doc.edit(other.edit(), "Kind")
    assert (doc.kind, doc.text(), len(doc)) == (Kind.SITEMAPINDEX, text, 6)
    assert doc.value(5, "loc") == "https://a.org/5"
    doc.undo()
    assert (doc.kind, doc.text(), len(doc)) == (Kind.URLSET, before, 6)
    assert doc.value(5, "loc") == "https://a.org/5"

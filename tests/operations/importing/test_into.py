"""Where entries go: a new document, the end of one, or among those it has, in one step."""

from __future__ import annotations

import pytest

from sitemap_editor.document.opening import new_document, open_bytes
from sitemap_editor.operations.importing import into
from sitemap_editor.operations.importing.build import build
from sitemap_editor.operations.importing.choosing import Wish, choose
from sitemap_editor.operations.importing.differences import differences
from sitemap_editor.operations.importing.into import Policy
from sitemap_editor.operations.importing.telling import findings_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Cancelled, Progress

from .helpers import entries_of, images_of, imported, links_of, tables_of

A, B, C = (f"https://www.example.com/{letter}" for letter in "abc")
HEAD = b'<?xml version="1.0"?>\r\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\r\n'
ENTRY = (
    b"\t<url>\r\n\t\t<loc>https://www.example.com/a</loc>\r\n"
    b"\t\t<lastmod>2024-01-01</lastmod>\r\n\t</url>\r\n"
)
SOURCE = HEAD + ENTRY + b"</urlset>\r\n"


def there_and_back(doc, edit):
    """Apply an edit, undo and redo it twice, and compare the bytes each time."""
    before = doc.text()
    doc.edit(edit, "import")
    after = doc.text()
    for _ in range(2):
        doc.undo()
        assert doc.text() == before
        doc.redo()
        assert doc.text() == after
    assert open_bytes(after).text() == after
    return after


def merged(doc, text, policy=None, **wish):
    result = into.merge(doc, imported(text, doc, **wish), policy)
    if result.edit is not None:
        there_and_back(doc, result.edit)
    return result


def test_a_new_document_is_one_step_away_from_nothing():
    doc = into.as_document(imported(f"url,lastmod\n{A},2024-03-15\n{B},\n"))
    assert doc.modified
    assert doc.text().count(b"<url>") == 2
    doc.undo()
    assert len(doc) == 0 and b"<url>" not in doc.text()
    doc.redo()
    assert entries_of(doc) == [[A, "2024-03-15"], [B]]


def test_appended_entries_look_like_those_of_the_file():
    doc = open_bytes(SOURCE)
    text = there_and_back(doc, into.append(doc, imported(f"url,lastmod\n{B},2024-03-15\n", doc)))
    assert (
        text
        == HEAD
        + ENTRY
        + ENTRY.replace(b"/a<", b"/b<").replace(b"2024-01-01", b"2024-03-15")
        + b"</urlset>\r\n"
    )


@pytest.mark.parametrize(
    "source", [b"", b"https://www.example.com/z\n", b"https://www.example.com/z"]
)
def test_a_text_list_takes_lines(source):
    doc = open_bytes(source) if source else new_document("text")
    there = doc.text().split()
    text = there_and_back(
        doc, into.append(doc, imported(f"url,lastmod\n{A},2024-03-15\n{B},\n", doc))
    )
    assert text.split() == [*there, A.encode(), B.encode()]


def test_an_open_root_is_made_for_the_first_entries():
    doc = open_bytes(b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>')
    text = there_and_back(doc, into.append(doc, imported(f"url\n{A}\n", doc)))
    assert entries_of(open_bytes(text)) == [[A]]


def test_images_bring_their_namespace_along_under_a_free_prefix():
    source = SOURCE.replace(b"<urlset ", b'<urlset xmlns:image="urn:other" ')
    doc = open_bytes(source)
    found = imported(f"Source,Destination,Alt Text\n{B},https://www.example.com/1.jpg,\n", doc)
    text = there_and_back(doc, into.append(doc, found))
    assert b'xmlns:image1="http://www.google.com/schemas/sitemap-image/1.1"' in text
    assert b"<image1:loc>https://www.example.com/1.jpg</image1:loc>" in text


def test_a_file_in_another_encoding_gets_what_it_can_hold():
    declared = SOURCE.replace(b'version="1.0"', b'version="1.0" encoding="iso-8859-1"')
    doc = open_bytes(declared)
    there_and_back(doc, into.append(doc, imported("url\nhttps://www.example.com/я\n", doc)))
    assert doc.value(1, "loc") == "https://www.example.com/%D1%8F"


# Merging


def test_rows_about_pages_that_are_there_update_them_and_others_are_added():
    doc = open_bytes(SOURCE)
    text = f"url,lastmod,priority\nhttps://WWW.example.com:443/a,2024-03-15,0.8\n{B},2024-03-16,\n"
    result = merged(doc, text)
    assert (result.added, result.updated, result.unchanged, result.skipped) == (1, 1, 0, 0)
    assert entries_of(doc) == [[A, "2024-03-15", "", "0.8"], [B, "2024-03-16"]]
    assert result.fields == {"lastmod": 1, "priority": 1}
    assert result.conflicts["lastmod"] == 1


@pytest.mark.parametrize(
    ("winner", "mine", "date"),
    [
        ("mine", "2024-01-01", "2024-01-01"),
        ("theirs", "2024-01-01", "2023-03-15"),
        ("newest", "2024-01-01", "2024-01-01"),
        ("newest", "2022-01-01", "2023-03-15"),
        ("fill", "2024-01-01", "2024-01-01"),
    ],
)
def test_whose_value_counts(winner, mine, date):
    doc = open_bytes(SOURCE.replace(b"2024-01-01", mine.encode()))
    merged(doc, f"url,lastmod\n{A},2023-03-15\n", Policy(winners={"lastmod": winner}))
    assert doc.value(0, "lastmod") == date


@pytest.mark.parametrize("winner", ["mine", "theirs", "newest", "fill"])
def test_what_is_empty_is_filled_whoever_wins(winner):
    doc = open_bytes(SOURCE)
    merged(doc, f"url,priority\n{A},0.3\n", Policy(others=winner))
    assert doc.value(0, "priority") == "0.3"


def test_an_empty_cell_takes_nothing_away():
    doc = open_bytes(SOURCE)
    result = merged(doc, f"url,lastmod\n{A},\n", Policy(winners={"lastmod": "theirs"}))
    assert result.edit is None and result.unchanged == 1


def test_pages_that_are_there_can_be_left_alone_or_added_again():
    doc = open_bytes(SOURCE)
    skipped = merged(doc, f"url,lastmod\n{A},2024-03-15\n", Policy(existing="skip"))
    assert (skipped.edit, skipped.skipped) == (None, 1)
    added = merged(doc, f"url,lastmod\n{A},2024-03-15\n", Policy(existing="add"))
    assert (added.added, len(doc)) == (1, 2)


def test_only_the_same_spelling_counts_if_wished():
    doc = open_bytes(SOURCE)
    result = merged(doc, "url\nhttps://www.example.com:443/a\n", Policy(exact=True))
    assert (result.added, len(doc)) == (1, 2)


def test_the_same_spelling_is_found_behind_another_one_of_the_page():
    doc = open_bytes(SOURCE.replace(ENTRY, ENTRY.replace(b".com/a", b".com:443/a") + ENTRY))
    result = merged(doc, f"url,lastmod\n{A},2024-03-15\n", Policy(exact=True))
    assert (result.added, result.updated, len(doc)) == (0, 1, 2)
    assert doc.value(1, "lastmod") == "2024-03-15"


def test_pages_that_are_there_are_findings():
    doc = open_bytes(SOURCE)
    found = imported(f"url\n{B}\n{A}\n", doc)
    result = into.merge(doc, found)
    lines = [f.line for f in findings_of(found, result) if f.code == "csv-duplicate-of-existing"]
    assert lines == [3]


def test_images_and_languages_join_entries_that_are_there():
    doc = open_bytes(SOURCE)
    merged(doc, f"Source,Destination,Alt Text\n{A},https://www.example.com/1.jpg,\n")
    assert images_of(doc) == [["https://www.example.com/1.jpg"]]
    assert doc.value(0, "lastmod") == "2024-01-01"
    merged(doc, f"en,fr\n{A},{B}\n")
    assert links_of(doc) == [[f"en {A}", f"fr {B}"]] * 2
    again = merged(doc, f"en,fr\n{A},{B}\n")
    assert (again.added, again.updated) == (0, 0)


def test_a_list_takes_only_what_it_has_not():
    doc = open_bytes(f"{A}\n".encode())
    result = merged(doc, f"url,lastmod\n{A},2024-03-15\n{B},\n")
    assert (result.added, result.skipped) == (1, 1)
    assert doc.text().split() == [A.encode(), B.encode()]


# What is not done halfway


class Stop(Progress):
    def __init__(self, after):
        self._left = after

    def tick(self, done=0, total=0):
        self._left -= 1
        if self._left < 0:
            raise Cancelled


@pytest.mark.parametrize("after", [0, 1, 2, 5])
def test_nothing_is_imported_when_it_is_cancelled(after):
    doc = open_bytes(SOURCE)
    rows = "".join(f"https://www.example.com/{n},03/04/2024\n" for n in range(60_000))
    proposal = choose(tables_of(f"url,lastmod\n{rows}"), Wish())
    with pytest.raises(Cancelled):
        build(proposal.table, proposal.mapping, doc, Stop(after))
    found = build(proposal.table, proposal.mapping, doc)
    with pytest.raises(Cancelled):
        into.merge(doc, found, progress=Stop(0))
    assert doc.text() == SOURCE and not doc.modified and not doc.history.can_undo


@pytest.mark.parametrize(
    "source",
    [
        b"User-agent: *\nSitemap: https://www.example.com/a.xml\n",
        b'<rss version="2.0"><channel><item><link>https://x.example/</link></item></channel></rss>',
    ],
)
def test_documents_that_cannot_take_entries_are_refused(source):
    doc = open_bytes(source)
    with pytest.raises(SitemapError):
        imported(f"url\n{A}\n", doc)
    assert doc.text() == source


def test_pages_that_are_not_there_can_stay_out():
    doc = open_bytes(SOURCE)
    text = f"url,lastmod\n{A},2025-01-01\n{B},2025-01-01\n"
    result = into.merge(doc, imported(text, doc), Policy(adds=False))
    there_and_back(doc, result.edit)
    assert (result.added, result.updated, result.left_out) == (0, 1, 1)
    assert entries_of(doc) == [[A, "2025-01-01"]]


@pytest.mark.parametrize(("winner", "takes"), [("newest", True), ("mine", False), ("fill", False)])
def test_values_that_differ_are_told_before_anything_changes(winner, takes):
    doc = open_bytes(SOURCE)
    found = imported(f"url,lastmod,priority\n{A},2025-01-01,0.5\n{B},2025-01-01,0.5\n", doc)
    told = differences(doc, found, Policy(winners={"lastmod": winner}))
    assert [(one.position, one.line, one.field, one.mine, one.theirs) for one in told] == [
        (1, 2, "lastmod", "2024-01-01", "2025-01-01"),
        (1, 2, "priority", "", "0.5"),
    ]
    assert [one.takes_theirs for one in told] == [takes, True]
    assert len(found) == 2 and doc.text() == SOURCE

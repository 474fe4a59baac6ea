"""Entries taken over from another document: whole, in place, as one step that can be undone."""

import numpy as np
import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.taking_over import Wish, take_over

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"


def sitemap(*names, attributes="", head="", inner=""):
    entries = "".join(f"  <url><loc>https://a.example/{n}</loc>{inner}</url>\n" for n in names)
    return f'<urlset xmlns="{NS}"{attributes}>\n{head}{entries}</urlset>\n'.encode()


def names(doc):
    return [value.rpartition("/")[2] for value in doc.values_of(doc.ids, "loc")]


def ids(doc, *wanted):
    at = names(doc)
    return [int(doc.ids[at.index(name)]) for name in wanted]


def taken(doc, *wishes):
    """The document after taking over, undone and done again twice on the way."""
    before = doc.text()
    doc.edit(take_over(doc, wishes), "Take over")
    after = doc.text()
    for _round in range(2):
        doc.undo()
        assert doc.text() == before
        doc.redo()
        assert doc.text() == after
    open_bytes(after)  # it is well-formed
    return doc


def test_entries_go_change_and_come_where_they_stand_in_the_other():
    doc, other = open_bytes(sitemap("a", "b", "x", "d")), open_bytes(sitemap("a", "b2", "c", "d"))
    wish = Wish(
        other,
        gone=ids(doc, "x"),
        replaced=dict(zip(ids(doc, "b"), ids(other, "b2"), strict=True)),
        added=ids(other, "c"),
    )
    assert wish.count == 3
    assert taken(doc, wish).text() == other.text()


def test_a_comment_of_the_file_stays_before_the_first_entry():
    comment = "  <!-- made by hand -->\n"
    doc, other = open_bytes(sitemap("b", head=comment)), open_bytes(sitemap("a", "b"))
    assert names(taken(doc, Wish(other, added=ids(other, "a")))) == ["b", "a"]
    assert doc.text().index(b"made by hand") < doc.text().index(b"/b<")


@pytest.mark.parametrize("text", [sitemap(), f'<urlset xmlns="{NS}"/>'.encode()])
def test_a_document_without_entries_takes_all(text):
    doc = open_bytes(text)
    inner = "<i:image><i:loc>https://a.example/p.png</i:loc></i:image>"
    other = open_bytes(sitemap("a", "b", attributes=f' xmlns:i="{IMAGE}"', inner=inner))
    taken(doc, Wish(other, added=other.ids.tolist()))
    assert names(doc) == ["a", "b"]
    assert doc.text().count(b"<i:image>") == 2
    assert f'xmlns:i="{IMAGE}"'.encode() in doc.head


def test_elements_get_the_prefixes_of_the_document_they_come_into():
    doc = open_bytes(sitemap("a", attributes=f' xmlns:image="{IMAGE}"'))
    inner = "<i:image><i:loc>https://a.example/p.png</i:loc></i:image>"
    other = open_bytes(sitemap("a", attributes=f' xmlns:i="{IMAGE}"', inner=inner))
    taken(doc, Wish(other, replaced=dict(zip(ids(doc, "a"), ids(other, "a"), strict=True))))
    assert b"<image:image><image:loc>" in doc.text()
    assert b"xmlns:i=" not in doc.text()


def test_all_can_go_and_others_come():
    doc, other = open_bytes(sitemap("a", "b")), open_bytes(sitemap("c"))
    assert names(taken(doc, Wish(other, gone=doc.ids.tolist(), added=ids(other, "c")))) == ["c"]


def test_lines_and_entries_are_made_of_each_other():
    lines = open_bytes(b"https://a.example/a\nhttps://a.example/b\n")
    xml = open_bytes(sitemap("b", "c"))
    taken(lines, Wish(xml, gone=ids(lines, "a"), added=ids(xml, "c")))
    assert lines.text() == b"https://a.example/b\nhttps://a.example/c\n"
    taken(xml, Wish(lines, added=ids(lines, "b")))
    assert names(xml) == ["b", "b", "c"]


def test_a_list_gives_values_and_new_entries_at_the_end():
    doc = open_bytes(sitemap("a"))
    entry = int(doc.ids[0])
    rows = [{"loc": "https://a.example/?b&c", "lastmod": "2024-05-01", "priority": None}]
    taken(doc, Wish(values={entry: {"lastmod": "2024-04-01"}}, rows=rows))
    assert doc.values_of(doc.ids, "lastmod") == ["2024-04-01", "2024-05-01"]
    assert b"?b&amp;c" in doc.text()


def test_nothing_wanted_changes_nothing():
    doc = open_bytes(sitemap("a"))
    assert take_over(doc, []) is None
    assert take_over(doc, [Wish(doc, replaced={int(n): int(n) for n in np.array(doc.ids)})]) is None

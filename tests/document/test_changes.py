"""What saving will change, as lines: those of a diff of the old bytes and the new ones."""

import random

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.changes import What, changes_of, differences
from sitemap_editor.document.opening import new_document, open_bytes
from sitemap_editor.protocol.kinds import Kind

from .conftest import entry, urlset


def ids(*numbers):
    return np.array(numbers, np.int64)


def told(doc):
    """What differs: kind, and each line with sign and number."""
    changes = changes_of(doc)
    return [
        (part.what, [f"{line.sign}{line.number} {line.text.strip()}" for line in part.lines])
        for part in differences(doc, changes)
    ]


@pytest.fixture
def doc():
    return open_bytes(urlset(*[entry(f"https://a.example/{n}", priority="0.5") for n in "abcd"]))


def test_an_untouched_document_differs_in_nothing(doc):
    changes = changes_of(doc)
    assert (changes.count, changes.kept, changes.is_reordered) == (0, 4, False)
    assert told(doc) == []


def test_edited_new_and_deleted_entries_are_told_in_the_order_of_the_file(doc):
    doc.set_value(3, "priority", "0.9")
    doc.delete(1)
    doc.add({"loc": "https://a.example/x"}, at=1)
    assert told(doc) == [
        (
            What.GONE,
            [
                "-7 <url>",
                "-8 <loc>https://a.example/b</loc>",
                "-9 <priority>0.5</priority>",
                "-10 </url>",
            ],
        ),
        (What.NEW, ["+7 <url>", "+8 <loc>https://a.example/x</loc>", "+9 </url>"]),
        (What.EDITED, ["-17 <priority>0.5</priority>", "+16 <priority>0.9</priority>"]),
    ]
    changes = changes_of(doc)
    assert (changes.edited.sum(), changes.new.sum(), changes.gone.sum()) == (1, 1, 1)
    assert (changes.kept, changes.is_reordered) == (2, False)


def test_a_change_of_the_head_is_told_first(doc):
    doc.edit(editing.replace_head(doc, doc.head.decode().replace('"urn:x"', '"urn:y"')), "head")
    doc.set_value(0, "priority", None)
    parts = list(differences(doc, changes_of(doc)))
    assert [part.what for part in parts] == [What.HEAD, What.EDITED]
    assert [line.sign for line in parts[0].lines] == ["-", "+"]


def test_a_move_is_no_change_of_an_entry(doc):
    doc.move(0, 2)
    changes = changes_of(doc)
    assert (changes.count, changes.kept, changes.is_reordered) == (0, 4, True)


def test_what_is_undone_differs_in_nothing(doc):
    doc.delete(1)
    doc.set_value(0, "priority", "0.1")
    doc.undo()
    doc.undo()
    assert (changes_of(doc).count, changes_of(doc).is_reordered) == (0, False)


def test_what_was_saved_counts_as_on_disk(doc, tmp_path):
    doc.delete(1)
    doc.set_value(0, "priority", "0.1")
    doc.save(tmp_path / "a.xml")
    assert changes_of(doc).count == 0
    doc.undo()
    assert told(doc) == [
        (What.EDITED, ["-5 <priority>0.1</priority>", "+5 <priority>0.5</priority>"])
    ]


def test_of_a_new_document_everything_is_new():
    doc = new_document(Kind.URLSET)
    doc.add({"loc": "https://a.example/"})
    changes = changes_of(doc)
    assert (changes.before, changes.new.sum(), changes.frame) == (
        None,
        1,
        (What.HEAD, What.TAIL),
    )
    lines = [line for part in differences(doc, changes) for line in part.lines]
    assert {line.sign for line in lines} == {"+"}


def test_lines_of_a_text_list():
    doc = open_bytes(b"https://a.example/a\nhttps://a.example/b\n")
    doc.set_value(1, "loc", "https://a.example/c")
    doc.delete(0)
    assert told(doc) == [
        (What.GONE, ["-1 https://a.example/a"]),
        (What.EDITED, ["-2 https://a.example/b", "+1 https://a.example/c"]),
    ]


def test_another_encoding_and_compression_are_told(doc):
    doc.edit(editing.recode(doc, bom=True, gzip=True), "recode")
    changes = changes_of(doc)
    assert changes.before != changes.after
    assert (changes.before.has_bom, changes.after.has_bom, changes.after.is_gzip) == (
        False,
        True,
        True,
    )


def test_only_the_first_differences_are_worked_out(doc):
    doc.edit(editing.set_field(doc, doc.ids, "priority", "0.1"), "all")
    assert len(list(differences(doc, changes_of(doc), limit=2))) == 2


def test_the_lines_are_those_of_a_diff_whatever_was_done(doc):
    chance = random.Random(7)
    before = doc.text().decode().splitlines()
    for _ in range(12):
        place = chance.randrange(len(doc))
        if chance.random() < 0.4 and len(doc) > 1:
            doc.delete(place)
        elif chance.random() < 0.5:
            doc.add({"loc": f"https://a.example/{chance.random()}"}, at=place)
        else:
            doc.set_value(place, "priority", str(chance.randrange(10) / 10))
        after = doc.text().decode().splitlines()
        lines = [line for part in differences(doc, changes_of(doc)) for line in part.lines]
        assert all(before[n - 1] == text for sign, n, text in lines if sign == "-")
        assert all(after[n - 1] == text for sign, n, text in lines if sign == "+")
        gone, come = ({n for sign, n, _text in lines if sign == s} for s in "-+")
        kept = [text for n, text in enumerate(before, 1) if n not in gone]
        assert kept == [text for n, text in enumerate(after, 1) if n not in come]

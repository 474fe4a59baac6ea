from __future__ import annotations

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.operations.applying.listed import Listed
from sitemap_editor.operations.comparing import ListSide, compare
from sitemap_editor.operations.sets.opening import open_set, set_of
from sitemap_editor.protocol.differences import DiffKind, FieldChange
from sitemap_editor.protocol.errors import SitemapError

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
NS = (
    f'xmlns="{S}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" '
    'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
)


def sitemap(*entries: str, ns: str = NS) -> bytes:
    """A sitemap; an entry is the end of an address and what follows it."""
    urls = []
    for entry in entries:
        name, _, rest = entry.partition(" ")
        urls.append(f"<url><loc>https://e.org/{name}</loc>{rest}</url>")
    return f"<urlset {ns}>{''.join(urls)}</urlset>".encode()


def doc(*entries: str, ns: str = NS) -> Document:
    return open_bytes(sitemap(*entries, ns=ns))


def told(found) -> list[str]:
    """The differences as lines."""
    lines = []
    for one in found.differences():
        fields = "".join(f" {f.name}:{f.old}>{f.new}" for f in one.fields)
        lines.append(f"{one.kind} {one.address.removeprefix('https://e.org/')}{fields}")
    return lines


def test_tells_what_came_went_and_changed():
    old = doc("a", "b <lastmod>2024-01-01</lastmod>", "c")
    new = doc("a", "b <lastmod>2024-02-01</lastmod><priority>0.5</priority>", "d")
    found = compare(old, new)
    assert told(found) == [
        "changed b lastmod:2024-01-01>2024-02-01 priority:None>0.5",
        "added d",
        "removed c",
    ]
    assert found.same == 1 and len(found) == 3
    assert found.field_counts == {"lastmod": 1, "priority": 1}
    assert found.share(DiffKind.REMOVED) == pytest.approx(1 / 3)


def test_the_kth_of_equal_addresses_goes_with_the_kth():
    found = compare(doc("a", "a", "b"), doc("a", "b", "a", "a"))
    assert told(found) == ["added a"]
    assert found.difference(0).new.position == 3


def test_of_equal_addresses_those_that_say_the_same_go_together():
    old = doc("a <priority>0.1</priority>", "a <priority>0.2</priority>")
    found = compare(old, doc("a <priority>0.2</priority>"))
    assert told(found) == ["removed a"]
    assert found.difference(0).old.position == 0


def test_of_equivalent_addresses_those_spelled_alike_go_together():
    found = compare(doc("~a", "%7ea"), doc("%7ea", "~a"), match="equivalent")
    assert (len(found), found.same, found.reordered) == (0, 2, 1)


@pytest.mark.parametrize(
    ("match", "lines"),
    [
        ("exact", ["added %7ea", "removed ~a"]),
        ("equivalent", ["changed %7ea loc:https://e.org/~a>https://e.org/%7ea"]),
    ],
)
def test_equivalent_addresses_are_one_page_when_asked(match, lines):
    assert told(compare(doc("~a"), doc("%7ea"), match=match)) == lines


IMAGE = "<image:image><image:loc>https://e.org/{}.jpg</image:loc></image:image>"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (IMAGE.format(1) + IMAGE.format(2), IMAGE.format(2) + "\n  " + IMAGE.format(1)),
        (IMAGE.format(1), IMAGE.format("<![CDATA[1]]>")),
        (IMAGE.format("1&amp;2"), "<!-- x -->" + IMAGE.format("1&#38;2")),
        (
            '<xhtml:link rel="alternate" hreflang="de" href="https://e.org/de"/>',
            "<xhtml:link hreflang='de' rel='alternate'  href='https://e.org/de'></xhtml:link>",
        ),
        (IMAGE.format(1), IMAGE.format(1).replace("image:", "i:")),
        (
            "<priority>0.5</priority><lastmod>2024</lastmod>",
            "<lastmod>2024</lastmod><priority>0.5</priority>",
        ),
    ],
)
def test_what_is_only_written_otherwise_is_no_change(before, after):
    other = NS.replace("xmlns:image", "xmlns:i") if "i:loc" in after else NS
    assert told(compare(doc(f"a {before}"), doc(f"a {after}", ns=other))) == []


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (IMAGE.format(1), "", ("image:loc", "https://e.org/1.jpg", None)),
        (
            IMAGE.format(1) + IMAGE.format(2),
            IMAGE.format(2) + IMAGE.format(3),
            ("image:loc", "https://e.org/1.jpg", "https://e.org/3.jpg"),
        ),
        (
            '<xhtml:link rel="alternate" hreflang="de" href="https://e.org/de"/>',
            '<xhtml:link rel="alternate" hreflang="de" href="https://e.org/x"/>',
            ("xhtml:link", "de https://e.org/de", "de https://e.org/x"),
        ),
        (
            "<lastmod>1</lastmod><lastmod>2</lastmod>",
            "<lastmod>1</lastmod>",
            ("lastmod", "2", None),
        ),
    ],
)
def test_extensions_are_compared_too(before, after, change):
    found = compare(doc(f"a {before}"), doc(f"a {after}"))
    assert found.difference(0).fields == (FieldChange(*change),)
    assert found.field_counts == {"extensions": 1}


def test_counts_entries_that_only_stand_elsewhere():
    found = compare(doc(*"abcdef"), doc(*"fabcde"))
    assert (len(found), found.same, found.reordered) == (0, 6, 1)


# Sets


def folder(path, **files):
    path.mkdir()
    for name, entries in files.items():
        (path / f"{name}.xml").write_bytes(sitemap(*entries))
    return open_set(path)


def test_entries_move_between_the_files_of_sets(tmp_path):
    old = folder(tmp_path / "old", one=["a", "b"], two=["c"])
    new = folder(tmp_path / "new", one=["a"], two=["b", "c <priority>1</priority>"])
    found = compare(old, new)
    assert told(found) == ["moved b", "changed c priority:None>1"]
    moved = found.difference(0)
    assert (moved.old.file, moved.new.file) == ("one.xml", "two.xml")
    assert moved.has_moved


def test_an_address_in_several_files_stays_where_it_was(tmp_path):
    old = folder(tmp_path / "old", one=["a"], two=["a"])
    new = folder(tmp_path / "new", one=["b"], two=["a"])
    assert told(compare(old, new)) == ["added b", "removed a"]


def test_files_that_have_other_names_tell_no_move_when_there_is_one_of_them(tmp_path):
    old = folder(tmp_path / "old", one=["a", "b"], two=["c"])
    (tmp_path / "whole.xml").write_bytes(sitemap("a", "b", "c"))
    assert len(compare(old, set_of([tmp_path / "whole.xml"]))) == 0


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    old = folder(tmp_path / "old", one=["a"], two=["b"])
    new = folder(tmp_path / "new", one=["a"], two=["b"])
    (tmp_path / "new" / "two.xml").unlink()
    found = compare(old, new)
    assert [one.file for _side, one in found.problems] == ["two.xml"]
    assert told(found) == ["removed b"]


def test_a_file_that_has_changed_since_is_told(tmp_path):
    old = folder(tmp_path / "old", one=["a"])
    new = folder(tmp_path / "new", one=["b"])
    found = compare(old, new)
    (tmp_path / "new" / "one.xml").write_bytes(sitemap("c", "d"))
    with pytest.raises(SitemapError, match="has changed"):
        found.difference(0)


def test_open_documents_are_compared_as_they_stood(tmp_path):
    old = folder(tmp_path / "old", one=["a"])
    new = folder(tmp_path / "new", one=["a"])
    path = (tmp_path / "new" / "one.xml").resolve()
    document = open_document(path)
    document.add({"loc": "https://e.org/b"})
    found = compare(old, new, open_documents={path: document})
    document.delete(0)
    assert told(found) == ["added b"]


# Lists


def listed(**values) -> Listed:
    addresses = values.pop("addresses")
    rows = [f"https://e.org/{name}" for name in addresses]
    return Listed(rows, list(range(2, len(rows) + 2)), values)


def test_a_list_tells_what_is_missing_and_what_cannot_be_indexed():
    rows = listed(addresses=["a", "b", "x", "y", "y"])
    crawl = ListSide(rows, "crawl.csv", [False, True, False, True, True])
    found = compare(doc("a", "a", "b", "c"), crawl)
    assert told(found) == ["unfit b", "removed c", "added x"]
    assert (found.same, found.both, found.totals.left_out) == (2, 3, 2)


def test_a_list_says_nothing_where_its_cells_are_empty():
    rows = listed(addresses=["a", "b"], lastmod=["", "2024-02-01"])
    old = doc("a <lastmod>2024-01-01</lastmod>", "b <lastmod>2024-01-01</lastmod>")
    found = compare(old, ListSide(rows, "list.csv"))
    assert told(found) == ["changed b lastmod:2024-01-01>2024-02-01"]


# Which are shown


def test_differences_are_chosen_by_kind_field_and_address():
    old = doc("Shop/a", "b", "c <priority>1</priority>")
    new = doc("shop/x", "c", "b <lastmod>2024-01-01</lastmod>")
    found = compare(old, new)
    kinds = [one.kind for one in map(found.difference, found.rows(text="SHOP").tolist())]
    assert kinds == [DiffKind.ADDED, DiffKind.REMOVED]
    assert found.rows([DiffKind.CHANGED]).tolist() == [1, 2]
    assert found.rows(fields=["lastmod"]).tolist() == [2]
    assert found.rows([DiffKind.REMOVED], text="shop").tolist() == [3]

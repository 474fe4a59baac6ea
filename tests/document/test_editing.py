"""What each edit makes of the bytes; undone and redone twice every time."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.opening import new_document, open_bytes
from sitemap_editor.document.saving import file_bytes
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

from .conftest import consistent, entry, shown, urlset

Do = Callable[[Document, Edit | None], None]
ABC = urlset(entry("a", lastmod="2024"), entry("b"), entry("c", priority="0.5"))


def locs(doc: Document) -> list[str | None]:
    return [doc.value(position, "loc") for position in range(len(doc))]


def ids(doc: Document, *positions: int) -> np.ndarray:
    return doc.ids[list(positions)]


def test_setting_a_field_changes_that_entry_alone(do: Do) -> None:
    doc = open_bytes(ABC)
    do(doc, editing.set_field(doc, ids(doc, 0), "lastmod", "2025"))
    assert doc.text() == ABC.replace(b"2024", b"2025")
    assert doc.edited_ids().tolist() == [0]


def test_setting_what_is_there_already_is_no_edit() -> None:
    doc = open_bytes(ABC)
    assert editing.set_field(doc, ids(doc, 0), "lastmod", "2024") is None
    assert editing.set_field(doc, ids(doc, 1), "lastmod", None) is None


def test_a_new_field_stands_on_its_own_line(do: Do) -> None:
    doc = open_bytes(ABC)
    do(doc, editing.set_field(doc, ids(doc, 2), "lastmod", "2025"))
    assert b"<loc>c</loc>\n    <lastmod>2025</lastmod>\n    <priority>" in doc.text()


def test_in_any_order_each_entry_gets_its_own_value(do: Do) -> None:
    doc = open_bytes(urlset(*(entry(str(number)) for number in range(500))))
    order = np.random.default_rng(1).permutation(doc.ids)
    do(doc, editing.set_values(doc, order, "priority", [str(entry) for entry in order.tolist()]))
    assert doc.values_of(doc.ids, "priority") == [str(entry) for entry in doc.ids.tolist()]


@pytest.mark.parametrize("value", ["2026-11-30", "x & y", "", None, "a" * 300])
@pytest.mark.parametrize("field", ["loc", "lastmod", "changefreq", "priority"])
def test_many_entries_get_what_one_by_one_would_give(field: str, value: str | None) -> None:
    kinds = [
        entry("a", lastmod="2024", changefreq="daily", priority="0.5"),
        entry("b&amp;c", lastmod="2026-11-30"),
        entry("d", priority="1"),
        "<url><loc>e</loc><priority> 0.3 </priority></url>",
        entry("<![CDATA[f]]>", changefreq="x &amp; y"),
        '<url><!-- c --><loc a="1">g</loc>\n    <lastmod/>\n  </url>',
        entry("h", lastmod="2024").replace("  </url>", "  <x:a/>\n  </url>"),
    ]
    data = urlset(*(kinds[n % len(kinds)] for n in range(700)))
    many, single = open_bytes(data), open_bytes(data)
    many.edit(editing.set_field(many, many.ids, field, value), "all")
    for number in range(len(kinds)):
        single.set_value(number, field, value)
        assert many.raw(many.id_at(number)) == single.raw(single.id_at(number))
    consistent(many)
    many.undo()
    assert many.text() == data


def test_many_entries_each_get_their_own_value(do: Do) -> None:
    doc = open_bytes(urlset(*(entry(f"u{n}", lastmod=f"{n}") for n in range(1000))))
    do(doc, editing.set_values(doc, doc.ids, "lastmod", [f"day {n}" for n in range(1000)]))
    assert doc.values_of(doc.ids, "lastmod") == [f"day {n}" for n in range(1000)]


def test_a_field_with_elements_is_not_written_over() -> None:
    doc = open_bytes(urlset("<url><loc>a<b/></loc></url>"))
    with pytest.raises(SitemapError):
        editing.set_field(doc, doc.ids, "loc", "x")
    assert not doc.modified


def test_a_deleted_entry_leaves_no_gap(do: Do) -> None:
    doc = open_bytes(ABC)
    do(doc, editing.delete(doc, ids(doc, 1)))
    assert doc.text() == urlset(entry("a", lastmod="2024"), entry("c", priority="0.5"))


def test_comments_before_deleted_entries_stay(do: Do) -> None:
    data = ABC.replace(b"\n  <url>\n    <loc>b", b"\n  <!-- B -->\n  <url>\n    <loc>b")
    data = data.replace(b"\n  <url>\n    <loc>c", b"\n  <!-- C -->\n  <url>\n    <loc>c")
    doc = open_bytes(data)
    do(doc, editing.delete(doc, ids(doc, 1, 2)))
    assert b"  </url>\n  <!-- B -->\n  <!-- C -->\n</urlset>" in doc.text()


def test_everything_can_be_deleted(do: Do) -> None:
    doc = open_bytes(ABC)
    do(doc, editing.delete(doc, doc.ids))
    assert doc.text() == urlset()
    do(doc, editing.insert(doc, 0, [{"loc": "new"}]))
    assert locs(doc) == ["new"]


@pytest.mark.parametrize("position", [0, 1, 3, 99])
def test_a_new_entry_looks_like_the_others(do: Do, position: int) -> None:
    doc = open_bytes(ABC)
    do(doc, editing.insert(doc, position, [{"loc": "n", "priority": "1"}]))
    expected = ["a", "b", "c"]
    expected.insert(position, "n")
    assert locs(doc) == expected
    assert entry("n", priority="1").encode() in doc.text()


def test_the_header_comment_stays_first(do: Do) -> None:
    data = ABC.replace(b'x">', b'x">\n  <!-- made by hand -->')
    for edit in (
        lambda doc: editing.insert(doc, 0, [{"loc": "n"}]),
        lambda doc: editing.move(doc, ids(doc, 2), 0),
        lambda doc: editing.move(doc, ids(doc, 0), 2),
        lambda doc: editing.delete(doc, ids(doc, 0)),
    ):
        doc = open_bytes(data)
        do(doc, edit(doc))
        assert b'x">\n  <!-- made by hand -->\n  <url>' in doc.text()
        assert doc.text().count(b"made by hand") == 1


@pytest.mark.parametrize("text", ["<urlset/>", "<urlset></urlset>", "<urlset>\n</urlset>"])
def test_the_first_entry_opens_the_root(do: Do, text: str) -> None:
    doc = open_bytes(text.encode())
    do(doc, editing.insert(doc, 0, [{"loc": "a"}, {"loc": "b"}]))
    assert locs(doc) == ["a", "b"]
    assert doc.text().startswith(b"<urlset>\n") and doc.text().endswith(b"\n</urlset>")


def test_a_new_document_takes_entries(do: Do) -> None:
    for kind in (kind for kind in Kind if not kind.is_feed):
        doc = new_document(kind)
        assert doc.modified
        do(doc, editing.insert(doc, 0, [{"loc": "https://a.example/"}]))
        assert locs(doc) == ["https://a.example/"]


@pytest.mark.parametrize(
    ("moved", "to", "expected"),
    [((0,), 2, "bca"), ((2,), 0, "cab"), ((0, 2), 1, "bac"), ((1, 2), 0, "bca"), ((1,), 99, "acb")],
)
def test_moved_entries_stand_where_they_were_put(
    do: Do, moved: tuple[int, ...], to: int, expected: str
) -> None:
    for data in (ABC, b"a.example\nhttps://b.example\n"):
        doc = open_bytes(ABC)
        do(doc, editing.move(doc, ids(doc, *moved), to))
        assert "".join(map(str, locs(doc))) == expected
        assert data


def test_duplicates_stand_below_what_they_copy(do: Do) -> None:
    doc = open_bytes(ABC)
    do(doc, editing.duplicate(doc, ids(doc, 2, 0)))
    assert locs(doc) == ["a", "a", "b", "c", "c"]


def test_typed_xml_replaces_the_entry(do: Do) -> None:
    doc = open_bytes(ABC)
    do(doc, editing.replace_entry(doc, 1, "<url><loc>z</loc><x:a/></url>"))
    assert locs(doc) == ["a", "z", "c"]
    for wrong in ("<url/><url/>", "<sitemap/>", "<url><!-- ", "x", "<url><y:z/></url>"):
        with pytest.raises(SitemapError):
            editing.replace_entry(doc, 1, wrong)


def test_the_head_is_replaced_as_typed(do: Do) -> None:
    doc = open_bytes(ABC)
    head = doc.head.decode().replace(' xmlns:x="urn:x"', "")
    do(doc, editing.replace_head(doc, head))
    assert doc.text() == ABC.replace(b' xmlns:x="urn:x"', b"")
    with pytest.raises(SitemapError):
        editing.replace_head(doc, head.replace("urlset", "sitemapindex"))


TEXT = b"https://a.example/\nhttps://b.example/\n\nhttps://c.example/\n"


def test_lines_of_a_text_list_come_go_and_move(do: Do) -> None:
    doc = open_bytes(TEXT)
    do(doc, editing.insert(doc, 0, [{"loc": "https://n.example/"}]))
    assert doc.text() == b"https://n.example/\n" + TEXT
    do(doc, editing.delete(doc, ids(doc, 0, 1)))
    assert doc.text() == b"https://b.example/\n\nhttps://c.example/\n"
    do(doc, editing.move(doc, ids(doc, 1), 0))
    assert doc.text() == b"https://c.example/\n\nhttps://b.example/\n"
    do(doc, editing.set_field(doc, ids(doc, 0), "loc", "https://d.example/?a&b"))
    assert doc.text().startswith(b"https://d.example/?a&b\n")


def test_a_text_list_takes_addresses_only() -> None:
    doc = open_bytes(TEXT)
    for field, value in (("lastmod", "2024"), ("loc", ""), ("loc", "a\nb"), ("loc", None)):
        with pytest.raises(SitemapError):
            editing.set_field(doc, doc.ids[:1], field, value)


@pytest.mark.parametrize("value", ["<url/>", "a\0b", "\ud800", " \ufeff "])
def test_what_a_text_list_cannot_hold_is_refused(value: str) -> None:
    doc = open_bytes(TEXT)
    for edit in (
        lambda: editing.set_field(doc, doc.ids[:1], "loc", value),
        lambda: editing.insert(doc, 0, [{"loc": value}]),
        lambda: editing.replace_entry(doc, 0, value),
        lambda: editing.replace_head(doc, value),
    ):
        with pytest.raises(SitemapError):
            edit()


def test_a_text_list_shows_at_once_what_its_encoding_can_hold() -> None:
    doc = open_bytes("https://a.example/é\r\nhttps://b.example/".encode("cp1252"), "list.txt")
    doc.set_value(1, "loc", "\ufeffhttps://b.example/é日")
    assert locs(doc) == ["https://a.example/é", "https://b.example/é%E6%97%A5"]


@pytest.mark.parametrize(
    ("label", "codec", "value"),
    [
        ("Shift_JIS", "cp932", "①"),
        ("gb2312", "gbk", "镕"),
        ("euc-kr", "cp949", "똠"),
        ("windows-874", "cp874", "ก…"),
        ("x-mac-ce", "mac_latin2", "ł"),
    ],
)
def test_encodings_that_python_calls_otherwise_can_be_edited(
    label: str, codec: str, value: str
) -> None:
    doc = open_bytes(urlset(entry(value)).decode().replace("UTF-8", label).encode(codec))
    head = doc.head.decode().replace("<urlset", "<!-- made by hand --><urlset")
    doc.edit(editing.replace_head(doc, head), "Head")
    doc.set_value(0, "priority", "😀")
    doc.add({"loc": f"https://a.example/{value}😀"})
    again = open_bytes(b"".join(bytes(piece) for piece in file_bytes(doc)))
    assert locs(again) == locs(doc) == [value, f"https://a.example/{value}%F0%9F%98%80"]
    assert again.value(0, "priority") == "😀"


def test_the_python_interface_changes_by_position() -> None:
    doc = open_bytes(ABC)
    doc.set_value(0, "lastmod", None)
    assert doc.add({"loc": "d"}) == 3
    doc.delete(1)
    doc.move(0, 2)
    assert locs(doc) == ["c", "d", "a"]
    for _ in range(4):
        doc.undo()
    assert doc.text() == ABC and not doc.modified
    with pytest.raises(IndexError):
        doc.value(9, "loc")


GAPS = st.sampled_from(["\n  ", "", "\n<!-- c -->\n", "\r\n", " stray ", "\n\n"])
ENTRIES = st.sampled_from(
    [
        entry("a", lastmod="2024"),
        "<url/>",
        "<url><loc>b&amp;</loc></url>",
        "<url>\r\n<loc><![CDATA[c]]></loc>\r\n<!-- d --></url>",
        "<url><priority>1</priority><loc>é</loc><x:l a='>'/></url>",
        "<url><loc>f</loc><loc>g</loc></url>",
    ]
)
STEPS = st.tuples(
    st.sampled_from(["set", "clear", "insert", "delete", "move", "copy", "xml"]),
    st.integers(0, 20),
    st.integers(0, 20),
    st.sampled_from(["loc", "lastmod", "priority"]),
    st.sampled_from(["x", "a & b", "é", "", "2024-05-01", "]]>"]),
)


def _edit(doc: Document, step: tuple[str, int, int, str, str]) -> Edit | None:
    what, a, b, field, value = step
    if what == "insert" or not len(doc):
        return editing.insert(doc, a % (len(doc) + 1), [{"loc": value}, {field: value}])
    chosen = np.unique(np.array([a, b]) % len(doc))
    if what == "move":
        return editing.move(doc, doc.ids[chosen], b % len(doc))
    if what in ("delete", "copy"):
        return (editing.delete if what == "delete" else editing.duplicate)(doc, doc.ids[chosen])
    if what == "xml":
        return editing.replace_entry(doc, int(doc.ids[a % len(doc)]), "<url><loc>t</loc></url>")
    return editing.set_field(doc, doc.ids[chosen], field, value if what == "set" else None)


@given(st.lists(st.tuples(GAPS, ENTRIES), max_size=6), st.lists(STEPS, max_size=8))
def test_any_edits_undone_give_the_original_bytes(
    parts: list[tuple[str, str]], steps: list[tuple[str, int, int, str, str]]
) -> None:
    data = urlset().replace(
        b"\n</urlset>", "".join(g + e for g, e in parts).encode() + b"</urlset>"
    )
    doc = open_bytes(data)
    texts = [doc.text()]
    for step in steps:
        untouched = {e: doc.raw(e) for e in doc.ids.tolist()}
        try:
            change = doc.edit(_edit(doc, step), "step")
        except SitemapError:
            assert doc.text() == texts[-1]
            continue
        if change is None:
            continue
        consistent(doc)
        texts.append(doc.text())
        for number in set(untouched) - set(change.changed.tolist()) - set(change.removed.tolist()):
            assert doc.raw(number) == untouched[number]
    for text in texts[-2::-1]:
        doc.undo()
        assert doc.text() == text
    for text in texts[1:]:
        doc.redo()
        assert doc.text() == text
    assert shown(doc) == shown(open_bytes(texts[-1]))


def test_a_head_that_entries_lean_on_stays() -> None:
    doc = open_bytes(urlset("<url><loc>a</loc><x:a/></url>"))
    with pytest.raises(SitemapError, match="lean on"):
        editing.replace_head(doc, doc.head.decode().replace(' xmlns:x="urn:x"', ""))
    head = '<!DOCTYPE urlset [<!ENTITY e "x">]>'
    doc = open_bytes(f"{head}<urlset><url><loc>&e;</loc></url></urlset>".encode())
    with pytest.raises(SitemapError, match="lean on"):
        editing.replace_head(doc, "<urlset>")


def test_kinds_may_be_named() -> None:
    assert new_document("sitemapindex").kind is Kind.SITEMAPINDEX

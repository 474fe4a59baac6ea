"""One field changed: the value is as asked, and every other byte is as it was."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sitemap_editor.markup.lexer import Names, lex_entry, value_of
from sitemap_editor.markup.patch import replace_text, set_field
from sitemap_editor.markup.style import OTHER, Style
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
NAMES = Names(namespaces={"": S, "a": S, "x": "urn:x"})
PREFIXED = Names(prefix=b"sm:", namespaces={"sm": S})
STYLE = Style()


def changed(
    xml: str, field: str, value: str | None, *, names: Names = NAMES, style: Style = STYLE
) -> str:
    return set_field(xml.encode(), field, value, names, style, Kind.URLSET).decode()


@pytest.mark.parametrize(
    ("raw", "value", "expected"),
    [
        ("a", "b", "b"),
        ("", "b", "b"),
        ("a", "", ""),
        ("  ", "b", "b"),
        ("\n  a\t", "b", "\n  b\t"),
        ("\n  a\t", "", "\n  \t"),
        ("a", "b&c<d>", "b&amp;c&lt;d>"),
        ("a", "]]>", "]]&gt;"),
        ("a", "b\rc", "b&#13;c"),
        ("a", "  b\n", "b"),
        ("<![CDATA[a]]>", "b&c", "<![CDATA[b&c]]>"),
        (" <![CDATA[ a ]]> ", "b", " <![CDATA[ b ]]> "),
        ("<![CDATA[]]>", "b", "<![CDATA[b]]>"),
        (" <![CDATA[ ]]>", "b", " <![CDATA[b]]>"),
        ("<![CDATA[a]]>", "b]]>c", "<![CDATA[b]]]]><![CDATA[>c]]>"),
        ("<![CDATA[a]]>", "b]]", "<![CDATA[b]]]]>"),
        ("<![CDATA[b]]]]><![CDATA[>c]]>", "d", "<![CDATA[d]]>"),
        ("<![CDATA[a]]>", "b\rc&", "b&#13;c&amp;"),
        ("a<!-- c -->", "b", "b<!-- c -->"),
        ("<!-- c -->a", "b", "<!-- c -->b"),
        ("<?p?> a <!-- c -->", "b", "<?p?> b <!-- c -->"),
        ("a <!-- c --> d", "b", "b <!-- c --> "),
        ("a<![CDATA[c]]>d", "b", "<![CDATA[b]]>"),
        ("a <!-- c --><![CDATA[c]]>", "b", " <!-- c --><![CDATA[b]]>"),
        ("<!-- c -->", "b", "b<!-- c -->"),
        (" <!-- c --> ", "b", "b <!-- c --> "),
        ("<!-- <![CDATA[ -->a", "b", "<!-- <![CDATA[ -->b"),
    ],
)
def test_only_the_text_is_replaced(raw: str, value: str, expected: str) -> None:
    xml = f"<url a='1'>\n<loc b='>'>{raw}</loc ><!--z-->\n</url>"
    assert (
        changed(xml, "loc", value) == f"<url a='1'>\n<loc b='>'>{expected}</loc ><!--z-->\n</url>"
    )


@pytest.mark.parametrize(
    ("raw", "value"),
    [("a", "a"), (" a ", "a"), ("a", " a "), ("&#x3E;", ">"), ("<![CDATA[a&b]]>", "a&b"),
     ("a<!-- c -->b", "ab"), ("a\r\nb", "a\nb"), ("&foo;", "&foo;"), (" ", "")],
)  # fmt: skip
def test_an_equal_value_gives_the_same_object(raw: str, value: str) -> None:
    xml = f"<url><loc>{raw}</loc></url>".encode()
    assert set_field(xml, "loc", value, NAMES, STYLE, Kind.URLSET) is xml


def test_removing_what_is_not_there_gives_the_same_object() -> None:
    xml = b"<url><loc>a</loc></url>"
    assert set_field(xml, "lastmod", None, NAMES, STYLE, Kind.URLSET) is xml


@pytest.mark.parametrize("raw", ["<b/>", "a<b>c</b>", "&foo;", "<![CDATA[a]]>&foo;"])
@pytest.mark.parametrize("value", ["new", None])
def test_what_text_cannot_replace_is_refused(raw: str, value: str | None) -> None:
    with pytest.raises(SitemapError, match="loc"):
        changed(f"<url><loc>{raw}</loc></url>", "loc", value)


def test_a_reference_that_may_hold_the_field_is_not_doubled() -> None:
    with pytest.raises(SitemapError, match="DOCTYPE"):
        changed("<url>&fields;<x:y/></url>", "loc", "v")
    assert changed("<url>&amp;<x:y>&foo;</x:y></url>", "loc", "v") != ""


def test_characters_xml_has_not_are_refused() -> None:
    for xml in ("<url><loc>a</loc></url>", "<url><loc><![CDATA[a]]></loc></url>", "<url/>"):
        with pytest.raises(SitemapError, match=r"U\+0000"):
            changed(xml, "loc", "a\0")


def test_a_field_the_kind_has_not_is_refused_but_can_go() -> None:
    xml = b"<sitemap><loc>a</loc><priority>1</priority></sitemap>"
    names = Names(entry_name=b"sitemap", namespaces={"": S})
    with pytest.raises(SitemapError, match="changefreq"):
        set_field(xml, "changefreq", "daily", names, STYLE, Kind.SITEMAPINDEX)
    assert set_field(xml, "priority", None, names, STYLE, Kind.SITEMAPINDEX) == (
        b"<sitemap><loc>a</loc></sitemap>"
    )


def test_a_field_given_twice_is_set_once_and_removed_whole() -> None:
    xml = "<url>\n  <loc>a</loc>\n  <lastmod>1</lastmod>\n  <lastmod>2</lastmod>\n</url>"
    assert changed(xml, "lastmod", "3") == xml.replace("1", "3")
    assert changed(xml, "lastmod", None) == "<url>\n  <loc>a</loc>\n</url>"


@pytest.mark.parametrize(
    ("tag", "opened"),
    [
        ("<lastmod/>", "<lastmod>v</lastmod>"),
        ("<lastmod />", "<lastmod>v</lastmod>"),
        ("<lastmod a='/>' />", "<lastmod a='/>'>v</lastmod>"),
        ("<a:lastmod\n/>", "<a:lastmod>v</a:lastmod>"),
    ],
)
def test_a_self_closed_field_opens(tag: str, opened: str) -> None:
    assert changed(f"<url>{tag}</url>", "lastmod", "v") == f"<url>{opened}</url>"


@pytest.mark.parametrize(
    ("xml", "expected"),
    [
        ("<url/>", "<url>\n    <loc>v</loc>\n  </url>"),
        ("<url a='b' />", "<url a='b'>\n    <loc>v</loc>\n  </url>"),
        ("<a:url/>", "<a:url>\n    <a:loc>v</a:loc>\n  </a:url>"),
        ("<url></url>", "<url>\n    <loc>v</loc>\n  </url>"),
        ("<url>\n\t</url>", "<url>\n    <loc>v</loc>\n\t</url>"),
        ("<url><!-- c --></url>", "<url><!-- c -->\n    <loc>v</loc>\n  </url>"),
    ],
)
def test_an_entry_without_elements_takes_the_style_of_the_file(xml: str, expected: str) -> None:
    assert changed(xml, "loc", "v") == expected


def test_a_prefixed_entry_gets_a_prefixed_field() -> None:
    xml = "<sm:url><sm:loc>a</sm:loc></sm:url>"
    assert changed(xml, "priority", "1", names=PREFIXED) == (
        "<sm:url><sm:loc>a</sm:loc><sm:priority>1</sm:priority></sm:url>"
    )
    inherited = '<a:url xmlns="urn:y"><a:loc>a</a:loc></a:url>'
    assert "<a:priority>1</a:priority>" in changed(inherited, "priority", "1")


@pytest.mark.parametrize(
    ("before", "field", "after"),
    [
        ("\n <loc>a</loc>\n <priority>1</priority>\n", "lastmod",
         "\n <loc>a</loc>\n <lastmod>v</lastmod>\n <priority>1</priority>\n"),
        ("\n <loc>a</loc>\n <x:y/>\n", "priority",
         "\n <loc>a</loc>\n <priority>v</priority>\n <x:y/>\n"),
        ("\r\n\t<priority>1</priority>\r\n", "loc",
         "\r\n\t<loc>v</loc>\r\n\t<priority>1</priority>\r\n"),
        ("<loc>a</loc>", "lastmod", "<loc>a</loc><lastmod>v</lastmod>"),
        (" <loc>a</loc> ", "lastmod", " <loc>a</loc> <lastmod>v</lastmod> "),
        ("\n <x:y/>\n", "loc", "\n <loc>v</loc>\n <x:y/>\n"),
        # the first child stands in the entry's own line
        ("<loc>a</loc>\n <priority>1</priority>\n", "lastmod",
         "<loc>a</loc>\n <lastmod>v</lastmod>\n <priority>1</priority>\n"),
        ("<priority>1</priority>\n <x:y/>\n", "loc",
         "<loc>v</loc>\n <priority>1</priority>\n <x:y/>\n"),
        # comments are about the element in whose line they stand
        ("\n <loc>a</loc> <!-- c -->\n <x:y/>\n", "lastmod",
         "\n <loc>a</loc> <!-- c -->\n <lastmod>v</lastmod>\n <x:y/>\n"),
        ("\n <!-- c --> <loc>a</loc>\n", "lastmod",
         "\n <!-- c --> <loc>a</loc>\n <lastmod>v</lastmod>\n"),
        ("\n <loc>a</loc>\n <!-- c -->\n <x:y/>\n", "lastmod",
         "\n <loc>a</loc>\n <lastmod>v</lastmod>\n <!-- c -->\n <x:y/>\n"),
        ("<loc>a</loc><!-- c --><x:y/><!-- d -->\n", "lastmod",
         "<loc>a</loc><lastmod>v</lastmod><!-- c --><x:y/><!-- d -->\n"),
        ("<loc>a</loc>-->", "lastmod", "<loc>a</loc><lastmod>v</lastmod>-->"),
        ("--><loc>a</loc>", "lastmod", "--><loc>a</loc><lastmod>v</lastmod>"),
        # out of order: after the last that comes before it
        ("\n <priority>1</priority>\n <loc>a</loc>\n", "lastmod",
         "\n <priority>1</priority>\n <loc>a</loc>\n <lastmod>v</lastmod>\n"),
        # a foreign loc is none
        ("\n <x:loc>a</x:loc>\n", "loc", "\n <loc>v</loc>\n <x:loc>a</x:loc>\n"),
    ],
)  # fmt: skip
def test_a_new_field_takes_its_place_and_the_white_space_of_its_sibling(
    before: str, field: str, after: str
) -> None:
    assert changed(f"<url>{before}</url>", field, "v") == f"<url>{after}</url>"


def test_the_order_of_the_file_decides_where_a_new_field_goes() -> None:
    xml = "<url><loc>a</loc><x:y/><changefreq>daily</changefreq></url>"
    style = Style(order=("loc", OTHER, "priority", "changefreq", "lastmod"))
    assert changed(xml, "priority", "1", style=style) == xml.replace(
        "<x:y/>", "<x:y/><priority>1</priority>"
    )
    assert changed(xml, "lastmod", "v", style=style).endswith(
        "</changefreq><lastmod>v</lastmod></url>"
    )


@pytest.mark.parametrize(
    ("before", "field", "after"),
    [
        ("\n <loc>a</loc>\n <lastmod>d</lastmod>\n", "lastmod", "\n <loc>a</loc>\n"),
        ("\n <loc>a</loc>\n <lastmod>d</lastmod>\n", "loc", "\n <lastmod>d</lastmod>\n"),
        ("<loc>a</loc> <lastmod/> <x:y/>", "lastmod", "<loc>a</loc> <x:y/>"),
        ("\n\n <loc>a</loc>\n\n <lastmod/>\n", "lastmod", "\n\n <loc>a</loc>\n"),
        ("\n <loc>a</loc>\n <lastmod/> <!-- c -->\n", "lastmod", "\n <loc>a</loc>\n <!-- c -->\n"),
        ("\n <loc>a</loc>\n <!-- c --> <lastmod/>\n", "lastmod", "\n <loc>a</loc>\n <!-- c -->\n"),
        ("\n <loc>a</loc><lastmod/>\n", "loc", "\n <lastmod/>\n"),
        ("\r <loc>a</loc>\r <lastmod/>\r", "lastmod", "\r <loc>a</loc>\r"),
        ("\n <loc>a</loc>", "loc", ""),
        ("\n <loc>a</loc>\n", "loc", "\n"),
    ],
)
def test_a_field_goes_with_the_white_space_before_it(before: str, field: str, after: str) -> None:
    assert changed(f"<url>{before}</url>", field, None) == f"<url>{after}</url>"


@pytest.mark.parametrize(
    ("raw", "field", "value", "expected"),
    [
        ("a", "loc", "http://ж/é?b&c", "http://ж/%C3%A9?b&amp;c"),
        ("a", "lastmod", "жé", "ж&#233;"),
        ("<![CDATA[a]]>", "loc", "ж&é", "<![CDATA[ж&%C3%A9]]>"),
        ("<![CDATA[a]]>", "lastmod", "ж&é", "ж&amp;&#233;"),
        ("<![CDATA[a]]>", "lastmod", "ж&", "<![CDATA[ж&]]>"),
    ],
)
def test_what_the_encoding_lacks_is_written_another_way(
    raw: str, field: str, value: str, expected: str
) -> None:
    xml = f"<url><{field}>{raw}</{field}></url>".encode()
    new = set_field(xml, field, value, NAMES, STYLE, Kind.URLSET, codec="windows-1251")
    assert new.decode() == f"<url><{field}>{expected}</{field}></url>"
    assert set_field(new, field, value, NAMES, STYLE, Kind.URLSET, codec="windows-1251") is new


def test_a_new_loc_is_percent_encoded_too() -> None:
    xml = set_field(b"<url/>", "loc", "é", NAMES, STYLE, Kind.URLSET, codec="windows-1251")
    assert value_of(xml, "loc", NAMES) == "%C3%A9"


LEGAL = st.characters(
    exclude_categories=["Cs"],
    exclude_characters=[chr(c) for c in range(32) if chr(c) not in "\t\n\r"] + ["\ufffe", "\uffff"],
)
VALUES = (st.text(LEGAL, max_size=20) | st.text("]>&<\r\n;-!x ", max_size=10)).map(
    lambda text: text.strip(" \t\r\n")
)
WHITE_SPACE = st.sampled_from(["", "", "\n  ", "\r\n\t", " ", "\n\n", " <!-- c --> ", "<?p ?>\n"])
RAWS = st.lists(
    st.sampled_from(
        ["a", "b ", " ", "&amp;", "&#x3E;", "&#32;", "<![CDATA[c]]>", "<![CDATA[ ]]>",
         "<![CDATA[]]]]><![CDATA[>]]>", "<!-- d -->", "<?e?>", "\n"]
    ),
    max_size=4,
).map("".join)  # fmt: skip
ELEMENTS = st.one_of(
    st.builds(
        "<{0}{1}>{2}</{0}{1}>".format,
        st.sampled_from(["", "a:", "x:"]),
        st.sampled_from(["loc", "lastmod", "changefreq", "priority", "other"]),
        RAWS,
    ),
    st.sampled_from(["<loc/>", "<lastmod />", "<x:y><loc>no</loc></x:y>", "<loc xmlns='urn:x'/>"]),
)
ENTRIES = st.builds(
    "<url>{0}{1}</url>".format,
    st.lists(st.tuples(WHITE_SPACE, ELEMENTS).map("".join), max_size=5).map("".join),
    WHITE_SPACE,
) | st.sampled_from(["<url/>", "<a:url />"])
FIELD = st.sampled_from(["loc", "lastmod", "changefreq", "priority"])
STYLES = st.permutations(["loc", "lastmod", "changefreq", "priority", OTHER]).map(
    lambda order: Style(order=tuple(order))
)


def values_by_lxml(xml: str, field: str) -> list[str]:
    root = etree.fromstring(f'<w xmlns="{S}" xmlns:a="{S}" xmlns:x="urn:x">{xml}</w>'.encode())
    return [
        str(e.xpath("string()")).strip(" \t\r\n") for e in root[0].iterchildren(f"{{{S}}}{field}")
    ]


def other_children(xml: str, field: str) -> list[str]:
    data = xml.encode()
    children = lex_entry(data, NAMES).children
    return [
        data[c.start : c.end].decode()
        for c in children
        if not (c.is_core and c.local == field.encode())
    ]


@given(ENTRIES, FIELD, VALUES, STYLES)
def test_after_setting_the_value_is_exactly_that(
    xml: str, field: str, value: str, style: Style
) -> None:
    before = values_by_lxml(xml, field)
    new = changed(xml, field, value, style=style)
    assert values_by_lxml(new, field) == [value, *before[1:]]
    assert value_of(new.encode(), field, NAMES) == value
    assert changed(new, field, value) == new
    assert other_children(new, field) == other_children(xml, field)
    if before:
        back = changed(new, field, before[0])
        assert values_by_lxml(back, field) == before


@given(ENTRIES, FIELD, VALUES, STYLES)
def test_bytes_outside_of_the_changed_span_stay(
    xml: str, field: str, value: str, style: Style
) -> None:
    data = xml.encode()
    new = set_field(data, field, value, NAMES, style, Kind.URLSET)
    child = lex_entry(data, NAMES).first_of(field)
    if child is not None and not child.self_closed:
        assert new.startswith(data[: child.content_start])
        assert new.endswith(data[child.content_end :])
    elif child is None and lex_entry(data, NAMES).children:
        added = lex_entry(new, NAMES).first_of(field)
        assert added is not None
        without = new[: added.start] + new[added.end :]
        assert b"".join(without.split()) == b"".join(data.split())


@given(ENTRIES, FIELD)
def test_removing_leaves_everything_else(xml: str, field: str) -> None:
    new = changed(xml, field, None)
    assert value_of(new.encode(), field, NAMES) is None
    assert values_by_lxml(new, field) == []
    assert other_children(new, field) == other_children(xml, field)
    data = xml.encode()
    kept = data
    for child in reversed(lex_entry(data, NAMES).all_of(field)):
        kept = kept[: child.start] + kept[child.end :]
    assert b"".join(new.encode().split()) == b"".join(kept.split())


@given(RAWS, VALUES)
def test_comments_and_instructions_in_a_value_stay(raw: str, value: str) -> None:
    new = replace_text(raw.encode(), value)
    element = etree.fromstring(b"<a>" + new + b"</a>")
    old = etree.fromstring(f"<a>{raw}</a>".encode())
    assert [etree.tostring(c, with_tail=False) for c in element] == [
        etree.tostring(c, with_tail=False) for c in old
    ]

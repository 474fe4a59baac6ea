"""Entries taken apart: what is the sitemap's own, where its parts stand, what its values are."""

from __future__ import annotations

from xml.parsers import expat

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sitemap_editor.markup.lexer import (
    EntryParts,
    Names,
    decode_value,
    escape_text,
    is_editable,
    lex_entry,
    value_of,
)
from sitemap_editor.protocol.errors import SitemapError

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
PLAIN = Names(namespaces={"": S, "a": S, "x": "urn:x"})
PREFIXED = Names(prefix=b"sm:", namespaces={"sm": S})
NO_NAMESPACE = Names()


def core(xml: bytes, names: Names = PLAIN) -> list[tuple[bytes, bytes]]:
    """Local name and content of the children that are the sitemap's own."""
    children = lex_entry(xml, names).children
    return [(c.local, xml[c.content_start : c.content_end]) for c in children if c.is_core]


@pytest.mark.parametrize(
    ("xml", "found"),
    [
        (b"<url/>", []),
        (b"<url></url>", []),
        (b"<url >\n</url\n>", []),
        (b"<url><loc>a</loc></url>", [(b"loc", b"a")]),
        (b"<url>\n <loc\n>a</loc\n >\n</url>", [(b"loc", b"a")]),
        (b"<url><loc/><lastmod /></url>", [(b"loc", b""), (b"lastmod", b"")]),
        (b"<url><loc a='>/' b=\"</loc>\">v</loc></url>", [(b"loc", b"v")]),
        (b"<url a='/>'><loc a='/>'/></url>", [(b"loc", b"")]),
        (b"<url><loc><![CDATA[</loc>]]></loc></url>", [(b"loc", b"<![CDATA[</loc>]]>")]),
        (b"<url><!--<loc>no</loc>--><loc>a</loc></url>", [(b"loc", b"a")]),
        (b"<url><?p <loc>?><loc>a<?p </loc>?></loc></url>", [(b"loc", b"a<?p </loc>?>")]),
        (b"<url>text<loc>a</loc>text]]<x:y/></url>", [(b"loc", b"a")]),
        (b"<url><x:y><loc>no</loc></x:y><loc>a</loc></url>", [(b"loc", b"a")]),
        (b"<url><loc>a<b/>c</loc></url>", [(b"loc", b"a<b/>c")]),
        (b"<url><loc><loc>a</loc></loc></url>", [(b"loc", b"<loc>a</loc>")]),
        (b"<url><loc>a > b</loc></url>", [(b"loc", b"a > b")]),
    ],
)
def test_core_children_are_found_with_their_content(xml: bytes, found: list[object]) -> None:
    assert core(xml) == found


@pytest.mark.parametrize(
    ("xml", "names", "found"),
    [
        (b"<url><a:loc>v</a:loc></url>", PLAIN, [b"loc"]),
        (b"<url><x:loc>v</x:loc></url>", PLAIN, []),
        (b'<url><loc xmlns="urn:x">v</loc></url>', PLAIN, []),
        (b'<url><loc xmlns="">v</loc></url>', PLAIN, [b"loc"]),
        (b'<url xmlns:x="%b"><x:loc>v</x:loc></url>' % S.encode(), PLAIN, [b"loc"]),
        (b'<url><x:loc xmlns:x = \'%b\'>v</x:loc></url>' % S.encode(), PLAIN, [b"loc"]),
        (b'<a:url xmlns="urn:x"><loc>v</loc><a:lastmod/></a:url>', PLAIN, [b"lastmod"]),
        (b"<url><loc t=\" xmlns='urn:x'\">v</loc></url>", PLAIN, [b"loc"]),
        (b"<url><loc>xmlns</loc></url>", PLAIN, [b"loc"]),
        (b"<sm:url><sm:loc>v</sm:loc><x:loc>no</x:loc></sm:url>", PREFIXED, [b"loc"]),
        (b"<sm:url><lastmod>v</lastmod></sm:url>", PREFIXED, [b"lastmod"]),
        (b"<url><loc>v</loc></url>", NO_NAMESPACE, [b"loc"]),
        (b'<url xmlns="%b"><loc>v</loc></url>' % S.encode(), NO_NAMESPACE, [b"loc"]),
        (b"<url><xml:loc>v</xml:loc></url>", PLAIN, []),
        (b'<url><loc xmlns="http://www.google.com/schemas/sitemap/0.84"/></url>', PLAIN, [b"loc"]),
        (b'<url><loc xmlns="http://www.sitemaps&#46;org/schemas/sitemap/0.9"/></url>', PLAIN,
         [b"loc"]),
    ],
)  # fmt: skip
def test_namespaces_decide_what_is_core(xml: bytes, names: Names, found: list[bytes]) -> None:
    assert [local for local, _ in core(xml, names)] == found


def test_the_tags_of_the_entry_are_told() -> None:
    xml = b"<sm:url a='>'><sm:loc>v</sm:loc>\n</sm:url >"
    parts = lex_entry(xml, PREFIXED)
    assert parts.end_tag is not None
    assert parts.prefix == b"sm:"
    assert xml[slice(*parts.start_tag)] == b"<sm:url a='>'>"
    assert xml[slice(*parts.end_tag)] == b"</sm:url >"
    assert lex_entry(b"<url/>", PLAIN) == EntryParts(b"url", (0, 6), None, [])


def test_a_child_tells_what_is_in_it() -> None:
    xml = b"<url><loc>a<b/><!--c--></loc><lastmod><![CDATA[d]]></lastmod><priority/></url>"
    loc, lastmod, priority = lex_entry(xml, PLAIN).children
    assert (loc.has_elements, loc.has_markup, loc.self_closed) == (True, True, False)
    assert (lastmod.has_elements, lastmod.has_markup) == (False, True)
    assert priority.self_closed
    assert xml[priority.start : priority.end] == b"<priority/>"
    assert priority.content_start == priority.content_end == priority.end


def test_of_a_field_given_twice_the_first_counts() -> None:
    xml = b"<url><loc>a</loc><loc>b</loc></url>"
    assert value_of(xml, "loc", PLAIN) == "a"
    assert len(lex_entry(xml, PLAIN).all_of("loc")) == 2
    assert value_of(xml, "lastmod", PLAIN) is None


def test_depth_and_length_cost_no_stack() -> None:
    deep = b"<x:y>" * 20_000 + b"</x:y>" * 20_000
    assert core(b"<url>%b<loc>a</loc></url>" % deep) == [(b"loc", b"a")]
    assert core(b"<url><loc>%b</loc></url>" % (b"a" * 1_000_000))[0][1] == b"a" * 1_000_000
    long = b"<![CDATA[" + b"a" * 1_000_000 + b"]]>"
    assert value_of(b"<url><loc>%b</loc></url>" % long, "loc", PLAIN) == "a" * 1_000_000


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b"", ""),
        (b" \t\r\n a b \n", "a b"),
        (b"\xc2\xa0a\xc2\xa0", "\xa0a\xa0"),
        (b"&lt;&gt;&amp;&quot;&apos;", "<>&\"'"),
        (b"&#62;&#x3E;&#x3e;&#0062;", ">>>>"),
        (b"&amp;lt;", "&lt;"),
        (b"&#x1F600;", "\U0001f600"),
        (b"a\r\nb\rc\nd", "a\nb\nc\nd"),
        (b"a&#13;b", "a\rb"),
        (b"a&#13;\nb", "a\r\nb"),
        (b"&#32;a&#10;", "a"),
        (b"<![CDATA[a&amp;b]]>", "a&amp;b"),
        (b"a<![CDATA[<b>]]>c<!-- d --><?e f?>g", "a<b>cg"),
        (b"<![CDATA[a\r\nb]]>", "a\nb"),
        (b"<![CDATA[<!-- a -->]]>", "<!-- a -->"),
        (b"<!-- <![CDATA[ -->a<!-- ]]> -->", "a"),
        (b"&foo;a&amp;", "&foo;a&"),
        (b"&#xD800;&#0;&#x110000;", "&#xD800;&#0;&#x110000;"),
    ],
)
def test_a_value_is_decoded_and_trimmed(raw: bytes, value: str) -> None:
    assert decode_value(raw) == value


@pytest.mark.parametrize(
    ("raw", "editable"),
    [
        (b"a", True),
        (b"&amp;&#38;&#x26;", True),
        (b"<![CDATA[&foo;<b>]]><!-- &foo; <b> --><?p &foo;?>", True),
        (b"&foo;", False),
        (b"a<b/>", False),
    ],
)
def test_unknown_references_and_elements_make_a_value_read_only(raw: bytes, editable: bool) -> None:
    assert is_editable(raw) is editable


@pytest.mark.parametrize(
    ("value", "raw"),
    [
        ("a&b<c>d\"'", b"a&amp;b&lt;c>d\"'"),
        ("]]>", b"]]&gt;"),
        ("]]]>>", b"]]]&gt;>"),
        ("a\r\nb", b"a&#13;\nb"),
        ("é", "é".encode()),
    ],
)
def test_only_what_must_be_is_escaped(value: str, raw: bytes) -> None:
    assert escape_text(value) == raw


def test_what_the_encoding_lacks_becomes_a_reference() -> None:
    assert escape_text("жé&", "windows-1251") == "ж&#233;&amp;".encode()
    assert escape_text("жé", "utf-16-le") == "жé".encode()


@pytest.mark.parametrize("character", ["\0", "\x0b", "\x1f", "\ufffe", "\ud800"])
def test_a_character_xml_has_not_is_refused_by_name(character: str) -> None:
    with pytest.raises(SitemapError, match=f"U\\+{ord(character):04X}"):
        escape_text(f"a{character}b")


LEGAL = st.characters(
    exclude_categories=["Cs"],
    exclude_characters=[chr(c) for c in range(32) if chr(c) not in "\t\n\r"] + ["\ufffe", "\uffff"],
)


@given(st.text(LEGAL, max_size=30) | st.text("]>&<\r\n;#x a", max_size=12))
def test_escaping_and_decoding_give_the_text_back(value: str) -> None:
    value = value.strip(" \t\r\n")
    raw = escape_text(value)
    assert decode_value(raw) == value
    read = etree.fromstring(b"<a>" + raw + b"</a>", etree.XMLParser(huge_tree=True)).text
    assert (read or "") == value


TAGS = st.sampled_from(
    [("<loc>", "</loc>"), ("<x:y a='>'>", "</x:y >"), ("<a:loc\n>", "</a:loc>"),
     ("<loc xmlns='urn:x'>", "</loc>"), (f"<x:loc xmlns:x='{S}'>", "</x:loc\n>")]
)  # fmt: skip
PIECES = st.sampled_from(
    ["<loc/>", "<x:y b='/>'/>", "<a:lastmod />", "\n ", "t]]", "&amp;", "<!--<loc>-->",
     "<![CDATA[</loc>]]>", "<?p </url>?>", "&#13;", f"<loc xmlns='{S}' />"]
)  # fmt: skip
CONTENT = st.recursive(
    st.lists(PIECES, max_size=3).map("".join),
    lambda inner: st.lists(
        st.tuples(TAGS, inner, PIECES).map(lambda t: t[0][0] + t[1] + t[0][1] + t[2]), max_size=4
    ).map("".join),
    max_leaves=6,
)


@given(CONTENT)
def test_the_lexer_agrees_with_expat(content: str) -> None:
    xml = f"<url>{content}</url>".encode()
    assert [
        (c.start, c.is_core, c.has_elements) for c in lex_entry(xml, PLAIN).children
    ] == children_by_expat(xml)


def children_by_expat(xml: bytes) -> list[tuple[int, bool, bool]]:
    """Place, core, has elements of each child as expat sees it."""
    wrapper = f'<w xmlns="{S}" xmlns:a="{S}" xmlns:x="urn:x">'.encode()
    parser = expat.ParserCreate("utf-8", "\x01")
    found: list[tuple[int, bool, bool]] = []
    depth = 0

    def start(name: str, _attributes: object) -> None:
        nonlocal depth
        depth += 1
        if depth == 3:
            is_core = name.rpartition("\x01")[0] == S
            found.append((parser.CurrentByteIndex - len(wrapper), is_core, False))
        elif depth > 3:
            found[-1] = (*found[-1][:2], True)

    def end(_name: str) -> None:
        nonlocal depth
        depth -= 1

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.Parse(wrapper + xml + b"</w>", True)
    return found

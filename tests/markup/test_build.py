"""New markup looks like the file it joins; what people type is taken only when it fits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from sitemap_editor.markup.build import (
    build_entry,
    check_entry_xml,
    check_head,
    empty_document,
    open_root,
)
from sitemap_editor.markup.lexer import Names, value_of
from sitemap_editor.markup.style import Style
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
NAMES = Names(namespaces={"": S, "a": S, "x": "urn:x"})
PREFIXED = Names(prefix=b"sm:", namespaces={"sm": S})
HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{S}">'


def built(values: dict[str, str | None], style: Style, names: Names = NAMES) -> bytes:
    return build_entry(values, names, style, Kind.URLSET)


def test_a_new_entry_keeps_the_order_and_white_space_of_the_file() -> None:
    values = {"priority": "0.5", "loc": "http://a/?b&c", "lastmod": None, "changefreq": ""}
    assert built(values, Style()) == (
        b"<url>\n    <loc>http://a/?b&amp;c</loc>\n    <priority>0.5</priority>\n  </url>"
    )
    own = Style(child_gap=b"", close_gap=b"", prefix=b"a:", order=("priority", "loc", "*"))
    assert built(values, own) == (
        b"<a:url><a:priority>0.5</a:priority><a:loc>http://a/?b&amp;c</a:loc></a:url>"
    )


def test_a_new_entry_carries_the_prefix_of_the_root() -> None:
    style = Style(child_gap=b"", close_gap=b"")
    assert built({"loc": ""}, style, PREFIXED) == b"<sm:url><sm:loc></sm:loc></sm:url>"
    foreign = Style(child_gap=b"", close_gap=b"", prefix=b"x:")
    assert built({"loc": "a"}, foreign) == b"<url><loc>a</loc></url>"


def test_a_new_entry_of_an_index_has_the_fields_of_an_index() -> None:
    names = Names(entry_name=b"sitemap", namespaces={"": S})
    xml = build_entry({"loc": "a"}, names, Style(), Kind.SITEMAPINDEX)
    assert xml == b"<sitemap>\n    <loc>a</loc>\n  </sitemap>"
    with pytest.raises(SitemapError, match="priority"):
        build_entry({"loc": "a", "priority": "1"}, names, Style(), Kind.SITEMAPINDEX)


def test_what_the_encoding_lacks_is_written_another_way() -> None:
    xml = build_entry(
        {"loc": "é", "lastmod": "é"}, NAMES, Style(), Kind.URLSET, codec="windows-1251"
    )
    assert b"<loc>%C3%A9</loc>" in xml
    assert b"<lastmod>&#233;</lastmod>" in xml


@given(st.fixed_dictionaries({"loc": st.text("a&<>]\r\n \té")}))
def test_what_is_built_reads_as_given(values: dict[str, str | None]) -> None:
    xml = built(values, Style())
    assert value_of(xml, "loc", NAMES) == str(values["loc"]).strip(" \t\r\n")
    assert check_entry_xml(xml.decode(), NAMES) == xml


@pytest.mark.parametrize("kind", [Kind.URLSET, Kind.SITEMAPINDEX])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_an_empty_document_is_well_formed(kind: Kind, newline: str) -> None:
    text = empty_document(kind, newline)
    assert etree.fromstring(text).tag == f"{{{S}}}{kind.value}"
    assert text.count(newline.encode()) == 3


def test_an_empty_text_list_has_no_bytes() -> None:
    assert empty_document(Kind.TEXT) == b""


@pytest.mark.parametrize(
    ("head", "opened", "tail"),
    [
        (b"<urlset/>", b"<urlset>", b"\n</urlset>"),
        (b"<?x <?>\n<sm:urlset a='/>' />", b"<?x <?>\n<sm:urlset a='/>'>", b"\n</sm:urlset>"),
        (b"<urlset\n\t/>", b"<urlset>", b"\n</urlset>"),
    ],
)
def test_a_self_closed_root_opens(head: bytes, opened: bytes, tail: bytes) -> None:
    assert open_root(head, Style()) == (opened, tail)


def test_only_a_self_closed_root_opens() -> None:
    with pytest.raises(ValueError, match="self-closed"):
        open_root(b"<urlset>", Style())


@pytest.mark.parametrize(
    "text",
    [
        "<url/>",
        "\n <url>\n<loc>a</loc>\n</url>\n",
        "<a:url><a:loc/></a:url>",
        "<url><x:y><url/></x:y><!-- <url> --></url>",
        "<x:url xmlns:x='http://www.sitemaps.org/schemas/sitemap/0.9'/>",
    ],
)
def test_one_whole_entry_is_taken_without_the_white_space_around_it(text: str) -> None:
    assert check_entry_xml(text, NAMES) == text.strip().encode()


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "no element"),
        ("  \n", 1, 1, "no element"),
        ("<url/><url/>", 1, 7, "second element"),
        ("<url/>\n <url/>", 2, 2, "second element"),
        ("<sitemap/>", 1, 1, "another element"),
        ("<x:url/>", 1, 1, "another element"),
        ("<url xmlns='urn:y'/>", 1, 1, "another element"),
        ("<url>\r\n<!-- é</url>", 2, 1, "never closed"),
        ("<url/><!--", 1, 7, "never closed"),
        ("<url><![CDATA[</url>", 1, 6, "never closed"),
        ("<url>\n<loc></url>", 2, 6, "<loc> from line 2 must be closed"),
        ("<url>", 1, 6, "end tag of <url> is missing"),
        ("<url>\n<loc>a</loc>", 2, 13, "end tag of <url> is missing"),
        ("</url>", 1, 1, "not the open one"),
        ("<url/></root>", 1, 7, "closes nothing"),
        ("<url/></root><root>", 1, 7, "closes nothing"),
        ("é<url/>", 1, 1, "before or after"),
        ("<url/>é", 1, 7, "before or after"),
        ("<url/>&#65;", 1, 7, "before or after"),
        ("<!-- a --><url/>", 1, 1, "before or after"),
        ("<url/><?p?>", 1, 7, "before or after"),
        ("<url/><![CDATA[]]>", 1, 7, "before or after"),
        ("<url>é😀<y:z/></url>", 1, 8, "prefix"),
        ("<url>a & b</url>", 1, 8, "An &"),
        ("<url>&foo;</url>", 1, 6, "reference"),
        ("<url a='1' a='2'/>", 1, 12, "twice"),
        ("<?xml version='1.0'?><url/>", 1, 1, "XML declaration"),
        ("<!DOCTYPE url><url/>", 1, 3, "not written correctly"),
        ("<url>\0</url>", 1, 6, "control character"),
        ("<url>\ud800</url>", 1, 6, r"U\+D800"),
    ],
)
def test_anything_but_one_entry_is_refused_with_its_place(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(SitemapError, match=reason) as refused:
        check_entry_xml(text, NAMES)
    assert (refused.value.line, refused.value.column) == (line, column)


def test_the_line_of_a_refusal_is_quoted() -> None:
    with pytest.raises(SitemapError) as refused:
        check_entry_xml("<url>\r\n  <loc>é</lok>\r\n</url>", NAMES)
    assert refused.value.text == "  <loc>é</lok>"


def test_prefixes_and_names_of_the_file_count() -> None:
    assert check_entry_xml("<sm:url/>", PREFIXED) == b"<sm:url/>"
    assert check_entry_xml("<sitemap/>", NAMES, kind=Kind.SITEMAPINDEX) == b"<sitemap/>"
    odd = Names(namespaces={"": S, "x": 'urn:"<&\n'})
    assert check_entry_xml("<url><x:a/></url>", odd) == b"<url><x:a/></url>"


def test_a_deep_entry_is_taken() -> None:
    text = f"<url>{'<x:y>' * 20_000}{'</x:y>' * 20_000}</url>"
    assert check_entry_xml(text, NAMES) == text.encode()


def test_typed_line_ends_become_those_of_the_file() -> None:
    xml = check_entry_xml("<url>\n<loc/>\r\n</url>", NAMES, newline=b"\r\n")
    assert xml == b"<url>\r\n<loc/>\r\n</url>"


def test_typed_characters_the_encoding_lacks_become_references() -> None:
    xml = check_entry_xml("<url><loc>ж é</loc></url>", NAMES, codec="windows-1251")
    assert xml.decode() == "<url><loc>ж &#233;</loc></url>"


@pytest.mark.parametrize("text", ["<url><!-- é --></url>", "<url><![CDATA[é]]></url>"])
def test_where_no_reference_can_stand_they_are_refused(text: str) -> None:
    with pytest.raises(SitemapError, match="windows-1251") as refused:
        check_entry_xml(text, NAMES, codec="windows-1251")
    assert refused.value.column == text.index("é") + 1


def test_a_name_the_encoding_lacks_is_refused() -> None:
    with pytest.raises(SitemapError):
        check_entry_xml("<url><é/></url>", NAMES, codec="windows-1251")


@pytest.mark.parametrize(
    ("text", "tail"),
    [
        (HEAD, b"\n</urlset>"),
        (f"<!-- c -->\n<urlset xmlns='{S}' xmlns:b='urn:b'>", b"</urlset><!-- d -->\n"),
        (f"<a:urlset xmlns:a='{S}'>", b"</a:urlset>"),
        ("<urlset>", b"</urlset>"),
        (f"<urlset xmlns='{S}'/>", b""),
        ("<!DOCTYPE urlset>\n<urlset>", b"</urlset>"),
    ],
)
def test_a_start_that_fits_the_rest_is_taken(text: str, tail: bytes) -> None:
    assert check_head(text + "\n", tail, Kind.URLSET) == text.encode()


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "missing"),
        ("<?xml version='1.0'?>", 1, 22, "missing"),
        ("<sitemapindex>", 1, 1, "must stay <urlset>"),
        ("<urlset xmlns='urn:y'>", 1, 1, "must stay <urlset>"),
        ("<a:urlset xmlns:a='http://www.sitemaps.org/schemas/sitemap/0.9'>", 1, 65, "end tag"),
        ("<urlset><url/>", 1, 1, "ends with the start tag"),
        ("<urlset><!-- c -->", 1, 1, "ends with the start tag"),
        ("<urlset> text", 1, 1, "ends with the start tag"),
        ("<urlset><!--", 1, 1, "ends with the start tag"),
        ("<urlset/>", 1, 10, "no longer fits"),
        ("<!-- c\n<urlset>", 1, 1, "never closed"),
        ("<urlset a=1>", 1, 11, "quotes"),
        ("<?xml version='2.0'?><urlset>", 1, 1, "version 2.0"),
        ("<?xml version='1.0' encoding='utf-16'?><urlset>", 1, 1, "utf-16"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(
    text: str, line: int, column: int, reason: str
) -> None:
    with pytest.raises(SitemapError, match=reason) as refused:
        check_head(text, b"</urlset>", Kind.URLSET, encoding="utf-8")
    assert (refused.value.line, refused.value.column) == (line, column)


def test_a_start_may_declare_the_encoding_by_another_of_its_names() -> None:
    head = "<?xml version='1.0' encoding='UTF-16'?><urlset>"
    assert check_head(head, b"</urlset>", Kind.URLSET, encoding="utf-16-le") == head.encode()


def test_a_start_with_characters_the_encoding_lacks_is_refused() -> None:
    with pytest.raises(SitemapError, match="windows-1251"):
        check_head("<!-- é --><urlset>", b"</urlset>", Kind.URLSET, codec="windows-1251")

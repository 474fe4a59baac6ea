"""Both ways to scan give the same spans, whatever stands between and within the entries."""

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.markup import feeder
from sitemap_editor.markup.feeder import Feeder
from sitemap_editor.markup.lexer import Names, value_of
from sitemap_editor.markup.scan import scan
from sitemap_editor.markup.spans import ABSENT, NEEDS_LEXER, Scan
from sitemap_editor.markup.values import decode_value
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.protocol.kinds import Kind

S = "http://www.sitemaps.org/schemas/sitemap/0.9"


def urlset(inside: str, attributes: str = f'xmlns="{S}"') -> bytes:
    return f"<urlset {attributes}>{inside}</urlset>".encode()


def entries(text: bytes, *, careful: bool = False) -> list[bytes]:
    found = scan(text, careful=careful)
    return [text[a:b] for a, b in zip(found.start, found.end, strict=True)]


def values(text: bytes, found: Scan) -> list[dict[str, str]]:
    """Each entry's fields as the spans, or the lexer where they say so, give them."""
    names = Names(found.root.prefix, found.root.kind.entry_name.encode(), found.root.namespaces)
    result = []
    for number, (start, end) in enumerate(zip(found.start, found.end, strict=True)):
        own = {}
        for field in FIELDS:
            length = int(found.value_length[field.index, number])
            begin = int(start + found.value_start[field.index, number])
            if length == NEEDS_LEXER:
                value = value_of(text[start:end], field.name, names)
            else:
                value = None if length == ABSENT else decode_value(text[begin : begin + length])
            if value is not None:
                own[field.name] = value
        result.append(own)
    return result


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f'<urlset xmlns="{S}" xmlns:a="{S}"><a:url/></urlset>', ["<a:url/>"]),
        (f'<urlset xmlns="{S}"><x><url/></x></urlset>', []),
        (f'<!--<url></url>--><urlset xmlns="{S}"><url/></urlset>', ["<url/>"]),
        (f'<urlset xmlns="{S}"><url xmlns="urn:other"/></urlset>', []),
        (
            f'<urlset xmlns="{S}"><url xmlns=""><loc/></url></urlset>',
            ['<url xmlns=""><loc/></url>'],
        ),
        (f'<s:urlset xmlns:s="{S}"><s:url/></s:urlset>', ["<s:url/>"]),
        (f'<s:urlset xmlns:s="{S}"><url/></s:urlset>', ["<url/>"]),
        ("<urlset><url/></urlset>", ["<url/>"]),
        ("<urlset><url><url/></url></urlset>", ["<url><url/></url>"]),
        (f'<urlset xmlns="{S}"><sitemap/><url/></urlset>', ["<url/>"]),
        ('<urlset a="&gt;>"><url b="/>"></url></urlset>', ['<url b="/>"></url>']),
        ("<urlset><![CDATA[<url/>]]><url/><?p <url/>?><!-- <url> --></urlset>", ["<url/>"]),
        ("<urlset/>", []),
        ("<urlset></urlset><!-- <url/> -->", []),
    ],
)
def test_finds_the_entries_and_no_others(text: str, expected: list[str]) -> None:
    data = text.encode()
    found = [entry.decode() for entry in entries(data)]
    assert found == expected
    assert [entry.decode() for entry in entries(data, careful=True)] == expected


def test_elements_out_of_an_entity_are_no_entries() -> None:
    text = b'<!DOCTYPE urlset [<!ENTITY e "<url/>">]><urlset>&e;<url><loc>a</loc></url></urlset>'
    assert entries(text) == [b"<url><loc>a</loc></url>"]


def test_an_index_has_sitemaps() -> None:
    text = f'<sitemapindex xmlns="{S}"><sitemap><loc>a</loc></sitemap></sitemapindex>'.encode()
    assert scan(text).root.kind is Kind.SITEMAPINDEX
    assert values(text, scan(text)) == [{"loc": "a"}]


@pytest.mark.parametrize("text", [b"<urlset><url></urlset>", b"<urlset><url>&x;</url></urlset>"])
def test_refuses_what_is_not_well_formed(text: bytes) -> None:
    with pytest.raises(SitemapError) as caught:
        scan(text)
    assert caught.value.line == 1


def test_refuses_another_root() -> None:
    with pytest.raises(SitemapError, match="catalog"):
        scan(b"<catalog/>")


def test_a_prolog_of_several_slices_is_no_hindrance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeder, "SLICE", 16)
    text = b"<!--" + b"x" * 100 + b"--><urlset>" + b"<url><loc>a</loc></url>" * 9 + b"</urlset>"
    assert len(scan(text).start) == 9


PIECES = [
    "<loc>https://a.example/</loc>",
    "<loc>a&amp;b</loc>",
    "<loc><![CDATA[<loc>x</loc>]]></loc>",
    "<loc/>",
    "<loc >b</loc >",
    "<lastmod>2024-05-01</lastmod>",
    "<lastmod>\n 2024 </lastmod>",
    "<changefreq>daily</changefreq>",
    "<changefrequency>daily</changefrequency>",
    "<priority>0.5</priority>",
    "<priority><b>0.5</b></priority>",
    "<s:priority>0.1</s:priority>",
    '<loc xmlns="urn:other">c</loc>',
    '<x:link href="a>b" note="/>"/>',
    "<x:image><loc>inner</loc><x:deep><url/></x:deep></x:image>",
    "<longprefix:thing/>",
    "<!-- <loc>no</loc> -->",
    "<!-- > -->",
    "<?pi <url> ?>",
    "text > text",
    "\n  ",
]
BETWEEN = ["", "\n", "<!-- <url> -->", "<?x?>", "stray", "<x:other/>", "<![CDATA[<url>]]>", " > "]
ROOTS = [
    f'xmlns="{S}"',
    f'xmlns="{S}" xmlns:s="{S}"',
    f'xmlns="{S.replace("http", "https")}"',
    "",
    'xmlns="urn:unknown"',
]


@given(
    st.lists(st.tuples(st.sampled_from(BETWEEN), st.lists(st.sampled_from(PIECES), max_size=6))),
    st.sampled_from(ROOTS),
    st.integers(1, 300),
)
def test_fast_and_careful_scan_agree(
    parts: list[tuple[str, list[str]]], root: str, size: int
) -> None:
    spare = "" if "xmlns:s" in root else ' xmlns:s="urn:s"'
    inside = "".join(f"{gap}<url>{''.join(children)}</url>" for gap, children in parts)
    text = urlset(inside, f'{root}{spare} xmlns:x="urn:x" xmlns:longprefix="urn:l"')
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(feeder, "SLICE", size)
        fast, careful = scan(text), scan(text, careful=True)
    assert fast.start.tolist() == careful.start.tolist()
    assert fast.end.tolist() == careful.end.tolist()
    assert values(text, fast) == values(text, careful)
    assert len(fast.start) == len(parts)


@pytest.mark.parametrize("careful", [False, True])
def test_a_text_is_let_go_of_at_once(careful):
    gc.collect()
    gc.disable()
    try:
        scan(b"<urlset><url/></urlset>", careful=careful)
        assert not [one for one in gc.get_objects() if isinstance(one, Feeder)]
    finally:
        gc.enable()

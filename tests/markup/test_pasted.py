"""What people paste becomes a document, whatever it was copied from."""

from __future__ import annotations

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.pasted import Form, read_pasted
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
A, B = "https://www.shop.org/a", "https://www.shop.org/b?x=1&y=2"
WHOLE = f'<urlset xmlns="{S}">\n<url><loc>{A}</loc></url>\n<url><loc>{B}</loc></url>\n</urlset>'
NUMBERED = "\n".join(f"{n}. {line}" for n, line in enumerate(WHOLE.split("\n"), 1))

FORMS = {
    "a whole sitemap": (WHOLE, Form.SITEMAP, Kind.URLSET, [A, B]),
    "with a mark": ("\ufeff" + WHOLE, Form.SITEMAP, Kind.URLSET, [A, B]),
    "words around it": (f"Like this:\n{WHOLE}\nThat is all.", Form.SITEMAP, Kind.URLSET, [A, B]),
    "entries alone": (
        f"<url><loc>{A}</loc></url><url><loc>{B}</loc></url>",
        Form.FRAGMENT,
        Kind.URLSET,
        [A, B],
    ),
    "the end of one entry before": (
        f"</loc></url>\n<url><loc>{A}</loc></url>",
        Form.FRAGMENT,
        Kind.URLSET,
        [A],
    ),
    "sitemaps of an index alone": (
        f"<sitemap><loc>{A}</loc></sitemap>",
        Form.FRAGMENT,
        Kind.SITEMAPINDEX,
        [A],
    ),
    "addresses in their elements": (
        f"<loc>{A}</loc>\n<loc>{B.replace('&', '&amp;')}</loc>",
        Form.ADDRESSES,
        Kind.TEXT,
        [A, B],
    ),
    "a listing": (NUMBERED, Form.LISTING, Kind.URLSET, [A, B]),
    "lines": (f"{A}\r\n\r\n{B}\r\n", Form.ADDRESSES, Kind.TEXT, [A, B]),
    "words": (f"{A} {B}", Form.ADDRESSES, Kind.TEXT, [A, B]),
    "commas": (f"{A},{B}, {A}x", Form.ADDRESSES, Kind.TEXT, [A, B, f"{A}x"]),
    "angle brackets": (f"<{A}> <{B}>", Form.ADDRESSES, Kind.TEXT, [A, B]),
    "quotes": (f"\"{A}\", '{B}'", Form.ADDRESSES, Kind.TEXT, [A, B]),
    "a comma within": (f"{A},1.html", Form.ADDRESSES, Kind.TEXT, [f"{A},1.html"]),
    "a list with bullets": (f"• {A}\n- {B}", Form.ADDRESSES, Kind.TEXT, [A, B]),
}


@pytest.mark.parametrize("name", FORMS)
def test_pasted_text_becomes_a_document(name: str) -> None:
    text, form, kind, locs = FORMS[name]
    pasted = read_pasted(text)
    assert (pasted.form, pasted.kind) == (form, kind)
    doc = open_bytes(pasted.text)
    assert doc.mending is None
    assert [doc.value(n, "loc") for n in range(len(doc))] == locs


def test_lines_without_an_address_are_counted() -> None:
    assert read_pasted(f"My pages\n\n{A}\nand\n{B}\n").left_out == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "file-empty"),
        (" \n", "file-empty"),
        ("nothing here", "format-unsupported"),
        ('<svg xmlns="http://www.w3.org/2000/svg"/>', "root-unknown"),
        (f'<div><img src="{A}"></div>', "root-unknown"),
        (f"<?xml version='1.0'?><rss><channel><link>{A}</link></channel></rss>", "root-unknown"),
        (f'<!DOCTYPE html><a href="{A}">x</a>', "html-instead-of-xml"),
        (f'<html><body><a href="{A}">x</a></body></html>', "html-instead-of-xml"),
        (f'<a href="{A}">one</a> <a href="{B}">two</a>', "html-instead-of-xml"),
    ],
)
def test_what_holds_no_sitemap_is_refused(text: str, code: str) -> None:
    with pytest.raises(SitemapError) as caught:
        read_pasted(text)
    assert caught.value.code == code
    assert caught.value.advice

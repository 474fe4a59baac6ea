"""Lists of addresses, and XML made of them."""

from __future__ import annotations

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats import Target, preview, write
from sitemap_editor.formats.text import TEXT, count_left_out
from sitemap_editor.formats.xml import XML
from sitemap_editor.protocol.kinds import Kind

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def urlset(*entries: str) -> bytes:
    return f'<urlset xmlns="{SITEMAP}">{"".join(entries)}</urlset>'.encode()


def written(data: bytes, form, **options) -> bytes:
    return b"".join(write(open_bytes(data), Target(form), options))


def test_one_decoded_address_a_line():
    data = urlset("<url><loc> https://a.example/?x&amp;y </loc></url>", "<url><loc>b</loc></url>")
    assert written(data, TEXT) == b"https://a.example/?x&y\nb\n"
    assert written(data, TEXT, crlf=True) == b"https://a.example/?x&y\r\nb\r\n"


def test_an_index_gives_the_addresses_of_its_children():
    data = f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>u</loc></sitemap></sitemapindex>'
    assert written(data.encode(), TEXT) == b"u\n"


def test_entries_without_an_address_are_left_out_and_counted():
    data = urlset("<url><loc></loc></url>", "<url/>", "<url><loc>u</loc></url>")
    assert written(data, TEXT) == b"u\n"
    assert count_left_out(open_bytes(data)) == 2


def test_an_address_over_several_lines_stays_one_line():
    assert written(urlset("<url><loc>a\nb</loc></url>"), TEXT) == b"a%0Ab\n"


def test_a_list_becomes_a_urlset_that_holds_the_same_addresses():
    lines = ["https://a.example/?x=1&y=2", "https://пример.example/ж", "odd <line>"]
    made = written("\ufeff".encode() + "\r\n\r\n".join(lines).encode(), XML)
    doc = open_bytes(made)
    assert doc.kind is Kind.URLSET
    assert [doc.value(n, "loc") for n in range(len(doc))] == lines
    assert made.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns=')
    assert b"\n  <url>\n    <loc>https://a.example/?x=1&amp;y=2</loc>\n  </url>\n" in made


def test_a_preview_is_the_beginning_as_text():
    doc = open_bytes(b"https://a.example/\n" * 5_000)
    shown = preview(doc, Target(XML, gzip=True), None, limit=300)
    assert shown.startswith("<?xml")
    assert len(shown) == 300

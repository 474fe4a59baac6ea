"""Tables: header and cells of each kind, quoting, and the guard against formulas."""

from __future__ import annotations

import csv
import io
import locale

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.opening import new_document, open_bytes
from sitemap_editor.formats import tables
from sitemap_editor.formats.base import BLOCK
from sitemap_editor.formats.tables import CSV, TSV, guarded, local_delimiter, unguarded
from sitemap_editor.protocol.kinds import Kind

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
URLSET = f"""<?xml version="1.0"?>
<urlset xmlns="{SITEMAP}">
<url><loc>https://example.com/?a=1&amp;b=2</loc><priority> 0.8 </priority></url>
<url><lastmod>2024-05-01</lastmod><loc><![CDATA[https://example.com/"x",y]]></loc></url>
<url/>
</urlset>
""".encode()


def table(doc, form=CSV, **options):
    data = b"".join(form.write(doc, options))
    return data, list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_a_row_holds_the_decoded_fields_of_an_entry():
    _data, rows = table(open_bytes(URLSET))
    assert rows == [
        ["loc", "lastmod", "changefreq", "priority"],
        ["https://example.com/?a=1&b=2", "", "", "0.8"],
        ['https://example.com/"x",y', "2024-05-01", "", ""],
        ["", "", "", ""],
    ]


@pytest.mark.parametrize(
    ("kind", "header"),
    [
        (Kind.URLSET, ["loc", "lastmod", "changefreq", "priority"]),
        (Kind.SITEMAPINDEX, ["loc", "lastmod"]),
        (Kind.TEXT, ["loc"]),
    ],
)
def test_the_header_has_the_fields_of_the_kind(kind, header):
    assert table(new_document(kind))[1] == [header]


def test_line_ends_mark_and_delimiter_are_options():
    doc = new_document(Kind.SITEMAPINDEX)
    assert table(doc)[0] == b"loc,lastmod\r\n"
    assert table(doc, bom=True, crlf=False)[0] == b"\xef\xbb\xbfloc,lastmod\n"
    assert table(doc, TSV, crlf=False)[0] == b"loc\tlastmod\n"


def test_a_table_for_excel(monkeypatch):
    doc = open_bytes(f'<urlset xmlns="{SITEMAP}"><url><loc>=A1</loc></url></urlset>'.encode())
    for delimiter in (",", ";"):
        monkeypatch.setattr(tables, "local_delimiter", lambda delimiter=delimiter: delimiter)
        data = table(doc, excel=True, guard=False)[0]
        header = delimiter.join(("loc", "lastmod", "changefreq", "priority"))
        assert data == f"\ufeff{header}\r\n'=A1{delimiter * 3}\r\n".encode()
    assert table(doc, excel=True, delimiter="|")[0].startswith("\ufeffloc|lastmod".encode())


@pytest.mark.parametrize(
    ("spoken", "delimiter"), [("de_DE", ";"), ("en_US", ","), ("fr_CA", ";"), ("C", ",")]
)
def test_excel_expects_what_the_system_speaks(monkeypatch, spoken, delimiter):
    monkeypatch.setattr(locale, "getlocale", lambda: (spoken, "UTF-8"))
    assert local_delimiter() == delimiter


def test_some_entries_in_another_order():
    doc = open_bytes(b"https://a.org/0\nhttps://a.org/1\nhttps://a.org/2\n")
    chosen = np.array([2, 0])
    assert b"".join(CSV.write(doc, {}, chosen)) == b"loc\r\nhttps://a.org/2\r\nhttps://a.org/0\r\n"


def test_a_long_document_is_written_whole():
    lines = [f"https://example.com/{number}" for number in range(2 * BLOCK + 3)]
    _data, rows = table(open_bytes("\n".join(lines).encode()))
    assert [row[0] for row in rows[1:]] == lines


@pytest.mark.parametrize("value", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "＝1", "'=1", "''=1"])
def test_what_a_spreadsheet_would_calculate_is_guarded(value):
    assert guarded(value) == f"'{value}"
    assert unguarded(guarded(value)) == value


@pytest.mark.parametrize("value", ["", "https://example.com/=1", "'", "'x", "0.8", "2024-05-01"])
def test_plain_values_stay(value):
    assert guarded(value) == value == unguarded(value)


@given(st.text(st.sampled_from("'=+-@\t\r\n＝ax0"), max_size=6))
def test_the_guard_can_always_be_taken_off(value):
    assert unguarded(guarded(value)) == value
    assert guarded(value)[:1] not in set("=+-@\t\r\n＝")


def test_the_guard_is_on_until_switched_off():
    doc = open_bytes(f'<urlset xmlns="{SITEMAP}"><url><loc>=A1</loc></url></urlset>'.encode())
    assert table(doc)[1][1][0] == "'=A1"
    assert table(doc, guard=False)[1][1][0] == "=A1"

"""Workbooks as tables: dates, serials, errors, sheets, and what must never reach calamine."""

from __future__ import annotations

import datetime
import io
import zipfile

import pytest
import xlsxwriter

from sitemap_editor.formats import sheets
from sitemap_editor.formats.reading import read_tables
from sitemap_editor.formats.table import Oddity, TableOptions
from sitemap_editor.protocol.errors import SitemapError

DAY = datetime.datetime(2024, 3, 15)
MORNING = datetime.datetime(2024, 3, 15, 8, 29, 59, 999_900)


def xlsx(fill, **options):
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True, **options})
    fill(book)
    book.close()
    return buffer.getvalue()


def all_rows(table):
    return [row for block in table.rows() for row in block.cells]


def typed(book):
    sheet = book.add_worksheet("Pages")
    day = book.add_format({"num_format": "yyyy-mm-dd"})
    time = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    sheet.write_row(0, 0, ["URL", "Date", "Number", "Other"])
    sheet.write_row(1, 0, ["https://www.example.com/a"])
    sheet.write_datetime(1, 1, DAY, day)
    sheet.write(1, 2, 45366)
    sheet.write_boolean(1, 3, True)
    sheet.write_row(2, 0, ["https://www.example.com/b"])
    sheet.write_datetime(2, 1, MORNING, time)
    sheet.write(2, 2, 0.8)
    sheet.write_formula(2, 3, "=NA()", None, "#N/A")
    sheet.write_row(3, 0, ["https://www.example.com/c"])
    sheet.write_formula(3, 1, "=A1/0", None, "#DIV/0!")
    sheet.write(3, 2, 1.23e15)
    sheet.write_string(3, 3, "'quoted")


TYPED = [
    ["https://www.example.com/a", "2024-03-15", "45366", "TRUE"],
    ["https://www.example.com/b", "2024-03-15T08:30:00", "0.8", "#N/A"],
    ["https://www.example.com/c", "#DIV/0!", "1230000000000000", "'quoted"],
]


@pytest.mark.parametrize("from_1904", [False, True])
def test_cells_become_texts_whatever_day_the_workbook_counts_from(from_1904):
    (table,) = read_tables(xlsx(typed, date_1904=from_1904), "pages.xlsx")
    assert (table.name, table.source, table.delimiter) == ("Pages", "pages.xlsx", "")
    assert table.columns == ("URL", "Date", "Number", "Other")
    assert table.dates_from_1904 is from_1904
    assert all_rows(table) == TYPED


def test_a_table_may_begin_anywhere_and_lines_are_rows_of_the_sheet():
    def fill(book):
        sheet = book.add_worksheet()
        sheet.write(1, 1, "Internal - All")
        sheet.write_row(3, 1, ["Address", "Status Code"])
        sheet.write_row(4, 1, ["https://www.example.com/", 200])
        sheet.write_row(6, 1, ["https://www.example.com/a", 404])
        sheet.write_row(7, 1, ["Total", 2])

    (table,) = read_tables(xlsx(fill))
    assert (table.columns, table.header_line) == (("Address", "Status Code"), 4)
    blocks = list(table.rows())
    assert [list(block.lines) for block in blocks] == [[5, 7, 8]]
    assert blocks[0].cells[1] == ["https://www.example.com/a", "404"]
    assert blocks[0].odd == {2: Oddity.TOTALS}


def test_each_sheet_with_cells_is_a_table_and_a_hidden_one_says_so():
    def fill(book):
        for name in ("One", "Two", "Empty"):
            book.add_worksheet(name)
        book.get_worksheet_by_name("One").write(0, 0, "https://www.example.com/1")
        hidden = book.get_worksheet_by_name("Two")
        hidden.write(0, 0, "https://www.example.com/2")
        hidden.hide()
        chart = book.add_chart({"type": "line"})
        chart.add_series({"values": "=One!$A$1:$A$2"})
        book.add_chartsheet("Chart").set_chart(chart)

    tables = read_tables(xlsx(fill))
    assert [table.name for table in tables] == ["One", "Two"]
    assert [len(table.notes) for table in tables] == [0, 1]


def test_the_header_can_be_chosen():
    def fill(book):
        book.add_worksheet().write_column(0, 0, ["https://www.example.com/1", "Name"])

    (table,) = read_tables(xlsx(fill))
    assert table.columns == ()
    named = table.with_options(has_header=True)
    assert named.columns == ("https://www.example.com/1",)
    assert all_rows(named) == [["Name"]]


def far_cell(row, column, blank=False):
    def fill(book):
        sheet = book.add_worksheet()
        sheet.write_column(0, 0, ["URL", "https://www.example.com/"])
        if blank:
            sheet.write_blank(row, column, None, book.add_format({"bold": True}))
        else:
            sheet.write(row, column, "x")
            sheet.write(99_998, 0, "y")

    return fill


@pytest.mark.parametrize("place", [(1_048_575, 16_383), (0, 16_383), (1_048_575, 100)])
def test_a_cell_far_outside_is_refused_before_it_takes_all_memory(monkeypatch, place):
    monkeypatch.setattr(sheets, "CalamineWorkbook", None)
    with pytest.raises(SitemapError, match="far outside"):
        read_tables(xlsx(far_cell(*place)))


def test_a_format_far_outside_does_not_matter():
    (table,) = read_tables(xlsx(far_cell(1_048_575, 16_383, blank=True)))
    assert all_rows(table) == [["https://www.example.com/"]]


def with_member(data, path, content):
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        for info in old.infolist():
            new.writestr(info, content if info.filename == path else old.read(info))
        if path not in old.namelist():
            new.writestr(path, content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


@pytest.mark.parametrize("path", ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/x.xml"])
def test_a_bomb_in_a_workbook_is_found_before_it_is_read(monkeypatch, path):
    monkeypatch.setattr(sheets, "CalamineWorkbook", None)
    bomb = with_member(xlsx(typed), path, b" " * (3 << 20))
    with pytest.raises(SitemapError, match="suspiciously large") as caught:
        read_tables(bomb, "bomb.xlsx", options=TableOptions(max_inflated=2 << 20))
    assert caught.value.code == "gzip-bomb"


@pytest.mark.parametrize(
    "data",
    [
        with_member(xlsx(typed), "xl/worksheets/sheet1.xml", b"<worksheet><sheetData><row"),
        with_member(xlsx(typed), "xl/workbook.xml", b"\0\0"),
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"?" * 2_000,
    ],
    ids=["sheet cut off", "no workbook", "old Office"],
)
def test_a_damaged_workbook_is_refused(data):
    with pytest.raises(SitemapError, match=r"damaged|no cells"):
        read_tables(data)


def test_a_password_and_a_binary_workbook_are_named():
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
    with pytest.raises(SitemapError, match="password"):
        read_tables(ole + "EncryptedPackage".encode("utf-16-le"))
    with pytest.raises(SitemapError, match="XLSB"):
        read_tables(with_member(xlsx(typed), "xl/workbook.bin", b"x"))


TEXT_CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
SPACES = "urn:oasis:names:tc:opendocument:xmlns:"


def ods(rows):
    content = (
        f'<office:document-content xmlns:office="{SPACES}office:1.0"'
        f' xmlns:table="{SPACES}table:1.0" xmlns:text="{SPACES}text:1.0"'
        ' xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
        ' office:version="1.2"><office:body><office:spreadsheet>'
        f'<table:table table:name="Pages">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{SPACES}manifest:1.0"><manifest:file-entry'
        ' manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", manifest)
        archive.writestr("content.xml", content)
    return buffer.getvalue()


def row(*cells, repeated=1):
    return (
        f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(cells)}'
        "</table:table-row>"
    )


def text(value):
    return TEXT_CELL.format(value)


def gap(count):
    return f'<table:table-cell table:number-columns-repeated="{count}"/>'


DATE_CELL = (
    '<table:table-cell office:value-type="date" office:date-value="2024-03-15">'
    "<text:p>15.03.24</text:p></table:table-cell>"
)
ERROR_CELL = (
    '<table:table-cell office:value-type="string" office:string-value=""'
    ' calcext:value-type="error"><text:p>#N/A</text:p></table:table-cell>'
)


def test_ods_is_read_with_dates_errors_and_endless_empty_rows():
    data = ods(
        row(text("URL"), text("Date"), text("Other"))
        + row(text("https://www.example.com/"), DATE_CELL, ERROR_CELL)
        + row(gap(16_384), repeated=1_048_574)
    )
    (table,) = read_tables(data, "pages.ods")
    assert table.columns == ("URL", "Date", "Other")
    assert all_rows(table) == [["https://www.example.com/", "2024-03-15", "#N/A"]]


@pytest.mark.parametrize(
    "rows",
    [
        row(gap(16_383), repeated=1_048_575) + row(gap(16_383), text("x")),
        row(
            TEXT_CELL.format("x").replace("<table:table-cell", gap(16_384)[:-2], 1), repeated=9_999
        ),
    ],
    ids=["far cell", "one cell stands for millions"],
)
def test_ods_that_would_fill_memory_is_refused(monkeypatch, rows):
    monkeypatch.setattr(sheets, "CalamineWorkbook", None)
    with pytest.raises(SitemapError, match="columns"):
        read_tables(ods(rows))

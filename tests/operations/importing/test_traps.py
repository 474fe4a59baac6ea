"""What lists really look like: each trap with a small invented list."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace

import pytest

from sitemap_editor.formats.reading import read_tables
from sitemap_editor.operations.importing.build import build
from sitemap_editor.operations.importing.choosing import Wish, choose
from sitemap_editor.operations.importing.into import as_document
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.operations.importing.picking import date_report
from sitemap_editor.operations.importing.proposing import propose
from sitemap_editor.operations.importing.telling import findings_of, summary
from sitemap_editor.protocol.errors import SitemapError

from .helpers import (
    document,
    entries_of,
    imported,
    lost_of,
    rejects_of,
    table_of,
    tables_of,
)

A, B, C = (f"https://www.example.com/{letter}" for letter in "abc")


def dates_of(*cells, **wish):
    rows = "".join(f'https://www.example.com/{n},"{cell}"\n' for n, cell in enumerate(cells))
    found = imported(f"url,lastmod\n{rows}", **wish)
    return [[*entry, ""][1] for entry in entries_of(as_document(found))], lost_of(found)


# Addresses


def test_of_two_columns_of_addresses_the_usual_name_is_taken_and_it_is_told():
    proposal = propose(table_of(f"link,url\n{A},{B}\n"))
    assert proposal.mapping.columns["loc"] == 1
    (told,) = proposal.ambiguities
    assert (told.columns, told.chosen, told.is_settled) == ((0, 1), 1, False)
    assert "“link”, “url”" in told.text


def test_of_two_columns_without_usual_names_the_leftmost_is_taken():
    proposal = propose(table_of(f"first domain,second domain\n{A},{B}\n"))
    assert proposal.mapping.columns["loc"] == 0
    assert len(proposal.ambiguities) == 1


def test_the_fuller_of_two_columns_wins():
    rows = "".join(f"{A}{n},{B if n else 'x'}\n" for n in range(6))
    proposal = propose(table_of(f"first,second\n{rows}"))
    assert proposal.mapping.columns["loc"] == 0


def test_a_column_with_too_few_addresses_is_not_taken():
    proposal = propose(table_of(f"place,n\n{A},1\nhere,2\nthere,3\n"))
    assert "loc" not in proposal.mapping.columns
    assert proposal.problem is not None and proposal.problem.code == "csv-no-url-column"
    assert "place, n" in proposal.problem.reason and "33 %" in proposal.problem.reason


def test_empty_cells_do_not_count_against_a_column():
    rows = "".join("word,\n" for _ in range(30))
    assert propose(table_of(f"keyword,target\n{rows}x,{A}\n")).mapping.columns["loc"] == 1


@pytest.mark.parametrize(
    ("cell", "loc"),
    [
        (f"  {A} ", A),
        (f"<{A}>", A),
        (f"'{A}", A),
        (f'"""{A}"""', A),
        (f"{A}&x=1", f"{A}&x=1"),
        (f"{A} b", f"{A}%20b"),
        ("http:/www.example.com/a", "http://www.example.com/a"),
        ("www.example.com/z", "https://www.example.com/z"),
        ("/z?x=1", "https://www.example.com/z?x=1"),
        ("z/ü", "https://www.example.com/shop/z/%C3%BC"),
        ("//cdn.example.com/z", "https://cdn.example.com/z"),
    ],
)
def test_what_people_put_around_an_address_is_taken_off(cell, loc):
    text = f"url,n\n{B},1\n{cell},2\n{C},3\n"
    doc = document(text, columns={"loc": "url"}, base_url="https://www.example.com/shop/")
    assert [entry[0] for entry in entries_of(doc)] == [B, loc, C]


@pytest.mark.parametrize(
    "cell", ["mailto:me@example.com", "ftp://example.com/", "nothing", "https://", "/relative"]
)
def test_what_is_no_address_is_rejected_with_the_line_and_a_reason(cell):
    found = imported(f"url,n\n{A},1\n{cell},2\n{B},3\n", columns={"loc": "url"})
    assert [entry[0] for entry in entries_of(as_document(found))] == [A, B]
    (reject,) = found.rejects.listed()
    assert (reject.line, reject.cells) == (3, [cell, "2"])
    assert cell in reject.reason.words
    assert [f.line for f in findings_of(found) if f.code == "csv-row-url-invalid"] == [3]


def test_relative_addresses_need_a_site():
    with pytest.raises(SitemapError, match="no whole addresses") as caught:
        imported("path,title\n/a,A\n/b,B\n")
    assert "https://www.example.com/" in (caught.value.advice or "")
    doc = document("path,title\n/a,A\n/b,B\n", base_url="https://www.example.com/")
    assert [entry[0] for entry in entries_of(doc)] == [A, B]


def test_a_pattern_makes_addresses_of_cells():
    text = "id,slug\n1,red shoe\n2,\n"
    found = imported(text, columns={"loc": "/p/{id}/{slug}"}, base_url="https://www.example.com/")
    assert entries_of(as_document(found)) == [["https://www.example.com/p/1/red%20shoe"]]
    assert rejects_of(found) == ["3 no-address"]


def test_a_pattern_with_an_unknown_column_is_refused():
    with pytest.raises(SitemapError, match="handle"):
        imported("id,slug\n1,a\n", columns={"loc": "/p/{handle}"}, base_url="https://x.example/")


# Dates


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("Fri, 20 Jun 2025 22:05:28 GMT", "2025-06-20T22:05:28+00:00"),
        ("2024-03-15", "2024-03-15"),
        ("2024-03-15T08:30:00+02:00", "2024-03-15T08:30:00+02:00"),
        ("2024-03-15 08:30:00", "2024-03-15"),
        ("2024/03/15", "2024-03-15"),
        ("15/03/2024", "2024-03-15"),
        ("15.03.2024", "2024-03-15"),
        ("15.03.2024 08:30", "2024-03-15"),
        ("3/15/24", "2024-03-15"),
        ("45366", "2024-03-15"),
        ("1710491400", "2024-03-15T08:30:00+00:00"),
        ("15 mars 2024", "2024-03-15"),
        ("15. März 2024", "2024-03-15"),
        ("15 de marzo de 2024", "2024-03-15"),
        ("15 марта 2024 г.", "2024-03-15"),
        ("March 15, 2024", "2024-03-15"),
        ("2024-02-29", "2024-02-29"),
        ("--", ""),
        ("#N/A", ""),
    ],
)
def test_dates_of_every_habit(cell, value):
    assert dates_of(cell, columns={"lastmod": "lastmod"}) == ([value], [])


@pytest.mark.parametrize("cell", ["soon", "31.02.2024", "2023-02-29", "1.23E+15", "0000-01-01"])
def test_a_date_that_cannot_be_read_is_left_out_and_told(cell):
    found, lost = dates_of("2024-03-15", cell, columns={"lastmod": "lastmod"})
    assert (found, lost) == (["2024-03-15", ""], ["3 lastmod date-unreadable"])


def test_one_date_settles_the_order_of_the_column():
    assert dates_of("03/04/2024", "25/04/2024")[0] == ["2024-04-03", "2024-04-25"]
    assert dates_of("03/04/2024", "04/25/2024")[0] == ["2024-03-04", "2024-04-25"]


def test_the_date_that_settles_the_order_may_come_very_late():
    cells = ["03/04/2024"] * 5_000 + ["04/25/2024"]
    assert dates_of(*cells)[0][0] == "2024-03-04"


def test_dates_that_could_be_either_are_counted_and_not_guessed():
    found, lost = dates_of("03/04/2024", "05/06/2024", "07/07/2024")
    assert found == ["", "", "2024-07-07"]
    assert lost == ["2 lastmod csv-date-ambiguous", "3 lastmod csv-date-ambiguous"]
    table = table_of(f"url,lastmod\n{A},03/04/2024\n{B},07/07/2024\n")
    report = date_report(table, propose(table).mapping)
    assert (report.dates, report.ambiguous, report.order) == (2, 1, "")


def test_dates_that_prove_both_orders_are_not_guessed():
    found, lost = dates_of("25/04/2024", "04/25/2024", "03/04/2024")
    assert found == ["2024-04-25", "2024-04-25", ""]
    assert lost == ["4 lastmod csv-date-ambiguous"]


def test_people_say_the_order():
    assert dates_of("03/04/2024", date_format="mdy")[0] == ["2024-03-04"]
    assert dates_of("03/04/2024", date_format="dmy")[0] == ["2024-04-03"]


def test_serials_of_old_macs():
    wish = {"date_format": "excel-1904", "columns": {"lastmod": "lastmod"}}
    assert dates_of("43904", **wish)[0] == ["2024-03-15"]


def test_a_zone_for_times_without_one():
    table = table_of(f"url,lastmod\n{A},2024-03-15 08:30:00\n")
    mapping = replace(propose(table).mapping, zone="+02:00")
    assert entries_of(as_document(build(table, mapping))) == [[A, "2024-03-15T08:30:00+02:00"]]


# Rows


def test_odd_rows_are_rejects_and_nothing_is_dropped_silently():
    text = (
        "Address,Status Code,Last Modified,\n"
        f"{A},200,2024-03-15,\n"
        "Address,Status Code,Last Modified,\n"
        f"{B},200\n"
        f"{C},200,2024-03-16,x,y\n"
        f'"{A}\n?x",200,,\n'
        "Total,3,,\n"
    )
    found = imported(text)
    doc = as_document(found)
    assert entries_of(doc) == [[A, "2024-03-15"], [B]]
    assert rejects_of(found)[:2] == ["3 header-again", "5 cells-too-many"]
    assert len(found) + len(found.rejects) == found.rows


def test_what_counts_as_empty_can_be_changed():
    table = table_of(f"url,priority\n{A},--\n{B},nix\n")
    mapping = propose(table, columns={"priority": 1}).mapping
    assert lost_of(build(table, mapping)) == ["3 priority priority-invalid"]
    assert lost_of(build(table, replace(mapping, empties=("nix", "--")))) == []


def test_defaults_fill_what_is_empty():
    table = table_of(f"url,priority\n{A},0.3\n{B},\n")
    mapping = replace(propose(table).mapping, defaults={"priority": "0.5", "changefreq": "weekly"})
    doc = as_document(build(table, mapping))
    assert entries_of(doc) == [[A, "", "weekly", "0.3"], [B, "", "weekly", "0.5"]]


def test_decimal_commas_are_counted():
    found = imported(f"loc;priority\n{A};0,8\n{B};0,5\n{C};7,5\n")
    assert [entry[3] for entry in entries_of(as_document(found))[:2]] == ["0.8", "0.5"]
    assert lost_of(found) == ["4 priority priority-invalid"]
    assert [f.code for f in findings_of(found)] == ["csv-decimal-comma"]


@pytest.mark.parametrize(
    ("policy", "dates"),
    [
        ("newest", ["2024-03-20", "2024-03-16"]),
        ("first", ["2024-03-15", "2024-03-16"]),
        ("last", ["2024-03-14", "2024-03-16"]),
        ("keep", ["2024-03-15", "2024-03-16", "2024-03-20", "2024-03-14"]),
    ],
)
def test_several_rows_about_a_page(policy, dates):
    text = f"loc,lastmod\n{A},2024-03-15\n{B},2024-03-16\nHTTPS://www.example.com:443/a,2024-03-20\n{A},2024-03-14\n"
    table = table_of(text)
    found = build(table, replace(propose(table).mapping, duplicates=policy))
    assert sorted(entry[1] for entry in entries_of(as_document(found))) == sorted(dates)
    assert len(found) + len(found.rejects) == 4


def test_rejects_can_be_brought_in_again_once_they_are_put_right():
    text = "Address,Status Code\nnothing,200\n=1+1,404\n" + f"{A},200\n"
    found = imported(text, columns={"loc": "Address"})
    out = b"".join(found.rejects.as_csv())
    (table,) = read_tables(out, "rejects.csv")
    assert table.columns[:2] == ("Address", "Status Code")
    again = out.replace(b"nothing", B.encode()).replace(b"'=1+1", C.encode())
    doc = as_document(_built(again))
    assert [entry[0] for entry in entries_of(doc)] == [B, C]


def _built(data):
    proposal = choose(read_tables(data, "list.csv"), Wish())
    return build(proposal.table, proposal.mapping)


def test_too_many_images_are_told():
    rows = "".join(f"{A},https://www.example.com/{n}.jpg,\n" for n in range(1_002))
    found = imported(f"Source,Destination,Alt Text\n{rows}")
    assert found.lost.counts == {"too-many-images": 2}
    assert as_document(found).raw(0).count(b"<image:loc>") == 1_000


def test_a_summary_accounts_for_every_row():
    said = " ".join(summary(imported(f"url,code\n{A},1\nx,2\n{A},3\n", columns={"loc": "url"})))
    assert "1 entry was made of 3 rows." in said
    assert "1 with an address" in said and "1 about a page" in said


# Files


def zipped(**members):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, text in members.items():
            archive.writestr(f"{name}.csv", text)
    return data.getvalue()


def test_a_zip_of_search_console_is_read_in_place():
    data = zipped(
        **{
            "Consultas": "Consultas principales,Clics\nzapatos,3\n",
            "P+íginas": f"Páginas principales,Clics\n{A},3\n",
        }
    )
    assert entries_of(as_document(_built(data))) == [[A]]


def test_an_encoding_that_is_a_guess_is_a_finding():
    text = f"url,titre\n{A},Été à la plage où l’on dîne près d’Angoulême\n" * 3
    proposal = choose(tables_of(text, encoding="windows-1252"), Wish())
    found = build(proposal.table, proposal.mapping)
    assert "csv-encoding" in [finding.code for finding in findings_of(found)]


def test_sitemaps_of_a_robots_txt_make_an_index():
    robots = b"User-agent: *\nSitemap: https://www.example.com/a.xml\n"
    proposal = choose(read_tables(robots, "robots.txt"), Wish())
    doc = as_document(build(proposal.table, proposal.mapping))
    assert doc.kind == "sitemapindex"
    assert entries_of(doc) == [["https://www.example.com/a.xml"]]


def test_a_mapping_without_addresses_says_which_columns_there_are():
    table = table_of("name,volume\nshoe,3\n")
    with pytest.raises(SitemapError, match="name, volume"):
        build(table, Mapping())


@pytest.mark.parametrize(
    ("cell", "address", "code"),
    [
        ("https://www.example.com/a#part", "https://www.example.com/a", "loc-fragment"),
        ("https://www.example.com/#!/a", "https://www.example.com/#!/a", ""),
        (
            "https://www.example.com/ü?q=é",
            "https://www.example.com/%C3%BC?q=%C3%A9",
            "loc-non-ascii",
        ),
        ("https://www.exämple.com/a", "https://www.exämple.com/a", ""),
    ],
)
def test_addresses_come_in_as_they_are_asked_for(cell, address, code):
    found = imported(f"url\n{cell}\nhttps://www.example.com/z\n")
    assert entries_of(as_document(found))[0] == [address]
    assert found.mended[code] == bool(code)


def test_addresses_beyond_the_named_columns_are_no_accident():
    table = table_of(f"Address,Status Code\n{A},200,{B},{B}\n{B},200\n{C},200,{C},{C}\n")
    assert propose(table).mapping.columns["loc"] == 0


def test_a_list_of_nothing_but_addresses_may_have_many_that_are_none():
    found = imported(f"{A}\n{B}\nmailto:me@example.com\n")
    assert [entry[0] for entry in entries_of(as_document(found))] == [A, B]
    assert rejects_of(found) == ["3 csv-row-url-invalid"]


def test_dates_of_servers_are_read_by_their_day_and_still_one_by_one():
    cells = [
        *("Fri, 20 Jun 2025 22:05:28 GMT", "Fri, 20 Jun 2025 00:00:01 GMT"),
        *("Fri, 31 Feb 2025 22:05:28 GMT", "Fri, 20 Jun 2025 24:05:28 GMT"),
    ]
    found, lost = dates_of(*cells)
    assert found[:2] == ["2025-06-20T22:05:28+00:00", "2025-06-20T00:00:01+00:00"]
    assert found[2] == "" and "4 lastmod date-unreadable" in lost

"""An index after its sitemaps came, went, were renamed or dated: bytes, and undo of each."""

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations import listing

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
HEAD = f'<sitemapindex xmlns="{NS}">\n'
SITE = "https://a.example/"


def index(*entries):
    lines = [f"  <sitemap>\n    {entry}\n  </sitemap>\n" for entry in entries]
    return open_bytes((HEAD + "".join(lines) + "</sitemapindex>\n").encode())


def loc(name, date=""):
    dated = f"<lastmod>{date}</lastmod>" if date else ""
    return f"<loc>{SITE}{name}</loc>{dated}"


def told(doc):
    return [
        f"{doc.value(n, 'loc').removeprefix(SITE)} {doc.value(n, 'lastmod') or ''}".strip()
        for n in range(len(doc))
    ]


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (lambda d: listing.name_children(d, [(SITE + "a.xml", ""), (SITE + "n.xml", "2026-02-01")]),
         ["a.xml 2026-01-01", "b.xml", "n.xml 2026-02-01"]),
        (lambda d: listing.unname_child(d, "HTTPS://a.example/a.xml"), ["b.xml"]),
        (lambda d: listing.rename_child(d, SITE + "b.xml", SITE + "c.xml"),
         ["a.xml 2026-01-01", "c.xml"]),
        (lambda d: listing.date_children(d, {SITE + "b.xml": "2026-03-01", SITE + "x": "2026"}),
         ["a.xml 2026-01-01", "b.xml 2026-03-01"]),
        (lambda d: listing.flatten(
            d, SITE + "a.xml", [(SITE + "1.xml", "2026-04-01"), (SITE + "b.xml", ""),
                                (SITE + "2.xml", "")]),
         ["1.xml 2026-04-01", "2.xml", "b.xml"]),
        (lambda d: listing.flatten(d, SITE + "a.xml", [(SITE + "b.xml", "")]), ["b.xml"]),
    ],
)  # fmt: skip
def test_what_becomes_of_an_index_is_one_step(change, after):
    doc = index(loc("a.xml", "2026-01-01"), loc("b.xml"))
    before = doc.text()
    doc.edit(change(doc), "change")
    changed = doc.text()
    assert told(doc) == after
    for _time in range(2):
        doc.undo()
        assert doc.text() == before
        doc.redo()
        assert doc.text() == changed


@pytest.mark.parametrize("date", ["2026-01-01", "2026-01-01T00:00:00Z"])
def test_a_date_that_says_the_same_stays_as_it_is(date):
    doc = index(loc("a.xml", "2026-01-01"))
    assert listing.date_children(doc, {SITE + "a.xml": date}) is None


def test_a_new_name_is_written_as_an_address():
    assert listing.renamed_address(SITE + "maps/a.xml?x=1", "b ü.xml") == (
        SITE + "maps/b%20%C3%BC.xml"
    )


@pytest.mark.parametrize(("lastmod", "date"), [("2026-01-05", "2026-01-05"), ("2999-01-01", None)])
def test_the_date_of_a_sitemap_is_its_newest_or_today(lastmod, date):
    entry = f"<url><loc>{SITE}1</loc><lastmod>{lastmod}</lastmod></url>"
    doc = open_bytes(f'<urlset xmlns="{NS}">{entry}</urlset>'.encode())
    found = listing.date_of(doc)
    assert found == date if date else "2026" <= found < "2999"

"""The places of values are worked out while writing; reading must find the very same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from sitemap_editor.document.opening import new_document, open_bytes
from sitemap_editor.operations.importing.matching import hashes_of
from sitemap_editor.operations.importing.uniform_dates import are_right
from sitemap_editor.operations.importing.writing import EntryWriter
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.urls import norm_eq, norm_eq_of_all

LOCS = st.from_regex(
    r"https?://[a-z]{1,5}\.example(/[a-zé&<>'%._-]{0,9})*(\?[a-z&=]{0,6})?", fullmatch=True
)
ROWS = st.lists(
    st.tuples(
        LOCS,
        st.sampled_from(["", "2024-03-15", "2024-03-15T08:30:00+02:00"]),
        st.sampled_from(["", "daily"]),
        st.sampled_from(["", "0.5", "1.0"]),
        st.sampled_from(["", "\n    <x:a/>", "\n    <x:é>\n</x:é>"]),
    ),
    min_size=1,
    max_size=6,
)
STYLES = st.sampled_from(
    [
        b"",
        b"\n<url><loc>https://x.example/</loc></url>",
        b"\r\n  <url>\r\n\t<loc>https://x.example/</loc>\r\n  </url>",
    ]
)
NAMES = ("loc", "lastmod", "changefreq", "priority")


@settings(max_examples=150, deadline=None)
@given(rows=ROWS, style=STYLES)
def test_places_are_those_that_reading_finds(rows, style):
    head = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="urn:x">'
    doc = open_bytes(head + style + b"\n</urlset>") if style else new_document("urlset")
    *columns, extras = map(list, zip(*rows, strict=True))
    text, cells = EntryWriter(doc).write(dict(zip(NAMES, columns, strict=True)), extras)
    read = open_bytes(head + text + b"</urlset>").store.cells
    shift = len(head)
    assert (cells.gap_start + shift).tolist() == read.gap_start.tolist()
    assert (cells.start + shift).tolist() == read.start.tolist()
    assert (cells.end + shift).tolist() == read.end.tolist()
    for name in ("value_start", "value_length", "flags", "counts"):
        assert getattr(cells, name).tolist() == getattr(read, name).tolist(), name


def test_very_long_values_are_counted_in_rows():
    loc = "https://x.example/" + "a" * 5_000
    text, cells = EntryWriter(new_document("urlset")).write({"loc": [loc, "https://x.example/"]})
    head = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    read = open_bytes(head + text + b"</urlset>").store.cells
    assert cells.counts.tolist() == read.counts.tolist()


@given(st.lists(LOCS, min_size=1, max_size=5))
def test_a_shared_number_means_the_same_page(locs):
    assert list(norm_eq_of_all(locs)) == [norm_eq(loc) for loc in locs]
    assert hashes_of(locs).tolist() == [hash(norm_eq(loc)) for loc in locs]


DATES = st.one_of(
    st.from_regex(r"(19|20)\d\d-[01]\d-[0-3]\d", fullmatch=True),
    st.from_regex(r"(19|20)\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\dZ", fullmatch=True),
    st.from_regex(r"20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d[+-]\d\d:\d\d", fullmatch=True),
    st.text("0123456789-T:Z+\n", min_size=10, max_size=10),
)


@settings(max_examples=500, deadline=None)
@given(st.lists(DATES, min_size=1, max_size=3))
def test_dates_that_pass_together_are_right_one_by_one(dates):
    if are_right(dates, "".join(dates)):
        assert all(read_date(date).verdict is None for date in dates)

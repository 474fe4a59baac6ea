"""Text is found in whole files, told with its entry and field, and counted beyond what is told."""

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.document.views import Filter
from sitemap_editor.operations.sets.searching import XML, find_in
from sitemap_editor.protocol.errors import SitemapError

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
DOC = (
    f'<urlset xmlns="{NS}" xmlns:i="{IMAGE}">'
    "<url><loc>https://a.example/one</loc><changefreq>daily</changefreq></url>"
    "<url><loc>https://a.example/daily</loc><changefreq>never</changefreq></url>"
    "<url><loc>https://a.example/two</loc>"
    "<i:image><i:loc>https://cdn.example/Two.jpg</i:loc></i:image></url>"
    "</urlset>"
).encode()


def told(text, field=None, regex=False, most=200):
    hits = find_in(open_bytes(DOC), Filter(text, regex, field), most=most)
    return [(hit.position, hit.field) for hit in hits.first]


@pytest.mark.parametrize(
    ("text", "field", "regex", "expected"),
    [
        ("daily", None, False, [(1, "changefreq"), (2, "loc")]),
        ("daily", "loc", False, [(2, "loc")]),
        ("DAILY", "changefreq", False, [(1, "changefreq")]),
        ("example/(one|two)$", "loc", True, [(1, "loc"), (3, "loc")]),
        ("cdn.example/two", None, False, []),
        ("cdn.example/two", XML, False, [(3, XML)]),
        (r"<i:loc>\S+jpg", XML, True, [(3, XML)]),
        ("", None, False, []),
    ],
)
def test_entries_are_told_with_the_field_that_holds_the_text(text, field, regex, expected):
    assert told(text, field, regex) == expected


def test_what_is_beyond_the_first_hits_is_counted():
    hits = find_in(open_bytes(DOC), Filter("a.example"), most=2)
    assert (len(hits), len(hits.first), hits.left_out, hits.entries) == (3, 2, 1, 3)


@pytest.mark.parametrize("field", ["loc", XML])
def test_a_pattern_that_cannot_be_read_is_refused(field):
    with pytest.raises(SitemapError, match="pattern"):
        find_in(open_bytes(DOC), Filter("(", True, field))


@pytest.mark.parametrize("field", [None, "loc", XML])
def test_a_pattern_that_takes_too_long_is_given_up(field):
    slow = open_bytes(f"https://a.example/{'a' * 60}b\n".encode())
    with pytest.raises(SitemapError, match="too long"):
        find_in(slow, Filter("(a|aa)+$", True, field))


def test_a_list_of_addresses_has_no_dates_to_look_through():
    doc = open_bytes(b"https://a.example/2024\n")
    assert len(find_in(doc, Filter("2024", field="lastmod"))) == 0
    assert len(find_in(doc, Filter("2024"))) == 1


@pytest.mark.parametrize("field", [None, "loc", XML])
def test_the_place_of_what_was_found_is_told(field):
    hit = find_in(open_bytes(DOC), Filter("EXAMPLE/t", field=field)).first[-1]
    assert hit.value[hit.start : hit.end].lower() == "example/t"

"""Whatever stands in a list, what is made of it is a sitemap, and every row is accounted for."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.table import MadeTable, Rows
from sitemap_editor.operations.importing.build import build
from sitemap_editor.operations.importing.into import as_document
from sitemap_editor.operations.importing.proposing import propose

from .helpers import entries_of

CELLS = st.one_of(
    st.sampled_from(
        [
            *(
                "https://www.example.com/",
                "https://www.example.com/a&b<c>",
                "http://x.example/\x01",
            ),
            *(
                "https://x.example/]]>",
                "/path",
                "",
                "--",
                "2024-03-15",
                "03/04/2024",
                "0,5",
                "daily",
            ),
            *("en", "x-default", "https://x.example/\ud800", "\x0b", "=1+1", "de_DE"),
        ]
    ),
    st.text(max_size=12),
)
ROLES = ("loc", "lastmod", "changefreq", "priority", "image", "locale", "group")


def table(rows):
    lines = range(2, len(rows) + 2)
    columns = ("Address", "Last Modified", "Source", "c")
    return MadeTable("list", columns=columns, make=lambda _progress: iter([Rows(rows, lines)]))


@settings(max_examples=300, deadline=None)
@given(
    rows=st.lists(st.lists(CELLS, min_size=1, max_size=5), min_size=1, max_size=8),
    columns=st.dictionaries(st.sampled_from(ROLES), st.integers(0, 3)),
    duplicates=st.sampled_from(["keep", "newest"]),
)
def test_a_sitemap_comes_out_of_anything(rows, columns, duplicates):
    found_table = table(rows)
    mapping = propose(found_table, columns={"loc": 0, **columns}).mapping
    found = build(found_table, replace(mapping, duplicates=duplicates))
    doc = as_document(found)
    again = open_bytes(doc.text())
    assert again.mending is None
    assert entries_of(again) == entries_of(doc)
    assert found.rows == len(rows)
    if not mapping.is_grouped:
        assert len(found) + len(found.rejects) == len(rows)
    assert len(found.rejects.listed()) == len(found.rejects)
    assert all(reject.reason.words for reject in found.rejects.listed())
    b"".join(found.rejects.as_csv())

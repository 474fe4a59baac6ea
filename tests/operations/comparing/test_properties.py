"""What is told of random sitemaps is what a comparison entry by entry tells."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.comparing import compare
from sitemap_editor.operations.comparing.contents import DocumentContent
from sitemap_editor.operations.comparing.pairing import out_of_order
from sitemap_editor.protocol.differences import DiffKind

from .test_compare import IMAGE, sitemap

LINK = '<xhtml:link rel="alternate" hreflang="{}" href="https://e.org/x"/>'
PIECES = [
    *("", "\n  ", "<!-- x -->", "<?pi x?>", "text"),
    *("<lastmod>2024-01-01</lastmod>", "<lastmod/>", "<lastmod>2024<!-- x --></lastmod>"),
    *("<priority>0.5</priority>", "<priority><![CDATA[0.5]]></priority>", "<other/>"),
    *(IMAGE.format(1), IMAGE.format(2), LINK.format("de"), LINK.format("fr").replace('"', "'")),
    *('<i:image xmlns:i="urn:x"/>', "<image:image/>", "<image:image></image:image>"),
]
ENTRY = st.builds(
    lambda name, pieces: f"{name} {''.join(pieces)}",
    st.sampled_from("abc"),
    st.lists(st.sampled_from(PIECES), max_size=4),
)
ENTRIES = st.lists(ENTRY, max_size=6)


def facts(entries):
    """The entries of a sitemap in order, each with all that it says."""
    content = DocumentContent(open_bytes(sitemap(*entries)))
    return content.facts(range(len(content)))


@given(ENTRIES, ENTRIES)
def test_tells_what_a_look_at_each_entry_tells(before, after):
    old, new = facts(before), facts(after)
    found = compare(open_bytes(sitemap(*before)), open_bytes(sitemap(*after)))
    pairs, free, alone = [], list(old), []
    for one in new:
        twin = next((other for other in free if other.address == one.address), None)
        if twin is None:
            alone.append(one)
        else:
            free.remove(twin)
            pairs.append((twin, one))
    assert found.counts[DiffKind.ADDED] == len(alone)
    assert found.counts[DiffKind.REMOVED] == len(free)
    if all(len({one.address for one in side}) == len(side) for side in (old, new)):
        assert found.counts[DiffKind.CHANGED] == sum(a != b for a, b in pairs)
    for one in found.differences(found.rows([DiffKind.CHANGED])):
        assert one.fields
        assert all(field.old != field.new for field in one.fields)


@given(ENTRIES)
def test_a_sitemap_does_not_differ_from_itself(entries):
    data = sitemap(*entries)
    found = compare(open_bytes(data), open_bytes(data.replace(b"><", b">\n\t<")))
    assert (len(found), found.same, found.reordered) == (0, len(entries), 0)


@given(st.permutations(range(7)))
def test_counts_the_fewest_entries_to_be_moved(places):
    import numpy as np

    longest = 0
    for chosen in range(1 << len(places)):
        run = [place for n, place in enumerate(places) if chosen & (1 << n)]
        longest = max(longest, len(run) if run == sorted(run) else 0)
    assert out_of_order(np.array(places, np.int64)) == len(places) - longest


def test_names_of_fields_are_told_once_each():
    before, after = IMAGE.format(1) + IMAGE.format(2), IMAGE.format(3)
    found = compare(open_bytes(sitemap(f"a {before}")), open_bytes(sitemap(f"a {after}")))
    names = Counter(field.name for field in found.difference(0).fields)
    assert names == {"image:loc": 1}

"""Entries that move or are copied from one document to another."""

import numpy as np
import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.document.together import edit_together
from sitemap_editor.operations.transferring import (
    BOTH,
    DROP,
    REPLACE,
    STAY,
    can_take,
    transfer,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import SITEMAP

IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
SITE = "https://a.example/"


def urlset(*paths, extra="", gap="\n  ", inner="\n    ", root="", date=""):
    dated = f"{inner}<lastmod>{date}</lastmod>" if date else ""
    entries = "".join(
        f"{gap}<url>{inner}<loc>{SITE}{path}</loc>{dated}{extra}{gap}</url>" for path in paths
    )
    return open_bytes(f'<urlset xmlns="{SITEMAP}"{root}>{entries}\n</urlset>\n'.encode())


def locs(doc):
    return [(value or "").removeprefix(SITE) for value in doc.values_of(doc.ids, "loc")]


def carry_out(found):
    """Apply both edits as one step, with undo and redo twice, comparing the bytes."""
    docs = (found.source, found.target)
    before = [doc.text() for doc in docs]
    edit_together(zip(docs, found.edits, strict=True), "Move")
    after = [doc.text() for doc in docs]
    assert after == [found.source_after.text(), found.target_after.text()]
    assert [doc.size_bytes for doc in docs] == [len(text) for text in after]
    for doc in docs:
        changed = doc if doc.history.can_undo else next(d for d in docs if d.history.can_undo)
        changed.undo()
        assert [doc.text() for doc in docs] == before
        changed.redo()
        assert [doc.text() for doc in docs] == after
    for doc in docs:
        again = open_bytes(doc.text())
        assert locs(again) == locs(doc)
    return docs


def test_entries_go_to_the_end_of_the_other_file_in_document_order():
    source, target = urlset("1", "2", "3"), urlset("x")
    found = transfer(source, source.ids[[2, 0]], target)
    assert (found.arriving, found.leaving, found.duplicates) == (2, 2, 0)
    carry_out(found)
    assert (locs(source), locs(target)) == (["2"], ["x", "1", "3"])


def test_a_copy_leaves_the_source_as_it_is():
    source, target = urlset("1", "2"), urlset("x")
    before = source.text()
    carry_out(transfer(source, source.ids[:1], target, is_copy=True))
    assert source.text() == before
    assert locs(target) == ["x", "1"]


@pytest.mark.parametrize(
    ("duplicates", "here", "there", "date"),
    [
        (STAY, ["2"], ["2", "1"], None),
        (DROP, [], ["2", "1"], None),
        (REPLACE, [], ["2", "1"], "2024-05-01"),
        (BOTH, [], ["2", "1", "2"], None),
    ],
)
def test_what_the_other_file_has_is_told_and_treated_as_wished(duplicates, here, there, date):
    source, target = urlset("1", "2", date="2024-05-01"), urlset("2")
    found = transfer(source, source.ids, target, duplicates=duplicates)
    assert found.duplicates == 1
    carry_out(found)
    assert (locs(source), locs(target)) == (here, there)
    assert target.value(0, "lastmod") == date


def test_equivalent_addresses_are_the_same_page():
    source, target = urlset("%7Ea"), urlset("~a")
    assert transfer(source, source.ids, target).duplicates == 1


def test_entries_take_the_prefixes_of_the_other_file_and_declare_what_it_lacks():
    image = f"\n    <i:image>\n      <i:loc>{SITE}p.png</i:loc>\n    </i:image>"
    source = urlset("1", extra=image, root=f' xmlns:i="{IMAGE}"')
    known = urlset("x", root=f' xmlns:image="{IMAGE}"')
    carry_out(transfer(source, source.ids, known, is_copy=True))
    assert b"<image:loc>" in known.text()
    assert b"xmlns:i=" not in known.text()
    unknown = urlset("x")
    carry_out(transfer(source, source.ids, unknown, is_copy=True))
    assert f'xmlns:i="{IMAGE}"'.encode() in unknown.text()
    plain = urlset("y", root=f' xmlns:i="{IMAGE}"')
    carry_out(transfer(plain, plain.ids, urlset("x")))


def test_many_entries_with_a_prefix_the_other_file_lacks_come_whole():
    image = f"<i:image><i:loc>{SITE}p.png</i:loc></i:image>"
    source = urlset(*map(str, range(200)), extra=image, root=f' xmlns:i="{IMAGE}"')
    target = urlset("x")
    carry_out(transfer(source, source.ids, target))
    assert len(target) == 201
    assert len(source) == 0


def test_entries_take_the_white_space_of_the_other_file():
    image = f"\n    <i:image>\n      <i:loc>{SITE}p.png</i:loc>\n    </i:image>"
    source = urlset("1", extra=image, root=f' xmlns:i="{IMAGE}"')
    tabs = urlset("x", gap="\r\n\t", inner="\r\n\t\t", root=f' xmlns:i="{IMAGE}"')
    carry_out(transfer(source, source.ids, tabs, is_copy=True))
    raw = tabs.raw(tabs.id_at(1))
    assert (
        raw
        == (
            f"<url>\r\n\t\t<loc>{SITE}1</loc>\r\n\t\t<i:image>\r\n\t\t  <i:loc>{SITE}p.png</i:loc>"
            "\r\n\t\t</i:image>\r\n\t</url>"
        ).encode()
    )
    flat = urlset("x", "y", gap="", inner="", root=f' xmlns:i="{IMAGE}"')
    carry_out(transfer(source, source.ids, flat, is_copy=True))
    assert b"\n" not in flat.raw(flat.id_at(2))


def test_bytes_stay_where_both_files_are_written_alike():
    source, target = urlset("1?a=1&#38;b=2", "2"), urlset("x")
    raw = source.raw(source.id_at(0))
    carry_out(transfer(source, source.ids[:1], target))
    assert target.raw(target.id_at(1)) == raw


def test_a_text_list_takes_addresses_only_and_gives_lines():
    source, target = urlset("1", "2", date="2024-05-01"), open_bytes(b"https://a.example/x\n")
    found = transfer(source, source.ids[:1], target)
    assert found.only_addresses
    carry_out(found)
    assert target.text() == b"https://a.example/x\nhttps://a.example/1\n"
    carry_out(transfer(target, target.ids[:1], source))
    assert locs(source) == ["2", "x"]


def test_an_empty_file_opens_for_what_comes():
    source = urlset("1")
    empty = open_bytes(f'<urlset xmlns="{SITEMAP}"/>\n'.encode())
    carry_out(transfer(source, source.ids, empty))
    assert locs(empty) == ["1"]


def test_what_cannot_hold_the_entries_is_refused():
    index = open_bytes(
        f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>{SITE}a.xml</loc></sitemap>'
        "</sitemapindex>".encode()
    )
    source = urlset("1")
    for pair in ((source, index), (index, source), (source, source)):
        with pytest.raises(SitemapError):
            transfer(pair[0], pair[0].ids, pair[1])
    assert not can_take(Kind.URLSET, Kind.ROBOTS)
    assert can_take(Kind.RSS, Kind.URLSET)


def test_it_is_out_of_date_once_a_document_changes():
    source, target = urlset("1"), urlset("x")
    found = transfer(source, source.ids, target)
    assert found.is_current
    target.set_value(0, "priority", "0.1")
    assert not found.is_current


def test_entries_without_an_address_are_nobodys_duplicates():
    blank = f'<urlset xmlns="{SITEMAP}"><url/><url><loc> </loc></url></urlset>'.encode()
    source, target = open_bytes(blank), open_bytes(blank)
    found = transfer(source, np.asarray(source.ids), target)
    assert found.duplicates == 0

"""Changing the address of a site: what changes where, and that nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.moving import PLACES, change_addresses, survey
from sitemap_editor.operations.prefixes import Move
from tests.document.conftest import consistent

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
OLD, NEW = "http://www.sitemaps.org", "https://new.example"
HEAD = (
    f'<urlset xmlns="{S}" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    ' xmlns:i="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n'
)


def sitemap(*entries: str) -> Document:
    body = "".join(f"<url>{inside}</url>\n" for inside in entries)
    return open_bytes(f"{HEAD}{body}</urlset>".encode())


def moved(doc: Document, old: str, new: str, *places: str) -> str:
    """Change addresses, and undo and redo it twice; the bytes must be the same each time."""
    before = doc.text()
    doc.edit(change_addresses(doc, Move(old, new), places or PLACES), "move")
    after = doc.text()
    consistent(doc)
    for _ in range(2 if before != after else 0):
        doc.undo()
        assert doc.text() == before
        doc.redo()
        assert doc.text() == after
    return after.decode()


RICH = (
    f"<loc>{OLD}/a</loc>"
    f'<xhtml:link rel="alternate" hreflang="fr" href="{OLD}/fr"/>'
    f"<i:image><i:loc>{OLD}/a.jpg</i:loc><i:title>{OLD}</i:title></i:image>"
    f"<video:video><video:player_loc allow_embed='yes'>{OLD}/v</video:player_loc>"
    f"<video:uploader info='{OLD}/u'>{OLD}</video:uploader></video:video>"
)


@pytest.mark.parametrize(
    ("place", "changed"),
    [
        ("loc", ["<loc>{}/a<"]),
        ("alternates", ['href="{}/fr"']),
        ("media", ["<i:loc>{}/a.jpg<", ">{}/v</video", "info='{}/u'"]),
        ("children", []),
    ],
)
def test_each_place_is_changed_alone_and_never_a_namespace(place: str, changed: list[str]) -> None:
    doc = sitemap(RICH)
    expected = doc.text().decode()
    for part in changed:
        expected = expected.replace(part.format(OLD), part.format(NEW))
    assert moved(doc, OLD, NEW, place) == expected
    assert expected.count(S) == 1


def test_what_would_change_is_counted_before_with_what_stays_and_where() -> None:
    cdn = "<i:image><i:loc>https://cdn.example/x.jpg</i:loc></i:image>"
    found = survey(sitemap(RICH, f"<loc>{OLD}:81/</loc>{cdn}", "<loc>x</loc>"), Move(OLD, NEW))
    assert {place: one.changed for place, one in found.items()} == {
        "loc": 1,
        "alternates": 1,
        "media": 3,
    }
    assert found["loc"].stays == {f"{OLD}:81": 1, "": 1}
    assert found["media"].stays == {"https://cdn.example": 1}
    assert [(one.field, one.after) for one in found["media"].samples] == [
        ("image:loc", f"{NEW}/a.jpg"),
        ("video:player_loc", f"{NEW}/v"),
        ("video:uploader info", f"{NEW}/u"),
    ]


def test_children_of_an_index_and_lines_of_lists_are_addresses_too() -> None:
    child = f"<sitemap><loc>{OLD}/a.xml</loc></sitemap>"
    index = open_bytes(f'<sitemapindex xmlns="{S}">{child}</sitemapindex>'.encode())
    assert f"<loc>{NEW}/a.xml</loc>" in moved(index, OLD, NEW, "children")
    lines = open_bytes(f"{OLD}/a\n{OLD}/b\nhttp://other.example/\n".encode())
    assert moved(lines, OLD, NEW) == f"{NEW}/a\n{NEW}/b\nhttp://other.example/\n"
    robots = open_bytes(f"User-agent: *\nSitemap: {OLD}/a.xml # x\nDisallow: /x\n".encode())
    assert moved(robots, OLD, NEW) == f"User-agent: *\nSitemap: {NEW}/a.xml # x\nDisallow: /x\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"<loc> {OLD}/?a=1&#38;b<!-- x --> </loc>", f"<loc> {NEW}/?a=1&#38;b<!-- x --> </loc>"),
        (f"<loc><![CDATA[{OLD}/?a&b]]></loc>", f"<loc><![CDATA[{NEW}/?a&b]]></loc>"),
        (f"<loc><!-- x -->{OLD}/a</loc>", f"<loc><!-- x -->{NEW}/a</loc>"),
        (f"<loc>{OLD}/a</loc><loc>{OLD}/b</loc>", f"<loc>{NEW}/a</loc><loc>{NEW}/b</loc>"),
        ("<loc>http&#58;//www.sitemaps.org/a</loc>", f"<loc>{NEW}/a</loc>"),
        (f"<loc>x<b/>{OLD}</loc>", f"<loc>x<b/>{OLD}</loc>"),
        (
            f"<loc>x</loc><xhtml:link href=' {OLD}/?&apos;'/>",
            f"<loc>x</loc><xhtml:link href=' {NEW}/?&apos;'/>",
        ),
        (f"<loc>x</loc><!-- {OLD}/ -->", f"<loc>x</loc><!-- {OLD}/ -->"),
        (f'<loc>x</loc><y:z xmlns:y="{OLD}/y"/>', f'<loc>x</loc><y:z xmlns:y="{OLD}/y"/>'),
    ],
)
def test_only_the_beginning_of_an_address_is_written_anew(before: str, after: str) -> None:
    assert after in moved(sitemap(before), OLD, NEW)


PARTS = st.sampled_from(
    (
        f"<loc>{OLD}/&amp;</loc>",
        "<loc>http://other.example/</loc>",
        f"<loc> {OLD}/</loc>",
        f"<xhtml:link rel='alternate' href='{OLD}/x'/>",
        f"<i:image><i:loc>{OLD}/i</i:loc></i:image>",
        f"<!-- {OLD}/c -->",
        "<lastmod>2024</lastmod>",
    )
)


@given(st.lists(st.lists(PARTS, max_size=5), max_size=5), st.sets(st.sampled_from(PLACES)))
def test_there_and_back_again_gives_the_same_bytes(
    entries: list[list[str]], places: set[str]
) -> None:
    doc = sitemap(*("".join(parts) for parts in entries))
    before = doc.text()
    after = moved(doc, OLD, f"{NEW}/deep", *places) if places else before.decode()
    changed = sum(one.changed for one in survey(doc, Move(f"{NEW}/deep", OLD)).values())
    assert changed == after.count(f"{NEW}/deep")
    moved(doc, f"{NEW}/deep", OLD)
    assert doc.text() == before

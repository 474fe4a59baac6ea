"""Merging files: what becomes of entries, names, comments and pages that are in several."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.operations.merging.joining import Joined, join, target_of, views_for
from sitemap_editor.operations.merging.wishes import DUPLICATES, MergeWish
from sitemap_editor.operations.sets import set_of_files
from sitemap_editor.operations.sets.duplicates import Decision, Groups, decide
from sitemap_editor.operations.sets.survey import Survey, survey
from sitemap_editor.protocol.errors import SitemapError
from tests.document.conftest import consistent

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
XHTML = "http://www.w3.org/1999/xhtml"
A = "https://a.example"


def sitemap(*entries: str, root: str = "", prolog: str = "") -> bytes:
    joined = "".join(f"\n  {one}" for one in entries)
    return f'{prolog}<urlset xmlns="{S}"{root}>{joined}\n</urlset>\n'.encode()


def url(path: str, inside: str = "") -> str:
    return f"<url><loc>{A}/{path}</loc>{inside}</url>"


@contextmanager
def merging(
    folder: Path, files: list[bytes], wish: MergeWish | None = None
) -> Iterator[tuple[Survey, Decision, Joined]]:
    paths = []
    for number, content in enumerate(files):
        is_list = content.startswith(b"http")
        paths.append(folder / f"{number}.{'txt' if is_list else 'xml'}")
        paths[-1].write_bytes(content)
    wish = wish or MergeWish()
    found = survey(set_of_files(paths), wish.match)
    target = target_of(found)
    groups = Groups(found, views_for(found, target))
    groups.find()
    decision = decide(groups, wish)
    yield found, decision, join(found, decision, target)
    groups.close()
    decision.close()


def merged(folder: Path, *files: bytes, wish: MergeWish | None = None) -> str:
    """The merged text; what comes in as one step of the first file is the same."""
    with merging(folder, list(files), wish) as (_found, _decision, joined):
        made = joined.document()
        consistent(made)
        if joined.fork is not None:
            doc = joined.fork.original
            before = doc.text()
            doc.edit(joined.edit(), "merge")
            assert doc.text() == made.text()
            doc.undo()
            assert doc.text() == before
        assert made.modified and not made.history.can_undo
        return made.text().decode()


def test_entries_follow_each_other_in_the_frame_of_the_first(tmp_path: Path) -> None:
    prolog = '<?xml version="1.0"?>\n<!-- ours -->\n'
    one = sitemap(url("1"), url("2"), prolog=prolog)
    other = sitemap("<!-- theirs -->\n  " + url("3"), "<!-- end -->")
    assert merged(tmp_path, one, other) == (
        f'{prolog}<urlset xmlns="{S}">\n  {url("1")}\n  {url("2")}\n  <!-- theirs -->\n  {url("3")}'
        "\n  <!-- end -->\n</urlset>\n"
    )


def test_namespaces_are_united_and_names_follow_them(tmp_path: Path) -> None:
    picture = "<i:image><i:loc>https://a.example/p.png</i:loc></i:image>"
    one = sitemap(url("1"), root=f' xmlns:image="{IMAGE}"')
    other = sitemap(url("2", picture), root=f' xmlns:i="{IMAGE}"')
    third = sitemap(
        url("3", '<image:link rel="alternate" hreflang="de" href="https://a.example/d"/>'),
        root=f' xmlns:image="{XHTML}"',
    )
    text = merged(tmp_path, one, other, third)
    assert f'<urlset xmlns="{S}" xmlns:image="{IMAGE}" xmlns:xhtml="{XHTML}">' in text
    assert url("2", picture.replace("i:", "image:")) in text
    assert '<xhtml:link rel="alternate" hreflang="de"' in text


def test_a_root_with_a_prefix_gives_it_to_what_comes_in(tmp_path: Path) -> None:
    one = f'<s:urlset xmlns:s="{S}">\n <s:url><s:loc>{A}/1</s:loc></s:url>\n</s:urlset>'.encode()
    assert f"<s:url><s:loc>{A}/2</s:loc></s:url>" in merged(tmp_path, one, sitemap(url("2")))
    assert url("1") in merged(tmp_path, sitemap(url("2")), one)


def test_an_entry_that_names_its_own_namespaces_keeps_its_meaning(tmp_path: Path) -> None:
    own = f'<url><loc>{A}/2</loc><s:x xmlns:s="urn:y"/></url>'
    one = f'<s:urlset xmlns:s="{S}"><s:url><s:loc>{A}/1</s:loc></s:url></s:urlset>'.encode()
    text = merged(tmp_path, one, sitemap(own))
    doc = open_bytes(text.encode())
    assert not doc.repairs
    assert [doc.value(n, "loc") for n in range(len(doc))] == [f"{A}/1", f"{A}/2"]
    assert '<s:x xmlns:s="urn:y"/>' in text


def test_lists_and_feeds_become_entries_of_a_sitemap(tmp_path: Path) -> None:
    feed = (
        b'<rss version="2.0"><channel><title>t</title><item><link>https://a.example/3</link>'
        b"<pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item></channel></rss>"
    )
    text = merged(tmp_path, sitemap(url("1")), b"https://a.example/2?a&b\n", feed)
    doc = open_bytes(text.encode())
    assert [doc.value(n, "loc") for n in range(3)] == [f"{A}/1", f"{A}/2?a&b", f"{A}/3"]
    assert (doc.value(2, "lastmod") or "").startswith("2024-05-01")


def test_a_list_before_a_sitemap_takes_what_that_says(tmp_path: Path) -> None:
    picture = "<i:image><i:loc>https://a.example/p.png</i:loc></i:image>"
    other = sitemap(url("2", picture), url("1", picture), root=f' xmlns:i="{IMAGE}"')
    text = merged(tmp_path, b"https://a.example/1\n", other, wish=MergeWish("first"))
    assert f'xmlns:i="{IMAGE}">' in text and text.count(picture) == 2
    doc = open_bytes(text.encode())
    assert [doc.value(n, "loc") for n in range(len(doc))] == [f"{A}/1", f"{A}/2"]


def test_lists_alone_stay_a_list(tmp_path: Path) -> None:
    text = merged(tmp_path, b"https://a.example/1\n", b"https://a.example/2\nhttps://a.example/1")
    assert text == "https://a.example/1\nhttps://a.example/2\n"


def test_comments_of_entries_that_go_stay(tmp_path: Path) -> None:
    one = sitemap(url("1"))
    other = sitemap("<!-- about 1 -->\n  " + url("1"), url("2"), "<!-- last -->" + url("1"))
    text = merged(tmp_path, one, other)
    assert text.index("<!-- about 1 -->") < text.index(url("2")) < text.index("<!-- last -->")
    assert open_bytes(text.encode()).value(1, "loc") == f"{A}/2"


OLD = url("x", "<lastmod>2020-01-01</lastmod><priority>0.9</priority>")
NEW = url("x", "<lastmod>2024-01-01</lastmod><changefreq>daily</changefreq>")
THIRD = url("x", "<lastmod>2022-01-01</lastmod><priority>0.2</priority>")

POLICIES = [
    ("newest", {}, "2024-01-01", "daily", "0.2"),
    ("first", {}, "2024-01-01", "daily", "0.9"),
    ("last", {}, "2024-01-01", "daily", "0.2"),
    ("first", {"lastmod": "kept"}, "2020-01-01", "daily", "0.9"),
    ("newest", {"lastmod": "oldest", "priority": "lowest"}, "2020-01-01", "daily", "0.2"),
    ("newest", {"lastmod": "3", "priority": "last"}, "2022-01-01", "daily", "0.2"),
    ("last", {"priority": "highest", "changefreq": "2"}, "2024-01-01", "daily", "0.9"),
]


@pytest.mark.parametrize(("keep", "winners", "lastmod", "changefreq", "priority"), POLICIES)
def test_what_an_entry_of_several_says(
    tmp_path: Path, keep: str, winners: dict[str, str], lastmod: str, changefreq: str, priority: str
) -> None:
    files = [sitemap(url("0"), OLD), sitemap(NEW), sitemap(THIRD, url("4"))]
    doc = open_bytes(merged(tmp_path, *files, wish=MergeWish(keep, winners=winners)).encode())
    locs = [doc.value(n, "loc") for n in range(len(doc))]
    at = locs.index(f"{A}/x")
    assert sorted(filter(None, locs)) == [f"{A}/0", f"{A}/4", f"{A}/x"]
    found = [doc.value(at, name) for name in ("lastmod", "changefreq", "priority")]
    assert found == [lastmod, changefreq, priority]


def test_it_is_known_where_each_value_is_from_and_what_they_disagree_about(tmp_path: Path) -> None:
    files = [sitemap(OLD), sitemap(NEW), sitemap(THIRD)]
    with merging(tmp_path, files) as (found, decision, joined):
        assert dict(decision.taken) == {1: {"priority": 2}}
        assert decision.conflicts == {"lastmod": 1, "priority": 1}
        assert (decision.groups, decision.removed, joined.entries.tolist()) == (1, 2, [1])
        assert found.place_of(1) == (1, 0)


@pytest.mark.parametrize(("winner", "count"), [("all", 2), ("first", 1), ("2", 1), ("kept", 1)])
def test_pictures_are_taken_over_as_wished(tmp_path: Path, winner: str, count: int) -> None:
    def pictures(*names: str) -> str:
        return "".join(f"<i:image><i:loc>{A}/{name}</i:loc></i:image>" for name in names)

    root = f' xmlns:i="{IMAGE}"'
    other = sitemap(url("x", pictures("b")), root=root).replace(b"i:", b"image:")
    files = [sitemap(url("x", pictures("a")), root=root), other.replace(b":i=", b":image=")]
    text = merged(tmp_path, *files, wish=MergeWish("first", winners={"image": winner}))
    assert text.count("<i:image>") == count and "xmlns:image" not in text
    assert ("/b</i:loc>" in text) == (winner in ("all", "2"))


def test_all_stay_when_that_is_wished(tmp_path: Path) -> None:
    assert "keep" in DUPLICATES
    text = merged(tmp_path, sitemap(OLD), sitemap(NEW), wish=MergeWish("keep"))
    assert text.count("<url>") == 2


def test_other_encodings_and_line_ends_become_those_of_the_first(tmp_path: Path) -> None:
    declaration = '<?xml version="1.0" encoding="iso-8859-1"?>'
    one = f'{declaration}\r\n<urlset xmlns="{S}">\r\n{url("é")}\r\n</urlset>'
    other = sitemap(url("д"), url("2")).replace(b"</loc>", b"\n</loc>")
    with merging(tmp_path, [one.encode("latin-1"), other]) as (_found, _decision, joined):
        doc = joined.document()
        doc.save(tmp_path / "out.xml")
    data = (tmp_path / "out.xml").read_bytes()
    assert b"\xe9" in data and b"&#1076;" in data and b"\n" not in data.replace(b"\r\n", b"")
    assert open_document(tmp_path / "out.xml").value(1, "loc") == f"{A}/д"


def test_a_reference_that_only_a_doctype_explains_is_refused(tmp_path: Path) -> None:
    doctype = '<!DOCTYPE urlset [<!ENTITY x "y">]>'
    files = [sitemap(url("1")), sitemap(url("&x;"), prolog=doctype)]
    paths = [tmp_path / "1.xml", tmp_path / "2.xml"]
    for path, content in zip(paths, files, strict=True):
        path.write_bytes(content)
    with pytest.raises(SitemapError, match="DOCTYPE"), merging(tmp_path, files):
        pass


def test_nothing_readable_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SitemapError), merging(tmp_path, [b"{}"]):
        pass

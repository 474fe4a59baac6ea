"""Splits: what goes where, to the byte, and what is written of it."""

import errno
import gzip
import hashlib
from pathlib import Path

import numpy as np
import pytest
from lxml import etree

from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.operations.splitting import Wish, patterns, plan, writing
from sitemap_editor.operations.splitting.patterns import read_patterns
from sitemap_editor.operations.splitting.writing import write_plan
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.limits import MAX_BYTES, MAX_ENTRIES

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
SITE = "https://www.example.com/"
HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<urlset xmlns="{NS}">'


def entry(path, date="", more=""):
    lastmod = f"<lastmod>{date}</lastmod>" if date else ""
    return f"\n  <url><loc>{SITE}{path}</loc>{lastmod}{more}</url>"


def document(*entries, head=HEAD, path="site.xml"):
    return open_bytes((head + "".join(entries) + "\n</urlset>\n").encode(), Path(path))


def many(count):
    return document(*(entry(f"s{n % 3}/{n}", "2024-01-02") for n in range(count)))


def wish(**named):
    return Wish(**{"base_url": SITE, **named})


def shape(made):
    """The files as lines: name, entries, and the paths of their addresses when they are few."""
    lines = []
    for part in made.parts:
        locs = [value.removeprefix(SITE) for value in made.doc.values_of(part.ids, "loc")]
        lines.append(f"{part.name}: {' '.join(locs)}")
    return lines


def locs_of(path):
    doc = open_document(path)
    return doc.values_of(doc.ids, "loc")


# The sum of the parts


@pytest.mark.parametrize("count", [0, 1, 49_999, 50_000, 50_001, 120_001])
@pytest.mark.parametrize("by", ["size", "section"])
def test_the_parts_are_the_source(tmp_path, count, by):
    doc = many(count)
    made = plan(doc, wish(by=by))
    done = write_plan(made, tmp_path)
    entries = []
    for path in done.parts:
        part = open_document(path)
        assert len(part) <= MAX_ENTRIES
        assert part.size_bytes == path.stat().st_size <= MAX_BYTES
        entries += part.store.raws(part.ids)
    source = doc.store.raws(doc.ids)
    assert (entries == source) if by == "size" else (sorted(entries) == sorted(source))
    assert len(set(entries)) == count
    if by == "size":
        assert len(done.parts) == max(1, -(-count // 50_000))
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(
        p.name for p in (*done.parts, done.index)
    )


def test_the_index_names_every_part_and_is_valid(tmp_path):
    made = plan(many(7), wish(by="section", base_url="https://www.example.com/a&b/"))
    done = write_plan(made, tmp_path)
    root = etree.parse(done.index).getroot()
    assert root.tag == f"{{{NS}}}sitemapindex"
    names = [f"https://www.example.com/a&b/{path.name}" for path in done.parts]
    assert [one.text for one in root.iter(f"{{{NS}}}loc")] == names
    assert {one.text for one in root.iter(f"{{{NS}}}lastmod")} == {"2024-01-02"}
    assert done.index.stat().st_size == made.index_size


def test_bytes_decide_where_entries_are_rich(tmp_path):
    doc = document(*(entry(f"p{n}", more=f"<!--{'x' * (n * 37 % 400)}-->") for n in range(300)))
    frame = len(HEAD) + len("\n</urlset>\n")
    for limit in (frame + 460, 1_000, 1_001, 5_000, 20_000):
        made = plan(doc, wish(max_bytes=limit))
        done = write_plan(made, tmp_path, force=True)
        sizes = [path.stat().st_size for path in done.parts]
        assert sizes == [part.size for part in made.parts]
        assert max(sizes) <= limit
        for part, following in zip(made.parts, made.parts[1:], strict=False):
            first = doc.store.size_of(following.ids[:1])
            assert part.size + first > limit, "the entry would have fitted"
    assert [doc.value_of(i, "loc") for p in made.parts for i in p.ids] == doc.values_of(
        doc.ids, "loc"
    )


@pytest.mark.parametrize("spare", [0, 1, -1])
def test_a_part_may_be_exactly_as_large_as_allowed(spare):
    doc = document(*(entry(n) for n in range(10)))
    limit = plan(doc, wish(max_entries=4)).parts[0].size + spare
    sizes = [len(part) for part in plan(doc, wish(max_bytes=limit)).parts]
    assert sizes == ([4, 4, 2] if spare >= 0 else [3, 3, 3, 1])


def test_headroom_counts_for_entries_and_bytes():
    doc = document(*(entry(n) for n in range(10)))
    assert [len(p) for p in plan(doc, wish(max_entries=10, headroom=50)).parts] == [5, 5]
    whole = plan(doc, wish()).parts[0].size
    assert len(plan(doc, wish(max_bytes=whole, headroom=1)).parts) == 2


@pytest.mark.parametrize(
    ("encoding", "text"),
    [("utf-8-sig", "é"), ("utf-16", "日本"), ("iso-8859-1", "é"), ("euc-jp", "日本")],
)
def test_sizes_are_exact_in_every_encoding(tmp_path, encoding, text):
    label = encoding.removesuffix("-sig")
    head = f'<?xml version="1.0" encoding="{label}"?><urlset xmlns="{NS}"><!--{text}-->'
    body = "".join(entry(n, more=f"<!--{text * n}-->") for n in range(9))
    data = f"{head}{body}\n</urlset>\n".encode(encoding)
    doc = open_bytes(data)
    made = plan(doc, wish(max_entries=2))
    for part, path in zip(made.parts, write_plan(made, tmp_path).parts, strict=True):
        written = path.read_bytes()
        assert len(written) == part.size
        assert f"<!--{text}-->" in written.decode(encoding)
    whole = plan(doc, wish()).parts[0]
    assert whole.size == len(data)


# What belongs to a part


def test_a_part_has_the_prolog_the_header_and_the_end_of_its_source(tmp_path):
    image = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    data = (
        f'<?xml version="1.0"?>\r\n<?xml-stylesheet href="s.xsl"?>\r\n<!-- a -->\r\n'
        f"<urlset xmlns='{NS}' {image}>\r\n<!-- header -->\r\n"
        "<url><loc>https://www.example.com/&#x31;</loc></url>\r\n<!-- of 2 -->\r\n"
        "<url ><loc><![CDATA[https://www.example.com/2]]></loc></url>\r\n<!-- end --></urlset >\r\n"
    ).encode()
    first, second = write_plan(plan(open_bytes(data), wish(max_entries=1)), tmp_path).parts
    cut = data.index(b"\r\n<!-- of 2 -->")
    end = data.index(b"\r\n<!-- end -->")
    start = data.index(b"\r\n<url>")
    assert first.read_bytes() == data[:cut] + data[end:]
    assert second.read_bytes() == data[:start] + data[cut:]
    assert plan(open_bytes(data), wish()).parts[0].size == len(data)


def test_a_list_of_addresses_becomes_lists(tmp_path):
    doc = open_bytes("".join(f"{SITE}{n}\n" for n in range(5)).encode())
    done = write_plan(plan(doc, wish(max_entries=2)), tmp_path)
    assert [path.name for path in done.parts] == [f"sitemap-{n}.txt" for n in (1, 2, 3)]
    assert done.parts[1].read_bytes() == f"{SITE}2\n{SITE}3\n".encode()
    assert b"lastmod" not in done.index.read_bytes()


def test_only_the_chosen_entries_are_split():
    doc = many(10)
    made = plan(doc, wish(), doc.ids[[9, 1, 4]])
    assert shape(made) == ["sitemap-1.xml: s1/1 s1/4 s0/9"]
    assert (made.count, made.left_out) == (3, 7)


def test_what_was_edited_is_what_is_written(tmp_path):
    doc = many(4)
    doc.delete(0)
    doc.set_value(0, "loc", f"{SITE}new")
    made = plan(doc, wish(max_entries=2))
    done = write_plan(made, tmp_path)
    assert [path.stat().st_size for path in done.parts] == [part.size for part in made.parts]
    assert locs_of(done.parts[0]) == [f"{SITE}new", f"{SITE}s2/2"]


# Groups

PAGES = ("shop/a", "shop", "blog/1?x=/y/", "about.html", "", "shop/b/c", "blog#a/b")


def test_sections_are_folders_and_their_own_pages():
    made = plan(document(*map(entry, PAGES)), wish(by="section"))
    assert shape(made) == [
        "sitemap-shop-1.xml: shop/a shop shop/b/c",
        "sitemap-blog-1.xml: blog/1?x=/y/ blog#a/b",
        "sitemap-other-1.xml: about.html ",
    ]


def test_a_section_may_be_a_deeper_part_of_the_path():
    made = plan(
        document(*map(entry, ("en/shop/a", "de/shop/b", "de/x"))), wish(by="section", depth=2)
    )
    assert shape(made) == [
        "sitemap-shop-1.xml: en/shop/a de/shop/b",
        "sitemap-other-1.xml: de/x",
    ]


def test_hosts():
    doc = open_bytes(b"https://a.example/1\nhttp://B.example:8080/2\nhttps://a.example\n")
    made = plan(doc, wish(by="host"))
    assert [part.name for part in made.parts] == [
        "sitemap-a.example-1.txt",
        "sitemap-b.example-1.txt",
    ]
    assert made.foreign == 3


def test_languages_are_those_an_entry_gives_itself_or_its_path_has():
    def links(*pairs):
        return "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{SITE}{path}"/>'
            for code, path in pairs
        )

    both = links(("x-default", "a"), ("en", "a"), ("de-AT", "b"))
    head = HEAD.replace("<urlset", '<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml"')
    doc = document(
        entry("a", more=both),
        entry("b", more=both),
        entry("pt-br/c"),
        entry("shop/d"),
        entry("xx/e"),
        head=head,
    )
    assert shape(plan(doc, wish(by="language"))) == [
        "sitemap-en-1.xml: a",
        "sitemap-de-at-1.xml: b",
        "sitemap-pt-br-1.xml: pt-br/c",
        "sitemap-other-1.xml: shop/d xx/e",
    ]


def test_years_and_months_in_their_order():
    dates = ("2024-05-01", "2023-01-31T10:00:00Z", "", "31.12.2023", "2024", "nonsense")
    doc = document(*(entry(n, date) for n, date in enumerate(dates)))
    assert shape(plan(doc, wish(by="year"))) == [
        "sitemap-2023-1.xml: 1 3",
        "sitemap-2024-1.xml: 0 4",
        "sitemap-other-1.xml: 2 5",
    ]
    assert shape(plan(doc, wish(by="month"))) == [
        "sitemap-2023-01-1.xml: 1",
        "sitemap-2023-12-1.xml: 3",
        "sitemap-2024-1.xml: 4",
        "sitemap-2024-05-1.xml: 0",
        "sitemap-other-1.xml: 2 5",
    ]


def test_patterns_and_everything_else():
    patterns = read_patterns("# remarks\nshop = /shop/\n\n/(blog|news)/\n\\.html$")
    pages = ("shop/blog/", "blog/1", "news/2", "a.html", "x")
    made = plan(document(*map(entry, pages)), wish(by="pattern", patterns=patterns))
    assert shape(made) == [
        "sitemap-shop-1.xml: shop/blog/",
        "sitemap-blog-1.xml: blog/1",
        "sitemap-news-1.xml: news/2",
        "sitemap-html-1.xml: a.html",
        "sitemap-other-1.xml: x",
    ]


def test_a_pattern_that_takes_too_long_is_told():
    doc = document(entry("a" * 5_000))
    with pytest.raises(SitemapError, match="takes too long"):
        plan(doc, wish(by="pattern", patterns=read_patterns("(a|aa|a?)+(a+)+$b")))


def test_a_pattern_that_takes_long_on_many_is_told(monkeypatch):
    monkeypatch.setattr(patterns, "SECONDS", 0.05)
    finder = patterns.Finder(read_patterns("(a|aa|a?)+$"))
    addresses = (f"https://a.example/{number}/{'a' * 20}!" for number in range(2_000))
    with pytest.raises(SitemapError, match="takes too long"):
        list(map(finder.group_of, addresses))


# Names


def test_names_by_a_template():
    doc = document(*map(entry, ("a/1", "a/2", "b/3")))
    named = wish(by="section", name="{base}_{section}_{n:03}.xml.gz", base="site", max_entries=1)
    names = [part.name for part in plan(doc, named).parts]
    assert names == ["site_a_001.xml.gz", "site_a_002.xml.gz", "site_b_001.xml.gz"]
    through = [
        part.name for part in plan(doc, wish(by="section", name="p{n}", max_entries=1)).parts
    ]
    assert through == ["p1.xml", "p2.xml", "p3.xml"]


def test_names_keep_letters_and_tell_groups_apart():
    paths = ("caf%C3%A9/1", "Shop/1", "shop/1", "a:b/1", "a;b/1", "other/1", "", "%2E%2E/1")
    names = [part.name for part in plan(document(*map(entry, paths)), wish(by="section")).parts]
    assert names[0] == "sitemap-café-1.xml"
    assert names[-1] == "sitemap-other-1.xml"
    assert len({name.casefold() for name in names}) == len(paths)
    assert not any(".." in name or "/" in name for name in names)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"name": "same", "max_entries": 1}, "Two files would be called same.xml"),
        ({"name": "sitemap_index"}, "Two files would be called sitemap_index.xml"),
        ({"name": "Part-1.xml", "index_name": "PART-1.xml"}, "Two files"),
        ({"name": "../x-{n}"}, "is a path"),
        ({"name": "a\\{n}"}, "is a path"),
        ({"name": "{base}-{n}", "base": "../x"}, "is a path"),
        ({"name": "con"}, "cannot be the name"),
        ({"name": ".{n}"}, "cannot be the name"),
        ({"name": "x" * 300}, "too long"),
        ({"name": "{title}"}, "{title}"),
        ({"name": "{n:9999}"}, "{n:9999}"),
        ({"name": "{n"}, "not closed"),
        ({"index_name": "a/b.xml"}, "is a path"),
        ({"index_name": "index.txt"}, "ends in .xml"),
        ({"base_url": "www.example.com"}, "public address"),
        ({"max_entries": 60_000}, "may hold 50,000"),
        ({"max_bytes": 20_000_000, "profiles": ("legacy-2005",)}, "10,485,760"),
        ({"max_entries": 0}, "at least one"),
        ({"headroom": 95}, "0 to 90"),
        ({"max_bytes": 100}, "end of the file alone"),
        ({"max_bytes": 250}, "Entry 2 alone takes"),
    ],
)
def test_what_cannot_be_done_is_said(named, said):
    doc = document(entry("a"), entry("b" * 100), entry("c"))
    with pytest.raises(SitemapError) as caught:
        plan(doc, wish(**named))
    assert said in str(caught.value)


def test_an_old_index_has_fewer_children_and_smaller_files():
    doc = many(1_001)
    legacy = wish(profiles=("legacy-2005",), max_entries=1)
    with pytest.raises(SitemapError, match="may name 1,000"):
        plan(doc, legacy)
    assert legacy.limits.bytes == 10_485_760


@pytest.mark.parametrize("data", [b"<sitemapindex xmlns='%b'/>" % NS.encode(), b"User-agent: *\n"])
def test_only_sitemaps_are_split(data):
    with pytest.raises(SitemapError, match="split"):
        plan(open_bytes(data), wish())


# The same names in every run


def content_of(made):
    return {
        part.name: hashlib.sha256(b"".join(map(bytes, made.text_of(part)))).hexdigest()
        for part in made.parts
    }


@pytest.mark.parametrize(("assign", "at"), [("hash", 0), ("hash", 500), ("fill", 999)])
def test_adding_an_address_does_not_move_the_others(assign, at):
    pages = [entry(f"s{n % 2}/{n}") for n in range(999)]
    before = content_of(plan(document(*pages), wish(by="section", max_entries=100, assign=assign)))
    pages.insert(at, entry("s0/new"))
    after = content_of(plan(document(*pages), wish(by="section", max_entries=100, assign=assign)))
    assert len([name for name in after if after[name] != before.get(name)]) == 1
    assert set(before) <= set(after)


def test_parts_by_address_hold_everything_once_in_document_order():
    made = plan(many(2_000), wish(assign="hash", max_entries=300, max_bytes=20_000))
    assert all(
        len(p) <= 300 and p.size <= 20_000 and (np.diff(p.ids) > 0).all() for p in made.parts
    )
    assert sorted(i for p in made.parts for i in p.ids.tolist()) == list(range(2_000))


def test_many_entries_of_one_address_are_split_all_the_same():
    doc = document(*(entry("same") for _n in range(10)))
    assert [len(p) for p in plan(doc, wish(assign="hash", max_entries=4)).parts] == [4, 4, 2]


# Writing


def test_compressed_parts_depend_on_their_text_alone(tmp_path):
    made = plan(many(10), wish(max_entries=5, gzip=True, index_name="i.xml.gz"))
    first = write_plan(made, tmp_path)
    packed = [path.read_bytes() for path in (*first.parts, first.index)]
    again = write_plan(made, tmp_path, force=True)
    assert [path.read_bytes() for path in (*again.parts, again.index)] == packed
    assert [len(gzip.decompress(data)) for data in packed[:2]] == [p.size for p in made.parts]
    assert all(data[4:8] == bytes(4) for data in packed)


@pytest.mark.parametrize(("is_packed", "workers"), [(True, 2), (False, 1)])
def test_two_parts_are_compressed_at_a_time(tmp_path, monkeypatch, is_packed, workers):
    asked = []
    write_set = writing.write_set
    monkeypatch.setattr(
        writing, "write_set", lambda *a, **k: asked.append(k["workers"]) or write_set(*a, **k)
    )
    write_plan(plan(many(10), wish(max_entries=5, gzip=is_packed)), tmp_path)
    assert asked == [workers]


@pytest.mark.parametrize(
    ("dates", "newest"),
    [
        (("2024-01-02", "2023-12-31"), "2024-01-02"),
        (("2024-01-02", "2024-01-02T23:00:00-05:00"), "2024-01-02T23:00:00-05:00"),
        (("2024-02-31", "2024-02-01"), "2024-02-01"),
        (("31.12.2025", "2024"), "2024"),
        (("nonsense",), None),
    ],
)
def test_a_part_is_as_new_as_its_newest_entry(dates, newest):
    doc = document(*(entry(n, date) for n, date in enumerate(dates)))
    assert plan(doc, wish()).parts[0].newest == newest


@pytest.mark.parametrize(
    ("lastmod", "found"), [("none", []), ("now", ["2026-01-02T03:04:05+00:00"])]
)
def test_the_index_may_say_the_time_of_writing_or_nothing(tmp_path, lastmod, found):
    from datetime import UTC, datetime

    now = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    done = write_plan(plan(many(1), wish(lastmod=lastmod)), tmp_path, now=now)
    index = open_document(done.index)
    assert [value for value in index.values_of(index.ids, "lastmod") if value] == found


def test_existing_files_are_replaced_on_request_only(tmp_path):
    made = plan(many(3), wish(max_entries=2))
    (tmp_path / "sitemap-2.xml").write_bytes(b"mine")
    with pytest.raises(SitemapError, match=r"sitemap-2\.xml: The file exists already"):
        write_plan(made, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["sitemap-2.xml"]
    write_plan(made, tmp_path, force=True)
    assert locs_of(tmp_path / "sitemap-2.xml") == [f"{SITE}s2/2"]


def test_parts_that_are_no_longer_named_go_on_request_only(tmp_path):
    write_plan(plan(many(5), wish(max_entries=1)), tmp_path)
    (tmp_path / "sitemap-9.xml").write_bytes(b"not named by anyone")
    made = plan(many(5), wish(max_entries=2))
    assert write_plan(made, tmp_path, force=True).removed == ()
    write_plan(plan(many(5), wish(max_entries=1)), tmp_path, force=True)
    removed = write_plan(made, tmp_path, force=True, remove_leftovers=True).removed
    assert [path.name for path in removed] == ["sitemap-4.xml", "sitemap-5.xml"]
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [*(f"sitemap-{n}.xml" for n in (1, 2, 3, 9)), "sitemap_index.xml"]


def test_an_index_cannot_have_files_elsewhere_or_the_source_removed(tmp_path):
    out = tmp_path / "out"
    out.mkdir()
    for path in (tmp_path / "victim.xml", out / "site.xml"):
        path.write_bytes(b"keep")
    places = ("../victim.xml", "..%2Fvictim.xml", "/etc/passwd", "site.xml")
    children = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in places)
    index = f'<sitemapindex xmlns="{NS}">{children}</sitemapindex>'
    (out / "sitemap_index.xml").write_text(index)
    doc = document(entry("a"), path=out / "site.xml")
    made = plan(doc, wish())
    assert write_plan(made, out, force=True, remove_leftovers=True).removed == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, "Sitemap: {}\n"),
        ("User-agent: *\r\nDisallow:", "User-agent: *\r\nDisallow:\r\nSitemap: {}\r\n"),
        ("sitemap:  {}\nUser-agent: *\n", "sitemap:  {}\nUser-agent: *\n"),
    ],
)
def test_robots_txt_names_the_index_once(tmp_path, old, new):
    robots = tmp_path / "robots.txt"
    address = f"{SITE}sitemap_index.xml"
    if old is not None:
        robots.write_bytes(old.format(address).encode())
    write_plan(plan(many(1), wish()), tmp_path, robots=robots)
    assert robots.read_bytes() == new.format(address).encode()


def test_a_part_that_is_damaged_on_its_way_stops_everything(tmp_path, monkeypatch):
    from sitemap_editor.operations.splitting import writing

    made = plan(many(4), wish(max_entries=2))
    monkeypatch.setattr(writing, "read_file", lambda path, _progress: path.read_bytes()[:-1])
    with pytest.raises(SitemapError, match="nothing was changed"):
        write_plan(made, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_plan_of_another_state_is_not_written(tmp_path):
    doc = many(2)
    made = plan(doc, wish())
    doc.delete(0)
    with pytest.raises(SitemapError, match="has changed"):
        write_plan(made, tmp_path)


def test_a_missing_folder_is_made_and_goes_again_when_nothing_is_written(tmp_path, monkeypatch):
    from sitemap_editor.support import file_sets

    made = plan(many(2), wish())
    monkeypatch.setattr(file_sets, "write_new", refusing)
    with pytest.raises(SitemapError, match="disk is full"):
        write_plan(made, tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.undo()
    assert write_plan(made, tmp_path / "a" / "b").index.is_file()


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path, monkeypatch):
    from sitemap_editor.support import file_sets

    def denied(path, *_arguments):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(file_sets.os, "open", denied)
    with pytest.raises(SitemapError) as caught:
        write_plan(plan(many(2), wish()), tmp_path)
    monkeypatch.undo()
    assert str(caught.value).startswith(f"{tmp_path}: You may not write")
    assert list(tmp_path.iterdir()) == []


def refusing(temporary, _model, _chunks):
    raise OSError(errno.ENOSPC, "No space left on device", str(temporary))


def test_a_file_cannot_be_the_folder(tmp_path):
    (tmp_path / "a").touch()
    with pytest.raises(SitemapError, match="not a folder"):
        write_plan(plan(many(2), wish()), tmp_path / "a")

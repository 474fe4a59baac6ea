"""Splits of sets: all entries of many files, in other files; what may not be lost or replaced."""

import errno
import gzip
import zipfile
from collections import Counter

import numpy as np
import pytest
from lxml import etree

from sitemap_editor.document.opening import open_document
from sitemap_editor.operations.sets import set_of
from sitemap_editor.operations.sets.selection import Selection
from sitemap_editor.operations.splitting import Wish, dates, feeding
from sitemap_editor.operations.splitting.index import looks_like_date, newest_among
from sitemap_editor.operations.splitting.leftovers import leftovers
from sitemap_editor.operations.splitting.measuring import measure
from sitemap_editor.operations.splitting.set_planning import base_of_set, plan_set, without_outcome
from sitemap_editor.operations.splitting.telling import notes_of
from sitemap_editor.operations.splitting.writing import write_plan
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support import file_sets
from sitemap_editor.support.jobs import Cancelled, Progress

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
SITE = "https://www.example.com/"


def entry(path, date="", more="", tag="url"):
    lastmod = f"<lastmod>{date}</lastmod>" if date else ""
    return f"\n  <{tag}><loc>{SITE}{path}</loc>{lastmod}{more}</{tag}>"


def put(path, *entries, more="", comment=""):
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{NS}"{more}>{comment}'
    text = f"{head}{''.join(entries)}\n</urlset>\n".encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def put_index(folder, *names, name="sitemap_index.xml"):
    children = "".join(f"<sitemap><loc>{SITE}{one}</loc></sitemap>" for one in names)
    (folder / name).write_text(f'<sitemapindex xmlns="{NS}">{children}</sitemapindex>')
    return folder / name


@pytest.fixture
def three(tmp_path):
    """An index of three files with 10, 1 and 7 entries in two sections, one of them compressed."""
    for name, numbers in (("a.xml", range(10)), ("b.xml.gz", [10]), ("c.xml", range(11, 18))):
        put(tmp_path / name, *(entry(f"s{n % 2}/{n}", f"2024-01-{n + 1:02}") for n in numbers))
    return put_index(tmp_path, "a.xml", "b.xml.gz", "c.xml")


def planned(*paths, selections=None, skip=False, **named):
    one = set_of(paths)
    wanted = Wish(**{"base_url": SITE, "base": base_of_set(one), **named})
    measured = measure(one, wanted, selections=selections, skip_unreadable=skip)
    return plan_set(measured, wanted)


def locs_of(*paths):
    found = []
    for path in paths:
        doc = open_document(path)
        found += [one.removeprefix(SITE) for one in doc.values_of(doc.ids, "loc")]
    return found


ALL = [f"s{n % 2}/{n}" for n in range(18)]


@pytest.mark.parametrize("by", ["size", "section", "month"])
@pytest.mark.parametrize("assign", ["fill", "hash"])
@pytest.mark.parametrize("packed", [False, True])
def test_the_parts_are_the_set(three, tmp_path, by, assign, packed):
    made = planned(three, by=by, assign=assign, max_entries=4, gzip=packed)
    done = write_plan(made, tmp_path / "out")
    found = locs_of(*done.parts)
    in_order = by in ("size", "month") and assign == "fill"
    assert (found == ALL) if in_order else (sorted(found) == sorted(ALL))
    for path, part in zip(done.parts, made.parts, strict=True):
        doc = open_document(path)
        assert (len(doc), doc.source.inflated_size) == (len(part), part.size)
        assert len(part) <= 4
        own = sorted(doc.values_of(doc.ids, "lastmod"))
        assert part.newest == own[-1]
    assert not [one for one in (tmp_path / "out").iterdir() if one.name.startswith(".")]


def test_bytes_decide_across_files(three, tmp_path):
    whole = planned(three).parts[0].size
    made = planned(three, max_bytes=whole // 2)
    done = write_plan(made, tmp_path / "out")
    sizes = [path.stat().st_size for path in done.parts]
    assert sizes == [part.size for part in made.parts]
    assert max(sizes) <= whole // 2
    assert locs_of(*done.parts) == ALL


def test_a_set_is_split_in_its_own_folder_and_old_children_go(three, tmp_path):
    put(tmp_path / "other.xml", entry("other"))
    made = planned(three, name="c", index_name="sitemap_index.xml")
    assert [path.name for path in leftovers(made, tmp_path)] == ["a.xml", "b.xml.gz"]
    write_plan(made, tmp_path, force=True, remove_leftovers=True)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["c.xml", "other.xml", "sitemap_index.xml"]
    assert locs_of(tmp_path / "c.xml") == ALL


def test_the_files_of_a_folder_may_go_once_they_are_split(tmp_path):
    put(tmp_path / "a.xml", entry("a"))
    put(tmp_path / "b.xml", entry("b"))
    made = planned(tmp_path)
    assert sorted(path.name for path in leftovers(made, tmp_path)) == ["a.xml", "b.xml"]
    assert leftovers(planned(tmp_path / "a.xml", tmp_path / "b.xml"), tmp_path) == []


def test_what_was_written_into_a_folder_below_is_not_split_again(tmp_path):
    put(tmp_path / "a.xml", entry("a"), entry("b"))
    out = tmp_path / "out"
    write_plan(planned(tmp_path, max_entries=1), out)
    assert len(set_of([tmp_path]).files) == 3
    assert len(without_outcome(set_of([tmp_path]), out).files) == 1
    assert len(without_outcome(set_of([tmp_path]), tmp_path).files) == 3


def test_indexes_below_an_index_are_followed_and_go_too(three, tmp_path):
    put_index(tmp_path, "sitemap_index.xml", name="top.xml")
    made = planned(tmp_path / "top.xml", index_name="top.xml", name="p{n}")
    assert made.count == 18
    names = [path.name for path in leftovers(made, tmp_path)]
    assert sorted(names) == ["a.xml", "b.xml.gz", "c.xml", "sitemap_index.xml"]


def test_children_stay_as_long_as_their_index_does(three, tmp_path):
    made = planned(three, index_name="new.xml")
    assert leftovers(made, tmp_path) == []


def test_a_file_that_is_replaced_was_read_before(tmp_path):
    for n in range(3):
        put(tmp_path / f"p-{n + 1}.xml", *(entry(f"{n}/{m}") for m in range(3)))
    index = put_index(tmp_path, "p-3.xml", "p-1.xml", "p-2.xml")
    done = write_plan(
        planned(index, by="section", base="p", name="{base}-{n}"), tmp_path, force=True
    )
    assert locs_of(*done.parts) == [f"{n}/{m}" for n in (2, 0, 1) for m in range(3)]


def test_namespaces_are_united_and_clashes_stay_with_their_entries(tmp_path):
    put(tmp_path / "a.xml", entry("a"))
    image = f"<image:image><image:loc>{SITE}i.png</image:loc></image:image>"
    put(tmp_path / "b.xml", entry("b", more=image), more=f' xmlns:image="{IMAGE}"')
    other = "<image:mine>x</image:mine>"
    put(tmp_path / "c.xml", entry("c", more=other), entry("d"), more=' xmlns:image="urn:mine"')
    prefixed = f'<s:urlset xmlns:s="{NS}"><s:url><s:loc>{SITE}e</s:loc></s:url></s:urlset>'
    (tmp_path / "d.xml").write_text(prefixed)
    files = [tmp_path / f"{name}.xml" for name in "abcd"]
    done = write_plan(planned(*files), tmp_path / "out")
    assert locs_of(*done.parts) == list("abcde")
    tags = Counter(one.tag for one in etree.parse(done.parts[0]).iter())
    assert tags[f"{{{IMAGE}}}image"] == tags["{urn:mine}mine"] == 1
    assert (tags[f"{{{NS}}}url"], tags[f"{{{NS}}}loc"]) == (5, 5)
    text = done.parts[0].read_bytes()
    assert text.count(b"urn:mine") == 1


def test_the_header_comment_comes_once_a_file_and_others_stay(tmp_path):
    put(tmp_path / "a.xml", entry("a"), comment="\n<!-- ours -->")
    put(tmp_path / "b.xml", entry("b"), comment="\n<!-- ours -->")
    put(tmp_path / "c.xml", entry("c"), comment="\n<!-- theirs -->")
    done = write_plan(planned(tmp_path, max_entries=2), tmp_path / "out")
    texts = [path.read_bytes() for path in done.parts]
    assert [text.count(b"<!-- ours -->") for text in texts] == [1, 1]
    assert [text.count(b"<!-- theirs -->") for text in texts] == [0, 1]


def test_files_in_other_encodings_become_utf_8(tmp_path):
    head = f'<?xml version="1.0" encoding="{{}}"?><urlset xmlns="{NS}">'
    for name, codec in (("a", "iso-8859-1"), ("b", "utf-16"), ("c", "utf-8-sig")):
        text = f"{head.format(codec.removesuffix('-sig'))}{entry('é' + name)}</urlset>"
        (tmp_path / f"{name}.xml").write_bytes(text.encode(codec))
    made = planned(*(tmp_path / f"{name}.xml" for name in "abc"))
    done = write_plan(made, tmp_path / "out")
    assert done.parts[0].stat().st_size == made.parts[0].size
    assert locs_of(*done.parts) == ["éa", "éb", "éc"]
    assert etree.parse(done.parts[0]).docinfo.encoding == "UTF-8"


def test_lists_become_lists_and_with_a_sitemap_a_sitemap(tmp_path):
    (tmp_path / "a.txt").write_text(f"\n{SITE}a\n{SITE}b")
    (tmp_path / "b.txt").write_text(f"{SITE}c\n\n{SITE}d\n")
    lists = [tmp_path / "a.txt", tmp_path / "b.txt"]
    for most, texts in ((50, ["a b c d"]), (3, ["a b c", "d"]), (2, ["a b", "c d"])):
        made = planned(*lists, max_entries=most)
        done = write_plan(made, tmp_path / "out", force=True)
        assert [path.suffix for path in done.parts] == [".txt"] * len(texts)
        assert [" ".join(locs_of(path)) for path in done.parts] == texts
        assert [path.stat().st_size for path in done.parts] == [part.size for part in made.parts]
    put(tmp_path / "c.xml", entry("e"))
    done = write_plan(planned(*lists, tmp_path / "c.xml"), tmp_path / "xml")
    assert locs_of(done.parts[0]) == list("abcde")
    assert etree.parse(done.parts[0]).getroot().tag == f"{{{NS}}}urlset"


def test_what_is_in_an_archive_is_split_too(three, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        for name in ("sitemap_index.xml", "a.xml", "b.xml.gz", "c.xml"):
            archive.write(tmp_path / name, name)
    done = write_plan(planned(tmp_path / "all.zip", max_entries=9), tmp_path / "out")
    assert locs_of(*done.parts) == ALL


def test_entries_can_be_left_out_and_replaced(three, tmp_path):
    keep = np.arange(10) != 3
    new = f"<url><loc>{SITE}new</loc></url>".encode()
    selections = {0: Selection(keep, {5: new}), 2: Selection(np.zeros(7, np.bool_))}
    done = write_plan(planned(three, selections=selections), tmp_path / "out")
    expected = ["new" if n == 5 else one for n, one in enumerate(ALL[:11]) if n != 3]
    assert locs_of(*done.parts) == expected


def test_too_many_dates_to_remember_are_read_again(three, monkeypatch):
    monkeypatch.setattr(dates, "MOST_OTHERS", -1)
    made = planned(three, by="section", max_entries=6)
    assert [part.newest for part in made.parts] == [
        "2024-01-11",
        "2024-01-17",
        "2024-01-12",
        "2024-01-18",
    ]


@pytest.mark.parametrize(
    ("values", "newest"),
    [
        (["2024-01-02", "2023-12-31", None], "2024-01-02"),
        (["2024-01-02T03:04:05Z", "2024-01-02T05:04:05+02:30"], "2024-01-02T03:04:05Z"),
        (["2024-01-02T23:00:00-05:00", "2024-01-03"], "2024-01-02T23:00:00-05:00"),
        (["2024-02-31", "2024-02-29T24:00:00Z", "2024-02-28"], "2024-02-28"),
        (["2024-01-02T03:04:05.6789+00:00", "2024-01-02T03:04:05-00:00"], None),
        (["2024", "1969-12-31", "nonsense", "é"], "2024"),
        (["2023-02-29", "2100-02-29", "1950-01"], "1950-01"),
        ([None, "", "2024-13-01"], None),
    ],
)
def test_dates_are_remembered_as_they_are_written(values, newest):
    kept = dates.Dates()
    for value in values:
        kept.add([value])
    expected = newest or newest_among(lambda: [v for v in values if v and looks_like_date(v)])
    assert kept.newest_of(np.arange(len(values))) == expected


# What cannot be


def test_what_is_missing_stops_a_split_unless_it_is_left_out(three, tmp_path):
    (tmp_path / "b.xml.gz").unlink()
    with pytest.raises(SitemapError, match=r"1 sitemap that is named is not here.*b\.xml\.gz"):
        planned(three)
    made = planned(three, skip=True)
    assert made.skipped == ("b.xml.gz",)
    assert made.count == 17


@pytest.mark.parametrize(
    "content", [b"", b"<html><body>404</body></html>", b"\x1f\x8b\x08\0broken"]
)
def test_a_child_that_cannot_be_read_stops_a_split_and_is_never_removed(three, tmp_path, content):
    (tmp_path / "b.xml.gz").write_bytes(content)
    with pytest.raises(SitemapError) as caught:
        planned(three)
    assert caught.value.path.endswith("b.xml.gz")
    made = planned(three, skip=True, index_name="sitemap_index.xml")
    write_plan(made, tmp_path, force=True, remove_leftovers=True)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["b.xml.gz", "sitemap-1.xml", "sitemap_index.xml"]


def test_a_broken_child_is_mended_and_told(three, tmp_path):
    (tmp_path / "c.xml").write_text((tmp_path / "c.xml").read_text().replace("</urlset>", ""))
    made = planned(three)
    assert (made.mended, made.count) == (("c.xml",), 18)


def test_gzip_under_a_wrong_name_and_the_index_itself_do_no_harm(tmp_path):
    put(tmp_path / "a.xml.gz", entry("a"))
    (tmp_path / "a.xml.gz").rename(tmp_path / "a.xml")
    put(tmp_path / "plain.xml", entry("b")).rename(tmp_path / "b.xml.gz")
    index = put_index(tmp_path, "a.xml", "sitemap_index.xml", "b.xml.gz", "a.xml")
    done = write_plan(planned(index), tmp_path / "out")
    assert locs_of(*done.parts) == ["a", "b"]


def test_one_entry_that_is_too_large_is_named_with_its_file(three, tmp_path):
    put(tmp_path / "c.xml", entry("x"), entry("y" * 400))
    with pytest.raises(SitemapError, match=r"c\.xml: entry 2 alone takes"):
        planned(three, max_bytes=400)


def test_a_file_that_changes_meanwhile_stops_it(three, tmp_path):
    made = planned(three, by="section")
    put(tmp_path / "c.xml", entry("x"))
    with pytest.raises(SitemapError, match="changed"):
        write_plan(made, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_edited_document_is_split_as_it_is_and_stays_so(three, tmp_path):
    doc = open_document(tmp_path / "c.xml")
    doc.set_value(0, "loc", f"{SITE}edited")
    before = doc.text()
    opened = {(tmp_path / "c.xml").resolve(): doc}
    one = set_of([three], open_documents=opened)
    wanted = Wish(SITE)
    made = plan_set(measure(one, wanted, open_documents=opened), wanted)
    done = write_plan(made, tmp_path / "out")
    assert locs_of(*done.parts)[11] == "edited"
    assert doc.text() == before
    doc.delete(0)
    with pytest.raises(SitemapError, match="changed"):
        write_plan(made, tmp_path / "out", force=True)


def content(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("by", ["size", "section"])
def test_nothing_is_left_behind_when_the_disk_is_full(three, tmp_path, monkeypatch, by):
    before = content(tmp_path)
    made = planned(three, by=by, max_entries=4)
    left = [3]

    def put(_self, _at, _content):
        left[0] -= 1
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")

    def write_new(temporary, model, chunks):
        left[0] -= 1
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device", str(temporary))
        return real(temporary, model, chunks)

    real = file_sets.write_new
    if by == "section":
        monkeypatch.setattr(feeding.SetFeed, "_put", put)
    monkeypatch.setattr(file_sets, "write_new", write_new)
    with pytest.raises(SitemapError, match="disk is full"):
        write_plan(made, tmp_path, force=True)
    assert content(tmp_path) == before


class Stop(Progress):
    """Stops at one of its ticks, and counts them."""

    def __init__(self, at):
        self.at, self.count = at, 0

    def tick(self, done=0, total=0):
        assert done <= total or not total
        self.count += 1
        if self.count == self.at:
            raise Cancelled


@pytest.mark.parametrize("by", ["size", "section"])
def test_it_can_be_stopped_at_any_tick(three, tmp_path, by):
    before = content(tmp_path)
    one, wish = set_of([three]), Wish(SITE, by=by, max_entries=4)
    whole = Stop(0)
    made = plan_set(measure(one, wish, progress=whole), wish, whole)
    for at in range(1, whole.count + 1):
        with pytest.raises(Cancelled):
            plan_set(measure(one, wish, progress=(stop := Stop(at))), wish, stop)
    whole = Stop(0)
    write_plan(made, tmp_path / "out", progress=whole)
    for at in range(1, whole.count + 1):
        with pytest.raises(Cancelled):
            write_plan(made, tmp_path / "other", progress=Stop(at))
        assert not (tmp_path / "other").exists()
    assert content(tmp_path) == before


def test_a_file_that_may_not_be_written_to_stops_all(three, tmp_path):
    made = planned(three, name="{n}", max_entries=9)
    (tmp_path / "2.xml").write_bytes(b"mine")
    (tmp_path / "2.xml").chmod(0o444)
    before = content(tmp_path)
    with pytest.raises(SitemapError, match=r"2\.xml: You may not write"):
        write_plan(made, tmp_path, force=True)
    assert content(tmp_path) == before


def test_an_index_on_another_host_is_told(three):
    assert planned(three, base_url="https://cdn.example.net/").foreign == 18
    assert planned(three).foreign == 0
    assert "18 entries are on another host" in " ".join(
        notes_of(planned(three, base_url="http://www.example.com/"))
    )


@pytest.mark.parametrize("count", [0, 1])
def test_hardly_any_entries(tmp_path, count):
    put(tmp_path / "a.xml")
    (tmp_path / "b.xml").write_text(f'<urlset xmlns="{NS}"/>')
    put(tmp_path / "c.xml", *map(entry, range(count)))
    done = write_plan(planned(tmp_path), tmp_path / "out")
    assert locs_of(*done.parts) == list(map(str, range(count)))


def test_pages_of_a_section_are_with_it_whatever_file_they_are_in(tmp_path):
    put(tmp_path / "a.xml", entry("shop"), entry("about"))
    put(tmp_path / "b.xml", entry("shop/1"), entry("blog/1"))
    made = planned(tmp_path, by="section")
    shown = [(group.name, len(group)) for group in made.groups]
    assert shown == [("shop", 2), ("blog", 1), ("", 1)]


@pytest.mark.parametrize(
    ("names", "base"),
    [
        (["site-1.xml", "site-2.xml.gz"], "site"),
        (["post-sitemap.xml", "page-sitemap.xml"], "sitemap"),
        (["map-en-1.xml", "map-de-1.xml"], "map"),
        (["only.xml"], "only"),
    ],
)
def test_the_usual_names_are_those_of_the_set(tmp_path, names, base):
    for name in names:
        put(tmp_path / name, entry("a"))
    assert base_of_set(set_of([put_index(tmp_path, *names)])) == base

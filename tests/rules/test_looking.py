"""What lies beside a file is found, and nothing else is: near, soon, and without raising."""

from __future__ import annotations

import gzip
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.rules.beside import looking
from sitemap_editor.rules.beside.hashes import hash_address
from sitemap_editor.rules.beside.looking import look_around
from sitemap_editor.rules.beside.neighbours import NOTHING, Child, Neighbours
from sitemap_editor.rules.beside.surroundings import surrounded
from sitemap_editor.rules.beside.survey import Survey
from sitemap_editor.support.jobs import Cancelled, Progress

from .test_across import lay_out, written_out

BASE = "https://www.shop.org/"


def look(folder: Path, name: str = "index.xml", base: str | None = None, **more: Any) -> Neighbours:
    """Look around a file of a folder."""
    return look_around(open_document(folder / name), base_url=base, **more)


def child(found: Neighbours, path: str) -> Child:
    """What is known of a child under this path."""
    one = found.child(BASE + path)
    assert one is not None
    return one


def codes(folder: Path, name: str = "index.xml", base: str | None = None) -> set[str]:
    """Codes of the findings about a file and its neighbours."""
    report = surrounded(open_document(folder / name), base_url=base).run()
    return {group.code for group in report.groups}


# Where nothing is


def test_a_lone_file_has_nothing_beside_it(tmp_path: Path) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml\nb.xml"})
    found = look(tmp_path)
    assert found.is_nothing and found.is_as(None) and found.is_as(NOTHING)


def test_a_robots_txt_above_counts_when_it_names_the_file(tmp_path: Path) -> None:
    lay_out(tmp_path, {"maps/sitemap.xml": "urlset\na", "maps/b.xml": "urlset\nb"})
    lay_out(tmp_path, {"robots.txt": f"Sitemap: {BASE}maps/sitemap.xml\n"})
    assert look(tmp_path / "maps", "sitemap.xml").assumed_base == f"{BASE}maps/sitemap.xml"
    assert look(tmp_path / "maps", "b.xml").robots is None


def test_a_document_without_a_file_has_no_neighbours() -> None:
    assert look_around(open_bytes(written_out("urlset\na").encode())).is_nothing


def test_a_name_without_a_file_has_no_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(tmp_path, {"a.xml": "urlset\na"})
    monkeypatch.chdir(tmp_path)
    doc = open_bytes(written_out("index\na.xml").encode(), "index.xml")
    assert look_around(doc).is_nothing


# Never far


@pytest.mark.parametrize(
    "address",
    ["../secret.xml", "..%2Fsecret.xml", "%2e%2e/secret.xml", "a/..%5C..%5Csecret.xml", "%00.xml",
     "x" * 300 + ".xml", "..", "%2Fetc%2Fpasswd", "C%3A%5Csecret.xml"],
)  # fmt: skip
def test_an_address_never_leads_out_of_the_folder(tmp_path: Path, address: str) -> None:
    folder = tmp_path / "site"
    lay_out(tmp_path, {"secret.xml": "urlset\nsecret"})
    lay_out(tmp_path, {"site/index.xml": f"index\n{address}\na.xml", "site/a.xml": "urlset\na"})
    found = look(folder, base=f"{BASE}index.xml")
    assert all(one.path in (None, folder / "a.xml") for one in found.children.values())
    assert tmp_path / "secret.xml" not in found.seen


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    lay_out(tmp_path, {"secret.xml": "urlset\nsecret"})
    lay_out(tmp_path, {"site/index.xml": "index\nb.xml\na.xml", "site/a.xml": "urlset\na"})
    try:
        (folder / "b.xml").symlink_to(tmp_path / "secret.xml")
    except OSError:
        pytest.skip("links cannot be made here")
    assert child(look(folder), "b.xml").path is None


def test_folders_above_count_as_far_as_the_address_names_them(tmp_path: Path) -> None:
    site = tmp_path / "web"
    lay_out(tmp_path, {"web/robots.txt": "User-agent: *\nDisallow: /x\n"})
    lay_out(site, {"maps/index.xml": "index\nmaps/a.xml\ntop.xml", "maps/a.xml": "urlset\na"})
    lay_out(site, {"top.xml": "urlset\nb"})
    found = look(site / "maps", base=f"{BASE}maps/index.xml")
    assert child(found, "maps/a.xml").path == site / "maps" / "a.xml"
    assert child(found, "top.xml").path == site / "top.xml"
    assert found.robots is not None and found.robots.path == site / "robots.txt"
    other = look(site / "maps", base=f"{BASE}index.xml")
    assert other.robots is None and child(other, "top.xml").path is None


def test_a_file_of_another_site_is_no_child(tmp_path: Path) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml\nb.xml", "b.xml": "urlset\nb"})
    (tmp_path / "a.xml").write_text(written_out("urlset\na").replace("shop.org", "other.org"))
    found = child(look(tmp_path), "a.xml")
    assert found.path is None and not found.is_missing


# Never raising


def test_children_are_read_as_they_are(tmp_path: Path) -> None:
    names = ["a.xml", "b.xml.gz", "c.xml", "d.xml", "e.xml.gz", "f.xml", "g.txt", "h.xml", "i.xml"]
    names += ["j.xml"] * hasattr(os, "mkfifo")
    lay_out(tmp_path, {"index.xml": "\n".join(["index", *names]), "a.xml": "urlset\na\nb"})
    lay_out(tmp_path, {"b.xml.gz": "urlset\na 2024-05-01", "c.xml": "<html><body/></html>"})
    lay_out(tmp_path, {"d.xml": "<urlset><url>", "f.xml": "<rss/>", "g.txt": "text\na"})
    (tmp_path / "e.xml.gz").write_bytes(gzip.compress(b"x" * 9_999)[:-30] + b"broken")
    (tmp_path / "h.xml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "j.xml")
    found = look(tmp_path)
    said = {name: child(found, name).digest for name in names}
    assert [one.problem for one in said.values()] == [
        "", "", "html-instead-of-xml", "file-truncated", "gzip-corrupt", "", "",
        "unreadable", "", *["unreadable"] * hasattr(os, "mkfifo"),
    ]  # fmt: skip
    assert said["a.xml"].entries == 2 and said["b.xml.gz"].newest == "2024-05-01"
    assert said["f.xml"].is_feed and child(found, "i.xml").is_missing


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads it all")
def test_what_may_not_be_read_is_not_spoken_of(tmp_path: Path) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml\nb.xml", "a.xml": "urlset\na"})
    lay_out(tmp_path, {"b.xml": "urlset\nb", "robots.txt": "User-agent: *\nDisallow: /\n"})
    for name in ("b.xml", "robots.txt"):
        (tmp_path / name).chmod(0)
    assert {code for code in codes(tmp_path) if code.startswith("index-child")} == set()


def test_a_pipe_beside_the_file_is_not_waited_for(tmp_path: Path) -> None:
    lay_out(tmp_path, {"sitemap.xml": "urlset\na"})
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no pipes here")
    for name in ("robots.txt", "index.xml"):
        os.mkfifo(tmp_path / name)
    assert look(tmp_path, "sitemap.xml").is_nothing


@pytest.mark.skipif(sys.platform != "linux", reason="names are texts elsewhere")
def test_names_that_are_no_text_are_passed_over(tmp_path: Path) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml", "a.xml": "urlset\na"})
    name = os.fsencode(tmp_path) + b"/caf\xe9.xml"
    Path(os.fsdecode(name)).write_text(written_out("urlset\nb"), encoding="utf-8")
    assert look(tmp_path).orphans == ()


def test_indexes_that_name_each_other_come_to_an_end(tmp_path: Path) -> None:
    names = [f"i{number}.xml" for number in range(60)]
    lay_out(tmp_path, {name: "\n".join(["index", *names]) for name in names})
    lay_out(tmp_path, {"index.xml": "index\ni0.xml"})
    assert child(look(tmp_path), "i0.xml").leads_back


def test_a_look_can_be_stopped(tmp_path: Path) -> None:
    class Stopped(Progress):
        def tick(self, done: int = 0, total: int = 0) -> None:
            raise Cancelled

    lay_out(tmp_path, {"index.xml": "index\na.xml", "a.xml": "urlset\na"})
    with pytest.raises(Cancelled):
        look(tmp_path, progress=Stopped())


# Never for long


def test_a_folder_of_ten_thousand_files_does_not_hold_anybody_up(tmp_path: Path) -> None:
    for number in range(10_000):
        (tmp_path / f"{number:05}.xml").touch()
    lay_out(tmp_path, {"sitemap.xml": "urlset\na", "index.xml": "index\nsitemap.xml"})
    doc = open_document(tmp_path / "sitemap.xml")
    started = time.perf_counter()
    found = look_around(doc)
    assert time.perf_counter() - started < 1
    assert found.indexes == (tmp_path / "index.xml",)


def test_files_checked_in_one_go_share_what_was_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{number:03}.xml" for number in range(200)]
    lay_out(tmp_path, {name: f"urlset\n{name}" for name in names})
    lay_out(tmp_path, {"index.xml": "\n".join(["index", *names])})
    asked: list[Path] = []
    is_file = Path.is_file
    monkeypatch.setattr(Path, "is_file", lambda path: asked.append(path) or is_file(path))
    survey = Survey([tmp_path / name for name in ("index.xml", *names)])
    found = [look(tmp_path, name, survey=survey) for name in names]
    assert [len(one.siblings) for one in found] == list(range(200))
    assert len(asked) < 3 * len(names)


def test_no_more_is_read_than_allowed(tmp_path: Path) -> None:
    files = {f"{number}.xml": "urlset\n" + "\n".join("a" * 500) for number in range(4)}
    lay_out(tmp_path, {**files, "index.xml": "\n".join(["index", *files])})
    found = look(tmp_path, budget=3 * (tmp_path / "0.xml").stat().st_size)
    assert found.unread == 1
    assert [child(found, name).digest.entries for name in files] == [500, 500, 500, 0]
    assert not any(child(found, name).is_missing for name in files)


def test_a_packed_file_does_not_grow_beyond_what_is_allowed(tmp_path: Path) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml\nb.xml.gz", "a.xml": "urlset\na"})
    (tmp_path / "b.xml.gz").write_bytes(gzip.compress(b" " * (1 << 20)))
    found = look(tmp_path, budget=100_000)
    assert found.unread == 1 and child(found, "b.xml.gz").digest.problem == "too-large"


def test_a_file_is_read_again_only_when_it_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml", "a.xml": "urlset\na"})
    first = look(tmp_path)
    monkeypatch.setattr("sitemap_editor.rules.beside.digests.read_file", None)
    assert look(tmp_path).is_as(first)
    monkeypatch.undo()
    lay_out(tmp_path, {"a.xml": "urlset\na\nb"})
    second = look(tmp_path)
    assert not second.is_as(first) and child(second, "a.xml").digest.entries == 2


# The open documents


def opened(folder: Path, name: str) -> Document:
    doc = open_document(folder / name)
    doc.edit(editing.insert(doc, 1, [{"loc": f"{BASE}new"}]), "")
    return doc


def test_an_open_document_wins_over_its_file(tmp_path: Path) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml\nb.xml"})
    lay_out(tmp_path, {"a.xml": "urlset\na", "b.xml": "urlset\nb"})
    documents = {tmp_path / "a.xml": opened(tmp_path, "a.xml")}
    assert child(look(tmp_path, open_documents=documents), "a.xml").digest.entries == 2
    (found,) = look(tmp_path, "b.xml", open_documents=documents).siblings
    assert found.has(hash_address(f"{BASE}new"))


def test_files_checked_together_are_one_project(tmp_path: Path) -> None:
    lay_out(tmp_path, {"a.xml": "urlset\na", "b.xml": "urlset\nb\na"})
    survey = Survey([tmp_path / "a.xml", tmp_path / "b.xml"])
    (found,) = look(tmp_path, "b.xml", survey=survey).siblings
    assert found.path == tmp_path / "a.xml"
    assert look(tmp_path, "a.xml", survey=survey).siblings == ()
    assert look(tmp_path, "b.xml").siblings == ()


def test_an_edit_is_checked_against_the_others_at_once(tmp_path: Path) -> None:
    lay_out(tmp_path, {"index.xml": "index\na.xml\nb.xml", "a.xml": "urlset\na"})
    lay_out(tmp_path, {"b.xml": "urlset\nb"})
    doc = open_document(tmp_path / "b.xml")
    checker = surrounded(doc)
    checker.run()
    edit = editing.set_field(doc, doc.ids, "loc", f"{BASE}a")
    change = doc.edit(edit, "")
    assert change is not None and "url-in-two-sitemaps" in checker.update(change)
    back = doc.undo()
    assert back is not None and "url-in-two-sitemaps" in checker.update(back)
    assert list(checker.report.findings("url-in-two-sitemaps")) == []


# The public address


@pytest.mark.parametrize(
    ("files", "guess"),
    [
        ({"robots.txt": f"Sitemap: {BASE}maps/sitemap.xml\n"}, f"{BASE}maps/sitemap.xml"),
        ({"robots.txt": f"Sitemap: {BASE}sitemap.xml.gz\n"}, f"{BASE}sitemap.xml.gz"),
        ({"robots.txt": f"Sitemap: {BASE}a/sitemap.xml\nSitemap: {BASE}b/sitemap.xml\n"}, None),
        ({"robots.txt": "Sitemap: https://www.other.org/sitemap.xml\n"}, None),
        ({"index.xml": "index\nx/sitemap.xml\na.xml"}, f"{BASE}x/sitemap.xml"),
        ({"index.xml": "index\na.xml"}, None),
    ],
)
def test_the_address_is_guessed(tmp_path: Path, files: dict[str, str], guess: str | None) -> None:
    lay_out(tmp_path, {"sitemap.xml": "urlset\na", **files})
    found = look(tmp_path, "sitemap.xml")
    assert found.guessed_base == guess
    assert found.assumed_base == guess


def test_a_guess_is_not_taken_for_granted_when_the_addresses_disagree(tmp_path: Path) -> None:
    lay_out(tmp_path, {"sitemap.xml": "urlset\na"})
    lay_out(tmp_path, {"robots.txt": "Sitemap: http://shop.org/sitemap.xml\n"})
    found = look(tmp_path, "sitemap.xml")
    assert (found.guessed_base, found.assumed_base) == ("http://shop.org/sitemap.xml", None)
    assert "loc-scheme-mismatch" not in codes(tmp_path, "sitemap.xml")


# Limits


def test_many_indexes_are_counted_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "MOST_SNIFFED", 20)
    files = {f"index-{number}.xml": "index\na.xml" for number in range(501)}
    lay_out(tmp_path, {**files, "a.xml": "urlset\na"})
    assert "index-too-many-indexes" in codes(tmp_path, "index-7.xml")
    (tmp_path / "index-500.xml").unlink()
    assert "index-too-many-indexes" not in codes(tmp_path, "index-7.xml")

"""All files of a set are changed, or none; what does not change is copied byte for byte."""

import zipfile

import pytest

from sitemap_editor.operations.moving import change_addresses
from sitemap_editor.operations.prefixes import Move
from sitemap_editor.operations.sets import set_of
from sitemap_editor.operations.sets.changing import change_set
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Cancelled, Progress

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
OLD, NEW = "http://a.example", "https://b.example"


def urlset(*paths):
    entries = "".join(f"<url><loc>{OLD}/{path}</loc></url>\r\n" for path in paths)
    return f'<urlset xmlns="{NS}">{entries}</urlset>'.encode()


@pytest.fixture
def folder(tmp_path):
    source = tmp_path / "in"
    (source / "deep").mkdir(parents=True)
    (source / "a.xml").write_bytes(urlset("1", "2"))
    (source / "deep" / "b.xml").write_bytes(urlset("3"))
    (source / "feed.rss").write_bytes(
        b'<rss version="2.0"><channel><title>t</title><link>http://a.example/</link>'
        b"<description>d</description><item><link>http://a.example/4</link></item></channel></rss>"
    )
    return source


def move(doc, progress):
    return change_addresses(doc, Move(OLD, NEW), progress=progress), len(doc)


class StopsAt(Progress):
    def __init__(self, last):
        self.left = last

    def tick(self, done=0, total=0):
        self.left -= 1
        if not self.left:
            raise Cancelled


def test_files_stand_in_the_new_folder_as_in_the_old_one(folder, tmp_path):
    out = tmp_path / "out"
    named = [folder / name for name in ("a.xml", "deep/b.xml", "feed.rss")]
    done = change_set(set_of(named), move, out)
    assert [(one.told, one.is_changed) for one in done] == [(2, True), (1, True), (None, False)]
    assert (out / "deep" / "b.xml").read_bytes() == urlset("3").replace(OLD.encode(), NEW.encode())
    assert (out / "feed.rss").read_bytes() == (folder / "feed.rss").read_bytes()


@pytest.mark.parametrize("last", range(1, 12, 2))
def test_whoever_stops_it_finds_nothing_new(folder, tmp_path, last):
    before = {path: path.read_bytes() for path in folder.rglob("*.*")}
    with pytest.raises(Cancelled):
        change_set(set_of([folder]), move, tmp_path / "new" / "out", progress=StopsAt(last))
    assert not (tmp_path / "new").exists()
    assert {path: path.read_bytes() for path in folder.rglob("*.*")} == before


def test_a_folder_may_be_changed_in_its_place_with_force_only(folder):
    one = set_of([folder])
    with pytest.raises(SitemapError, match="exists already"):
        change_set(one, move, folder)
    change_set(one, move, folder, force=True)
    assert (folder / "a.xml").read_bytes() == urlset("1", "2").replace(OLD.encode(), NEW.encode())
    assert sorted(path.name for path in folder.iterdir()) == ["a.xml", "deep", "feed.rss"]


def test_two_files_of_one_name_are_refused(folder, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "a.xml").write_bytes(urlset("5"))
    one = set_of([folder / "deep" / "b.xml", folder / "a.xml", tmp_path / "other" / "a.xml"])
    with pytest.raises(SitemapError, match=r"would be called a\.xml"):
        change_set(one, move, tmp_path / "out")


@pytest.mark.parametrize("name", ["../up.xml", "/top.xml", "deep/../../up.xml", "C:/disk.xml"])
def test_no_file_of_an_archive_is_written_outside_of_the_folder(tmp_path, name):
    path = tmp_path / "site.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.xml", urlset("1"))
        archive.writestr(name, urlset("2"))
    with pytest.raises(SitemapError, match="leads out of the folder"):
        change_set(set_of([path]), move, tmp_path / "out")
    assert [one.name for one in tmp_path.rglob("*")] == ["site.zip"]

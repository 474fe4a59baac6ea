"""The Python interface as documented: every name, every step of the example, every refusal."""

from __future__ import annotations

import gzip
import subprocess
import sys

import pytest

import sitemap_editor

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
ENTRIES = [
    f"  <url>\n    <loc>https://www.example.com/{n}</loc>\n"
    f"    <lastmod>2023-01-0{n + 1}</lastmod>\n  </url>\n"
    for n in range(6)
]
URLSET = (
    f'<?xml version="1.0"?>\n<urlset xmlns="{SITEMAP}">\n{"".join(ENTRIES)}</urlset>\n'.encode()
)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "sitemap.xml"
    path.write_bytes(URLSET)
    return path


@pytest.fixture
def doc(path):
    return sitemap_editor.open_document(str(path))


def locs(doc):
    return [doc.value(position, "loc").rsplit("/", 1)[1] for position in range(len(doc))]


def test_every_name_of_the_interface_is_there():
    for name in sitemap_editor.__all__:
        assert getattr(sitemap_editor, name)
        assert name in dir(sitemap_editor)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="opendocument"):
        sitemap_editor.opendocument  # noqa: B018


def test_importing_the_package_imports_nothing_else():
    code = "import sys, sitemap_editor; print('numpy' in sys.modules or 'PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_documented_example(doc, path, tmp_path):
    assert len(doc) == 6
    assert doc.kind == "urlset"
    assert doc.value(0, "lastmod") == "2023-01-01"
    assert doc.value(0, "priority") is None
    doc.set_value(0, "lastmod", "2024-05-01")
    doc.add({"loc": "https://www.example.com/new"}, at=None)
    doc.delete(3)
    doc.move(5, 0)
    assert locs(doc) == ["new", "0", "1", "2", "4", "5"]
    doc.undo()
    doc.redo()
    assert doc.modified
    assert doc.repairs == []
    codes = [
        f.code for f in sitemap_editor.check(doc, profiles=("protocol", "google"), base_url=None)
    ]
    assert all(isinstance(code, str) for code in codes)
    out = tmp_path / "out.xml"
    doc.save(str(out))
    assert doc.path == out
    assert not doc.modified
    again = sitemap_editor.open_document(out)
    assert locs(again) == locs(doc)
    assert again.value(1, "lastmod") == "2024-05-01"
    assert path.read_bytes() == URLSET


def test_untouched_entries_keep_their_bytes(doc, tmp_path):
    doc.set_value(2, "lastmod", "2024-05-01")
    doc.save(tmp_path / "out.xml")
    assert (tmp_path / "out.xml").read_bytes() == URLSET.replace(b"2023-01-03", b"2024-05-01")


def test_saving_untouched_gives_the_same_bytes(doc, tmp_path):
    doc.save(tmp_path / "out.xml")
    assert (tmp_path / "out.xml").read_bytes() == URLSET


def test_the_suffix_of_another_file_decides_about_gzip(doc, tmp_path):
    doc.save(tmp_path / "out.xml.gz")
    assert gzip.decompress((tmp_path / "out.xml.gz").read_bytes()) == URLSET
    packed = sitemap_editor.open_document(tmp_path / "out.xml.gz")
    packed.save(tmp_path / "plain.xml")
    assert (tmp_path / "plain.xml").read_bytes() == URLSET


def test_an_untouched_gzip_is_copied_byte_for_byte(tmp_path):
    data = gzip.compress(URLSET, compresslevel=1, mtime=77)
    (tmp_path / "a.xml").write_bytes(data)
    doc = sitemap_editor.open_document(tmp_path / "a.xml")
    doc.save(tmp_path / "b.xml.gz")
    assert (tmp_path / "b.xml.gz").read_bytes() == data


def test_save_keeps_the_container_found_by_content(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(gzip.compress(URLSET))
    doc = sitemap_editor.open_document(path)
    doc.set_value(0, "lastmod", None)
    doc.save()
    assert b"2023-01-01" not in gzip.decompress(path.read_bytes())


def test_none_removes_a_field_and_undo_brings_the_bytes_back(doc, tmp_path):
    doc.set_value(0, "lastmod", None)
    assert doc.value(0, "lastmod") is None
    doc.undo()
    doc.save(tmp_path / "out.xml")
    assert (tmp_path / "out.xml").read_bytes() == URLSET


def test_a_list_of_addresses_opens_too(tmp_path):
    path = tmp_path / "urls.txt"
    path.write_text("https://www.example.com/a\nhttps://www.example.com/b\n")
    doc = sitemap_editor.open_document(path)
    assert doc.kind == "text"
    assert locs(doc) == ["a", "b"]


FINDING_KEYS = [
    *("code", "severity", "scope", "entry", "line", "column", "field", "value"),
    *("message", "fix"),
]


def test_findings_have_the_attributes_of_the_json():
    data = URLSET.replace(b"2023-01-02", b"02/01/2023")
    findings = sitemap_editor.check(sitemap_editor.open_bytes(data))
    (found,) = [f for f in findings if f.field == "lastmod" and f.severity == "error"]
    assert list(found.as_dict()) == FINDING_KEYS
    assert (found.entry, found.line, found.value) == (2, 9, "02/01/2023")
    assert all(hasattr(found, key) for key in FINDING_KEYS)


REFUSED = [
    (b"", "empty"),
    (b"<!doctype html><html></html>", "HTML"),
    (b'{"urls": []}', "JSON"),
    (b"<catalog><url>https://a.example/</url></catalog>", "catalog"),
    (gzip.compress(URLSET)[:-20], "gzip|end|cut"),
    (b"PK\x03\x04rest", "zip|ZIP"),
]


@pytest.mark.parametrize(("data", "words"), REFUSED)
def test_what_is_no_sitemap_is_refused_by_name_and_reason(tmp_path, data, words):
    path = tmp_path / "odd.xml"
    path.write_bytes(data)
    with pytest.raises(sitemap_editor.SitemapError, match=words) as caught:
        sitemap_editor.open_document(path)
    assert caught.value.path == str(path)
    assert caught.value.reason
    assert caught.value.code


def test_a_broken_file_opens_mended_and_says_what_was_mended(tmp_path):
    path = tmp_path / "broken.xml"
    broken = URLSET.replace(b"/3</loc>", b"/3?a&b</loc>")
    path.write_bytes(broken)
    doc = sitemap_editor.open_document(path)
    assert doc.value(3, "loc") == "https://www.example.com/3?a&b"
    (found,) = doc.repairs
    assert (found.code, found.line, found.value) == ("ampersand-unescaped", 16, "&")
    assert found in sitemap_editor.check(doc)
    assert doc.modified
    doc.save()
    assert path.read_bytes() == broken.replace(b"&b", b"&amp;b")
    assert path.with_name("broken.xml.bak").read_bytes() == broken
    assert not doc.modified
    assert doc.repairs == []


@pytest.mark.parametrize("name", ["missing.xml", "."])
def test_what_cannot_be_read_is_a_sitemap_error(tmp_path, name):
    with pytest.raises(sitemap_editor.SitemapError) as caught:
        sitemap_editor.open_document(tmp_path / name)
    assert caught.value.path == str(tmp_path / name)


def test_a_field_the_kind_does_not_have_is_refused(doc):
    with pytest.raises(sitemap_editor.SitemapError, match="color"):
        doc.add({"loc": "x", "color": "red"})
    assert not doc.modified


@pytest.mark.parametrize("position", [-1, 6])
def test_a_position_outside_is_an_index_error(doc, position):
    with pytest.raises(IndexError):
        doc.value(position, "loc")


def test_saving_where_no_folder_is_leaves_the_document_as_it_was(doc, tmp_path):
    doc.set_value(0, "lastmod", "2024-05-01")
    with pytest.raises(sitemap_editor.SitemapError, match="folder"):
        doc.save(tmp_path / "missing" / "out.xml")
    assert doc.modified
    assert doc.path == tmp_path / "sitemap.xml"


@pytest.mark.parametrize(("at", "position"), [(-1, 0), (99, 1), (None, 1), (0, 0)])
def test_an_added_entry_is_where_add_says(at: int | None, position: int) -> None:
    doc = sitemap_editor.open_bytes(b"https://a.example/\n")
    assert doc.add({"loc": "https://b.example/"}, at=at) == position
    assert doc.value(position, "loc") == "https://b.example/"


def test_profiles_are_those_there_are() -> None:
    doc = sitemap_editor.open_bytes(b"https://a.example/#b\n")
    assert sitemap_editor.check(doc, "google") == sitemap_editor.check(doc, ["google"]) != []
    with pytest.raises(sitemap_editor.SitemapError, match="no profile gogle"):
        sitemap_editor.check(doc, ["protocol", "gogle"])

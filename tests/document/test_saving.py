"""What stands on disk after a save, and what stays when one fails."""

import gzip
from pathlib import Path

import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.opening import new_document, open_document
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.set_plan import PLAN_NAME

from .conftest import entry, urlset

ABC = urlset(entry("https://a.example/", lastmod="2024"), entry("https://b.example/é"))


def written(folder: Path, data: bytes, name: str = "sitemap.xml") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "data",
    [
        ABC,
        b"\xef\xbb\xbf" + ABC,
        gzip.compress(ABC) + b"\0\0",
        ABC.decode().encode("utf-16"),
        ABC.decode().replace("UTF-8", "ISO-8859-1").encode("latin-1"),
        b"\xef\xbb\xbfhttps://a.example/\r\n\r\nhttps://b.example/",
    ],
)
def test_an_untouched_document_is_saved_to_the_byte(tmp_path: Path, data: bytes) -> None:
    path = written(tmp_path, data)
    doc = open_document(path)
    doc.save(backup=True)
    assert path.read_bytes() == data
    doc.set_value(0, "loc", "https://c.example/")
    doc.undo()
    doc.save(tmp_path / "again.xml.gz" if data[:2] == b"\x1f\x8b" else tmp_path / "again.xml")
    assert (doc.path or path).read_bytes() == data


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_an_edit_changes_that_value_alone(tmp_path: Path, encoding: str) -> None:
    text = ABC.decode().replace("UTF-8", encoding)
    path = written(tmp_path, text.encode(encoding))
    doc = open_document(path)
    doc.set_value(0, "lastmod", "2025")
    doc.save()
    assert path.read_bytes() == text.replace("2024", "2025").encode(encoding)
    assert not doc.modified and doc.edited_ids().tolist() == []


def test_the_name_decides_about_compression_when_saved_under_another(tmp_path: Path) -> None:
    doc = open_document(written(tmp_path, ABC))
    doc.save(tmp_path / "b.xml.gz")
    assert gzip.decompress((tmp_path / "b.xml.gz").read_bytes()) == ABC
    assert doc.path == tmp_path / "b.xml.gz"
    doc.save()
    assert gzip.decompress((tmp_path / "b.xml.gz").read_bytes()) == ABC
    doc.save(tmp_path / "c.xml")
    assert (tmp_path / "c.xml").read_bytes() == ABC


def test_a_file_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = written(tmp_path, ABC)
    doc = open_document(path)
    doc.set_value(0, "lastmod", "2025")
    path.write_bytes(b"somebody else's")
    with pytest.raises(SitemapError) as caught:
        doc.save()
    assert caught.value.code == "changed-on-disk"
    assert path.read_bytes() == b"somebody else's" and doc.modified
    doc.save(force=True)
    assert b"2025" in path.read_bytes()


def test_the_backup_holds_what_was_there(tmp_path: Path) -> None:
    path = written(tmp_path, ABC)
    doc = open_document(path)
    doc.set_value(0, "lastmod", "2025")
    doc.save(backup=True)
    assert (tmp_path / "sitemap.xml.bak").read_bytes() == ABC


def test_undo_goes_back_past_a_save_and_knows_it(tmp_path: Path) -> None:
    path = written(tmp_path, ABC)
    doc = open_document(path)
    doc.set_value(0, "lastmod", "2025")
    doc.save()
    doc.undo()
    assert doc.modified and doc.edited_ids().tolist() == [0]
    doc.save()
    assert path.read_bytes() == ABC
    doc.redo()
    assert doc.modified


def test_a_new_document_needs_a_name(tmp_path: Path) -> None:
    doc = new_document(Kind.URLSET)
    doc.add({"loc": "https://a.example/"})
    with pytest.raises(SitemapError):
        doc.save()
    doc.save(tmp_path / "new.xml")
    assert not doc.modified
    assert open_document(tmp_path / "new.xml").value(0, "loc") == "https://a.example/"


def test_characters_a_legacy_encoding_lacks_are_written_as_references(tmp_path: Path) -> None:
    path = written(tmp_path, ABC.decode().replace("UTF-8", "ISO-8859-1").encode("latin-1"))
    doc = open_document(path)
    doc.set_value(0, "changefreq", "ежедневно")
    doc.set_value(0, "loc", "https://a.example/ж")
    doc.save()
    again = open_document(path)
    assert again.value(0, "changefreq") == "ежедневно"
    assert again.value(0, "loc") == "https://a.example/%D0%B6"


def test_another_encoding_is_a_step_that_can_be_undone(tmp_path: Path) -> None:
    path = written(tmp_path, ABC.decode().replace("UTF-8", "ISO-8859-1").encode("latin-1"))
    doc = open_document(path)
    doc.edit(editing.recode(doc, encoding="utf-8", bom=True, gzip=True), "Convert to UTF-8")
    doc.save()
    assert gzip.decompress(path.read_bytes()) == b"\xef\xbb\xbf" + ABC
    doc.undo()
    doc.save()
    assert path.read_bytes() == ABC.decode().replace("UTF-8", "ISO-8859-1").encode("latin-1")


@pytest.mark.parametrize("name", ["a.xml", "a.xml.gz"])
def test_bytes_that_cannot_be_encoded_back_survive_another_container(
    tmp_path: Path, name: str
) -> None:
    # Two codes of windows-31j for one character: only one of them is written.
    data = ABC.decode().replace("é", "-").replace("UTF-8", "Shift_JIS").encode()
    data += b"<!-- \xfa\x54 -->"
    path = written(tmp_path, data if name == "a.xml" else gzip.compress(data), name)
    doc = open_document(path)
    assert not doc.source.lossless
    doc.save(tmp_path / "b.xml.gz")
    assert gzip.decompress((tmp_path / "b.xml.gz").read_bytes()) == data
    doc.save(tmp_path / "c.xml")
    assert (tmp_path / "c.xml").read_bytes() == data


@pytest.mark.parametrize(
    ("label", "codec"), [("UTF-16", "utf-16"), ("utf_16_be", "utf-16"), ("cp1252", "cp1252")]
)
def test_an_encoding_goes_by_any_of_its_names(tmp_path: Path, label: str, codec: str) -> None:
    doc = open_document(written(tmp_path, ABC))
    doc.save(tmp_path / "b.xml", encoding=label)
    assert "https://b.example/é" in (tmp_path / "b.xml").read_bytes().decode(codec)


def test_an_unknown_encoding_is_refused_and_nothing_written(tmp_path: Path) -> None:
    doc = open_document(written(tmp_path, ABC))
    with pytest.raises(SitemapError, match="no encoding klingon"):
        doc.save(tmp_path / "b.xml", encoding="klingon")
    with pytest.raises(SitemapError, match="no encoding idna"):
        editing.recode(doc, encoding="idna")
    assert [path.name for path in tmp_path.iterdir()] == ["sitemap.xml"]


def test_what_was_guessed_is_read_back_as_it_is_shown(tmp_path: Path) -> None:
    data = ABC.replace("é".encode(), b"e") + b"<!-- \xd6 -->"
    doc = open_document(written(tmp_path, data))
    assert doc.source.guessed
    doc.set_value(0, "lastmod", "é")
    doc.save()
    again = open_document(tmp_path / "sitemap.xml")
    assert again.value(0, "lastmod") == "é" and again.text() == doc.text()


def test_the_first_edit_of_what_cannot_be_encoded_back_converts_to_utf_8(tmp_path: Path) -> None:
    path = written(tmp_path, ABC + "<!-- é日本語é".encode() + b" \xff -->")
    doc = open_document(path)
    doc.set_value(0, "lastmod", "2025")
    doc.save()
    assert doc.source.encoding == "utf-8"
    assert open_document(path).text() == doc.text()


def test_a_file_that_an_unfinished_set_would_write_waits_for_that_set(tmp_path: Path) -> None:
    path, other = written(tmp_path, ABC), written(tmp_path, ABC, "other.xml")
    plan = tmp_path / PLAN_NAME
    plan.write_text(
        '{"form": 1, "files": [[".0123456789abcdef.tmp", "sitemap.xml"]], "removed": []}\n'
    )
    doc, free = open_document(path), open_document(other)
    for each in (doc, free):
        each.set_value(0, "loc", "https://c.example/")
    with pytest.raises(SitemapError, match="not finished"):
        doc.save()
    assert path.read_bytes() == ABC
    free.save()
    plan.unlink()
    doc.save()
    assert not doc.modified

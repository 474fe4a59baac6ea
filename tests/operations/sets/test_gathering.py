"""What people name together: files once, whatever leads to them, under names that differ."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from sitemap_editor.document.opening import new_document
from sitemap_editor.operations.sets.gathering import Given, gather
from sitemap_editor.operations.sets.reading import walk
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
A = "https://a.example"


def sitemap(*pages: str) -> str:
    entries = "".join(f"<url><loc>{A}/{page}</loc></url>" for page in pages)
    return f'<urlset xmlns="{S}">{entries}</urlset>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.xml").write_text(sitemap("1"))
    (tmp_path / "b.xml").write_text(sitemap("2", "3"))
    entries = "".join(f"<sitemap><loc>{A}/{name}</loc></sitemap>" for name in ("a.xml", "b.xml"))
    (tmp_path / "index.xml").write_text(f'<sitemapindex xmlns="{S}">{entries}</sitemapindex>')
    with zipfile.ZipFile(tmp_path / "set.zip", "w") as archive:
        archive.writestr("a.xml", sitemap("4"))
    return tmp_path


def test_a_file_counts_once_and_names_differ(folder: Path) -> None:
    doc = new_document(Kind.URLSET)
    sources = [
        Given("b.xml", folder / "b.xml"),
        Given("index.xml", folder / "index.xml"),
        Given("Untitled", doc=doc),
        Given("set.zip", folder / "set.zip"),
        Given("again", folder / "a.xml"),
    ]
    found = gather(sources, {})
    names = [one.name for one in found.set.files]
    assert names == ["b.xml", f"{folder.name}/a.xml", "Untitled", "set.zip/a.xml"]
    assert found.borders == (0, 1, 2, 3, 4, 4)
    read = [doc for _n, _member, doc in walk(found.set, open_documents=found.documents)]
    assert read[2] is doc
    assert [len(one) for one in read if not isinstance(one, SitemapError)] == [2, 1, 0, 1]


def test_what_is_not_there_is_said(folder: Path) -> None:
    with pytest.raises(SitemapError, match="There is no such file"):
        gather([Given("x", folder / "x.xml")], {})

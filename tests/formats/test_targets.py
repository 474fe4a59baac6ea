"""The name of a file decides its format and container; the list of formats is explicit."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import sitemap_editor.formats as formats
from sitemap_editor.formats import FORMATS, Format, own_format, target_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

NAMES = [
    ("sitemap.xml", "xml", False),
    ("SITEMAP.XML", "xml", False),
    ("sitemap.xml.gz", "xml", True),
    ("Sitemap.XML.GZ", "xml", True),
    ("sitemap.gz", "xml", True),
    ("list.txt", "txt", False),
    ("list.txt.gz", "txt", True),
    ("folder.xml/table.csv", "csv", False),
    ("table.csv.gz", "csv", True),
    ("table.tsv", "tsv", False),
    ("book.xlsx", "xlsx", False),
    ("feed.rss", "rss", False),
    ("feed.atom.gz", "atom", True),
    ("list.jsonl", "jsonl", False),
    ("list.ndjson", "jsonl", False),
    ("robots.txt", "robots-lines", False),
    ("sitemap.Robots.TXT", "robots-lines", False),
]


@pytest.mark.parametrize(("name", "format_id", "is_gzip"), NAMES)
def test_the_suffix_decides(name, format_id, is_gzip):
    target = target_of(name, Kind.URLSET)
    assert (target.format.id, target.gzip) == (format_id, is_gzip)


def test_a_bare_gz_is_the_documents_own_format():
    assert target_of("urls.gz", Kind.TEXT).format.id == "txt"


@pytest.mark.parametrize("name", ["sitemap", "sitemap.doc", "sitemap.xml.bak", ".xml"])
def test_an_unknown_suffix_is_refused_with_those_that_are_known(name):
    with pytest.raises(SitemapError, match=r"not known.*\.xml, \.txt, \.csv") as caught:
        target_of(name, Kind.URLSET)
    assert caught.value.path == name


def test_an_unknown_suffix_can_have_a_default():
    target = target_of("sitemap.new", Kind.TEXT, default=own_format(Kind.TEXT))
    assert target.format.id == "txt"


def test_every_kind_has_one_format_of_its_own():
    for kind in Kind:
        assert sum(kind in known.own_kinds for known in FORMATS) == 1


def test_list_and_folder_agree():
    folder = Path(formats.__file__).parent
    modules = {path.stem for path in folder.glob("*.py")}
    writing = {
        name for name in modules if "Format(" in (folder / f"{name}.py").read_text(encoding="utf-8")
    } - {"base"}
    listed = {
        name
        for name in modules - {"__init__"}
        for value in vars(importlib.import_module(f"sitemap_editor.formats.{name}")).values()
        if isinstance(value, Format) and value in FORMATS
    }
    assert listed == writing


def test_a_suffix_means_one_format_for_each_kind_and_ids_are_unique():
    for kind in Kind:
        own = [suffix for known in FORMATS if kind in known.kinds for suffix in known.suffixes]
        assert len(set(own)) == len(own)
    assert len({known.id for known in FORMATS}) == len(FORMATS)


def test_a_robots_txt_stays_one():
    assert target_of("new.txt", Kind.ROBOTS).format.id == "robots"
    for name in ("list.csv", "sitemap.xml.gz"):
        with pytest.raises(SitemapError, match=r"robots\.txt"):
            target_of(name, Kind.ROBOTS)

"""Small parts of sets in the window: prefixes, names of files, remembered folders, sums."""

from pathlib import Path

import pytest

from sitemap_editor.gui.sets import mappings
from sitemap_editor.gui.sets.file_names import suggestion
from sitemap_editor.gui.sets.prefixes import common_prefix, wider
from sitemap_editor.gui.sets.row import Totals, sum_of
from sitemap_editor.gui.sets.tree import folders_apart
from sitemap_editor.operations.sets import Mapping
from sitemap_editor.support.settings import Settings

SITE = "https://a.example"


@pytest.mark.parametrize(
    ("addresses", "prefix"),
    [
        ([f"{SITE}/m/a.xml", f"{SITE}/m/n/b.xml"], f"{SITE}/m/"),
        ([f"{SITE}/a.xml", f"{SITE}/m/b.xml"], f"{SITE}/"),
        ([f"{SITE}/m/a.xml", f"{SITE}/m/b.xml", "https://cdn.example/x/c.xml"], f"{SITE}/m/"),
        ([f"{SITE}/one/a.xml", f"{SITE}/on/b.xml"], f"{SITE}/"),
        ([f"{SITE}", f"{SITE}/m/a.xml"], f"{SITE}/"),
        (["ftp://a.example/a.xml", "", "b.xml"], ""),
    ],
)
def test_the_folder_of_addresses_is_guessed(addresses, prefix):
    assert common_prefix(addresses) == prefix


def test_folders_above_are_tried_too():
    assert wider(f"{SITE}/a/b/") == [f"{SITE}/a/b/", f"{SITE}/a/", f"{SITE}/"]
    assert wider(f"{SITE}/") == [f"{SITE}/"]


@pytest.mark.parametrize(
    ("names", "suggested"),
    [
        ([], "sitemap-1.xml"),
        (["sitemap-008.xml", "sitemap-009.xml.gz", "other.xml"], "sitemap-010.xml"),
        (["maps/pages-8.xml", "maps/pages-9.xml", "year-2026.xml"], "pages-10.xml"),
        (["year-2026.xml", "sitemap-4.xml"], "sitemap-5.xml"),
    ],
)
def test_a_new_file_continues_the_names(tmp_path, names, suggested):
    assert suggestion(tmp_path, names) == suggested
    (tmp_path / suggested).touch()
    assert suggestion(tmp_path, names) != suggested


def test_the_folder_of_a_set_is_remembered_and_so_is_not_to_ask(tmp_path):
    settings = Settings(tmp_path / "settings.json")
    index, other = tmp_path / "a\tb.xml", tmp_path / "other.xml"
    mapping = Mapping.of(f"{SITE}/m/", tmp_path)
    mappings.remember(settings, index, mapping)
    mappings.remember(settings, other, None)
    again = Settings(tmp_path / "settings.json")
    assert mappings.remembered(again, index) == mapping
    assert mappings.remembered(again, other) is None
    assert mappings.was_asked(again, other)
    assert not mappings.was_asked(again, tmp_path / "third.xml")


def test_totals_follow_a_single_row():
    before, after = Totals(files=1, entries=5), Totals(files=1, entries=7, errors=1)
    rest = Totals(files=2, entries=10)
    assert sum_of([rest, before]).with_change(before, after) == sum_of([rest, after])
    assert sum_of([]) == Totals()


def test_files_of_one_name_are_told_apart_by_their_folders():
    paths = [Path("/www/one/maps/index.xml"), Path("/www/two/maps/index.xml")]
    more = [None, Path("/www/other.xml"), Path("/www/maps/index.xml")]
    assert folders_apart([*paths, *more]) == ["one/maps", "two/maps", "", "", "www/maps"]
    paths = [Path("/maps/index.xml"), Path("/www/maps/index.xml")]
    assert folders_apart(paths) == ["/maps", "www/maps"]

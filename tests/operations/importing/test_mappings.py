"""Mappings: what people say, what is kept by name, and what is offered again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sitemap_editor.operations.importing import saved
from sitemap_editor.operations.importing.choosing import Wish, choose, wish_of
from sitemap_editor.operations.importing.headers import normalised
from sitemap_editor.operations.importing.proposing import propose
from sitemap_editor.operations.importing.statuses import StatusGroup, group_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.settings import SAVED_MAPPINGS, Settings

from .helpers import table_of, tables_of

TEXT = "Seite,Stand,Note\nhttps://www.example.com/,15.03.2024,0.5\n"


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "settings.json")


def test_a_mapping_is_kept_by_name_and_offered_for_the_same_columns(settings):
    table = table_of(TEXT)
    mapping = replace(propose(table).mapping, filters=("Note=0.5",), date_format="dmy", zone="Z")
    saved.keep_mapping(settings, "mine", table, mapping)
    (offered,) = saved.offered_for(
        table_of(TEXT.replace("Seite", "SEITE")), Settings(settings.path)
    )
    assert offered.name == "mine"
    assert offered.mapping_for(table) == mapping
    assert saved.offered_for(table_of("Other,x\nhttps://www.example.com/,1\n"), settings) == []


def test_a_mapping_of_the_same_name_is_replaced_and_can_be_forgotten(settings):
    table = table_of(TEXT)
    for form in ("dmy", "mdy"):
        kept = replace(propose(table).mapping, date_format=form)
        saved.keep_mapping(settings, "mine", table, kept)
    assert [one.mapping_for(table).date_format for one in saved.saved_mappings(settings)] == ["mdy"]
    saved.forget_mapping(settings, "mine")
    assert saved.saved_mappings(settings) == []


def test_columns_are_found_by_name_where_they_moved(settings):
    table = table_of("url,modified\nhttps://www.example.com/,2024-03-15\n")
    saved.keep_mapping(settings, "mine", table, propose(table).mapping)
    moved = table_of("modified,url\n2024-03-15,https://www.example.com/\n")
    (kept,) = saved.saved_mappings(settings)
    assert dict(kept.mapping_for(moved).columns) == {"loc": 1, "lastmod": 0}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"name": "x"}', '{"name":"x","signature":"","mapping":3}']
)
def test_what_cannot_be_read_of_settings_is_left_out(settings, text):
    settings.set(SAVED_MAPPINGS, (text,))
    assert saved.offered_for(table_of(TEXT), settings) == []
    saved.keep_mapping(settings, "mine", table_of(TEXT), propose(table_of(TEXT)).mapping)
    assert len(saved.offered_for(table_of(TEXT), settings)) == 1


def test_people_name_columns_by_name_number_or_pattern():
    wish = wish_of(["loc=/p/{Note}", "lastmod=2:mdy"], base_url="https://www.example.com/")
    proposal = choose(tables_of(TEXT), wish)
    assert proposal.mapping.url_pattern == "/p/{Note}"
    assert (proposal.mapping.columns["lastmod"], proposal.mapping.date_format) == (1, "mdy")


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"columns": {"loc": "Nothing"}}, "Seite, Stand, Note"),
        ({"columns": {"loc": "9"}}, "no column 9"),
        ({"filters": ("indexable",)}, "needs a column"),
        ({"filters": ("nonsense",)}, "no filter"),
        ({"filters": ("status=abc",)}, "no filter"),
        ({"preset": "nonsense"}, "no preset"),
    ],
)
def test_what_does_not_fit_the_list_is_said(wish, said):
    with pytest.raises(SitemapError) as caught:
        choose(tables_of(TEXT), Wish(**wish))
    assert said in str(caught.value)


def test_a_word_that_is_no_mapping_is_said():
    with pytest.raises(SitemapError, match="loc=Address"):
        wish_of(["nonsense"])


def test_a_preset_can_be_named_by_its_program():
    proposal = choose(
        tables_of("Target URL,Referring page URL\nhttps://a.example/,https://b.example/\n"),
        Wish(preset="ahrefs"),
    )
    assert proposal.preset.id == "ahrefs-backlinks"


def test_every_role_has_its_reason():
    proposal = propose(table_of("Address,Status Code\nhttps://www.example.com/,200\n"))
    assert set(proposal.why) == set(proposal.mapping.columns)
    assert proposal.offers == ("status=200",)


@pytest.mark.parametrize(
    "name", ["Size (bytes)", "size (Bytes)", " SIZE_BYTES ", "Size-Bytes", "sïze bytes"]
)
def test_names_are_compared_as_people_mean_them(name):
    assert normalised(name) == "size bytes"


@pytest.mark.parametrize(
    ("cell", "group"),
    [
        ("200", StatusGroup.FINE),
        ("301", StatusGroup.REDIRECT),
        ("404", StatusGroup.GONE),
        ("410.0", StatusGroup.GONE),
        ("404 Not Found", StatusGroup.GONE),
        ("403", StatusGroup.DENIED),
        ("429", StatusGroup.TOO_MANY),
        ("418", StatusGroup.CLIENT),
        ("503", StatusGroup.SERVER),
        ("0", StatusGroup.NO_ANSWER),
        ("", StatusGroup.NO_ANSWER),
        ("DNS error", StatusGroup.OTHER),
        ("20000", StatusGroup.OTHER),
    ],
)
def test_a_page_that_is_gone_is_told_from_one_that_was_not_shown(cell, group):
    assert group_of(cell) is group
    assert group.words

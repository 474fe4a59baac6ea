"""A profile column leads to the profiles that listen to its sources."""

import re

import pytest

from sitemap_editor.protocol.profiles import DEFAULT_PROFILES, PROFILES, profiles_of


@pytest.mark.parametrize(
    ("column", "profiles"),
    [
        ("all", set(PROFILES)),
        ("P0.9, G, B, Y", {"protocol", "google", "bing", "yandex"}),
        ("editor; P0.9 silent", {"advice"}),
        ("X (0.9); not L84", {"protocol"}),
        ("G, B versus Y", {"google", "bing"}),
        ("B (secondary source), editor", {"bing", "advice"}),
        ("L84; P0.9", {"legacy-2005", "protocol"}),
        ("P #escaping", {"protocol"}),
        ("RFC 3986, DNS", {"protocol"}),
        ("image XSD", {"google"}),
        ("IN-faq", {"bing"}),
    ],
)
def test_column_leads_to_profiles(column: str, profiles: set[str]) -> None:
    assert profiles_of(column) == profiles


def test_every_profile_says_of_when_its_sources_are() -> None:
    for profile in PROFILES.values():
        assert re.fullmatch(r"20[0-2]\d(-\d\d){0,2}", profile.as_of)


def test_defaults_exist() -> None:
    assert set(DEFAULT_PROFILES) <= set(PROFILES)

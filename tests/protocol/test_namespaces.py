"""Namespaces are compared character by character, yet slips are understood."""

import pytest

from sitemap_editor.protocol.namespaces import (
    EXTENSIONS,
    SITEMAP,
    classify_root_namespace,
    edit_distance,
    is_sitemap_namespace,
    resembling_extension,
)

ROOTS = [
    (SITEMAP, None),
    ("", "ns-missing"),
    ("https://www.sitemaps.org/schemas/sitemap/0.9", "ns-https"),
    ("http://www.sitemaps.org/schemas/sitemap/0.9/", "ns-trailing-slash"),
    (" http://www.sitemaps.org/schemas/sitemap/0.9 ", "ns-trailing-slash"),
    ("http://www.google.com/schemas/sitemap/0.84", "ns-legacy-google"),
    ("https://www.google.com/schemas/sitemap/0.90", "ns-legacy-google"),
    ("http://www.google.com/schemas/sitemap/0.85", "ns-unknown"),
    ("http://www.sitemaps.org/schema/sitemap/0.9", "ns-typo"),
    ("http://sitemaps.org/schemas/sitemap/0.9", "ns-typo"),
    ("http://www.sitemaps.org/schemas/ sitemap/0.9", "ns-typo"),
    ("http://www.sitemap.org/schemas/sitemap/0.9", "ns-typo"),
    ("http://www.sitemaps.com/schemas/sitemap/0.9", "ns-typo"),
    ("HTTP://www.sitemaps.org/schemas/sitemap-0.9", "ns-typo"),
    ("http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd", "ns-unknown"),
    ("urn:other", "ns-unknown"),
]


@pytest.mark.parametrize(("uri", "code"), ROOTS)
def test_root_namespace_is_named_by_its_fault(uri: str, code: str | None) -> None:
    assert classify_root_namespace(uri) == code
    assert is_sitemap_namespace(uri) == (code != "ns-unknown")


@pytest.mark.parametrize("extension", EXTENSIONS)
def test_exact_extension_address_resembles_nothing(extension: object) -> None:
    assert resembling_extension(extension.uri) is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("uri", "prefix"),
    [
        ("https://www.google.com/schemas/sitemap-image/1.1", "image"),
        ("http://www.google.com/schemas/sitemap-image/1.0", "image"),
        ("http://www.google.com/schemas/sitemap-news/0.84", "news"),
        ("http://www.w3.org/1999/xhtml/", "xhtml"),
        ("http://www.w3.org/TR/xhtml11/xhtml11_schema.html", "xhtml"),
        ("https://search.yahoo.com/mrss", "media"),
    ],
)
def test_wrong_extension_address_leads_to_the_one_meant(uri: str, prefix: str) -> None:
    extension = resembling_extension(uri)
    assert extension is not None and extension.prefix == prefix


@pytest.mark.parametrize("uri", ["urn:x", "http://example.com/ns", SITEMAP, ""])
def test_other_addresses_resemble_no_extension(uri: str) -> None:
    assert resembling_extension(uri) is None


def test_edit_distance_stops_at_its_bound() -> None:
    assert edit_distance("lastmod", "last_mod", 2) == 1
    assert edit_distance("kitten", "sitting", 2) == 3

"""Which namespace addresses mean what; an address is compared character by character.

Source: https://www.sitemaps.org/protocol.html for the sitemap namespace, Google's pages for its
extensions; the wrong spellings are those seen in public files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
LEGACY_SPELLINGS = frozenset(
    f"{scheme}://www.google.com/schemas/sitemap/{version}"
    for scheme in ("http", "https")
    for version in ("0.84", "0.9", "0.90")
)
XSI = "http://www.w3.org/2001/XMLSchema-instance"
XML = "http://www.w3.org/XML/1998/namespace"

TYPO_DISTANCE = 3
"""An address this many edits away from the right one is a misspelling of it."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A namespace known beside the sitemap's own: usual prefix, exact address, other spellings."""

    prefix: str
    uri: str
    legacy: bool = False
    misspellings: tuple[str, ...] = ()


EXTENSIONS: tuple[Extension, ...] = (
    Extension("image", "http://www.google.com/schemas/sitemap-image/1.1"),
    Extension("video", "http://www.google.com/schemas/sitemap-video/1.1"),
    Extension("news", "http://www.google.com/schemas/sitemap-news/0.9"),
    Extension(
        "xhtml",
        "http://www.w3.org/1999/xhtml",
        misspellings=("http://www.w3.org/TR/xhtml11/xhtml11_schema.html",),
    ),
    Extension("mobile", "http://www.google.com/schemas/sitemap-mobile/1.0", legacy=True),
    Extension("pagemap", "http://www.google.com/schemas/sitemap-pagemap/1.0", legacy=True),
    Extension("codesearch", "http://www.google.com/codesearch/schemas/sitemap/1.0", legacy=True),
    Extension("geo", "http://www.google.com/geo/schemas/sitemap/1.0", legacy=True),
    Extension("xsi", XSI),
    Extension("media", "http://search.yahoo.com/mrss/"),
)
EXTENSION_BY_URI = {extension.uri: extension for extension in EXTENSIONS}
EXTENSION_BY_PREFIX = {extension.prefix: extension for extension in EXTENSIONS}

ROOT_VARIANTS = frozenset(
    ("ns-missing", "ns-legacy-google", "ns-https", "ns-trailing-slash", "ns-typo")
)
"""Codes of root namespaces that are wrong but plainly meant as the sitemap namespace."""


def is_sitemap_namespace(uri: str) -> bool:
    """Whether the address is the sitemap namespace, a known wrong spelling of it, or none."""
    code = classify_root_namespace(uri)
    return code is None or code in ROOT_VARIANTS


@lru_cache(maxsize=256)
def classify_root_namespace(uri: str) -> str | None:
    """Name the rule a root in this namespace breaks, or None when it is exactly right."""
    if uri == SITEMAP:
        return None
    if not uri:
        return "ns-missing"
    if uri in LEGACY_SPELLINGS:
        return "ns-legacy-google"
    if uri == SITEMAP.replace("http:", "https:"):
        return "ns-https"
    if uri.strip(" \t\r\n").rstrip("/") == SITEMAP:
        return "ns-trailing-slash"
    return "ns-typo" if _resembles(uri, SITEMAP) else "ns-unknown"


def is_legacy_google(uri: str) -> bool:
    """Whether the address is some version of Google's own format of 2005, known or not."""
    return re.fullmatch(r"https?://www\.google\.com/schemas/sitemap/[^/\s]*/?", uri) is not None


@lru_cache(maxsize=256)
def resembling_extension(uri: str) -> Extension | None:
    """The extension meant by a wrong address: https, another version, a slash, a slip or two.

    None when the address is exactly right, is the sitemap's own, or resembles nothing.
    """
    if uri in EXTENSION_BY_URI or classify_root_namespace(uri) != "ns-unknown":
        return None
    for extension in EXTENSIONS:
        if uri in extension.misspellings or _same_but_version(uri, extension.uri):
            return extension
    return None


def _same_but_version(uri: str, right: str) -> bool:
    version = re.compile(r"/[0-9.,]+$")
    given, wanted = (version.sub("", _plain(text)) for text in (uri, right))
    return edit_distance(given, wanted, 2) <= 2


def _resembles(uri: str, right: str) -> bool:
    return edit_distance(_plain(uri), right, TYPO_DISTANCE) <= TYPO_DISTANCE


def _plain(uri: str) -> str:
    """The address without what people get wrong most: space, case, https, www., final slash."""
    plain = re.sub(r"\s+", "", uri).lower().rstrip("/")
    return re.sub(r"^https?://(www\.)?", "http://www.", plain)


def edit_distance(one: str, other: str, most: int) -> int:
    """Levenshtein distance of two strings; anything above ``most`` is returned as ``most + 1``."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    row = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, right in enumerate(other, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (left != right))
        if min(row) > most:
            return most + 1
    return min(row[-1], most + 1)

"""Documents for the tests of rules, and what is reported about them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.protocol.namespaces import EXTENSIONS as KNOWN_EXTENSIONS
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.decisions.policy import NO_POLICY, Policy

CASES = Path(__file__).parent.parent / "cases" / "rules"
NOW = 1_748_736_000
"""2025-06-01T00:00:00Z."""
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def load(name: str) -> dict[str, dict[str, Any]]:
    """The cases of a file, by code."""
    return tomllib.loads((CASES / name).read_text(encoding="utf-8"))


DOCUMENT_FILES = ("documents.toml", "alternates.toml", "news_languages.toml", "images_videos.toml")
"""Cases that are documents, or entries of one."""

EXTENSIONS = " ".join(
    f'xmlns:{one.prefix}="{one.uri}"' for one in KNOWN_EXTENSIONS if one.prefix != "xsi"
)


VIDEO = (
    "<video:thumbnail_loc>https://www.shop.org/t.jpg</video:thumbnail_loc>"
    "<video:title>Grill</video:title><video:description>How to.</video:description>"
    "<video:content_loc>https://cdn.shop.org/v.mp4</video:content_loc>"
)


def load_documents() -> dict[str, dict[str, Any]]:
    """The cases of all these files, by code."""
    found: dict[str, dict[str, Any]] = {}
    for name in DOCUMENT_FILES:
        for code, case in load(name).items():
            found[code] = {**case, "code": code}
    return found


def with_value(kind: str, field: str, value: str) -> Document:
    """A document of one entry, on its third line, with this value."""
    if kind == "text":
        return open_bytes(f"https://www.shop.org/first\n\n{value}\n".encode(), "list.txt")
    name = "sitemap" if kind == "sitemapindex" else "url"
    loc = "" if field == "loc" else "<loc>https://www.shop.org/a</loc>"
    own = f"<{field}>{escape(value)}</{field}>"
    entry = f"<{name}>{loc}{own}</{name}>"
    text = f'{DECLARATION}\n<{kind} xmlns="{SITEMAP}">\n{entry}\n</{kind}>\n'
    return open_bytes(text.encode(), "sitemap.xml")


def column_of(kind: str, field: str) -> int:
    """Where the value stands in the third line of ``with_value``."""
    if kind == "text":
        return 1
    before = "<sitemap>" if kind == "sitemapindex" else "<url>"
    before += "" if field == "loc" else "<loc>https://www.shop.org/a</loc>"
    return len(before) + len(field) + 3


def from_text(text: str, *, raw: bool = False) -> Document:
    """A document of this text; ``"S`` is the sitemap namespace, the declaration is added.

    Entries alone stand on the third line, in a urlset that declares all extensions; images and
    videos alone stand in such an entry. ``<V/>`` is all that a video must have.
    """
    if text.startswith(("<image:", "<video:")):
        text = f"<url><loc>https://www.shop.org/a</loc>{text.replace('<V/>', VIDEO)}</url>"
    if text.startswith("<url>"):
        text = f'\n<urlset xmlns="S" {EXTENSIONS}>\n{text}\n</urlset>'
    text = text.replace('"S"', f'"{SITEMAP}"').replace('"S ', f'"{SITEMAP} ')
    return open_bytes((text if raw else DECLARATION + text).encode(), "sitemap.xml")


def findings(doc: Document, base: str | None = None) -> list[Finding]:
    """Everything that any profile has to say."""
    return list(checker(doc, base).run().findings())


def checker(doc: Document, base: str | None = None, policy: Policy = NO_POLICY) -> Checker:
    """A checker with all profiles, at a fixed time."""
    return Checker(doc, profiles=tuple(PROFILES), base_url=base, now=NOW, policy=policy)


def checker_of(doc: Document, case: dict[str, Any]) -> Checker:
    """The checker for a case: its rule runs even if it is off by default."""
    code = str(case.get("code"))
    policy = Policy({code: CATALOGUE[code].severity}) if case.get("off") else NO_POLICY
    return checker(doc, case.get("base"), policy)


@pytest.fixture
def clean() -> Document:
    """A document nobody has anything to say about."""
    return with_value("urlset", "lastmod", "2024-05-01")

"""The kinds of document this program edits."""

from enum import StrEnum


class Kind(StrEnum):
    """What a document is: the name of its root element, or ``text`` for one URL a line."""

    URLSET = "urlset"
    SITEMAPINDEX = "sitemapindex"
    TEXT = "text"

    @property
    def entry_name(self) -> str:
        """Local name of the element of one entry; empty for a text list."""
        return {"urlset": "url", "sitemapindex": "sitemap", "text": ""}[self.value]

    @property
    def is_xml(self) -> bool:
        """Whether the entries are elements."""
        return self is not Kind.TEXT

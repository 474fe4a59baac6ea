"""The kinds of document this program edits."""

from enum import StrEnum


class Kind(StrEnum):
    """What a document is: the name of its root element, or what its lines are.

    ``text`` is a list with one URL a line, ``robots`` a robots.txt.
    """

    URLSET = "urlset"
    SITEMAPINDEX = "sitemapindex"
    TEXT = "text"
    ROBOTS = "robots"

    @property
    def entry_name(self) -> str:
        """Local name of the element of one entry; empty where entries are lines."""
        return {"urlset": "url", "sitemapindex": "sitemap"}.get(self.value, "")

    @property
    def is_xml(self) -> bool:
        """Whether the entries are elements."""
        return self in (Kind.URLSET, Kind.SITEMAPINDEX)

"""The kinds of document this program edits."""

from enum import StrEnum


class Kind(StrEnum):
    """What a document is: the name of its root element, or what its lines are.

    ``text`` is a list with one URL a line, ``robots`` a robots.txt. Feeds, ``rss`` (0.9x, 1.0 and
    2.0) and ``atom`` (0.3 and 1.0), are read only.
    """

    URLSET = "urlset"
    SITEMAPINDEX = "sitemapindex"
    TEXT = "text"
    ROBOTS = "robots"
    RSS = "rss"
    ATOM = "atom"

    @property
    def entry_name(self) -> str:
        """Local name of the element of one entry; empty where entries are lines."""
        names = {"urlset": "url", "sitemapindex": "sitemap", "rss": "item", "atom": "entry"}
        return names.get(self.value, "")

    @property
    def is_xml(self) -> bool:
        """Whether it is a sitemap whose entries are elements, and can be changed."""
        return self in XML_KINDS

    @property
    def is_feed(self) -> bool:
        """Whether it is a feed, which can be looked at, checked and turned into a sitemap only."""
        return self in FEEDS


XML_KINDS = (Kind.URLSET, Kind.SITEMAPINDEX)
FEEDS = (Kind.RSS, Kind.ATOM)

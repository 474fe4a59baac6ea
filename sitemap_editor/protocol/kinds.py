"""The kinds of document this program edits."""

from __future__ import annotations

from enum import StrEnum

from sitemap_editor.support.i18n import _

from .errors import SitemapError


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

_PAGES = frozenset((Kind.URLSET, Kind.TEXT))


def require_editable(kind: Kind) -> None:
    """Raise SitemapError for a document that can only be looked at."""
    if kind.is_feed:
        raise SitemapError(
            _("A feed cannot be changed here, only looked at, checked and copied from."),
            advice=_("Make a sitemap of it, and change that."),
        )


def can_take(source: Kind, target: Kind) -> bool:
    """Whether entries of one kind of document may come into another."""
    if target is Kind.SITEMAPINDEX:
        return source is Kind.SITEMAPINDEX
    return target in _PAGES and source in _PAGES.union(FEEDS)

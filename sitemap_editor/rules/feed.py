"""Group O: RSS and Atom feeds handed in as sitemaps."""

from __future__ import annotations

from dataclasses import dataclass

from sitemap_editor.markup.elements import Element
from sitemap_editor.markup.feeds import ATOM_03, ATOM_1, Feed, Item, feed_of_head
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.feed_dates import (
    is_rfc_822,
    is_rfc_3339,
    rfc_822_of,
    rfc_3339_of,
    w3c_of,
)
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import FEEDS, Kind
from sitemap_editor.protocol.limits import MAX_BYTES, MAX_ENTRIES
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_, format_number

from .base import Context, Hit, rule
from .engine.frame import File

_RIGHT_VERSION = "2.0"


@dataclass(frozen=True)
class FeedItem:
    """An item with what the feed around it says."""

    item: Item
    feed: Feed

    def at(self, element: Element) -> int:
        """Where the text of an element begins in the item."""
        raw = element.content
        blanks = len(raw) - len(raw.lstrip()) if raw.strip() else 0
        return element.content_start + blanks


# The file


@rule(
    "feed-version",
    title=N_("Feed in a version that is not read"),
    message=N_(
        "The feed is {value}; search engines read RSS 2.0 and Atom 1.0. "
        "They may not find a single page in it: make a sitemap of it."
    ),
    kinds=FEEDS,
)
def feed_version(file: File, context: Context) -> Hit | None:
    """The feed is neither RSS 2.0 nor Atom 1.0.

    Good: ``<rss version="2.0">``. Bad: ``<rss version="0.91">``, ``<rdf:RDF>``. Atom 0.3 is read
    by some, but Google names Atom 1.0 only.
    """
    feed = feed_of_head(file.head)
    if feed.kind is Kind.RSS:
        if feed.name == "rss" and feed.version.strip() == _RIGHT_VERSION:
            return None
        return Hit(value=_name_of_rss(feed), at=feed.at)
    if feed.namespace == ATOM_1:
        return None
    if feed.namespace != ATOM_03:
        return Hit(value=f"Atom “{feed.namespace}”", at=feed.at)
    if "google" not in context.profiles:
        return None
    return Hit(value="Atom 0.3", severity=Severity.WARNING, at=feed.at)


def _name_of_rss(feed: Feed) -> str:
    if feed.name != "rss":
        return "RSS 1.0 (RDF)" if feed.name.lower() == "rdf" else f"<{feed.name}>"
    return f"RSS {feed.version.strip() or '?'}"


@rule(
    "feed-yandex",
    title=N_("Feed for Yandex"),
    message=N_(
        "Yandex reads sitemaps in XML and as text only, no feeds. "
        "Make a sitemap of this feed and hand in that."
    ),
    kinds=FEEDS,
)
def feed_yandex(_file: File, _context: Context) -> Hit | None:
    """The file is a feed, and Yandex is among those it is for."""
    return Hit()


@rule(
    "feed-not-complete",
    title=N_("Feed as the only sitemap"),
    message=N_(
        "A feed lists the newest pages only, here {count}. Hand in a sitemap of all pages too, "
        "since search engines do not hear of the others from it."
    ),
    kinds=FEEDS,
)
def feed_not_complete(file: File, _context: Context) -> Hit | None:
    """A feed lists recent pages only and should not be the only sitemap."""
    return Hit({"count": format_number(len(file.doc))})


@rule(
    "feed-limits",
    title=N_("Feed too large"),
    message=N_(
        "The feed has {count} items and {bytes} bytes; {most} items and {limit} bytes are allowed. "
        "Search engines reject larger files."
    ),
    kinds=FEEDS,
)
def feed_limits(file: File, _context: Context) -> Hit | None:
    """The feed has more than 50,000 items, or more than 52,428,800 bytes."""
    count, size = len(file.doc), file.doc.size_bytes
    if count <= MAX_ENTRIES and size <= MAX_BYTES:
        return None
    numbers = {"count": count, "bytes": size, "most": MAX_ENTRIES, "limit": MAX_BYTES}
    return Hit({name: format_number(one) for name, one in numbers.items()})


# Items


@rule(
    "feed-item-no-link",
    reads=("loc",),
    title=N_("Item without a link"),
    message=N_(
        "The item names no page; give it a link such as “https://www.example.com/page”. "
        "Search engines pass over items without one."
    ),
    kinds=FEEDS,
)
def feed_item_no_link(one: FeedItem, _context: Context) -> Hit | None:
    """An item of RSS has no ``link``, or an entry of Atom none that leads to its page.

    Good: ``<link>https://www.example.com/page</link>``, ``<link href="…"/>``. A ``guid`` that is
    an address helps with some crawlers only.
    """
    link = one.item.link
    if link is None:
        return Hit(at=0)
    if not link.is_guid:
        return None
    return Hit(severity=Severity.WARNING, value=link.text, at=link.at, message=_GUID_ONLY)


_GUID_ONLY = N_(
    "The item has a guid, “{value}”, but no link. Some crawlers take the guid for the page, "
    "others pass over the item."
)


@rule(
    "feed-link-relative",
    reads=("loc",),
    title=N_("Link of an item is not absolute"),
    message=N_(
        "“{value}” is not a whole address; “{example}” is probably meant. "
        "Some crawlers make it whole, others leave it out."
    ),
    kinds=FEEDS,
)
def feed_link_relative(one: FeedItem, _context: Context) -> Hit | None:
    """A link lacks scheme and host.

    Good: ``https://www.example.com/page``. Bad: ``/page``.
    """
    link = one.item.link
    if link is None or split_url(link.text).scheme:
        return None
    example = one.feed.resolved(link.text)
    if not split_url(example).scheme:
        example = f"https://www.example.com/{link.text.lstrip('/')}"
    return Hit({"example": example}, value=link.text, at=link.at)


@rule(
    "feed-date-invalid",
    reads=("lastmod",),
    title=N_("Date of an item in another form"),
    message=N_(
        "“{value}” is not in the form of dates in {format}; one looks like “{example}”. "
        "Readers that do not understand it take the page for undated."
    ),
    kinds=FEEDS,
)
def feed_date_invalid(one: FeedItem, _context: Context) -> Hit | None:
    """A ``pubDate`` is not as in RFC 822, or an ``updated`` not as in RFC 3339.

    Good: ``Wed, 02 Oct 2024 13:00:00 GMT`` in RSS, ``2024-10-02T13:00:00Z`` in Atom.
    """
    return _wrong_rss_date(one) if one.feed.kind is Kind.RSS else _wrong_atom_date(one)


def _wrong_rss_date(one: FeedItem) -> Hit | None:
    date = one.item.child("pubDate")
    if date is None or is_rfc_822(date.text):
        return None
    example = rfc_822_of(w3c_of(date.text) or "") or "Wed, 02 Oct 2024 13:00:00 GMT"
    return Hit({"format": "RSS", "example": example}, value=date.text, at=one.at(date))


def _wrong_atom_date(one: FeedItem) -> Hit | None:
    is_old = one.feed.namespace == ATOM_03
    names = ("modified", "issued", "created") if is_old else ("updated", "published")
    for date in map(one.item.child, names):
        if date is None or _is_right(date.text, is_old):
            continue
        example = rfc_3339_of(w3c_of(date.text) or "") or "2024-10-02T13:00:00Z"
        return Hit({"format": "Atom", "example": example}, value=date.text, at=one.at(date))
    return None


def _is_right(text: str, is_old: bool) -> bool:
    return read_date(text).is_valid if is_old else is_rfc_3339(text)


FILE_RULES = (feed_version, feed_yandex, feed_not_complete, feed_limits)
"""Rules about the feed."""

RULES = (feed_item_no_link, feed_link_relative, feed_date_invalid)
"""Rules about its items."""

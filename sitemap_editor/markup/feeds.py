"""The items of RSS and Atom feeds: where each stands, what it links to, and when it changed.

Read are RSS 0.9x, 1.0 (RDF) and 2.0, Atom 0.3 and 1.0, whatever else their items hold; what is
not well-formed is refused. Sources: https://www.rssboard.org/rss-specification,
https://web.resource.org/rss/1.0/spec, RFC 4287.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import urljoin
from xml.parsers.expat import ParserCreate, XMLParserType

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.feed_dates import w3c_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .elements import Element, read_element
from .first_tag import first_tag
from .values import WHITE
from .well_formed import parse_whole, refuse_second_mark

ATOM_1 = "http://www.w3.org/2005/Atom"
ATOM_03 = "http://purl.org/atom/ns#"
RSS = (
    "http://purl.org/rss/",
    "http://my.netscape.com/",
    "http://channel.netscape.com/",
    "http://backend.userland.com/",
)
"""How the namespaces begin that versions of RSS have or had; most have none."""

DUBLIN_CORE = frozenset(("http://purl.org/dc/elements/1.1/", "http://purl.org/dc/terms/"))
MEDIA = frozenset(("http://search.yahoo.com/mrss/", "http://search.yahoo.com/mrss"))

WORDPRESS = "http://wordpress.org/export/"
"""How the namespace of WordPress's exports begins, whatever their version; its dates are UTC."""

_SQL_DATE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", re.ASCII)
_SEPARATOR = "\x01"
_SLICE = 1 << 18
TICK = 32
"""Items read between two ticks."""

_XML_BASE = f"http://www.w3.org/XML/1998/namespace{_SEPARATOR}base"
_ROOTS = {"rss": Kind.RSS, "rdf": Kind.RSS, "feed": Kind.ATOM}
_DATES = {Kind.RSS: ("pubDate", "date"), Kind.ATOM: ("updated", "modified", "published", "issued")}


@dataclass(slots=True)
class Feed:
    """What stands around the items.

    ``name`` is the root's local name as written, ``scope`` has the namespaces declared outside of
    items, by prefix. ``link`` is the address of the site, ``base`` what relative links count from.
    """

    kind: Kind
    name: str
    namespace: str
    version: str
    scope: dict[str, str] = field(default_factory=dict)
    link: str = ""
    base: str = ""
    title: str = ""
    at: int = 0
    """Where the root begins."""

    def resolved(self, link: str) -> str:
        """A link as an absolute address, as far as the feed tells how."""
        base = urljoin(self.link, self.base) if self.base else self.link
        try:
            return urljoin(base, link) if base else link
        except ValueError:
            return link


def kind_of_root(name: str) -> Kind | None:
    """The kind of feed whose root has this local name; None for other documents."""
    return _ROOTS.get(name.lower())


class Link(NamedTuple):
    """What an item links to: trimmed text, the element it stands in, and its offset there."""

    text: str
    element: Element
    at: int
    is_guid: bool = False


class Item:
    """One item or entry of a feed; places are offsets into its bytes."""

    def __init__(self, top: Element, kind: Kind) -> None:
        self.top = top
        self.kind = kind

    @property
    def link(self) -> Link | None:
        """The address of the page; the guid where it says it is one and there is no link."""
        if self.kind is Kind.ATOM:
            return self._atom_link()
        return self._text_link("link") or self._guid()

    @property
    def date(self) -> Element | None:
        """When it last changed, as far as it says so."""
        found = (self.child(name) for name in _DATES[self.kind])
        return next((one for one in found if one is not None and one.text), None)

    def child(self, local: str) -> Element | None:
        """The first child of this name in the feed's own namespace, or Dublin Core's."""
        for one in self.top.children:
            is_own = one.namespace == self.top.namespace or not one.namespace
            if one.local == local and (is_own or one.namespace in DUBLIN_CORE):
                return one
        return None

    def _text_link(self, name: str) -> Link | None:
        child = self.child(name)
        if child is None or not child.text:
            return None
        return Link(child.text, child, child.content_start + _blank_before(child.content))

    def _guid(self) -> Link | None:
        found = self._text_link("guid")
        if found is None or found.element.attributes.get("isPermaLink", "true") == "false":
            return None
        return found._replace(is_guid=True)

    def _atom_link(self) -> Link | None:
        for one in self.top.children:
            is_own = one.local == "link" and one.namespace == self.top.namespace
            href = one.places.get("href") if is_own else None
            if href is None or one.attributes.get("rel", "alternate").strip() != "alternate":
                continue
            if href.value.strip(WHITE):
                blanks = len(href.value) - len(href.value.lstrip(WHITE))
                return Link(href.value.strip(WHITE), one, href.value_start + blanks)
        return None

    @property
    def lastmod(self) -> str | None:
        """The date in W3C form; as written when it cannot be read, None when there is none."""
        for name in ("post_modified_gmt", "post_date_gmt"):
            text = self.wordpress(name)
            if _SQL_DATE.fullmatch(text) and text.strip("0-: "):
                return f"{text.replace(' ', 'T')}Z"
        date = self.date
        return None if date is None else w3c_of(date.text) or date.text

    def wordpress(self, local: str) -> str:
        """What an export of WordPress says about the item, such as ``post_type``."""
        for one in self.top.children:
            if one.local == local and one.namespace.startswith(WORDPRESS):
                return one.text
        return ""

    @property
    def images(self) -> list[str]:
        """Addresses of images that Media RSS or an enclosure gives the item."""
        found: list[str] = []
        waiting = list(self.top.children)
        while waiting:
            one = waiting.pop(0)
            if one.namespace in MEDIA and one.local == "group":
                waiting[:0] = one.children
            elif _is_image(one):
                found.append(one.attributes.get("url", "").strip(WHITE))
        return [one for one in dict.fromkeys(found) if one]


def _is_image(element: Element) -> bool:
    given = element.attributes
    if element.local == "thumbnail":
        return element.namespace in MEDIA
    is_media = element.local == "content" and element.namespace in MEDIA
    if not is_media and element.local != "enclosure":
        return False
    return given.get("medium") == "image" or given.get("type", "").startswith("image/")


def _blank_before(raw: bytes) -> int:
    return len(raw) - len(raw.lstrip()) if raw.strip() else 0


def item_of(xml: bytes, feed: Feed) -> Item:
    """The item whose own bytes these are."""
    return Item(read_element(xml, 0, feed.scope), feed.kind)


# Reading a whole feed


class _Reader:
    """Follows expat's events down to the items, and takes note of what is around them."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.feed: Feed | None = None
        self.starts: list[int] = []
        self._depth = 0
        self._item_depth = 0
        self._path: list[str] = []
        self._declared: dict[str, str] = {}
        self._listening = ""
        self.parser = self._new_parser()

    def _new_parser(self) -> XMLParserType:
        parser = ParserCreate("utf-8", _SEPARATOR)
        parser.buffer_text = True
        parser.StartNamespaceDeclHandler = self._on_namespace
        parser.StartElementHandler = self._on_start
        parser.EndElementHandler = self._on_end
        return parser

    def _on_namespace(self, prefix: str | None, uri: str | None) -> None:
        if not self._item_depth:
            self._declared.setdefault(prefix or "", uri or "")

    def _on_start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._depth += 1
        if self._item_depth:
            return
        uri, _separator, local = name.rpartition(_SEPARATOR)
        if self.feed is None:
            self._begin(local, uri, attributes)
            return
        self._path.append(local)
        self.feed.base = self.feed.base or attributes.get(_XML_BASE, "")
        is_own = uri in ("", self.feed.namespace) or uri.startswith(RSS)
        if local == self.feed.kind.entry_name and is_own and self._depth <= 3:
            self._item_depth = self._depth
            self.starts.append(self.parser.CurrentByteIndex)
        elif local == "link" and self.feed.kind is Kind.ATOM and self._depth == 2:
            if attributes.get("rel", "alternate") == "alternate":
                self.feed.link = self.feed.link or attributes.get("href", "")
        elif local in ("link", "title") and self._depth == self._depth_of_titles:
            is_known = bool(self.feed.link if local == "link" else self.feed.title)
            self._listen(local if is_own and not is_known else "")

    @property
    def _depth_of_titles(self) -> int:
        is_rss = self.feed is not None and self.feed.kind is Kind.RSS
        return 3 if is_rss and self._path[:1] == ["channel"] else 2

    def _begin(self, local: str, uri: str, attributes: Mapping[str, str]) -> None:
        kind = kind_of_root(local)
        if kind is None:
            raise SitemapError(_("This is no feed."), code="format-unsupported")
        version = attributes.get("version", "")
        self.feed = Feed(kind, local, uri, version, self._declared)
        self.feed.base = attributes.get(_XML_BASE, "")
        self.feed.at = self.parser.CurrentByteIndex

    def _listen(self, name: str) -> None:
        self._listening = name
        self.parser.CharacterDataHandler = self._on_text if name else None

    def _on_text(self, text: str) -> None:
        assert self.feed is not None  # its channel is being read
        if self._listening == "link":
            self.feed.link += text
        else:
            self.feed.title += text

    def _on_end(self, _name: str) -> None:
        if self._depth == self._item_depth:
            self._item_depth = 0
        if not self._item_depth:
            self._listen("")
            del self._path[max(self._depth - 2, 0) :]
        self._depth -= 1


@dataclass(frozen=True, slots=True)
class FeedScan:
    """The feed, where its items stand in the text, and what each links to with its date."""

    feed: Feed
    starts: list[int]
    ends: list[int]
    values: list[tuple[str | None, str | None]]


def scan_feed(text: bytes, progress: Progress = NO_PROGRESS) -> FeedScan:
    """Find the items of a feed; ``text`` is UTF-8 without mark.

    Raises SitemapError when the text is not well-formed or no feed.
    """
    feed, items = read_feed(text, progress)
    found = FeedScan(feed, [], [], [])
    for item in items:
        link = item.link
        found.starts.append(item.top.start)
        found.ends.append(item.top.end)
        found.values.append((link.text if link is not None else None, item.lastmod))
    return found


def read_feed(text: bytes, progress: Progress = NO_PROGRESS) -> tuple[Feed, Iterator[Item]]:
    """What is around the items, and the items one after the other; see ``scan_feed``."""
    refuse_second_mark(text)
    reader = _Reader(text)
    parse_whole(reader.parser, text, _SLICE, lambda fed: progress.tick(fed, 2 * len(text)))
    feed = reader.feed
    assert feed is not None  # a well-formed text has a root
    return _tidied(feed), _items(text, reader.starts, feed, progress)


def _items(text: bytes, starts: list[int], feed: Feed, progress: Progress) -> Iterator[Item]:
    end = 0
    for number, start in enumerate(starts):
        item = _item_at(text, start, feed) if start >= end else None
        if item is not None:
            end = item.top.end
            yield item
        if number % TICK == 0:
            progress.tick(len(text) + start, 2 * len(text))


def _item_at(text: bytes, start: int, feed: Feed) -> Item | None:
    """The item that begins here; None for one that comes out of an entity."""
    try:
        return Item(read_element(text, start, feed.scope), feed.kind)
    except ValueError:
        return None


def _tidied(feed: Feed) -> Feed:
    feed.link, feed.title = feed.link.strip(WHITE), " ".join(feed.title.split())
    return feed


@lru_cache(maxsize=16)
def feed_of_head(head: bytes) -> Feed:
    """What the beginning of a feed, up to its first item, says about all of it."""
    reader = _Reader(head)
    reader.parser.Parse(head, False)
    assert reader.feed is not None  # it was read before
    return _tidied(reader.feed)


def is_feed(text: bytes) -> bool:
    """Whether the first tag of a text is the root of a feed."""
    tag = first_tag(text[: 1 << 20], 0)
    return tag is not None and kind_of_root(tag.local) is not None

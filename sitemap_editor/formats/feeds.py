"""Feeds: RSS and Atom read as tables of their items, and written from any list of addresses.

Written are RSS 2.0 and Atom 1.0, which search engines take as sitemaps. A date that is not known
is left out, though Atom asks for one: a false date would do more harm.
Sources: https://www.rssboard.org/rss-specification, RFC 4287.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.feeds import ATOM_1, WORDPRESS, Feed, Item, is_feed, read_feed
from sitemap_editor.markup.places import line_ends
from sitemap_editor.markup.values import escape_attribute, escape_text
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.feed_dates import rfc_822_of, rfc_3339_of
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .base import Format, Option, Options, blocks, values_of
from .table import MadeTable, Row, Rows, Table, TableOptions, in_blocks

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .base import Ids

TITLE = Option(
    "title",
    N_("Title of the feed"),
    default="",
    explanation=N_("Readers show it; without one it is the name of the site."),
)
_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'


# Writing


def _site_of(doc: Document, ids: Ids | None) -> tuple[str, str]:
    """Address and name of the site that the first entry is on."""
    for part in blocks(doc, ids):
        for address in values_of(doc, part, "loc"):
            url = split_url(address or "")
            if url.is_web and url.host:
                return f"{url.scheme}://{url.authority}/", url.host
    return "", ""


def _entries(doc: Document, ids: Ids | None) -> Iterator[list[tuple[str, str]]]:
    """Address and date of the entries that have an address, in blocks."""
    has_dates = any(field.name == "lastmod" for field in fields_of(doc.kind))
    for part in blocks(doc, ids):
        dates = doc.values_of(part, "lastmod") if has_dates else [None] * len(part)
        pairs = zip(values_of(doc, part, "loc"), dates, strict=True)
        yield [(address, date or "") for address, date in pairs if address]


def write_rss(
    doc: Document, options: Options, ids: Ids | None = None
) -> Iterator[bytes | memoryview]:
    """An item an entry: its address as link and title, its date as pubDate."""
    link, host = _site_of(doc, ids)
    title = escape_text(TITLE.text_of(options).strip() or host or "RSS")
    yield _DECLARATION + b'<rss version="2.0">\n  <channel>\n'
    yield b"    <title>%b</title>\n    <link>%b</link>\n" % (title, escape_text(link))
    yield b"    <description>%b</description>\n" % title
    for entries in _entries(doc, ids):
        yield b"".join(_rss_item(escape_text(address), date) for address, date in entries)
    yield b"  </channel>\n</rss>\n"


def _rss_item(address: bytes, date: str) -> bytes:
    said = rfc_822_of(date)
    dated = b"      <pubDate>%b</pubDate>\n" % said.encode() if said else b""
    named = b"      <title>%b</title>\n      <link>%b</link>\n" % (address, address)
    return b"    <item>\n%b%b    </item>\n" % (named, dated)


def write_atom(
    doc: Document, options: Options, ids: Ids | None = None
) -> Iterator[bytes | memoryview]:
    """An entry an entry: its address as link, id and title, its date as updated."""
    link, host = _site_of(doc, ids)
    title = escape_text(TITLE.text_of(options).strip() or host or "Atom")
    yield _DECLARATION + b'<feed xmlns="%b">\n' % ATOM_1.encode()
    yield b"  <title>%b</title>\n  <id>%b</id>\n" % (title, escape_text(link) or title)
    if link:
        yield b'  <link href="%b"/>\n' % escape_attribute(link)
    newest = _newest(doc, ids)
    if newest:
        yield b"  <updated>%b</updated>\n" % newest.encode()
    for entries in _entries(doc, ids):
        yield b"".join(_atom_entry(address, date) for address, date in entries)
    yield b"</feed>\n"


def _atom_entry(address: str, date: str) -> bytes:
    text, link = escape_text(address), escape_attribute(address)
    said = rfc_3339_of(date)
    dated = b"    <updated>%b</updated>\n" % said.encode() if said else b""
    named = b"    <id>%b</id>\n    <title>%b</title>\n" % (text, text)
    return b'  <entry>\n%b    <link href="%b"/>\n%b  </entry>\n' % (named, link, dated)


def _newest(doc: Document, ids: Ids | None) -> str:
    """The newest date of all, as Atom writes it."""
    best, newest = -1, ""
    for entries in _entries(doc, ids):
        for date in {date for _address, date in entries if date}:
            instant = read_date(date).instant
            if instant is not None and instant > best:
                best, newest = instant, date
    return rfc_3339_of(newest) or ""


# Reading


Column = Callable[[Item, Feed], str]


def _link(item: Item, feed: Feed) -> str:
    link = item.link
    return feed.resolved(link.text) if link is not None else ""


def _text(name: str) -> Column:
    def read(item: Item, _feed: Feed) -> str:
        child = item.child(name)
        return " ".join(child.text.split()) if child is not None else ""

    return read


def _wordpress(name: str) -> Column:
    return lambda item, _feed: item.wordpress(name)


COLUMNS: dict[str, Column] = {
    "loc": _link,
    "lastmod": lambda item, _feed: item.lastmod or "",
    "title": _text("title"),
    "image:loc": lambda item, feed: feed.resolved(item.images[0]) if item.images else "",
}
"""What every feed tells about an item."""

WORDPRESS_COLUMNS: dict[str, Column] = {
    "post type": _wordpress("post_type"),
    "status": _wordpress("status"),
}
"""What an export of WordPress (WXR) tells beside; drafts and attachments are no pages."""


def read_feed_table(
    source: Source, name: str, _options: TableOptions, progress: Progress
) -> list[Table] | None:
    """The table of a feed, a row an item; None for other texts. Raises SitemapError."""
    if not source.text[:1_000_000].lstrip().startswith(b"<") or not is_feed(source.text):
        return None
    feed, _items = read_feed(source.text, progress)
    is_wordpress = any(uri.startswith(WORDPRESS) for uri in feed.scope.values())
    columns = COLUMNS | WORDPRESS_COLUMNS if is_wordpress else COLUMNS
    kind = _("An export of WordPress.") if is_wordpress else _NAMES[feed.kind]()
    table = MadeTable(
        name,
        feed.title or name,
        tuple(columns),
        encoding=source.encoding,
        notes=[kind],
        make=partial(_rows_of, source.text, tuple(columns.values())),
    )
    return [table]


_NAMES: dict[Kind, Callable[[], str]] = {
    Kind.RSS: lambda: _("An RSS feed: the links of its items, and when they were published."),
    Kind.ATOM: lambda: _("An Atom feed: the links of its entries, and when they were updated."),
}


def _rows_of(
    text: bytes, columns: tuple[Column, ...], progress: Progress = NO_PROGRESS
) -> Iterator[Rows]:
    return in_blocks(_each_row(text, columns, progress))


def _each_row(text: bytes, columns: tuple[Column, ...], progress: Progress) -> Iterator[Row]:
    feed, items = read_feed(text, progress)
    line, at = 1, 0
    for item in items:
        line += line_ends(text, at, item.top.start)
        at = item.top.start
        yield [column(item, feed) for column in columns], line, None


RSS = Format(
    id="rss",
    title=N_("RSS feed"),
    suffixes=(".rss",),
    write=write_rss,
    own_kinds=(Kind.RSS,),
    options=(TITLE,),
)
ATOM = Format(
    id="atom",
    title=N_("Atom feed"),
    suffixes=(".atom",),
    write=write_atom,
    own_kinds=(Kind.ATOM,),
    options=(TITLE,),
)

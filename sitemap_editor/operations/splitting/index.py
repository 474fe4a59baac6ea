"""The index of a split, and the dates in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol
from urllib.parse import quote

from sitemap_editor.markup.values import escape_text
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.support.jobs import Progress

from .wishes import Wish

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids

_BLOCK = 4_000
_W3C = re.compile(
    r"\d{4}(?:-\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?)?)?"
)
_DAY = 10


class Child(Protocol):
    """What the index says of a file."""

    @property
    def name(self) -> str: ...
    @property
    def newest(self) -> str | None: ...


def address_of(base_url: str, name: str) -> str:
    """The public address of a file in the folder."""
    return base_url + quote(name)


def index_bytes(
    base_url: str, children: Iterable[Child], wish: Wish, now: datetime | None = None
) -> Iterator[bytes]:
    """The index in pieces; ``now`` is the time of writing, when that is wished for."""
    written = (now or datetime.now(UTC)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S+00:00")
    yield b'<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="%b">\n' % SITEMAP.encode()
    for child in children:
        date = {"newest": child.newest, "now": written}.get(wish.lastmod)
        yield b"  <sitemap>\n    <loc>%b</loc>\n" % escape_text(address_of(base_url, child.name))
        if date:
            yield b"    <lastmod>%b</lastmod>\n" % date.encode()
        yield b"  </sitemap>\n"
    yield b"</sitemapindex>\n"


def newest_of(doc: Document, ids: Ids, progress: Progress) -> str | None:
    """The newest lastmod of some entries as it is written there; None without a valid one."""
    if doc.kind is Kind.TEXT:
        return None
    return newest_among(lambda: _dates(doc, ids, progress))


def newest_among(dates: Callable[[], Iterable[str]]) -> str | None:
    """The newest of what looks like dates, as it is written; asked for twice when one is none."""
    newest: dict[tuple[int, str], str] = {}
    for value in dates():
        # Dates of one form in one zone compare as texts.
        form = (len(value), value[-6:] if len(value) > _DAY else "")
        if value > newest.get(form, ""):
            newest[form] = value
    if any(read_date(value).instant is None for value in newest.values()):
        return _newest_valid(dates())  # such as February 31
    return _newest_valid(newest.values())


def looks_like_date(value: str) -> bool:
    """Whether a value has the form of a date of the protocol."""
    return _W3C.fullmatch(value) is not None


def _dates(doc: Document, ids: Ids, progress: Progress) -> Iterator[str]:
    """What looks like a date, each value of a block once."""
    for start in range(0, len(ids), _BLOCK):
        for value in set(doc.values_of(ids[start : start + _BLOCK], "lastmod")):
            if value and looks_like_date(value):
                yield value
        progress.tick(start, len(ids))


def _newest_valid(values: Iterable[str]) -> str | None:
    moments = ((read_date(value).instant, value) for value in values)
    return max(((at, value) for at, value in moments if at is not None), default=(0, None))[1]

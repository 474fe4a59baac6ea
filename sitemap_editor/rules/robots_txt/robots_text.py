"""What rules about robots.txt are given: a line, and all lines with what they say together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from weakref import WeakKeyDictionary

from sitemap_editor.document.document import Document
from sitemap_editor.markup.places import line_ends
from sitemap_editor.protocol.robots import BOM, Line, Robots, read_line
from sitemap_editor.protocol.urls import Url, split_url
from sitemap_editor.rules.base import Site

_VARIANT = re.compile(
    r"site[\s_-]*maps?(?:[\s_-]*(?:ur[il]s?|index|location|file|xml))?", re.IGNORECASE
)
"""Names that people write for ``Sitemap``, whether a parser takes them or not."""


MOST_LINES = 50_000
"""What follows is not looked at, least of all by crawlers."""


@dataclass(frozen=True)
class RobotsLine:
    """One line; ``number`` counts from 0 among those that are not blank."""

    text: RobotsText
    number: int
    line: Line

    @property
    def is_variant(self) -> bool:
        """Whether the field is another name for ``Sitemap``."""
        name = self.line.field
        known = self.line.is_sitemap or _VARIANT.fullmatch(name) is not None
        return known and name.lower() != "sitemap"

    @property
    def is_meant(self) -> bool:
        """Whether the line is meant to name a sitemap."""
        return self.line.is_sitemap or self.is_variant

    @property
    def about(self) -> str | None:
        """The field that findings are about."""
        return "loc" if self.line.is_sitemap else None

    @property
    def value(self) -> str:
        """What is said to be the address."""
        return self.line.value

    @cached_property
    def url(self) -> Url:
        """The address taken apart."""
        return split_url(self.value)

    @property
    def is_web(self) -> bool:
        """Whether the address is whole: http or https, and a host."""
        return self.url.is_web and bool(self.url.host)

    @property
    def site(self) -> Site:
        """Scheme, host and port of a whole address."""
        return Site.of(self.url)

    @property
    def path(self) -> str:
        """What a server is asked for: path and query."""
        query = "" if self.url.query is None else f"?{self.url.query}"
        return (self.url.path or "/") + query

    def with_field(self, name: str) -> bytes:
        """The line with another field."""
        first, last = self.line.field_span
        return self.line.raw[:first] + name.encode() + self.line.raw[last:]

    def with_value(self, value: str) -> bytes:
        """The line with another value, its comment kept."""
        first, last = self.line.value_span
        return self.line.raw[:first] + value.encode() + self.line.raw[last:]


class RobotsText:
    """All lines of a robots.txt that are not blank."""

    def __init__(self, raws: Sequence[bytes], places: Sequence[int] = ()) -> None:
        """``places``: the line of the file that each of these lines is, from 1."""
        self.places = places
        self.lines = [RobotsLine(self, number, read_line(raw)) for number, raw in enumerate(raws)]

    @classmethod
    def of(cls, doc: Document) -> RobotsText:
        """The lines of a document as it is now; of a monstrous one those at its beginning."""
        known = _read.get(doc)
        if known is None or known[0] != doc.revision:
            ids = doc.ids[:MOST_LINES]
            places = list(accumulate(map(line_ends, doc.store.gaps(ids)), initial=1))[1:]
            known = _read[doc] = (doc.revision, cls(doc.store.raws(ids), places))
        return known[1]

    @cached_property
    def sitemaps(self) -> list[RobotsLine]:
        """The lines meant to name a sitemap."""
        return [one for one in self.lines if one.is_meant]

    @cached_property
    def robots(self) -> Robots:
        """Who may fetch what."""
        return Robots(one.line for one in self.lines)

    @cached_property
    def firsts(self) -> dict[str, int]:
        """The first line that names each address."""
        return {one.value: one.number for one in reversed(self.sitemaps) if one.value}

    def place(self, number: int) -> int:
        """The line of the file, from 1, that the line of this number is."""
        return self.places[number] if self.places else number + 1

    @cached_property
    def only_site(self) -> Site | None:
        """The site that all whole addresses are on; None when there are several, or none."""
        sites = {one.site for one in self.sitemaps if one.is_web}
        return next(iter(sites)) if len(sites) == 1 else None

    def pattern_for(self, path: str, after: int | None, agents: Sequence[str]) -> str:
        """What an Allow line behind the line ``after`` must hold to win for a path.

        The longest pattern decides, so the path alone may be too short.
        """
        if after is None:
            return path
        rules = self.robots.rules_for(agents)
        for pattern in (path, f"{path}$", f"{path}{'*' * (self._longest - len(path))}"):
            if rules.would_allow(path, read_line(f"Allow: {pattern}".encode()).value):
                return pattern
        return path

    @cached_property
    def _longest(self) -> int:
        return max(len(one.value) for one in self.lines)


_read: WeakKeyDictionary[Document, tuple[int, RobotsText]] = WeakKeyDictionary()
"""What each document says at its latest revision: rules ask for it line by line."""


def has_mark(line: Line) -> bool:
    """Whether a byte order mark begins the line."""
    return line.raw.startswith(BOM)

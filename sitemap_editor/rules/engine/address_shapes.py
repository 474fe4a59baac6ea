"""What the rules say about addresses, remembered by shape: what stands in a word seldom matters.

A shape is an address in which each plain word and number behind the host is written as one sign.
Everything rules look for stays: signs, escapes, capitals, suffixes, names of parameters. Addresses
with a word that some rule knows are judged one by one. A property test holds this to the rules.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sitemap_editor.protocol.urls import WHITE_SPACE

from .found import Key
from .judge import Judge

SHORTEST, LONGEST = 24, 800
"""Lengths at which no rule about length can have anything to say."""

MOST = 4_096
ENOUGH = 1_000
WORTHWHILE = 0.5
"""Shapes kept, and the share of addresses that must have a known one for it to pay."""

_WORDS = re.compile(r"sitemap|undefined|null|n[ao]n|false|index\.|default|object", re.IGNORECASE)
_RUN = re.compile(r"(?<![\w%.;&?-])[a-z0-9-]+")
_ASCII_RUN = re.compile(r"(?<![\w%.;&?-])[a-z0-9-]+", re.ASCII)


class Shape(NamedTuple):
    """Findings about an address, and scheme and authority when it is a web address."""

    keys: tuple[Key, ...]
    site: str | None


class AddressShapes:
    """The shapes of the addresses of one urlset."""

    def __init__(self, judge: Judge, *, is_possible: bool) -> None:
        """``is_possible``: no rule asks where an address is or what it is compared with."""
        self._judge = judge
        self._is_on = is_possible
        self._known: dict[str, Shape] = {}
        self._asked = self._answered = 0

    def of(self, text: str) -> Shape | None:
        """What is known about a decoded address; None when it has to be judged for itself."""
        if not self._is_on or not SHORTEST <= len(text) <= LONGEST:
            return None
        start = text.find("/", 10)
        if start < 0 or _WORDS.search(text, start) is not None:
            return None
        self._asked += 1
        rest = text[start:]
        run = _ASCII_RUN if rest.isascii() else _RUN
        shape = text[:start] + run.sub("x", rest)
        found = self._known.get(shape)
        if found is not None:
            self._answered += 1
            return found
        return self._learn(shape, text)

    def _learn(self, shape: str, text: str) -> Shape | None:
        if self._asked > ENOUGH and self._answered < WORTHWHILE * self._asked:
            self._is_on = False
            return None
        if len(self._known) >= MOST:
            return None
        loc, hits = self._judge.loc(text)
        keys = tuple(dict.fromkeys(self._judge.key(rule, hit, "loc") for rule, hit in hits))
        found = self._known[shape] = Shape(keys, loc.site_name)
        return found


def split_rest(text: str, site: str) -> tuple[str, str, str | None]:
    """Trimmed address, path and query of a text whose address is on a site."""
    address = text.strip(WHITE_SPACE)
    rest = address[len(site) :].partition("#")[0]
    path, mark, query = rest.partition("?")
    return address, path, query if mark else None

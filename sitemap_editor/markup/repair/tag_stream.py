"""The tags of a text one after the other, healthy entries as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .asides import ASIDE
from .grammar import ENTRIES, local_of

_TOKEN = re.compile(
    ASIDE + rb"|<(?P<slash>/?)(?P<name>[A-Za-z_:][^\s<>/=\"']*)(?![^\s<>/=\"'])"
    rb"(?P<attributes>(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*?)(?P<closed>/?)>",
    re.DOTALL,
)


class Tag(NamedTuple):
    """A tag as it stands: its name, place, and what kind of tag it is."""

    name: bytes
    start: int
    end: int
    is_end: bool
    is_closed: bool
    attributes: bytes


_LEAF = rb"<(?P<%b>[A-Za-z_][\w:.-]*)(?:\s[^<>]*)?(?:/>|(?<!/)>[^<]*</(?P=%b)\s*>)"
_HEALTHY = re.compile(
    rb"<(?P<entry>(?:[A-Za-z_][\w.-]*:)?(?:url|sitemap))>\s*(?:(?:%b|"
    rb"<(?P<outer>[A-Za-z_][\w:.-]*)(?:\s[^<>]*)?(?<!/)>\s*(?:%b\s*)+</(?P=outer)\s*>)\s*)*"
    rb"</(?P=entry)\s*>" % (_LEAF % (b"leaf", b"leaf"), _LEAF % (b"inner", b"inner"))
)
"""An entry in which all tags pair: it is taken as a whole, like one that is self-closed."""


def tags_of(text: bytes) -> Iterator[Tag]:
    """The tags of a blotted text, an entry in which all pair as one."""
    position = 0
    while True:
        one = _TOKEN.search(text, position)
        if one is None:
            return
        position = one.end()
        if one["name"] is None:
            continue
        is_end = bool(one["slash"])
        if not is_end and local_of(one["name"]) in ENTRIES:
            healthy = _HEALTHY.match(text, one.start())
            if healthy is not None and not _holds_core(healthy):
                position = healthy.end()
                yield Tag(one["name"], one.start(), position, False, True, b"")
                continue
        is_closed = bool(one["closed"]) and not is_end
        yield Tag(one["name"], one.start(), one.end(), is_end, is_closed, one["attributes"])


def _holds_core(healthy: re.Match[bytes]) -> bool:
    """Whether what is in an entry may be roots or entries after all."""
    inside = healthy[0][len(healthy["entry"]) + 2 :]
    return b"<url" in inside or b"<sitemap" in inside

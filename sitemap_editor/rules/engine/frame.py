"""What rules about the file are given: its bytes on disk, its head taken apart, and statistics."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.markup.spans import Root
from sitemap_editor.markup.values import SPECIAL, decode_attribute
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

SEARCHED_AT_ONCE = 1 << 20
COUNTED_AT_ONCE = 4096

_DECLARATION = re.compile(rb"<\?xml\s+(.*?)\?>", re.DOTALL)
_PSEUDO = re.compile(rb"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ATTRIBUTE = re.compile(rb"\s+([^\s\"'<>/=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
STYLESHEET = re.compile(rb"<\?xml-stylesheet\s(.*?)\?>", re.DOTALL)
DOCTYPE = re.compile(rb"<!DOCTYPE\b(?:[^\[>\"']|\"[^\"]*\"|'[^']*'|\[.*?\]\s*(?=>))*>", re.DOTALL)


class Attribute(NamedTuple):
    """One attribute of the root: name as written, decoded value, and the span of all of it.

    ``start`` is where the white space before it begins, offsets count from the start of the head.
    """

    name: str
    value: str
    start: int
    name_start: int
    value_start: int
    end: int


def masked(head: bytes) -> bytes:
    """The head with comments, CDATA and instructions blanked, offsets unchanged."""
    return SPECIAL.sub(lambda found: b" " * len(found[0]), head)


def attributes_of_root(head: bytes, root: Root) -> list[Attribute]:
    """The attributes of the root's start tag."""
    found = []
    for one in _ATTRIBUTE.finditer(head, root.start, root.end):
        group = 2 if one[2] is not None else 3
        value = decode_attribute(one[group])
        places = (one.start(), one.start(1), one.start(group), one.end())
        found.append(Attribute(one[1].decode(), value, *places))
    return found


@dataclass(slots=True)
class Stats:
    """What all entries have in common, as far as rules about the file ask for it."""

    entries: int = 0
    usable: int = 0
    """Entries with a loc that is not empty."""
    lastmods: int = 0
    instants: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    date_only: int = 0
    changefreqs: int = 0
    priorities: Counter[str] = field(default_factory=Counter)
    with_slash: int = 0
    without_slash: int = 0
    news_items: int = 0
    news_names: Counter[str] = field(default_factory=Counter)
    """Names of publications, trimmed, and how many news items have each."""

    def count_news(self, entries: Iterable[tuple[str, ...]]) -> None:
        """Count the news items of all entries; each is the name of its publication, or empty."""
        for names in entries:
            self.news_items += len(names)
            self.news_names.update(name for name in names if name)


class File:
    """A document as the rules about the file see it."""

    def __init__(self, doc: Document, stats: Stats, progress: Progress = NO_PROGRESS) -> None:
        self.doc = doc
        self.head = doc.head
        self.stats = stats
        self._progress = progress

    def uses(self, mark: bytes) -> bool:
        """Whether the bytes of the entries hold a mark, such as a prefix with its colon."""
        before = b""
        for run in self.doc.store.runs(self.doc.ids):
            for start in range(0, len(run), SEARCHED_AT_ONCE):
                piece = before + bytes(run[start : start + SEARCHED_AT_ONCE])
                if mark in piece:
                    return True
                before = piece[-len(mark) :]
                self._progress.tick()
        return mark in self.doc.tail

    def commonest_date(self) -> tuple[str, int]:
        """The commonest text among the dates, and how often it stands there."""
        counts: Counter[str | None] = Counter()
        for start in range(0, len(self.doc), COUNTED_AT_ONCE):
            ids = self.doc.ids[start : start + COUNTED_AT_ONCE]
            counts.update(self.doc.values_of(ids, "lastmod"))
            self._progress.tick()
        counts.pop(None, None)
        value, count = counts.most_common(1)[0] if counts else ("", 0)
        return value or "", count

    @cached_property
    def declaration(self) -> re.Match[bytes] | None:
        """The XML declaration."""
        return _DECLARATION.match(self.head)

    @cached_property
    def declared(self) -> dict[str, str]:
        """What the XML declaration says: version, encoding, standalone."""
        if self.declaration is None:
            return {}
        return {
            name.decode(): (double or single).decode("ascii", "replace")
            for name, double, single in _PSEUDO.findall(self.declaration[1])
        }

    @cached_property
    def doctype(self) -> re.Match[bytes] | None:
        """The DOCTYPE."""
        return DOCTYPE.search(masked(self.head))

    @cached_property
    def stylesheets(self) -> list[tuple[int, str]]:
        """Place and href of each style sheet named before the root."""
        found = []
        for one in STYLESHEET.finditer(self.head):
            for name, double, single in _PSEUDO.findall(one[1]):
                if name == b"href":
                    found.append((one.start(), decode_attribute(double or single)))
        return found

    @cached_property
    def attributes(self) -> list[Attribute]:
        """The attributes of the root's start tag."""
        root = self.doc.root
        return [] if root is None else attributes_of_root(self.head, root)

    def attribute(self, name: str) -> Attribute | None:
        """The root's attribute of this name."""
        return next((one for one in self.attributes if one.name == name), None)

    @cached_property
    def declarations(self) -> list[Attribute]:
        """The namespaces that the root declares."""
        return [a for a in self.attributes if a.name == "xmlns" or a.name.startswith("xmlns:")]

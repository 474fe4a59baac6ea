"""Which group each entry is in: a name an entry, empty for everything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.codes import LANGUAGES
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.hreflang_codes import DEFAULT, flaw_of_code
from sitemap_editor.protocol.urls import norm_eq, split_url
from sitemap_editor.rules.engine.entry import attributes_of
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import Progress

from .languages import LanguageCheck, LanguageLinks
from .patterns import Finder
from .wishes import Wish, limits_of

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids

    Codes = npt.NDArray[Any]

BLOCK = 2_000
"""Entries between two ticks: some milliseconds."""

_LINK = re.compile(rb"<(?:[\w.-]+:)?link\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_W3C_BEGINNING = re.compile(r"(\d{4})(?:-(?:0[1-9]|1[0-2]))?(?:$|(?<=-\d\d)(?:-|$))", re.ASCII)
_YEAR, _MONTH = 4, 7
"""Letters of a date that tell year, or year and month."""

Grouping = Callable[["Document", "Ids", Sequence[str]], list[str]]
"""Names of the groups of some entries, whose addresses are given."""


Groups = list[tuple[str, "Ids"]]
"""The groups in the order in which they come, each with its entries in document order."""


def _apart(ids: Ids, codes: Codes, names: Sequence[str], *, is_sorted: bool) -> Groups:
    order = np.argsort(codes, kind="stable")
    counts = np.bincount(codes, minlength=len(names)).tolist()
    borders = np.cumsum([0, *counts])
    found = [
        (name, ids[order[borders[at] : borders[at + 1]]])
        for at, name in enumerate(names)
        if counts[at]
    ]
    if is_sorted:
        found.sort(key=lambda one: one[0])
    rest = [one for one in found if not one[0]]
    return [one for one in found if one[0]] + rest


class Grouper:
    """Tells entries apart by what is wished for, those of several documents one after the other."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self._is_sorted = wish.by in ("year", "month")
        self._most = limits_of(wish.profiles).children
        self._grouping = None if wish.by == "size" else _grouping(wish)
        self._numbers: dict[str, int] = {}

    @property
    def is_one(self) -> bool:
        """Whether all entries are one group, since size alone decides."""
        return self._grouping is None

    def codes_of(self, doc: Document, ids: Ids, progress: Progress) -> Codes:
        """A code for the group of each entry; raises SitemapError when there are too many."""
        codes = np.zeros(len(ids), np.int64)
        if self._grouping is None:
            return codes
        for first in range(0, len(ids), BLOCK):
            part = ids[first : first + BLOCK]
            addresses = [value or "" for value in doc.values_of(part, "loc")]
            names = self._grouping(doc, part, addresses)
            codes[first : first + len(part)] = [self._code_of(name) for name in names]
            progress.tick(first, len(ids))
        return codes

    def _code_of(self, name: str) -> int:
        if name[:1] == _PAGE:  # of those there may be as many as entries: only a mark is kept
            return -1 - _mark(name[1:])
        code = self._numbers.setdefault(name, len(self._numbers))
        if code >= self._most:
            raise too_many(len(self._numbers), self._most)
        return code

    def languages(self) -> LanguageCheck | None:
        """How links between languages fare over all entries seen; None when nobody asked."""
        return self._grouping.links.check() if isinstance(self._grouping, _Languages) else None

    def settle(self, blocks: list[Codes]) -> None:
        """Turn blocks of codes into numbers of groups, in little room; when all entries are seen.

        Gives ``/shop`` to the section of ``/shop/…``, and other pages to everything else.
        """
        other = self._numbers.setdefault("", len(self._numbers))
        known = sorted((_mark(name), number) for name, number in self._numbers.items() if name)
        marks = np.array([mark for mark, _number in known] or [-1], np.int64)
        targets = np.array([number for _mark, number in known] or [other], np.int64)
        for at, codes in enumerate(blocks):
            found = np.minimum(np.searchsorted(marks, -1 - codes), len(marks) - 1)
            own = np.where(marks[found] == -1 - codes, targets[found], other)
            blocks[at] = np.where(codes < 0, own, codes).astype(_NUMBER)

    def groups(self, ids: Ids, codes: Codes) -> Groups:
        """The groups of these entries, whose codes are settled."""
        if self._grouping is None:
            return [("", ids)]
        return _apart(ids, codes, list(self._numbers), is_sorted=self._is_sorted)


def too_many(count: int, most: int) -> SitemapError:
    """Say that an index could not name so many files."""
    return SitemapError(
        _("That makes {n} files; an index may name {limit}.").format(
            n=format_number(count), limit=format_number(most)
        ),
        advice=_("Split by something with fewer groups, or allow larger files."),
    )


def _grouping(wish: Wish) -> Grouping:
    if wish.by == "section":
        return lambda _doc, _ids, addresses: [_section(one, wish.depth) for one in addresses]
    if wish.by == "pattern":
        finder = Finder(wish.patterns)
        return lambda _doc, _ids, addresses: [finder.group_of(one) for one in addresses]
    if wish.by == "language":
        return _Languages()
    return {
        "host": _by_host,
        "year": lambda doc, ids, _addresses: _by_date(doc, ids, _YEAR),
        "month": lambda doc, ids, _addresses: _by_date(doc, ids, _MONTH),
    }[wish.by]


# Sections

_NUMBER = np.uint16
"""As many groups as an index may name files, and everything else, fit into it."""

_MOST_MARK = (1 << 62) - 1
_PAGE = "\0"
"""Marks the name of what may be a page rather than a folder until all are known."""


def _section(address: str, depth: int) -> str:
    """The segment of the path that is a section, marked when nothing is below it."""
    rest = address.partition("://")[2].partition("/")[2]
    for end in "?#":
        rest = rest.partition(end)[0]
    segments = rest.split("/", depth)
    name = segments[depth - 1] if len(segments) >= depth else ""
    return name if len(segments) > depth or not name else _PAGE + name


def _mark(name: str) -> int:
    """What stands for a name in this run; no two of some thousands are alike."""
    return hash(name) & _MOST_MARK


# Hosts, languages, dates


def _by_host(_doc: Document, _ids: Ids, addresses: Sequence[str]) -> list[str]:
    return [_host(one) for one in addresses]


def _host(address: str) -> str:
    authority = address.partition("://")[2].partition("/")[0]
    if not authority or "@" in authority or "?" in authority or "#" in authority:
        return split_url(address).host.lower()
    return authority.partition(":")[0].lower() if "[" not in authority else authority.lower()


class _Languages:
    """Puts entries together by language, and remembers how they name each other."""

    def __init__(self) -> None:
        self.links = LanguageLinks()

    def __call__(self, doc: Document, ids: Ids, addresses: Sequence[str]) -> list[str]:
        found = [_links_of(raw) if b"hreflang" in raw else {} for raw in doc.store.raws(ids)]
        self.links.add(addresses, [list(one) for one in found])
        return [
            _own_language(links, address) or _of_path(address)
            for links, address in zip(found, addresses, strict=True)
        ]


def _links_of(raw: bytes) -> dict[str, str]:
    """The addresses that links to other languages in an entry name, and the code of each."""
    found: dict[str, str] = {}
    for link in _LINK.findall(raw):
        attributes = attributes_of(link)
        language = attributes.get("hreflang", "").strip().lower().replace("_", "-")
        href = attributes.get("href", "").strip()
        if language and href and (href not in found or found[href] == DEFAULT):
            found[href] = language
    return found


def _own_language(links: dict[str, str], address: str) -> str:
    """The language that an entry gives itself in its links to other languages."""
    own = norm_eq(address) if links else ""
    for href, language in links.items():
        if language != DEFAULT and norm_eq(href) == own:
            return language
    return ""


def _of_path(address: str) -> str:
    """The language that the first segment of a path names, as ``de`` or ``pt-br``."""
    rest = address.partition("://")[2].partition("/")[2]
    segment = re.split(r"[/?#]", rest, maxsplit=1)[0].lower().replace("_", "-")
    is_language = segment[:2] in LANGUAGES and (len(segment) == 2 or segment[2:3] == "-")
    return segment if is_language and flaw_of_code(segment) is None else ""


def _by_date(doc: Document, ids: Ids, length: int) -> list[str]:
    return [_date(value, length) for value in doc.values_of(ids, "lastmod")]


def _date(value: str | None, length: int) -> str:
    """Year, or year and month, of a date in any form that is understood."""
    for text in (value or "", read_date(value).suggestion or "" if value else ""):
        found = _W3C_BEGINNING.match(text)
        if found:
            return found[1] if length == _YEAR else found[0]
    return ""

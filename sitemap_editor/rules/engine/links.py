"""The links to other languages of all entries, as arrays: who names whom under which code.

Kept so that what hangs on several entries is found again quickly after an edit.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.rules.extensions.parts import Part

from .blocks import Bools, Ints
from .hashing import hash_texts

Hashes = npt.NDArray[np.uint64]


class Page(NamedTuple):
    """What a link element names: code in lower case, ``norm_eq`` of the address, its bytes.

    ``is_own`` tells that it is the page of the entry itself.
    """

    code: str
    address: str
    xml: bytes
    is_own: bool


def page_named_by(part: Part) -> Page | None:
    """What an element that is a link to a language names; None when it is none, or incomplete."""
    attributes = part.element.attributes
    code, href = attributes.get("hreflang", "").strip(), attributes.get("href", "").strip()
    if not code or not href or attributes.get("rel", "").strip().lower() != "alternate":
        return None
    address = norm_eq(href)
    is_own = part.page is not None and norm_eq(part.page.address) == address
    element = part.element
    return Page(code.lower(), address, element.xml[element.start : element.end], is_own)


class Links:
    """Links in arrays of the same length: ``entries``, ``codes``, ``targets``, ``sites``.

    ``codes`` are numbers of ``names``, ``targets`` hashes of addresses, ``sites`` numbers of the
    gate's sites (-1 for none). ``pages`` has the hash of each entry's own address, by entry id, 0
    for none; it is filled for documents that declare such links.
    """

    def __init__(self, count: int) -> None:
        """``count``: ids given out so far."""
        self.names: list[str] = []
        self.pages: Hashes = np.zeros(count, np.uint64)
        self._numbers: dict[str, int] = {}
        self._waiting: list[tuple[int, str, str, int]] = []
        self._pieces: list[tuple[Ints, Ints, Hashes, Ints]] = []
        self._joined = _nothing()

    def copy(self) -> Links:
        """The same, to be changed apart."""
        other = Links(0)
        other.names, other._numbers = list(self.names), dict(self._numbers)
        other.pages = self.pages.copy()
        other._joined = self.arrays()
        return other

    def grow(self, missing: int) -> None:
        """Make room for further ids."""
        self.pages = np.concatenate((self.pages, np.zeros(missing, np.uint64)))

    def add(self, entry: int, code: str, address: str, site: int) -> None:
        """Add a link of an entry: code in lower case, ``norm_eq`` of the address, its site."""
        self._waiting.append((entry, code, address, site))

    def flush(self) -> None:
        """Turn what was added since the last time into arrays."""
        if not self._waiting:
            return
        entries, codes, addresses, sites = zip(*self._waiting, strict=True)
        self._pieces.append(
            (
                np.array(entries, np.int64),
                np.array([self._number(code) for code in codes], np.int64),
                hash_texts(addresses, exact=True),
                np.array(sites, np.int64),
            )
        )
        self._waiting.clear()

    def _number(self, code: str) -> int:
        number = self._numbers.get(code)
        if number is None:
            number = self._numbers[code] = len(self.names)
            self.names.append(code)
        return number

    def arrays(self) -> tuple[Ints, Ints, Hashes, Ints]:
        """Entries, codes, targets and sites of all links."""
        self.flush()
        if self._pieces:
            parts = [self._joined, *self._pieces]
            entries, codes, targets, sites = zip(*parts, strict=True)
            self._joined = (
                np.concatenate(entries),
                np.concatenate(codes),
                np.concatenate(targets),
                np.concatenate(sites),
            )
            self._pieces.clear()
        return self._joined

    def forget(self, ids: Ints) -> None:
        """Let go of the links of these entries."""
        self.pages[ids] = 0
        self.drop(ids)

    def drop(self, ids: Ints) -> None:
        """Let go of the links of these entries, which are about to be read again."""
        entries, codes, targets, sites = self.arrays()
        if not len(entries) or not len(ids):
            return
        if len(ids) == 1:
            keep: Bools = entries != ids[0]
        else:
            gone = np.zeros(max(int(entries.max()), int(ids.max())) + 1, np.bool_)
            gone[ids] = True
            keep = ~gone[entries]
        if not keep.all():
            self._joined = (entries[keep], codes[keep], targets[keep], sites[keep])


def _nothing() -> tuple[Ints, Ints, Hashes, Ints]:
    nothing = np.zeros(0, np.int64)
    return nothing, nothing, np.zeros(0, np.uint64), nothing

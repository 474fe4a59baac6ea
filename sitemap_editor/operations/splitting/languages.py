"""Links between languages over all files of a split: whether each has its way back, wherever.

A page and its versions are in different files when languages are split; what one file alone shows
of them says little then. Addresses are known by a number each, so that sets may be large.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.urls import norm_eq_of_all

Numbers = npt.NDArray[np.int64]

MOST_LINKS = 10_000_000
"""Links that are remembered; of more nothing is told."""
_STEP = 0x9E3779B97F4A7C15
_NO_SITE = -1


class LanguageCheck(NamedTuple):
    """How many links between languages there are.

    ``one_way`` have no way back, ``unlisted`` lead to pages of the same sites that no file lists.
    """

    links: int
    one_way: int
    unlisted: int


class LanguageLinks:
    """The links to other languages of entries, block by block."""

    def __init__(self) -> None:
        self._pages: list[Numbers] = []
        self._links: list[Numbers] = []
        self._sites: dict[str, int] = {}
        self._own_sites: set[int] = set()
        self._count = 0

    def add(self, addresses: Sequence[str], links: Sequence[Sequence[str]]) -> None:
        """Add entries by their addresses, each with those that its links name."""
        if self._count > MOST_LINKS:
            return
        known = norm_eq_of_all(addresses)
        pages = [hash(one) for one in known]
        self._pages.append(np.array(pages, np.int64))
        self._own_sites.update({self._site_of(one) for one in known})
        found: list[tuple[int, int, int]] = []
        for page, targets in zip(pages, links, strict=True):
            if targets:
                found += [(page, hash(one), self._site_of(one)) for one in norm_eq_of_all(targets)]
        self._count += len(found)
        self._links.append(np.array(found, np.int64).reshape(-1, 3))

    def _site_of(self, address: str) -> int:
        scheme, found, rest = address.partition("://")
        if not found:
            return _NO_SITE
        return self._sites.setdefault(f"{scheme}://{rest.partition('/')[0]}", len(self._sites))

    def check(self) -> LanguageCheck | None:
        """Look at all of them; None when there are none, or too many."""
        if not self._count or self._count > MOST_LINKS:
            return None
        pages = np.unique(np.concatenate(self._pages))
        source, target, site = np.concatenate(self._links).T
        others = source != target
        source, target, site = source[others], target[others], site[others]
        places = np.minimum(np.searchsorted(pages, target), len(pages) - 1)
        is_listed = pages[places] == target
        there = np.unique(_paired(source, target))
        back = _paired(target, source)
        places = np.minimum(np.searchsorted(there, back), max(0, len(there) - 1))
        is_mutual = there[places] == back if len(there) else is_listed
        is_own = np.isin(site, np.array(sorted(self._own_sites - {_NO_SITE}), np.int64))
        one_way = int(np.count_nonzero(is_listed & ~is_mutual))
        unlisted = int(np.count_nonzero(~is_listed & is_own))
        return LanguageCheck(len(source), one_way, unlisted)


def _paired(one: Numbers, other: Numbers) -> npt.NDArray[np.uint64]:
    """One number for two, their order told apart."""
    mixed: npt.NDArray[np.uint64] = one.astype(np.uint64) * np.uint64(_STEP)
    return mixed ^ other.astype(np.uint64)

"""What is known about each entry beside its findings; arrays by entry id."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .blocks import Ints
from .links import Links


class Columns:
    """Hash, site and final slash of every address.

    ``hashes``: of what it is compared by, 0 for an empty one. ``sites``: number of its site, -1 for
    none. ``slash``: 1 when it ends in a slash, 2 when it does not, 0 when that does not count.
    ``links``: what the entries say about other languages. ``news``: by the id of an entry that has
    news items, the name of the publication of each.
    """

    def __init__(self, count: int) -> None:
        """``count``: ids given out so far."""
        self.hashes: npt.NDArray[np.uint64] = np.zeros(count, np.uint64)
        self.sites: npt.NDArray[np.int32] = np.full(count, -1, np.int32)
        self.slash: npt.NDArray[np.uint8] = np.zeros(count, np.uint8)
        self.links = Links(count)
        self.news: dict[int, tuple[str, ...]] = {}

    def copy(self) -> Columns:
        """The same, to be changed apart."""
        other = Columns(0)
        other.hashes, other.sites = self.hashes.copy(), self.sites.copy()
        other.slash = self.slash.copy()
        other.links = self.links.copy()
        other.news = dict(self.news)
        return other

    def grow(self, count: int) -> None:
        """Make room for ids up to ``count``."""
        missing = count - len(self.hashes)
        if missing > 0:
            missing += count // 8
            self.hashes = np.concatenate((self.hashes, np.zeros(missing, np.uint64)))
            self.sites = np.concatenate((self.sites, np.full(missing, -1, np.int32)))
            self.slash = np.concatenate((self.slash, np.zeros(missing, np.uint8)))
            self.links.grow(missing)

    def forget(self, ids: Ints) -> None:
        """Let these ids have nothing in common with others."""
        self.hashes[ids] = 0
        self.sites[ids] = -1
        self.slash[ids] = 0
        self.links.forget(ids)
        self.drop_news(ids)

    def drop_news(self, ids: Ints) -> None:
        """Let go of the news items of these entries."""
        if self.news:
            for entry in ids.tolist():
                self.news.pop(entry, None)

"""The sections of a site: the first path segment of each entry's address."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.support.jobs import Progress

    Ids = NDArray[np.int64]

BLOCK = 2_000
"""Entries between two ticks: about two milliseconds."""

_SECTION = re.compile(r"(?:[^/?#:]+:)?(?://[^/?#]*)?/([^/?#]+)/")


def section_of(loc: str | None) -> str:
    """The first folder of an address, without slashes; empty for a page beside the home page."""
    match = _SECTION.match(loc) if loc else None
    return match[1] if match else ""


class Sections:
    """Which section each entry is in, at one revision of a document."""

    def __init__(self, doc: Document, progress: Progress) -> None:
        """Read the addresses of all entries; long for many, so a job's business."""
        self.revision = doc.revision
        self.names: list[str] = []
        self._ids = doc.ids
        self._codes = np.empty(len(doc.ids), np.int32)
        numbers: dict[str, int] = {}
        for first in range(0, len(self._ids), BLOCK):
            progress.tick(first, len(self._ids))
            locs = doc.values_of(self._ids[first : first + BLOCK], "loc")
            self._codes[first : first + BLOCK] = [
                numbers.setdefault(section_of(loc), len(numbers)) for loc in locs
            ]
        self.names = list(numbers)

    def counts(self) -> list[tuple[str, int]]:
        """The sections and how many entries each has, the largest first."""
        counts = np.bincount(self._codes, minlength=len(self.names)).tolist()
        return Counter(dict(zip(self.names, counts, strict=True))).most_common()

    def ids_in(self, name: str) -> Ids:
        """The entries of a section in document order."""
        if name not in self.names:
            return self._ids[:0]
        return self._ids[self._codes == self.names.index(name)]

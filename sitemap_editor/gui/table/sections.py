"""The sections and hosts of a site: the first path segment of each address, and where it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.support.jobs import Progress

    Ids = NDArray[np.int64]

BLOCK = 2_000
"""Entries between two ticks: about two milliseconds."""

_PARTS = re.compile(r"(?:[^/?#:]+:)?(?://(?:[^/?#@]*@)?([^/?#]*))?(?:/([^/?#]+)/)?")


def host_and_section(loc: str | None) -> tuple[str, str]:
    """Host (with port, in small letters) and first folder of an address, without slashes.

    The host is empty for an address that is not absolute, the folder for a page beside the home
    page.
    """
    match = _PARTS.match(loc) if loc else None
    return ((match[1] or "").lower(), match[2] or "") if match else ("", "")


class Division:
    """Entries divided by a name; ``ids`` in document order and the number of each one's name."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._codes = np.empty(len(ids), np.int32)
        self._numbers: dict[str, int] = {}

    def put(self, first: int, names: Iterable[str]) -> None:
        """Say the names of the entries from position ``first`` on."""
        numbers = self._numbers
        codes = [numbers.setdefault(name, len(numbers)) for name in names]
        self._codes[first : first + len(codes)] = codes

    def counts(self) -> list[tuple[str, int]]:
        """The names and how many entries each has, the largest first."""
        counts = np.bincount(self._codes, minlength=len(self._numbers)).tolist()
        return Counter(dict(zip(self._numbers, counts, strict=True))).most_common()

    def ids_in(self, name: str) -> Ids:
        """The entries of this name in document order."""
        number = self._numbers.get(name)
        return self._ids[:0] if number is None else self._ids[self._codes == number]


class Sections:
    """Which section and host each entry is in, at one revision of a document."""

    def __init__(self, doc: Document, progress: Progress) -> None:
        """Read the addresses of all entries; long for many, so a job's business."""
        self.revision = doc.revision
        ids = doc.ids
        self.by_section, self.by_host = Division(ids), Division(ids)
        for first in range(0, len(ids), BLOCK):
            progress.tick(first, len(ids))
            locs = doc.values_of(ids[first : first + BLOCK], "loc")
            parts = [host_and_section(loc) for loc in locs]
            self.by_host.put(first, (host for host, _section in parts))
            self.by_section.put(first, (section for _host, section in parts))

"""What a whole set amounts to: files, entries, bytes, sections of the site, ages of its pages."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.urls import WHITE_SPACE
from sitemap_editor.rules.beside.instants import instants_of
from sitemap_editor.rules.engine.blocks import Ints, blocks_of_ids
from sitemap_editor.rules.engine.gate_lastmod import NO_INSTANT
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

DAY = 86_400
AGES = ("future", "week", "month", "year", "older", "unreadable", "absent")
"""How old lastmod is: ahead of now, up to 7, 31 and 366 days, older; not a date; not there."""
_BORDERS = np.array([0, 7 * DAY, 31 * DAY, 366 * DAY], np.int64)

MOST_NAMES = 10_000
"""Sections that are told apart; entries of further ones count as everything else."""

OTHER = ""
"""Stands for the entries in no section: the home page and single pages."""

_PATH = re.compile(r"^[^:/?#\n]*://[^/?#\n]*/([^/?#\n]*)(/?)", re.MULTILINE)


@dataclass
class Totals:
    """Sums over the files with pages; ``ages`` by AGES, ``newest`` and ``oldest`` in seconds."""

    files: int = 0
    entries: int = 0
    bytes: int = 0
    ages: Counter[str] = field(default_factory=Counter)
    newest: int | None = None
    oldest: int | None = None
    _folders: Counter[str] = field(default_factory=Counter)
    _pages: Counter[str] = field(default_factory=Counter)
    _others: int = 0

    def add(
        self, doc: Document, size: int, now: int | None = None, progress: Progress = NO_PROGRESS
    ) -> None:
        """Take in a document of ``size`` bytes; ``now`` in seconds since 1970."""
        self.files += 1
        self.entries += len(doc)
        self.bytes += size
        for ids in blocks_of_ids(doc.ids):
            progress.tick()
            self._add_sections([value or "" for value in doc.values_of(ids, "loc")])
            if doc.kind.is_xml or doc.kind.is_feed:
                self._add_ages(doc, ids, int(time.time()) if now is None else now)
            else:
                self.ages["absent"] += len(ids)

    def add_unreadable(self, size: int) -> None:
        """Take in a file that is there and could not be opened."""
        self.files += 1
        self.bytes += size

    @property
    def sections(self) -> list[tuple[str, int]]:
        """The first segments of paths with their entries, the largest first; OTHER at the end.

        ``/shop`` belongs to the section of ``/shop/…`` where there is one.
        """
        own = {name: count + self._pages[name] for name, count in self._folders.items()}
        other = self.entries - sum(own.values())
        ordered = sorted(own.items(), key=lambda one: (-one[1], one[0]))
        return [*ordered, (OTHER, other)] if other else ordered

    def _add_sections(self, addresses: list[str]) -> None:
        text = "\n".join(address.strip(WHITE_SPACE) for address in addresses)
        for (name, slash), count in Counter(_PATH.findall(text)).items():
            known = self._folders if slash else self._pages
            if name and (name in known or len(known) < MOST_NAMES):
                known[name] += count

    def _add_ages(self, doc: Document, ids: Ints, now: int) -> None:
        seconds, absent = instants_of(doc, ids, now)
        is_date = seconds != NO_INSTANT
        dates = seconds[is_date]
        counts = np.bincount(np.searchsorted(_BORDERS, now - dates), minlength=5).tolist()
        self.ages.update(dict(zip(AGES, counts, strict=False)))
        self.ages["absent"] += int(np.count_nonzero(absent))
        self.ages["unreadable"] += int(np.count_nonzero(~is_date & ~absent))
        if len(dates):
            low, high = int(dates.min()), int(dates.max())
            self.oldest = low if self.oldest is None else min(low, self.oldest)
            self.newest = high if self.newest is None else max(high, self.newest)

    def age_counts(self) -> Iterator[tuple[str, int]]:
        """The ages that there are, in the order of AGES."""
        return ((age, self.ages[age]) for age in AGES if self.ages[age])

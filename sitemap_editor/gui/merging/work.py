"""What is worked out in a job while people choose how to merge: nothing of widgets here."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.operations.merging.joining import Joined, join, target_of, views_for
from sitemap_editor.operations.merging.planning import MergePlan
from sitemap_editor.operations.merging.wishes import MergeWish
from sitemap_editor.operations.sets.duplicates import Groups, decide
from sitemap_editor.operations.sets.gathering import Gathered, Given, gather
from sitemap_editor.operations.sets.survey import survey
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.operations.sets.reading import Documents

MOST_JOINED = 250_000
"""Up to so many entries the merged file is made while people choose, and its size is exact."""


@dataclass(frozen=True, eq=False, slots=True)
class Asked:
    """What people chose: the sources in their order, and what becomes of pages in several."""

    sources: tuple[Given, ...]
    wish: MergeWish


@dataclass(frozen=True, eq=False, slots=True)
class Outlook:
    """What would happen; ``joined`` is None where there are very many entries."""

    asked: Asked
    gathered: Gathered
    plan: MergePlan
    joined: Joined | None

    @property
    def size(self) -> int:
        """Bytes of the merged file: exact when it is made, else about."""
        if self.joined is not None:
            return self.joined.copy.size_bytes
        whole = sum(one.size for one in self.plan.survey.facts if one is not None)
        return whole * self.plan.entries_out // max(1, self.plan.entries_in)

    @property
    def count(self) -> int:
        """Entries of the merged file."""
        return self.plan.entries_out

    def counts_of(self, source: int) -> tuple[int, int]:
        """How many entries a source has, and how many of them stay."""
        first, end = self.gathered.borders[source : source + 2]
        counts = [self.plan.counts_of(number) for number in range(first, end)]
        return sum(one for one, _kept in counts), sum(kept for _one, kept in counts)

    def files_of(self, source: int) -> int:
        """How many files a source is."""
        first, end = self.gathered.borders[source : source + 2]
        return end - first

    def is_among_others(self, source: int) -> bool:
        """Whether a source is a file that another one before it is, or leads to."""
        path = self.asked.sources[source].path
        return path is not None and path.resolve() in self.gathered.set.by_path


@dataclass(frozen=True, eq=False, slots=True)
class MergeRequest:
    """What is to be done: a new document, or one step of the first; ``splits``: Split comes next.

    ``unlists``: the index no longer names the others. Whoever gets it closes the plan.
    """

    outlook: Outlook
    into_first: bool = False
    unlists: bool = False
    splits: bool = False


class Lookout:
    """Works out merges, one at a time, and remembers what stays true when only wishes change."""

    def __init__(self, opened: Documents) -> None:
        """``opened`` are open documents by real path."""
        self._opened = opened
        self._lock = threading.Lock()
        self._known: tuple[tuple[Given, ...], str] | None = None
        self._gathered: Gathered | None = None
        self._groups: Groups | None = None

    def look(self, asked: Asked, progress: Progress = NO_PROGRESS) -> Outlook:
        """Work out a merge. Raises SitemapError when it cannot be done."""
        with self._lock:
            try:
                return self._look(asked, progress)
            except SitemapError:
                self._known = None  # a file may have changed
                raise

    def _look(self, asked: Asked, progress: Progress) -> Outlook:
        groups, gathered = self._read(asked, progress)
        found = groups.survey
        target = target_of(found)
        decision = decide(groups, asked.wish, progress=progress)
        plan = MergePlan(asked.wish, found, target, groups, decision)
        joined = None
        if plan.entries_out <= MOST_JOINED:
            joined = join(found, decision, target, progress=progress)
        return Outlook(asked, gathered, plan, joined)

    def _read(self, asked: Asked, progress: Progress) -> tuple[Groups, Gathered]:
        key = asked.sources, asked.wish.match
        if self._known == key and self._groups is not None and self._gathered is not None:
            return self._groups, self._gathered
        gathered = gather(asked.sources, self._opened, progress)
        found = survey(
            gathered.set, asked.wish.match, open_documents=gathered.documents, progress=progress
        )
        groups = Groups(found, views_for(found, target_of(found)))
        groups.find(progress)
        self._known, self._groups, self._gathered = key, groups, gathered
        return groups, gathered

"""Looks into the closed files of a set, some at a time, so that figures trickle in."""

from __future__ import annotations

import time
from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

from sitemap_editor.support.jobs import Progress

from .facts import Facts, count_findings, read_facts
from .row import Row

if TYPE_CHECKING:
    from sitemap_editor.gui.jobs import Job, JobRunner

    from .open_set import OpenSet

BATCH_SECONDS = 0.15
MOST_AT_ONCE = 200
"""Files of one batch."""
MOST_CHECKED = 300 << 20
"""Bytes of closed files that are checked unasked."""

Found = list[tuple[Row, Facts]]


class FactsJob:
    """First entries and bytes of all files, then findings of as many as are quick to check."""

    def __init__(self, open_set: OpenSet, jobs: JobRunner) -> None:
        self._set = open_set
        self._jobs = jobs
        self._job: Job | None = None
        self._is_closed = False
        self._due: deque[Row] = deque()
        self._unchecked: deque[Row] = deque()

    def start(self, *, is_anew: bool = False) -> None:
        """Look into the files nobody has looked into; ``is_anew``: into those that changed too."""
        rows = [row for row in self._set.rows if row.member.is_readable and row.session is None]
        self._due = deque(row for row in rows if is_anew or row.facts is None)
        self._unchecked.clear()
        if self._job is None:
            self._go_on()

    def recount(self) -> None:
        """Count findings again: other rules count now."""
        self.start(is_anew=True)

    def close(self) -> None:
        """Stop."""
        self._is_closed = True
        if self._job is not None:
            self._job.cancel()

    def _go_on(self) -> None:
        self._job = None
        if self._is_closed:
            return
        if not self._due and not self._unchecked:
            return
        is_reading = bool(self._due)
        batch = list(islice(self._due or self._unchecked, MOST_AT_ONCE))
        self._job = self._jobs.run(
            lambda progress: self._work(batch, progress, is_reading),
            lambda found: self._on_done(found, is_reading),
            lambda _error: self._go_on_without(batch[0]),
            on_cancelled=lambda: self._go_on_without(batch[0]),
            is_background=True,
        )

    def _work(self, rows: list[Row], progress: Progress, is_reading: bool) -> Found:
        judging, found = self._set.judging, Found()
        end = time.monotonic() + BATCH_SECONDS
        for row in rows:
            if found and time.monotonic() > end:
                break
            path, known = row.path, row.facts or Facts()
            if path is None:
                facts = known
            elif is_reading:
                facts = read_facts(path, judging, progress)
            else:
                facts = count_findings(path, row.member.address, known, judging, progress)
            found.append((row, facts))
        return found

    def _go_on_without(self, row: Row) -> None:
        """Leave a file out that made trouble."""
        for rows in (self._due, self._unchecked):
            if rows and rows[0] is row:
                rows.popleft()
        self._go_on()

    def _on_done(self, found: Found, is_reading: bool) -> None:
        rows = self._due if is_reading else self._unchecked
        for row, facts in found:
            if rows and rows[0] is row:
                rows.popleft()
            if row.facts != facts and row.session is None:
                row.facts = facts
                self._set.note(row)
        if is_reading and not self._due:
            self._unchecked = self._to_check()
        self._go_on()

    def _to_check(self) -> deque[Row]:
        """The files to check, until they are too many bytes."""
        rows: deque[Row] = deque()
        left = MOST_CHECKED
        for row in self._set.rows:
            facts = row.facts
            if row.session is not None or facts is None or facts.errors is not None:
                continue
            left -= facts.size or 0
            if left < 0:
                break
            rows.append(row)
        return rows

"""Looks into file after file in the background; open documents as edited, closed ones from disk.

Only one closed document is in memory at a time. An edit of the open one that is being looked at
stops that look, which begins again after a rest.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from sitemap_editor.gui.jobs import EXPECTED_ERRORS
from sitemap_editor.gui.over_set.files import SetFile
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.jobs import Job
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.workspace import Workspace

BATCH_SECONDS = 0.15
"""How long one job goes on from closed file to closed file."""

MOST_IN_TURN = 500
"""Closed files that one job is given; it seldom gets to all of them."""

AGAIN_MS = 400
STEPS = 1_000
"""How finely is told how far it is."""

Work = Callable[["Document", SetFile, Progress], Any]
"""What is found out about one document; in a worker's thread."""

Found = list[tuple[int, Any]]


class EachFile(QObject):
    """One run over files at a time.

    ``found`` carries the number of a file and what was found out, ``failed`` the number and why
    the file could not be read; ``advanced`` how much of STEPS is done; ``ended`` whether all files
    were looked into.
    """

    found = Signal(int, object)
    failed = Signal(int, object)
    advanced = Signal(int)
    ended = Signal(bool)

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._files: Sequence[SetFile] = ()
        self._work: Work | None = None
        self._next = 0
        self._job: Job | None = None
        self._reading: Session | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._go_on)
        workspace.jobs.progressed.connect(self._on_jobs_progressed)
        workspace.session_closed.connect(self._on_session_closed)

    @property
    def is_running(self) -> bool:
        """Whether files are still to be looked into."""
        return self._work is not None

    def start(self, files: Sequence[SetFile], work: Work) -> None:
        """Look into these files; what runs is given up."""
        self.stop()
        self._files, self._work, self._next = files, work, 0
        self._timer.start(0)

    def stop(self) -> None:
        """Give up; what was found so far stays told."""
        if self._work is None:
            return
        self._let_go()
        self.ended.emit(False)

    def _let_go(self) -> None:
        self._timer.stop()
        self._work = None
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _go_on(self) -> None:
        self._job = self._reading = None
        if self._work is None:
            return
        if self._next >= len(self._files):
            self._work = None
            self.advanced.emit(STEPS)
            self.ended.emit(True)
            return
        self.advanced.emit(STEPS * self._next // len(self._files))
        session = self._files[self._next].session(self._workspace)
        if session is not None:
            self._look_into_open(session)
        else:
            self._look_into_closed()

    def _look_into_open(self, session: Session) -> None:
        work, number, doc = self._work, self._next, session.doc
        assert work is not None  # or nobody would go on
        file = self._files[number]
        self._reading = session
        job: Job = session.read(
            lambda progress: [(number, _tried(partial(work, doc, file, progress)))],
            lambda found: self._on_found(job, found),
            lambda error: self._on_error(job, error),
            on_cancelled=lambda: self._on_cancelled(job),
            is_background=True,
        )
        self._job = job

    def _look_into_closed(self) -> None:
        work, first = self._work, self._next
        assert work is not None  # or nobody would go on
        opened = {Path(os.path.realpath(s.path)) for s in self._workspace.sessions if s.path}
        last = first + 1
        most = min(first + MOST_IN_TURN, len(self._files))
        while last < most and not self._is_open(self._files[last], opened):
            last += 1
        files = list(zip(range(first, last), self._files[first:last], strict=True))
        job: Job = self._workspace.jobs.run(
            lambda progress: _in_turn(files, work, progress),
            lambda found: self._on_found(job, found),
            lambda error: self._on_error(job, error),
            on_cancelled=lambda: self._on_cancelled(job),
            is_background=True,
        )
        self._job = job

    def _is_open(self, file: SetFile, opened: set[Path]) -> bool:
        """Whether a file is open; the paths of members have no links in them."""
        return file.own is not None or file.path in opened

    def _on_found(self, job: Job, found: Found) -> None:
        if job is not self._job:
            return
        for number, result in found:
            self._next = number + 1
            signal = self.failed if isinstance(result, EXPECTED_ERRORS) else self.found
            signal.emit(number, result)
            if job is not self._job:
                return  # somebody has had enough
        self._timer.start(0)

    def _on_error(self, job: Job, error: BaseException) -> None:
        if job is self._job:
            self._let_go()
            self.ended.emit(False)

    def _on_cancelled(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self._timer.start(AGAIN_MS)

    def _on_session_closed(self, session: Session) -> None:
        if session is self._reading:
            self._job = self._reading = None
            self._timer.start(0)

    def _on_jobs_progressed(self, job: Job) -> None:
        if job is self._job and job.total and self._files:
            share = min(1.0, job.done / job.total)
            self.advanced.emit(int(STEPS * (self._next + share) / len(self._files)))


def _tried(look: Callable[[], Any]) -> Any:
    """What comes of a look, or why nothing did."""
    try:
        return look()
    except EXPECTED_ERRORS as error:
        return error.with_traceback(None)


def _in_turn(files: list[tuple[int, SetFile]], work: Work, progress: Progress) -> Found:
    """Look into closed files for a moment; what is left is for the next job."""
    found: Found = []
    end = time.monotonic() + BATCH_SECONDS
    for number, file in files:
        found.append((number, _tried(partial(_look_into, file, work, progress))))
        if time.monotonic() > end:
            break
    return found


def _look_into(file: SetFile, work: Work, progress: Progress) -> Any:
    from sitemap_editor.operations.sets.reading import read_member

    if file.member is None:
        raise SitemapError(_("This document was closed without being saved."))
    return work(read_member(file.member, progress=progress), file, progress)

"""Checks all files of a set in one job; what it finds is told file by file meanwhile.

Open documents are checked as they are when the check begins: copies share their bytes, so that
nobody has to stop editing.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from sitemap_editor.gui.over_set.files import FilesInHand
from sitemap_editor.operations.sets.kept_findings import KeptFindings
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.formats.reports.base import CheckedFile
    from sitemap_editor.gui.jobs import Job
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.operations.sets.checking import CheckedSet
    from sitemap_editor.operations.sets.members import Member, SitemapSet
    from sitemap_editor.rules.decisions.policy import Policy
    from sitemap_editor.support.jobs import Progress

FEW_KEPT = 5
"""Findings of a rule in one file that are told one by one, to see how a report begins.

To build them takes longer than to find them; a report has the files checked once more for it.
"""

STEPS = 1_000


class SetCheck(QObject):
    """One check at a time.

    ``found`` carries a Member and a CheckedFile, ``advanced`` how much of STEPS is done, ``ended``
    the CheckedSet, or None when the check was stopped; ``failed`` why it could not be done.
    """

    found = Signal(object, object)
    advanced = Signal(int)
    ended = Signal(object)
    failed = Signal(object)

    def __init__(self, workspace: Workspace, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._job: Job | None = None
        self._kept = [KeptFindings(FEW_KEPT)]
        kept = self._kept
        self.destroyed.connect(lambda: kept[0].close())
        self._fresh: deque[tuple[Member, CheckedFile]] = deque()
        workspace.jobs.progressed.connect(self._on_jobs_progressed)

    @property
    def is_running(self) -> bool:
        """Whether files are still to be checked."""
        return self._job is not None

    def start(self, hand: FilesInHand) -> None:
        """Check these files; a check that runs is given up."""
        self.stop()
        fresh: deque[tuple[Member, CheckedFile]] = deque()
        self._fresh = fresh
        self._kept[0].close()
        self._kept[0] = KeptFindings(FEW_KEPT, with_addresses=True)
        work = self.work(hand, self._kept[0], lambda member, file: fresh.append((member, file)))
        job: Job = self._workspace.jobs.run(
            work,
            lambda done: self._on_done(job, done),
            lambda error: self._on_failed(job, error),
            _("Checking all files of {name}").format(name=hand.name),
            on_cancelled=lambda: self._on_done(job, None),
        )
        self._job = job

    def work(
        self,
        hand: FilesInHand,
        kept: KeptFindings,
        on_file: Callable[[Member, CheckedFile], None] = lambda _member, _file: None,
    ) -> Callable[[Progress], CheckedSet]:
        """What checks these files as they are now; what it finds is in ``kept`` until that closes.

        ``on_file`` hears of each file in the worker's thread.
        """
        one, documents = set_in(hand), self._copies()
        root = hand.open_set.root if hand.open_set is not None else None
        base = (root.base_url or root.policy.base_url) if root is not None else None
        profiles, policy_of = self._workspace.profiles, self._policy_of()

        def work(progress: Progress) -> CheckedSet:
            from sitemap_editor.operations.sets.checking import SetQuestion, check_set

            question = SetQuestion(
                profiles, base, open_documents=documents, policy_of=policy_of, on_file=on_file
            )
            return check_set(one, kept, question, progress)

        return work

    def _copies(self) -> dict[Path, Document]:
        from sitemap_editor.document.forking import fork

        return {
            Path(os.path.realpath(one.path)): fork(one.doc).copy
            for one in self._workspace.sessions
            if one.path is not None
        }

    def _policy_of(self) -> Callable[[Path], Policy]:
        from sitemap_editor.rules.decisions.policy_store import PolicyStore

        settings = self._workspace.settings
        return lambda path: PolicyStore(path, settings).load()[0]

    def stop(self) -> None:
        """Give up; what was found so far stays told."""
        if self._job is not None:
            job, self._job = self._job, None
            job.cancel()
            self._hand_over()
            self.ended.emit(None)

    def close(self) -> None:
        """Give up, and let go of what was found."""
        self.stop()
        self._kept[0].close()

    def _on_jobs_progressed(self, job: Job) -> None:
        if job is self._job:
            self._hand_over()
            if job.total:
                self.advanced.emit(STEPS * job.done // job.total)

    def _hand_over(self) -> None:
        while self._fresh:
            self.found.emit(*self._fresh.popleft())

    def _on_done(self, job: Job, done: CheckedSet | None) -> None:
        if job is self._job:
            self._job = None
            self._hand_over()
            self.ended.emit(done)

    def _on_failed(self, job: Job, error: BaseException) -> None:
        if job is self._job:
            self._job = None
            self._hand_over()
            self.failed.emit(error)
            self.ended.emit(None)


def set_in(hand: FilesInHand) -> SitemapSet:
    """The set that some files are."""
    from sitemap_editor.operations.sets.members import SitemapSet

    if hand.open_set is not None and hand.open_set.set is not None:
        return hand.open_set.set
    members = tuple(file.member for file in hand.files if file.member is not None)
    return SitemapSet(None, "files", None, None, members)

"""One open document in the window: its edits, its check, and the entry that is current.

Every change of a document goes through here, so that no job reads it meanwhile and every view
hears of it before and after.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from sitemap_editor.document import together
from sitemap_editor.document.together import way_back, way_forward
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.ids import EntryId, Position
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import Progress

from .decisions import Decisions
from .jobs import Job, JobRunner
from .repairs.state import RepairState
from .together import (
    SessionObserver,
    build_together,
    change_sessions,
    save_together,
    take_step,
)

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Change, Edit
    from sitemap_editor.rules.beside.neighbours import Neighbours
    from sitemap_editor.rules.check import Checker, Report

REFRESH_MS = 150
"""Rest after the last edit before the rules about the whole file run again."""

FEW_ENTRIES = 50
NEEDED_SOON = ("sitemap_editor.operations.fixes", "sitemap_editor.document.views")
"""Modules the window needs next; it does not wait for what the check's thread has read."""


class Session(Decisions):
    """One document, open; panels read ``doc`` and ``report`` and follow the signals.

    ``changing`` and ``changed`` carry the Change and come right before and after it is applied,
    ``current_changed`` an EntryId or None. ``state_changed`` tells of path, modified, undo texts.
    ``step_asked`` tells that undo (True) or redo takes steps of other documents with it.
    ``accepted_errors`` is with how many errors it was saved last, the user knowing.
    """

    changing = Signal(object)
    changed = Signal(object)
    findings_changed = Signal()
    state_changed = Signal()
    current_changed = Signal(object)
    checking_changed = Signal(bool)
    saved = Signal()
    step_asked = Signal(bool)

    def __init__(self, doc: Document, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.doc = doc
        self.jobs = jobs
        self.number = 1
        self.current: EntryId | None = None
        self.current_origin: object = None
        self.is_checking = False
        self.is_saving = False
        self.is_changing = False
        self.is_closed = False
        self.accepted_errors = 0
        self.repair_state = RepairState()
        self.answers: dict[str, str] = {}
        self.checker: Checker | None = None
        self.neighbours: Neighbours | None = None
        self._is_whole_check_due = False
        self._is_policy_due = False
        self._current_position = 0
        self._check_job: Job | None = None
        self._readers: list[Job] = []
        self._observer = SessionObserver(self)
        doc.observers.append(self._observer)
        self._check_timer = QTimer(self)
        self._check_timer.setSingleShot(True)
        self._check_timer.timeout.connect(self._on_check_timer_timeout)

    # What it is

    @property
    def path(self) -> Path | None:
        """The file on disk, None as long as there is none."""
        return self.doc.path

    @property
    def name(self) -> str:
        """What people see: the file's name, or "Untitled 2"."""
        if self.doc.path is not None:
            return self.doc.path.name
        return _("Untitled {number}").format(number=self.number)

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save."""
        return bool(self.doc.modified)

    @property
    def why_read_only(self) -> str:
        """Why the document can be looked at only; empty for one that can be changed."""
        if not self.doc.kind.is_feed:
            return ""
        return _("A feed cannot be changed. Make a sitemap of it to do so.")

    @property
    def is_busy(self) -> bool:
        """Whether it is being saved, or a big edit built: no other edit is taken meanwhile."""
        return self.is_saving or self.is_changing

    @property
    def report(self) -> Report | None:
        """What the last check found, kept up to date by edits; None before the first one ends."""
        return self.checker.report if self.checker is not None else None

    @property
    def error_count(self) -> int:
        """How many errors are known."""
        return self.report.counts.get(Severity.ERROR, 0) if self.report is not None else 0

    # The current entry

    def set_current(self, entry: EntryId | None, origin: object = None) -> None:
        """Make an entry the current one; ``origin`` is who did it, so that it need not follow."""
        if entry == self.current:
            return
        self.current = entry
        self.current_origin = origin
        self.current_changed.emit(entry)

    # Edits

    def edit(self, edit: Edit | None, label: str) -> bool:
        """Apply an edit as one undo step; False when there is nothing to do or it is busy."""
        if edit is None:
            return False
        return change_sessions([self], lambda: self.doc.edit(edit, label))

    def edit_many(
        self,
        build: Callable[[Progress], Edit | None],
        label: str,
        count: int,
        on_done: Callable[[bool], None] | None = None,
        on_error: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Build an edit of ``count`` entries and apply it; a big one is built in a job.

        A SitemapError that ``build`` raises goes to ``on_error``.
        """

        def failed(error: BaseException) -> None:
            if on_error is None:
                raise error
            on_error(error)

        def done(is_applied: bool) -> None:
            if on_done:
                on_done(is_applied)

        doc = self.doc
        build_together([self], lambda p: [(doc, build(p))], label, count, done, failed)

    def undo(self, *, anyway: bool = False) -> bool:
        """Take back the last step, in all documents that took it.

        Asks by ``step_asked`` when it takes more than that step, unless ``anyway``.
        """
        return take_step(self, way_back(self.doc), is_back=True, anyway=anyway)

    def redo(self, *, anyway: bool = False) -> bool:
        """Do again what was taken back; asks like ``undo``."""
        return take_step(self, way_forward(self.doc), is_back=False, anyway=anyway)

    @property
    def is_refreshing(self) -> bool:
        """Whether what hangs on the whole file is being looked at again."""
        return self._check_job is not None and not self._is_whole_check_due

    def need_whole_check(self) -> None:
        """Let the next check begin anew."""
        self._is_whole_check_due = True

    # Jobs that read the document

    def read(
        self,
        function: Callable[[Progress], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None] | None = None,
        label: str = "",
        *,
        on_cancelled: Callable[[], None] | None = None,
        is_background: bool = False,
    ) -> Job:
        """Run a job that reads the document: an edit meanwhile cancels it.

        Once the session is closed none of the callbacks is called.
        """
        job = self.jobs.run(
            function,
            self.while_open(on_done),
            self.while_open(on_error) if on_error else None,
            label,
            on_cancelled=self.while_open(on_cancelled) if on_cancelled else None,
            is_background=is_background,
        )
        self._readers = [reader for reader in self._readers if reader.is_running]
        self._readers.append(job)
        return job

    def while_open(self, callback: Callable[..., None]) -> Callable[..., None]:
        """``callback`` as long as the session is open, else nothing."""

        def call(*args: Any) -> None:
            if not self.is_closed:
                callback(*args)

        return call

    def cancel_readers(self) -> None:
        """Stop the jobs that read the document."""
        for job in self._readers:
            job.cancel()
        self._readers.clear()

    def save(
        self,
        function: Callable[[Progress], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
        label: str = "",
    ) -> None:
        """Run a job that writes the document; edits are refused until it has ended."""
        save_together([self], function, on_done, on_error, label)

    def begin_saving(self) -> Callable[[bool], None]:
        """Refuse edits until the function returned is called, with whether a file was written."""
        self.is_saving = True
        before = (self.doc.path, self.doc.source, self.doc.mending)

        def ended(is_written: bool) -> None:
            self.is_saving = False
            self.state_changed.emit()
            if not is_written:
                return
            self.saved.emit()
            # Some rules look at the file's name, its encoding and its container, one at repairs.
            self._is_policy_due |= self.doc.path != before[0]
            now = (self.doc.path, self.doc.source, self.doc.mending)
            if now != before and self.checker is not None:
                self._schedule_check(0)

        return self.while_open(ended)

    # The check

    def start_check(self) -> None:
        """Check the whole document in the background; what was found before is shown meanwhile."""
        self._is_whole_check_due = True
        self._schedule_check(0)

    def meet(self, neighbours: Neighbours) -> None:
        """Take note of what lies beside the file, and check what hangs on it."""
        if neighbours.is_as(self.neighbours):
            return
        self.neighbours = neighbours
        is_guess_new = self.guessed_base_url != neighbours.guessed_base
        is_base_new = self.assumed_base_url != neighbours.assumed_base
        self.guessed_base_url = neighbours.guessed_base
        self.assumed_base_url = neighbours.assumed_base
        if is_guess_new:
            self.address_answered.emit()
        self._is_whole_check_due |= is_base_new and not (self.base_url or self.policy.base_url)
        self._schedule_check(0)

    def check_policy(self) -> None:
        """Read again what is decided about rules; only what is new is looked for."""
        self._is_policy_due = True
        self._schedule_check(0)

    def _schedule_check(self, delay: int) -> None:
        self._check_timer.start(delay)
        self._set_checking(True)

    def _on_check_timer_timeout(self) -> None:
        """Run the whole check when one is due, else only what hangs on the whole file."""
        if self._check_job is not None:
            self._check_job.cancel()
        if self.is_closed:
            return
        is_whole = self._is_whole_check_due or self.checker is None
        self._check_job = job = self.read(
            self._check_whole if is_whole else self._check_rest,
            lambda checker: self._on_check_done(job, checker),
            lambda _error: self._on_check_ended(job),
            _("Checking {name}").format(name=self.name),
            on_cancelled=lambda: self._on_check_ended(job),
            is_background=True,
        )

    def _check_whole(self, progress: Progress) -> Checker:
        from sitemap_editor.rules.beside.neighbours import NOTHING
        from sitemap_editor.rules.check import Checker

        for name in NEEDED_SOON:
            import_module(name)
        known = self.neighbours or (NOTHING if self.doc.path is not None else None)
        checker = Checker(self.doc, neighbours=known, **self.check_options())
        checker.run(progress)
        return checker

    def _check_rest(self, progress: Progress) -> Checker:
        assert self.checker is not None
        if self._is_policy_due and not self.checker.take_policy(self.read_policy(), progress):
            return self._check_whole(progress)
        if self.neighbours is not None and self.checker.neighbours is not self.neighbours:
            self.checker.meet(self.neighbours)
        self.checker.refresh(progress)
        return self.checker

    def _on_check_done(self, job: Job, checker: Checker) -> None:
        if job is self._check_job:
            self.checker = checker
            # What came up since the check began is still to be looked at.
            self._is_whole_check_due &= self._check_timer.isActive()
            self._is_policy_due &= self._check_timer.isActive()
            self.take_policy()
            self._on_check_ended(job)
            self.findings_changed.emit()

    def _on_check_ended(self, job: Job) -> None:
        if job is self._check_job:
            self._check_job = None
            if not self._check_timer.isActive():
                self._set_checking(False)

    def _set_checking(self, is_checking: bool) -> None:
        if is_checking != self.is_checking:
            self.is_checking = is_checking
            self.checking_changed.emit(is_checking)

    # What the document tells

    def on_about_to_change(self, change: Change) -> None:
        """Pass on what is about to happen."""
        if self.current is not None:
            self._current_position = int(self.doc.position_of(self.current))
        self.changing.emit(change)

    def on_changed(self, change: Change) -> None:
        """Pass on what happened, check the changed entries, and keep a current entry."""
        is_other = self.checker is not None and self.checker.update(change) != set()
        self.changed.emit(change)
        self._keep_current()
        if self.checker is not None or self._is_whole_check_due:
            self._schedule_check(REFRESH_MS)
        if is_other or self._touches_findings(change):
            self.findings_changed.emit()
        self.state_changed.emit()

    def _touches_findings(self, change: Change) -> bool:
        """Whether findings may read differently, or stand elsewhere, though they are the same."""
        report = self.report
        if report is None:
            return False
        is_moved = change.reordered or change.frame or len(change.inserted) or len(change.removed)
        if is_moved or len(change.changed) > FEW_ENTRIES:
            return True
        return any(report.severity_of(entry) is not None for entry in change.changed.tolist())

    def _keep_current(self) -> None:
        if self.current is None or self.doc.has(self.current):
            return
        count = len(self.doc)
        position = Position(min(self._current_position, count - 1))
        self.set_current(self.doc.id_at(position) if count else None)

    def close(self) -> None:
        """Stop what runs for this document and let go of it."""
        self.is_closed = True
        self._check_timer.stop()
        self.cancel_readers()
        if self._observer in self.doc.observers:
            self.doc.observers.remove(self._observer)
        together.let_go(self.doc, self.name)

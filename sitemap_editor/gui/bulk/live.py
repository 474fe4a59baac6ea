"""Work that follows what people type: the last wish counts, earlier ones are given up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QProgressBar

from sitemap_editor.gui.jobs import Job, JobRunner

if TYPE_CHECKING:
    from sitemap_editor.support.jobs import Progress

REST_MS = 200
"""Rest after the last key before the work begins."""

BAR_HEIGHT = 6


class LiveWork(QObject):
    """One job at a time for a dialog; ``bar`` shows that it runs and how far it is.

    ``on_failed`` gets what the job ended with, when that is an expected error.
    """

    def __init__(
        self,
        jobs: JobRunner,
        on_done: Callable[[Any], None],
        on_failed: Callable[[BaseException], None],
        name: str,
        parent: QObject,
    ) -> None:
        """``name`` is what a screen reader calls the bar."""
        super().__init__(parent)
        self._jobs = jobs
        self._on_done = on_done
        self._on_failed = on_failed
        self._job: Job | None = None
        self._function: Callable[[Progress], Any] | None = None
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(name)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(BAR_HEIGHT)
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.bar.hide()
        jobs.progressed.connect(self._on_jobs_progressed)

    @property
    def is_busy(self) -> bool:
        """Whether a result is still to come."""
        return self._job is not None or self._timer.isActive()

    def ask(self, function: Callable[[Progress], Any], *, at_once: bool = False) -> None:
        """Run ``function(progress)`` after a rest, instead of what was asked for before."""
        self.stop()
        self._function = function
        self.bar.setRange(0, 0)
        self.bar.show()
        if at_once:
            self._start()
        else:
            self._timer.start()

    def stop(self) -> None:
        """Give up what runs; nothing is delivered."""
        self._timer.stop()
        self.bar.hide()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _start(self) -> None:
        self._timer.stop()
        if self._function is not None:
            job = self._job = self._jobs.run(
                self._function,
                lambda result: self._end(job, self._on_done, result),
                lambda error: self._end(job, self._on_failed, error),
            )

    def _end(self, job: Job, deliver: Callable[[Any], None], what: object) -> None:
        if job is self._job:
            self._job = None
            self.bar.hide()
            deliver(what)

    def _on_jobs_progressed(self, job: Job) -> None:
        if job is self._job and job.total:
            self.bar.setRange(0, job.total)
            self.bar.setValue(min(job.done, job.total))

"""Work that follows what people choose and type: the last wish counts, earlier ones are given up.

Dialogs show its result while it is being chosen; a bar tells that it is still to come.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QProgressBar

from .jobs import Job, JobRunner

if TYPE_CHECKING:
    from sitemap_editor.support.jobs import Progress

REST_MS = 200
"""Rest after the last key before the work begins."""

BAR_HEIGHT = 6
BAR_STEPS = 1_000
"""How finely a bar tells how far it is; what is counted may be more than Qt can count."""


class LiveWork(QObject):
    """One job at a time: what is asked for takes the place of what was asked for before.

    ``on_failed`` gets whatever a job ends with, faults of the program too.
    """

    busy_changed = Signal(bool)
    progressed = Signal(int, int)

    def __init__(
        self,
        jobs: JobRunner,
        on_failed: Callable[[BaseException], object],
        parent: QObject,
        rest_ms: int | None = None,
    ) -> None:
        """``rest_ms`` is how long ``after_rest`` waits, REST_MS where nothing is said."""
        super().__init__(parent)
        self._jobs = jobs
        self._on_failed = on_failed
        self._job: Job | None = None
        self._then: Callable[[], object] | None = None
        rest = REST_MS if rest_ms is None else rest_ms
        self._timer = QTimer(self, singleShot=True, interval=rest)
        self._timer.timeout.connect(self._on_timer_timeout)
        jobs.progressed.connect(self._on_jobs_progressed)

    @property
    def is_busy(self) -> bool:
        """Whether a result is still to come."""
        return self._job is not None or self._timer.isActive()

    def run(self, work: Callable[[Progress], Any], on_done: Callable[[Any], object]) -> None:
        """Do ``work(progress)`` in a job and hand over its result."""
        self._drop()
        job = self._job = self._jobs.run(
            work,
            lambda result: self._end(job, partial(on_done, result)),
            lambda error: self._end(job, partial(self._on_failed, error)),
            on_cancelled=lambda: self._end(job, lambda: None),
        )
        self.busy_changed.emit(True)

    def after_rest(self, then: Callable[[], object]) -> None:
        """Call ``then``, which may ``run`` something, unless something else is asked for first."""
        self._drop()
        self._then = then
        self._timer.start()
        self.busy_changed.emit(True)

    def stop(self) -> None:
        """Give up what runs; nothing is delivered."""
        if self.is_busy:
            self._drop()
            self.busy_changed.emit(False)

    def _drop(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _on_timer_timeout(self) -> None:
        assert self._then is not None  # what the timer was started for
        self._then()
        if self._job is None:
            self.busy_changed.emit(self.is_busy)

    def _end(self, job: Job, deliver: Callable[[], object]) -> None:
        if job is self._job:
            self._job = None
            self.busy_changed.emit(False)
            deliver()

    def _on_jobs_progressed(self, job: Job) -> None:
        if job is self._job and job.total:
            self.progressed.emit(job.done, job.total)


class WorkBar(QProgressBar):
    """Shows that work runs and how far it is."""

    def __init__(self, work: LiveWork, name: str, *, keeps_room: bool = True) -> None:
        """``name`` is what a screen reader calls it; ``keeps_room``: nothing moves up meanwhile."""
        super().__init__()
        self.setAccessibleName(name)
        self.setTextVisible(False)
        self.setFixedHeight(BAR_HEIGHT)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(keeps_room)
        self.setSizePolicy(policy)
        self.hide()
        work.busy_changed.connect(self._on_work_busy_changed)
        work.progressed.connect(self._on_work_progressed)

    def _on_work_busy_changed(self, is_busy: bool) -> None:
        self.setRange(0, 0)
        self.setVisible(is_busy)

    def _on_work_progressed(self, done: int, total: int) -> None:
        self.setRange(0, BAR_STEPS)
        self.setValue(min(BAR_STEPS, done * BAR_STEPS // total))

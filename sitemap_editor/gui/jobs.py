"""Long work in threads; results come back on the main thread, and work pauses while it paints.

A worker in Python starves painting: each of the thousand calls of a repaint waits for the
interpreter lock. So the running jobs are parked while a view paints or an edit is applied, and
each tick really sleeps for a moment.
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Cancelled, Progress

SWITCH_INTERVAL = 0.001
TICK_SECONDS = 0.002
SLEEP_SECONDS = 0.00005
REPORT_MS = 80
COLLECT_MS = 500
MAX_SHARE_SECONDS = 0.01
PARK_SECONDS = 0.004
"""How long an edit waits for a job to reach its next tick; after that it goes on regardless."""

EXPECTED_ERRORS = (SitemapError, OSError, MemoryError)
"""What a job may end with without a fault in the program."""


class Job(Progress):
    """One piece of long work: what it is called, how far it is, and the way to stop it."""

    def __init__(
        self, gates: _Gates, label: str, is_background: bool, is_cancellable: bool
    ) -> None:
        self.label = label
        self.done = 0
        self.total = 0
        self.is_background = is_background
        self.is_cancellable = is_cancellable
        self.is_running = True
        self.is_cancelled = False
        self.result: Any = None
        self.error: BaseException | None = None
        self.working = threading.Lock()
        self._gates = gates
        self._last_pause = 0.0

    def cancel(self) -> None:
        """Ask the work to stop at its next tick; its result is not delivered in any case."""
        self.is_cancelled = True

    def tick(self, done: int = 0, total: int = 0) -> None:
        """Take note of the progress, let the main thread in, and stop when cancelled."""
        self.done, self.total = done, total
        now = time.perf_counter()
        if now - self._last_pause >= TICK_SECONDS or not self._gates.are_open:
            self._pause()
            self._last_pause = time.perf_counter()
        if self.is_cancelled:
            raise Cancelled

    def _pause(self) -> None:
        self.working.release()
        try:
            self._gates.pass_through(self)
        finally:
            self.working.acquire()

    def run(self, function: Callable[[Progress], Any]) -> None:
        """Do the work; called in the worker's thread."""
        self._gates.unparked.wait()
        with self.working:
            try:
                self.result = function(self)
            except Cancelled:
                self.is_cancelled = True
            except BaseException as error:  # noqa: BLE001 - the main thread decides about it
                self.error = error


class _Gates:
    """Where jobs wait: all of them while parked, background ones while others run."""

    def __init__(self) -> None:
        self.unparked = threading.Event()
        self.unparked.set()
        self.foreground_idle = threading.Event()
        self.foreground_idle.set()

    @property
    def are_open(self) -> bool:
        return self.unparked.is_set()

    def pass_through(self, job: Job) -> None:
        self.unparked.wait()
        if job.is_background and not job.is_cancelled:
            self.foreground_idle.wait()
        time.sleep(SLEEP_SECONDS)  # without a real sleep the lock goes straight back to us


class _Collector(QObject):
    """Collects garbage on the main thread only.

    Left alone, Python collects in whichever thread happens to allocate. In a worker that destroys
    QObjects there, and two locks are then waited for crosswise: Qt's for connections, held by the
    worker, and the interpreter's, held by the main thread that deletes a widget.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        gc.freeze()  # what is there now stays, and need not be looked at again
        self._timer = QTimer(self)
        self._timer.setInterval(COLLECT_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._timer.start()

    def _on_timer_timeout(self) -> None:
        counts = zip(gc.get_count(), gc.get_threshold(), strict=True)
        due = [generation for generation, (n, most) in enumerate(counts) if n > most]
        if due:
            gc.collect(due[-1])

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()


class JobRunner(QObject):
    """Runs functions in threads and hands their results back on the main thread."""

    started = Signal(object)
    progressed = Signal(object)
    ended = Signal(object)
    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        sys.setswitchinterval(SWITCH_INTERVAL)
        self.running: list[Job] = []
        self._gates = _Gates()
        self._parked = 0
        self._held: list[Job] = []
        self._is_shut = False
        self._results: deque[tuple[Job, _Callbacks]] = deque()
        self._threads: dict[Job, threading.Thread] = {}
        self._arrived.connect(self._on_worker_arrived)
        self._collector = _Collector(self)
        self._report_timer = QTimer(self)
        self._report_timer.setInterval(REPORT_MS)
        self._report_timer.timeout.connect(self._on_timer_timeout)

    def run(
        self,
        function: Callable[[Progress], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None] | None = None,
        label: str = "",
        *,
        on_cancelled: Callable[[], None] | None = None,
        is_background: bool = False,
        is_cancellable: bool = True,
    ) -> Job:
        """Start ``function(progress)`` in a thread; exactly one of the callbacks follows.

        A job with a label is shown in the status bar. A background job waits while others run.
        An unexpected error goes to ``on_error`` first and then to ``sys.excepthook``.
        """
        job = Job(self._gates, label, is_background, is_cancellable)
        callbacks = _Callbacks(on_done, on_error, on_cancelled)
        thread = threading.Thread(
            target=self._work, args=(job, function, callbacks), name=label or "job", daemon=True
        )
        self.running.append(job)
        self._threads[job] = thread
        self._update_foreground()
        self._report_timer.start()
        self.started.emit(job)
        thread.start()
        return job

    def _work(self, job: Job, function: Callable[[Progress], Any], callbacks: _Callbacks) -> None:
        job.run(function)
        self._results.append((job, callbacks))
        self._arrived.emit()

    def _on_worker_arrived(self) -> None:
        while self._results:
            job, callbacks = self._results.popleft()
            job.is_running = False
            self.running.remove(job)
            self._threads.pop(job).join()
            self._update_foreground()
            if not self.running:
                self._report_timer.stop()
            if not self._is_shut:
                self.ended.emit(job)
                callbacks.deliver(job)

    def _on_timer_timeout(self) -> None:
        for job in list(self.running):
            self.progressed.emit(job)

    def _update_foreground(self) -> None:
        if any(not job.is_background for job in self.running):
            self._gates.foreground_idle.clear()
        else:
            self._gates.foreground_idle.set()

    @contextmanager
    def parked(self, *, wait: bool = False) -> Iterator[bool]:
        """Keep jobs from working meanwhile; with ``wait`` give them a moment to stand still.

        Painting does not wait, an edit does, though not for long. Yields whether all stand still
        by then. Main thread only; may be nested.
        """
        started = time.perf_counter()
        self._parked += 1
        self._gates.unparked.clear()
        if wait:
            self._hold_still()
        try:
            yield len(self._held) == len(self.running)
        finally:
            self._parked -= 1
            if not self._parked:
                self._let_go()
                if not wait:
                    self._share(time.perf_counter() - started)

    def _share(self, taken: float) -> None:
        """Leave a job that somebody waits for twice the time that painting took.

        Else one who scrolls while a sort runs would keep the sort from ever ending.
        """
        if any(not job.is_background for job in self.running):
            time.sleep(min(2 * taken, MAX_SHARE_SECONDS))

    def _hold_still(self) -> None:
        deadline = time.perf_counter() + PARK_SECONDS
        for job in self.running:
            patience = max(0.0, deadline - time.perf_counter())
            if job not in self._held and job.working.acquire(timeout=patience):
                self._held.append(job)

    def _let_go(self) -> None:
        for job in self._held:
            job.working.release()
        self._held.clear()
        self._gates.unparked.set()

    def shutdown(self) -> None:
        """Cancel everything and wait until the threads have ended; nothing is delivered."""
        self._is_shut = True
        for job in self.running:
            job.cancel()
        self._gates.unparked.set()
        self._gates.foreground_idle.set()
        for thread in list(self._threads.values()):
            thread.join()
        self._on_worker_arrived()
        self._collector.stop()


class _Callbacks:
    """What follows the end of a job."""

    def __init__(
        self,
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None] | None,
        on_cancelled: Callable[[], None] | None,
    ) -> None:
        self._on_done = on_done
        self._on_error = on_error
        self._on_cancelled = on_cancelled

    def deliver(self, job: Job) -> None:
        # A cancelled job may have stumbled over a document that changed under it: not a fault.
        if job.is_cancelled:
            if self._on_cancelled:
                self._on_cancelled()
        elif job.error is None:
            self._on_done(job.result)
        else:
            self._fail(job.error)

    def _fail(self, error: BaseException) -> None:
        if self._on_error:
            self._on_error(error)
        if self._on_error is None or not isinstance(error, EXPECTED_ERRORS):
            sys.excepthook(type(error), error, error.__traceback__)

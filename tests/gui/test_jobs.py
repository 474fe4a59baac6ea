"""Jobs hand results back on the main thread, and stand still while it paints or edits."""

import sys
import threading
import time

import pytest

from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.protocol.errors import SitemapError


class Outcome:
    """What came of a job."""

    def __init__(self):
        self.done, self.failed, self.is_cancelled = [], [], False

    def callbacks(self):
        return {
            "on_done": lambda result: self.done.append((result, threading.current_thread())),
            "on_error": self.failed.append,
            "on_cancelled": lambda: setattr(self, "is_cancelled", True),
        }


@pytest.fixture
def outcome():
    return Outcome()


def ended(qtbot, jobs):
    qtbot.waitUntil(lambda: not jobs.running)


def until(event: threading.Event):
    """A piece of work that ticks until it is told to end."""

    def work(progress):
        while not event.is_set():
            progress.tick(1, 2)
        return "ended"

    return work


def test_the_result_arrives_on_the_main_thread(qtbot, jobs, outcome):
    jobs.run(lambda progress: threading.current_thread(), **outcome.callbacks())
    ended(qtbot, jobs)
    (worker, here) = outcome.done[0]
    assert here is threading.main_thread()
    assert worker is not here


def test_an_expected_error_is_handed_over(qtbot, jobs, outcome):
    def work(progress):
        raise SitemapError("no")

    jobs.run(work, **outcome.callbacks())
    ended(qtbot, jobs)
    assert [str(error) for error in outcome.failed] == ["no"]


def test_an_unexpected_error_is_also_reported_as_a_fault(qtbot, jobs, outcome, monkeypatch):
    faults = []
    monkeypatch.setattr(sys, "excepthook", lambda *fault: faults.append(fault[0]))
    jobs.run(lambda progress: 1 // 0, **outcome.callbacks())
    ended(qtbot, jobs)
    assert faults == [ZeroDivisionError]
    assert len(outcome.failed) == 1


def test_a_cancelled_job_ends_at_its_next_tick(qtbot, jobs, outcome):
    job = jobs.run(until(threading.Event()), **outcome.callbacks())
    job.cancel()
    ended(qtbot, jobs)
    assert outcome.is_cancelled
    assert not outcome.done


def test_the_result_of_a_job_cancelled_too_late_is_dropped(qtbot, jobs, outcome):
    gate = threading.Event()
    job = jobs.run(lambda progress: gate.wait(), **outcome.callbacks())
    job.cancel()
    gate.set()
    ended(qtbot, jobs)
    assert outcome.is_cancelled
    assert not outcome.done


def test_progress_is_told(qtbot, jobs, outcome):
    event = threading.Event()
    with qtbot.waitSignal(jobs.progressed) as told:
        job = jobs.run(until(event), label="Working", **outcome.callbacks())
    event.set()
    ended(qtbot, jobs)
    assert told.args == [job]
    assert (job.done, job.total) == (1, 2)


def test_a_parked_job_stands_still(qtbot, jobs, outcome):
    event, counted = threading.Event(), [0]

    def work(progress):
        while not event.is_set():
            counted[0] += 1
            progress.tick()

    jobs.run(work, **outcome.callbacks())
    qtbot.waitUntil(lambda: counted[0] > 0)
    with jobs.parked(wait=True), jobs.parked(wait=True):
        before = counted[0]
        deadline = time.perf_counter() + 0.02
        while time.perf_counter() < deadline:
            pass
        assert counted[0] == before
    qtbot.waitUntil(lambda: counted[0] > before)
    event.set()
    ended(qtbot, jobs)


def test_a_background_job_waits_for_the_others(qtbot, jobs, outcome):
    slow, quick = threading.Event(), threading.Event()
    ticks = []

    def background(progress):
        while not slow.is_set():
            ticks.append(quick.is_set())
            progress.tick()

    jobs.run(until(quick), **outcome.callbacks())
    jobs.run(background, is_background=True, **outcome.callbacks())
    qtbot.waitUntil(lambda: len(ticks) > 0)
    quick.set()
    qtbot.waitUntil(lambda: ticks[-1])
    slow.set()
    ended(qtbot, jobs)
    # It was let through to its first tick, and no further.
    assert ticks.count(False) <= 2


def test_after_a_shutdown_nothing_runs_and_nothing_is_delivered(qapp, outcome):
    jobs = JobRunner()
    jobs.run(until(threading.Event()), **outcome.callbacks())
    jobs.shutdown()
    assert not jobs.running
    assert not outcome.done
    assert not outcome.is_cancelled

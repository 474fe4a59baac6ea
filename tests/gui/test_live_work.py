"""Work of a dialog: the last wish counts, and the bar tells that its result is still to come."""

import pytest

from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.support.jobs import Cancelled


@pytest.fixture
def runner():
    runner = JobRunner()
    yield runner
    runner.shutdown()


@pytest.fixture
def results():
    return []


@pytest.fixture
def work(runner, results):
    return LiveWork(runner, results.append, runner, rest_ms=0)


def settle(qtbot, work, runner):
    qtbot.waitUntil(lambda: not work.is_busy and not runner.running)


def test_only_the_result_of_the_last_wish_is_delivered(qtbot, runner, work, results):
    for number in range(3):
        work.run(lambda _progress, number=number: number, results.append)
    settle(qtbot, work, runner)
    assert results == [2]


def test_a_wish_drops_the_one_that_rests_and_the_one_that_runs(qtbot, runner, work, results):
    work.run(lambda _progress: "ran", results.append)
    work.after_rest(lambda: results.append("rested"))
    work.after_rest(lambda: work.run(lambda _progress: "last", results.append))
    settle(qtbot, work, runner)
    assert results == ["last"]


def test_nothing_is_delivered_once_it_is_stopped(qtbot, runner, work, results):
    work.run(lambda _progress: "ran", results.append)
    work.stop()
    assert not work.is_busy
    settle(qtbot, work, runner)
    assert results == []


def test_why_it_failed_is_told(qtbot, runner, work, results):
    error = OSError("no")

    def fail(_progress):
        raise error

    work.run(fail, results.append)
    settle(qtbot, work, runner)
    assert results == [error]


def test_work_that_gives_up_by_itself_leaves_nothing_busy(qtbot, runner, work, results):
    def give_up(_progress):
        raise Cancelled

    work.run(give_up, results.append)
    settle(qtbot, work, runner)
    assert results == []


def test_the_bar_is_there_from_the_rest_to_the_result(qtbot, runner, work, results):
    bar = WorkBar(work, "Searching")
    qtbot.addWidget(bar)
    assert bar.isHidden()
    work.after_rest(lambda: work.run(lambda _progress: 1, results.append))
    assert not bar.isHidden()
    settle(qtbot, work, runner)
    assert results == [1]
    assert bar.isHidden()


def test_the_bar_goes_when_the_rest_leads_to_nothing(qtbot, runner, work):
    bar = WorkBar(work, "Searching")
    qtbot.addWidget(bar)
    work.after_rest(lambda: None)
    settle(qtbot, work, runner)
    assert bar.isHidden()


def test_the_bar_tells_how_far_work_on_any_amount_is(qtbot, work):
    bar = WorkBar(work, "Searching")
    qtbot.addWidget(bar)
    work.progressed.emit(1 << 20, 1 << 21)
    assert bar.value() * 2 == bar.maximum()

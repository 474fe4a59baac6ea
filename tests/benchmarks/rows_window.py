"""Rows of the window: one edit, stalls, sort and filter under the hand, start."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from .files import ROOT, file_of
from .measure import NotAvailable, Result, Sizes, percentile
from .stage import Stage

EDITS = 100
EDITS_WHILE_CHECKING = 40
CHECK_HEAD_START = 0.03
"""Seconds a check has been running when the edit comes."""

START_RUNS = 5


def edit_usual(sizes: Sizes) -> Iterator[Result]:
    """Edit one cell of a file of the usual size."""
    yield from _edits(sizes.usual)


def edit_big(sizes: Sizes) -> Iterator[Result]:
    """Edit one cell of the big file."""
    yield from _edits(sizes.big)


def _edits(count: int) -> Iterator[Result]:
    stage = Stage(file_of("plain", count))
    stage.wait(stage.is_settled)
    figures = [_one_edit(stage, number, count) for number in range(EDITS)]
    yield from _edit_results(f"one edit of {count:,}", figures)
    figures = []
    for number in range(EDITS, EDITS + EDITS_WHILE_CHECKING):
        stage.session.start_check()
        due = time.perf_counter() + CHECK_HEAD_START
        stage.wait(lambda due=due: time.perf_counter() > due)
        figures.append(_one_edit(stage, number, count))
    yield from _edit_results("  while a check runs", figures)
    stage.close()


def _edit_results(said: str, figures: list[float]) -> Iterator[Result]:
    yield Result(f"{said}, p95", percentile(figures, 0.95) * 1000, "ms", limit=16)
    yield Result(f"{said}, median", statistics.median(figures) * 1000, "ms")


def _one_edit(stage: Stage, number: int, count: int) -> float:
    """Change one value in the table; give the seconds until all that shows it is painted."""
    model = stage.table.model()
    row = (number * 7919) % count
    column = model.column_of("loc" if number % 2 else "lastmod")
    index = model.index(row, column)
    stage.table.setCurrentIndex(index)
    stage.table.scrollTo(index)
    stage.settle()
    old = model.data(index)
    new = f"{old}-{number}" if number % 2 else f"2018-03-{number % 28 + 1:02d}"
    started = time.perf_counter()
    model.setData(index, new)
    stage.settle()
    taken = time.perf_counter() - started
    if model.data(index) != new:
        raise NotAvailable(f"the edit did not arrive: {model.data(index)!r}, not {new!r}")
    return taken


def stall(sizes: Sizes) -> Iterator[Result]:
    """Scroll and paint all the time while the big file is opened and checked."""
    stage = Stage()
    stage.settle()
    stage.open(file_of("plain", sizes.big))
    longest = stage.wait(stage.is_settled, stage.scroll_and_paint)
    yield Result(f"stall, open + check {sizes.big:,}", longest * 1000, "ms", limit=50)
    stage.close()


def arrange(sizes: Sizes) -> Iterator[Result]:
    """Sort and filter the big file in the window."""
    from sitemap_editor.gui.table.pane import EntryPane

    stage = Stage(file_of("plain", sizes.big))
    stage.wait(stage.is_settled)
    arrangement = stage.window.findChild(EntryPane).arrangement
    plain = arrangement.query
    queries = (
        ("sort {n} in the window", replace(plain, sort_field="loc"), 1.6),
        ("sort again, downwards", replace(plain, sort_field="loc", is_descending=True), 0.8),
        ("filter {n} in the window", replace(plain, text="cast-iron-kettle"), 0.3),
    )
    for said, query, limit in queries:
        started = time.perf_counter()
        arrangement.set_query(query)
        asked = time.perf_counter() - started
        done = lambda: not arrangement.is_busy  # noqa: E731
        longest = max(asked, stage.wait(done, stage.scroll_and_paint))
        yield Result(
            said.format(n=f"{sizes.big:,}"), time.perf_counter() - started, "s", limit=limit
        )
        yield Result("  stall meanwhile", longest * 1000, "ms", limit=50)
        arrangement.set_query(plain)
        stage.wait(done)
    stage.close()


def start(sizes: Sizes) -> Iterator[Result]:
    """Start the program until the window is painted, and until rows are in it."""
    path = file_of("plain", sizes.usual)
    _start(path)  # the first start reads everything from the disk
    runs = [_start(path) for _ in range(START_RUNS)]
    window = statistics.median(first for first, _ in runs)
    rows = statistics.median(second - first for first, second in runs)
    yield Result("start to the first painted window", window, "s", limit=0.8)
    yield Result(f"  from there to rows of {sizes.usual:,}", rows, "s", limit=0.3)


def _start(path: Path) -> tuple[float, float]:
    """Start a process; give the seconds to its first painting, and to the first with rows."""
    command = [sys.executable, "-m", "tests.benchmarks.start", str(path)]
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    if done.returncode:
        raise NotAvailable((done.stderr.strip().splitlines() or ["the start failed"])[-1])
    painted, filled = json.loads(done.stdout.strip().splitlines()[-1])
    return painted - started, filled - started

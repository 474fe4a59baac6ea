"""Rows of the command line over a set larger than memory: time beside bare expat, and memory.

Each runs as people run it, in a process of its own, whose peak the system tells.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .files import FOLDER, HOST, ROOT
from .large import LargeSet, large_set
from .measure import NotAvailable, Result, seconds
from .peers import bare_expat

MOST_MEGABYTES = 600
WORKS = ("check", "split", "merge", "diff")
LIMITS = {"check": 12.0, "split": 16.0}
"""How many times as long as a bare expat pass over the set."""
REPORT = "report.json"


class Done(NamedTuple):
    """How long a process took, and the most memory it had at a time."""

    seconds: float
    megabytes: float


class _Stage(NamedTuple):
    """What the works are done with: the set, and an empty folder on the same disk."""

    made: LargeSet
    out: Path

    @property
    def index(self) -> str:
        return str(self.made.index)


def _check(stage: _Stage) -> list[str]:
    return [
        *("check", stage.index, "--set", "--fail-on", "never"),
        *("--format", "json", "-o", str(stage.out / REPORT)),
    ]


def _split(stage: _Stage) -> list[str]:
    usual = stage.made.entries // len(stage.made.files)
    return [
        *("split", stage.index, "--out-dir", str(stage.out), "--base-url", f"{HOST}/"),
        *("--max-urls", str(max(1, usual * 9 // 10))),
    ]


def _merge(stage: _Stage) -> list[str]:
    folder, base = ("--out-dir", str(stage.out)), ("--base-url", f"{HOST}/")
    return ["merge", stage.index, *folder, *base, "--duplicates", "newest"]


def _diff(stage: _Stage) -> list[str]:
    made = stage.made
    later = large_set(len(made.files), made.entries // len(made.files), is_later=True)
    report = str(stage.out / REPORT)
    return ["diff", stage.index, str(later.index), "--format", "json", "-o", report]


_WORDS: dict[str, Callable[[_Stage], list[str]]] = {
    "check": _check,
    "split": _split,
    "merge": _merge,
    "diff": _diff,
}


def rows(works: Sequence[str], files: int, entries: int, *, packed: bool) -> Iterator[Result]:
    """Do the works with a set, a bare pass before and after each."""
    made = large_set(files, entries, packed=packed)
    if packed:
        # What the parser reads is the same; unpacking is part of our work.
        plain = large_set(files, entries)
    for work in works:
        with tempfile.TemporaryDirectory(dir=FOLDER) as name:
            stage = _Stage(made, Path(name))
            words = _WORDS[work](stage)
            bare = [_bare(plain if packed else made)]
            done = _run(words, ends=(0, 1) if work == "diff" else (0,))
            bare.append(_bare(plain if packed else made))
            shutil.rmtree(stage.out, ignore_errors=True)
            stage.out.mkdir()
        said = f"{work} {made.entries:,} in {files}{', gz' if packed else ''}"
        beside = statistics.mean(bare)
        yield Result(said, done.seconds, "s", beside, "bare expat", LIMITS.get(work))
        yield Result("  peak", done.megabytes, "MB", limit=MOST_MEGABYTES)


def _bare(made: LargeSet) -> float:
    """Read all files and parse them, one after another."""
    return sum(seconds(lambda path=path: bare_expat(path.read_bytes())) for path in made.files)


def _run(words: list[str], ends: tuple[int, ...]) -> Done:
    """Run one call of the command line; its exit code must be one of ``ends``."""
    if not hasattr(os, "wait4"):
        raise NotAvailable("the memory of a process is told by wait4, which is not here")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "sitemap_editor", *words]
    started = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=FOLDER,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    said = process.stderr.read()
    _pid, status, usage = os.wait4(process.pid, 0)
    taken = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in ends:
        last = said.strip().splitlines()[-1:] or ["no word"]
        raise NotAvailable(f"exit {process.returncode}: {last[0]}")
    unit = 1 if sys.platform == "darwin" else 1024  # the system's own unit of a peak
    return Done(taken, usage.ru_maxrss * unit / 1e6)

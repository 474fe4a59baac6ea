"""Clocks and scales: medians of interleaved runs, percentiles, memory, and what a row reports."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Sizes:
    """How big the files are, and how often each thing is done."""

    big: int = 1_000_000
    usual: int = 50_000
    repeats: int = 3


@dataclass(frozen=True)
class Result:
    """One line of the table: our figure, what it stands beside, and what it must not exceed.

    ``limit`` bounds the ratio when there is a ``beside``, else our figure itself.
    """

    work: str
    ours: float
    unit: str
    beside: float | None = None
    peer: str = ""
    limit: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times the peer's figure ours is."""
        return self.ours / self.beside if self.beside else None

    @property
    def is_met(self) -> bool | None:
        """Whether the limit holds; None when there is none."""
        if self.limit is None:
            return None
        return (self.ratio if self.beside else self.ours) <= self.limit

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class NotAvailable(Exception):
    """What a row needs is not there; the text says what."""


def seconds(work: Callable[[], Any]) -> float:
    """Time one call, its result thrown away after the clock has stopped."""
    gc.collect()
    started = time.perf_counter()
    result = work()
    taken = time.perf_counter() - started
    del result
    return taken


def medians(repeats: int, *works: Callable[[], Any]) -> list[float]:
    """Time several things turn by turn, so that a slow moment of the machine strikes all."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(repeats):
        for times, work in zip(taken, works, strict=True):
            times.append(seconds(work))
    return [statistics.median(times) for times in taken]


def percentile(figures: Sequence[float], share: float) -> float:
    """Give the figure that this share of all figures does not exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def memory_of_process(name: str) -> int:
    """Read a line of /proc/self/status in bytes: VmRSS is now, VmHWM the peak so far."""
    status = Path("/proc/self/status")
    if not status.is_file():
        raise NotAvailable("memory is read from /proc, which is not here")
    for line in status.read_text().splitlines():
        if line.startswith(name + ":"):
            return int(line.split()[1]) * 1024
    raise NotAvailable(f"no {name} in /proc/self/status")

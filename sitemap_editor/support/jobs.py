"""How long work reports and stops, whoever runs it.

Work calls ``Progress.tick`` every few milliseconds; what happens there (nothing, a progress bar, a
pause while the window paints, the end) is the caller's choice.
"""

from __future__ import annotations


class Cancelled(Exception):
    """Raised out of a tick: the user no longer wants the result."""


class Progress:
    """Where long work says how far it is; this one ignores it."""

    def tick(self, done: int = 0, total: int = 0) -> None:
        """Note that ``done`` of ``total`` units are finished; may raise Cancelled, may pause."""


NO_PROGRESS = Progress()

_STEPS = 1_000


class Share(Progress):
    """One of ``count`` pieces of work that are told as one."""

    def __init__(self, outer: Progress, number: int, count: int) -> None:
        self._outer = outer
        self._number = number
        self._count = count

    def tick(self, done: int = 0, total: int = 0) -> None:
        share = min(1.0, done / total) if total else 0.0
        self._outer.tick(int((self._number + share) * _STEPS), self._count * _STEPS)


class Pulse(Progress):
    """Lets work be stopped and paused, and tells nothing of how far it is."""

    def __init__(self, outer: Progress) -> None:
        self._outer = outer

    def tick(self, done: int = 0, total: int = 0) -> None:
        self._outer.tick()

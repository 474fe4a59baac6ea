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

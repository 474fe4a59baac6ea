"""Patterns of people, tried on many values without letting one of them take for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    import regex

PATTERN_SECONDS = 0.5
SLOW_SECONDS = 0.005
"""How long a pattern may be tried on slow values in all; from when on a value counts as slow."""

T = TypeVar("T")
Attempt = Callable[[str, float], T]
"""Tries a pattern on a value for so many seconds; TimeoutError when that is not enough."""


def compiled(text: str, *, match_case: bool = False) -> regex.Pattern[str]:
    """A pattern; SitemapError says what is wrong with it."""
    import regex  # takes its time, and few look for patterns

    try:
        return regex.compile(text, 0 if match_case else regex.IGNORECASE)
    except regex.error as error:
        raise SitemapError(
            _("The pattern cannot be read: {reason}.").format(reason=error)
        ) from error


def searching(pattern: regex.Pattern[str]) -> Attempt[regex.Match[str] | None]:
    """Look for a pattern without the interpreter's lock, so that the window goes on."""
    return lambda value, seconds: pattern.search(value, concurrent=True, timeout=seconds)


class Patience:
    """Time for slow values: they share one budget, quick ones cost nothing of it.

    ``longest`` is what one value may take while there is more.
    """

    def __init__(self, seconds: float = PATTERN_SECONDS, longest: float = PATTERN_SECONDS) -> None:
        self._left = seconds
        self._longest = longest

    def tried(self, attempt: Attempt[T], value: str) -> T:
        """What comes of a value; TimeoutError when it takes too long, or too many before it did."""
        started = time.perf_counter()
        result = attempt(value, min(self._left, self._longest))
        taken = time.perf_counter() - started
        if taken > SLOW_SECONDS:
            self._left = max(self._left - taken, SLOW_SECONDS)
        return result


def too_slow() -> SitemapError:
    """What to say when that is so."""
    return SitemapError(
        _("This pattern takes too long to try."),
        advice=_("Repetitions within repetitions are what usually does it."),
    )

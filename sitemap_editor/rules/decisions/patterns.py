"""Patterns of people, looked for in many addresses; one that takes too long is given up."""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

SECONDS = 0.5
LONGEST_SECONDS = 0.2
"""How long a pattern may be tried on slow addresses in all, and at once: edits wait for it."""

SLOW_SECONDS = 0.01
SLOW_BLOCK_SECONDS = 0.1
"""From when on one address, or a block of them, counts as slow."""

LONGEST_BLOCK = 1 << 20

_WITHIN_LINE = re.compile(
    r"(?:[^\\\[\](){}?*+.\n]|\\[.dwSbB/?*+()|$^{}\[\]\\-]|\[\^?(?:[\w./~%-]|\\[.dw/-])+\]"
    r"|\((?!\?)|\(\?:|[)?*+.]|\{\d+(?:,\d*)?\})*"
)
"""Patterns whose matches do not reach over the end of a line, nor depend on what is there."""

_NOT_ONE_OF = re.compile(r"(\\.)|\[\^")


class Patterns:
    """Some patterns, and which of them have been given up."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._all = [_Pattern(text) for text in texts]

    @property
    def given_up(self) -> list[str]:
        """The patterns that took too long."""
        return [one.text for one in self._all if one.is_given_up]

    def first_in(self, address: str) -> tuple[str, str] | None:
        """The first pattern found in an address, and what it found there."""
        for one in self._all:
            found = one.search(address)
            if found is not None:
                return one.text, found[0]
        return None

    def rows(self, addresses: Sequence[str]) -> set[int]:
        """The numbers of the addresses in which any pattern is found."""
        return {row for one in self._all for row in one.rows(addresses)}


class _Pattern:
    def __init__(self, text: str) -> None:
        self.text = text
        self._left = SECONDS
        self._is_within_line = _WITHIN_LINE.fullmatch(text) is not None
        self._compiled = _compiled(text)
        self._of_lines = _compiled(_NOT_ONE_OF.sub(lambda m: m[1] or r"[^\n", text))

    @property
    def is_given_up(self) -> bool:
        return self._left <= 0

    @property
    def _seconds(self) -> float:
        return min(self._left, LONGEST_SECONDS)

    def search(self, address: str) -> regex.Match[str] | None:
        """Where the pattern is found in one address."""
        if self._compiled is None or self.is_given_up:
            return None
        started = time.perf_counter()
        try:
            found = self._compiled.search(address, concurrent=True, timeout=self._seconds)
        except TimeoutError:
            self._left = 0
            return None
        self._spend(time.perf_counter() - started, SLOW_SECONDS)
        return found

    def _spend(self, taken: float, slow: float) -> None:
        if taken > slow:
            self._left -= taken

    def rows(self, addresses: Sequence[str]) -> Iterator[int]:
        """The numbers of the addresses in which it is found."""
        text = "\n".join(addresses)
        is_one_a_line = text.count("\n") == len(addresses) - 1 and len(text) <= LONGEST_BLOCK
        if self._is_within_line and is_one_a_line:
            yield from self._rows_of_lines(text, addresses)
            return
        for row, address in enumerate(addresses):
            if self.search(address) is not None:
                yield row

    def _rows_of_lines(self, text: str, addresses: Sequence[str]) -> list[int]:
        """The same at once, which is many times as fast."""
        if self._of_lines is None or self.is_given_up:
            return []
        started = time.perf_counter()
        try:
            matches = self._of_lines.finditer(text, concurrent=True, timeout=self._seconds)
            places = [match.start() for match in matches]
        except TimeoutError:
            self._left = 0
            return []
        self._spend(time.perf_counter() - started, SLOW_BLOCK_SECONDS)
        if not places:
            return []
        starts = list(accumulate((len(one) + 1 for one in addresses), initial=0))
        return sorted({bisect_right(starts, place) - 1 for place in places})


def _compiled(text: str) -> regex.Pattern[str] | None:
    """A pattern without regard to letter case; None when it cannot be read."""
    import regex  # takes its time, and few look for patterns

    try:
        return regex.compile(text, regex.IGNORECASE | regex.MULTILINE)
    except regex.error:
        return None

"""Patterns of people that put something in the place of what they find, within a time limit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sitemap_editor.document.timed_patterns import Attempt, Patience, compiled, too_slow
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    import regex


_ESCAPE = re.compile(r"\\(?:(?P<number>[0-9]{1,2})|g<(?P<name>[^<>]*)>|(?P<sign>.?))", re.DOTALL)
_SIGNS = {"\\": "\\", "n": "\n", "t": "\t", "&": "&"}


class Pattern:
    r"""A pattern and what is written for it: ``\1`` or ``\g<name>`` stand for groups.

    Raises SitemapError when one of both cannot be read, and for values that take too long.
    """

    def __init__(self, find: str, replacement: str, *, match_case: bool = False) -> None:
        self._pattern = compiled(find, match_case=match_case)
        self._pieces = self._read(replacement)
        self._patience = Patience()

    def _read(self, replacement: str) -> list[str | int]:
        """The replacement as texts and numbers of groups."""
        pieces: list[str | int] = []
        position = 0
        for found in _ESCAPE.finditer(replacement):
            pieces += (replacement[position : found.start()], self._piece(found))
            position = found.end()
        return [*pieces, replacement[position:]]

    def _piece(self, found: re.Match[str]) -> str | int:
        if found["sign"] is not None:
            sign = _SIGNS.get(found["sign"])
            if sign is None:
                said = _("The replacement cannot be read: {part} means nothing.")
                advice = _("A backslash itself is written twice.")
                raise SitemapError(said.format(part=found[0]), advice=advice)
            return sign
        name = found["number"] or found["name"]
        known = self._pattern.groupindex.get(name)
        number = int(name) if known is None and name.isdecimal() else known
        if number is None or number > self._pattern.groups:
            said = _("The replacement asks for group {name}, which the pattern has not.")
            raise SitemapError(said.format(name=name))
        return number

    def whole(self, value: str) -> tuple[str, int]:
        """The new value when the pattern fits all of it, and 1; else the value and 0."""
        return self._tried(self._whole, value)

    def _whole(self, value: str, seconds: float) -> tuple[str, int]:
        found = self._pattern.fullmatch(value, concurrent=True, timeout=seconds)
        return (value, 0) if found is None else (self._expanded(found), 1)

    def parts(self, value: str) -> tuple[str, int]:
        """The value with all that the pattern finds replaced, and how often it was found."""
        return self._tried(self._parts, value)

    def _parts(self, value: str, seconds: float) -> tuple[str, int]:
        last, count = -1, 0

        def put(found: regex.Match[str]) -> str:
            """Else ``.*`` would find the nothing behind all it has found, and be put twice."""
            nonlocal last, count
            start, end = found.span()
            if start == end == last:
                return ""
            last = end
            count += 1
            return self._expanded(found)

        return self._pattern.sub(put, value, concurrent=True, timeout=seconds), count

    def _tried(self, change: Attempt[tuple[str, int]], value: str) -> tuple[str, int]:
        try:
            return self._patience.tried(change, value)
        except TimeoutError as error:
            raise too_slow() from error

    def _expanded(self, found: regex.Match[str]) -> str:
        pieces = (one if isinstance(one, str) else found[one] or "" for one in self._pieces)
        return "".join(pieces)

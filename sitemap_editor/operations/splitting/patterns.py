"""The list of patterns of people: a line a group, and everything else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.document.timed_patterns import Attempt, Patience, searching
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    import regex

_NAMED = re.compile(r"([\w.-]+)\s*=\s+(.+)|([\w.-]+)\s+=\s*(.+)")
SECONDS = 2.0
LONGEST_SECONDS = 0.2
"""How long a pattern may be tried in all on slow addresses, and on one."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern looked for in addresses, and the name of the group of those that have it.

    Without a name the group is called what the pattern's first bracket holds, or else by the
    pattern itself.
    """

    text: str
    name: str = ""


def read_patterns(text: str) -> tuple[Pattern, ...]:
    """A pattern a line, ``name = pattern`` or the pattern alone; ``#`` begins a remark.

    Raises SitemapError, with the line, for one that is no regular expression.
    """
    patterns = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        named = _NAMED.fullmatch(line)
        name = (named[1] or named[3]) if named else ""
        pattern = Pattern((named[2] or named[4]) if named else line, name)
        _compiled(pattern, number)
        patterns.append(pattern)
    if not patterns:
        raise SitemapError(
            _("There is no pattern to split by."),
            advice=_("Write one a line, such as {example}.").format(example="shop = /shop/"),
        )
    return tuple(patterns)


class Finder:
    """Tells the group of an address by some patterns."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self._all = [(one, searching(_compiled(one))) for one in patterns]
        self._patience = Patience(SECONDS, LONGEST_SECONDS)

    def group_of(self, address: str) -> str:
        """The name of the group, empty for everything else.

        Raises SitemapError for a pattern that takes too long, on this one or on many.
        """
        for pattern, attempt in self._all:
            found = self._search(pattern, attempt, address)
            if found is not None:
                if pattern.name:
                    return pattern.name
                return (found[1] or "") if found.re.groups else pattern.text
        return ""

    def _search(
        self, pattern: Pattern, attempt: Attempt[regex.Match[str] | None], address: str
    ) -> regex.Match[str] | None:
        try:
            return self._patience.tried(attempt, address)
        except TimeoutError:
            raise SitemapError(
                _("The pattern {pattern} takes too long on {address}.").format(
                    pattern=pattern.text, address=address[:200]
                ),
                advice=_("Write it in another way, with fewer repeats within repeats."),
            ) from None


def _compiled(pattern: Pattern, line: int | None = None) -> regex.Pattern[str]:
    import regex  # takes its time, and few look for patterns

    try:
        return regex.compile(pattern.text)
    except regex.error as error:
        raise SitemapError(
            _("{pattern} is no regular expression: {why}.").format(
                pattern=pattern.text, why=error.msg
            ),
            line=line,
        ) from None

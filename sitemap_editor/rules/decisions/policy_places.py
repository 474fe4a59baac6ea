"""At which line of a TOML text something stands, which the standard reader does not tell."""

from __future__ import annotations

import re
from collections import Counter

Path = tuple[str | int, ...]

_PART = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)"""
_NAME = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_TABLE = re.compile(rf"[ \t]*(\[\[?)[ \t]*({_NAME})[ \t]*\]\]?[ \t]*(?:#.*)?")
_KEY = re.compile(rf"[ \t]*({_NAME})[ \t]*=")
_WORD = re.compile(r""""((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+)""")
_AT_LINE = re.compile(r"\(at line (\d+), column \d+\)")


class Places:
    """The lines of tables and keys; the n-th table of an array has n in its path."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._known: dict[Path, int] = {}
        counts: Counter[Path] = Counter()
        table: Path = ()
        for number, line in enumerate(self._lines, 1):
            header, key = _TABLE.fullmatch(line), _KEY.match(line)
            if header is not None:
                table = _parts(header[2])
                if header[1] == "[[":
                    counts[table] += 1
                    table = (*table, counts[table] - 1)
                self._known.setdefault(table, number)
            elif key is not None:
                self._known.setdefault((*table, *_parts(key[1])), number)

    def line_of(self, path: Path, value: str = "") -> int:
        """The line of a key or table, or the one below it on which ``value`` stands first."""
        first = self._known.get(path) or self._first_of(path)
        if not value:
            return first
        last = min((n for n in self._known.values() if n > first), default=len(self._lines) + 1)
        return next((n for n in range(first, last) if value in self._lines[n - 1]), first)

    def _first_of(self, path: Path) -> int:
        """The first line of this or of what is in it, else of what it is in."""
        lines = [line for known, line in self._known.items() if known[: len(path)] == path]
        if lines or not path:
            return min(lines, default=1)
        return self._first_of(path[:-1])


def _parts(name: str) -> Path:
    return tuple(next(filter(None, found), "") for found in _WORD.findall(name))


def line_of_error(error: Exception, text: str) -> int:
    """The line that a reader of TOML complains about: the last one where it names none."""
    found = _AT_LINE.search(str(error))
    return int(found[1]) if found else max(len(text.splitlines()), 1)

"""The one exception that carries a message for people."""

from __future__ import annotations

import os


class SitemapError(Exception):
    """Something asked for cannot be done, and why.

    ``reason`` says what is wrong, ``path`` which file, ``line`` and ``column`` (1-based, column in
    characters) where, ``text`` the text of that line, ``code`` the rule that names it, ``advice``
    what to do next. ``str()`` is one line that holds file, place, reason and advice.
    """

    def __init__(
        self,
        reason: str,
        *,
        path: str | os.PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        code: str | None = None,
        advice: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = os.fspath(path) if path is not None else None
        self.line = line
        self.column = column
        self.text = text
        self.code = code
        self.advice = advice

    def at(self, path: str | os.PathLike[str] | None) -> SitemapError:
        """Name the file, unless it is named already; returns the error itself."""
        if self.path is None and path is not None:
            self.path = os.fspath(path)
        return self

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part)
        parts = [self.reason, self.advice]
        said = " ".join(part.strip() for part in parts if part)
        return f"{place}: {said}" if place else said

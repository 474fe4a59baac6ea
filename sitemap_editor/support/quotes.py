"""The part of a long line that a message quotes."""

from __future__ import annotations

from .i18n import _

LONGEST = 120


def quoting(said: str, text: str | None, column: int | None) -> str:
    """``said``, and how the line it is about reads, where that is known."""
    if not text or not text.strip():
        return said
    quote = around(text.strip(), column or 1)
    return _("{problem} The line reads: {quote}").format(problem=said, quote=quote)


def around(text: str, column: int) -> str:
    """The part of ``text`` around a column, short enough for a line of a message."""
    if len(text) <= LONGEST:
        return text
    start = max(0, min(column - LONGEST // 2, len(text) - LONGEST))
    cut = text[start : start + LONGEST]
    return f"{'…' if start else ''}{cut}{'…' if start + LONGEST < len(text) else ''}"

"""Tool tips that show a value as it is: never read as HTML, never wider than the screen."""

from __future__ import annotations

from html import escape

from PySide6.QtGui import Qt

LINE = 100
MOST = 2_000
"""More characters than anybody reads in a tool tip."""


def plain_tooltip(text: str) -> str:
    """What to hand to Qt so that exactly ``text`` is seen, in lines of bearable length."""
    cut = text if len(text) <= MOST else text[:MOST] + "…"
    lines = [
        line[start : start + LINE]
        for line in cut.split("\n")
        for start in range(0, len(line) or 1, LINE)
    ]
    shown = "\n".join(lines)
    # Qt guesses, and takes an address with &lt; for a page.
    if Qt.mightBeRichText(shown):
        return f'<p style="white-space: pre">{escape(shown)}</p>'
    return shown

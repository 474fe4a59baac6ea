"""What stands in a text area, to the character."""

from __future__ import annotations

from PySide6.QtGui import QTextDocument


def raw_text(document: QTextDocument) -> str:
    """What is typed, one line feed a line; toPlainText would lose no-break spaces and U+2028."""
    return document.toRawText().replace("\u2029", "\n")


def units(text: str) -> int:
    """How many places a text takes as Qt counts them: a character may be two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2

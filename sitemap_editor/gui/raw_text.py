"""What stands in a text area, to the character."""

from __future__ import annotations

from PySide6.QtGui import QTextDocument


def raw_text(document: QTextDocument) -> str:
    """What is typed, one line feed a line; toPlainText would lose no-break spaces and U+2028."""
    return document.toRawText().replace("\u2029", "\n")

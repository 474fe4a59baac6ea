"""A label of several lines that breaks also where there are no spaces, as in addresses."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget

ZERO_WIDTH_SPACE = "\u200b"
_UNBROKEN = re.compile(r"\S{0,17}?(?:[/?&=_-](?=\S)|[.,;:](?=[^\s\d]))|\S{18}(?=\S)")


class Wrapped(QLabel):
    """A text that breaks anywhere it must, and never asks for room sideways."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.setText(breakable(text))
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())


def breakable(text: str) -> str:
    """The text with invisible places to break in what has no spaces, such as addresses."""
    return _UNBROKEN.sub(lambda found: found[0] + ZERO_WIDTH_SPACE, text)

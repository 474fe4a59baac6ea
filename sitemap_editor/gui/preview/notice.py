"""A line that says or asks something where it happens, instead of a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from sitemap_editor.gui import theme

from .flow import FlowLayout

Choice = tuple[str, Callable[[], object]]


class Sentence(QLabel):
    """A label that wants to be one line and breaks when it cannot."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text()) + 4
        return QSize(width, self.fontMetrics().height())


class Notice(QFrame):
    """A sentence with buttons; hidden while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "info_card")
        self.label = Sentence()
        self.buttons: list[QPushButton] = []
        self._layout = FlowLayout(self)
        self._layout.setContentsMargins(8, 6, 8, 6)
        self._layout.addWidget(self.label)
        self.hide()

    def say(self, text: str, choices: Sequence[Choice] = ()) -> None:
        """Show a sentence; the first choice is the one that goes on."""
        self.dismiss()
        self.label.setText(text)
        for index, (title, handler) in enumerate(choices):
            button = QPushButton(title)
            theme.set_role(button, "primary" if index == 0 else "")
            button.clicked.connect(handler)
            self.buttons.append(button)
            self._layout.addWidget(button)
        self.show()

    def dismiss(self) -> None:
        """Hide it and forget its choices."""
        self.hide()
        for button in self.buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []

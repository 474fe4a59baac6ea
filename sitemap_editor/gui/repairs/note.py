"""A sentence in colour with what can be done about it, above what it is about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _

Action = tuple[str, Callable[[], object]]


class NoteLine(QFrame):
    """Hidden while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Note"))
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(theme.GRID, theme.GRID // 2, theme.GRID // 2, 4)
        self._layout.setSpacing(theme.GRID)
        self._layout.addWidget(self.label, 1)
        self.hide()

    def say(self, text: str, role: str = "info", actions: Sequence[Action] = ()) -> None:
        """Say something: ``role`` is a severity's name; nothing hides the line."""
        for button in self.buttons:
            self._layout.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        theme.set_role(self, f"{role}_card")
        self.label.setText(text)
        for label, do in actions:
            button = QPushButton(label)
            button.setAccessibleName(label)
            button.clicked.connect(lambda _on=False, do=do: do())
            self._layout.addWidget(button)
            self.buttons.append(button)
        self.setVisible(bool(text))

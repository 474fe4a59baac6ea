"""What an empty place says: one sentence and at most one button."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from sitemap_editor.support.i18n import _

from . import theme


class EmptyState(QWidget):
    """A dim sentence in the middle; ``clicked`` when its button is pressed."""

    clicked = Signal()

    def __init__(self, text: str = "", button: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel()
        self._label.setWordWrap(True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        theme.set_role(self._label, "dim")
        self._button = QPushButton()
        self._button.clicked.connect(lambda: self.clicked.emit())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.GRID * 2, theme.GRID * 2, theme.GRID * 2, theme.GRID * 2)
        layout.setSpacing(theme.GRID)
        layout.addStretch(1)
        layout.addWidget(self._label)
        layout.addWidget(self._button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        self.show_text(text, button)

    @property
    def text(self) -> str:
        """The sentence shown."""
        return self._label.text()

    def show_text(self, text: str, button: str = "") -> None:
        """Say ``text``; offer ``button`` unless it is empty."""
        self._label.setText(text)
        nothing = _("Nothing to show")
        self.setAccessibleName(text or nothing)
        self._button.setText(button)
        # It is found while hidden too.
        self._button.setAccessibleName(button or text or nothing)
        self._button.setVisible(bool(button))

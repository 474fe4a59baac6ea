"""One sentence and one button where there are no rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QPushButton, QVBoxLayout, QWidget

from sitemap_editor.gui import theme


class EmptyState(QWidget):
    """Covers the viewport of a table as long as there is something to say."""

    clicked = Signal()

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(view.viewport())
        self.sentence = QLabel(self)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence.setWordWrap(True)
        theme.set_role(self.sentence, "dim")
        self.button = QPushButton(self)
        self.button.clicked.connect(self.clicked)
        layout = QVBoxLayout(self)
        layout.setSpacing(16)
        layout.addStretch(2)
        layout.addWidget(self.sentence)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        view.viewport().installEventFilter(self)
        self.hide()

    def say(self, sentence: str, button: str) -> None:
        """Show a sentence and what the button does; an empty button is not shown."""
        self.sentence.setText(sentence)
        self.setAccessibleName(sentence)
        self.button.setText(button)
        self.button.setAccessibleName(button)
        self.button.setVisible(bool(button))
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

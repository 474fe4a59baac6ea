"""One sentence and one button where there are no rows."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from sitemap_editor.gui.empty_state import EmptyState


class EmptyOverlay(EmptyState):
    """Covers the viewport of a table as long as there is something to say."""

    def __init__(self, view: QAbstractScrollArea) -> None:
        super().__init__(parent=view.viewport())
        view.viewport().installEventFilter(self)
        self.hide()

    def say(self, sentence: str, button: str = "") -> None:
        """Show a sentence and what the button does."""
        self.show_text(sentence, button)
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

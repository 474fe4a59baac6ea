"""Choices that scroll when they are many, in a column that is as wide as they are."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from sitemap_editor.support.i18n import _


class ChoicesArea(QScrollArea):
    """Scrolls upwards and downwards only; whatever the language, no words are cut off."""

    def __init__(self, choices: QWidget, width: int, parent: QWidget | None = None) -> None:
        """``width`` is the least that it takes."""
        super().__init__(parent)
        self._width = width
        self.setAccessibleName(_("Choices"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self._choices = choices
        self.setWidget(choices)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and watched is self._choices:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        bar = self.verticalScrollBar().sizeHint().width()
        needed = self._choices.minimumSizeHint().width() + bar
        self.setMinimumWidth(max(self._width, needed))

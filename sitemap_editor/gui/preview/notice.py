"""A line that says or asks something where it happens, instead of a dialog."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.flow_layout import FlowLayout
from sitemap_editor.support.i18n import _

Choice = tuple[str, Callable[[], object]]
GAP = theme.GRID


class Notice(QFrame):
    """A sentence and buttons, beside it or below where there is no room; hidden when silent."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Notice"))
        theme.set_role(self, "info_card")
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: list[QPushButton] = []
        self._box = QWidget()
        self._row = FlowLayout(spacing=GAP // 2)
        self._box.setLayout(self._row)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(GAP, GAP * 3 // 4, GAP, GAP * 3 // 4)
        self._layout.setSpacing(GAP)
        self._layout.addWidget(self.label, 1)
        self._layout.addWidget(self._box)
        self.hide()

    def say(self, text: str, choices: Sequence[Choice] = ()) -> None:
        """Show a sentence; the first choice is the one that goes on."""
        self.dismiss()
        self.label.setText(text)
        self.setAccessibleName(text)
        for index, (title, handler) in enumerate(choices):
            button = QPushButton(title)
            button.setAccessibleName(title.replace("&", ""))
            theme.set_role(button, "primary" if index == 0 else "")
            button.clicked.connect(handler)
            self.buttons.append(button)
            self._row.addWidget(button)
        self._arrange()
        self.show()

    def dismiss(self) -> None:
        """Hide it and forget its choices."""
        self.hide()
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        text = self.label.fontMetrics().horizontalAdvance(self.label.text())
        buttons = sum(button.sizeHint().width() + GAP for button in self.buttons)
        is_wide = text + buttons + 4 * GAP <= self.width()
        directions = QBoxLayout.Direction
        self._layout.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        # Beside the sentence the buttons stand in one row, below it they break where they must.
        self._box.setMinimumWidth(buttons if is_wide else 0)
        self._box.setVisible(bool(self.buttons))

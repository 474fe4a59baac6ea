"""A part of the choices of a dialog: a heading, and fields one below the other, names above."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import heading

TYPING_MS = 350
"""Rest after the last key before what was typed counts."""


class Section(QWidget):
    """Takes fields; ``set_shown`` hides one with its name."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(theme.GRID // 2)
        self._labels: dict[QWidget, QLabel] = {}
        self.column.addWidget(heading(title))

    def add(self, field: QWidget, name: str = "") -> None:
        """Add a field with its name above; buttons have theirs beside them."""
        if name:
            label = QLabel(name)
            label.setWordWrap(True)
            theme.set_role(label, "dim")
            label.setBuddy(field)
            field.setAccessibleName(name)
            self._labels[field] = label
            self.column.addWidget(label)
        elif isinstance(field, QAbstractButton):
            field.setAccessibleName(field.text().replace("&", ""))
        self.column.addWidget(field)

    def set_shown(self, field: QWidget, is_shown: bool) -> None:
        """Show or hide a field and its name."""
        field.setVisible(is_shown)
        if field in self._labels:
            self._labels[field].setVisible(is_shown)


def choose(box: QComboBox, value: object) -> None:
    """Choose an item by its data, without telling anybody."""
    box.setCurrentIndex(max(box.findData(value), 0))


def when_typed(line: QLineEdit, typed: Callable[[str], object]) -> None:
    """Tell what was typed once the hand rests."""
    timer = QTimer(line, singleShot=True, interval=TYPING_MS)
    timer.timeout.connect(lambda: typed(line.text()))
    line.textEdited.connect(lambda _text: timer.start())
    line.editingFinished.connect(lambda: _hurry(timer, line, typed))


def _hurry(timer: QTimer, line: QLineEdit, typed: Callable[[str], object]) -> None:
    if timer.isActive():
        timer.stop()
        typed(line.text())


def set_text(line: QLineEdit, text: str) -> None:
    """Write into a line that nobody is typing in."""
    if line.text() != text and not (line.hasFocus() and line.isModified()):
        line.setText(text)

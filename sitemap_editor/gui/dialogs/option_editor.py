"""One option of a format as people see it: a tick, a choice, or a line to type in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from sitemap_editor.formats import Option
from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _


class OptionEditor(QWidget):
    """Shows an option; ``value`` is what is chosen, ``changed`` comes when that is another."""

    changed = Signal()

    def __init__(self, option: Option, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.option = option
        self.setAccessibleName(_(option.label))
        self._value: Callable[[], bool | str]
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        editor = self._tick() if option.is_yes_or_no else self._labelled(row)
        editor.setToolTip(_(option.explanation) if option.explanation else "")
        editor.setAccessibleName(_(option.label))
        row.addWidget(editor, 1)

    @property
    def value(self) -> bool | str:
        """What is chosen."""
        return self._value()

    def _tick(self) -> QWidget:
        box = QCheckBox(_(self.option.label))
        box.setChecked(bool(self.option.default))
        box.toggled.connect(lambda: self.changed.emit())
        self._value = box.isChecked
        return box

    def _labelled(self, row: QHBoxLayout) -> QWidget:
        editor = self._choice() if self.option.choices else self._line()
        label = QLabel(_(self.option.label))
        label.setBuddy(editor)
        row.addWidget(label)
        return editor

    def _choice(self) -> QWidget:
        box = QComboBox()
        for choice in self.option.choices:
            box.addItem(_(choice.label), choice.value)
        box.setCurrentIndex(max(box.findData(self.option.default), 0))
        box.currentIndexChanged.connect(lambda: self.changed.emit())
        self._value = lambda: str(box.currentData())
        return box

    def _line(self) -> QWidget:
        line = QLineEdit(str(self.option.default))
        line.textChanged.connect(lambda: self.changed.emit())
        self._value = line.text
        return line

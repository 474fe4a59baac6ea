"""The form of an entry's fields: labels beside the editors where there is room, above where not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.protocol.fields import Field
from sitemap_editor.support.i18n import _

from .field_editors import FieldEditor, make_editor

SHORT_EDITORS = ("choice", "number")
"""Editors of values that are a word at most."""

_RIGHT = Qt.AlignmentFlag.AlignRight
_BOTTOM = Qt.AlignmentFlag.AlignBottom
PAIR_ROOM = 264
"""Pixels that two short editors beside each other need."""

Manner = Literal["beside", "paired", "stacked"]
EDITOR_ROOM = 200
"""Pixels an editor needs beside its label; a whole date with its time is about this wide."""


class FieldForm(QWidget):
    """One editor a field, in the order of the schema."""

    def __init__(self, fields: Sequence[Field], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editors: dict[str, FieldEditor] = {}
        self._labels: dict[str, QLabel] = {}
        self._extras: dict[str, QWidget] = {}
        self._manner: Manner | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        for field in fields:
            self._add(field)
        self._arrange("beside")

    def _add(self, field: Field) -> None:
        editor = make_editor(field, self)
        label = QLabel(_(field.title), self)
        label.setBuddy(editor.widget)
        label.setToolTip(f"<{field.name}>")
        label.setTextFormat(Qt.TextFormat.PlainText)
        theme.set_role(label, "dim")
        extras = QWidget(self)
        row = QHBoxLayout(extras)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for widget in editor.extras:
            row.addWidget(widget)
        extras.setVisible(bool(editor.extras))
        self.editors[field.name] = editor
        self._labels[field.name] = label
        self._extras[field.name] = extras

    @property
    def label_width(self) -> int:
        """The width of the longest label on one line."""
        metrics = self.fontMetrics()
        widths = (metrics.horizontalAdvance(label.text()) for label in self._labels.values())
        return max(widths, default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        extras = max(widget.sizeHint().width() for widget in self._extras.values())
        if self.width() >= self.label_width + EDITOR_ROOM + extras + 16:
            self._arrange("beside")
        else:
            self._arrange("paired" if self.width() >= PAIR_ROOM else "stacked")

    def _arrange(self, manner: Manner) -> None:
        if manner == self._manner:
            return
        self._manner = manner
        is_narrow = manner != "beside"
        for name, label in self._labels.items():
            for widget in (label, self.editors[name].widget, self._extras[name]):
                self._grid.removeWidget(widget)
            label.setWordWrap(is_narrow)
            label.setContentsMargins(0, 4 if is_narrow else 0, 0, 0)
        for column in range(4):
            self._grid.setColumnStretch(column, int(is_narrow or column == 1))
        if is_narrow:
            self._put_above(SHORT_EDITORS if manner == "paired" else ())
        else:
            self._put_beside()
        self.updateGeometry()

    def _put_beside(self) -> None:
        for row, (name, editor) in enumerate(self.editors.items()):
            self._grid.addWidget(self._labels[name], row, 0)
            self._grid.addWidget(editor.widget, row, 1, 1, 1 if editor.extras else 2)
            self._grid.addWidget(self._extras[name], row, 2)

    def _put_above(self, short_editors: tuple[str, ...]) -> None:
        """Put labels over editors; two short fields share a row."""
        row = column = 0
        for name, editor in self.editors.items():
            is_short = editor.field.editor in short_editors
            span = 2 if is_short or editor.extras else 4
            self._grid.addWidget(self._labels[name], row, column, 1, span, _BOTTOM)
            self._grid.addWidget(editor.widget, row + 1, column, 1, 2 if is_short else 4)
            if editor.extras:
                self._grid.addWidget(self._extras[name], row, 2, 1, 2, _RIGHT)
            column = 2 if is_short and column == 0 else 0
            row += 0 if column else 2

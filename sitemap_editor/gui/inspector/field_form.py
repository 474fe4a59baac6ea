"""The form of an entry's fields: labels beside the editors where there is room, above where not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLayout, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.protocol.fields import Field
from sitemap_editor.support.i18n import _

from .field_editors import FieldEditor, make_editor

SHORT_EDITORS = ("choice", "number")
"""Editors of values that are a word at most."""

EDITOR_HEIGHT = 28
"""Pixels, so that lists and steppers beside each other stand on one line."""

PAIR_ROOM = 264
"""Pixels that two short editors beside each other need."""

Manner = Literal["beside", "paired", "stacked"]
EDITOR_ROOM = 200
"""Pixels an editor needs beside its label; a whole date with its time is about this wide."""


class FieldForm(QWidget):
    """One editor a field, in the order of the schema."""

    def __init__(self, fields: Sequence[Field], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Fields"))
        self.editors: dict[str, FieldEditor] = {}
        self._labels: dict[str, QLabel] = {}
        self._manner: Manner | None = None
        self._rows: QLayout | None = None
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        for field in fields:
            self._add(field)
        self._arrange("beside")

    def _add(self, field: Field) -> None:
        editor = make_editor(field, self)
        editor.widget.setMinimumHeight(EDITOR_HEIGHT)
        label = QLabel(_(field.title), self)
        label.setBuddy(editor.widget)
        label.setToolTip(f"<{field.name}>")
        label.setTextFormat(Qt.TextFormat.PlainText)
        theme.set_role(label, "dim")
        self.editors[field.name] = editor
        self._labels[field.name] = label

    @property
    def label_width(self) -> int:
        """The width of the longest label on one line."""
        metrics = self.fontMetrics()
        widths = (metrics.horizontalAdvance(label.text()) for label in self._labels.values())
        return max(widths, default=0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        extras = [w.sizeHint().width() for e in self.editors.values() for w in e.extras]
        if self.width() >= self.label_width + EDITOR_ROOM + sum(extras) + 2 * theme.GRID:
            self._arrange("beside")
        else:
            self._arrange("paired" if self.width() >= self._pair_room() else "stacked")

    def _pair_room(self) -> int:
        """What two short editors need beside each other without breaking a word of a label."""
        labels = [self._labels[name] for name in self.editors if self._is_short(name)]
        widest = max((label.minimumSizeHint().width() for label in labels), default=0)
        return max(PAIR_ROOM, 2 * widest + theme.GRID)

    def _is_short(self, name: str) -> bool:
        return self.editors[name].field.editor in SHORT_EDITORS

    def _arrange(self, manner: Manner) -> None:
        if manner == self._manner:
            return
        self._manner = manner
        for label in self._labels.values():
            label.setWordWrap(manner != "beside")
        if self._rows is not None:
            _take_apart(self._rows)
            self._outer.removeItem(self._rows)
            self._rows.deleteLater()
        self._rows = self._beside() if manner == "beside" else self._above(manner == "paired")
        self._outer.addLayout(self._rows)
        # Else one picture of the old places in the new room would be seen.
        self._outer.activate()
        self.updateGeometry()

    def _beside(self) -> QLayout:
        """Labels left, editors right, what belongs to an editor at its end."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.GRID)
        grid.setVerticalSpacing(theme.GRID)
        grid.setColumnStretch(1, 1)
        for row, (name, editor) in enumerate(self.editors.items()):
            grid.addWidget(self._labels[name], row, 0)
            grid.addWidget(editor.widget, row, 1, 1, 1 if editor.extras else 2)
            for column, widget in enumerate(editor.extras, 2):
                grid.addWidget(widget, row, column)
        return grid

    def _above(self, is_paired: bool) -> QLayout:
        """Labels over editors; two short fields may share a row."""
        rows = QVBoxLayout()
        rows.setSpacing(theme.GRID * 3 // 2)
        pair: QHBoxLayout | None = None
        for name in self.editors:
            if not (is_paired and self._is_short(name)):
                rows.addLayout(self._field_above(name))
                continue
            if pair is None:
                pair = QHBoxLayout()
                pair.setSpacing(theme.GRID)
                rows.addLayout(pair)
            pair.addLayout(self._field_above(name), 1)
        return rows

    def _field_above(self, name: str) -> QLayout:
        editor = self.editors[name]
        heading = QHBoxLayout()
        heading.setSpacing(theme.GRID)
        heading.addWidget(self._labels[name], 1)
        for widget in editor.extras:
            heading.addWidget(widget, 0, Qt.AlignmentFlag.AlignBottom)
        field = QVBoxLayout()
        field.setSpacing(theme.GRID // 2)
        # Of two fields in a row one label may need two lines; the editors stay on one height.
        field.addStretch(1)
        field.addLayout(heading)
        field.addWidget(editor.widget)
        return field


def _take_apart(layout: QLayout) -> None:
    """Empty a layout and those inside it; the widgets stay."""
    while (item := layout.takeAt(0)) is not None:
        inner = item.layout()
        if inner is not None:
            _take_apart(inner)

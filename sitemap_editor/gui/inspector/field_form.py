"""The form of an entry's fields: labels beside the editors where there is room, above where not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.protocol.fields import Field
from sitemap_editor.support.i18n import _

from .field_editors import FieldEditor, make_editor

EDITOR_ROOM = 200
"""Pixels an editor needs beside its label; a whole date with its time is about this wide."""


class FieldForm(QWidget):
    """One editor a field, in the order of the schema."""

    def __init__(self, fields: Sequence[Field], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editors: dict[str, FieldEditor] = {}
        self._labels: dict[str, QLabel] = {}
        self._extras: dict[str, QWidget] = {}
        self._is_narrow: bool | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for field in fields:
            self._add(field)
        self._arrange(is_narrow=False)

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
        self._arrange(is_narrow=self.width() < self.label_width + EDITOR_ROOM + extras + 16)

    def _arrange(self, *, is_narrow: bool) -> None:
        if is_narrow == self._is_narrow:
            return
        self._is_narrow = is_narrow
        for index, (name, editor) in enumerate(self.editors.items()):
            label, extras = self._labels[name], self._extras[name]
            for widget in (label, editor.widget, extras):
                self._grid.removeWidget(widget)
            label.setWordWrap(is_narrow)
            label.setContentsMargins(0, 4 if is_narrow else 0, 0, 0)
            if is_narrow:
                # Buttons stand beside the label, so that the value has the whole width.
                self._grid.addWidget(label, 2 * index, 0, 1, 2 if editor.extras else 3)
                self._grid.addWidget(extras, 2 * index, 2)
                self._grid.addWidget(editor.widget, 2 * index + 1, 0, 1, 3)
            else:
                spans = 1 if editor.extras else 2
                self._grid.addWidget(label, 2 * index, 0)
                self._grid.addWidget(editor.widget, 2 * index, 1, 1, spans)
                self._grid.addWidget(extras, 2 * index, 2)
        self.updateGeometry()

    def set_writable(self, is_writable: bool) -> None:
        """Allow typing or not."""
        for editor in self.editors.values():
            editor.line.setReadOnly(not is_writable)

"""All keys on one sheet, with a field to find one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _

from .base import SheetDialog

KeyGroup = tuple[str, Sequence[tuple[str, str]]]


class KeysDialog(SheetDialog):
    """Shows what each key does, group by group, in two columns."""

    is_as_high_as_needed = False

    def __init__(self, groups: Sequence[KeyGroup], parent: QWidget | None = None) -> None:
        super().__init__(_("Keys"), "", parent)
        self.only_close()
        self.resize(760, 560)
        self._groups = groups
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search keys"))
        self.search.setAccessibleName(_("Search keys"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._show)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setAccessibleName(_("Keys"))
        self.body.addWidget(self.search)
        self.body.addWidget(self._area, 1)
        self._show("")

    def _show(self, wanted: str) -> None:
        sheet = QFrame()
        theme.set_role(sheet, "card")
        row = QHBoxLayout(sheet)
        row.setContentsMargins(*[theme.GRID * 2] * 4)
        row.setSpacing(theme.GRID * 4)
        columns = [QVBoxLayout(), QVBoxLayout()]
        for column in columns:
            column.setSpacing(theme.GRID)
            row.addLayout(column, 1)
        shown = [found for group in self._groups if (found := _matching(group, wanted))[1]]
        half = sum(len(rows) + 2 for _heading, rows in shown) / 2
        height = [0, 0]
        for heading, rows in shown:
            # Half of them left, half right, by lines and without splitting a group.
            side = 0 if height[0] + len(rows) / 2 <= half else 1
            height[side] += len(rows) + 2
            columns[side].addWidget(_group(heading, rows))
        for column in columns:
            column.addStretch(1)
        self._sheet = sheet
        self._area.setWidget(sheet)

    def shown_keys(self) -> list[str]:
        """The descriptions that match what is searched."""
        labels = self._sheet.findChildren(QLabel)
        return [label.text() for label in labels if label.property("role") is None]


def _matching(group: KeyGroup, wanted: str) -> KeyGroup:
    text = wanted.casefold().strip()
    heading, rows = group
    return heading, [row for row in rows if text in f"{heading} {row[0]} {row[1]}".casefold()]


def _group(heading: str, rows: Sequence[tuple[str, str]]) -> QWidget:
    widget = QWidget()
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, theme.GRID)
    grid.setVerticalSpacing(theme.GRID * 3 // 4)
    title = QLabel(heading)
    theme.set_role(title, "heading")
    grid.addWidget(title, 0, 0, 1, 2)
    for row, (what, keys) in enumerate(rows, 1):
        grid.addWidget(QLabel(what), row, 0)
        shown = QLabel(keys)
        theme.set_role(shown, "key")
        grid.addWidget(shown, row, 1, Qt.AlignmentFlag.AlignRight)
    grid.setColumnStretch(0, 1)
    return widget

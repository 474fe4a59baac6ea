"""A column of a list, chosen by its name and what stands in its first cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QWidget

from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_editor.formats.table import Table

SAMPLE_LENGTH = 40
ROWS_LOOKED_AT = 50


class ColumnChoice(QComboBox):
    """The columns of a table; ``column`` is the index of the one chosen, None for none."""

    def __init__(self, none: str = "", parent: QWidget | None = None) -> None:
        """``none`` is what choosing no column is called; empty when there has to be one."""
        super().__init__(parent)
        self._none = none
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)

    def set_table(
        self,
        table: Table | None,
        column: int | None = None,
        rows: Sequence[Sequence[str]] | None = None,
    ) -> None:
        """Offer the columns of a table, and choose one; ``rows`` are its first, if known."""
        self.clear()
        if self._none:
            self.addItem(self._none, None)
        if table is not None:
            rows = table.sample(ROWS_LOOKED_AT) if rows is None else rows
            for index in range(width_of(table, rows)):
                sample = first_cell(rows, index)
                self.addItem(column_title(table, index, rows), index)
                self.setItemData(self.count() - 1, sample, Qt.ItemDataRole.ToolTipRole)
        self.choose(column)

    def choose(self, column: int | None) -> None:
        """Choose a column by its index."""
        index = self.findData(column) if column is not None else (0 if self._none else -1)
        self.setCurrentIndex(index)

    @property
    def column(self) -> int | None:
        """The index of the column chosen."""
        column = self.currentData()
        return column if isinstance(column, int) else None


def width_of(table: Table, rows: Sequence[Sequence[str]]) -> int:
    """How many columns a table has."""
    return max([len(table.columns), *map(len, rows)], default=0)


def first_cell(rows: Sequence[Sequence[str]], index: int) -> str:
    """The first filled cell of a column, cut where it is long."""
    cell = next((row[index].strip() for row in rows if len(row) > index and row[index].strip()), "")
    return cell if len(cell) <= SAMPLE_LENGTH else cell[: SAMPLE_LENGTH - 1] + "…"


def column_title(table: Table, index: int, rows: Sequence[Sequence[str]]) -> str:
    """A column as people call it: its name, else its number and what stands in its rows."""
    name = table.columns[index].strip() if index < len(table.columns) else ""
    if name:
        return name
    sample = first_cell(rows, index)
    text = _("Column {number}: {sample}") if sample else _("Column {number}")
    return text.format(number=index + 1, sample=sample)

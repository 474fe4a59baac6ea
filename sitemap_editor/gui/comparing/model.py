"""Differences as rows of a table, however many: each is read when it comes into view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sitemap_editor.gui.dialogs.before_after import ABSENT_ROLE, AFTER, BEFORE, OTHER_ROLE
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _

from .words import Row, Teller

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.protocol.differences import Difference

    Numbers = NDArray[np.int64]

WHAT, ADDRESS = 0, 1
MOST_KEPT = 20_000
"""Differences that are remembered; when there are more, all are forgotten and read again."""

WAITING = "…"

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


class DifferenceModel(QAbstractTableModel):
    """Rows are numbers of differences; what is not read yet is shown as waiting."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.numbers: Numbers = np.zeros(0, np.int64)
        self.teller = Teller()
        self._known: dict[int, Difference] = {}
        self._rows: dict[int, Row] = {}

    def show_numbers(self, numbers: Numbers, teller: Teller, *, forget: bool) -> None:
        """Show other differences; ``forget`` those known, which another comparison found."""
        self.beginResetModel()
        if forget:
            self._forget()
        self.numbers, self.teller = numbers, teller
        self.endResetModel()

    def _forget(self) -> None:
        self._known.clear()
        self._rows.clear()

    def take(self, found: Mapping[int, Difference]) -> None:
        """Take what was read."""
        if len(self._known) + len(found) > MOST_KEPT:
            self._forget()
        self._known.update(found)
        if len(self.numbers):
            last = self.index(len(self.numbers) - 1, AFTER)
            self.dataChanged.emit(self.index(0, 0), last)

    def unknown(self, rows: Iterable[int]) -> list[int]:
        """Numbers of the differences in these rows that were not read yet."""
        numbers = (int(self.numbers[row]) for row in rows if 0 <= row < len(self.numbers))
        return [number for number in numbers if number not in self._known]

    def difference(self, row: int) -> Difference | None:
        """The difference in a row; None while it is not read."""
        if not 0 <= row < len(self.numbers):
            return None
        return self._known.get(int(self.numbers[row]))

    def row(self, row: int) -> Row | None:
        """The texts of a row; None while they are not known."""
        number = int(self.numbers[row])
        found = self._rows.get(number)
        if found is None and number in self._known:
            found = self._rows[number] = self.teller.row(self._known[number])
        return found

    # For Qt

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.numbers)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else 4

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        if role == Role.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return (_("Difference"), _("Address"), *self.teller.sides)[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        if role not in (Role.DisplayRole, Role.ToolTipRole, OTHER_ROLE, ABSENT_ROLE):
            return None
        row, column = self.row(index.row()), index.column()
        if role == ABSENT_ROLE:
            return row is not None and row.compares and self._value(row, column) is None
        if role == OTHER_ROLE:
            return self._value(row, BEFORE + AFTER - column) or "" if row is not None else ""
        text = WAITING if row is None and column == ADDRESS else ""
        text = text if row is None else self._value(row, column) or ""
        return text if role == Role.DisplayRole else plain_tooltip(text)

    @staticmethod
    def _value(row: Row, column: int) -> str | None:
        return (row.what, row.address, row.before, row.after)[column]

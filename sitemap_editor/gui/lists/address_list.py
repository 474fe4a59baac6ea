"""A list of addresses, however long, with what can be done with those selected, else with all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import name_button
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.table.selection import ranges_of, rows_in
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _, format_number, ngettext

MOST_COPIED = 200_000
"""Addresses that go through the clipboard; more of them are better written to a file."""

ROW_HEIGHT = 24
NARROW = 84

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


@dataclass(frozen=True, slots=True)
class Listing:
    """Rows to be shown: titles of the columns, how many rows, and the texts of one.

    ``addresses`` gives those of some rows, to be copied and exported; ``narrow`` are columns with
    little in them.
    """

    titles: Sequence[str]
    count: int
    texts: Callable[[int], Sequence[str]]
    addresses: Callable[[Sequence[int]], list[str]]
    narrow: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Command:
    """A button: its text for a number of rows, and what it does with their numbers."""

    text: Callable[[int], str]
    run: Callable[[Sequence[int]], None]


class AddressModel(QAbstractTableModel):
    """A listing as rows, each worked out when it comes into view."""

    def __init__(self, listing: Listing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.listing = listing

    def rowCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return self.listing.count

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return len(self.listing.titles)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        if role in (Role.DisplayRole, Role.ToolTipRole):
            text = self.listing.texts(index.row())[index.column()]
            return text if role == Role.DisplayRole else plain_tooltip(text)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Role.DisplayRole:
            return self.listing.titles[section]
        return None


class AddressList(QFrame):
    """Shows a listing; its commands act on the selected rows, on all when none is selected.

    Copying is always one of them, ``export`` writes addresses to a file.
    """

    def __init__(
        self,
        name: str,
        listing: Listing,
        commands: Sequence[Command] = (),
        export: Callable[[Sequence[int]], None] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.listing = listing
        self.view = QTableView()
        self.model = AddressModel(listing, self)
        self.count = QLabel()
        self._commands = [
            *commands,
            Command(lambda _count: _("Copy"), lambda _rows: self.copy()),
            *([Command(lambda _count: _("Export…"), export)] if export is not None else []),
        ]
        self.buttons = [QPushButton() for _command in self._commands]
        self._prepare_view(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GRID // 2, 0, 0)
        column.setSpacing(theme.GRID)
        column.addWidget(self.view, 1)
        theme.set_role(self.count, "dim")
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(self.count, 1)
        for button, command in zip(self.buttons, self._commands, strict=True):
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, run=command.run: run(self.chosen))
            row.addWidget(button)
        column.addLayout(row)
        self.view.selectionModel().selectionChanged.connect(self._refresh)
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Copy),
            self,
            self.copy,
            context=Qt.ShortcutContext.WidgetWithChildrenShortcut,
        )
        self._refresh()

    def _prepare_view(self, name: str) -> None:
        view = self.view
        view.setModel(self.model)
        view.setAccessibleName(name)
        quieten(view, ROW_HEIGHT)
        view.setStyleSheet("QTableView::item { padding: 0 5px; }")
        view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        view.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        header = view.horizontalHeader()
        for column in range(len(self.listing.titles)):
            is_narrow = column in self.listing.narrow
            mode = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, mode.Interactive if is_narrow else mode.Stretch)
            if is_narrow:
                header.resizeSection(column, NARROW)

    @property
    def chosen(self) -> Sequence[int]:
        """The numbers of the selected rows, of all when none is selected."""
        rows = rows_in(ranges_of(self.view.selectionModel().selection()))
        return rows.tolist() if len(rows) else range(self.listing.count)

    def copy(self) -> None:
        """Put the addresses into the clipboard, a line each."""
        rows = self.chosen[:MOST_COPIED]
        QGuiApplication.clipboard().setText("\n".join(self.listing.addresses(rows)))

    def _refresh(self) -> None:
        chosen = len(self.chosen)
        self.count.setText(_count_text(chosen, self.listing.count))
        for button, command in zip(self.buttons, self._commands, strict=True):
            name_button(button, command.text(chosen))
            button.setEnabled(chosen > 0)


def _count_text(chosen: int, count: int) -> str:
    if chosen == count:
        said = ngettext("{n} address", "{n} addresses", count)
        return said.format(n=format_number(count))
    return _("{chosen} of {n} selected").format(
        chosen=format_number(chosen), n=format_number(count)
    )

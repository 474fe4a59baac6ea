"""The table of checked files: entries, bytes, newest date and findings of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from sitemap_editor.formats.reports.base import CheckedFile
from sitemap_editor.formats.reports.words import size_of
from sitemap_editor.gui import theme
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import N_, _, format_number

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROW_HEIGHT = 26


@dataclass(frozen=True, slots=True)
class FileRow:
    """One checked file and its newest lastmod, as far as that is known."""

    file: CheckedFile
    newest: str = ""
    target: Any = None


@dataclass(frozen=True, slots=True)
class _Column:
    """One column: its title, what it shows, what it is sorted by, and its colour."""

    title: str
    text: Callable[[FileRow], str]
    key: Callable[[FileRow], Any]
    role: str = ""
    is_number: bool = True


def _of_severity(title: str, severity: Severity) -> _Column:
    return _Column(
        title,
        lambda row: format_number(row.file.count(severity)) if row.file.count(severity) else "",
        lambda row: row.file.count(severity),
        severity.value,
    )


COLUMNS = (
    _Column(N_("File"), lambda row: row.file.file, lambda row: row.file.file, is_number=False),
    _Column(
        N_("Entries"), lambda row: format_number(row.file.entries), lambda row: row.file.entries
    ),
    _Column(N_("Size"), lambda row: size_of(row.file.bytes), lambda row: row.file.bytes),
    _Column(N_("Newest lastmod"), lambda row: row.newest, lambda row: row.newest, "dim_text"),
    _of_severity(N_("Errors"), Severity.ERROR),
    _of_severity(N_("Warnings"), Severity.WARNING),
    _of_severity(N_("Notes"), Severity.INFO),
)


class FileModel(QAbstractTableModel):
    """Rows in the order they came, or sorted by a column."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[FileRow] = []

    def show_rows(self, rows: list[FileRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self.rows = list(rows)
        self.endResetModel()

    def add(self, row: FileRow) -> None:
        """Show one more."""
        place = len(self.rows)
        self.beginInsertRows(QModelIndex(), place, place)
        self.rows.append(row)
        self.endInsertRows()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return _(COLUMNS[section].title)
        if role == Role.TextAlignmentRole:
            return _side(COLUMNS[section])
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        column, row = COLUMNS[index.column()], self.rows[index.row()]
        if role == Role.DisplayRole:
            return column.text(row)
        if role == Role.TextAlignmentRole:
            return _side(column)
        if role == Role.ForegroundRole and column.role:
            return theme.color(column.role)
        if role == Role.ToolTipRole and index.column() == 0:
            return plain_tooltip(row.file.file)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        is_down = order is Qt.SortOrder.DescendingOrder
        self.rows.sort(key=COLUMNS[column].key, reverse=is_down)
        self.layoutChanged.emit()


def _side(column: _Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


class FileTable(QTableView):
    """The table; a click or Enter on a row asks for its file: ``chosen`` carries its target."""

    chosen = Signal(object)

    def __init__(self, jobs: JobRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self.setAccessibleName(_("Files"))
        self.files = FileModel(self)
        self.setModel(self.files)
        quieten(self, ROW_HEIGHT)
        self.setStyleSheet("QTableView::item { padding: 0 5px; }")
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicatorShown(False)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._on_section_clicked)
        self._sorted_by: tuple[int, bool] = (-1, False)
        self.doubleClicked.connect(self._choose)
        self.setToolTip(_("A double click opens the file; a click on a heading sorts."))

    def _on_section_clicked(self, column: int) -> None:
        """Sort names from A, figures from the largest; again the other way round."""
        before, was_down = self._sorted_by
        is_down = not was_down if before == column else COLUMNS[column].is_number
        self._sorted_by = (column, is_down)
        order = Qt.SortOrder.DescendingOrder if is_down else Qt.SortOrder.AscendingOrder
        self.files.sort(column, order)

    def _choose(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self.files.rows[index.row()].target)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        # A worker would win the interpreter lock from each of the calls that paint a cell.
        with self._jobs.parked():
            super().paintEvent(event)

"""Rows of texts to look at: a model of a few hundred of them, and the table that shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.tooltip import plain_tooltip

ROW_HEIGHT = 24
WIDEST = 420
NARROWEST = 64
LEAST_STRETCHED = 220
LOOKED_AT = 50
PADDING = 20

Index = QModelIndex | QPersistentModelIndex
_Role = Qt.ItemDataRole


class TextModel(QAbstractTableModel):
    """Texts by row and column; ``dimmed`` columns are there but do not count.

    ``marked`` cells, by row and column, stand out as a severity does.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.titles: Sequence[str] = ()
        self.rows: Sequence[Sequence[str]] = ()
        self.labels: Sequence[str] = ()
        self.dimmed: frozenset[int] = frozenset()
        self.marked: Mapping[tuple[int, int], str] = {}

    def show(
        self, titles: Sequence[str], rows: Sequence[Sequence[str]], labels: Sequence[str] = ()
    ) -> None:
        """Show other rows; ``labels`` stand in front of them."""
        self.beginResetModel()
        self.titles, self.rows, self.labels, self.marked = titles, rows, labels, {}
        self.endResetModel()

    def set_looks(
        self, dimmed: frozenset[int], marked: Mapping[tuple[int, int], str] | None = None
    ) -> None:
        """Let columns stand back, and cells (row, column) stand out as a severity does."""
        self.dimmed, self.marked = dimmed, marked or {}
        if self.rows and self.titles:
            last = self.index(len(self.rows) - 1, len(self.titles) - 1)
            looks = [_Role.ForegroundRole, _Role.BackgroundRole]
            self.dataChanged.emit(self.index(0, 0), last, looks)

    def texts(self) -> list[str]:
        """The rows as lines, for tests and for the clipboard."""
        return ["\t".join(row) for row in self.rows]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.titles)

    def data(self, index: Index, role: int = _Role.DisplayRole) -> Any:
        row = self.rows[index.row()]
        text = row[index.column()] if index.column() < len(row) else ""
        if role == _Role.DisplayRole:
            return " ".join(text.split()) if len(text) < 2_000 else text[:2_000]
        if role == _Role.ToolTipRole:
            return plain_tooltip(text[:2_000])
        return self._look(index, role)

    def _look(self, index: Index, role: int) -> Any:
        mark = self.marked.get((index.row(), index.column()))
        if role == _Role.ForegroundRole and (mark or index.column() in self.dimmed):
            return theme.color(mark or "dim_text")
        if role == _Role.BackgroundRole and mark:
            return theme.color(f"{mark}_soft")
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = _Role.DisplayRole
    ) -> Any:
        if role not in (_Role.DisplayRole, _Role.ToolTipRole):
            return None
        names = self.titles if orientation is Qt.Orientation.Horizontal else self.labels
        return names[section] if section < len(names) else ""


class TextTable(QTableView):
    """A quiet table that nothing can be written into."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stretched: int | None = None
        self.texts = TextModel(self)
        self.setModel(self.texts)
        self.setAccessibleName(name)
        quieten(self, ROW_HEIGHT)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setStyleSheet("QTableView::item { padding: 0 5px; }")
        side = self.verticalHeader()
        side.setHighlightSections(False)
        side.setStyleSheet("QHeaderView::section { border: 0; padding: 0 8px; }")

    def show_rows(
        self,
        titles: Sequence[str],
        rows: Sequence[Sequence[str]],
        labels: Sequence[str] = (),
        stretched: int | None = None,
        narrowest: int = NARROWEST,
        widest: int = WIDEST,
    ) -> None:
        """Show other rows, each column as wide as it needs, one taking the rest."""
        self.texts.show(titles, rows, labels)
        self.verticalHeader().setVisible(bool(labels))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(stretched is None)
        self._stretched = stretched
        for column in range(len(titles)):
            self.setColumnWidth(column, self._width_of(column, narrowest, widest))
        self._stretch()

    def _stretch(self) -> None:
        """Give one column the room that others leave, or what it needs to be read."""
        column = self._stretched
        if column is None or column >= len(self.texts.titles):
            return
        others = self.horizontalHeader().length() - self.columnWidth(column)
        self.setColumnWidth(column, max(self.viewport().width() - others, LEAST_STRETCHED))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

    def _width_of(self, column: int, narrowest: int, most: int) -> int:
        metrics = self.fontMetrics()
        texts = [row[column][:100] for row in self.texts.rows[:LOOKED_AT] if column < len(row)]
        texts.append(self.texts.titles[column])
        widest = max(map(metrics.horizontalAdvance, texts), default=0) + PADDING
        return max(narrowest, min(widest, most))

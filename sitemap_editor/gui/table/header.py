"""The table's header: sort by click, columns chosen, moved and sized, and remembered by kind."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QPoint,
    QRect,
    QSignalBlocker,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QHeaderView, QMenu, QWidget

from sitemap_editor.gui.icons import coloured_icon
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _
from sitemap_editor.support.settings import Setting, Settings

from .columns import MARK, MARK_WIDTH, Column
from .model import EntryModel

COLUMN_SETTINGS: dict[str, Setting[bytes]] = {
    "urlset": declared.TABLE_COLUMNS_URLSET,
    "sitemapindex": declared.TABLE_COLUMNS_SITEMAPINDEX,
    "text": declared.TABLE_COLUMNS_TEXT,
    "rss": declared.TABLE_COLUMNS_FEED,
    "atom": declared.TABLE_COLUMNS_FEED,
}

PADDING = 18
SECTION_PADDING = 8
ARROW = 14
HEADING_ROOM = 2 * SECTION_PADDING + ARROW + 2
"""Pixels a heading needs besides its text, the arrow of the sort included."""

MIN_ADDRESS_WIDTH = 200
GOOD_ADDRESS_WIDTH = 260
"""With less than this for the address, of the dates the days alone are shown."""

MEASURED_ROWS = 100
MAX_DATE_LENGTH = len("2024-05-01T10:15:30.123456+02:00")
DAY = "2024-05-01…"

ASCENDING = Qt.SortOrder.AscendingOrder
DESCENDING = Qt.SortOrder.DescendingOrder


class EntryHeader(QHeaderView):
    """Columns of an EntryModel.

    ``sort_requested`` carries a field, None for the document's order (the third click), and
    whether to go downwards; ``column_chosen`` a column whose cells are to be selected.
    """

    sort_requested = Signal(object, bool)
    column_chosen = Signal(int)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.settings = settings
        self.is_usual = True
        self._is_fitting = False
        self.setAccessibleName(_("Columns"))
        self.setSectionsMovable(True)
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setSortIndicatorClearable(True)
        self.setMinimumSectionSize(28)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self.sortIndicatorChanged.connect(self._on_sort_changed)
        self.sectionResized.connect(self._remember)
        self.sectionMoved.connect(self._remember)

    @property
    def entries(self) -> EntryModel | None:
        """The model, None while no document is shown."""
        model = self.model()
        return model if isinstance(model, EntryModel) else None

    def setModel(self, model: QAbstractItemModel | None) -> None:
        with QSignalBlocker(self):
            super().setModel(model)
            if isinstance(model, EntryModel):
                self._restore(model)
        self.fit()

    def setSelectionModel(self, selection_model: QItemSelectionModel) -> None:
        # Asked at each painting whether whole columns are selected, Qt looks at every row.
        model = selection_model.model()
        is_shown = isinstance(model, EntryModel)
        super().setSelectionModel(QItemSelectionModel(model, self) if is_shown else selection_model)

    def columns_on_screen(self) -> list[int]:
        """The columns that are not hidden, from left to right."""
        logical = [self.logicalIndex(visual) for visual in range(self.count())]
        return [index for index in logical if not self.isSectionHidden(index)]

    # Sorting

    def _on_sort_changed(self, section: int, order: Qt.SortOrder) -> None:
        model = self.entries
        if model is not None:
            is_field = 0 <= section < len(model.columns) and model.columns[section].is_field
            field = model.columns[section].key if is_field else None
            self.sort_requested.emit(field, order == DESCENDING)

    def show_sort(self, field: str | None, is_descending: bool) -> None:
        """Show by an arrow how the rows are sorted, without asking for it."""
        model = self.entries
        section = model.column_of(field) if model is not None and field else -1
        with QSignalBlocker(self):
            self.setSortIndicator(section, DESCENDING if is_descending else ASCENDING)
        self.viewport().update()

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        super().paintSection(painter, rect, section)
        model = self.entries
        if model is None or section != self.sortIndicatorSection():
            return
        # Beside the text; the style would draw it over what is aligned right.
        column = model.columns[section]
        beside = SECTION_PADDING + self.fontMetrics().horizontalAdvance(column.heading) + 2
        left = rect.right() - beside - ARROW if column.align_right else rect.left() + beside
        name = "chevron-down" if self.sortIndicatorOrder() == DESCENDING else "chevron-up"
        place = QRect(left, rect.top() + (rect.height() - ARROW) // 2, ARROW, ARROW)
        coloured_icon(name, "accent").paint(painter, place)

    # Choice of columns

    def fill_column_menu(self, menu: QMenu) -> None:
        """Offer the columns to choose from."""
        model = self.entries
        for index, column in enumerate(model.columns if model is not None else ()):
            if column.key == MARK:
                continue
            action = QAction(f"{column.heading} – {_(column.title)}", menu)
            action.setCheckable(True)
            action.setChecked(not self.isSectionHidden(index))
            action.setEnabled(column.key != "loc")
            action.toggled.connect(lambda is_on, index=index: self._show(index, is_on))
            menu.addAction(action)
        menu.addSeparator()
        menu.addAction(_("Usual columns")).triggered.connect(self.use_usual_columns)

    def _on_menu_requested(self, point: QPoint) -> None:
        menu = QMenu(self)
        name_menu(menu, _("Columns"))
        section = self.logicalIndexAt(point)
        if section > 0:
            action = menu.addAction(_("Select this column"))
            action.triggered.connect(lambda: self.column_chosen.emit(section))
            menu.addSeparator()
        self.fill_column_menu(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.mapToGlobal(point))

    def _show(self, index: int, is_shown: bool) -> None:
        self.setSectionHidden(index, not is_shown)
        self._remember()

    def use_usual_columns(self) -> None:
        """Go back to the usual columns, order and widths."""
        model = self.entries
        if model is not None:
            for index in range(len(model.columns)):
                self.moveSection(self.visualIndex(index), index)
            self._set_usual(model)
            self.settings.set(COLUMN_SETTINGS[str(model.doc.kind)], b"")
            self.is_usual = True
            self.fit()

    # What is remembered

    def _remember(self, *_sizes: Any) -> None:
        model = self.entries
        if model is not None and not self._is_fitting:
            self.is_usual = False
            state = _columns_key(model) + b":" + bytes(self.saveState().data())
            self.settings.set(COLUMN_SETTINGS[str(model.doc.kind)], state)

    def _restore(self, model: EntryModel) -> None:
        key, _colon, state = self.settings.get(COLUMN_SETTINGS[str(model.doc.kind)]).partition(b":")
        # A state fits only a table of the same columns, so they are written before it.
        self.is_usual = key != _columns_key(model) or not self.restoreState(state)
        if self.is_usual:
            self._set_usual(model)
        # A view that takes a header, and a remembered state, may have switched the arrow off.
        self.setSortIndicatorShown(True)
        self.setSortIndicator(-1, ASCENDING)
        self.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)

    def _set_usual(self, model: EntryModel) -> None:
        for index, column in enumerate(model.columns):
            self.setSectionHidden(index, False)
            self.resizeSection(index, self._usual_width(column))
        self.resizeSection(0, MARK_WIDTH)

    def _usual_width(self, column: Column) -> int:
        metrics = self.fontMetrics()
        heading = metrics.horizontalAdvance(column.heading) + HEADING_ROOM
        if not column.is_field:
            heading -= ARROW  # nobody sorts by it
        return max(column.characters * metrics.horizontalAdvance("0") + PADDING, heading)

    def fit(self) -> None:
        """Let the address take what room the other columns leave, until widths are chosen.

        When that is little, the date gives way: its day is seen in half of its width.
        """
        model = self.entries
        if model is None or not self.is_usual:
            return
        loc, date = model.column_of("loc"), model.column_of("lastmod")
        fixed = sum(self.sectionSize(i) for i in self.columns_on_screen() if i not in (loc, date))
        room = self._room() - fixed
        date_width = self._date_width(model, room) if date >= 0 else 0
        self._is_fitting = True
        if date >= 0:
            self.resizeSection(date, date_width)
        self.resizeSection(loc, max(MIN_ADDRESS_WIDTH, room - date_width))
        self._is_fitting = False

    def _room(self) -> int:
        # The table's, as the header hears of its own only after the first picture.
        table = self.parentWidget()
        return (table if isinstance(table, QAbstractScrollArea) else self).viewport().width()

    def _date_width(self, model: EntryModel, room: int) -> int:
        """Room for the dates of the first entries, or for their days; ``room`` is both columns'."""
        column = model.columns[model.column_of("lastmod")]
        metrics = self.fontMetrics()
        heading = metrics.horizontalAdvance(column.heading) + HEADING_ROOM
        dates = model.doc.values_of(model.doc.ids[:MEASURED_ROWS], column.key)
        texts = {date[:MAX_DATE_LENGTH] for date in dates if date}
        widths = [metrics.horizontalAdvance(text) + PADDING for text in texts]
        whole = max(widths, default=self._usual_width(column))
        if room - whole < GOOD_ADDRESS_WIDTH:
            whole = min(whole, metrics.horizontalAdvance(DAY) + PADDING)
        return max(whole, heading)


def _columns_key(model: EntryModel) -> bytes:
    return ",".join(column.key for column in model.columns).encode()

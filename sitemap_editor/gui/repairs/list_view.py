"""The list of repairs: ticks by key or click, groups that fold, places that are links."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.support.i18n import _

from .delegate import RepairDelegate
from .model import AFTER, BEFORE, COLUMNS, PLACE, TICK, WHAT, RepairModel

ROW_HEIGHT = 26
WIDTHS = {TICK: 36, PLACE: 88}
SHARES = {WHAT: 20, BEFORE: 24, AFTER: 24}
"""Of the rest of the room, in percent; the reason takes what is left."""

Key = Qt.Key


class RepairList(QTableView):
    """Shows a RepairModel.

    ``shown`` carries the number of the repair that is current, ``place_activated`` that of one
    whose place was asked for.
    """

    shown = Signal(int)
    place_activated = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("repairList")
        self.setAccessibleName(_("Repairs"))
        self.setItemDelegate(RepairDelegate(self))
        quieten(self, ROW_HEIGHT)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setStretchLastSection(True)
        header.setMinimumSectionSize(WIDTHS[TICK])

    def show_model(self, model: RepairModel) -> None:
        """Show the repairs of another file."""
        old = self.selectionModel()
        self.setModel(model)
        if old is not None:
            old.deleteLater()
        self._share_room()
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self._span_groups)
        self.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self._span_groups()

    def _share_room(self) -> None:
        if self.model() is None:
            return
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, width)
        room = max(self.viewport().width() - sum(WIDTHS.values()), 0)
        for column, share in SHARES.items():
            self.setColumnWidth(column, room * share // 100)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._share_room()
        super().resizeEvent(event)

    @property
    def repairs(self) -> RepairModel | None:
        """The model shown."""
        model = self.model()
        return model if isinstance(model, RepairModel) else None

    def go_to(self, number: int) -> None:
        """Make a repair the current row, unfolding its group."""
        model = self.repairs
        if model is None:
            return
        if model.row_of(number) is None:
            code = model.repairs[number].code
            at = next(n for n, group in enumerate(model.groups) if group.code == code)
            model.set_open(at, True)
        row = model.row_of(number)
        assert row is not None
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(
            model.index(row, PLACE), flags.ClearAndSelect | flags.Rows
        )

    def _span_groups(self) -> None:
        """Let the title of a group reach over all columns."""
        model = self.repairs
        self.clearSpans()
        if model is None or not model.is_grouped:
            return
        row = 0
        for group in model.groups:
            self.setSpan(row, PLACE, 1, COLUMNS - PLACE)
            row += group.height

    def _on_current_row_changed(self, index: QModelIndex, _before: QModelIndex) -> None:
        model = self.repairs
        if model is not None and index.isValid():
            number = model.place(index.row()).number
            if number is not None:
                self.shown.emit(number)

    # Keys and the mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        model, row = self.repairs, self.currentIndex().row()
        key = Key(event.key())
        if model is None or row < 0:
            super().keyPressEvent(event)
        elif key == Key.Key_Space:
            rows = {index.row() for index in self.selectionModel().selectedRows()} or {row}
            model.set_rows(rows, model.state_of(row) is not Qt.CheckState.Checked)
        elif key in (Key.Key_Return, Key.Key_Enter):
            self._activate(row)
        elif key in (Key.Key_Left, Key.Key_Right) and model.place(row).group is not None:
            self._fold(row, key == Key.Key_Right)
        else:
            super().keyPressEvent(event)

    def _fold(self, row: int, is_open: bool) -> None:
        model = self.repairs
        assert model is not None
        place = model.place(row)
        if place.group is None:
            return
        if place.number is not None and not is_open:
            # As in a tree: first to the group, then fold it.
            self.setCurrentIndex(model.index(self._group_row(place.group), PLACE))
            return
        if place.number is None:
            model.set_open(place.group, is_open)

    def _group_row(self, number: int) -> int:
        model = self.repairs
        assert model is not None
        return sum(group.height for group in model.groups[:number])

    def _activate(self, row: int) -> None:
        model = self.repairs
        assert model is not None
        place = model.place(row)
        if place.number is not None:
            self.place_activated.emit(place.number)
        elif place.group is not None:
            model.set_open(place.group, not model.groups[place.group].is_open)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        model = self.repairs
        is_left = event.button() == Qt.MouseButton.LeftButton
        if model is None or not index.isValid() or not is_left:
            super().mousePressEvent(event)
        elif index.column() == TICK:
            # Several that are selected are ticked together.
            rows = {one.row() for one in self.selectionModel().selectedRows()}
            if index.row() not in rows:
                super().mousePressEvent(event)
                rows = {index.row()}
            model.set_rows(rows, model.state_of(index.row()) is not Qt.CheckState.Checked)
        else:
            super().mousePressEvent(event)
            is_group = model.place(index.row()).number is None
            if is_group or index.column() == PLACE:
                self._activate(index.row())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Take the second click for another one: it is a tick or a fold as well."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        index = self.indexAt(event.position().toPoint())
        model = self.repairs
        is_link = (
            model is not None
            and index.isValid()
            and index.column() == PLACE
            and model.repair_at(index.row()) is not None
        )
        shape = Qt.CursorShape.PointingHandCursor if is_link else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Leave:
            self.viewport().unsetCursor()
        return super().viewportEvent(event)

"""What a comparison found: kinds and filters, the differences, and all of the current one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.lists.address_list import MOST_COPIED
from sitemap_editor.gui.live_work import LiveWork
from sitemap_editor.support.i18n import _

from .bar import DifferenceBar
from .details import DetailsPane
from .view import DifferenceTable
from .words import ADDED, REMOVED, Teller, count_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from .compared import Compared

    Numbers = NDArray[np.int64]

DETAILS_SHARE = (400, 190)


class ResultPane(QWidget):
    """Shows a comparison; ``changed`` when other differences are shown or selected.

    ``asked`` when the button of the empty place is pressed.
    """

    changed = Signal()
    asked = Signal()

    def __init__(
        self,
        jobs: JobRunner,
        on_failed: Callable[[BaseException], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Differences"))
        self.compared: Compared | None = None
        self.bar = DifferenceBar()
        self.table = DifferenceTable(jobs)
        self.details = DetailsPane()
        self.empty = EmptyState()
        self.filtering = LiveWork(jobs, on_failed, self)
        self.reading = LiveWork(jobs, on_failed, self)
        self.detailing = LiveWork(jobs, on_failed, self)
        self.copying = LiveWork(jobs, on_failed, self)
        self._is_new = False
        self._row = 0
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._show_details)
        self._assemble()
        self._connect()
        self.show_text("")

    # How it is put together

    def _assemble(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID)
        column.addWidget(self.bar)
        self._pages = QStackedWidget()
        self._pages.setAccessibleName(_("Differences"))
        card = QFrame()
        card.setAccessibleName(_("Nothing to show"))
        theme.set_role(card, "card")
        inside = QVBoxLayout(card)
        inside.addWidget(self.empty)
        self._pages.addWidget(card)
        self._pages.addWidget(self._parts())
        column.addWidget(self._pages, 1)

    def _parts(self) -> QSplitter:
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setAccessibleName(_("Differences"))
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(theme.GRID)
        parts.addWidget(self.table)
        parts.addWidget(self.details)
        parts.setSizes(list(DETAILS_SHARE))
        parts.setStretchFactor(0, 2)
        parts.setStretchFactor(1, 1)
        return parts

    def _connect(self) -> None:
        self.bar.changed.connect(self._filter)
        self.bar.typed.connect(lambda: self.filtering.after_rest(self._filter))
        self.empty.clicked.connect(self.asked)
        self.table.wanted.connect(self._read)
        self.table.selected.connect(self._on_table_selected)
        self.table.selectionModel().currentRowChanged.connect(lambda *_rows: self._timer.start())
        copying = QAction(icon("copy"), _("Copy addresses"), self.table)
        copying.setShortcut(QKeySequence.StandardKey.Copy)
        copying.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copying.triggered.connect(self.copy)
        self.table.addAction(copying)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Find),
            self,
            self.bar.text.setFocus,
            context=Qt.ShortcutContext.WindowShortcut,
        )

    # What is shown

    @property
    def is_busy(self) -> bool:
        """Whether something is still to come."""
        return self._timer.isActive() or any(work.is_busy for work in self._works)

    @property
    def _works(self) -> tuple[LiveWork, ...]:
        return self.filtering, self.reading, self.detailing, self.copying

    def show_text(self, text: str, button: str = "") -> None:
        """Show a sentence instead of differences."""
        self._stop()
        self.compared = None
        self.table.differences.show_numbers(np.zeros(0, np.int64), Teller(), forget=True)
        self.bar.setVisible(False)
        self.empty.show_text(text, button)
        self._pages.setCurrentIndex(0)
        self.changed.emit()

    def show_compared(self, compared: Compared, *, keeps_place: bool = False) -> None:
        """Show what a comparison found; ``keeps_place``: at the row where people were."""
        self._row = max(self.table.currentIndex().row(), 0) if keeps_place else 0
        self._stop()
        self.compared = compared
        self._is_new = True
        self.bar.show_compared(compared)
        self.bar.setVisible(True)
        self._pages.setCurrentIndex(1)
        self._filter()

    def _filter(self) -> None:
        """Find out which differences are to be shown."""
        if self.compared is None:
            return
        self.filtering.run(partial(self.compared.numbers, *self.bar.wanted), self._on_filtered)

    def _on_filtered(self, numbers: Numbers) -> None:
        assert self.compared is not None  # else nothing is filtered
        self.reading.stop()
        teller = self.compared.teller
        self.table.differences.show_numbers(numbers, teller, forget=self._is_new)
        self._is_new = False
        self.bar.count.setText(count_text(len(numbers), self.compared.total))
        if len(numbers):
            row = min(self._row, len(numbers) - 1)
            self.table.setCurrentIndex(self.table.differences.index(row, 0))
            self.table.clearSelection()
        self._row = 0
        self.table.ask()
        self._show_details()
        self.changed.emit()

    # What comes into view

    def _read(self, numbers: list[int]) -> None:
        """Read differences; what comes into view meanwhile is asked for afterwards."""
        if self.compared is not None and not self.reading.is_busy:
            self.reading.run(partial(self.compared.differences, numbers), self._on_read)

    def _on_read(self, found: dict[int, object]) -> None:
        self.table.differences.take(found)  # type: ignore[arg-type]
        self._show_details()
        self.table.ask()

    def _show_details(self) -> None:
        model, row = self.table.differences, self.table.currentIndex().row()
        one = model.difference(row)
        if one is None or self.compared is None:
            self.details.show_difference(None)
            return
        if one.fields or one.kind not in (ADDED, REMOVED):
            self.detailing.stop()
            self.details.show_difference(one, one.fields, model.teller)
            return
        self.detailing.run(
            partial(self.compared.fields_of, int(model.numbers[row]), one),
            lambda fields: self.details.show_difference(one, fields, model.teller),
        )

    def _on_table_selected(self) -> None:
        self.changed.emit()

    # What is chosen

    @property
    def chosen(self) -> Numbers:
        """Numbers of the selected differences, of all that are shown when none is selected."""
        rows = self.table.selected_rows
        numbers = self.table.differences.numbers
        return numbers[rows] if len(rows) else numbers

    def copy(self) -> None:
        """Put the addresses of what is selected, or listed, into the clipboard, a line each."""
        if self.compared is not None:
            self.copying.run(
                partial(self.compared.addresses, self.chosen[:MOST_COPIED]),
                lambda found: QGuiApplication.clipboard().setText("\n".join(found)),
            )

    @property
    def has_selection(self) -> bool:
        """Whether some are selected."""
        return self.table.selected_count > 0

    def _stop(self) -> None:
        for work in self._works:
            work.stop()

    def stop(self) -> None:
        """Read no further."""
        self._stop()
        self._timer.stop()

"""How tables look whose rows are read and chosen, not edited cell by cell."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView


def quieten(view: QTableView, row_height: int) -> None:
    """Give whole rows of one height, without lines between them; Tab leaves the table."""
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setTabKeyNavigation(False)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    rows = view.verticalHeader()
    rows.hide()
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setMinimumSectionSize(row_height)
    rows.setDefaultSectionSize(row_height)
    quieten_header(view.horizontalHeader())


def quieten_header(header: QHeaderView) -> None:
    """Let titles stand above their values and not follow the selection."""
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

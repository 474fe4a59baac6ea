"""The entries of the merged file, each with where it is from and what it takes from where."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from sitemap_editor.gui.merging.choices import MEDIA_TITLES
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.gui.jobs import JobRunner

    from .work import Outlook

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROW_HEIGHT = 26
WIDTHS = 130, 130, 170
"""Of the columns behind the address, where there is room."""

ADDRESS, FILE, ALSO, TAKEN = range(4)
ALL, SEVERAL = "all", "several"


class MergedModel(QAbstractTableModel):
    """Rows are entries that stay; all of them, or those of pages that are in several files."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._titles = (_("Address"), _("File"), _("Also in"), _("Takes over"))
        self.outlook: Outlook | None = None
        self.entries: NDArray[np.int64] = np.zeros(0, np.int64)

    def show_outlook(self, outlook: Outlook | None, which: str) -> None:
        """Show what would come out."""
        self.beginResetModel()
        self.outlook = outlook
        self.entries = np.zeros(0, np.int64)
        if outlook is not None:
            stays = outlook.plan.decision.stays
            is_all = which == ALL and outlook.joined is not None
            self.entries = outlook.joined.entries if is_all and outlook.joined else stays
            self.entries = self.entries[self.entries >= 0]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self.entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if role == Role.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self._titles[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if role in (Role.DisplayRole, Role.ToolTipRole):
            text = self.text(index.row(), index.column())
            return text if role == Role.DisplayRole else plain_tooltip(text)
        return None

    def text(self, row: int, column: int) -> str:
        """What stands in a cell."""
        outlook = self.outlook
        assert outlook is not None  # there are rows
        entry, plan = int(self.entries[row]), outlook.plan
        if column == ADDRESS:
            return self._address(entry)
        if column == FILE:
            return plan.file_of(entry)
        if column == ALSO:
            group = plan.group_of(entry)
            others = plan.groups.entries(group) if group >= 0 else []
            names = dict.fromkeys(plan.file_of(one) for one in others if one != entry)
            return ", ".join(names)
        taken = plan.decision.taken.get(entry, {})
        said = _("{field} from {name}")
        return ", ".join(
            said.format(field=_field(name), name=plan.file_of(other))
            for name, other in taken.items()
        )

    def _address(self, entry: int) -> str:
        place = self.place_of(entry)
        assert self.outlook is not None
        if self.outlook.joined is not None and place >= 0:
            return self.outlook.joined.copy.value(place, "loc") or ""
        return self.outlook.plan.groups.address(entry)

    def place_of(self, entry: int) -> int:
        """Where an entry stands in the merged file; -1 when that was not made."""
        assert self.outlook is not None
        joined = self.outlook.joined
        return -1 if joined is None else int(np.searchsorted(joined.entries, entry))

    # One entry

    def result_of(self, row: int) -> str:
        """The entry as it will be written."""
        entry = int(self.entries[row])
        outlook = self.outlook
        assert outlook is not None
        if outlook.joined is not None:
            copy = outlook.joined.copy
            return _shown(copy.raw(copy.id_at(self.place_of(entry))), copy.style.indent)
        file, position = outlook.plan.survey.place_of(entry)
        new = outlook.plan.decision.selections[file].replaced.get(position)
        return _shown(new or outlook.plan.groups.copy(entry).xml, b"")

    def versions_of(self, row: int, most: int) -> str:
        """What the files say of the page, up to so many."""
        entry, outlook = int(self.entries[row]), self.outlook
        assert outlook is not None
        plan = outlook.plan
        group = plan.group_of(entry)
        if group < 0:
            return ""
        pieces = []
        for other in plan.groups.entries(group)[:most]:
            copy = plan.groups.copy(other)
            said = _("{name}, entry {n}").format(name=plan.name_of(copy.file), n=copy.position + 1)
            pieces.append(f"{said}\n{_shown(copy.xml, copy.at.style.indent)}")
        return "\n\n".join(pieces)


def _field(name: str) -> str:
    return _(MEDIA_TITLES[name]) if name in MEDIA_TITLES else name


def _shown(xml: bytes, indent: bytes) -> str:
    return (indent + xml).decode("utf-8", "replace")


class MergedTable(QTableView):
    """Shows a MergedModel."""

    def __init__(self, jobs: JobRunner) -> None:
        super().__init__()
        self._jobs = jobs
        self.setObjectName("mergedEntries")
        self.setAccessibleName(_("Merged entries"))
        self.entries = MergedModel(self)
        self.setModel(self.entries)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        quieten(self, ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setSectionResizeMode(ADDRESS, QHeaderView.ResizeMode.Stretch)
        self.set_widths(WIDTHS)

    def set_widths(self, widths: Sequence[int]) -> None:
        """Give the columns behind the address so many pixels."""
        for column, width in enumerate(widths, FILE):
            self.setColumnWidth(column, width)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # Where there is little room, the address has half of it.
        share = min(1.0, self.viewport().width() / 2 / sum(WIDTHS))
        self.set_widths([int(width * share) for width in WIDTHS])

    def paintEvent(self, event: QPaintEvent) -> None:
        # A worker would win the interpreter lock from each of the calls that paint a cell.
        with self._jobs.parked():
            super().paintEvent(event)

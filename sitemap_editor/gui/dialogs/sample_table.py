"""A table of values that change, before and after; what differs stands out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _, format_number

from .before_after import ABSENT_ROLE, AFTER, BEFORE, OTHER_ROLE, BeforeAfterDelegate

ENTRY, FIELD, NOTE = 0, 1, 4
ROW_HEIGHT = 26
MOST_NOTE = 36
"""Percent of the table that notes may take from the values."""


class OneChange(Protocol):
    """One value that changes, whoever found out; see ``Sample``."""

    @property
    def position(self) -> int | None: ...
    @property
    def field(self) -> str: ...
    @property
    def before(self) -> str | None: ...
    @property
    def after(self) -> str | None: ...
    @property
    def note(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Sample:
    """One value that changes. ``position`` is 1-based, None for what stands outside entries.

    ``before`` None means the field is added, ``after`` None that it is taken away. ``note`` says
    how the value was understood.
    """

    position: int | None
    field: str
    before: str | None
    after: str | None
    note: str = ""


class SampleTable(QTableWidget):
    """Shows samples; the column of notes only where there is one."""

    def __init__(self, note_title: str = "", parent: QWidget | None = None) -> None:
        super().__init__(0, 5, parent)
        self.setAccessibleName(_("Before and after"))
        note = note_title or _("How it was understood")
        titles = [_("Entry"), _("Field"), _("Before"), _("After"), note]
        self.setHorizontalHeaderLabels(titles)
        self.setItemDelegate(BeforeAfterDelegate(self))
        quieten(self, ROW_HEIGHT)
        header = self.horizontalHeader()
        for column in (ENTRY, FIELD):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        for column in (BEFORE, AFTER):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(NOTE, QHeaderView.ResizeMode.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_notes()
        super().resizeEvent(event)

    def _fit_notes(self) -> None:
        """Give notes the room they need, up to a share, and never less than their heading."""
        most = self.viewport().width() * MOST_NOTE // 100
        heading = self.horizontalHeader().sectionSizeHint(NOTE)
        self.setColumnWidth(NOTE, max(heading, min(self.sizeHintForColumn(NOTE), most)))

    def show_samples(self, samples: Sequence[OneChange]) -> None:
        """Show other samples."""
        self.setRowCount(len(samples))
        for row, sample in enumerate(samples):
            self._fill_row(row, sample)
        self.setColumnHidden(NOTE, not any(sample.note for sample in samples))
        self._fit_notes()

    def _fill_row(self, row: int, sample: OneChange) -> None:
        position = format_number(sample.position) if sample.position is not None else ""
        # What has no field is an entry as a whole, of which its XML is shown.
        field = sample.field or ("XML" if sample.position is not None else "")
        cells = (position, field, sample.before, sample.after, sample.note)
        others = {BEFORE: sample.after, AFTER: sample.before}
        for column, text in enumerate(cells):
            item = QTableWidgetItem("" if text is None else text)
            item.setToolTip(plain_tooltip(item.text()))
            item.setData(OTHER_ROLE, others.get(column) or "")
            item.setData(ABSENT_ROLE, text is None)
            self.setItem(row, column, item)


def left_out_text(shown: int, count: int) -> str:
    """That not all are shown."""
    return _("The first {shown} of {n} are shown.").format(
        shown=format_number(shown), n=format_number(count)
    )

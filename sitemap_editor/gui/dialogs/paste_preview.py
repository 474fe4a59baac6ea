"""What pasting will add: the first new entries, how many, and what is left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import SheetDialog
from .message import plain_label

MAX_ROWS = 100
ROW_HEIGHT = 26


class PastePreviewDialog(SheetDialog):
    """Asks whether to add entries; ``answer`` is "add", or "fit" to fill the rows there are."""

    is_as_high_as_needed = False

    def __init__(
        self,
        entries: Sequence[Mapping[str, str]],
        fields: Sequence[str],
        left_out: int = 0,
        can_fit: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """``can_fit``: the pasted cells also go over rows that are there."""
        title = _("Paste cells") if can_fit else _("Paste as new entries")
        super().__init__(title, _lead(len(entries), can_fit), parent)
        self.answer = "add"
        self.resize(720, 420)
        theme.set_role(self.lead, "")
        add = ngettext("Add {n} entry", "Add {n} entries", len(entries))
        self.set_verb(add.format(n=format_number(len(entries))))
        if can_fit:
            place = self.buttons.indexOf(self.verb)
            self.fit = self.add_button(_("Only fill the rows there are"), self._fit, place)
        if left_out:
            self.body.addWidget(plain_label(_left_out_text(left_out)))
        self.table = entry_table(entries[:MAX_ROWS], fields)
        self.body.addWidget(self.table, 1)
        if len(entries) > MAX_ROWS:
            text = _("The first {shown} of {n} are shown.")
            note = plain_label(
                text.format(shown=format_number(MAX_ROWS), n=format_number(len(entries)))
            )
            theme.set_role(note, "dim")
            self.body.addWidget(note)

    def _fit(self) -> None:
        self.answer = "fit"
        self.accept()


def _lead(count: int, can_fit: bool) -> str:
    if can_fit:
        text = ngettext(
            "The pasted cells reach below the last row: {n} entry would be added.",
            "The pasted cells reach below the last row: {n} entries would be added.",
            count,
        )
    else:
        text = ngettext("{n} entry will be added.", "{n} entries will be added.", count)
    return text.format(n=format_number(count))


def _left_out_text(count: int) -> str:
    text = ngettext(
        "{n} address is already present and will be left out.",
        "{n} addresses are already present and will be left out.",
        count,
    )
    return text.format(n=format_number(count))


def entry_table(entries: Sequence[Mapping[str, str]], fields: Sequence[str]) -> QTableWidget:
    """Entries to look at, a column for each field that one of them has."""
    used = [field for field in fields if any(field in values for values in entries)]
    table = QTableWidget(len(entries), len(used))
    table.setAccessibleName(_("New entries"))
    table.setHorizontalHeaderLabels(used)
    # Under the headings, which have room at their sides.
    table.setStyleSheet("QTableWidget::item { padding: 0 5px; }")
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setFrameShape(QTableWidget.Shape.NoFrame)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for column, field in enumerate(used):
        modes = QHeaderView.ResizeMode
        mode = modes.Stretch if field == "loc" else modes.ResizeToContents
        header.setSectionResizeMode(column, mode)
        for row, values in enumerate(entries):
            item = QTableWidgetItem(values.get(field, ""))
            item.setToolTip(plain_tooltip(item.text()))
            table.setItem(row, column, item)
    return table

"""What a fix will change: before and after, before anything happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import SheetDialog
from .before_after import ABSENT_ROLE, AFTER, BEFORE, OTHER_ROLE, BeforeAfterDelegate

MAX_SAMPLES = 200
ENTRY, FIELD = 0, 1


@dataclass(frozen=True, slots=True)
class Sample:
    """One value that changes. ``position`` is 1-based, None for what stands outside entries.

    ``before`` None means the field is added, ``after`` None that it is taken away.
    """

    position: int | None
    field: str
    before: str | None
    after: str | None


class FixPreviewDialog(SheetDialog):
    """Shows samples of what changes and asks whether to go on."""

    is_as_high_as_needed = False

    def __init__(
        self,
        title: str,
        samples: Sequence[Sample],
        count: int,
        lead: str = "",
        verb: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, lead or _("It is one step that Undo takes back."), parent)
        self.resize(760, 460)
        self.set_verb(verb or _fix_verb(count))
        self.table = QTableWidget(min(len(samples), MAX_SAMPLES), 4)
        self._fill(samples[:MAX_SAMPLES])
        self.body.addWidget(self.table, 1)
        shown = min(len(samples), MAX_SAMPLES)
        if shown < count:
            self.body.addWidget(_note(shown, count))

    def _fill(self, samples: Sequence[Sample]) -> None:
        table = self.table
        table.setAccessibleName(_("Before and after"))
        table.setHorizontalHeaderLabels([_("Entry"), _("Field"), _("Before"), _("After")])
        table.setItemDelegate(BeforeAfterDelegate(table))
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(26)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setFrameShape(QTableWidget.Shape.NoFrame)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in (ENTRY, FIELD):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        for column in (BEFORE, AFTER):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for row, sample in enumerate(samples):
            self._fill_row(row, sample)

    def _fill_row(self, row: int, sample: Sample) -> None:
        position = format_number(sample.position) if sample.position is not None else ""
        cells = (position, sample.field, sample.before, sample.after)
        others = {BEFORE: sample.after, AFTER: sample.before}
        for column, text in enumerate(cells):
            item = QTableWidgetItem("" if text is None else text)
            item.setToolTip(plain_tooltip(item.text()))
            item.setData(OTHER_ROLE, others.get(column) or "")
            item.setData(ABSENT_ROLE, text is None)
            self.table.setItem(row, column, item)


def _fix_verb(count: int) -> str:
    text = ngettext("Fix {n} finding", "Fix {n} findings", count)
    return text.format(n=format_number(count))


def _note(shown: int, count: int) -> QLabel:
    label = QLabel(
        _("The first {shown} of {n} are shown.").format(
            shown=format_number(shown), n=format_number(count)
        )
    )
    theme.set_role(label, "dim")
    return label

"""Save all: which files are written, and what is to be known of each before."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.bulk.tick_table import ROW_HEIGHT, TickTable
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.saving_all import FileToSave, common_folder, shown_name
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import SheetDialog

MOST_ROWS = 12
"""Rows in view before they scroll."""

WIDTH = 840
TICK_WIDTH, FILE_WIDTH, SIZE_WIDTH = 96, 220, 170


class SaveAllDialog(SheetDialog):
    """Asks once what is to be decided about several files; ``chosen`` are those to be written."""

    is_as_high_as_needed = False

    def __init__(
        self, files: Sequence[FileToSave], jobs: JobRunner, parent: QWidget | None = None
    ) -> None:
        lead = _(
            "Of some files you should know something first. All ticked files are written together: "
            "if one cannot be written, none is."
        )
        super().__init__(_("Save all"), lead, parent)
        self.files = list(files)
        self._folder = common_folder([f.session.path for f in files if f.session.path is not None])
        self.table = TickTable(
            _("Files"), [_("Save"), _("File"), _("Content"), _("To know")], jobs, compares=False
        )
        self.said = QLabel()
        self._assemble()
        self.table.ticked.ticks_changed.connect(self._say)
        self.table.ticked.show_rows(len(self.files), self._text)
        proposed = np.array([one.is_proposed for one in self.files], np.bool_)
        self.table.ticked.set_ticks(slice(None), False)
        self.table.ticked.set_ticks(np.flatnonzero(proposed), True)
        self.table.setCurrentIndex(self.table.ticked.index(0, 0))
        self.table.setFocus()
        self.resize_within(WIDTH, self.sizeHint().height())

    def _assemble(self) -> None:
        header = self.table.horizontalHeader()
        for column, width in ((0, TICK_WIDTH), (1, FILE_WIDTH), (2, SIZE_WIDTH)):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.table.setColumnWidth(column, width)
        rows = min(max(len(self.files), 3), MOST_ROWS)
        self.table.setMinimumHeight(ROW_HEIGHT * (rows + 1) + theme.GRID * 2)
        self.table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.said.setWordWrap(True)
        theme.set_role(self.said, "dim")
        self.body.addWidget(self.table, 1)
        self.body.addWidget(self.said)

    def _text(self, row: int, column: int) -> str:
        one = self.files[row]
        return ("", shown_name(one.session, self._folder), one.size, one.note)[column]

    def _say(self) -> None:
        """Name what the button does, and what stays unsaved."""
        count = len(self.chosen)
        text = ngettext("Save {n} file", "Save {n} files", count)
        self.set_verb(text.format(n=format_number(count)))
        self.verb.setEnabled(count > 0)
        left = len(self.files) - count
        said = ngettext("{n} file stays unsaved.", "{n} files stay unsaved.", left)
        self.said.setText(said.format(n=format_number(left)) if left else "")

    @property
    def chosen(self) -> list[FileToSave]:
        """The files to be written."""
        return [self.files[row] for row in np.flatnonzero(self.table.ticked.ticks).tolist()]

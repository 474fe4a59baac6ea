"""Go to line or entry; people arrive with line numbers from reports of search engines."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QHBoxLayout, QRadioButton, QSpinBox, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _, format_number

from .base import SheetDialog


class GoTo(NamedTuple):
    """Where to go: a 1-based line of the file, or the 1-based position of an entry."""

    is_line: bool
    number: int


class GoToDialog(SheetDialog):
    """Asks for a line or an entry; ``target`` is the answer."""

    def __init__(
        self,
        line_count: int,
        entry_count: int,
        line: int = 1,
        entry: int = 1,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(_("Go to line or entry"), "", parent)
        self.setMinimumWidth(380)
        self.set_verb(_("Go"))
        self._limits = {True: max(line_count, 1), False: max(entry_count, 1)}
        self._numbers = {True: line, False: entry}
        self.line = QRadioButton(_("Line"))
        self.entry = QRadioButton(_("Entry"))
        self.number = QSpinBox()
        self.number.setAccessibleName(_("Number"))
        self.number.setGroupSeparatorShown(False)
        self.number.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        row = QHBoxLayout()
        row.setSpacing(theme.GRID * 2)
        row.addWidget(self.line)
        row.addWidget(self.entry)
        row.addWidget(self.number, 1)
        self.body.addLayout(row)
        self.entry.setEnabled(entry_count > 0)
        self.line.toggled.connect(self._on_line_toggled)
        self.line.setChecked(True)
        self.number.setFocus()

    def _on_line_toggled(self, is_line: bool) -> None:
        limit = self._limits[is_line]
        self.number.setRange(1, limit)
        self.number.setValue(min(self._numbers[is_line], limit))
        self.number.selectAll()
        shown = format_number(limit)
        self.set_lead(
            _("The file has {n} lines.").format(n=shown)
            if is_line
            else _("The document has {n} entries.").format(n=shown)
        )

    @property
    def target(self) -> GoTo:
        """Where to go."""
        return GoTo(self.line.isChecked(), self.number.value())

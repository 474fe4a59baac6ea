"""Go to line or entry; people arrive with line numbers from reports of search engines."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QRadioButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _, format_number, ngettext

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
        self.entry.setEnabled(entry_count > 0)
        self.number = QLineEdit()
        self.number.setAccessibleName(_("Number"))
        row = QHBoxLayout()
        row.setSpacing(theme.GRID * 2)
        row.addWidget(self.line)
        row.addWidget(self.entry)
        row.addWidget(self.number, 1)
        self.body.addLayout(row)
        self.body.addStretch(1)
        self.line.toggled.connect(self._on_line_toggled)
        self.number.textChanged.connect(self._on_number_changed)
        self.line.setChecked(True)
        self.number.setFocus()

    def _on_line_toggled(self, is_line: bool) -> None:
        self.number.setText(str(self._numbers[is_line]))
        self.number.selectAll()
        count = self._limits[is_line]
        text = (
            ngettext("The file has {n} line.", "The file has {n} lines.", count)
            if is_line
            else ngettext("The document has {n} entry.", "The document has {n} entries.", count)
        )
        self.set_lead(text.format(n=format_number(count)))

    def _on_number_changed(self, _text: str) -> None:
        self.verb.setEnabled(self._typed() > 0)

    def _typed(self) -> int:
        # Reports write "1,204" or "1 204".
        digits = "".join(char for char in self.number.text() if char not in ",.'\u00a0\u202f ")
        return int(digits) if digits.isdecimal() else 0

    @property
    def target(self) -> GoTo:
        """Where to go, at most to the last line or entry."""
        is_line = self.line.isChecked()
        return GoTo(is_line, min(self._typed(), self._limits[is_line]))

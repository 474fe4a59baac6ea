"""The line below the files: how much a set is, and how many findings it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.sets import words
from sitemap_editor.gui.sets.row import Totals
from sitemap_editor.gui.severities import count_text, severities_word
from sitemap_editor.gui.wrapped_label import Wrapped
from sitemap_editor.support.i18n import _, format_number

if TYPE_CHECKING:
    from sitemap_editor.gui.sets.open_set import OpenSet

REFRESH_MS = 80


class TotalsLine(QFrame):
    """Figures of one set; hidden without one.

    ``findings_requested`` when a count of findings is pressed.
    """

    findings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("The whole set"))
        self._set: OpenSet | None = None
        self.figures = Wrapped()
        theme.set_role(self.figures, "dim")
        self.rest = QLabel()
        theme.set_role(self.rest, "dim")
        self.marks = {severity: QPushButton() for severity in words.MARKED}
        for severity, mark in self.marks.items():
            theme.set_role(mark, f"count_{severity}")
            # It is found while hidden too.
            mark.setAccessibleName(severities_word(severity))
            mark.setCursor(Qt.CursorShape.PointingHandCursor)
            mark.clicked.connect(lambda: self.findings_requested.emit())
        self._assemble()
        self._timer = QTimer(self, singleShot=True, interval=REFRESH_MS)
        self._timer.timeout.connect(self._refresh)
        self.hide()

    def _assemble(self) -> None:
        outer = QVBoxLayout(self)
        edge = theme.GRID
        outer.setContentsMargins(edge + 2, edge // 2 + 2, edge, edge // 2)
        outer.setSpacing(1)
        outer.addWidget(self.figures)
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        for part in (*self.marks.values(), self.rest):
            row.addWidget(part)
        row.addStretch(1)
        outer.addLayout(row)

    def set_set(self, one: OpenSet | None) -> None:
        """Show the figures of this set."""
        self._set = one
        self._refresh()

    def refresh_soon(self) -> None:
        """Read the figures again, once for many changes."""
        if not self._timer.isActive():
            self._timer.start()

    def _refresh(self) -> None:
        one = self._set
        is_shown = one is not None and one.set is not None and bool(one.rows)
        self.setVisible(is_shown)
        if is_shown and one is not None:
            self._show(one.totals)

    def _show(self, totals: Totals) -> None:
        text = words.totals_text(totals)
        self.figures.set_text(text)
        counts = (totals.errors, totals.warnings)
        for (severity, mark), count in zip(self.marks.items(), counts, strict=True):
            mark.setVisible(count > 0)
            mark.setText(f"{theme.SEVERITY_MARKS[severity]}\u2009{format_number(count)}")
            mark.setToolTip(_("Show {count}").format(count=count_text(severity, count)))
            mark.setAccessibleName(count_text(severity, count))
        waiting = words.waiting_text(totals)
        self.rest.setText(waiting)
        self.rest.setVisible(bool(waiting))

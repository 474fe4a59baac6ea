"""What a set consists of: files, entries and bytes, sections of the site, ages of its pages."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sitemap_editor.formats.reports.words import size_of
from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import heading
from sitemap_editor.gui.over_set.bars import Bars
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.operations.sets.checking import CheckedSet
    from sitemap_editor.operations.sets.totals import Totals

MOST_SECTIONS = 15
MARGIN = theme.GRID * 2

AGES = {
    "future": N_("In the future"),
    "week": N_("Up to a week"),
    "month": N_("Up to a month"),
    "year": N_("Up to a year"),
    "older": N_("Older"),
    "unreadable": N_("Not a date"),
    "absent": N_("Not given"),
}


class OverviewPage(QScrollArea):
    """Shows the sums of a checked set, once they are known."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Overview"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.facts, self.dates = QLabel(), QLabel()
        self.sections = Bars(_("Sections"))
        self.ages = Bars(_("Age of lastmod"))
        self._inner = inner = QWidget()
        inner.setAccessibleName(_("Overview"))
        inner.setAutoFillBackground(False)
        inner.setObjectName("overviewInner")
        inner.setStyleSheet("#overviewInner { background: transparent; }")
        self.viewport().setAutoFillBackground(False)
        self.setWidget(inner)
        self._assemble(inner)

    def _assemble(self, inner: QWidget) -> None:
        for label in (self.facts, self.dates):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        theme.set_role(self.dates, "dim")
        left, right = QVBoxLayout(), QVBoxLayout()
        for column, title, bars in (
            (left, _("SECTIONS, BY ENTRIES"), self.sections),
            (right, _("AGE OF LASTMOD, BY ENTRIES"), self.ages),
        ):
            column.setSpacing(theme.GRID)
            column.addWidget(heading(title))
            column.addWidget(bars)
        right.addWidget(self.dates)
        for column in (left, right):
            column.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(theme.GRID * 5)
        columns.addLayout(left, 1)
        columns.addLayout(right, 1)
        outer = QVBoxLayout(inner)
        outer.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        outer.setSpacing(MARGIN)
        outer.addWidget(self.facts)
        outer.addLayout(columns, 1)

    def show_set(self, done: CheckedSet | None) -> None:
        """Show the sums of a set; None while they are not known."""
        self._inner.setVisible(done is not None)
        if done is None:
            return
        totals = done.totals
        self.facts.setText(facts_text(totals, done.absent))
        self.sections.show_rows(*section_rows(totals))
        self.ages.show_rows([(_(AGES[age]), count) for age, count in totals.age_counts()])
        self.dates.setText(_dates_text(totals))


def facts_text(totals: Totals, absent: int) -> str:
    """How many sitemaps, entries and bytes there are."""
    files = ngettext("{n} sitemap", "{n} sitemaps", totals.files)
    entries = ngettext("{n} entry", "{n} entries", totals.entries)
    facts = [
        files.format(n=format_number(totals.files)),
        entries.format(n=format_number(totals.entries)),
        size_of(totals.bytes),
    ]
    if absent:
        gone = ngettext("{n} is named and not here", "{n} are named and not here", absent)
        facts.append(gone.format(n=format_number(absent)))
    return " · ".join(facts)


def section_rows(totals: Totals) -> tuple[list[tuple[str, int]], tuple[str, int] | None]:
    """The largest sections and what is in none, and the others together, if there are any."""
    found = [(f"/{name}/" if name else _("In no section"), n) for name, n in totals.sections]
    shown, left = found[:MOST_SECTIONS], found[MOST_SECTIONS:]
    if not left:
        return shown, None
    said = ngettext("{n} more section", "{n} more sections", len(left))
    return shown, (said.format(n=format_number(len(left))), sum(n for _name, n in left))


def _dates_text(totals: Totals) -> str:
    if totals.oldest is None or totals.newest is None:
        return ""
    first, last = (
        time.strftime("%Y-%m-%d", time.gmtime(t)) for t in (totals.oldest, totals.newest)
    )
    return _("From {first} to {last}").format(first=first, last=last)

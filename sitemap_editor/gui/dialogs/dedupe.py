"""Remove duplicates: the groups of entries about one page, and which entry of each stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QRadioButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.bulk.tick_table import TickTable
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.merging.duplicates import Found, InDocument, Place
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from .base import SheetDialog
from .preview_pane import PreviewPane

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

MOST_CHOICES = 50
"""Entries of a group that can be chosen by hand, and up to which the result is shown."""

ENTRY = "entry"
"""Property of a button: the entry that it stands for."""

MATCHES = {
    "exact": N_("The same address"),
    "equivalent": N_("Equivalent addresses"),
    "probable": N_("Most likely one page"),
}
KEEP = {
    "newest": N_("The newest by its date"),
    "richest": N_("The one that says most"),
    "first": N_("The first in the file"),
    "last": N_("The last in the file"),
}
WAYS = {
    "spelling": N_("spelling"),
    "scheme": N_("http/https"),
    "www": N_("www."),
    "case": N_("capital letters"),
    "document": N_("index page"),
    "slash": N_("final slash"),
    "tracking": N_("tracking"),
    "order": N_("order of parameters"),
}


@dataclass(frozen=True, slots=True)
class DedupeRequest:
    """What is to be merged: the groups found, which entry of each stays, and that ``count`` go.

    ``chosen`` has what people said of single groups; None leaves one as it is.
    """

    found: Found
    keep: str
    chosen: Mapping[int, int | None]
    count: int


class DedupeDialog(SheetDialog):
    """Shows groups of duplicates and asks which entries stay; ``request`` is the answer."""

    is_as_high_as_needed = False

    def __init__(
        self,
        doc: Document,
        jobs: JobRunner,
        places: Sequence[Place] = (),
        parent: QWidget | None = None,
    ) -> None:
        """``places`` are sets of files in which duplicates can be looked for too."""
        lead = _(
            "One entry of each ticked group stays. It takes over the newest date and what only the "
            "others say: fields, images, videos, languages."
        )
        super().__init__(_("Remove duplicates"), lead, parent)
        self.setMinimumSize(860, 480)
        self.resize_within(1180, 640)
        self._places = [InDocument(doc), *places]
        self._is_index = doc.kind is Kind.SITEMAPINDEX
        self._chosen: dict[int, int] = {}
        self.found: Found | None = None
        self._sizes = np.zeros(0, np.int64)
        self.match, self.keep, self.place = QComboBox(), QComboBox(), QComboBox()
        titles = [_("Entries"), _("Alike"), _("Address"), _("They differ in")]
        self.table = TickTable(_("Groups of duplicates"), titles, jobs, compares=False)
        self.choices = QWidget()
        self.buttons_of_group = QButtonGroup(self)
        self.outcome = PreviewPane(_("What stays"))
        self.said = QLabel()
        self.work = LiveWork(jobs, self._on_failed, self)
        self._assemble()
        self.match.currentIndexChanged.connect(self._refresh)
        self.place.currentIndexChanged.connect(self._refresh)
        self.keep.currentIndexChanged.connect(self._on_keep_changed)
        self.table.selectionModel().currentRowChanged.connect(lambda *_rows: self._show_group())
        self.table.ticked.ticks_changed.connect(self._say)
        self.buttons_of_group.buttonClicked.connect(self._on_chosen)
        self._refresh()
        self._say()

    def _assemble(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        self._assemble_place(row)
        for text, combo, items in (
            (_("Duplicates"), self.match, MATCHES),
            (_("What stays is"), self.keep, KEEP),
        ):
            label = QLabel(text)
            label.setBuddy(combo)
            theme.set_role(label, "dim")
            combo.setAccessibleName(text)
            for name, said in items.items():
                combo.addItem(_(said), name)
            row.addWidget(label)
            row.addWidget(combo)
            row.addSpacing(theme.GRID)
        row.addStretch(1)
        for column, width in ((0, 72), (1, 150), (3, 170)):
            self.table.setColumnWidth(column, width)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(3, QHeaderView.ResizeMode.Interactive)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setAccessibleName(self.windowTitle())
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID)
        splitter.addWidget(self.table)
        splitter.addWidget(self._side())
        splitter.setSizes([740, 420])
        theme.set_role(self.said, "dim")
        self.body.addLayout(row)
        self.body.addWidget(splitter, 1)
        self.body.addWidget(WorkBar(self.work, _("Searching")))
        self.body.addWidget(self.said)

    def _assemble_place(self, row: QHBoxLayout) -> None:
        """Let people choose where to look, where there is a choice."""
        for place in self._places:
            self.place.addItem(place.title)
        if len(self._places) > 1 and self._is_index:
            self.place.setCurrentIndex(1)  # pages are in its sitemaps
        self.place.setAccessibleName(_("Files"))
        self.place.setToolTip(_("Over several files, a page stays in one of them."))
        row.addWidget(self.place)
        row.addSpacing(theme.GRID)
        self.place.setVisible(len(self._places) > 1)

    def _side(self) -> QWidget:
        side = QSplitter(Qt.Orientation.Vertical)
        side.setAccessibleName(_("What stays"))
        side.setChildrenCollapsible(False)
        side.setHandleWidth(theme.GRID)
        QVBoxLayout(self.choices).setContentsMargins(theme.GRID, theme.GRID, theme.GRID, theme.GRID)
        area = QScrollArea()
        area.setWidget(self.choices)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setAccessibleName(_("Entries of the group"))
        self.choices.setAccessibleName(_("Entries of the group"))
        side.addWidget(area)
        side.addWidget(self.outcome)
        side.setSizes([240, 260])
        return side

    # The groups

    def _refresh(self) -> None:
        """Look again for groups."""
        self.verb.setEnabled(False)
        place = self._places[self.place.currentIndex()]
        self.work.run(partial(place.find, self.match.currentData()), self._on_found)

    def _on_found(self, found: Found | None) -> None:
        self._let_go()
        self.found, self._chosen = found, {}
        self._sizes = found.sizes() if found is not None else np.zeros(0, np.int64)
        self.table.ticked.show_rows(len(self._sizes), self._text)
        if len(self._sizes):
            self.table.setCurrentIndex(self.table.ticked.index(0, 0))
        self._show_group()

    def _let_go(self) -> None:
        """Let go of what was kept for groups that nobody will ask for."""
        if self.found is not None and self.result() != self.DialogCode.Accepted:
            self.found.close()

    def _on_failed(self, error: BaseException) -> None:
        self._on_found(None)
        self.said.setText(describe(error) if isinstance(error, EXPECTED_ERRORS) else "")

    def _text(self, row: int, column: int) -> str:
        assert self.found is not None  # there are rows
        group = self.found.group(row)
        if column == 0:
            return format_number(len(group.ids))
        if column == 1:
            return _(MATCHES[group.match])
        if column == 2:
            return group.addresses[0]
        return ", ".join(_(WAYS[way]) for way in group.differences)

    def _say(self) -> None:
        """Tell how much there is and what the button will do."""
        groups, entries = len(self._sizes), int(self._sizes.sum())
        if groups:
            said = ngettext(
                "{n} group of {entries} entries", "{n} groups of {entries} entries", groups
            )
            self.said.setText(said.format(n=format_number(groups), entries=format_number(entries)))
        else:
            self.said.setText("" if self.work.is_busy else _("There are no such duplicates."))
        count = self._count
        text = ngettext("Remove {n} entry", "Remove {n} entries", count)
        self.set_verb(text.format(n=format_number(count)))
        self.verb.setEnabled(count > 0 and not self.work.is_busy)

    @property
    def _count(self) -> int:
        return int((self._sizes[self.table.ticked.ticks] - 1).sum())

    # One group

    @property
    def _row(self) -> int:
        row = self.table.currentIndex().row()
        return row if row < len(self._sizes) else -1

    def _kept(self, row: int) -> int:
        """The entry of a group that stays."""
        if row in self._chosen:
            return self._chosen[row]
        assert self.found is not None  # there are rows
        return self.found.survivor(row, self.keep.currentData())

    def _show_group(self) -> None:
        """Show the entries of the current group, and what stays of them."""
        for button in self.buttons_of_group.buttons():
            self.buttons_of_group.removeButton(button)
        layout = self.choices.layout()
        assert layout is not None
        while (item := layout.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        row = self._row
        if row < 0:
            self.outcome.show_text("")
        elif self._sizes[row] > MOST_CHOICES:
            self.outcome.show_text(_("The group is too large to be shown."))
        else:
            assert isinstance(layout, QVBoxLayout)
            self._fill(layout, row, self._kept(row))

    def _fill(self, layout: QVBoxLayout, row: int, kept: int) -> None:
        assert self.found is not None  # there are rows
        for entry in self.found.group(row).ids:
            head, address = self.found.said_of(entry)
            button = QRadioButton(f"{head}\n{address}".replace("&", "&&"))
            button.setToolTip(plain_tooltip(address))
            button.setChecked(entry == kept)
            self.buttons_of_group.addButton(button)
            button.setProperty(ENTRY, entry)
            layout.addWidget(button)
        layout.addStretch(1)
        self._show_result(row, kept)

    def _show_result(self, row: int, kept: int) -> None:
        assert self.found is not None  # there are rows
        indent, xml = self.found.merged(row, kept, self.keep.currentData())
        self.outcome.show_text((indent + xml).decode("utf-8", "replace"))

    def _on_chosen(self, button: QAbstractButton) -> None:
        row, entry = self._row, int(button.property(ENTRY))
        if row >= 0:
            self._chosen[row] = entry
            self.table.ticked.set_ticks([row], True)
            self._show_result(row, entry)

    def _on_keep_changed(self) -> None:
        self._chosen = {}
        self._show_group()

    @property
    def request(self) -> DedupeRequest | None:
        """What is to be done."""
        if self.found is None:
            return None
        left = np.flatnonzero(~self.table.ticked.ticks).tolist()
        chosen: dict[int, int | None] = {**self._chosen, **dict.fromkeys(left)}
        return DedupeRequest(self.found, self.keep.currentData(), chosen, self._count)

    def done(self, result: int) -> None:
        """Stop looking when the dialog goes."""
        self.work.stop()
        super().done(result)
        self._let_go()

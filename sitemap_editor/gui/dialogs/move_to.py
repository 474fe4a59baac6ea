"""Move to, copy to: which file entries go to, and what becomes of both meanwhile."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.limits_bar import LimitsBar
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.gui.transferring import (
    Asked,
    Target,
    TransferRequest,
    changed_count,
    is_too_much,
)
from sitemap_editor.operations.transferring import COPIED_DUPLICATES, DUPLICATES, Transfer
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import FileFilter, Interaction

from .base import SheetDialog, heading

if TYPE_CHECKING:
    from sitemap_editor.operations.splitting.wishes import Limits

FEW = 8
"""Up to this many files need no line to search them."""

LIST_WIDTH = 250
Role = Qt.ItemDataRole


class MoveToDialog(SheetDialog):
    """Asks for the file that entries go to; ``request`` is what was worked out for it."""

    is_as_high_as_needed = False

    def __init__(
        self,
        asked: Asked,
        targets: Sequence[Target],
        jobs: JobRunner,
        interaction: Interaction,
        *,
        limits: Limits,
        dates: bool | None = None,
        chosen: Target | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """``dates``: whether dates in the index follow, as proposed; None where there is none."""
        count = len(asked.ids)
        said = (
            ngettext("Copy {n} entry", "Copy {n} entries", count)
            if asked.is_copy
            else ngettext("Move {n} entry", "Move {n} entries", count)
        )
        super().__init__(said.format(n=format_number(count)), "", parent)
        self._asked = asked
        self._interaction = interaction
        self._limits = limits
        self.found: Transfer | None = None
        self.filter = QLineEdit()
        self.list = QListWidget()
        self.told = QLabel()
        self.note = NoteLine()
        self.duplicates = QComboBox()
        self.dates = QCheckBox(_("Bring the dates in the index up to date"))
        self.limits = LimitsBar()
        self.work = LiveWork(jobs, self._on_failed, self)
        for target in targets:
            self._add(target)
        self._assemble()
        self.dates.setVisible(dates is not None)
        self.dates.setChecked(bool(dates))
        self.list.currentItemChanged.connect(lambda *_items: self._refresh())
        self.duplicates.currentIndexChanged.connect(self._refresh)
        self.filter.textChanged.connect(self._on_filter_changed)
        self.set_lead(
            ngettext(
                "It goes to the end of the file. One step takes it all back.",
                "They go to the end of the file. One step takes it all back.",
                count,
            )
        )
        self.resize_within(720, 460)
        self._show(None)
        self._choose(chosen or targets[0])
        self.list.setFocus()

    # How it is put together

    def _assemble(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID * 2)
        row.addLayout(self._left())
        row.addLayout(self._right(), 1)
        self.body.addLayout(row, 1)
        self.body.addWidget(WorkBar(self.work, _("Looking at both files")))

    def _left(self) -> QVBoxLayout:
        left = QVBoxLayout()
        left.setSpacing(theme.GRID)
        self.filter.setPlaceholderText(_("Search files"))
        self.filter.setAccessibleName(_("Search files"))
        self.filter.setVisible(self.list.count() > FEW)
        self.list.setAccessibleName(_("Files"))
        self.list.setFixedWidth(LIST_WIDTH)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setUniformItemSizes(True)
        self.filter.setFixedWidth(LIST_WIDTH)
        left.addWidget(self.filter)
        left.addWidget(self.list, 1)
        other = self.add_button(_("Another file…"), self._choose_another, at=0)
        theme.set_role(other, "link")
        return left

    def _right(self) -> QVBoxLayout:
        right = QVBoxLayout()
        right.setSpacing(theme.GRID)
        self.title = heading("")
        self.told.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.question = QLabel()
        self.question.setWordWrap(True)
        self.question.setBuddy(self.duplicates)
        texts = COPIED_DUPLICATES if self._asked.is_copy else DUPLICATES
        for name, text in texts.items():
            self.duplicates.addItem(_(text), name)
        self.duplicates.setAccessibleName(_("Pages that the other file has already"))
        self.limits.split.hide()
        self.limits.setVisible(True)
        bar = QHBoxLayout()
        bar.addWidget(self.limits)
        bar.addStretch(1)
        right.addWidget(self.title)
        right.addWidget(self.told)
        right.addWidget(self.question)
        right.addWidget(self.duplicates)
        right.addWidget(self.dates)
        right.addWidget(self.note)
        right.addStretch(1)
        self.then = QLabel(_("It will hold then:"))
        theme.set_role(self.then, "dim")
        right.addWidget(self.then)
        right.addLayout(bar)
        return right

    def _add(self, target: Target) -> QListWidgetItem:
        item = QListWidgetItem(icon("new" if target.is_new else "file"), target.name)
        item.setData(Role.UserRole, target)
        item.setToolTip(plain_tooltip(target.place))
        if target.session is None and not target.is_new:
            item.setForeground(theme.color("dim_text"))
            item.setData(Role.AccessibleTextRole, _("{name}, not open").format(name=target.name))
        self.list.addItem(item)
        return item

    # What is chosen

    @property
    def target(self) -> Target | None:
        """The file that is chosen."""
        item = self.list.currentItem()
        return None if item is None else item.data(Role.UserRole)

    def _choose(self, target: Target) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(Role.UserRole) is target:
                self.list.setCurrentItem(item)
                return
        self.list.setCurrentItem(self._add(target))

    def _choose_another(self) -> None:
        """Let people choose a file that is of no set."""
        own = self._asked.source.path
        filters = (FileFilter(_("Sitemaps"), (".xml", ".xml.gz", ".gz", ".txt")),)
        paths = self._interaction.ask_open_paths(
            _("Choose a file"), own.parent if own is not None else None, filters
        )
        if not paths:
            return
        if own is not None and _is_same(own, paths[0]):
            self.note.say(_("The entries are in this file. Choose another one."), "warning")
            return
        known = [self.list.item(row).data(Role.UserRole) for row in range(self.list.count())]
        same = [one for one in known if one.path is not None and _is_same(one.path, paths[0])]
        self.filter.clear()
        self._choose(same[0] if same else Target(paths[0].name, None, paths[0]))

    def _on_filter_changed(self, text: str) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            item.setHidden(text.casefold() not in item.text().casefold())

    # What is worked out

    def _refresh(self) -> None:
        """Work out what becomes of both files."""
        self.verb.setEnabled(False)
        target = self.target
        if target is None:
            self._show(None)
            return
        work = self._asked.look(target, self.duplicates.currentData())
        self.work.run(work, self._show)

    def _on_failed(self, error: BaseException) -> None:
        self._show(None)
        if isinstance(error, EXPECTED_ERRORS):
            self.note.say(describe(error), "warning")

    def _show(self, found: Transfer | None) -> None:
        """Show what was worked out."""
        self.found = found
        target = self.target
        self.title.setText(target.name if target is not None else "")
        self.note.say("")
        has_twins = found is not None and found.duplicates > 0
        for widget in (self.question, self.duplicates):
            widget.setVisible(has_twins)
        self.told.setText("" if found is None else self._text_of(found))
        self.limits.setVisible(found is not None)
        self.then.setVisible(found is not None)
        if found is not None:
            self._show_figures(found)
        self._say_verb(found)

    def _text_of(self, found: Transfer) -> str:
        count = len(found.target)
        has = ngettext("It has {n} entry now.", "It has {n} entries now.", count)
        lines = [has.format(n=format_number(count))]
        if found.only_addresses:
            lines.append(_("A text list takes the addresses only, without dates and the rest."))
        return " ".join(lines)

    def _show_figures(self, found: Transfer) -> None:
        said = ngettext(
            "{n} of the pages is there already:",
            "{n} of the pages are there already:",
            found.duplicates,
        )
        self.question.setText(said.format(n=format_number(found.duplicates)))
        entries, size = len(found.target_after), found.target_after.size_bytes
        self.limits.show_figures(entries, size)
        if is_too_much(found, self._limits):
            self.note.say(
                _("The file will hold more than search engines take. Split it afterwards."),
                "warning",
            )

    def _say_verb(self, found: Transfer | None) -> None:
        if found is None:
            self.set_verb(_("Copy") if self._asked.is_copy else _("Move"))
            self.verb.setEnabled(False)
            return
        count = changed_count(found)
        said = (
            ngettext("Copy {n} entry", "Copy {n} entries", count)
            if self._asked.is_copy
            else ngettext("Move {n} entry", "Move {n} entries", count)
        )
        self.set_verb(said.format(n=format_number(count)))
        self.verb.setEnabled(count > 0 and not self.work.is_busy)

    @property
    def request(self) -> TransferRequest | None:
        """What is to be done."""
        target, found = self.target, self.found
        if target is None or found is None:
            return None
        is_dated = not self.dates.isHidden() and self.dates.isChecked()
        return TransferRequest(target, found, is_dated)

    def done(self, result: int) -> None:
        """Leave; nothing more is worked out."""
        self.work.stop()
        super().done(result)


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)

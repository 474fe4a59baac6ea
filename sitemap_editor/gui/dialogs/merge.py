"""Merge: several sitemaps become one; every entry is shown with the files it is from meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.limits_bar import LimitsBar
from sitemap_editor.gui.lists.choices_area import ChoicesArea
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.merging import provenance_file
from sitemap_editor.gui.merging.choices import MergeChoices
from sitemap_editor.gui.merging.preview import ALL, SEVERAL, MergedTable
from sitemap_editor.gui.merging.sources import SourceList
from sitemap_editor.gui.merging.telling import counts_text, no_room_text, notes_text, too_many_text
from sitemap_editor.gui.merging.work import Asked, Lookout, MergeRequest, Outlook
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.operations.splitting import limits_of
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import Interaction
from sitemap_editor.support.memory import free_memory

from .base import SheetDialog
from .preview_pane import PreviewPane

if TYPE_CHECKING:
    from sitemap_editor.operations.sets.gathering import Given
    from sitemap_editor.operations.sets.reading import Documents

CHOICES_WIDTH, RESULT_WIDTH = 400, 640
MOST_VERSIONS = 20
TIMES_SIZE = 4
"""How much memory a document takes of its bytes while it is made, checked and split."""


class MergeDialog(SheetDialog):
    """Lets people choose what to merge and how; ``request`` is what is to be done."""

    is_as_high_as_needed = False

    def __init__(
        self,
        jobs: JobRunner,
        interaction: Interaction,
        *,
        sources: Sequence[Given],
        opened: Documents,
        profiles: tuple[str, ...],
        folder: Path | None = None,
        listed: Collection[Path] = (),
        parent: QWidget | None = None,
    ) -> None:
        """``opened`` are open documents by real path, ``listed`` files that open indexes name."""
        super().__init__(_("Merge sitemaps"), "", parent)
        self.resize_within(1160, 720)
        self._opened = opened
        self._limits = limits_of(profiles)
        self._listed = frozenset(listed)
        self._lookout = Lookout(opened)
        self.outlook: Outlook | None = None
        self.request: MergeRequest | None = None
        self.sources = SourceList(sources, interaction, folder)
        self.choices = MergeChoices()
        self.note = NoteLine()
        self.table = MergedTable(jobs)
        self.which = QComboBox()
        self.said = QLabel()
        self.limits = LimitsBar()
        self.result_pane = PreviewPane(_("What is written"))
        self.versions = PreviewPane(_("In the files"))
        self.work = LiveWork(jobs, self._on_failed, self)
        self._jobs, self._interaction, self._folder = jobs, interaction, folder
        self._is_writing = self._is_closed = False
        self.provenance = self.add_button(_("Save where entries are from…"), self._on_provenance, 0)
        self._assemble()
        self.sources.changed.connect(self._on_changed)
        self.choices.changed.connect(self._on_changed)
        self.which.currentIndexChanged.connect(self._show_rows)
        self.table.selectionModel().currentRowChanged.connect(lambda *_rows: self._show_entry())
        self._show_outlook(None)
        self.choices.match.setFocus()
        self._work_out()

    # How it is put together

    def _assemble(self) -> None:
        self.which.addItem(_("All entries"), ALL)
        self.which.addItem(_("Pages that are in the files several times"), SEVERAL)
        self.which.setAccessibleName(_("Entries shown"))
        splitter = QSplitter()
        splitter.setAccessibleName(self.windowTitle())
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID * 2)
        splitter.addWidget(self._left())
        splitter.addWidget(self._right())
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([CHOICES_WIDTH, RESULT_WIDTH])
        self.limits.split.hide()
        self.limits.setVisible(True)
        below = QHBoxLayout()
        theme.set_role(self.said, "dim")
        self.said.setWordWrap(True)
        below.addWidget(self.said, 1)
        below.addWidget(self.limits)
        self.body.addWidget(self.note)
        self.body.addWidget(splitter, 1)
        self.body.addWidget(WorkBar(self.work, _("Working out the merged file")))
        self.body.addLayout(below)

    def _left(self) -> QWidget:
        left = QSplitter(Qt.Orientation.Vertical)
        left.setAccessibleName(_("Files and choices"))
        left.setChildrenCollapsible(False)
        left.setHandleWidth(theme.GRID)
        left.addWidget(self.sources)
        left.addWidget(ChoicesArea(self.choices, CHOICES_WIDTH))
        left.setSizes([220, 340])
        return left

    def _right(self) -> QWidget:
        right = QSplitter(Qt.Orientation.Vertical)
        right.setAccessibleName(_("Merged entries"))
        right.setChildrenCollapsible(False)
        right.setHandleWidth(theme.GRID)
        upper, lower = QWidget(), QSplitter()
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addWidget(self.which, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.table, 1)
        lower.setAccessibleName(_("Entry"))
        lower.setChildrenCollapsible(False)
        lower.setHandleWidth(theme.GRID)
        lower.addWidget(self.result_pane)
        lower.addWidget(self.versions)
        right.addWidget(upper)
        right.addWidget(lower)
        right.setSizes([340, 220])
        return right

    # What is worked out

    def _on_changed(self) -> None:
        self.verb.setEnabled(False)
        self.work.after_rest(self._work_out)

    def _work_out(self) -> None:
        """Work it out in the background; what was begun before is given up."""
        asked = Asked(self.sources.sources, self.choices.wish)
        self.verb.setEnabled(False)
        if not asked.sources:
            self._show_outlook(None)
            self.note.say(_("Add the files that are to become one."), "info")
            return
        self.work.run(partial(self._lookout.look, asked), self._show_outlook)

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, EXPECTED_ERRORS):
            self._show_outlook(None)
            self.note.say(describe(error), "warning")

    # What is shown

    def _show_first(self) -> None:
        """Offer the first file as where the result goes, if it can take it."""
        outlook = self.outlook
        if outlook is None or outlook.plan.target.base != 0 or outlook.files_of(0) != 1:
            self.choices.show_first("")
            return
        first, *others = outlook.gathered.set.files
        are_listed = any(one.path in self._listed for one in others)
        self.choices.show_first("" if first.inner else first.name, are_listed=are_listed)

    def _show_outlook(self, outlook: Outlook | None) -> None:
        self.outlook = outlook
        self.sources.show_outlook(outlook)
        files = outlook.gathered.set.files if outlook is not None else ()
        if outlook is not None:
            self.choices.show_files([one.name for one in files])
        self._show_first()
        self._offer_rows()
        self._show_rows()
        self.said.setText(counts_text(outlook.plan) if outlook is not None else "")
        if outlook is None:
            self.heading.setText(self.windowTitle())
            self.limits.show_figures(0, 0)
        else:
            self.limits.show_figures(outlook.count, outlook.size)
            count = len(files) - len(outlook.plan.survey.problems)
            said = ngettext(
                "Merge {n} file into one of {entries} entries",
                "Merge {n} files into one of {entries} entries",
                count,
            )
            n, entries = format_number(count), format_number(outlook.count)
            self.heading.setText(said.format(n=n, entries=entries))
        self._say_notes()
        self._refresh_verb()

    def _offer_rows(self) -> None:
        """Show pages in several files only, where very many entries are not put together yet."""
        is_made = self.outlook is None or self.outlook.joined is not None
        self.which.setEnabled(is_made)
        if not is_made:
            with QSignalBlocker(self.which):
                self.which.setCurrentIndex(self.which.findData(SEVERAL))

    def _say_notes(self) -> None:
        if self.outlook is None:
            self.note.say("")
            return
        notes = notes_text(self.outlook.plan)
        if self.is_over and self.has_room:
            notes = [too_many_text(self._limits), *notes]
        elif self.is_over:
            notes = [no_room_text(), *notes]
        self.note.say("\n".join(notes), "warning" if notes else "info")

    def _show_rows(self) -> None:
        """Show all entries, or pages in several files."""
        self.table.entries.show_outlook(self.outlook, self.which.currentData())
        if self.table.entries.rowCount():
            self.table.setCurrentIndex(self.table.entries.index(0, 0))
        self._show_entry()

    def _show_entry(self) -> None:
        row = self.table.currentIndex().row()
        has_row = 0 <= row < self.table.entries.rowCount()
        self.result_pane.show_text(self.table.entries.result_of(row) if has_row else "")
        versions = self.table.entries.versions_of(row, MOST_VERSIONS) if has_row else ""
        self.versions.show_text(versions)
        self.versions.setVisible(bool(versions))

    @property
    def is_over(self) -> bool:
        """Whether the merged file would be larger than allowed."""
        if self.outlook is None:
            return False
        is_long = self.outlook.count > self._limits.entries
        return is_long or self.outlook.size > self._limits.bytes

    @property
    def has_room(self) -> bool:
        """Whether the merged file fits into memory as a document."""
        is_made = self.outlook is not None and self.outlook.joined is not None
        return is_made or (
            self.outlook is not None and self.outlook.size * TIMES_SIZE < free_memory()
        )

    def _refresh_verb(self) -> None:
        count = self.outlook.count if self.outlook is not None else 0
        if self.is_over:
            self.set_verb(_("Merge and split…"))
        else:
            said = ngettext("Merge into {n} entry", "Merge into {n} entries", count)
            self.set_verb(said.format(n=format_number(count)) if count else _("Merge"))
        can_do = count > 0 and self.has_room and not self.work.is_busy
        self.verb.setEnabled(can_do and not self._is_writing)
        self.provenance.setEnabled(count > 0 and not self._is_writing)

    # What is done

    def _on_provenance(self) -> None:
        """Write a table of what is shown; the button comes back when that is done."""
        path = provenance_file.ask_path(self._interaction, self._folder)
        if path is None or self.outlook is None:
            return

        def ended(said: str, role: str = "info") -> None:
            self._is_writing = False
            if not self._is_closed:
                self._refresh_verb()
                self.note.say(said, role)

        self._is_writing = True
        self._refresh_verb()
        self._jobs.run(
            provenance_file.writer(self.outlook.plan, path),
            lambda _result: ended(_("Wrote {name}.").format(name=path.name)),
            lambda error: ended(describe(error), "warning"),
            _("Writing {name}").format(name=path.name),
            on_cancelled=lambda: ended(_("Nothing was written.")),
        )

    def accept(self) -> None:
        """Do what the button says."""
        if self.verb.isEnabled() and self.outlook is not None:
            self.request = MergeRequest(
                self.outlook, self.choices.is_into_first, self.choices.is_unlisting, self.is_over
            )
            super().accept()

    def done(self, result: int) -> None:
        """Leave; nothing more is worked out."""
        self.work.stop()
        self._is_closed = True
        super().done(result)

"""What dialogs share that change all files of a set: files to tick, with counts and samples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QSplitter,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.bulk.tick_table import TickTable
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.live_work import BAR_HEIGHT
from sitemap_editor.gui.over_set.each_file import STEPS, EachFile, Work
from sitemap_editor.gui.over_set.files import FilesInHand, SetFile
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.operations.plans import Sample
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import FormGrid, SheetDialog, name_button
from .sample_table import SampleTable, left_out_text

if TYPE_CHECKING:
    from sitemap_editor.gui.workspace import Workspace

REST_MS = 300
"""Rest after the last key before the files are looked through."""

FILE, COUNT = 0, 1
LIST_WIDTH = 320


class SetChangeDialog(SheetDialog):
    """Looks through all files for what would change, and lets people leave files out.

    Subclasses fill ``form``, say what ``_work`` is, and read ``results`` by number of file.
    """

    is_as_high_as_needed = False

    def __init__(
        self,
        title: str,
        lead: str,
        workspace: Workspace,
        hands: Sequence[FilesInHand],
        parent: QWidget | None = None,
    ) -> None:
        """``hands`` are the files that can be meant, the likeliest first."""
        super().__init__(title, lead, parent)
        self.setMinimumSize(680, 520)
        self._hands = list(hands)
        self._listed: Sequence[SetFile] | None = None
        self.results: dict[int, Any] = {}
        self.problems: dict[int, BaseException] = {}
        self.scope = QComboBox()
        self.note = NoteLine()
        self.form = FormGrid()
        self.files = TickTable(
            _("Files"), [_("File"), _("Changes")], workspace.jobs, compares=False
        )
        self.samples = SampleTable()
        self.left_out, self.count = QLabel(), QLabel()
        self.bar = QProgressBar()
        self._all, self._none = QPushButton(), QPushButton()
        self.run = EachFile(workspace, self)
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self._start)
        self._assemble_lists()
        self._connect_lists()

    # How it is put together

    def _assemble_lists(self) -> None:
        for hand in self._hands:
            self.scope.addItem(hand.title)
        self.scope.setAccessibleName(_("Files"))
        split = QSplitter()
        split.setAccessibleName(_("Files and what changes in them"))
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.GRID)
        split.addWidget(self.files)
        split.addWidget(self.samples)
        split.setSizes([LIST_WIDTH, 2 * LIST_WIDTH])
        header = self.files.horizontalHeader()
        header.setSectionResizeMode(FILE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(COUNT, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(BAR_HEIGHT)
        self.bar.setAccessibleName(_("Searching"))
        policy = self.bar.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.bar.setSizePolicy(policy)
        self.bar.hide()
        self.body.addLayout(self.form)
        self.body.addWidget(self.note)
        self.body.addWidget(split, 1)
        self.body.addWidget(self.bar)
        self.body.addLayout(self._below())

    def _below(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for label in (self.count, self.left_out):
            theme.set_role(label, "dim")
        name_button(self._all, _("Tick all"))
        name_button(self._none, _("Untick all"))
        row.addWidget(self._all)
        row.addWidget(self._none)
        row.addWidget(self.count, 1)
        row.addWidget(self.left_out)
        for button in (self._all, self._none):
            button.setAutoDefault(False)
        return row

    def _connect_lists(self) -> None:
        self.scope.currentIndexChanged.connect(self.refresh)
        self._all.clicked.connect(lambda: self.files.ticked.set_ticks(slice(None), True))
        self._none.clicked.connect(lambda: self.files.ticked.set_ticks(slice(None), False))
        self.files.ticked.ticks_changed.connect(self.say)
        self.files.selectionModel().currentChanged.connect(self._on_current_changed)
        self.run.found.connect(self._on_found)
        self.run.failed.connect(self._on_failed)
        self.run.advanced.connect(self.bar.setValue)
        self.run.ended.connect(self._on_ended)

    # What subclasses say

    def _work(self) -> Work | None:
        """What is found out about each file; None while there is nothing to look for."""
        raise NotImplementedError

    def _count_of(self, result: Any) -> int:
        """How much would change in a file."""
        raise NotImplementedError

    def _samples_of(self, result: Any) -> Sequence[Sample]:
        """The first values that would change in a file."""
        raise NotImplementedError

    def say(self) -> None:
        """Tell what was found and what the button will do."""
        raise NotImplementedError

    # Looking

    @property
    def hand(self) -> FilesInHand:
        """The files that are meant."""
        return self._hands[max(self.scope.currentIndex(), 0)]

    def refresh(self) -> None:
        """Look through the files again, after a rest."""
        self.run.stop()
        self.results.clear()
        self.problems.clear()
        self.verb.setEnabled(False)
        self.note.say("")
        self._timer.start()
        self._list_files()

    def _start(self) -> None:
        work = self._work()
        if work is None:
            return
        self.bar.setValue(0)
        self.bar.show()
        self.run.start(self.hand.files, work)

    def _list_files(self) -> None:
        """List the files that are meant; ticks stay while they are the same."""
        files = self.hand.files
        if files is not self._listed:
            self._listed = files
            self.files.ticked.show_rows(len(files), self._text)
            self.files.setCurrentIndex(self.files.ticked.index(0, FILE))
        self.files.ticked.refresh()
        self._show_samples()
        self.say()

    def _text(self, row: int, column: int) -> str:
        if column == FILE:
            return self.hand.files[row].name
        if row in self.problems:
            return "–"
        return format_number(self._count_of(self.results[row])) if row in self.results else ""

    def _on_found(self, number: int, result: Any) -> None:
        self.results[number] = result
        self._on_told(number)

    def _on_failed(self, number: int, error: BaseException) -> None:
        self.problems[number] = error
        self._on_told(number)

    def _on_told(self, number: int) -> None:
        if number == self.files.currentIndex().row():
            self._show_samples()
        self.files.ticked.refresh()
        self.say()

    def _on_ended(self, is_whole: bool) -> None:
        self.bar.hide()
        if is_whole:
            self._go_to_first_change()
        if self.problems:
            self._say_unread()
        self.say()

    def _go_to_first_change(self) -> None:
        """Show samples of a file in which something changes, unless one was chosen."""
        row = max(self.files.currentIndex().row(), 0)
        changing = [n for n, one in sorted(self.results.items()) if self._count_of(one)]
        if changing and row not in changing:
            self.files.setCurrentIndex(self.files.ticked.index(changing[0], FILE))

    def _say_unread(self) -> None:
        """Tell which files cannot be read, and so stay as they are."""
        number, error = min(self.problems.items(), key=lambda one: one[0])
        name, count = self.hand.files[number].name, len(self.problems) - 1
        said = _("{name} cannot be read and stays as it is.").format(name=name)
        if count:
            more = ngettext("So does {n} more file.", "So do {n} more files.", count)
            said = f"{said} {more.format(n=format_number(count))}"
        self.note.say(f"{said}\n{describe(error, with_place=False)}", "warning")

    def _on_current_changed(self, _new: QModelIndex, _old: QModelIndex) -> None:
        self._show_samples()

    def _show_samples(self) -> None:
        row = self.files.currentIndex().row()
        result = self.results.get(row)
        samples = list(self._samples_of(result)) if result is not None else []
        self.samples.show_samples(samples)
        count = self._count_of(result) if result is not None else 0
        self.left_out.setText(left_out_text(len(samples), count))
        self.left_out.setVisible(0 < len(samples) < count)

    # What is chosen

    @property
    def chosen(self) -> list[int]:
        """The numbers of files that are ticked and change."""
        ticks = self.files.ticked.ticks
        return [n for n, one in sorted(self.results.items()) if ticks[n] and self._count_of(one)]

    @property
    def chosen_files(self) -> list[SetFile]:
        """The files that are to be changed."""
        return [self.hand.files[number] for number in self.chosen]

    def done(self, result: int) -> None:
        """Stop looking when the dialog goes."""
        self._timer.stop()
        self.run.stop()
        super().done(result)

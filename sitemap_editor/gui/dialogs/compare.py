"""Compare two sitemaps: both sides on top, what differs below, and what is taken over from it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QPushButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.comparing import report
from sitemap_editor.gui.comparing.compared import Compared, compare_sides
from sitemap_editor.gui.comparing.deeds import Plan, plan_of
from sitemap_editor.gui.comparing.picker import SidePicker
from sitemap_editor.gui.comparing.request import Shown
from sitemap_editor.gui.comparing.result_pane import ResultPane
from sitemap_editor.gui.comparing.sides import Side
from sitemap_editor.gui.comparing.texts import (
    closed_text,
    done_text,
    homeless_text,
    lead_text,
    same_text,
    step_text,
    take_text,
    warning_text,
)
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.repairs.note import Action, NoteLine
from sitemap_editor.protocol.differences import DiffKind
from sitemap_editor.support.i18n import N_, _, format_number
from sitemap_editor.support.interaction import Interaction

from .base import SheetDialog, name_button

if TYPE_CHECKING:
    from sitemap_editor.gui.comparing.request import Desk, Target

MATCHES = {
    "exact": N_("written the same"),
    "equivalent": N_("equivalent"),
}
FEWEST_ASKED = 1_000
"""From this many entries on people are asked before all of them are changed at once."""


class CompareDialog(SheetDialog):
    """Compares two sides; ``request`` is what to show in the table, None for nothing.

    What is taken over is done at once through ``desk``.
    """

    is_as_high_as_needed = False

    def __init__(
        self,
        desk: Desk,
        jobs: JobRunner,
        interaction: Interaction,
        *,
        sides: Sequence[Side],
        before: Side | None = None,
        after: Side | None = None,
        folder: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """``folder`` is where people look for files first."""
        super().__init__(_("Compare"), "", parent)
        self.setMinimumSize(860, 480)
        self.resize_within(1180, 720)
        self.request: Shown | None = None
        self._desk = desk
        self._jobs = jobs
        self._interaction = interaction
        self._folder = folder
        self._is_again = False
        self._compared: Compared | None = None
        self._target: Target | None = None
        self.before = SidePicker(_("Before"), interaction, folder)
        self.after = SidePicker(_("After"), interaction, folder)
        self.swap = QPushButton()
        self.match = QComboBox()
        self.indexable = QCheckBox(_("Only pages of the list that can be indexed"))
        self.note = NoteLine()
        self.work = LiveWork(jobs, self._on_failed, self)
        self.planning = LiveWork(jobs, self._on_reading_failed, self)
        self.pane = ResultPane(jobs, self._on_reading_failed)
        self.export = self.add_button(_("Export report…"), self._export, 0)
        self.show_in_table = self.add_button(_("Show in the table"), self._show_in_table, 1)
        self._assemble()
        self._connect()
        for picker, side in ((self.before, before), (self.after, after)):
            picker.show_sides(sides, side)
        self._compare()

    # How it is put together

    def _assemble(self) -> None:
        # Enter in the filter must not do anything with what is listed.
        self.verb.setDefault(False)
        self.verb.setAutoDefault(False)
        self.export.setToolTip(_("Writes all differences, whatever is listed now."))
        name_button(self.cancel, _("Close"))
        self.indexable.setChecked(True)
        self.indexable.setToolTip(
            _("Leaves out rows whose status is not 200, that are no pages, or not indexable.")
        )
        self.indexable.hide()
        self.body.addLayout(self._sides_row())
        self.body.addWidget(self.indexable)
        self.body.addWidget(self.note)
        self.body.addWidget(self.pane, 1)
        self.body.addWidget(WorkBar(self.work, _("Comparing")))

    def _sides_row(self) -> QHBoxLayout:
        """What is compared with what, and which addresses are the same."""
        self.swap.setIcon(icon("swap"))
        self.swap.setAccessibleName(_("Exchange before and after"))
        self.swap.setToolTip(_("Exchange before and after"))
        self.swap.setAutoDefault(False)
        theme.set_role(self.swap, "quiet")
        for name, said in MATCHES.items():
            self.match.addItem(_(said), name)
        self.match.setAccessibleName(_("Which addresses are the same"))
        self.match.setToolTip(
            _("Equivalent are addresses that differ in spelling only, such as %7E and ~.")
        )
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        self._add_labelled(row, _("Before"), self.before, 3)
        row.addWidget(self.swap)
        self._add_labelled(row, _("After"), self.after, 3)
        row.addSpacing(theme.GRID)
        self._add_labelled(row, _("Same address:"), self.match, 0)
        return row

    def _add_labelled(self, row: QHBoxLayout, text: str, field: QComboBox, stretch: int) -> None:
        label = QLabel(text)
        label.setBuddy(field)
        theme.set_role(label, "dim")
        row.addWidget(label)
        row.addWidget(field, stretch)

    def _connect(self) -> None:
        for picker, other in ((self.before, self.after), (self.after, self.before)):
            picker.chosen.connect(partial(self._on_chosen, other))
        self.swap.clicked.connect(self._on_swap_clicked)
        self.match.activated.connect(lambda _index: self._compare())
        self.indexable.clicked.connect(lambda _is_on: self._compare())
        self.pane.changed.connect(self._refresh)
        self.pane.asked.connect(self._on_result_asked)

    # What is compared

    def _compare_again(self) -> None:
        """Compare the same, of which something has changed; what was found is shown meanwhile."""
        before, after = self.before.side, self.after.side
        if before is not None and after is not None:
            self._is_again = True
            self._start(before, after)
            self._refresh()

    def _compare(self) -> None:
        """Compare what is chosen now."""
        self._is_again = False
        self.note.say("")
        before, after = self.before.side, self.after.side
        self._set_open()
        if before is None or after is None:
            self.set_lead(
                _("Choose what it was before, and what it is after: files, folders, lists.")
            )
            self.pane.show_text(_("Nothing is compared yet."), _("Choose a file…"))
        elif before.key == after.key:
            self.set_lead(_("Choose two that are not the same."))
            self.pane.show_text(_("Both sides are the same."))
        else:
            self.set_lead(_("Comparing…"))
            self.pane.show_text(_("Comparing…"))
            self._start(before, after)

    def _start(self, before: Side, after: Side) -> None:
        documents, match = self._desk.open_documents(), self.match.currentData()
        is_only = self.indexable.isChecked()
        work = partial(compare_sides, before, after, match, is_only, documents)
        self.work.run(work, self._on_compared)

    def _on_compared(self, compared: Compared) -> None:
        self._compared = compared
        self._target = self._desk.target_of(compared)
        self.set_lead(lead_text(compared))
        self.indexable.setVisible(compared.has_list)
        if self._is_again:
            pass  # the note tells what was done
        elif compared.problems:
            self.note.say(compared.problems, "warning")
        elif text := warning_text(compared):
            self.note.say(text, "warning")
        if compared.total:
            self.pane.show_compared(compared, keeps_place=self._is_again)
        else:
            self.pane.show_text(same_text(compared))

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, EXPECTED_ERRORS):
            self._set_open()
            self.set_lead("")
            self.pane.show_text(_("These could not be compared."))
            self.note.say(describe(error), "error")

    def _on_reading_failed(self, error: BaseException) -> None:
        """What was compared is no longer there as it was, or cannot be read any more."""
        if isinstance(error, EXPECTED_ERRORS):
            self.note.say(describe(error), "warning", [(_("Compare again"), self._compare)])
            self._refresh()

    def _set_open(self) -> None:
        """Nothing is compared: nothing can be done."""
        self._compared = self._target = None
        self._refresh()

    def _on_chosen(self, other: SidePicker, was: Side | None) -> None:
        """Compare; what gave way to the first choice is what people want to compare it with."""
        if other.side is None:
            other.choose(was)
        self._compare()

    def _on_swap_clicked(self) -> None:
        before, after = self.before.side, self.after.side
        self.before.choose(after)
        self.after.choose(before)
        self._compare()

    def _on_result_asked(self) -> None:
        (self.before if self.before.side is None else self.after).ask_file()

    # What can be done

    def _refresh(self) -> None:
        """Say what the buttons would do with what is shown or selected."""
        compared = self.pane.compared
        numbers = self.pane.chosen
        self.export.setEnabled(self._compared is not None)
        target = self._target
        is_one = target is not None and target.session is not None
        self.show_in_table.setVisible(is_one and compared is not None)
        if compared is None or target is None:
            self.set_verb("")
            return
        counts = compared.counts_of(numbers)
        absent = DiffKind.REMOVED if target.is_new else DiffKind.ADDED
        self.show_in_table.setEnabled(any(kind != absent for kind in counts))
        is_all = len(numbers) == compared.total
        text = take_text(counts, is_mine_new=target.is_new, is_all=is_all)
        self.set_verb(text)
        self.verb.setEnabled(len(numbers) > 0 and not self.work.is_busy)

    def accept(self) -> None:
        """Take over what is shown or selected."""
        compared = self.pane.compared
        if compared is None or not self.verb.isEnabled():
            return
        target = self._target
        numbers = self.pane.chosen
        if target is None or not len(numbers) or not self._may_take(len(numbers)):
            return
        self.verb.setEnabled(False)
        self.planning.run(partial(plan_of, compared, target, numbers), self._take)

    def _may_take(self, count: int) -> bool:
        if self.pane.has_selection or count < FEWEST_ASKED:
            return True
        text = _("All {n} differences that are listed are taken over. One undo step takes it back.")
        return self._interaction.confirm(text.format(n=format_number(count)), self.verb.text())

    def _take(self, plan: Plan) -> None:
        """Do what was worked out, and compare again."""
        if not plan.count:
            self._say_closed(plan, "")
            self._refresh()
            return
        other = (self.before if plan.is_mine_new else self.after).side
        name = other.short if other is not None else ""
        label = step_text(plan.count, name, is_mine_new=plan.is_mine_new)
        self._desk.change(plan, label, partial(self._on_taken, plan))

    def _on_taken(self, plan: Plan, is_done: bool) -> None:
        self._compare_again()
        if is_done:
            self._say_closed(plan, done_text(plan.count), [(_("Undo"), self._undo)])

    def _say_closed(self, plan: Plan, done: str, actions: Sequence[Action] = ()) -> None:
        text = ""
        if plan.closed:
            text = closed_text(plan.closed_count, len(plan.closed), is_all=not done)
        homeless = homeless_text(plan.homeless) if plan.homeless else ""
        said = " ".join(filter(None, (done, text, homeless)))
        offers = list(actions)
        if plan.closed:
            offers.append((_("Open them"), partial(self._open, plan)))
        self.note.say(said, "warning" if text or homeless else "info", offers)

    def _open(self, plan: Plan) -> None:
        self._desk.open_paths(list(plan.closed), self._compare_again)

    def _undo(self) -> None:
        self._desk.undo()
        self.note.say("")
        self._compare_again()

    def _show_in_table(self) -> None:
        """Close, and show the entries alone in the table."""
        compared = self.pane.compared
        target = self._target
        if compared is None or target is None or target.session is None:
            return
        ids = self._desk.entries_of(compared, target, self.pane.chosen)
        self.request = Shown(target.session, ids, _("differences"))
        super().accept()

    # Report

    def _export(self) -> None:
        compared = self._compared
        if compared is None:
            return
        path = report.ask_path(self._interaction, self._folder)
        if path is not None:
            self._jobs.run(
                partial(report.write, path, compared),
                lambda _result: self.note.say(_("Wrote {name}.").format(name=path.name)),
                lambda error: self._interaction.report_error(describe(error)),
                _("Writing {name}").format(name=path.name),
            )

    def done(self, result: int) -> None:
        """Stop working when the dialog goes."""
        self.work.stop()
        self.planning.stop()
        self.pane.stop()
        super().done(result)

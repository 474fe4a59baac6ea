"""Apply a list to the open sitemap: choices left, what they do right, the verb on the button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QSplitter, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.lists.apply_choices import ApplyChoices
from sitemap_editor.gui.lists.apply_request import ApplyRequest
from sitemap_editor.gui.lists.apply_results import ApplyResults, Deeds
from sitemap_editor.gui.lists.apply_texts import (
    abroad_count,
    abroad_text,
    lead_text,
    step_text,
    verb_text,
    why_not,
)
from sitemap_editor.gui.lists.apply_work import Look, Outcome, Worker, look_at
from sitemap_editor.gui.lists.choices_area import ChoicesArea
from sitemap_editor.gui.lists.source import ListSource
from sitemap_editor.gui.lists.values_choice import lacking
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.repairs.note import Action, NoteLine
from sitemap_editor.operations.applying.search_console import Verdict
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.files import write_atomically
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import FileFilter, Interaction

from .base import SheetDialog, name_button

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.formats.table import Table
    from sitemap_editor.gui.lists.apply_results import Numbers
    from sitemap_editor.support.jobs import Progress

CHOICES_WIDTH = 330
REST_MS = 60
"""Rest after a choice before it is worked out: some choices come together."""

Change = Callable[[Callable[["Progress"], Any], str, int, Callable[[bool], None]], None]
"""Builds an edit of so many entries and applies it, as ``Context.change`` does."""


class ApplyListDialog(SheetDialog):
    """Lets people apply a list to ``doc``; ``request`` is the answer.

    What they do from the lists of a comparison is done at once through ``change``.
    """

    is_as_high_as_needed = False

    def __init__(
        self,
        doc: Document,
        name: str,
        jobs: JobRunner,
        interaction: Interaction,
        *,
        change: Change,
        path: Path | None = None,
        folder: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """``name`` is that of the document, ``path`` the list to begin with.

        ``folder`` is where people look for lists first.
        """
        super().__init__(_("Apply a list to {name}").format(name=name), "", parent)
        self.resize_within(1120, 660)
        self.request: ApplyRequest | None = None
        self._doc = doc
        self._jobs = jobs
        self._interaction = interaction
        self._change = change
        self._worker: Worker | None = None
        self._look: Look | None = None
        self._abroad: bool | None = None
        self.outcome: Outcome | None = None
        self._folder = folder
        self.source = ListSource(jobs, interaction, folder)
        self.choices = ApplyChoices(self.source, can_set=len(fields_of(doc.kind)) > 1)
        self.results = ApplyResults(
            Deeds(self._remove, self._add, self._show, self._export, self._export_rejects)
        )
        self.note = NoteLine()
        self.question = NoteLine()
        self.work = LiveWork(jobs, self._on_failed, self, REST_MS)
        self._assemble()
        self._connect()
        self._show_outcome(None)
        self.source.browse.setFocus()
        if path is not None:
            self.source.read_path(path)

    # How it is put together

    def _assemble(self) -> None:
        area = ChoicesArea(self.choices, CHOICES_WIDTH)
        splitter = QSplitter()
        splitter.setAccessibleName(self.windowTitle())
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID * 2)
        splitter.addWidget(area)
        splitter.addWidget(self.results)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([CHOICES_WIDTH, 760])
        self.body.addWidget(self.note)
        self.body.addWidget(self.question)
        self.body.addWidget(splitter, 1)
        self.body.addWidget(WorkBar(self.work, _("Working out what the list does")))

    def _connect(self) -> None:
        self.source.table_changed.connect(self._on_table_changed)
        self.source.failed.connect(self._on_failed)
        self.choices.changed.connect(self._on_choices_changed)

    # What is worked out

    def _on_table_changed(self, table: Table | None) -> None:
        self._look = self._worker = self._abroad = None
        self.choices.show_look(None)
        self.question.say("")
        self._show_outcome(None)
        if table is not None:
            self._run(lambda progress: look_at(table, self._doc, progress), self._on_looked_at)

    def _on_looked_at(self, look: Look) -> None:
        self._look = look
        self._worker = Worker(self._doc, look)
        self.choices.show_look(look)
        self._say_report(look)
        self._work_out()

    def _on_choices_changed(self) -> None:
        self.verb.setEnabled(False)
        if self._worker is not None:  # else the list is still looked at
            self.work.after_rest(self._work_out)

    def _work_out(self) -> None:
        if self._worker is not None:
            choices = self.choices.choices.with_abroad(self._abroad is not False)
            self._run(partial(self._worker.work_out, choices), self._show_outcome)

    def _run(self, work: Callable[[Progress], Any], on_done: Callable[[Any], None]) -> None:
        """Work in the background; what was begun before is given up."""
        self.verb.setEnabled(False)
        self.work.run(work, on_done)

    def _on_failed(self, error: BaseException | None) -> None:
        """Say why a list cannot be applied; None: that is over."""
        if error is None:
            self.note.say("")
        elif isinstance(error, EXPECTED_ERRORS):
            self._show_outcome(None)
            self.note.say(describe(error, with_place=False), "warning")

    # What is shown

    def _show_outcome(self, outcome: Outcome | None) -> None:
        self.outcome = outcome
        self.results.show_outcome(outcome)
        name_button(self.cancel, _("Cancel"))
        if outcome is None:
            self.set_lead(_("Choose a list of addresses, and what is done with their entries."))
            self.set_verb(_("Apply"))
            self.verb.setEnabled(False)
            return
        self.choices.show_outcome(outcome)
        if self.focusWidget() is self.source.browse:  # Enter would choose another list
            self.choices.buttons[outcome.action].setFocus()
        self.set_lead(lead_text(outcome))
        self.set_verb(verb_text(outcome))
        self._ask_about_hosts(outcome)
        problem = self._problem(outcome)
        self.note.say(problem, "warning")
        if not problem and self._look is not None:
            self._say_report(self._look)
        is_open = self._abroad is None and bool(abroad_count(outcome))
        self.verb.setEnabled(not problem and not is_open and outcome.plan.count > 0)
        if outcome.action == "compare":
            name_button(self.cancel, _("Close"))

    def _problem(self, outcome: Outcome) -> str:
        values = self.choices.values.values
        if outcome.action == "set" and (lack := lacking(values)):
            return lack
        return why_not(outcome)

    def _ask_about_hosts(self, outcome: Outcome) -> None:
        """Ask once whether addresses may move to another host; the answer can be changed."""
        count = abroad_count(outcome)
        if not count:
            self.question.say("")
            return
        leave = (_("Leave them as they are"), partial(self._answer_abroad, False))
        take = (_("Replace them too"), partial(self._answer_abroad, True))
        offered = [one for answer, one in ((False, leave), (True, take)) if self._abroad != answer]
        role = "warning" if self._abroad is None else "info"
        self.question.say(abroad_text(count), role, offered)

    def _answer_abroad(self, is_taken: bool) -> None:
        self._abroad = is_taken
        self._work_out()

    def _say_report(self, look: Look) -> None:
        """Say what a report of Search Console means, and offer what people do then."""
        verdict = look.verdict
        if verdict is None:
            self.note.say("")
            return
        said = _("Search Console says: “{reason}”. {advice}")
        actions: list[Action] = [
            (_("Remove them"), partial(self.choices.choose_action, "remove")),
            (_("Keep them"), self.reject),
            (_("Look at them"), partial(self.choices.choose_action, "mark")),
        ]
        role = "warning" if verdict is Verdict.REMOVE else "info"
        self.note.say(said.format(reason=look.reason, advice=verdict.words), role, actions)

    # What is done

    @property
    def list_name(self) -> str:
        """What the list is called."""
        return self.source.name.text()

    def accept(self) -> None:
        """Do what the button says."""
        if self.verb.isEnabled() and self.outcome is not None:
            self.request = ApplyRequest(self.list_name, self.source.path, self.outcome)
            super().accept()

    def _show(self, ids: Numbers) -> None:
        self.request = ApplyRequest(self.list_name, self.source.path, ids=ids)
        super().accept()

    def _remove(self, ids: Numbers) -> None:
        from sitemap_editor.document import editing

        label = step_text("remove", self.list_name)
        self._do(lambda _progress: editing.delete(self._doc, ids), label, len(ids))

    def _add(self, rows: Numbers) -> None:
        from sitemap_editor.document import editing

        assert self.outcome is not None  # its lists are what is acted on
        entries = self.outcome.entries_of(rows)
        label = step_text("add", self.list_name)
        end = len(self._doc)
        self._do(lambda _progress: editing.insert(self._doc, end, entries), label, len(rows))

    def _do(self, build: Callable[[Progress], Any], label: str, count: int) -> None:
        """Change the document at once, and compare again."""
        self.work.stop()
        self._change(build, label, count, lambda _is_applied: self._work_out())

    def _export(self, key: str, addresses: Callable[[], list[str]]) -> None:
        """Write addresses to a file, one a line."""
        name = f"{Path(self.list_name).stem}-{key}.txt"
        filters = (FileFilter(_("Text lists"), (".txt",)),)
        self._write(name, filters, lambda: ("\n".join(addresses()) + "\n").encode("utf-8"))

    def _export_rejects(self) -> None:
        """Write the rows that were left out, to be mended and brought in again."""
        outcome = self.outcome
        if outcome is None or outcome.listed.rejects is None:
            return
        rejects = outcome.listed.rejects
        name = f"{Path(self.list_name).stem}-{_('left-out')}.csv"
        self._write(name, (FileFilter(_("Tables"), (".csv",)),), lambda: b"".join(rejects.as_csv()))

    def _write(self, name: str, filters: tuple[FileFilter, ...], make: Callable[[], bytes]) -> None:
        own = self.source.path.parent if self.source.path is not None else self._folder
        folder = own or Path.home()
        path = self._interaction.ask_save_path(_("Choose a file"), folder / name, filters)
        if path is None or not self._may_replace(path):
            return
        self._jobs.run(
            lambda _progress: write_atomically(path, [make()]),
            lambda _result: self.results.say(_("Wrote {name}.").format(name=path.name)),
            lambda error: self._interaction.report_error(describe(error)),
            _("Writing {name}").format(name=path.name),
        )

    def _may_replace(self, path: Path) -> bool:
        if not path.exists():
            return True
        title = _("Replace {name}?").format(name=path.name)
        return self._interaction.confirm(_("The file exists."), _("Replace"), title=title)

    def done(self, result: int) -> None:
        """Stop working when the dialog goes."""
        self.work.stop()
        self.source.stop()
        super().done(result)

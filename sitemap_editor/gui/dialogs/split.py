"""Split: a sitemap becomes several under an index; what will be written is shown meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QSplitter, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.lists.choices_area import ChoicesArea
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.gui.scopes import Scope
from sitemap_editor.gui.splitting.choices import SplitChoices
from sitemap_editor.gui.splitting.result import ResultPane
from sitemap_editor.gui.splitting.subjects import OneSitemap
from sitemap_editor.gui.splitting.work import Outlook, SplitRequest, look_ahead
from sitemap_editor.operations.splitting import limits_of
from sitemap_editor.operations.splitting.telling import notes_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.limits import MEGABYTE
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import Interaction

from .base import SheetDialog

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.splitting.subjects import Subject, WholeSet

CHOICES_WIDTH, RESULT_WIDTH = 380, 580


class SplitDialog(SheetDialog):
    """Lets people choose how to split; ``request`` is what is to be written."""

    is_as_high_as_needed = False

    def __init__(
        self,
        doc: Document,
        name: str,
        jobs: JobRunner,
        interaction: Interaction,
        *,
        scopes: Sequence[Scope],
        folder: Path,
        base_url: str,
        profiles: tuple[str, ...],
        most: int | None = None,
        whole: WholeSet | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """``whole``: the set that the document is the index of, which is split instead."""
        super().__init__(_("Split {name}").format(name=name), "", parent)
        self._subject: Subject = whole or OneSitemap(doc)
        self._name = name
        self._limits = limits_of(profiles)
        self.outlook: Outlook | None = None
        self.request: SplitRequest | None = None
        self.resize_within(1000, 660)
        self.choices = SplitChoices(self._subject, scopes, folder, base_url, profiles, interaction)
        self.result_pane = ResultPane()
        if most is not None:
            self.choices.entries.setValue(most)
        self.note = NoteLine()
        self.work = LiveWork(jobs, self._on_failed, self)
        self._assemble()
        self._connect()
        self._show_outlook(None)
        self.choices.by.setFocus()
        self._work_out()

    # How it is put together

    def _assemble(self) -> None:
        splitter = QSplitter()
        splitter.setAccessibleName(self.windowTitle())
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID * 2)
        splitter.addWidget(ChoicesArea(self.choices, CHOICES_WIDTH))
        splitter.addWidget(self.result_pane)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([CHOICES_WIDTH, RESULT_WIDTH])
        self.result_pane.add_question(self.choices.replace)
        self.result_pane.add_question(self.choices.remove)
        self.body.addWidget(self.note)
        self.body.addWidget(splitter, 1)
        self.body.addWidget(WorkBar(self.work, _("Working out the files")))

    def _connect(self) -> None:
        self.choices.changed.connect(self._on_choices_changed)
        self.choices.agreed.connect(self._refresh_verb)
        self.choices.remove.toggled.connect(self.result_pane.show_removal)

    # What is worked out

    def _on_choices_changed(self) -> None:
        self.verb.setEnabled(False)
        self.work.after_rest(self._work_out)

    def _work_out(self) -> None:
        """Work it out in the background; what was begun before is given up."""
        try:
            asked = self.choices.asked
        except SitemapError as error:
            self._on_failed(error)
            return
        self.verb.setEnabled(False)
        self.work.run(partial(look_ahead, self._subject, asked), self._show_outlook)

    def _on_failed(self, error: BaseException) -> None:
        """Say why it cannot be split like that."""
        if isinstance(error, EXPECTED_ERRORS):
            self._show_outlook(None)
            self.note.say(describe(error), "warning")

    # What is shown

    def _show_outlook(self, outlook: Outlook | None) -> None:
        self.outlook = outlook
        self.choices.show_outlook(outlook)
        self.result_pane.show_outlook(outlook)
        self.result_pane.show_removal(self.choices.is_removing)
        self.set_lead(self._lead())
        notes = notes_of(outlook.plan) if outlook is not None else []
        self.note.say("\n".join(notes), "info")
        self._say_what()
        self._refresh_verb()

    def _say_what(self) -> None:
        """Say on top what will happen."""
        if self.outlook is None:
            self.heading.setText(self.windowTitle())
            return
        plan = self.outlook.plan
        said = ngettext(
            "Split {entries} entries into {n} file and an index",
            "Split {entries} entries into {n} files and an index",
            len(plan.parts),
        )
        self.heading.setText(
            said.format(entries=format_number(plan.count), n=format_number(len(plan.parts)))
        )

    def _lead(self) -> str:
        limits = _("A sitemap may hold {entries} entries and {size} MB.").format(
            entries=format_number(self._limits.entries),
            size=format_number(self._limits.bytes // MEGABYTE),
        )
        if not self._subject.is_set:
            kept = _("Nothing is written until you press the button; {name} stays as it is.")
            return f"{limits} {kept.format(name=self._name)}"
        together = _(
            "All sitemaps that {name} names are split together, with what you changed in them and "
            "have not saved. Nothing is written until you press the button."
        )
        return f"{together.format(name=self._name)} {limits}"

    def _refresh_verb(self) -> None:
        count = len(self.outlook.plan.parts) if self.outlook is not None else 0
        said = ngettext("Split into {n} file", "Split into {n} files", count)
        self.set_verb(said.format(n=format_number(count)) if count else _("Split"))
        self.verb.setEnabled(not self.work.is_busy and count > 0 and self.choices.is_agreed)

    # What is done

    def accept(self) -> None:
        """Do what the button says."""
        if self.verb.isEnabled() and self.outlook is not None:
            self.request = SplitRequest(
                self.outlook,
                force=bool(self.outlook.existing) and self.choices.is_agreed,
                remove_leftovers=self.choices.is_removing,
            )
            super().accept()

    def done(self, result: int) -> None:
        """Leave; nothing more is worked out."""
        self.work.stop()
        super().done(result)

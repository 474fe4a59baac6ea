"""Import a list: choices left, the list and what it becomes right, and the verb with the count."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.lists.goal_section import GoalSection
from sitemap_editor.gui.lists.importing import Importing
from sitemap_editor.gui.lists.kind_section import KindSection
from sitemap_editor.gui.lists.questions import Questions
from sitemap_editor.gui.lists.raw_pane import RawPane
from sitemap_editor.gui.lists.rejects_file import RejectsFile
from sitemap_editor.gui.lists.request import AS_IT_IS, ImportRequest
from sitemap_editor.gui.lists.result_pane import ResultPane
from sitemap_editor.gui.lists.rows_section import RowsSection
from sitemap_editor.gui.lists.source import ListSource
from sitemap_editor.gui.lists.telling import verb_text, will_text
from sitemap_editor.gui.lists.values_section import ValuesSection
from sitemap_editor.gui.lists.work import Look, Outcome
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.operations.importing.dates import DateReport
from sitemap_editor.operations.importing.no_addresses import NO_URL_COLUMN
from sitemap_editor.operations.importing.saved import (
    Saved,
    forget_mapping,
    keep_mapping,
    offered_for,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Interaction
from sitemap_editor.support.settings import Settings

from .base import SheetDialog

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.formats.table import Table

CHOICES_WIDTH = 296
LARGEST = (1360, 900)
SMALLEST = (820, 560)
AROUND = 40
"""What stays to be seen of the window behind."""


class ImportDialog(SheetDialog):
    """Shows what a list becomes while people choose; ``request`` is the answer."""

    is_as_high_as_needed = False

    def __init__(
        self,
        jobs: JobRunner,
        settings: Settings,
        interaction: Interaction,
        *,
        path: Path | None = None,
        text: str = "",
        doc: Document | None = None,
        name: str = "",
        why_not: str = "",
        can_open: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """Begin with a file or with copied text.

        ``doc`` is the document shown and ``name`` what it is called; ``why_not`` tells why nothing
        can go into it. ``can_open``: the file is one that can be opened as it is.
        """
        super().__init__(_("Import a list"), "", parent)
        self._jobs, self._settings, self._interaction = jobs, settings, interaction
        self._name = name
        self._is_as_it_is = False
        self.source = ListSource(jobs, interaction)
        self.goal = GoalSection(name, why_not, _field_names(doc))
        self.kind, self.values, self.rows = KindSection(), ValuesSection(), RowsSection()
        self.questions, self.note, self.waiting = Questions(), NoteLine(), QProgressBar()
        self.raw, self.becomes = RawPane(), ResultPane()
        self.importing = Importing(jobs, doc, self)
        self._assemble(can_open)
        self._connect()
        self._size()
        self._show_nothing()
        self.source.browse.setFocus()
        if path is not None:
            self.source.read_path(path)
        elif text:
            self.source.read_clipboard(text)

    # How it is put together

    def _assemble(self, can_open: bool) -> None:
        theme.set_role(self.lead, "")
        self.source.setAccessibleName(_("List"))
        self.waiting.setTextVisible(False)
        self.waiting.setAccessibleName(_("Reading the list"))
        self.waiting.hide()
        self.body.addWidget(self.waiting)
        row = QHBoxLayout()
        row.setSpacing(theme.GRID * 2)
        row.addWidget(self._choices())
        row.addLayout(self._shown(), 1)
        self.body.addLayout(row, 1)
        self.as_it_is = self.add_button(_("Open the file as it is"), self._open_as_it_is, 0)
        self.as_it_is.setVisible(can_open)
        QShortcut(QKeySequence("Ctrl+Return"), self, self._accept_if_ready)

    def _choices(self) -> QScrollArea:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, theme.GRID, 0)
        column.setSpacing(theme.GRID * 2)
        for part in (self.source, self.goal, self.kind, self.rows, self.values):
            column.addWidget(part)
        column.addStretch(1)
        area = QScrollArea()
        area.setAccessibleName(_("Choices"))
        area.setWidget(inside)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(CHOICES_WIDTH + area.verticalScrollBar().sizeHint().width())
        return area

    def _shown(self) -> QVBoxLayout:
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setAccessibleName(_("The list and what it becomes"))
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID)
        splitter.addWidget(self.raw)
        splitter.addWidget(self.becomes)
        splitter.setSizes([300, 360])
        column = QVBoxLayout()
        column.setSpacing(theme.GRID)
        for part in (self.note, self.questions):
            column.addWidget(part)
        column.addWidget(splitter, 1)
        return column

    def _size(self) -> None:
        """Take nearly all of a small window, and no more than can be looked over of a big one."""
        parent = self.parentWidget()
        room = parent.window().size() if parent is not None else self.screen().availableSize()
        width = max(min(room.width() - AROUND, LARGEST[0]), SMALLEST[0])
        height = max(min(room.height() - AROUND, LARGEST[1]), SMALLEST[1])
        self.resize(width, height)

    def _connect(self) -> None:
        importing = self.importing
        self.source.table_changed.connect(self._on_table_changed)
        self.source.failed.connect(self._on_source_failed)
        self.raw.role_chosen.connect(importing.set_role)
        self.kind.preset_chosen.connect(importing.set_preset)
        self.kind.kept_chosen.connect(self._on_kept_chosen)
        self.kind.keep_requested.connect(self._keep)
        self.kind.forget_requested.connect(self._forget)
        for section in (self.values, self.rows):
            section.changed.connect(self._on_values_changed)
        self.goal.changed.connect(self._on_goal_changed)
        self.goal.kind_chosen.connect(lambda kind: importing.change(kind=kind))
        self.questions.column_chosen.connect(lambda column: importing.set_role(column, "loc"))
        self.questions.order_chosen.connect(lambda order: importing.change(date_format=order))
        self.questions.site_given.connect(lambda base: importing.change(base_url=base))
        self.becomes.save_requested.connect(self._save_rejects)
        importing.looked_at.connect(self._on_looked_at)
        importing.mapping_changed.connect(self._on_mapping_changed)
        importing.worked_out.connect(self._on_worked_out)
        importing.failed.connect(self._on_failed)
        importing.progressed.connect(self._on_progressed)

    # The list

    def _on_table_changed(self, table: Table | None) -> None:
        self.importing.path = self.source.path if len(self.source.tables) == 1 else None
        self._show_nothing()
        self.set_lead(_("The list is being read."))
        self.importing.set_table(table)

    def _on_source_failed(self, error: BaseException | None) -> None:
        if error is not None:
            self._show_nothing()
            self._complain(error)

    def _show_nothing(self) -> None:
        self.note.say("")
        self.questions.clear()
        self.raw.show_look(None)
        self.becomes.clear()
        self.set_lead(_("Choose a list; nothing is changed before you import it."))
        self.verb.setEnabled(False)
        self.set_verb(verb_text(None, self.goal.target))
        self._show_chosen(False)

    def _show_chosen(self, is_shown: bool) -> None:
        for part in (self.kind, self.rows, self.values):
            part.setVisible(is_shown)

    def _on_looked_at(self, look: Look | None) -> None:
        if look is None:
            return
        self.note.say("")
        self._show_chosen(True)
        self.raw.show_look(look)
        self._offer_kept()

    # What is chosen

    def _on_mapping_changed(self) -> None:
        look, mapping = self.importing.look, self.importing.mapping
        if look is None:
            return
        self.raw.show_mapping(look, mapping)
        self.kind.show_preset(mapping.preset)
        self.goal.show_kind(mapping.kind)
        self.rows.show_mapping(mapping, look.table.columns)
        self.values.show_mapping(mapping, self._kind)
        self._ask(look.proposal.dates)
        self._wait()
        if self.focusWidget() is self.source.browse:
            site = self.questions.site
            (self.raw.table if site.isHidden() else site.line).setFocus()

    @property
    def _kind(self) -> Kind:
        doc = self.importing.doc
        is_new = self.goal.target == "new" or doc is None
        return self.importing.mapping.kind if is_new or doc is None else doc.kind

    def _ask(self, dates: DateReport) -> None:
        look = self.importing.look
        if look is not None:
            self.questions.show_state(look, self.importing.mapping, dates)

    def _on_values_changed(self, changes: dict[str, Any]) -> None:
        self.importing.change(**changes)

    def _on_goal_changed(self) -> None:
        self.importing.set_goal(self.goal.goal)
        self.values.show_mapping(self.importing.mapping, self._kind)
        self._wait()

    def _wait(self) -> None:
        """Let the button wait for what the choices make."""
        self.set_verb(verb_text(None, self.goal.target))
        self.verb.setEnabled(False)

    # What was kept

    def _offer_kept(self, chosen: str = "") -> None:
        table = self.importing.table
        kept = offered_for(table, self._settings) if table is not None else []
        self.kind.offer(kept, chosen)
        if kept and not chosen:
            text = _("You have kept choices for lists with these columns.")
            use = _("Use “{name}”").format(name=kept[0].name)
            self.note.say(text, "info", [(use, lambda: self._use_kept(kept[0]))])

    def _use_kept(self, kept: Saved) -> None:
        self._offer_kept(kept.name)
        self._on_kept_chosen(kept)

    def _on_kept_chosen(self, kept: Saved | None) -> None:
        look = self.importing.look
        if look is None:
            return
        self.note.say("")
        mapping = kept.mapping_for(look.table) if kept is not None else look.proposal.mapping
        if mapping is not None:
            self.importing.take_mapping(mapping)

    def _keep(self) -> None:
        table = self.importing.table
        if table is None:
            return
        question = _("Name for these choices")
        name = self._interaction.ask_text(question, title=_("Keep these choices"), text=table.name)
        if name and name.strip():
            keep_mapping(self._settings, name.strip(), table, self.importing.mapping)
            self._offer_kept(name.strip())

    def _forget(self, name: str) -> None:
        forget_mapping(self._settings, name)
        self._offer_kept()

    # What it makes

    def _on_worked_out(self, outcome: Outcome) -> None:
        look = self.importing.look
        assert look is not None  # it was made of a list
        problem = self.importing.problem
        self.becomes.show_outcome(outcome, look)
        self._ask(outcome.dates if outcome.dates.ambiguous else look.proposal.dates)
        self.set_lead(will_text(outcome, self._name))
        self.set_verb(verb_text(outcome, self.goal.target))
        self.verb.setEnabled(outcome.count > 0 or not outcome.is_whole)
        if problem is not None and self.questions.site.isHidden():
            self._complain(problem)
        elif not self.note.buttons:
            is_said = len(outcome.found) or not self.questions.site.isHidden()
            self.note.say("" if is_said else _("No row of the list makes an entry."), "warning")

    def _on_failed(self, error: BaseException) -> None:
        self.becomes.clear()
        self.set_lead(_("Nothing can be imported like this."))
        is_plain = isinstance(error, SitemapError) and error.code == NO_URL_COLUMN
        self._complain((is_plain and self.importing.problem) or error)

    def _complain(self, error: BaseException) -> None:
        is_named = isinstance(error, SitemapError) and error.code == NO_URL_COLUMN
        said = describe(error, with_place=False)
        self.note.say(f"{NO_URL_COLUMN}: {said}" if is_named else said, "warning")
        self.verb.setEnabled(False)

    def _on_progressed(self, done: int, total: int) -> None:
        is_running = self.importing.is_working and total > 0
        self.waiting.setVisible(is_running)
        self.waiting.setRange(0, 1_000)
        self.waiting.setValue(done * 1_000 // total if total else 0)

    def _save_rejects(self) -> None:
        outcome, path = self.importing.outcome, self.source.path
        if outcome is not None:
            name = Path(self.source.name.text()).stem
            saving = RejectsFile(outcome.found, name, path.parent if path is not None else None)
            saving.ask_and_write(
                self._interaction, self._jobs, self.becomes.shown.setText, self._complain
            )

    # The answer

    def _accept_if_ready(self) -> None:
        if self.verb.isEnabled():
            self.accept()

    def _open_as_it_is(self) -> None:
        self._is_as_it_is = True
        self.accept()

    @property
    def request(self) -> ImportRequest | str | None:
        """What is to be done: an ImportRequest, or AS_IT_IS; None while there is no list."""
        if self._is_as_it_is:
            return AS_IT_IS
        importing, outcome = self.importing, self.importing.outcome
        if importing.table is None:
            return None
        is_made = outcome is not None and outcome.is_whole and outcome.mapping == importing.mapping
        found = outcome.found if is_made and outcome is not None else None
        return ImportRequest(importing.table, importing.mapping, self.goal.goal, found)

    def done(self, result: int) -> None:
        """Stop all work when the dialog goes."""
        self.source.stop()
        self.importing.stop()
        super().done(result)


def _field_names(doc: Document | None) -> list[str]:
    return [field.name for field in fields_of(doc.kind)] if doc is not None else []

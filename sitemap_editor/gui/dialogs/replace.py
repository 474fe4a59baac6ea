"""Find and replace: what is found while it is typed, before and after, ticked one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.bulk.tick_table import Bools, TickTable, entry_titles
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.inspector.field_editors import NO_LIMIT
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.operations.find_replace import Replacing, Search, find
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from .base import FormGrid, SheetDialog, name_button

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids

SCOPES = {
    "all": N_("All entries ({n})"),
    "filtered": N_("Entries the filter shows ({n})"),
    "selected": N_("Selected entries ({n})"),
}


@dataclass(frozen=True, slots=True)
class ReplaceRequest:
    """What is to be replaced: the rows found, and which of them are ticked."""

    search: Search
    found: Replacing
    chosen: Bools

    @property
    def count(self) -> int:
        """How many entries change."""
        return self.found.entry_count(self.chosen)


class ReplaceDialog(SheetDialog):
    """Asks what to find and what to put in its place; ``request`` is the answer."""

    is_as_high_as_needed = False

    def __init__(
        self,
        doc: Document,
        jobs: JobRunner,
        scopes: Mapping[str, Ids],
        scope: str = "all",
        field: str = "loc",
        parent: QWidget | None = None,
    ) -> None:
        """``scopes`` are entries by the names in ``SCOPES``.

        ``scope`` and ``field`` are those to begin with.
        """
        lead = _("Only ticked rows are changed. It is one step that Undo takes back.")
        super().__init__(_("Find and replace"), lead, parent)
        self.setMinimumSize(640, 480)
        self.resize_within(920, 620)
        self._doc = doc
        self._scopes = dict(scopes)
        self._found = Replacing(doc)
        self._search = Search("")
        self.wanted, self.new = QLineEdit(), QLineEdit()
        self.field, self.scope = QComboBox(), QComboBox()
        self.regex = QCheckBox(_("Regular e&xpression"))
        self.case = QCheckBox(_("&Match case"))
        self.whole = QCheckBox(_("&Whole value"))
        self.note = NoteLine()
        self.count = QLabel()
        self.table = TickTable(_("Before and after"), entry_titles(), jobs)
        self.work = LiveWork(jobs, self._on_failed, self)
        self._all, self._none = QPushButton(), QPushButton()
        self._fill(scope, field)
        self._assemble()
        self._connect()
        self._refresh()

    def _fill(self, scope: str, field: str) -> None:
        for line in (self.wanted, self.new):
            line.setMaxLength(NO_LIMIT)
        for one in fields_of(self._doc.kind):
            self.field.addItem(f"{_(one.title)} ({one.name})", one.name)
        if self.field.count() > 1:
            self.field.addItem(_("All fields"), None)
        self.field.setCurrentIndex(max(self.field.findData(field), 0))
        for name, ids in self._scopes.items():
            self.scope.addItem(_(SCOPES[name]).format(n=format_number(len(ids))), name)
        self.scope.setCurrentIndex(max(self.scope.findData(scope), 0))
        self.regex.setToolTip(_("In the replacement \\1 or \\g<name> is what a group found."))
        self.whole.setToolTip(_("With nothing to find, fields that are empty are filled."))

    def _assemble(self) -> None:
        form = FormGrid()
        form.add(_("Find"), self.wanted)
        form.add(_("Replace with"), self.new)
        places = QWidget()
        row = QHBoxLayout(places)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        for combo, name in ((self.field, _("Field")), (self.scope, _("Entries"))):
            combo.setAccessibleName(name)
            row.addWidget(combo, 1)
        places.setAccessibleName(_("Where"))
        form.add(_("Where"), places)
        boxes = QWidget()
        line = QHBoxLayout(boxes)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.GRID * 2)
        for box in (self.regex, self.case, self.whole):
            line.addWidget(box)
        line.addStretch(1)
        form.add_wide(boxes)
        below = QHBoxLayout()
        theme.set_role(self.count, "dim")
        below.addWidget(self.count, 1)
        name_button(self._all, _("Tick all"))
        name_button(self._none, _("Untick all"))
        for button in (self._all, self._none):
            button.setAutoDefault(False)
            below.addWidget(button)
        self.body.addLayout(form)
        self.body.addWidget(self.note)
        self.body.addWidget(self.table, 1)
        self.body.addWidget(WorkBar(self.work, _("Searching")))
        self.body.addLayout(below)
        self.wanted.setFocus()

    def _connect(self) -> None:
        for line in (self.wanted, self.new):
            line.textChanged.connect(self._refresh)
        for combo in (self.field, self.scope):
            combo.currentIndexChanged.connect(self._refresh)
        for box in (self.regex, self.case, self.whole):
            box.toggled.connect(self._refresh)
        self._all.clicked.connect(lambda: self.table.ticked.set_ticks(slice(None), True))
        self._none.clicked.connect(lambda: self.table.ticked.set_ticks(slice(None), False))
        self.table.ticked.ticks_changed.connect(self._say)

    @property
    def search(self) -> Search:
        """What is asked for now."""
        return Search(
            self.wanted.text(),
            self.new.text(),
            self.field.currentData(),
            self.regex.isChecked(),
            self.case.isChecked(),
            self.whole.isChecked(),
        )

    def _refresh(self) -> None:
        """Look again for what is asked for."""
        self.verb.setEnabled(False)
        wanted, ids = self.search, self._scopes[self.scope.currentData()]
        self._search = wanted
        if not wanted.find and not wanted.fills_blanks:
            self.work.stop()
            self._on_found(Replacing(self._doc))
            return
        finding = partial(find, self._doc, wanted, ids)
        self.work.after_rest(partial(self.work.run, finding, self._on_found))

    def _on_found(self, found: Replacing) -> None:
        self.note.say("")
        self._found = found
        self.table.ticked.show_rows(len(found), self._text)

    def _on_failed(self, error: BaseException) -> None:
        self._on_found(Replacing(self._doc))
        if isinstance(error, EXPECTED_ERRORS):
            self.note.say(describe(error, with_place=False), "warning")

    def _text(self, row: int, column: int) -> str | None:
        one = self._found.rows[row]
        if column == 0:
            return format_number(int(self._doc.position_of(one.entry)) + 1)
        return (one.field, one.before, one.after)[column - 1]

    def _say(self) -> None:
        """Tell how much was found and what the button will do."""
        found, ticks = self._found, self.table.ticked.ticks
        count = found.entry_count(ticks) if len(found) else 0
        is_asked = bool(self._search.find) or self._search.fills_blanks
        self.count.setText(_found_text(found) if is_asked else "")
        text = ngettext("Replace in {n} entry", "Replace in {n} entries", count)
        self.set_verb(text.format(n=format_number(count)))
        self.verb.setEnabled(count > 0 and not self.work.is_busy)
        for button in (self._all, self._none):
            button.setEnabled(len(found) > 0)

    @property
    def request(self) -> ReplaceRequest:
        """What is to be done."""
        return ReplaceRequest(self._search, self._found, self.table.ticked.ticks)

    def done(self, result: int) -> None:
        """Stop looking when the dialog goes."""
        self.work.stop()
        super().done(result)


def _found_text(found: Replacing) -> str:
    """How much was found, and how much of it has to stay."""
    if not found.rows and not found.left:
        return _("Nothing was found that would change.")
    said = ngettext("{n} place found", "{n} places found", found.occurrences)
    text = said.format(n=format_number(found.occurrences))
    left = found.left.total()
    if not left:
        return text
    rest = ngettext("{n} value cannot be changed", "{n} values cannot be changed", left)
    return f"{text} · {rest.format(n=format_number(left))}"

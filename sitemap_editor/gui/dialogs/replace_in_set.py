"""Find and replace in all files: counts and samples by file, files ticked one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QWidget

from sitemap_editor.document.timed_patterns import compiled
from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.inspector.field_editors import NO_LIMIT
from sitemap_editor.gui.over_set.each_file import Work
from sitemap_editor.gui.over_set.files import FilesInHand, SetFile
from sitemap_editor.operations.find_replace import Search, changer, find
from sitemap_editor.operations.plans import Sample
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELDS, fields_of
from sitemap_editor.support.i18n import _, format_number, ngettext

from .set_change import SetChangeDialog

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.support.jobs import Progress

MOST_SAMPLES = 100


@dataclass(frozen=True, slots=True)
class FileReplaced:
    """What replacing would change in one file; ``left`` counts values by why they stay."""

    entries: int = 0
    occurrences: int = 0
    size: int = 0
    left: Counter[str] = field(default_factory=Counter)
    samples: tuple[Sample, ...] = ()


@dataclass(frozen=True, slots=True)
class SetReplaceRequest:
    """What is to be replaced in which files; ``count`` entries change, of ``size`` bytes."""

    search: Search
    files: tuple[SetFile, ...]
    count: int
    size: int


class ReplaceInSetDialog(SetChangeDialog):
    """Asks what to find in all files and what to put in its place; ``request`` is the answer."""

    def __init__(
        self,
        workspace: Workspace,
        hands: Sequence[FilesInHand],
        text: str = "",
        is_regex: bool = False,
        field: str = "loc",
        parent: QWidget | None = None,
    ) -> None:
        """``text``, ``is_regex`` and ``field`` are what to begin with."""
        lead = _(
            "Only ticked files are changed. It is one step, which Undo takes back in all of them; "
            "nothing is on disk before you save."
        )
        super().__init__(_("Find and replace in all files"), lead, workspace, hands, parent)
        self.wanted, self.new = QLineEdit(text), QLineEdit()
        self.field = QComboBox()
        self.regex = QCheckBox(_("Regular e&xpression"))
        self.case = QCheckBox(_("&Match case"))
        self.whole = QCheckBox(_("&Whole value"))
        self.regex.setChecked(is_regex)
        self._fill(field)
        self._connect()
        self.resize_within(980, 640)
        self.refresh()

    def _fill(self, field: str) -> None:
        for line in (self.wanted, self.new):
            line.setMaxLength(NO_LIMIT)
        for one in FIELDS:
            self.field.addItem(f"{_(one.title)} ({one.name})", one.name)
        self.field.addItem(_("All fields"), None)
        self.field.setCurrentIndex(max(self.field.findData(field), 0))
        self.field.setAccessibleName(_("Field"))
        self.regex.setToolTip(_("In the replacement \\1 or \\g<name> is what a group found."))
        places, boxes = QWidget(), QWidget()
        above, below = QHBoxLayout(places), QHBoxLayout(boxes)
        above.addWidget(self.field, 1)
        above.addWidget(self.scope, 1)
        for box in (self.regex, self.case, self.whole):
            below.addWidget(box)
        below.addStretch(1)
        for layout, room in ((above, theme.GRID), (below, theme.GRID * 2)):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(room)
        self.form.add(_("Find"), self.wanted)
        self.form.add(_("Replace with"), self.new)
        self.form.add(_("Where"), places)
        self.form.add_wide(boxes)

    def _connect(self) -> None:
        for line in (self.wanted, self.new):
            line.textChanged.connect(self.refresh)
        self.field.currentIndexChanged.connect(self.refresh)
        for box in (self.regex, self.case, self.whole):
            box.toggled.connect(self.refresh)
        self.wanted.setFocus()

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

    def _work(self) -> Work | None:
        wanted = self.search
        if not wanted.find and not (wanted.fills_blanks and wanted.field):
            return None
        try:
            if wanted.is_regex:
                compiled(wanted.find)
            changer(wanted)
        except SitemapError as error:
            self.note.say(describe(error, with_place=False), "warning")
            return None
        return partial(look, wanted)

    def _count_of(self, result: FileReplaced) -> int:
        return result.entries

    def _samples_of(self, result: FileReplaced) -> Sequence[Sample]:
        return result.samples

    def say(self) -> None:
        """Tell how much was found and what the button will do."""
        chosen = [self.results[number] for number in self.chosen]
        entries, files = sum(one.entries for one in chosen), len(chosen)
        self.set_verb(verb_text(entries, files) if entries else _("Replace"))
        self.verb.setEnabled(entries > 0 and not self.run.is_running and not self._timer.isActive())
        self.count.setText(self._found_text() if self.results else "")

    def _found_text(self) -> str:
        places = sum(one.occurrences for one in self.results.values())
        left = sum(one.left.total() for one in self.results.values())
        said = ngettext("{n} place found", "{n} places found", places)
        text = said.format(n=format_number(places))
        if not left:
            return text
        rest = ngettext("{n} value cannot be changed", "{n} values cannot be changed", left)
        return f"{text} · {rest.format(n=format_number(left))}"

    @property
    def request(self) -> SetReplaceRequest:
        """What is to be done."""
        chosen = [self.results[number] for number in self.chosen]
        return SetReplaceRequest(
            self.search,
            tuple(self.chosen_files),
            sum(one.entries for one in chosen),
            sum(one.size for one in chosen),
        )


def verb_text(entries: int, files: int) -> str:
    """What the button says: how many entries of how many files change."""
    said = ngettext("Replace in {n} entry of {files}", "Replace in {n} entries of {files}", entries)
    return said.format(n=format_number(entries), files=files_text(files))


def files_text(count: int) -> str:
    """A number of files, within a sentence."""
    return ngettext("{n} file", "{n} files", count).format(n=format_number(count))


def look(wanted: Search, doc: Document, _file: SetFile, progress: Progress) -> FileReplaced:
    """What replacing would change in a document; in a worker's thread."""
    has_field = wanted.field is None or wanted.field in [one.name for one in fields_of(doc.kind)]
    if doc.kind.is_feed or not has_field:
        return FileReplaced()
    found = find(doc, wanted, progress=progress)
    samples = tuple(
        Sample(int(doc.position_of(row.entry)) + 1, row.field, row.before, row.after)
        for row in found.rows[:MOST_SAMPLES]
    )
    entries = found.entry_count()
    return FileReplaced(entries, found.occurrences, doc.size_bytes, found.left, samples)

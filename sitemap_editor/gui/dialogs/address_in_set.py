"""Change address in all files: an index and its sitemaps move together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QLineEdit, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.inspector.field_editors import NO_LIMIT
from sitemap_editor.gui.over_set.each_file import Work
from sitemap_editor.gui.over_set.files import FilesInHand, SetFile
from sitemap_editor.operations.moving import PLACES as ALL_PLACES
from sitemap_editor.operations.moving import Found, Survey, survey
from sitemap_editor.operations.plans import Sample
from sitemap_editor.operations.prefixes import Move
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext

from .change_address import MOST_SHOWN, PLACES, place_text
from .replace_in_set import files_text
from .set_change import SetChangeDialog

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.support.jobs import Progress


@dataclass(frozen=True, slots=True)
class FileMoved:
    """What a move would change in one file of ``size`` bytes, place by place."""

    found: Survey
    size: int


@dataclass(frozen=True, slots=True)
class SetAddressRequest:
    """What is to be moved in which places of which files; ``count`` addresses change."""

    move: Move
    places: tuple[str, ...]
    files: tuple[SetFile, ...]
    count: int
    size: int


class AddressInSetDialog(SetChangeDialog):
    """Asks for the old and the new beginning of addresses; ``request`` is the answer."""

    def __init__(
        self,
        workspace: Workspace,
        hands: Sequence[FilesInHand],
        site: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """``site`` is how most addresses begin."""
        lead = _(
            "Scheme, host, port and folders at the beginning of addresses, in the index and its "
            "sitemaps at once. It is one step, which Undo takes back in all of them."
        )
        super().__init__(_("Change address in all files"), lead, workspace, hands, parent)
        self.old, self.new = QLineEdit(site), QLineEdit(site)
        self.boxes = {place: QCheckBox(_(PLACES[place])) for place in ALL_PLACES}
        self.said = {place: QLabel() for place in ALL_PLACES}
        self._move: Move | None = None
        self._fill()
        for line in (self.old, self.new):
            line.textChanged.connect(self.refresh)
        for box in self.boxes.values():
            box.toggled.connect(self._on_box_toggled)
        self.new.setFocus()
        self.new.selectAll()
        self.setMinimumHeight(600)
        self.resize_within(980, 700)
        self.refresh()

    def _fill(self) -> None:
        for line in (self.old, self.new):
            line.setMaxLength(NO_LIMIT)
            line.setPlaceholderText("https://www.example.com")
        places = QWidget()
        places.setAccessibleName(_("Where"))
        grid = QGridLayout(places)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.GRID * 2)
        grid.setVerticalSpacing(theme.GRID // 2)
        grid.setColumnStretch(1, 1)
        for row, (place, box) in enumerate(self.boxes.items()):
            box.setChecked(True)
            theme.set_role(self.said[place], "dim")
            grid.addWidget(box, row, 0)
            grid.addWidget(self.said[place], row, 1)
        self.form.add(_("From"), self.old)
        self.form.add(_("To"), self.new)
        self.form.add(_("Files"), self.scope)
        self.form.add(_("Where"), places)

    @property
    def places(self) -> tuple[str, ...]:
        """The places that are ticked."""
        return tuple(place for place, box in self.boxes.items() if box.isChecked())

    def _on_box_toggled(self, _is_on: bool) -> None:
        self.files.ticked.refresh()
        self._show_samples()
        self.say()

    def _work(self) -> Work | None:
        self._move = None
        old, new = self.old.text().strip(), self.new.text().strip()
        if not old or not new or old == new:
            return None
        try:
            self._move = Move(old, new)
        except SitemapError as error:
            self.note.say(describe(error, with_place=False), "warning")
            return None
        return partial(look, old, new)

    def _count_of(self, result: FileMoved) -> int:
        return sum(result.found[one].changed for one in self.places if one in result.found)

    def _samples_of(self, result: FileMoved) -> Sequence[Sample]:
        samples: list[Sample] = []
        for place in self.places:
            samples += result.found[place].samples if place in result.found else []
        samples.sort(key=lambda one: one.position or 0)
        return samples[:MOST_SHOWN]

    def say(self) -> None:
        """Tell what changes where, and what the button will do."""
        whole: Survey = {}
        for result in self.results.values():
            for place, found in result.found.items():
                whole.setdefault(place, Found()).count_in(found)
        for place, label in self.said.items():
            label.setText(place_text(whole[place]) if place in whole else "")
        numbers = self.chosen
        count = sum(self._count_of(self.results[number]) for number in numbers)
        said = ngettext("Change {n} address in {files}", "Change {n} addresses in {files}", count)
        told = said.format(n=format_number(count), files=files_text(len(numbers)))
        self.set_verb(told if count else _("Change address"))
        is_done = not self.run.is_running and not self._timer.isActive()
        self.verb.setEnabled(count > 0 and is_done and self._move is not None)

    @property
    def request(self) -> SetAddressRequest | None:
        """What is to be done; None as long as it cannot be."""
        if self._move is None:
            return None
        results = [self.results[number] for number in self.chosen]
        count, size = sum(map(self._count_of, results)), sum(one.size for one in results)
        return SetAddressRequest(self._move, self.places, tuple(self.chosen_files), count, size)


def look(old: str, new: str, doc: Document, _file: SetFile, progress: Progress) -> FileMoved:
    """What a move would change in a document; in a worker's thread."""
    if doc.kind.is_feed:
        return FileMoved({}, 0)
    return FileMoved(survey(doc, Move(old, new), progress), doc.size_bytes)

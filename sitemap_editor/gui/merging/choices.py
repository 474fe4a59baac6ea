"""What people choose when they merge: what is one page, which entry stays, whose values count."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import FormGrid, heading
from sitemap_editor.operations.deduplicating import EXACT
from sitemap_editor.operations.merging.wishes import (
    ALLOWED,
    DUPLICATES,
    KEEP_ALL,
    USUAL,
    WINNERS,
    MergeWish,
)
from sitemap_editor.support.i18n import N_, _

MATCHES = {
    "exact": N_("The same address"),
    "equivalent": N_("Equivalent addresses"),
    "probable": N_("Most likely one page"),
}
NEW, FIRST, UNLISTED = "new", "first", "unlisted"
MEDIA_TITLES = {
    "image": N_("Images"),
    "video": N_("Videos"),
    "news": N_("News"),
    "xhtml": N_("Languages"),
}
MOST_FILES = 12
"""Up to so many files each can be chosen as the one whose values count."""


class MergeChoices(QWidget):
    """Policies for pages in several files; ``changed`` when another is chosen."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.match = _combo({name: _(text) for name, text in MATCHES.items()}, EXACT)
        self.duplicates = _combo({name: _(text) for name, text in DUPLICATES.items()}, "newest")
        self.winners = {name: QComboBox() for name in ALLOWED}
        self.result = QComboBox()
        self._form = FormGrid()
        self._fill_winners(())
        self._assemble()

    def _assemble(self) -> None:
        own = FormGrid()
        own.add(_("Duplicates"), self.match)
        own.add(_("What stays is"), self.duplicates)
        own.add(_("Result"), self.result)
        for name, combo in self.winners.items():
            title = _(MEDIA_TITLES[name]) if name in MEDIA_TITLES else name
            self._form.add(title, combo)
            combo.currentIndexChanged.connect(lambda _row: self.changed.emit())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.GRID, 0)
        column.setSpacing(theme.GRID)
        column.addLayout(own)
        column.addWidget(heading(_("Whose values count")))
        column.addLayout(self._form)
        column.addStretch(1)
        self.match.currentIndexChanged.connect(lambda _row: self.changed.emit())
        self.duplicates.currentIndexChanged.connect(self._on_duplicates_changed)

    def _on_duplicates_changed(self) -> None:
        for combo in self.winners.values():
            combo.setEnabled(self.duplicates.currentData() != KEEP_ALL)
        self.changed.emit()

    # What depends on the files

    def show_files(self, names: Sequence[str]) -> None:
        """Let each of these files be chosen, in their order, where they are few."""
        self._fill_winners(names if len(names) <= MOST_FILES else ())

    def _fill_winners(self, names: Sequence[str]) -> None:
        for field, combo in self.winners.items():
            items = {one: _(WINNERS[one]) for one in ALLOWED[field]}
            for number, name in enumerate(names, 1):
                items[str(number)] = _("From {name}, where it has it").format(name=name)
            if [combo.itemText(n) for n in range(combo.count())] != list(items.values()):
                chosen = combo.currentData() or USUAL[field]
                with QSignalBlocker(combo):
                    _fill(combo, items, chosen if chosen in items else USUAL[field])

    def show_first(self, name: str, *, are_listed: bool = False) -> None:
        """Let the result go into the first file, when it has a name.

        ``are_listed``: an index names others, which it need not do any more.
        """
        chosen = self.result.currentData()
        items = {NEW: _("A new document")}
        if name:
            items[FIRST] = _("{name}, as one step").format(name=name)
        if name and are_listed:
            items[UNLISTED] = _("{name}; the others leave the index").format(name=name)
        with QSignalBlocker(self.result):
            _fill(self.result, items, chosen if chosen in items else NEW)

    # What is chosen

    @property
    def wish(self) -> MergeWish:
        """What becomes of pages in several files."""
        winners = {name: combo.currentData() for name, combo in self.winners.items()}
        return MergeWish(self.duplicates.currentData(), self.match.currentData(), winners)

    @property
    def is_into_first(self) -> bool:
        """Whether the result is one step of the first document."""
        return self.result.currentData() in (FIRST, UNLISTED)

    @property
    def is_unlisting(self) -> bool:
        """Whether the index no longer names the others."""
        return bool(self.result.currentData() == UNLISTED)


def _combo(items: dict[str, str], chosen: str) -> QComboBox:
    combo = QComboBox()
    _fill(combo, items, chosen)
    return combo


def _fill(combo: QComboBox, items: dict[str, str], chosen: str) -> None:
    combo.clear()
    for name, text in items.items():
        combo.addItem(text, name)
    combo.setCurrentIndex(max(0, combo.findData(chosen)))

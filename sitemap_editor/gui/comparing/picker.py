"""Chooses one side of a comparison: from what is at hand, or any file or folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QWidget

from sitemap_editor.gui.lists.narrow_combo import NarrowCombo
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import FileFilter, Interaction

from .sides import Side, of_path

FILE, FOLDER = "file", "folder"
"""Choices that ask for a place."""

NOTHING = "nothing"
LEAST_LETTERS = 16
POPUP_MARGIN = 24


class SidePicker(NarrowCombo):
    """What is on one side; ``chosen``, when people choose another, carries what it was before."""

    chosen = Signal(object)

    def __init__(
        self,
        name: str,
        interaction: Interaction,
        folder: Path | None,
        parent: QWidget | None = None,
    ) -> None:
        """``folder`` is where people look first."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setMinimumContentsLength(LEAST_LETTERS)
        self._interaction = interaction
        self._folder = folder
        self._sides: list[Side] = []
        self._side: Side | None = None
        self.activated.connect(self._on_activated)

    @property
    def side(self) -> Side | None:
        """What is chosen."""
        return self._side

    def show_sides(self, sides: Sequence[Side], chosen: Side | None) -> None:
        """Offer these, and what was chosen besides."""
        own = [side for side in self._sides if side.key not in {one.key for one in sides}]
        self._sides = [*sides, *own]
        self.choose(chosen)

    def choose(self, side: Side | None) -> None:
        """Choose a side without telling anybody; it is offered from now on."""
        if side is not None and side.key not in {one.key for one in self._sides}:
            self._sides.append(side)
        self._side = side
        self._fill()

    def add_path(self, path: Path) -> None:
        """Choose a file or folder."""
        before = self._side
        same = next((side for side in self._sides if side.path == path), None)
        self.choose(same or of_path(path))
        self.chosen.emit(before)

    def _fill(self) -> None:
        with QSignalBlocker(self):
            self.clear()
            if self._side is None:
                self.addItem(_("Choose…"), NOTHING)
            for side in self._sides:
                self.addItem(side.title, side.key)
                self.setItemData(self.count() - 1, side.tip, Qt.ItemDataRole.ToolTipRole)
            self.insertSeparator(self.count())
            self.addItem(_("A file: sitemap, index, ZIP or list…"), FILE)
            self.addItem(_("A folder of sitemaps…"), FOLDER)
            index = self.findData(self._side.key) if self._side is not None else 0
            self.setCurrentIndex(index)
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + POPUP_MARGIN)
        self.setToolTip(self._side.tip if self._side is not None else "")

    def _on_activated(self, index: int) -> None:
        key = self.itemData(index)
        if key in (FILE, FOLDER):
            self.choose(self._side)  # what is shown until something else is chosen
            self.ask_file() if key == FILE else self.ask_folder()
            return
        side = next((one for one in self._sides if one.key == key), None)
        if side is not None and side is not self._side:
            before = self._side
            self.choose(side)
            self.chosen.emit(before)

    def ask_file(self) -> None:
        """Let people choose a file."""
        filters = (
            FileFilter(_("Sitemaps"), (".xml", ".xml.gz", ".gz", ".txt", ".bak", ".zip")),
            FileFilter(_("Lists"), (".csv", ".tsv", ".txt", ".xlsx", ".ods", ".zip", ".jsonl")),
            FileFilter(_("All files"), ("",)),
        )
        paths = self._interaction.ask_open_paths(
            _("Choose what to compare with"), self._folder, filters
        )
        if paths:
            self.add_path(paths[0])

    def ask_folder(self) -> None:
        """Let people choose a folder."""
        path = self._interaction.ask_folder(_("Choose a folder of sitemaps"), self._folder)
        if path is not None:
            self.add_path(path)

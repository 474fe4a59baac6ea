"""What kind of list it is: which program wrote it, and mappings kept for lists like it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import name_button
from sitemap_editor.operations.importing.presets import TITLES, preset_of
from sitemap_editor.support.i18n import _

from .narrow_combo import NarrowCombo
from .section import Section, choose

if TYPE_CHECKING:
    from sitemap_editor.operations.importing.saved import Saved


class KindSection(Section):
    """``preset_chosen`` carries a name of TITLES, ``kept_chosen`` a Saved or None."""

    preset_chosen = Signal(str)
    kept_chosen = Signal(object)
    keep_requested = Signal()
    forget_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("What list it is"), parent)
        self.preset = NarrowCombo()
        self.note = QLabel()
        self.kept = NarrowCombo()
        self.keep = QPushButton()
        self.forget = QPushButton()
        for name, title in sorted(TITLES.items(), key=lambda item: _(item[1]).casefold()):
            self.preset.addItem(_(title), name)
        self.preset.setMaxVisibleItems(len(TITLES))
        self.note.setWordWrap(True)
        theme.set_role(self.note, "dim")
        name_button(self.keep, _("Keep these choices…"))
        name_button(self.forget, _("Forget them"))
        for button in (self.keep, self.forget):
            theme.set_role(button, "link")
            button.setAutoDefault(False)
        self.add(self.preset, _("Export of"))
        self.add(self.note)
        self.add(self.kept, _("Choices kept for lists like this"))
        row = QHBoxLayout()
        row.setSpacing(theme.GRID * 2)
        row.addWidget(self.keep)
        row.addWidget(self.forget)
        row.addStretch(1)
        self.column.addLayout(row)
        self._connect()

    def _connect(self) -> None:
        self.preset.activated.connect(
            lambda _index: self.preset_chosen.emit(self.preset.currentData())
        )
        self.kept.activated.connect(lambda _index: self._on_kept_activated())
        self.keep.clicked.connect(lambda: self.keep_requested.emit())
        self.forget.clicked.connect(
            lambda: self.forget_requested.emit(self.kept.currentData().name)
        )

    def _on_kept_activated(self) -> None:
        self.forget.setVisible(self.kept.currentData() is not None)
        self.kept_chosen.emit(self.kept.currentData())

    def show_preset(self, name: str) -> None:
        """Show for what the list is taken."""
        choose(self.preset, name)
        preset = preset_of(name)
        note = _(preset.note) if preset is not None else ""
        self.note.setText(note)
        self.note.setVisible(bool(note))

    def offer(self, kept: Sequence[Saved], chosen: str = "") -> None:
        """Offer what was kept for lists with the same columns."""
        self.kept.clear()
        self.kept.addItem(_("None: as it was found out"), None)
        for one in kept:
            self.kept.addItem(one.name, one)
        names = [one.name for one in kept]
        self.kept.setCurrentIndex(names.index(chosen) + 1 if chosen in names else 0)
        self.set_shown(self.kept, bool(kept))
        self.forget.setVisible(chosen in names)

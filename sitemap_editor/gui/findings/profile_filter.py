"""The button that limits the list to rules that some profiles ask for."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.gui.profiles import profiles_text
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.support.i18n import _


class ProfileFilter(QToolButton):
    """Says whose rules are listed, and lets choose; ``changed`` carries a frozenset of names."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "chip")
        self.chosen: frozenset[str] = frozenset()
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        name_menu(menu, _("Who asks for the rule"))
        menu.aboutToShow.connect(self._fill)
        self.setMenu(menu)
        self._show()

    def choose(self, names: frozenset[str]) -> None:
        """List the rules that one of these profiles asks for; none at all are all."""
        if names != self.chosen:
            self.chosen = names
            self._show()
            self.changed.emit(names)

    def _show(self) -> None:
        ordered = [name for name in PROFILES if name in self.chosen]
        shown = profiles_text(ordered) if ordered else _("Asked by")
        self.setText(_("{choice} ▾").format(choice=shown))
        every = ", ".join(_(PROFILES[name].title) for name in ordered) or _("anybody")
        said = _("Rules asked for by: {profiles}").format(profiles=every)
        self.setAccessibleName(said)
        self.setToolTip(said)
        # A chip with a choice looks chosen, as in the line above the table.
        self.setCheckable(bool(ordered))
        self.setChecked(bool(ordered))

    def _fill(self) -> None:
        menu = self.menu()
        menu.clear()
        every = menu.addAction(_("Anybody"))
        every.setCheckable(True)
        every.setChecked(not self.chosen)
        every.triggered.connect(lambda: self.choose(frozenset()))
        menu.addSeparator()
        for name, profile in PROFILES.items():
            action = menu.addAction(_(profile.title))
            action.setObjectName(f"asked_by.{name}")
            action.setCheckable(True)
            action.setChecked(name in self.chosen)
            action.triggered.connect(lambda _on, name=name: self.choose(self.chosen ^ {name}))

"""The question above the files: in which folder the sitemaps of an index are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.sets.prefixes import common_prefix
from sitemap_editor.gui.wrapped_label import Wrapped
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.gui.sets.open_set import OpenSet


class FolderLine(QFrame):
    """Asks which folder is published at an address.

    ``folder_requested`` carries the set and the address: let people choose the folder.
    """

    folder_requested = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Where the sitemaps are"))
        theme.set_role(self, "info_card")
        self._set: OpenSet | None = None
        self._question = Wrapped(_("Which folder holds the sitemaps of this index?"))
        self.prefix = QLineEdit()
        self.prefix.setAccessibleName(_("Public address of the folder"))
        self.prefix.setToolTip(_("The folder is published at this address."))
        self.choose = QPushButton(_("Choose the folder…"))
        self.choose.setAccessibleName(_("Choose the folder…"))
        self.choose.clicked.connect(self._on_choose_clicked)
        self._close = QToolButton()
        self._close.setIcon(icons.icon("close"))
        self._close.setAccessibleName(_("Do not ask"))
        self._close.setToolTip(_("Do not ask"))
        self._close.clicked.connect(self._on_close_clicked)
        self._assemble()
        self.hide()

    def _assemble(self) -> None:
        outer = QVBoxLayout(self)
        edge = theme.GRID // 2
        outer.setContentsMargins(theme.GRID, edge, edge, theme.GRID)
        outer.setSpacing(edge)
        head = QHBoxLayout()
        head.addWidget(self._question, 1)
        head.addWidget(self._close)
        outer.addLayout(head)
        outer.addWidget(self.prefix)
        outer.addWidget(self.choose)

    def set_set(self, one: OpenSet | None) -> None:
        """Ask about this set; None asks nothing."""
        if one is self._set and one is None:
            return
        if one is not self._set and one is not None:
            guess = common_prefix([row.member.address for row in one.rows])
            self.prefix.setText(one.mapping.prefix if one.mapping is not None else guess)
            self.prefix.setCursorPosition(0)
        self._set = one
        self.setVisible(one is not None)

    def _on_choose_clicked(self) -> None:
        if self._set is not None:
            self.folder_requested.emit(self._set, self.prefix.text().strip())

    def _on_close_clicked(self) -> None:
        if self._set is not None:
            self._set.do_not_ask()


def folder_of(one: OpenSet) -> Path:
    """Where to begin to look for a folder."""
    return one.source if one.source.is_dir() else one.source.parent

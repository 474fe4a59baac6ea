"""What can be chosen in the properties: how a file is written, and whose rules count."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QMenu, QToolButton, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.gui.profiles import profiles_text, toggled
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.support.i18n import _

from .base import FormGrid, fact

if TYPE_CHECKING:
    from sitemap_editor.markup.encoding import Source

UTF_8 = "utf-8"


class WritingChoices:
    """Encoding, byte order mark and compression; each answer is None when it stays as it is."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.utf8 = QCheckBox(_("Convert to UTF-8"))
        self.bom = QCheckBox(_("Byte order mark (BOM)"))
        self.gzip = QCheckBox(_("Compress (gzip)"))
        self.bom.setChecked(source.has_bom)
        self.gzip.setChecked(bool(source.gzip_layers))
        self.utf8.toggled.connect(self._refresh)
        self._refresh()

    def add_to(self, form: FormGrid) -> None:
        """Put the rows into a form."""
        form.add(_("Encoding"), fact(encoding_text(self._source)))
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        for choice in (self.utf8, self.bom, self.gzip):
            column.addWidget(choice)
        form.add_wide(box)

    def _refresh(self) -> None:
        """Offer UTF-8 to a file that is not, and a mark where one is optional."""
        is_other = self._source.encoding != UTF_8
        self.utf8.setVisible(is_other)
        self.bom.setVisible(not is_other or self.utf8.isChecked())
        if is_other:
            self.bom.setChecked(False)

    @property
    def encoding(self) -> str | None:
        """The encoding to convert to."""
        return UTF_8 if self.utf8.isChecked() else None

    @property
    def has_bom(self) -> bool | None:
        """Whether there is to be a byte order mark."""
        is_other = self._source.encoding != UTF_8
        if is_other and not self.utf8.isChecked():
            return None
        wanted = self.bom.isChecked()
        return None if not is_other and wanted == self._source.has_bom else wanted

    @property
    def is_gzip(self) -> bool | None:
        """Whether the file is to be compressed."""
        wanted = self.gzip.isChecked()
        return None if wanted == bool(self._source.gzip_layers) else wanted


def encoding_text(source: Source) -> str:
    """The encoding of a file in words."""
    encoding = source.encoding.upper()
    if source.guessed:
        return _("{encoding} (guessed)").format(encoding=encoding)
    return encoding


class ProfileChoice(QToolButton):
    """A menu of the profiles; ``changed`` are those chosen, None when they are the same."""

    def __init__(self, chosen: tuple[str, ...]) -> None:
        super().__init__()
        self._before = self.chosen = chosen
        theme.set_role(self, "chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip(_("They count for all open files."))
        menu = QMenu(_("Whose rules count"), self)
        name_menu(menu)
        self.profile_actions = {}
        for name, profile in PROFILES.items():
            action = menu.addAction(_(profile.title))
            action.setCheckable(True)
            action.triggered.connect(partial(self._toggle, name))
            self.profile_actions[name] = action
        self.setMenu(menu)
        self._show()

    @property
    def changed(self) -> tuple[str, ...] | None:
        """The profiles chosen when they are others than before."""
        return None if self.chosen == self._before else self.chosen

    def _toggle(self, name: str, _is_on: bool = False) -> None:
        self.chosen = toggled(self.chosen, name)
        self._show()

    def _show(self) -> None:
        text = profiles_text(self.chosen)
        self.setText(f"{text} ▾")
        said = _("Whose rules count: {profiles}").format(profiles=text)
        self.setAccessibleName(said)
        for name, action in self.profile_actions.items():
            action.setChecked(name in self.chosen)
            action.setEnabled(self.chosen != (name,))

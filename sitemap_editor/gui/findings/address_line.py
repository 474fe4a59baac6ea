"""The question above the findings: where the file will be published."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.elided_label import ElidedLabel
from sitemap_editor.support.i18n import _


class AddressLine(QFrame):
    """Asks for the file's public address; ``answered`` carries it, ``dismissed`` asks no more."""

    answered = Signal(str)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Public address of this file"))
        theme.set_role(self, "info_card")
        self._question = ElidedLabel(_("Public address of this file?"))
        self._question.setToolTip(
            _("Some rules compare addresses with the place where the file is published.")
        )
        self.field = QLineEdit()
        self.field.setAccessibleName(_("Public address of this file"))
        self.field.returnPressed.connect(self._on_answered)
        self.field.textChanged.connect(self._on_text_changed)
        self.use = QPushButton(_("Use it"))
        self.use.setAccessibleName(self.use.text())
        self.use.clicked.connect(self._on_answered)
        self.use.setEnabled(False)
        close = QToolButton()
        close.setIcon(icons.icon("close"))
        close.setAccessibleName(_("Do not ask"))
        close.setToolTip(_("Do not ask"))
        close.clicked.connect(lambda: self.dismissed.emit())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(theme.GRID, 2, 2, 2)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self._question)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.use)
        layout.addWidget(close)

        self.set_narrow(False)

    def set_narrow(self, is_narrow: bool) -> None:
        """Ask within the field where there is no room beside it."""
        example = "https://www.example.com/sitemap.xml"
        self._question.setVisible(not is_narrow)
        self.field.setPlaceholderText(self._question.text() if is_narrow else example)

    def _on_text_changed(self, text: str) -> None:
        self.use.setEnabled(is_web_address(text.strip()))

    def _on_answered(self) -> None:
        text = self.field.text().strip()
        if is_web_address(text):
            self.answered.emit(text)


def is_web_address(text: str) -> bool:
    """Whether ``text`` looks like an absolute web address."""
    scheme, colon, rest = text.partition("://")
    return bool(colon and rest.strip("/")) and scheme.lower() in ("http", "https")

"""One line of text, asked for by a command."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QWidget

from sitemap_editor.gui.inspector.field_editors import NO_LIMIT
from sitemap_editor.support.i18n import _

from .base import SheetDialog


class TextLineDialog(SheetDialog):
    """Asks for one line; ``text`` is the answer."""

    def __init__(
        self,
        question: str,
        title: str = "",
        text: str = "",
        verb: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title or question, question if title else "", parent)
        self.setMinimumWidth(440)
        self.set_verb(verb or _("Continue"))
        self.field = QLineEdit()
        self.field.setMaxLength(NO_LIMIT)
        self.field.setText(text)
        self.field.setAccessibleName(question)
        self.field.selectAll()
        self.body.addWidget(self.field)

    @property
    def text(self) -> str:
        """What was written."""
        return self.field.text().strip()

"""A fault in the program itself: what happened, that the documents are safe, and what to do."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Choice

from .message import MessageDialog

CONTINUE, SAVE_COPIES, QUIT = "continue", "save_copies", "quit"


class FaultDialog(MessageDialog):
    """``answer``: go on, save copies of the changed documents first, or end the program."""

    def __init__(
        self, text: str, details: str, can_save: bool = True, parent: QWidget | None = None
    ) -> None:
        choices = [
            Choice(QUIT, _("Quit")),
            Choice(SAVE_COPIES, _("Save copies…"), is_default=can_save),
            Choice(CONTINUE, _("Continue"), is_default=not can_save, is_cancel=True),
        ]
        if not can_save:
            del choices[1]
        said = [
            text,
            _("The open documents are still there, and nothing was written to disk."),
            _("Save copies of changed documents before you go on.") if can_save else "",
        ]
        super().__init__(
            _("Something went wrong in the program"),
            "\n".join(line for line in said if line),
            choices,
            details,
            parent,
            is_report=True,
        )
        self.setMinimumWidth(620)
        theme.set_role(self.heading, "title")

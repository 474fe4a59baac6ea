"""A question with verbs for answers, and the message of an error whose details can be copied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Choice, cancel_of

from .base import SheetDialog

WIDTH = 480
MAX_LINES = 10
LINE_LENGTH = 52
"""Characters of the fixed-width font that fit a line of the details."""

PADDING = 24


class MessageDialog(SheetDialog):
    """Says or asks something; ``answer`` is the id of the choice made."""

    def __init__(
        self,
        title: str,
        text: str,
        choices: Sequence[Choice],
        details: str = "",
        parent: QWidget | None = None,
        *,
        is_report: bool = False,
    ) -> None:
        """``is_report``: the details are for a report rather than for the decision."""
        super().__init__(title or text, text if title else "", parent)
        self.setMinimumWidth(WIDTH)
        # What is to be decided is no side remark.
        theme.set_role(self.lead, "")
        self.answer = cancel_of(choices)
        self.details = details
        if details:
            self._add_details(details, is_report)
        self.cancel.setVisible(False)
        self.set_verb("")
        for choice in choices:
            self._add_choice(choice)

    def _add_details(self, details: str, is_report: bool) -> None:
        area = QPlainTextEdit(details)
        area.setReadOnly(True)
        area.setAccessibleName(_("Details"))
        lines = min(sum(1 + len(line) // LINE_LENGTH for line in details.split("\n")), MAX_LINES)
        self.body.addWidget(area)
        if is_report:
            area.setFont(theme.monospace_font())
        area.setFixedHeight(lines * area.fontMetrics().lineSpacing() + PADDING)
        if not is_report:
            return
        copying = self.add_button(_("Copy details"), self.copy_details, at=0)
        theme.set_role(copying, "link")

    def _add_choice(self, choice: Choice) -> None:
        button = self.add_button(choice.label, lambda: self._choose(choice.id))
        if choice.is_default:
            button.setDefault(True)
            theme.set_role(button, "danger" if choice.is_destructive else "primary")
            button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif choice.is_destructive:
            theme.set_role(button, "danger")

    def _choose(self, answer: str) -> None:
        self.answer = answer
        self.accept()

    def copy_details(self) -> None:
        """Put everything that is said into the clipboard."""
        text = "\n\n".join([self.heading.text(), self.lead.text(), self.details]).strip()
        QGuiApplication.clipboard().setText(text)


def plain_label(text: str) -> QLabel:
    """A sentence in the body of a dialog."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label

"""What is wrong in an entry, one card a finding, with what can be done about it."""

from __future__ import annotations

import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.flow_layout import FlowLayout
from sitemap_editor.gui.icons import icon
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.support.i18n import _

ZERO_WIDTH_SPACE = "\u200b"
_UNBROKEN = re.compile(r"[^\s/?&=_.,;:-]{1,18}[/?&=_.,;:-](?=\S)|[^\s/?&=_.,;:-]{18}(?=\S)")


class FindingCard(QFrame):
    """One finding; its signals carry the code of its rule."""

    fix_requested = Signal(str)
    help_requested = Signal(str)

    def __init__(self, finding: Finding, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.finding = finding
        theme.set_role(self, f"{finding.severity}_card")
        self.setAccessibleName(title)
        self.setAccessibleDescription(finding.message)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(self._title_row(title))
        self.message = Wrapped(finding.message)
        layout.addWidget(self.message)
        layout.addLayout(self._buttons())
        copy = QAction(icon("copy"), _("Copy this text"), self)
        copy.triggered.connect(self._on_copy_triggered)
        self.addAction(copy)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _on_copy_triggered(self) -> None:
        QApplication.clipboard().setText(self.finding.message)

    def _title_row(self, title: str) -> QHBoxLayout:
        severity = str(self.finding.severity)
        mark = QLabel(theme.SEVERITY_MARKS[severity])
        mark.setAccessibleName(severity_word(severity))
        theme.set_role(mark, severity)
        self.title = Wrapped(title)
        theme.set_role(self.title, f"{severity}_title")
        row = QHBoxLayout()
        row.setSpacing(6)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.title, 1)
        return row

    def _buttons(self) -> FlowLayout:
        row = FlowLayout()
        code = self.finding.code
        self.fix_button: QPushButton | None = None
        if self.finding.fix is not FixKind.NONE:
            # An ellipsis where more will be asked.
            text = _("Fix") if self.finding.fix is FixKind.SAFE else _("Fix…")
            self.fix_button = QPushButton(text)
            theme.set_role(self.fix_button, "primary")
            self.fix_button.clicked.connect(lambda: self.fix_requested.emit(code))
            row.addWidget(self.fix_button)
        self.why_button = QPushButton(_("Why"))
        self.why_button.setAccessibleDescription(_("Show the help page of this rule"))
        self.why_button.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.set_role(self.why_button, "link")
        self.why_button.clicked.connect(lambda: self.help_requested.emit(code))
        row.addWidget(self.why_button)
        return row


def severity_word(severity: str) -> str:
    """A severity in words, for those who do not see its sign."""
    return {"error": _("Error"), "warning": _("Warning")}.get(severity, _("Information"))


class Wrapped(QLabel):
    """A text that breaks anywhere it must, and never asks for room sideways."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.setText(breakable(text))
        self.setAccessibleName(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())


def breakable(text: str) -> str:
    """The text with invisible places to break in what has no spaces, such as addresses."""
    return _UNBROKEN.sub(lambda found: found[0] + ZERO_WIDTH_SPACE, text)

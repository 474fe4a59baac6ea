"""The right side of a dialog: a card with a heading and text as it will be written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.elided_label import ElidedLabel


class PreviewPane(QFrame):
    """Text that can be looked at and copied, not changed."""

    def __init__(self, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        label = ElidedLabel(heading, Qt.TextElideMode.ElideMiddle)
        theme.set_role(label, "heading")
        self.area = QPlainTextEdit()
        self.area.setReadOnly(True)
        self.area.setFont(theme.monospace_font())
        self.area.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setAccessibleName(heading)
        theme.set_role(self.area, "plain")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.GRID * 3 // 2, theme.GRID, 2, 2)
        layout.addWidget(label)
        layout.addWidget(self.area, 1)

    def show_text(self, text: str) -> None:
        """Show ``text`` from its beginning."""
        self.area.setPlainText(text)

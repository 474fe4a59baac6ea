"""The right side of a dialog: a card with a heading and text as it will be written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextBrowser, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.elided_label import ElidedLabel


class PreviewPane(QFrame):
    """Text that can be looked at and copied, not changed."""

    def __init__(self, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(heading)
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
        self.page: QTextBrowser | None = None

    def show_text(self, text: str) -> None:
        """Show ``text`` from its beginning."""
        self.area.setPlainText(text)
        self.area.setVisible(True)
        if self.page is not None:
            self.page.setVisible(False)

    def show_page(self, html: str) -> None:
        """Show a page about as a browser would, from its beginning; it leads nowhere."""
        if self.page is None:
            self.page = self._make_page()
        self.page.document().setDefaultStyleSheet(_page_style())
        self.page.setHtml(html)
        self.page.setVisible(True)
        self.area.setVisible(False)

    def _make_page(self) -> QTextBrowser:
        page = QTextBrowser()
        page.setOpenLinks(False)
        page.setFrameShape(QFrame.Shape.NoFrame)
        page.setAccessibleName(self.area.accessibleName())
        theme.set_role(page, "plain")
        layout = self.layout()
        assert layout is not None
        layout.addWidget(page)
        return page


def _page_style() -> str:
    roles = ("error", "warning", "info")
    marks = "".join(f".{role} {{ color: {theme.color(role).name()}; }}" for role in roles)
    dim, accent = theme.color("dim_text").name(), theme.color("accent").name()
    lists = "th, caption { text-align: left; } .counts { list-style: none; }"
    return f"{marks} {lists} .dim, dt, caption, th {{ color: {dim}; }} a {{ color: {accent}; }}"

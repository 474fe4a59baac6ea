"""The question that New asks: which kind of document."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QLabel, QRadioButton, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _

from .base import SheetDialog

TEXT_INDENT = 29
"""Where the text of a choice begins, behind its circle."""


class NewDocumentDialog(SheetDialog):
    """Asks for the kind; ``kind`` is the answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            _("New document"), _("It is not written to disk until you save it."), parent
        )
        self.setMinimumWidth(460)
        self.set_verb(_("Create"))
        self._group = QButtonGroup(self)
        self.choices: dict[Kind, QRadioButton] = {}
        for kind, title, text in _kinds():
            self._add_kind(kind, title, text)
        self.choices[Kind.URLSET].setChecked(True)
        self.choices[Kind.URLSET].setFocus()

    def _add_kind(self, kind: Kind, title: str, text: str) -> None:
        button = QRadioButton(title)
        button.setAccessibleDescription(text)
        explanation = QLabel(text)
        explanation.setWordWrap(True)
        explanation.setBuddy(button)
        explanation.setContentsMargins(TEXT_INDENT, 0, 0, theme.GRID)
        theme.set_role(explanation, "dim")
        self._group.addButton(button)
        self.choices[kind] = button
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(explanation)
        self.body.addLayout(column)

    @property
    def kind(self) -> Kind:
        """The kind chosen."""
        return next(kind for kind, button in self.choices.items() if button.isChecked())


def _kinds() -> tuple[tuple[Kind, str, str], ...]:
    return (
        (Kind.URLSET, _("Sitemap"), _("Pages with date, change frequency and priority (XML).")),
        (
            Kind.SITEMAPINDEX,
            _("Sitemap index"),
            _("A list of sitemaps, for sites with more than 50,000 pages (XML)."),
        ),
        (Kind.TEXT, _("List of addresses"), _("One address a line, nothing else (text).")),
        (
            Kind.ROBOTS,
            _("robots.txt"),
            _("What crawlers may fetch, and where the sitemaps are (text)."),
        ),
    )

"""Which entries an export is about: all, those the table shows, or those selected in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QWidget

from sitemap_editor.formats import Target, leaves_out
from sitemap_editor.formats.xlsx import LINKS, MAX_LINKS, MAX_ROWS
from sitemap_editor.gui.scopes import Scope
from sitemap_editor.support.i18n import _, format_number

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.formats import Options


class ScopeChoice(QComboBox):
    """Lets people choose among scopes; ``scope`` is the one chosen."""

    def __init__(self, scopes: Sequence[Scope], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scopes = scopes
        for scope in scopes:
            text = _("{title} ({n})").format(title=scope.title, n=format_number(scope.count))
            self.addItem(text)

    @property
    def scope(self) -> Scope:
        """The entries chosen."""
        return self._scopes[max(self.currentIndex(), 0)]


def limits_text(doc: Document, target: Target, options: Options, count: int) -> list[str]:
    """What does not fit into a format, or is left out of it, before it is written."""
    texts = []
    if target.format.id == "xlsx":
        if count >= MAX_ROWS:
            text = _("A sheet of Excel ends at {most} rows. Choose CSV, or fewer entries.")
            texts.append(text.format(most=format_number(MAX_ROWS)))
        elif count > MAX_LINKS and LINKS.of(options):
            text = _("Excel allows {most} links in a sheet, so these addresses are plain text.")
            texts.append(text.format(most=format_number(MAX_LINKS)))
    if leaves_out(doc, target):
        texts.append(_("Entries without an address are left out."))
    return texts


def is_too_much(target: Target, count: int) -> bool:
    """Whether a format cannot hold so many entries."""
    return target.format.id == "xlsx" and count >= MAX_ROWS

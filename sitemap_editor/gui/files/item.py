"""One line of the Files panel as an item: what it shows is read when it is asked for."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem

from sitemap_editor.gui.files.delegate import (
    CLOSABLE_ROLE,
    COUNTS_ROLE,
    DIM_ROLE,
    EDITED_ROLE,
    ICON_ROLE,
    LINK_ROLE,
    SECOND_ROLE,
    SESSION_ROLE,
    SHARE_ROLE,
)
from sitemap_editor.gui.sets import words
from sitemap_editor.gui.sets.tree import Node
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _

ADD, FLATTEN, FOLDER = "add", "flatten", "folder"
"""What the link of a line does."""

_ICONS = {
    "urlset": "file",
    "sitemapindex": "index",
    "text": "text-list",
    "robots": "robots",
    "rss": "feed",
    "atom": "feed",
}


class FileItem(QStandardItem):
    """A line; ``node`` may be another one for the same thing."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node

    def data(self, role: int = Qt.ItemDataRole.UserRole + 1) -> object:
        """What is shown now."""
        read = _READ.get(role)
        return read(self.node) if read is not None else super().data(role)


def link_of(node: Node) -> str:
    """What can be done about a line with one click; empty for nothing."""
    row = node.row
    if row is None or node.set is None:
        return ""
    if row.member.state == "unnamed" and not row.belongs:
        return ADD if node.set.root is not None and node.set.can_name(row) else ""
    if row.member.state == "elsewhere":
        return "" if node.set.asks_for_folder else FOLDER
    return FLATTEN if node.set.is_nested(row) else ""


def _link(node: Node) -> str:
    shown = {ADD: _("Add"), FLATTEN: _("Flatten"), FOLDER: _("Folder…")}
    return shown.get(link_of(node), "")


def _icon(node: Node) -> str:
    if node.session is not None:
        return _ICONS[node.session.doc.kind]
    if node.row is None:
        return "folder"
    row = node.row
    if not row.is_there:
        return "file-missing" if row.path is None else "file"
    return _ICONS.get(row.kind or "", "file")


def _is_dim(node: Node) -> bool:
    return node.row is not None and node.session is None


def _is_edited(node: Node) -> bool:
    return node.session is not None and node.session.is_modified


_READ: dict[int, Callable[[Node], object]] = {
    int(Qt.ItemDataRole.DisplayRole): words.name_of,
    int(Qt.ItemDataRole.ToolTipRole): lambda node: plain_tooltip(words.tooltip(node)),
    int(Qt.ItemDataRole.AccessibleTextRole): words.spoken,
    SESSION_ROLE: lambda node: node.session,
    ICON_ROLE: _icon,
    COUNTS_ROLE: words.counts_of,
    EDITED_ROLE: _is_edited,
    DIM_ROLE: _is_dim,
    SECOND_ROLE: words.short_text,
    SHARE_ROLE: words.share_of,
    LINK_ROLE: _link,
    CLOSABLE_ROLE: lambda node: node.session is not None or node.is_top,
}

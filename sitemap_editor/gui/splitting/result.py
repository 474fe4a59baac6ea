"""The right side of "Split": the tree of the files that will be written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.dialogs.base import heading
from sitemap_editor.gui.dialogs.message import plain_label
from sitemap_editor.operations.splitting.planning import Part
from sitemap_editor.operations.splitting.telling import count_text, group_text, size_text, sum_text
from sitemap_editor.support.i18n import _, format_number, ngettext

from .work import Outlook

MOST_ROWS = 1_000
"""Files that are listed; nobody looks at more, and each costs time at every change."""

LEAST_WIDTH = 320

_NAME, _COUNT, _SIZE, _PACKED = range(4)


class ResultPane(QFrame):
    """Index, files and robots.txt with entries and bytes, and that nothing is lost."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.tree = QTreeWidget()
        self.tree.setAccessibleName(_("Result"))
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(theme.GRID * 2)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setHeaderLabels([_("File"), _("Entries"), _("Size"), _("Compressed")])
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(theme.GRID * 8)
        header.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        for column in (_COUNT, _SIZE, _PACKED):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
            self.tree.headerItem().setTextAlignment(column, _RIGHT)
        self.sum = plain_label("")
        theme.set_role(self.sum, "dim")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.GRID, theme.GRID, theme.GRID, theme.GRID)
        layout.addWidget(heading(_("Result")))
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.sum)
        self._layout = layout
        self._old: list[tuple[QTreeWidgetItem, str]] = []
        self.setMinimumWidth(LEAST_WIDTH)
        self.show_outlook(None)

    def add_question(self, box: QWidget) -> None:
        """Ask something about the files, below them."""
        self._layout.addWidget(box)

    def show_outlook(self, outlook: Outlook | None) -> None:
        """Show what would be written; None: that cannot be told."""
        self.tree.clear()
        self._old = []
        self.sum.setText(sum_text(outlook.plan) if outlook is not None else "")
        if outlook is None:
            return
        plan = outlook.plan
        self.tree.setColumnHidden(_PACKED, not plan.is_packed)
        existing = {path.name for path in outlook.existing}
        root = _item(
            _named(plan.index_name, existing),
            count_text(len(plan.parts)),
            size_text(plan.index_size),
            icon="index",
        )
        listed = [(group, part) for group in plan.groups for part in group.parts][:MOST_ROWS]
        for group, part in listed:
            root.addChild(_part_item(part, existing, group_text(group), plan.is_packed))
        if len(plan.parts) > len(listed):
            root.addChild(_item(_more(len(plan.parts) - len(listed)), "", ""))
        self.tree.addTopLevelItem(root)
        root.setExpanded(True)
        if outlook.robots is not None:
            self.tree.addTopLevelItem(_robots_item(outlook))
        self._show_old(outlook)

    def _show_old(self, outlook: Outlook) -> None:
        """List the files of an earlier split that the new index does not name."""
        names = [path.name for path in outlook.leftovers]
        self._old = [(_old_item(name), name) for name in names[:MOST_ROWS]]
        self.tree.addTopLevelItems([item for item, _name in self._old])
        if len(names) > len(self._old):
            self.tree.addTopLevelItem(_item(_more(len(names) - len(self._old)), "", ""))
        self.show_removal(False)

    def show_removal(self, is_removing: bool) -> None:
        """Say whether the files of an earlier split go or stay."""
        said = _("{name} (removed)") if is_removing else _("{name} (of an earlier split)")
        for item, name in self._old:
            item.setText(_NAME, said.format(name=name))


_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


def _item(name: str, count: str, size: str, packed: str = "", *, icon: str = "") -> QTreeWidgetItem:
    item = QTreeWidgetItem([name, count, size, packed])
    for column in (_COUNT, _SIZE, _PACKED):
        item.setTextAlignment(column, _RIGHT)
    if icon:
        item.setIcon(_NAME, icons.icon(icon))
    return item


def _part_item(part: Part, existing: set[str], group: str, is_packed: bool) -> QTreeWidgetItem:
    packed = _("about {size}").format(size=size_text(part.packed)) if is_packed else ""
    item = _item(
        _named(part.name, existing),
        format_number(len(part)),
        size_text(part.size),
        packed,
        icon="file-gzip" if is_packed else "file",
    )
    item.setToolTip(_NAME, f"{part.name}\n{group}")
    return item


def _robots_item(outlook: Outlook) -> QTreeWidgetItem:
    assert outlook.robots is not None
    said = _("{name} (one line added)") if outlook.is_robots_new else _("{name} (names it already)")
    item = _item(said.format(name=outlook.robots.name), "", "", icon="robots")
    item.setToolTip(_NAME, str(outlook.robots))
    item.setForeground(_NAME, theme.color("dim_text"))
    return item


def _old_item(name: str) -> QTreeWidgetItem:
    item = _item("", "", "", icon="file")
    item.setToolTip(_NAME, name)
    item.setForeground(_NAME, theme.color("dim_text"))
    return item


def _named(name: str, existing: set[str]) -> str:
    return _("{name} (replaced)").format(name=name) if name in existing else name


def _more(count: int) -> str:
    said = ngettext("and {n} more file", "and {n} more files", count)
    return said.format(n=format_number(count))

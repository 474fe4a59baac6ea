"""The files that are merged, in their order, with how many entries each has and how many stay."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.dialogs.base import name_button
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.operations.sets.gathering import Given
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import FileFilter, Interaction

if TYPE_CHECKING:
    from .work import Outlook

NAME, ENTRIES, STAY = 0, 1, 2
GIVEN = Qt.ItemDataRole.UserRole
LEAST_HEIGHT = 132


class SourceList(QWidget):
    """Files, indexes, folders and archives; they are dragged into another order, or moved by keys.

    ``changed``: others are named, or in another order.
    """

    changed = Signal()

    def __init__(
        self, sources: Sequence[Given], interaction: Interaction, folder: Path | None
    ) -> None:
        super().__init__()
        self._interaction = interaction
        self._folder = folder
        self.tree = _Tree()
        self.add_files = QPushButton()
        self.add_folder = QPushButton()
        self.remove = QPushButton()
        self.up, self.down = QPushButton(), QPushButton()
        self._assemble()
        for one in sources:
            self._add(one)
        self.tree.moved.connect(self._on_moved)
        self.tree.dropped.connect(self.add_paths)
        self.tree.itemSelectionChanged.connect(self._refresh_buttons)
        self._refresh_buttons()

    def _assemble(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID // 2)
        for button, text, pressed in (
            (self.add_files, _("Add files…"), self._on_add_files),
            (self.add_folder, _("Add folder…"), self._on_add_folder),
        ):
            name_button(button, text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, do=pressed: do())
            row.addWidget(button)
        row.addStretch(1)
        for button, icon, text, do in (
            (self.up, "move-up", _("Move up"), lambda: self._move(-1)),
            (self.down, "move-down", _("Move down"), lambda: self._move(1)),
            (self.remove, "remove", _("Take out of the list"), self._on_remove),
        ):
            button.setIcon(icons.icon(icon))
            button.setToolTip(text)
            button.setAccessibleName(text)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _on=False, do=do: do())
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addWidget(self.tree, 1)
        column.addLayout(row)

    # What is in it

    @property
    def sources(self) -> tuple[Given, ...]:
        """The sources in their order."""
        items = (self.tree.topLevelItem(n) for n in range(self.tree.topLevelItemCount()))
        return tuple(item.data(NAME, GIVEN) for item in items if item is not None)

    def _add(self, one: Given) -> None:
        item = QTreeWidgetItem([one.name, "", ""])
        item.setData(NAME, GIVEN, one)
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDropEnabled)
        item.setToolTip(NAME, plain_tooltip(str(one.path or one.name)))
        for column in (ENTRIES, STAY):
            item.setTextAlignment(
                column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
        self.tree.addTopLevelItem(item)

    def add_paths(self, paths: Sequence[Path]) -> None:
        """Put further files, indexes, folders or archives at the end."""
        present = {one.path for one in self.sources}
        new = [path for path in dict.fromkeys(paths) if path not in present]
        for path in new:
            self._add(Given(path.name or str(path), path))
        if new:
            self._refresh_buttons()
            self.changed.emit()

    def show_outlook(self, outlook: Outlook | None) -> None:
        """Show how many entries each source has and how many stay."""
        sources = self.sources
        is_known = outlook is not None and outlook.asked.sources == sources
        for number, one in enumerate(sources):
            item = self.tree.topLevelItem(number)
            assert item is not None  # there is one for each
            texts = ["", ""]
            name = one.name
            if is_known and outlook is not None:
                texts = [format_number(count) for count in outlook.counts_of(number)]
                files = outlook.files_of(number)
                if not files and outlook.is_among_others(number):
                    name = _("{name} (among those above)").format(name=one.name)
                elif files != 1:
                    said = ngettext("{name} ({n} file)", "{name} ({n} files)", files)
                    name = said.format(name=one.name, n=format_number(files))
            for column, text in zip((NAME, ENTRIES, STAY), (name, *texts), strict=True):
                item.setText(column, text)

    # What people do

    def _on_add_files(self) -> None:
        filters = [
            FileFilter(_("Sitemaps"), (".xml", ".xml.gz", ".gz", ".txt", ".rss", ".atom", ".zip")),
            FileFilter(_("All files"), ("",)),
        ]
        self.add_paths(self._interaction.ask_open_paths(_("Add files"), self._folder, filters))

    def _on_add_folder(self) -> None:
        folder = self._interaction.ask_folder(_("Add a folder of sitemaps"), self._folder)
        if folder is not None:
            self.add_paths([folder])

    def _on_remove(self) -> None:
        for item in self.tree.selectedItems():
            self.tree.takeTopLevelItem(self.tree.indexOfTopLevelItem(item))
        self._on_moved()

    def _move(self, by: int) -> None:
        """Move the selected sources by one place."""
        tree = self.tree
        chosen = sorted(tree.selectedItems(), key=tree.indexOfTopLevelItem, reverse=by > 0)
        places = [tree.indexOfTopLevelItem(item) for item in chosen]
        if not chosen or not 0 <= places[0] + by < tree.topLevelItemCount():
            return
        for item, place in zip(chosen, places, strict=True):
            tree.takeTopLevelItem(place)
            tree.insertTopLevelItem(place + by, item)
        for item in chosen:
            item.setSelected(True)
        # Whatever keys are held down, what is selected stays so.
        tree.setCurrentItem(chosen[0], NAME, QItemSelectionModel.SelectionFlag.NoUpdate)
        self._on_moved()

    def _on_moved(self) -> None:
        self._refresh_buttons()
        self.changed.emit()

    def _refresh_buttons(self) -> None:
        places = [self.tree.indexOfTopLevelItem(item) for item in self.tree.selectedItems()]
        last = self.tree.topLevelItemCount() - 1
        self.remove.setEnabled(bool(places))
        self.up.setEnabled(bool(places) and min(places) > 0)
        self.down.setEnabled(bool(places) and max(places) < last)


class _Tree(QTreeWidget):
    """Rows that are dragged up and down; Delete takes them out, and files can be dropped."""

    moved = Signal()
    dropped = Signal(list)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("mergeFiles")
        self.setAccessibleName(_("Files to merge"))
        self.setHeaderLabels([_("File"), _("Entries"), _("Stay")])
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumHeight(LEAST_HEIGHT)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        for column in (ENTRIES, STAY):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        root = self.invisibleRootItem()
        root.setFlags(root.flags() | Qt.ItemFlag.ItemIsDropEnabled)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()
        else:
            super().dragMoveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        if event.mimeData().hasUrls():
            urls = event.mimeData().urls()
            event.acceptProposedAction()
            self.dropped.emit([Path(url.toLocalFile()) for url in urls if url.isLocalFile()])
            return
        super().dropEvent(event)
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete and self.selectedItems():
            for item in self.selectedItems():
                self.takeTopLevelItem(self.indexOfTopLevelItem(item))
            self.moved.emit()
            return
        super().keyPressEvent(event)

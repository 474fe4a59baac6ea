"""A list of groups that unfold to lines: files with what was found in them, rules with files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import format_number

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
Role = Qt.ItemDataRole


@dataclass(frozen=True, slots=True)
class Line:
    """One line below a group: a number or word that leads, a text with a marked part, and more.

    ``target`` is what a double click is about.
    """

    text: str
    lead: str = ""
    more: str = ""
    start: int = 0
    end: int = 0
    target: Any = None


@dataclass(eq=False, slots=True)
class Group:
    """One group: ``mark`` is a severity or the name of an icon; ``count`` None shows no number.

    ``note`` stands dim behind the title, in the colour ``role``. ``line`` makes a line when it is
    shown, so that thousands cost nothing.
    """

    title: str
    mark: str = ""
    count: int | None = None
    note: str = ""
    role: str = "dim_text"
    size: int = 0
    line: Callable[[int], Line] = field(default=lambda _number: Line(""))
    target: Any = None
    tip: str = ""

    @property
    def words(self) -> str:
        """What a screen reader says."""
        count = "" if self.count is None else f" ({format_number(self.count)})"
        return f"{self.title}{count}" + (f", {self.note}" if self.note else "")


class GroupModel(QAbstractItemModel):
    """Groups and their lines; an index with the number n + 1 is a line of group n."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups: list[Group] = []

    def show_groups(self, groups: Sequence[Group]) -> None:
        """Show other groups."""
        self.beginResetModel()
        self.groups = list(groups)
        self.endResetModel()

    def add(self, group: Group) -> None:
        """Show one more."""
        place = len(self.groups)
        self.beginInsertRows(ROOT, place, place)
        self.groups.append(group)
        self.endInsertRows()

    # What an index is

    def group_of(self, index: Index) -> Group | None:
        """The group that an index is, or is a line of."""
        if not index.isValid():
            return None
        return self.groups[int(index.internalId()) - 1 if index.internalId() else index.row()]

    def line_of(self, index: Index) -> Line | None:
        """The line that an index is; None for a group."""
        group = self.group_of(index)
        return None if group is None or not index.internalId() else group.line(index.row())

    def target_of(self, index: Index) -> Any:
        """What an index is about."""
        line, group = self.line_of(index), self.group_of(index)
        return line.target if line is not None else group.target if group is not None else None

    # Qt's side

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = ROOT) -> Any:
        number = int(child.internalId()) if child.isValid() else 0
        return self.createIndex(number - 1, 0, 0) if number else QModelIndex()

    def rowCount(self, parent: Index = ROOT) -> int:
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() else self.groups[parent.row()].size

    def columnCount(self, parent: Index = ROOT) -> int:
        return 1

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        group, line = self.group_of(index), self.line_of(index)
        if group is None:
            return None
        text = line.text if line is not None else group.title
        if role == Role.DisplayRole:
            return text
        if role == Role.ToolTipRole:
            return plain_tooltip(text if line is not None else group.tip or text)
        if role == Role.AccessibleTextRole:
            return f"{line.lead} {text} {line.more}".strip() if line is not None else group.words
        return None

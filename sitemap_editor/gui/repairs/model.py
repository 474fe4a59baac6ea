"""The repairs of a file as rows, each or each kind with a tick: made, or refused.

Fifty thousand of them are as quick as five: a row is worked out when it comes into view.
"""

from __future__ import annotations

import bisect
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtCore import Signal as QtSignal

from sitemap_editor.document.mending import Mending
from sitemap_editor.gui.findings.texts import title_of
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.markup.repair import Key, Repair
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import _, format_number, ngettext

from .excerpt import excerpts, plain

TICK, PLACE, WHAT, BEFORE, AFTER, REASON = range(6)
COLUMNS = 6
MANY = 200
"""From so many repairs on they are shown by kind at first."""

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
State = Qt.CheckState


@dataclass
class Group:
    """The repairs of one kind, by their numbers; ``refused`` is how many of them are not made."""

    code: str
    members: list[int] = field(default_factory=list)
    refused: int = 0
    is_open: bool = False

    @property
    def height(self) -> int:
        """Rows on screen."""
        return 1 + (len(self.members) if self.is_open else 0)

    @property
    def state(self) -> Qt.CheckState:
        """Whether all, some or none of them are made."""
        if not self.refused:
            return State.Checked
        is_none = self.refused == len(self.members)
        return State.Unchecked if is_none else State.PartiallyChecked


class Place(NamedTuple):
    """What a row shows: a group, or the repair of a number."""

    group: int | None
    number: int | None


class RepairModel(QAbstractTableModel):
    """Repairs in the order of the file, or by kind; ``choice_changed`` when a tick changes."""

    choice_changed = QtSignal()

    def __init__(
        self, mending: Mending, refused: Iterable[Repair] = (), parent: QObject | None = None
    ) -> None:
        """``refused`` are those that were not made because they were not wanted."""
        super().__init__(parent)
        self.mending = mending
        unmade = list(refused)
        everything = [*mending.repairs, *unmade]
        self.repairs = sorted(everything, key=lambda one: (one.start, one.end))
        self.refused: set[Key] = {one.key for one in unmade}
        self.before_choice = frozenset(self.refused)
        self.groups = self._grouped()
        self.is_grouped = len(self.repairs) > MANY
        self._tops: list[int] = []
        self._note_tops()

    def _grouped(self) -> list[Group]:
        found: dict[str, Group] = {}
        for number, one in enumerate(self.repairs):
            group = found.get(one.code)
            if group is None:
                group = found[one.code] = Group(one.code)
            group.members.append(number)
            group.refused += bool(self.refused) and one.key in self.refused
        groups = sorted(found.values(), key=lambda group: -len(group.members))
        groups[0].is_open = len(groups) == 1
        return groups

    def _note_tops(self) -> None:
        self._tops, top = [], 0
        for group in self.groups:
            self._tops.append(top)
            top += group.height

    # Rows

    def place(self, row: int) -> Place:
        """What a row shows."""
        if not self.is_grouped:
            return Place(None, row)
        number = bisect.bisect_right(self._tops, row) - 1
        offset = row - self._tops[number] - 1
        return Place(number, self.groups[number].members[offset] if offset >= 0 else None)

    def repair_at(self, row: int) -> Repair | None:
        """The repair in a row; None for a group."""
        number = self.place(row).number
        return self.repairs[number] if number is not None else None

    def row_of(self, number: int) -> int | None:
        """The row of a repair; None when its group is folded."""
        if not self.is_grouped:
            return number
        code = self.repairs[number].code
        at = next(n for n, group in enumerate(self.groups) if group.code == code)
        group = self.groups[at]
        if not group.is_open:
            return None
        return self._tops[at] + 1 + bisect.bisect_left(group.members, number)

    def set_grouped(self, is_grouped: bool) -> None:
        """Show them by kind, or in the order of the file."""
        if is_grouped != self.is_grouped:
            self.beginResetModel()
            self.is_grouped = is_grouped
            self._note_tops()
            self.endResetModel()

    def set_open(self, number: int, is_open: bool) -> None:
        """Show or hide the repairs of a group."""
        group = self.groups[number]
        if group.is_open == is_open:
            return
        first = self._tops[number] + 1
        last = first + len(group.members) - 1
        if is_open:
            self.beginInsertRows(QModelIndex(), first, last)
        else:
            self.beginRemoveRows(QModelIndex(), first, last)
        group.is_open = is_open
        self._note_tops()
        if is_open:
            self.endInsertRows()
        else:
            self.endRemoveRows()
        self._tell()

    # Ticks

    @property
    def is_changed(self) -> bool:
        """Whether other repairs are wanted than were made."""
        return self.refused != self.before_choice

    def set_all(self, is_made: bool) -> None:
        """Tick all, or none."""
        self._set(range(len(self.repairs)), is_made)

    def set_rows(self, rows: Iterable[int], is_made: bool) -> None:
        """Tick rows; that of a group means all in it."""
        numbers: set[int] = set()
        for row in rows:
            place = self.place(row)
            if place.number is not None:
                numbers.add(place.number)
            elif place.group is not None:
                numbers.update(self.groups[place.group].members)
        self._set(numbers, is_made)

    def toggle(self, row: int) -> None:
        """Turn the tick of a row round; one of a group in part becomes whole."""
        self.set_rows([row], self.state_of(row) is not State.Checked)

    def _set(self, numbers: Iterable[int], is_made: bool) -> None:
        keys = {self.repairs[number].key for number in numbers}
        self.choose(self.refused - keys if is_made else self.refused | keys)

    def choose(self, refused: Collection[Key]) -> None:
        """Refuse these and no others."""
        self.refused = set(refused)
        for group in self.groups:
            group.refused = sum(self.repairs[n].key in self.refused for n in group.members)
        self._tell()
        self.choice_changed.emit()

    def _tell(self) -> None:
        if self.rowCount():
            last = self.index(self.rowCount() - 1, COLUMNS - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def state_of(self, row: int) -> Qt.CheckState:
        """The tick of a row."""
        place = self.place(row)
        if place.number is None:
            assert place.group is not None
            return self.groups[place.group].state
        is_refused = self.repairs[place.number].key in self.refused
        return State.Unchecked if is_refused else State.Checked

    # What Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        if parent.isValid():
            return 0
        if not self.is_grouped:
            return len(self.repairs)
        return sum(group.height for group in self.groups)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else COLUMNS

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == TICK else flags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> object:
        if role == Role.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return ("", _("Place"), _("What"), _("Before"), _("After"), _("Why"))[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        row, column = index.row(), index.column()
        if role == Role.CheckStateRole:
            return self.state_of(row) if column == TICK else None
        if role == Role.DisplayRole:
            return self.text(row, column)
        if role == Role.ToolTipRole:
            return self._tip(row, column)
        if role == Role.AccessibleTextRole and column == TICK:
            return self._said(row)
        return None

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        if role != Role.CheckStateRole or index.column() != TICK:
            return False
        self.set_rows([index.row()], Qt.CheckState(value) is State.Checked)
        return True

    # Texts

    def text(self, row: int, column: int) -> str:
        """What stands in a cell."""
        place = self.place(row)
        if place.number is None:
            assert place.group is not None
            return group_text(self.groups[place.group]) if column == WHAT else ""
        return self._text_of(self.repairs[place.number], column)

    def _text_of(self, one: Repair, column: int) -> str:
        if column == PLACE:
            return self.place_text(one)
        if column == WHAT:
            return title_of(one.code)
        if column == REASON:
            return one.reason
        if column in (BEFORE, AFTER):
            return excerpts(self.mending.original, one)[column - BEFORE].text
        return ""

    def place_text(self, one: Repair) -> str:
        """Line and column of a repair."""
        line, column = self.mending.place_of(one)
        return f"{line}:{column}"

    def _tip(self, row: int, column: int) -> str | None:
        one = self.repair_at(row)
        if one is None or column == TICK:
            return None
        if column == PLACE:
            return _("Show line {line} in both texts").format(
                line=format_number(self.mending.place_of(one)[0])
            )
        if column in (BEFORE, AFTER):
            return plain_tooltip(plain(one.before if column == BEFORE else one.after))
        guess = "\n" + guess_text() if column == WHAT and one.kind is FixKind.ASK else ""
        return plain_tooltip(self._text_of(one, column) + guess)

    def _said(self, row: int) -> str:
        """What a screen reader says of a row."""
        one = self.repair_at(row)
        if one is None:
            return self.text(row, WHAT)
        line, column = self.mending.place_of(one)
        text = _("Line {line}, column {column}: {reason}")
        return text.format(
            line=format_number(line), column=format_number(column), reason=one.reason
        )


def group_text(group: Group) -> str:
    """What a group is, how many are in it, and how many of them are refused."""
    count = len(group.members)
    text = ngettext("{title}: {n} repair", "{title}: {n} repairs", count)
    said = text.format(title=title_of(group.code), n=format_number(count))
    if not group.refused:
        return said
    more = ngettext("{n} refused", "{n} refused", group.refused)
    return f"{said} · {more.format(n=format_number(group.refused))}"


def guess_text() -> str:
    """What the mark of a repair that is not sure means."""
    return _("This is a guess: look whether it is what was meant.")

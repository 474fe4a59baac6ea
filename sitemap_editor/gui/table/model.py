"""The table's model: rows are an array of entry ids, everything else is asked of the document.

There is no proxy: sorting and filtering make another array. Small changes of the document become
exact signals, large ones a reset; the view keeps current entry and selection over both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from sitemap_editor.gui.session import Session
from sitemap_editor.gui.severities import severity_word
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.protocol.ids import EntryId, Row
from sitemap_editor.support.i18n import _

from .columns import MARK, Column, columns_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.edits import Change

    Ids = NDArray[np.int64]

MAX_RUNS = 8
"""Up to this many runs of rows are inserted or removed exactly; more of them are a reset."""

MAX_SIGNALS = 64
MAX_STORED = 160
"""Rows whose texts and marks are kept: more than fit any screen."""

FEW_IDS = 8
MANY_IDS = 10_000
"""Of more changed entries than this the rows are not looked up: what is on screen is redrawn."""


Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()
SELECTABLE = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
)
EDITABLE = SELECTABLE | Qt.ItemFlag.ItemIsEditable


@dataclass(frozen=True, slots=True)
class Marks:
    """What a row is marked with: its worst severity, and the severity of each column."""

    severity: str | None
    by_column: tuple[str | None, ...]


class EntryModel(QAbstractTableModel):
    """The entries of one session that pass the filter, in the order of the sort.

    ``edit_requested`` carries EntryId, field and the text somebody entered. ``rows_changed`` says
    that rows came, went or moved.
    """

    edit_requested = Signal(object, str, str)
    rows_changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.doc = session.doc
        self.columns: tuple[Column, ...] = columns_of(session.doc)
        self.rows: Ids = session.doc.ids
        self.is_whole = True
        self._is_changing = False
        self._texts: dict[int, tuple[str, ...]] = {}
        self._marks: dict[int, Marks] = {}
        self._edited: dict[int, bool] = {}
        self._no_marks = Marks(None, (None,) * len(self.columns))
        session.changing.connect(self._on_session_changing)
        session.changed.connect(self._on_session_changed)
        session.findings_changed.connect(self._on_session_findings_changed)
        session.saved.connect(self._on_session_saved)

    # Rows and ids

    def id_at(self, row: int) -> EntryId:
        """The entry in a row."""
        return EntryId(int(self.rows[row]))

    def row_of(self, entry: EntryId | None) -> Row | None:
        """The row of an entry, None when it is not shown."""
        if entry is None or not self.doc.has(entry):
            return None
        if self.is_whole and not self._is_changing:
            return Row(int(self.doc.position_of(entry)))
        found = np.flatnonzero(self.rows == entry)
        return Row(int(found[0])) if found.size else None

    def rows_of(self, ids: Ids) -> Ids:
        """The rows of those of ``ids`` that are shown, ascending."""
        if self.is_whole and not self._is_changing:
            positions = self.doc.positions_of(ids)
            return np.sort(positions[positions >= 0])
        return places_of(ids, self.rows)

    def set_rows(self, rows: Ids, *, is_whole: bool) -> None:
        """Show these entries in this order; ``is_whole`` means all in document order."""
        self.beginResetModel()
        self.rows = rows
        self.is_whole = is_whole
        self.endResetModel()
        self.rows_changed.emit()

    def column_of(self, key: str) -> int:
        """The index of a column, -1 when the document has none such."""
        return next((i for i, column in enumerate(self.columns) if column.key == key), -1)

    # What a row shows, from small stores that edits and checks keep true

    def texts(self, row: int) -> tuple[str, ...]:
        """The texts of a row, one a column."""
        entry = int(self.rows[row])
        texts = self._texts.get(entry)
        if texts is None:
            if len(self._texts) >= MAX_STORED:
                self._texts.clear()
            texts = tuple(self._read_text(EntryId(entry), column) for column in self.columns)
            self._texts[entry] = texts
        return texts

    def _read_text(self, entry: EntryId, column: Column) -> str:
        if column.is_field:
            return self.doc.value_of(entry, column.key) or ""
        if column.count:
            return str(column.count(bytes(self.doc.raw(entry))) or "")
        return ""

    def marks(self, row: int) -> Marks:
        """The marks of a row."""
        entry = int(self.rows[row])
        marks = self._marks.get(entry)
        if marks is None:
            if len(self._marks) >= MAX_STORED:
                self._marks.clear()
            marks = self._marks[entry] = self._read_marks(EntryId(entry))
        return marks

    def _read_marks(self, entry: EntryId) -> Marks:
        report = self.session.report
        severity = report.severity_of(entry) if report is not None else None
        if report is None or severity is None:
            return self._no_marks
        by_column = tuple(
            report.severity_of_field(entry, column.key) if column.is_field else None
            for column in self.columns
        )
        return Marks(severity, by_column)

    def is_edited(self, row: int) -> bool:
        """Whether a row's entry differs from the file on disk."""
        entry = int(self.rows[row])
        is_edited = self._edited.get(entry)
        if is_edited is None:
            if len(self._edited) >= MAX_STORED:
                self._edited.clear()
            is_edited = self._edited[entry] = self.doc.is_edited(entry)
        return is_edited

    # The model's face

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        answer = _ANSWERS.get(role)
        return answer(self, index.row(), index.column()) if answer and index.isValid() else None

    def display(self, row: int, column: int) -> str:
        """The text of a cell."""
        return self.texts(row)[column]

    def tooltip(self, row: int, column: int) -> str:
        """The whole text of a cell and what was found in it."""
        field = self.columns[column].key if self.columns[column].is_field else None
        lines = [self.display(row, column)] if field else []
        report = self.session.report
        if report and self.marks(row).severity:
            findings = report.of_entry(self.id_at(row))
            lines += [f.message for f in findings if field is None or f.field == field]
        return plain_tooltip("\n".join(line for line in lines if line))

    def alignment(self, _row: int, column: int) -> int:
        """How the text of a column is aligned."""
        flag = Qt.AlignmentFlag
        side = flag.AlignRight if self.columns[column].align_right else flag.AlignLeft
        return (side | flag.AlignVCenter).value

    def accessible_text(self, row: int, column: int) -> str:
        """What a screen reader says of a cell."""
        if self.columns[column].key == MARK:
            return severity_word(self.marks(row).severity)
        return self.display(row, column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return section + 1 if role == Role.DisplayRole else None
        if not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Role.DisplayRole:
            return column.heading
        if role in (Role.ToolTipRole, Role.AccessibleTextRole):
            return _(column.title)
        return self.alignment(0, section) if role == Role.TextAlignmentRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        can_edit = self.columns[index.column()].editor and not self.doc.kind.is_feed
        return EDITABLE if can_edit else SELECTABLE

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Ask for an edit; the cell changes when the document has changed."""
        if role != Role.EditRole or not index.isValid():
            return False
        column = self.columns[index.column()]
        if not self.flags(index) & Qt.ItemFlag.ItemIsEditable:
            return False
        if not column.is_field or str(value) == self.display(index.row(), index.column()):
            return False
        revision = self.doc.revision
        self.edit_requested.emit(self.id_at(index.row()), column.key, str(value))
        return bool(self.doc.revision != revision)

    # What the session tells

    def _on_session_changing(self, change: Change) -> None:
        """Take rows away while their entries can still be asked for."""
        self._is_changing = True
        rows = self.rows_of(as_ids(change.removed))
        runs = runs_of(rows)
        if len(runs) > MAX_RUNS:
            self.set_rows(np.delete(self.rows, rows), is_whole=self.is_whole)
            return
        for first, last in reversed(runs):
            self.beginRemoveRows(NO_PARENT, first, last)
            self.rows = np.delete(self.rows, slice(first, last + 1))
            self.endRemoveRows()

    def _on_session_changed(self, change: Change) -> None:
        self._forget(as_ids(change.changed), as_ids(change.removed))
        inserted = as_ids(change.inserted)
        self._is_changing = True
        if change.reordered and self.is_whole:
            self.set_rows(self.doc.ids, is_whole=True)
        elif inserted.size:
            self._insert(inserted)
        if self.is_whole:
            self.rows = self.doc.ids  # equal by now; one array less
        self._is_changing = False
        self._announce(as_ids(change.changed))
        if inserted.size or change.reordered or len(change.removed):
            self.rows_changed.emit()

    def _forget(self, *arrays: Ids) -> None:
        if sum(ids.size for ids in arrays) > MAX_STORED:
            self._texts.clear()
            self._marks.clear()
            self._edited.clear()
            return
        for entry in np.concatenate(arrays).tolist():
            self._texts.pop(entry, None)
            self._marks.pop(entry, None)
            self._edited.pop(entry, None)

    def _insert(self, inserted: Ids) -> None:
        runs = runs_of(places_of(inserted, self.doc.ids))
        if len(runs) > MAX_RUNS:
            rows = self.doc.ids if self.is_whole else np.concatenate([self.rows, inserted])
            self.set_rows(rows, is_whole=self.is_whole)
            return
        for first, last in runs:
            row = first if self.is_whole else self._row_after(first)
            self.beginInsertRows(NO_PARENT, row, row + last - first)
            self.rows = np.insert(self.rows, row, self.doc.ids[first : last + 1])
            self.endInsertRows()

    def _row_after(self, position: int) -> int:
        """The row below the nearest entry before ``position`` that is shown."""
        shown = places_of(self.rows, self.doc.ids[:position])
        if not shown.size:
            return 0
        entry = self.doc.ids[shown[-1]]
        return int(np.flatnonzero(self.rows == entry)[0]) + 1

    def _announce(self, changed: Ids) -> None:
        if changed.size > MANY_IDS and len(self.rows):
            runs = [(0, len(self.rows) - 1)]
        else:
            runs = runs_of(self.rows_of(changed))
        if len(runs) > MAX_SIGNALS:
            runs = [(runs[0][0], runs[-1][1])]
        for first, last in runs:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))

    def _on_session_findings_changed(self) -> None:
        """Look at the rows that were drawn, which are few, and redraw those that look different."""
        old = dict(self._marks)
        self._marks.clear()
        other = []
        for entry, marks in old.items():
            if self.doc.has(entry):
                self._marks[entry] = now = self._read_marks(EntryId(entry))
                if now != marks:
                    other.append(entry)
        self._redraw(np.array(other, np.int64))

    def _on_session_saved(self) -> None:
        edited = [entry for entry, is_edited in self._edited.items() if is_edited]
        self._edited.clear()
        self._redraw(np.array(edited, np.int64))

    def _redraw(self, ids: Ids) -> None:
        last_column = len(self.columns) - 1
        for first, last in runs_of(self.rows_of(ids)):
            self.dataChanged.emit(
                self.index(first, 0), self.index(last, last_column), [Role.DecorationRole]
            )


_ANSWERS: dict[int, Callable[[EntryModel, int, int], object]] = {
    Role.DisplayRole: EntryModel.display,
    Role.EditRole: EntryModel.display,
    Role.ToolTipRole: EntryModel.tooltip,
    Role.TextAlignmentRole: EntryModel.alignment,
    Role.AccessibleTextRole: EntryModel.accessible_text,
}


def as_ids(ids: Iterable[int]) -> Ids:
    """Entry ids, whatever holds them, as an array."""
    if isinstance(ids, np.ndarray):
        return ids.astype(np.int64, copy=False)
    return np.fromiter(ids, np.int64)


def places_of(ids: Ids, among: Ids) -> Ids:
    """The indexes in ``among`` of those of ``ids`` that are there, ascending."""
    if not ids.size or not among.size:
        return np.empty(0, np.int64)
    if ids.size <= FEW_IDS:
        found = [np.flatnonzero(among == entry) for entry in ids]
        return np.sort(np.concatenate(found))
    # A table of flags is twenty times as fast as sorting a million ids at each change.
    flags = np.zeros(int(max(among.max(), ids.max())) + 1, bool)
    flags[ids] = True
    return np.flatnonzero(flags[among])


def runs_of(places: Ids) -> list[tuple[int, int]]:
    """Ascending numbers as runs, each as first and last."""
    if not places.size:
        return []
    breaks = np.flatnonzero(np.diff(places) != 1)
    firsts = places[np.concatenate([[0], breaks + 1])]
    lasts = places[np.concatenate([breaks, [places.size - 1]])]
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))

"""The header of the raw list: above the name of each column a choice of what it means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QPainter, QStandardItem, QStandardItemModel, QWheelEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from sitemap_editor.operations.importing.mapping import FIELDS, ROLES
from sitemap_editor.support.i18n import N_, _

from .narrow_combo import NarrowCombo

CHOICE_HEIGHT = 30
GAP = 3
LANGUAGE = "language"
UNUSED = ""

OFFERED = tuple(role for role in ROLES if role not in ("old", "new", "page", "canonical"))
"""What a column can be for an import; the others are for lists that are applied."""

_ALSO = {UNUSED: N_("Not used"), LANGUAGE: N_("Page in this language")}


def role_title(role: str) -> str:
    """What a role is called; fields keep their name in every language."""
    if role in _ALSO:
        return _(_ALSO[role])
    return f"{role} – {_(ROLES[role])}" if role in FIELDS else _(ROLES[role])


def role_model(parent: QWidget) -> QStandardItemModel:
    """The roles, shared by all columns."""
    model = QStandardItemModel(parent)
    for role in (UNUSED, *OFFERED, LANGUAGE):
        item = QStandardItem(role_title(role))
        item.setData(role, Qt.ItemDataRole.UserRole)
        model.appendRow(item)
    return model


class RoleChoice(NarrowCombo):
    """What one column means."""

    focused = Signal()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # who scrolls over it means the table


class RoleHeader(QHeaderView):
    """A header with a choice above each column; ``role_chosen`` carries column and role."""

    role_chosen = Signal(int, str)

    def __init__(self, view: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, view)
        self._view = view
        self._roles = role_model(view)
        self.choices: list[RoleChoice] = []
        self.setSectionsClickable(False)
        self.sectionResized.connect(lambda *_sizes: self._place())
        view.horizontalScrollBar().valueChanged.connect(lambda _value: self._place())

    def show_roles(
        self, names: Sequence[str], roles: Mapping[int, str], why: Mapping[str, str]
    ) -> None:
        """Show what each column means, and why."""
        while len(self.choices) > len(names):
            self.choices.pop().deleteLater()
        while len(self.choices) < len(names):
            self._add(len(self.choices))
        for column, choice in enumerate(self.choices):
            role = roles.get(column, UNUSED)
            place = choice.findData(role if role in (*OFFERED, LANGUAGE) else UNUSED)
            choice.setCurrentIndex(place)
            name = names[column].strip() or _("Column {number}").format(number=column + 1)
            choice.setAccessibleName(_("Meaning of {column}").format(column=name))
            reason = why.get("languages" if role == LANGUAGE else role, "")
            choice.setAccessibleDescription(reason)
            choice.setToolTip(reason)
        self._place()

    def _add(self, column: int) -> None:
        choice = RoleChoice(self.viewport())
        choice.setModel(self._roles)
        choice.setMinimumContentsLength(1)
        choice.view().setMinimumWidth(260)
        choice.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        choice.activated.connect(
            lambda _index: self.role_chosen.emit(column, str(choice.currentData()))
        )
        choice.focused.connect(lambda: self._reveal(column))
        choice.show()
        self.choices.append(choice)

    def _reveal(self, column: int) -> None:
        """Bring a column into view that the keyboard has reached."""
        model = self._view.model()
        if model is not None and model.rowCount():
            self._view.scrollTo(model.index(0, column))

    def _place(self) -> None:
        for column, choice in enumerate(self.choices):
            left, width = self.sectionViewportPosition(column), self.sectionSize(column)
            choice.setGeometry(left + GAP, GAP, max(width - 2 * GAP, 1), CHOICE_HEIGHT - GAP)

    def updateGeometries(self) -> None:
        super().updateGeometries()
        self._place()

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(0, CHOICE_HEIGHT)

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        super().paintSection(painter, rect.adjusted(0, CHOICE_HEIGHT, 0, 0), logical)

"""The left side of "Apply a list": which list, which column, what is done, which rows count."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QLabel,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import FormGrid, heading
from sitemap_editor.gui.dialogs.message import plain_label
from sitemap_editor.operations.applying.planning import Wanted
from sitemap_editor.operations.importing.statuses import StatusGroup
from sitemap_editor.support.i18n import N_, _, format_number

from .apply_work import Choices, Look, Outcome
from .column_choice import ColumnChoice
from .values_choice import ValuesChoice

if TYPE_CHECKING:
    from .source import ListSource

ACTIONS = (
    ("compare", N_("Compare only")),
    ("mark", N_("Show them in the table")),
    ("remove", N_("Remove them")),
    ("keep", N_("Keep only them")),
    ("replace", N_("Replace old addresses by new ones")),
    ("set", N_("Set values")),
)
FILTERS = (
    ("indexable", N_("Indexable pages only")),
    ("html", N_("HTML pages only")),
)


class ApplyChoices(QWidget):
    """Everything that can be chosen; ``changed`` when something else is.

    ``choices`` is what people chose. What they did not touch is None there, and shown as it was
    worked out by ``show_outcome``.
    """

    changed = Signal()

    def __init__(self, source: ListSource, can_set: bool, parent: QWidget | None = None) -> None:
        """``can_set``: entries have fields besides the address."""
        super().__init__(parent)
        self.setAccessibleName(_("Choices"))
        self.source = source
        self.remark = plain_label("")
        theme.set_role(self.remark, "dim")
        self.loc = ColumnChoice()
        self.new = ColumnChoice()
        self.spellings = QCheckBox(_("Also other spellings of the same address"))
        self.spellings.setChecked(True)
        self.buttons = {name: QRadioButton(_(title)) for name, title in ACTIONS}
        self.buttons["set"].setVisible(can_set)
        self.values = ValuesChoice()
        self.statuses: dict[StatusGroup, QCheckBox] = {}
        self.filters = {name: QCheckBox(_(title)) for name, title in FILTERS}
        self._action: str | None = None
        self._groups: frozenset[StatusGroup] | None = None
        self._group = QButtonGroup(self)
        self._assemble()
        self._connect()
        self.show_look(None)

    # How it is put together

    def _assemble(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.GRID, 0)
        column.setSpacing(theme.GRID // 2)
        self._column = column
        column.addWidget(heading(_("List")))
        column.addWidget(self.source)
        column.addWidget(self.remark)
        form = FormGrid()
        form.setVerticalSpacing(theme.GRID // 2)
        self._labels = {
            self.loc: form.add(_("Addresses"), self.loc),
            self.new: form.add(_("New addresses"), self.new),
        }
        column.addLayout(form)
        column.addWidget(self.spellings)
        self.spellings.setToolTip(
            _("Capital letters in the host, default ports, %7E and ~ mean the same page.")
        )
        self._add_heading(_("What to do"))
        for button in self.buttons.values():
            self._group.addButton(button)
            column.addWidget(button)
        column.addWidget(self.values)
        self._statuses_heading = self._add_heading(_("Which rows count"))
        self._statuses = QVBoxLayout()
        self._statuses.setSpacing(theme.GRID // 2)
        column.addLayout(self._statuses)
        for box in self.filters.values():
            column.addWidget(box)
        column.addStretch(1)

    def _add_heading(self, text: str) -> QLabel:
        self._column.addSpacing(theme.GRID)
        label = heading(text)
        self._column.addWidget(label)
        return label

    def _connect(self) -> None:
        for column in (self.loc, self.new):
            column.activated.connect(lambda _index: self.changed.emit())
        self.spellings.clicked.connect(lambda _on: self.changed.emit())
        self.values.changed.connect(self.changed)
        for name, button in self.buttons.items():
            button.clicked.connect(partial(self.choose_action, name))
        for box in self.filters.values():
            box.clicked.connect(lambda _on: self.changed.emit())

    # The choices

    def choose_action(self, name: str, _is_on: bool = True) -> None:
        """Choose what is done; the statuses that count are then the usual ones for it."""
        self._action, self._groups = name, None
        self.buttons[name].setChecked(True)
        self._show_parts(name)
        self.changed.emit()

    @property
    def choices(self) -> Choices:
        """What is chosen."""
        values = self.values.values
        wanted = Wanted(
            "",
            groups=self._groups,
            exact_only=not self.spellings.isChecked(),
            fields=values.fields,
            fixed=values.fixed,
        )
        names = [name for name, box in self.filters.items() if box.isChecked()]
        shown = tuple(name for name in names if not self.filters[name].isHidden())
        new = self.new.column if self._action == "replace" else None
        return Choices(
            self._action, self.loc.column, new, shown, values.columns, values.date_format, wanted
        )

    # What is shown

    def show_look(self, look: Look | None) -> None:
        """Offer what another list has."""
        self._action = self._groups = None
        mapping = look.replacing if look is not None else None
        table = look.table if look is not None else None
        columns = mapping.columns if mapping is not None else {}
        rows = look.rows if look is not None else ()
        self.loc.set_table(table, columns.get("loc"), rows)
        self.new.set_table(table, columns.get("new"), rows)
        self.values.set_table(table, columns, rows)
        offers: Collection[str] = look.proposal.offers if look is not None else ()
        for name, box in self.filters.items():
            box.setVisible(name in offers)
            box.setChecked(False)
        self.remark.setText("\n".join(table.notes) if table is not None else "")
        self.remark.setVisible(bool(self.remark.text()))
        self._show_statuses({}, None)
        self._group.setExclusive(False)
        for button in self.buttons.values():
            button.setChecked(False)
            button.setEnabled(look is not None)
        self._group.setExclusive(True)
        self.spellings.setEnabled(look is not None)
        self._show_parts("")

    def show_outcome(self, outcome: Outcome) -> None:
        """Show what was taken where nothing was chosen."""
        self._action = outcome.action
        self.buttons[outcome.action].setChecked(True)
        self._show_parts(outcome.action)
        self._show_statuses(outcome.statuses, outcome.plan.groups)
        self.values.ask_order(outcome.has_open_dates)

    def _show_parts(self, action: str) -> None:
        """Show what belongs to an action."""
        self.values.setVisible(action == "set")
        for widget in (self.loc, self.new):
            is_shown = widget is self.loc or action == "replace"
            widget.setVisible(is_shown)
            self._labels[widget].setVisible(is_shown)
        self.loc.setEnabled(self.loc.count() > 0)
        old = _("Old addresses") if action == "replace" else _("Addresses")
        self._labels[self.loc].setText(old)
        self.loc.setAccessibleName(old)

    def _show_statuses(
        self, counts: Mapping[StatusGroup, int], chosen: frozenset[StatusGroup] | None
    ) -> None:
        """A tick for each kind of status there is, with how many rows have it."""
        if list(self.statuses) != [group for group in StatusGroup if group in counts]:
            self._make_statuses(counts)
        for group, box in self.statuses.items():
            count = format_number(counts[group])
            box.setText(_("{title}: {n}").format(title=short_title(group), n=count))
            box.setToolTip(group.words)
            with QSignalBlocker(box):
                box.setChecked(chosen is None or group in chosen)
        is_any = bool(counts) or any(not box.isHidden() for box in self.filters.values())
        self._statuses_heading.setVisible(is_any)

    def _make_statuses(self, counts: Mapping[StatusGroup, int]) -> None:
        for box in self.statuses.values():
            self._statuses.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.statuses = {group: QCheckBox() for group in StatusGroup if group in counts}
        for box in self.statuses.values():
            box.clicked.connect(self._on_status_clicked)
            self._statuses.addWidget(box)

    def _on_status_clicked(self, _is_on: bool) -> None:
        self._groups = frozenset(group for group, box in self.statuses.items() if box.isChecked())
        self.changed.emit()


_SHORT = {
    StatusGroup.FINE: N_("There (2xx)"),
    StatusGroup.REDIRECT: N_("Moved (3xx)"),
    StatusGroup.GONE: N_("Gone (404, 410)"),
    StatusGroup.DENIED: N_("Not let in (401, 403)"),
    StatusGroup.TOO_MANY: N_("Asked too often (429)"),
    StatusGroup.CLIENT: N_("Refused (other 4xx)"),
    StatusGroup.SERVER: N_("Server failed (5xx)"),
    StatusGroup.NO_ANSWER: N_("No answer (0)"),
    StatusGroup.OTHER: N_("Other"),
}


def short_title(group: StatusGroup) -> str:
    """A kind of status in a few words."""
    return _(_SHORT[group])

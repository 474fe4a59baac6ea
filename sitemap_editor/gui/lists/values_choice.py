"""Where the values of fields come from that a list sets: a column, today, or what people type."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import FormGrid
from sitemap_editor.operations.applying.fixed import NOW, SETTABLE, TODAY, fixed_value
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from .column_choice import column_title, width_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sitemap_editor.formats.table import Table

TYPING_MS = 400
LEAVE, TYPED = "leave", "typed"
DATE_ORDERS = (
    (N_("not decided yet"), ""),
    (N_("3 April (day first)"), "dmy"),
    (N_("4 March (month first)"), "mdy"),
)


@dataclass(frozen=True, slots=True)
class Values:
    """What is chosen: fields to be set, columns by field, values by field, and what is wrong.

    ``date_format`` tells whether day or month come first, "" as it was found.
    """

    fields: tuple[str, ...] = ()
    columns: Mapping[str, int] = field(default_factory=dict)
    fixed: Mapping[str, str | None] = field(default_factory=dict)
    problem: str = ""
    date_format: str = ""


class ValuesChoice(QWidget):
    """A line for each field; ``values`` is what is chosen."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Values to set"))
        self.sources = {name: QComboBox() for name in SETTABLE}
        self.texts = {name: QLineEdit() for name in SETTABLE}
        self.order = QComboBox()
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self.changed)
        for title, order in DATE_ORDERS:
            self.order.addItem(_(title), order)
        self.order.activated.connect(self._on_activated)
        form = FormGrid()
        form.setVerticalSpacing(theme.GRID // 2)
        for name in SETTABLE:
            box = self.sources[name]
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(10)
            box.activated.connect(self._on_activated)
            form.add(name, box)
            text = self.texts[name]
            text.setAccessibleName(_("Value of {field}").format(field=name))
            text.textEdited.connect(lambda _text: self._timer.start())
            form.add_wide(text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID // 2)
        layout.addLayout(form)
        self._order_label = form.add(_("03/04/2024 is"), self.order)
        self.ask_order(False)
        self.set_table(None, {})

    def set_table(
        self,
        table: Table | None,
        columns: Mapping[str, int],
        rows: Sequence[Sequence[str]] = (),
    ) -> None:
        """Offer the columns of a list; ``columns`` are those proposed, by field.

        ``rows`` are the first of the list.
        """
        width = width_of(table, rows) if table is not None else 0
        for name, box in self.sources.items():
            box.clear()
            box.addItem(_("Leave as it is"), LEAVE)
            for index in range(width):
                title = column_title(table, index, rows) if table is not None else ""
                box.addItem(_("From the column “{name}”").format(name=title), index)
            if name == "lastmod":
                box.addItem(_("Today"), TODAY)
                box.addItem(_("Now, with time and zone"), NOW)
            box.addItem(_("This value:"), TYPED)
            box.setCurrentIndex(max(box.findData(columns.get(name, LEAVE)), 0))
        self.order.setCurrentIndex(0)
        self.ask_order(False)
        self._refresh()

    @property
    def values(self) -> Values:
        """What is chosen."""
        chosen = {name: box.currentData() for name, box in self.sources.items()}
        columns = {name: at for name, at in chosen.items() if isinstance(at, int)}
        fixed: dict[str, str | None] = {}
        problem = ""
        for name, source in chosen.items():
            if isinstance(source, int) or source == LEAVE:
                continue
            try:
                fixed[name] = fixed_value(name, self._typed(name, source))
            except SitemapError as error:
                problem = error.reason
        return Values((*columns, *fixed), columns, fixed, problem, str(self.order.currentData()))

    def _typed(self, name: str, source: str) -> str:
        return self.texts[name].text() if source == TYPED else source

    def _on_activated(self, _index: int) -> None:
        self._refresh()
        self.changed.emit()

    def _refresh(self) -> None:
        for name, box in self.sources.items():
            self.texts[name].setVisible(box.currentData() == TYPED)

    def ask_order(self, is_open: bool) -> None:
        """Offer to say whether the day or the month comes first, where dates leave that open."""
        is_asked = is_open or bool(self.order.currentData())
        self.order.setVisible(is_asked)
        self._order_label.setVisible(is_asked)


def lacking(values: Values) -> str:
    """Why nothing can be set yet, in one sentence; empty when something can."""
    if values.problem:
        return values.problem
    return "" if values.fields else _("Choose where a value comes from.")

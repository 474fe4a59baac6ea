"""What a list leaves open, asked above it: which addresses, which order of dates, which site."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.flow_layout import FlowLayout
from sitemap_editor.operations.importing.dates import DateReport
from sitemap_editor.operations.importing.headers import title_of
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.foreign_dates import ORDERS
from sitemap_editor.support.i18n import _, format_number, ngettext

from .column_choice import first_cell
from .section import set_text, when_typed
from .values_section import EXAMPLE, whole_site

if TYPE_CHECKING:
    from .work import Look

Answer = tuple[object, str]


class QuestionCard(QFrame):
    """A question with a button for each answer; ``answered`` carries the one chosen."""

    answered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "info_card")
        self.setAccessibleName(_("Question"))
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.buttons: dict[object, QRadioButton] = {}
        self._group = QButtonGroup(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GRID, theme.GRID // 2, theme.GRID, theme.GRID // 2)
        column.setSpacing(2)
        column.addWidget(self.text)
        self._answers = FlowLayout(spacing=theme.GRID // 2)
        column.addLayout(self._answers)
        self.hide()

    def ask(self, text: str, answers: Sequence[Answer], chosen: object) -> None:
        """Ask; without answers there is nothing to ask."""
        if [*answers] != [(value, button.text()) for value, button in self.buttons.items()]:
            self._offer(answers)
        self.text.setText(text)
        self.setAccessibleName(text or _("Question"))
        self._group.setExclusive(False)
        for value, button in self.buttons.items():
            button.setChecked(value == chosen)
        self._group.setExclusive(True)
        self.setVisible(bool(answers))

    def _offer(self, answers: Sequence[Answer]) -> None:
        for button in self.buttons.values():
            self._group.removeButton(button)
            self._answers.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {}
        for value, title in answers:
            button = QRadioButton(title)
            button.setAccessibleName(title)
            button.setToolTip(title)
            button.clicked.connect(lambda _on, value=value: self.answered.emit(value))
            self._group.addButton(button)
            self._answers.addWidget(button)
            self.buttons[value] = button


class SiteCard(QFrame):
    """Asks for the address of the site; ``answered`` carries it."""

    answered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "warning_card")
        self.setAccessibleName(_("Address of the site"))
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.line = QLineEdit()
        self.line.setPlaceholderText(EXAMPLE)
        self.line.setAccessibleName(_("Address of the site"))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.GRID, theme.GRID // 2, theme.GRID, theme.GRID // 2)
        row.setSpacing(theme.GRID)
        row.addWidget(self.text, 3)
        row.addWidget(self.line, 2)
        when_typed(self.line, self._on_typed)
        self.hide()

    def _on_typed(self, text: str) -> None:
        address = whole_site(text)
        theme.set_role(self.line, "error" if address is None else "")
        if address is not None:
            self.answered.emit(address)

    def ask(self, text: str, base_url: str) -> None:
        """Ask; nothing hides it."""
        self.text.setText(text)
        set_text(self.line, base_url)
        self.setVisible(bool(text))


class Questions(QWidget):
    """All questions about a list.

    ``column_chosen`` carries the column of the addresses, ``order_chosen`` that of day and month,
    ``site_given`` the address of the site.
    """

    column_chosen = Signal(object)
    order_chosen = Signal(object)
    site_given = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Questions about the list"))
        self.site, self.address, self.order = SiteCard(), QuestionCard(), QuestionCard()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        for card in (self.site, self.address, self.order):
            column.addWidget(card)
        self.site.answered.connect(self.site_given)
        self.address.answered.connect(self.column_chosen)
        self.order.answered.connect(self.order_chosen)
        self.clear()

    def clear(self) -> None:
        """Ask nothing."""
        self.site.ask("", "")
        self.address.ask("", (), None)
        self.order.ask("", (), None)
        self.hide()

    def show_state(self, look: Look, mapping: Mapping, dates: DateReport) -> None:
        """Ask what is open now; what was answered stays, so that it can be answered otherwise."""
        self._ask_site(look, mapping)
        self._ask_address(look, mapping)
        self._ask_order(look, mapping, dates)
        self.setVisible(any(not card.isHidden() for card in (self.site, self.address, self.order)))

    def _ask_site(self, look: Look, mapping: Mapping) -> None:
        problem = look.proposal.problem
        is_asked = problem is not None and ("loc" in mapping.columns or mapping.url_pattern)
        self.site.ask(str(problem) if is_asked else "", mapping.base_url)

    def _ask_address(self, look: Look, mapping: Mapping) -> None:
        asked = [one for one in look.proposal.ambiguities if one.role == "loc"]
        asked = [one for one in asked if not one.is_settled]
        if not asked:
            self.address.ask("", (), None)
            return
        self.address.ask(
            _("Several columns hold addresses. Which are those of the pages?"),
            [(column, _titled(look, column)) for column in asked[0].columns],
            mapping.columns.get("loc"),
        )

    def _ask_order(self, look: Look, mapping: Mapping, dates: DateReport) -> None:
        column = mapping.columns.get("lastmod")
        samples = look.open_dates(column) if column is not None else []
        if not samples or not dates.ambiguous:
            self.order.ask("", (), None)
            return
        text, chosen = order_question(dates), mapping.date_format or dates.order
        answers = [(order, order_title(order, samples)) for order in ORDERS]
        self.order.ask(text, answers, chosen)


def _titled(look: Look, column: int) -> str:
    title = title_of(look.table.columns, column)
    return f"{title[:1].upper()}{title[1:]}: {first_cell(look.rows, column)}"


def order_question(dates: DateReport) -> str:
    """What is open about a column of dates."""
    text = ngettext(
        "{n} of {all} dates can be read day first or month first.",
        "{n} of {all} dates can be read day first or month first.",
        dates.ambiguous,
    ).format(n=format_number(dates.ambiguous), all=format_number(dates.dates))
    if dates.is_mixed:
        why = _("Others prove both, so each has to be decided by you.")
    elif dates.proof:
        why = _("“{date}” shows which is meant.").format(date=dates.proof)
    else:
        why = _("No date of the column tells which is meant.")
    return f"{text} {why}"


def order_title(order: str, samples: Sequence[str]) -> str:
    """An answer with what it makes of some dates."""
    name = _("Day first") if order == "dmy" else _("Month first")
    pairs = [f"{date} → {read_date(date, order).suggestion}" for date in samples]
    return f"{name}: {', '.join(pairs)}"

"""Above the differences: their kinds, the field that changed, a text; in one row or two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.icons import coloured_icon
from sitemap_editor.gui.lists.narrow_combo import NarrowCombo
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.support.i18n import _

from .chips import KindChips
from .words import field_titles

if TYPE_CHECKING:
    from .compared import Compared

FILTER_WIDTH = 150
FIELD_LETTERS = 14
Direction = QBoxLayout.Direction


class DifferenceBar(QWidget):
    """Which differences are listed; ``changed`` when others are to be, ``typed`` while typing."""

    changed = Signal()
    typed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Filter"))
        self.chips = KindChips()
        self.field = NarrowCombo()
        self.text = QLineEdit()
        self.count = QLabel()
        self._rows = QBoxLayout(Direction.LeftToRight, self)
        self._kinds, self._rest = QHBoxLayout(), QHBoxLayout()
        self._name()
        self._assemble()
        self.chips.changed.connect(lambda _kinds: self.changed.emit())
        self.field.activated.connect(lambda _index: self.changed.emit())
        self.text.textChanged.connect(lambda _text: self.typed.emit())

    def _name(self) -> None:
        self.field.setAccessibleName(_("Field that changed"))
        self.field.setToolTip(_("Shows only entries in which this field changed."))
        self.field.setMinimumContentsLength(FIELD_LETTERS)
        self.text.setAccessibleName(_("Filter"))
        self.text.setPlaceholderText(_("Filter addresses"))
        self.text.setClearButtonEnabled(True)
        self.text.setMinimumWidth(FILTER_WIDTH)
        self.text.addAction(
            coloured_icon("filter", "dim_text"), QLineEdit.ActionPosition.LeadingPosition
        )
        name_buttons_of(self.text)
        theme.set_role(self.count, "dim")
        self.count.setAccessibleName(_("Differences shown"))

    def _assemble(self) -> None:
        self._rows.setContentsMargins(0, 0, 0, 0)
        for layout in (self._rows, self._kinds, self._rest):
            layout.setSpacing(theme.GRID)
        self._kinds.addWidget(self.chips)
        self._kinds.addStretch(1)
        self._rest.addWidget(self.field)
        self._rest.addWidget(self.text, 1)
        self._rest.addWidget(self.count)
        self._rows.addLayout(self._kinds)
        self._rows.addLayout(self._rest, 1)

    # In one row or two

    def minimumSizeHint(self) -> QSize:
        kinds, rest = self._kinds.minimumSize(), self._rest.minimumSize()
        return QSize(max(kinds.width(), rest.width()), self._rows.minimumSize().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        needed = self._kinds.minimumSize().width() + self._rest.minimumSize().width() + theme.GRID
        is_wide = needed <= self.width()
        self._rows.setDirection(Direction.LeftToRight if is_wide else Direction.TopToBottom)

    # What is asked for

    def show_compared(self, compared: Compared) -> None:
        """Offer what there is to choose from in a comparison."""
        self.chips.show_counts(compared.counts, compared.teller.titles())
        self._fill_fields(compared.fields)
        self._fit()

    def _fill_fields(self, counts: Mapping[str, int]) -> None:
        chosen = self.field.currentData()
        self.field.clear()
        self.field.addItem(_("Any field"), "")
        for name, title in field_titles(counts):
            self.field.addItem(title, name)
        self.field.setCurrentIndex(max(self.field.findData(chosen), 0))
        self.field.setVisible(len(counts) > 1)

    @property
    def wanted(self) -> tuple[frozenset[str], str, str]:
        """Kinds, text and field, as ``Compared.numbers`` takes them."""
        return self.chips.shown, self.text.text().strip(), self.field.currentData() or ""

"""What a pasted text becomes: its entries, and the repairs it took, as far as anybody reads."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.pasted import Reading
from sitemap_editor.gui.repairs.words import guesses_text
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _, format_number, ngettext

from .paste_preview import entry_table

MOST_ROWS = 100
MOST_REPAIRS = 100
REPAIR_ROWS = 5


class PastedPreview(QFrame):
    """The right side of the dialog."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("What it becomes"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.GRID // 2)
        self._parts: list[QWidget] = []
        self.entries: QTableWidget | None = None
        self.repairs: QTableWidget | None = None

    def show_reading(self, reading: Reading | None) -> None:
        """Show what another text becomes; None: it becomes nothing."""
        for part in self._parts:
            self._column.removeWidget(part)
            part.hide()
            part.deleteLater()
        self._parts, self.entries, self.repairs = [], None, None
        self._add(_label(_("What it becomes"), "heading"))
        if reading is None:
            self._add(_hint(), 1)
            return
        entries = [reading.values(position) for position in range(min(reading.count, MOST_ROWS))]
        self.entries = entry_table(entries, reading.fields)
        self._add(_card(self.entries), 2)
        for text in _remarks(reading):
            self._add(_label(text, "dim"))
        if reading.mending is not None:
            said = (_needed_text(len(reading.mending.repairs)), guesses_text(reading.mending))
            self._add(_label(" ".join(text for text in said if text), "warning_title"))
            self.repairs = _repairs(reading)
            self._add(_card(self.repairs), 1)

    def _add(self, part: QWidget, stretch: int = 0) -> None:
        self._column.addWidget(part, stretch)
        self._parts.append(part)


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setWordWrap(role != "heading")
    theme.set_role(label, role)
    return label


def _hint() -> QWidget:
    label = QLabel(_("What the text becomes is shown here."))
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setMinimumWidth(200)
    theme.set_role(label, "dim")
    return _card(label)


def _card(content: QWidget) -> QFrame:
    card = QFrame()
    card.setAccessibleName(content.accessibleName() or _("What it becomes"))
    theme.set_role(card, "card")
    layout = QVBoxLayout(card)
    layout.setContentsMargins(1, 1, 1, 1)
    layout.addWidget(content)
    return card


def _needed_text(count: int) -> str:
    text = ngettext(
        "{n} repair was needed to read this text.",
        "{n} repairs were needed to read this text.",
        count,
    )
    return text.format(n=format_number(count))


def _remarks(reading: Reading) -> list[str]:
    remarks = []
    if reading.count > MOST_ROWS:
        text = _("The first {shown} of {n} are shown.")
        remarks.append(text.format(shown=format_number(MOST_ROWS), n=format_number(reading.count)))
    if reading.left_out:
        text = ngettext(
            "{n} line without an address is left out.",
            "{n} lines without an address are left out.",
            reading.left_out,
        )
        remarks.append(text.format(n=format_number(reading.left_out)))
    return remarks


def _repairs(reading: Reading) -> QTableWidget:
    """The first repairs: the line, and what was done."""
    mending = reading.mending
    assert mending is not None
    shown = mending.repairs[:MOST_REPAIRS]
    table = QTableWidget(len(shown), 2)
    table.setAccessibleName(_("Repairs"))
    table.setHorizontalHeaderLabels([_("Line"), _("What was repaired")])
    table.setStyleSheet("QTableWidget::item { padding: 0 5px; }")
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(24)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setStretchLastSection(True)
    for row, one in enumerate(shown):
        line, _column = mending.place_of(one)
        texts = (format_number(line), one.reason)
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(plain_tooltip(text))
            table.setItem(row, column, item)
    table.resizeColumnToContents(0)
    table.setMinimumHeight(24 * min(len(shown), REPAIR_ROWS) + 36)
    return table

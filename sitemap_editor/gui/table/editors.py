"""Editors of a cell: each leaves a wrong value as it was typed."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from PySide6.QtCore import QDate, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCalendarWidget,
    QComboBox,
    QFrame,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui.icons import icon
from sitemap_editor.protocol.fields import Field
from sitemap_editor.support.i18n import _

_DATE = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})")

STEP = Decimal("0.1")
LOWEST, HIGHEST, USUAL = Decimal("0.0"), Decimal("1.0"), Decimal("0.5")


def make_editor(field: Field, parent: QWidget) -> QWidget:
    """The editor of a field; ``text_of`` and ``set_text`` read and write it."""
    editor: QWidget
    if field.editor == "date":
        editor = DateEditor(parent)
    elif field.editor == "choice":
        editor = ChoiceEditor(field.choices, parent)
    elif field.editor == "number":
        editor = NumberEditor(parent)
    else:
        editor = QLineEdit(parent)
    editor.setObjectName(f"editor_{field.name}")
    editor.setAccessibleName(_(field.title))
    return editor


def line_of(editor: QWidget) -> QLineEdit:
    """The line of text inside an editor."""
    if isinstance(editor, QLineEdit):
        return editor
    assert isinstance(editor, QComboBox | NumberEditor)
    line = editor.lineEdit()
    assert line is not None
    return line


def text_of(editor: QWidget) -> str:
    """What stands in an editor, as typed."""
    return line_of(editor).text()


def set_text(editor: QWidget, text: str) -> None:
    """Put a value into an editor and select it, so that typing replaces it."""
    line_of(editor).setText(text)
    line_of(editor).selectAll()


class ChoiceEditor(QComboBox):
    """A list of the usual values; any other may be typed."""

    def __init__(self, choices: tuple[str, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.addItems(list(choices))
        self.setCurrentIndex(-1)


class NumberEditor(QAbstractSpinBox):
    """Steps a priority by 0.1 between 0.0 and 1.0; any text may be typed."""

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flag = QAbstractSpinBox.StepEnabledFlag
        return flag.StepUpEnabled | flag.StepDownEnabled

    def stepBy(self, steps: int) -> None:
        value = min(HIGHEST, max(LOWEST, self._value() + steps * STEP))
        self.lineEdit().setText(f"{value:.1f}")
        self.lineEdit().selectAll()

    def validate(self, text: str, position: int) -> object:
        return QValidator.State.Acceptable, text, position

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Scrolling the table must not change a value on its way.
        event.ignore()

    def _value(self) -> Decimal:
        try:
            value = Decimal(self.lineEdit().text().strip().replace(",", "."))
        except InvalidOperation:
            return USUAL
        return value if value.is_finite() else USUAL


class DateEditor(QLineEdit):
    """A date as text, with a calendar behind a button or Alt+Down."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        action = QAction(icon("calendar"), _("Choose from the calendar"), self)
        action.triggered.connect(self.show_calendar)
        self.addAction(action, QLineEdit.ActionPosition.TrailingPosition)

    def show_calendar(self) -> None:
        """Open the calendar below the line, on the date that stands in it."""
        popup = CalendarPopup(date_in(self.text()) or QDate.currentDate(), self)
        popup.chosen.connect(self._on_popup_chosen)
        popup.adjustSize()
        popup.move(self.mapToGlobal(QPoint(0, self.height())))
        popup.show()

    def _on_popup_chosen(self, date: QDate) -> None:
        self.setText(with_date(self.text(), date))
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_F4 or (event.key() == Qt.Key.Key_Down and is_alt):
            self.show_calendar()
        else:
            super().keyPressEvent(event)


class CalendarPopup(QFrame):
    """A calendar with a button for today; closes itself once a date is chosen."""

    chosen = Signal(QDate)

    def __init__(self, date: QDate, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(_("Calendar"))
        calendar = QCalendarWidget(self)
        calendar.setAccessibleName(_("Calendar"))
        calendar.setSelectedDate(date)
        calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        calendar.clicked.connect(self._choose)
        calendar.activated.connect(self._choose)
        today = QPushButton(_("Today"), self)
        today.setAccessibleName(_("Today"))
        today.clicked.connect(lambda: self._choose(QDate.currentDate()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(calendar)
        layout.addWidget(today)
        calendar.setFocus()

    def _choose(self, date: QDate) -> None:
        self.close()
        self.chosen.emit(date)


def date_in(text: str) -> QDate | None:
    """The date a value begins with, None when it begins with none."""
    match = _DATE.match(text)
    date = QDate(*map(int, match.groups())) if match else QDate()
    return date if date.isValid() else None


def with_date(text: str, date: QDate) -> str:
    """``text`` with another date; a time of day behind a date stays."""
    written = date.toString(Qt.DateFormat.ISODate)
    match = _DATE.match(text)
    return written + text[match.end() :].rstrip() if match else written

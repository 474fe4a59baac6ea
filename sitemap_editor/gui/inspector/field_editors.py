"""Editors of one value each: what is typed stays as typed, and absent is not the same as empty.

None of them changes a document: they say what they were asked for.
"""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal, InvalidOperation

from PySide6.QtCore import QDate, QEvent, QObject, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QTextCharFormat, QValidator
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCalendarWidget,
    QComboBox,
    QFrame,
    QLineEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.icons import coloured_icon
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.protocol.fields import Field
from sitemap_editor.support.i18n import _, format_number

NO_LIMIT = 2**31 - 1
"""Characters a line takes: Qt would cut an address at 32,767."""

EDITABLE_CHARACTERS = 200_000
"""Longer values are only shown: in a line of them each key takes too long."""

SHOWN_CHARACTERS = 2_000
"""How much is shown of a value that is too long to be edited."""

_DATE = re.compile(r"\s*(\d{4})-(\d{2})-(\d{2})")

PRIORITY_STEP = Decimal("0.1")
USUAL_PRIORITY = Decimal("0.5")


class FieldEditor(QObject):
    """One field of one entry, typed in a line; ``widget`` is what is put on the page.

    ``committed`` carries the new value, None to remove the field. Enter and leaving commit, Esc
    brings the value back. ``hint`` says why a value can only be looked at.
    """

    committed = Signal(object)
    extras: tuple[QWidget, ...] = ()
    """Buttons that belong beside the editor."""

    def __init__(self, field: Field, widget: QWidget, line: QLineEdit, parent: QObject) -> None:
        super().__init__(parent)
        self.field = field
        self.widget = widget
        self.line = line
        self.value: str | None = None
        self.hint = ""
        self.is_read_only = False
        self._shown = ""
        self._severity = ""
        widget.setAccessibleName(_(field.title))
        line.setAccessibleName(_(field.title))
        line.setMaxLength(NO_LIMIT)
        line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._clear_action = self._make_clear_action()
        line.installEventFilter(self)
        line.editingFinished.connect(self.commit)
        line.textChanged.connect(self._on_line_text_changed)

    def _make_clear_action(self) -> QAction:
        action = QAction(
            coloured_icon("clear", "dim_text"), _("Remove this field from the entry"), self
        )
        action.triggered.connect(self._on_clear_triggered)
        # An address cannot be done without.
        if self.field.name != "loc":
            self.line.addAction(action, QLineEdit.ActionPosition.TrailingPosition)
        return action

    @property
    def text(self) -> str:
        """What is typed now."""
        return self.line.text()

    @property
    def is_pending(self) -> bool:
        """Whether something was typed that is not committed yet."""
        # Not every value comes back from a line as it was put there.
        return self.text != self._shown

    def show_value(self, value: str | None) -> None:
        """Show a value, None for a field that is not there; what is being typed stays."""
        is_typing = self.is_pending
        self.value = value
        if is_typing:
            self._shown = value or ""
        else:
            self._put(value)
        self._on_line_text_changed()

    def revert(self) -> None:
        """Show the value of the entry again."""
        self._put(self.value)

    def commit(self) -> None:
        """Say what was typed, when it is another value."""
        if self.is_pending:
            self._say(self.text)

    def _say(self, text: str) -> None:
        is_removal = not text and self.field.name != "loc"
        self.committed.emit(None if is_removal else text)

    def _put(self, value: str | None) -> None:
        """Show a value of the entry; of one that is too long only the beginning."""
        self.hint = too_long_text(value or "")
        self.line.setReadOnly(bool(self.hint) or self.is_read_only)
        self._write(f"{value[:SHOWN_CHARACTERS]}…" if value and self.hint else value or "")
        self._shown = self.text

    def _write(self, text: str) -> None:
        if self.line.text() != text:  # the same text too would be painted anew
            with QSignalBlocker(self.line):
                self.line.setText(text)
                self.line.setCursorPosition(0)
        self._on_line_text_changed()

    def set_read_only(self) -> None:
        """Let the value be looked at and copied only."""
        self.is_read_only = True
        self.line.setReadOnly(True)
        for widget in self.extras:
            widget.hide()

    def show_severity(self, severity: str | None) -> None:
        """Mark the editor when something is wrong with the value."""
        role = severity if severity in ("error", "warning") else ""
        if role != self._severity:
            self._severity = role
            theme.set_role(self.widget, role)

    def _on_line_text_changed(self) -> None:
        absent, empty = _("not given"), _("given, but empty")
        self.line.setPlaceholderText(absent if self.value is None else empty)
        tip = plain_tooltip(self.text) if len(self.text) > 20 else ""
        self.line.setToolTip(self.hint or tip)
        self._clear_action.setVisible(self.value is not None and not self.is_read_only)

    def _on_clear_triggered(self) -> None:
        self._write("")
        if self.value is not None:
            self.committed.emit(None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride):
            is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
            if is_escape and self.is_pending:
                event.accept()
                if event.type() == QEvent.Type.KeyPress:
                    self.revert()
                return True
        return super().eventFilter(watched, event)


def too_long_text(value: str) -> str:
    """What to say of a value that is too long for a line, nothing of any other."""
    if len(value) <= EDITABLE_CHARACTERS:
        return ""
    text = _(
        "This value has {n} characters, too many to edit in a line. Its XML shows how it begins."
    )
    return text.format(n=format_number(len(value)))


class TextEditor(FieldEditor):
    """Any text in a line."""

    def __init__(self, field: Field, parent: QWidget) -> None:
        line = QLineEdit(parent)
        super().__init__(field, line, line, parent)


class DateEditor(FieldEditor):
    """A date as it is written in the file, with today and a calendar beside it."""

    def __init__(self, field: Field, parent: QWidget) -> None:
        line = QLineEdit(parent)
        super().__init__(field, line, line, parent)
        self.today_button = QToolButton(parent)
        self.today_button.setText(_("Today"))
        self.today_button.clicked.connect(self._on_today_clicked)
        self.today_button.setToolTip(_("Set today's date"))
        self.today_button.setAccessibleName(_("Set today's date"))
        theme.set_role(self.today_button, "link")
        self.calendar_action = QAction(
            coloured_icon("calendar", "dim_text"), _("Choose a date in the calendar (F4)"), self
        )
        self.calendar_action.triggered.connect(self.show_calendar)
        line.addAction(self.calendar_action, QLineEdit.ActionPosition.TrailingPosition)
        self.extras = (self.today_button,)

    def set_read_only(self) -> None:
        super().set_read_only()
        self.calendar_action.setVisible(False)

    def _on_today_clicked(self) -> None:
        self._choose(date.today().isoformat())

    def show_calendar(self) -> None:
        """Open the calendar on the date that stands in the line."""
        if self.line.isReadOnly():
            return
        popup = CalendarPopup(self.text, self.widget)
        popup.chosen.connect(lambda day: self._choose(with_day(self.text, day)))
        popup.open_below(self.widget)

    def _choose(self, text: str) -> None:
        self._write(text)
        self.commit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            is_alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
            if event.key() == Qt.Key.Key_F4 or (event.key() == Qt.Key.Key_Down and is_alt):
                self.show_calendar()
                return True
        return super().eventFilter(watched, event)


def with_day(text: str, day: str) -> str:
    """``text`` with another day; a time of day behind it stays."""
    match = _DATE.match(text)
    return day + text[match.end() :].rstrip() if match else day


class CalendarPopup(QFrame):
    """A calendar on the day of a value; ``chosen`` carries a date as it is written."""

    chosen = Signal(str)

    def __init__(self, value: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.calendar = QCalendarWidget(self)
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.calendar.setAccessibleName(_("Calendar"))
        self._dress()
        day = QDate.fromString(value[:10], Qt.DateFormat.ISODate)
        if day.isValid():
            self.calendar.setSelectedDate(day)
        self.calendar.clicked.connect(self._on_day_chosen)
        self.calendar.activated.connect(self._on_day_chosen)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.addWidget(self.calendar)

    def _dress(self) -> None:
        """Tell weekends by a quieter colour; Qt's red would look like a finding."""
        for day in Qt.DayOfWeek:
            is_weekend = day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday)
            looks = QTextCharFormat()
            looks.setForeground(theme.color("dim_text" if is_weekend else "text"))
            self.calendar.setWeekdayTextFormat(day, looks)
        heading = QTextCharFormat()
        heading.setForeground(theme.color("dim_text"))
        heading.setBackground(theme.color("raised"))
        self.calendar.setHeaderTextFormat(heading)

    def open_below(self, widget: QWidget) -> None:
        """Show it below a widget, wholly on the screen."""
        self.adjustSize()
        corner = widget.mapToGlobal(QPoint(0, widget.height() + 2))
        room = widget.screen().availableGeometry()
        x = min(corner.x(), room.right() - self.width())
        y = min(corner.y(), room.bottom() - self.height())
        self.move(max(room.left(), x), max(room.top(), y))
        self.show()
        self.calendar.setFocus()

    def _on_day_chosen(self, day: QDate) -> None:
        # Return both clicks and activates: one date is enough.
        self.calendar.blockSignals(True)
        self.chosen.emit(day.toString(Qt.DateFormat.ISODate))
        self.close()


class ChoiceEditor(FieldEditor):
    """One of a few words, or anything else that is typed."""

    def __init__(self, field: Field, parent: QWidget) -> None:
        box = _QuietComboBox(parent)
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.addItems(field.choices)
        box.setCurrentIndex(-1)
        line = box.lineEdit()
        assert line is not None
        super().__init__(field, box, line, parent)
        box.activated.connect(self.commit)


class _QuietComboBox(QComboBox):
    """Leaves the wheel to the page: rolling over a value must not change it."""

    def wheelEvent(self, event: QEvent) -> None:
        event.ignore()


class NumberEditor(FieldEditor):
    """A number in steps of a tenth, or whatever was written instead of one."""

    def __init__(self, field: Field, parent: QWidget) -> None:
        box = _PriorityBox(parent)
        # The style sheet pads the box, not the line within it.
        box.lineEdit().setTextMargins(8, 0, 0, 0)
        super().__init__(field, box, box.lineEdit(), parent)


class _PriorityBox(QAbstractSpinBox):
    """Steps from 0.0 to 1.0 without ever correcting what is typed."""

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        return QValidator.State.Acceptable, text, position

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flags = QAbstractSpinBox.StepEnabledFlag
        return flags.StepUpEnabled | flags.StepDownEnabled

    def stepBy(self, steps: int) -> None:
        line = self.lineEdit()
        line.setText(stepped(line.text(), steps))
        line.selectAll()

    def wheelEvent(self, event: QEvent) -> None:
        event.ignore()


def stepped(text: str, steps: int) -> str:
    """The priority ``steps`` tenths on from ``text``, within 0.0 and 1.0."""
    try:
        number = Decimal(text.strip().replace(",", "."))
        if not number.is_finite():
            raise InvalidOperation
    except InvalidOperation:
        return str(USUAL_PRIORITY)
    return str(min(max(number + steps * PRIORITY_STEP, Decimal("0.0")), Decimal("1.0")))


_EDITORS = {
    "url": TextEditor,
    "date": DateEditor,
    "choice": ChoiceEditor,
    "number": NumberEditor,
}


def make_editor(field: Field, parent: QWidget) -> FieldEditor:
    """The editor that a field declares."""
    editor: FieldEditor = _EDITORS[field.editor](field, parent)
    name_buttons_of(editor.line)
    return editor

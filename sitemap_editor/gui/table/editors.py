"""Editors of a cell: each leaves a wrong value as it was typed."""

from __future__ import annotations

from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QAction, QKeyEvent, QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPushButton, QWidget

from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.inspector.field_editors import NO_LIMIT, CalendarPopup, stepped, with_day
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.protocol.fields import Field
from sitemap_editor.support.i18n import _


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
    line_of(editor).setMaxLength(NO_LIMIT)
    for part in {editor, line_of(editor)}:
        part.setAccessibleName(_(field.title))
    name_buttons_of(line_of(editor))
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
        self.lineEdit().setText(stepped(self.lineEdit().text(), steps))
        self.lineEdit().selectAll()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        return QValidator.State.Acceptable, text, position

    def wheelEvent(self, event: QWheelEvent) -> None:
        # Scrolling the table must not change a value on its way.
        event.ignore()


class DateEditor(QLineEdit):
    """A date as text, with a calendar behind a button, F4 or Alt+Down."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        action = QAction(icon("calendar"), _("Choose from the calendar"), self)
        action.triggered.connect(self.show_calendar)
        self.addAction(action, QLineEdit.ActionPosition.TrailingPosition)

    def show_calendar(self) -> None:
        """Open the calendar below the line, on the date that stands in it."""
        popup = DatePopup(self.text(), self)
        popup.chosen.connect(self._on_popup_chosen)
        popup.open_below(self)

    def _on_popup_chosen(self, day: str) -> None:
        self.setText(with_day(self.text(), day))
        self.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_F4 or (event.key() == Qt.Key.Key_Down and is_alt):
            self.show_calendar()
        else:
            super().keyPressEvent(event)


class DatePopup(CalendarPopup):
    """A calendar with a button for today."""

    def __init__(self, value: str, parent: QWidget) -> None:
        super().__init__(value, parent)
        self.setAccessibleName(_("Calendar"))
        self.today = QPushButton(_("Today"), self)
        self.today.setAccessibleName(_("Today"))
        self.today.clicked.connect(self._on_today_clicked)
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.today)

    def _on_today_clicked(self) -> None:
        self.chosen.emit(QDate.currentDate().toString(Qt.DateFormat.ISODate))
        self.close()

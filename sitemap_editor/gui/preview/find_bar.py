"""The line below a text in which what is to be found is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from sitemap_editor.gui.icons import icon
from sitemap_editor.support.i18n import _


class FindBar(QFrame):
    """A field, both directions, and what came of it; Enter goes on, Shift+Enter back.

    ``find_requested`` carries the text and whether to go backwards, ``typed`` each new text.
    ``purpose`` is what the bar is called, instead of "Find in the XML".
    """

    find_requested = Signal(str, bool)
    typed = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None, purpose: str = "") -> None:
        super().__init__(parent)
        self.setAccessibleName(purpose or _("Find in the XML"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(purpose or _("Find in the XML"))
        self.field.setAccessibleName(purpose or _("Text to find in the XML"))
        self.field.setMinimumWidth(90)
        self.field.setMaximumWidth(360)
        self.field.textEdited.connect(self._on_field_edited)
        self.note = QLabel()
        self.note.setMinimumWidth(0)
        self.previous_button = self._button("chevron-up", _("Find previous (Shift+Enter)"))
        self.next_button = self._button("chevron-down", _("Find next (Enter)"))
        self.close_button = self._button("close", _("Close (Esc)"))
        self.previous_button.clicked.connect(lambda: self._ask(True))
        self.next_button.clicked.connect(lambda: self._ask(False))
        self.close_button.clicked.connect(self.closed)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(4)
        for widget in (self.field, self.previous_button, self.next_button, self.note):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addWidget(self.close_button)
        self.setFocusProxy(self.field)
        self._on_field_edited("")

    def _button(self, name: str, text: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(name))
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.setAutoRaise(True)
        return button

    def begin(self, text: str) -> None:
        """Show the bar with a text to begin with, ready to be typed over."""
        if text:
            self.field.setText(text)
        self.say("")
        self._on_text(self.field.text())
        self.show()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def say(self, text: str, *, is_failure: bool = False) -> None:
        """Say what came of a search."""
        self.note.setProperty("role", "warning" if is_failure else "dim")
        self.note.style().polish(self.note)
        self.note.setText(text)

    def _on_field_edited(self, text: str) -> None:
        self._on_text(text)
        self.typed.emit(text)

    def _on_text(self, text: str) -> None:
        for button in (self.previous_button, self.next_button):
            button.setEnabled(bool(text))

    def _ask(self, is_backwards: bool) -> None:
        if self.field.text():
            self.find_requested.emit(self.field.text(), is_backwards)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._ask(bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

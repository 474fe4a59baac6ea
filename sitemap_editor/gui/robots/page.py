"""The text of a robots.txt with the line below it in which a text to find is typed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sitemap_editor.gui.preview.find_bar import FindBar
from sitemap_editor.support.i18n import _

from .edit import RobotsEdit

Flag = QTextDocument.FindFlag


class RobotsPage(QWidget):
    """``edit`` is the text; ``open_find`` shows the line, which goes on at the other end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Text of robots.txt"))
        self.edit = RobotsEdit(self)
        self.find_bar = FindBar(self, _("Find in robots.txt"))
        self.find_bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.find_bar)
        self.setFocusProxy(self.edit)
        self.edit.find_requested.connect(self.open_find)
        self.find_bar.find_requested.connect(self.find_text)
        self.find_bar.typed.connect(self._on_find_bar_typed)
        self.find_bar.closed.connect(self._on_find_bar_closed)

    def open_find(self) -> None:
        """Show the line with the selected text, when that is of one line."""
        text = self.edit.textCursor().selectedText()
        self.find_bar.begin("" if "\u2029" in text else text)

    def find_text(self, text: str, is_backwards: bool = False) -> None:
        """Select the next or the previous place of ``text``."""
        self._find(text, self.edit.textCursor(), is_backwards)

    def _on_find_bar_typed(self, text: str) -> None:
        """Look from where the selection begins, so that it grows with what is typed."""
        self.find_bar.say("")
        cursor = self.edit.textCursor()
        cursor.setPosition(cursor.selectionStart())
        if text:
            self._find(text, cursor, False)

    def _find(self, text: str, start: QTextCursor, is_backwards: bool) -> None:
        flags = Flag.FindBackward if is_backwards else Flag(0)
        document = self.edit.document()
        found, said = document.find(text, start, flags), ""
        if found.isNull():
            other = QTextCursor(document)
            if is_backwards:
                other.movePosition(QTextCursor.MoveOperation.End)
            found, said = document.find(text, other, flags), _("Search went on from the other end")
        if found.isNull():
            self.find_bar.say(_("Not found"), is_failure=True)
            return
        self.edit.setTextCursor(found)
        self.edit.ensureCursorVisible()
        self.find_bar.say(said)

    def _on_find_bar_closed(self) -> None:
        self.find_bar.hide()
        self.edit.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.find_bar.isVisible():
            self._on_find_bar_closed()
        else:
            super().keyPressEvent(event)

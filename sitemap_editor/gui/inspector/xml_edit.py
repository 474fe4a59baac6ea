"""The editor of a few lines of XML: coloured, and underlined where it is wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QKeyEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.preview.highlight import State, tokenize
from sitemap_editor.gui.raw_text import raw_text, units
from sitemap_editor.support.i18n import _

COLOURED_CHARACTERS = 60_000
"""Longer texts stay plain: colouring one long line would be felt at each key."""


class XmlEdit(QPlainTextEdit):
    """Text of an entry; Ctrl+Enter is left to the page."""

    apply_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("XML of the entry"))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.setTabChangesFocus(True)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._highlighter = _Highlighter(self.document())
        self._dress()
        theme.signals.theme_changed.connect(self._dress)

    def _dress(self) -> None:
        self.setFont(theme.monospace_font())
        self._highlighter.rehighlight()

    @property
    def text(self) -> str:
        """What is typed, one line feed a line."""
        return raw_text(self.document())

    def show_text(self, text: str) -> None:
        """Put another text in, with nothing to undo."""
        is_long = len(text) > COLOURED_CHARACTERS
        self._highlighter.setDocument(None if is_long else self.document())
        self.setPlainText(text)
        self.mark_error(None, None)

    def replace_text(self, text: str) -> None:
        """Put another text in as if it were typed, so that it can be undone."""
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def mark_error(self, line: int | None, column: int | None) -> None:
        """Underline what stands at a place (both 1-based), or nothing."""
        if line is None:
            self.setExtraSelections([])
            return
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self._cursor_at(line, column)
        mark.format = QTextCharFormat()
        mark.format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        mark.format.setUnderlineColor(theme.color("error"))
        mark.format.setBackground(theme.color("error_soft"))
        self.setExtraSelections([mark])

    def _cursor_at(self, line: int, column: int | None) -> QTextCursor:
        block = self.document().findBlockByNumber(max(0, line - 1))
        if not block.isValid():
            block = self.document().lastBlock()
        length = block.length() - 1
        # Qt counts UTF-16 units, the error characters.
        before = block.text()[: (column or 1) - 1]
        start = min(units(before), max(0, length - 1))
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + (start if column else 0))
        cursor.movePosition(
            QTextCursor.MoveOperation.EndOfWord if column else QTextCursor.MoveOperation.EndOfBlock,
            QTextCursor.MoveMode.KeepAnchor,
        )
        if not cursor.hasSelection():
            cursor.movePosition(
                QTextCursor.MoveOperation.NextCharacter, QTextCursor.MoveMode.KeepAnchor
            )
        return cursor

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_return and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.apply_requested.emit()
        else:
            super().keyPressEvent(event)


class _Highlighter(QSyntaxHighlighter):
    """The colours of the preview, in an editor."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)

    def highlightBlock(self, text: str) -> None:
        tokens, state = tokenize(text, State(max(0, self.previousBlockState())))
        for token in tokens:
            self.setFormat(token.start, token.end - token.start, theme.color(token.role))
        self.setCurrentBlockState(int(state))

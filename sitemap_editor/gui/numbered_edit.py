"""A text that is edited, with the numbers of its lines and what is said about them beside it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QMimeData, QPoint, QRect, Qt
from PySide6.QtGui import QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QTextEdit, QWidget

from sitemap_editor.protocol.findings import Severity

from . import theme
from .gutter import Gutter


class NumberedEdit(QPlainTextEdit):
    """Lines that do not wrap in the fixed-width font; subclasses ``dress`` when they are made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setTabChangesFocus(True)
        self.gutter = Gutter(self)
        self.cursorPositionChanged.connect(self.show_current_line)
        self.blockCountChanged.connect(self._place_gutter)
        self.updateRequest.connect(self._on_update_requested)
        theme.signals.theme_changed.connect(self.dress)

    def dress(self) -> None:
        """Take the fonts and colours of the theme."""
        self.setFont(theme.monospace_font(self.font()))
        self.show_current_line()
        self._place_gutter()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave files that are dropped to the window, which opens them."""
        is_file = any(url.isLocalFile() for url in source.urls())
        return not is_file and super().canInsertFromMimeData(source)

    # What is said about lines

    def severity_at(self, _number: int) -> Severity | None:
        """The worst that is said about a line, counted from 0."""
        return None

    def messages_at(self, _number: int) -> list[str]:
        """What is said about a line."""
        return []

    # Lines

    @property
    def current_line(self) -> int:
        """The line of the cursor, counted from 0."""
        return self.textCursor().blockNumber()

    def go_to_line(self, number: int) -> None:
        """Put the cursor at the beginning of a line, counted from 0."""
        block = self.document().findBlockByNumber(number)
        if block.isValid():
            self.setTextCursor(QTextCursor(block))
            self.ensureCursorVisible()

    def marks(self) -> list[QTextEdit.ExtraSelection]:
        """What has a background: the line of the cursor."""
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self.textCursor()
        mark.cursor.clearSelection()
        mark.format.setBackground(theme.color("current_line"))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return [mark]

    def show_current_line(self) -> None:
        """Draw the backgrounds again."""
        self.setExtraSelections(self.marks())
        self.gutter.update()

    def lines_in_view(self, area: QRect) -> Iterator[tuple[int, int, int]]:
        """Number, top and height of the lines that touch an area of the viewport's height."""
        usual = self.fontMetrics().lineSpacing()
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= area.bottom():
            height = self.blockBoundingRect(block).height()
            if top + height >= area.top():
                # The margin below the text counts as part of the last line.
                yield block.blockNumber(), round(top), min(round(height), usual)
            block, top = block.next(), top + height

    def line_at(self, place: QPoint) -> int | None:
        """The line, counted from 0, at a height."""
        found = (one for one in self.lines_in_view(self.viewport().rect()))
        return next((n for n, top, height in found if top <= place.y() < top + height), None)

    def _on_update_requested(self, _area: QRect, _dy: int) -> None:
        self.gutter.update()

    def _place_gutter(self) -> None:
        self.setViewportMargins(self.gutter.needed_width, 0, 0, 0)
        area = self.contentsRect()
        self.gutter.setGeometry(area.left(), area.top(), self.gutter.needed_width, area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

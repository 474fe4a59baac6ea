"""The text of a broken file; what the parser says stands at its line."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.numbered_edit import NumberedEdit
from sitemap_editor.gui.raw_text import units
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _

GAP = 24


@dataclass(frozen=True, slots=True)
class Complaint:
    """What is wrong, at a line and column that count from 1; line 0: nowhere in particular."""

    text: str
    line: int = 0
    column: int = 1


class BrokenTextEdit(NumberedEdit):
    """Marks the line of a complaint and writes it behind the line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("brokenText")
        self.setAccessibleName(_("Text of the file"))
        self.complaint: Complaint | None = None
        self._line = QTextCursor()
        self.dress()

    def complain(self, complaint: Complaint | None) -> None:
        """Show what is wrong, and go there; None: nothing any more."""
        self.complaint = complaint
        block = self.document().findBlockByNumber(max(complaint.line - 1, 0) if complaint else 0)
        self._line = QTextCursor(block) if block.isValid() else QTextCursor(self.document())
        self.go_to_complaint()
        self.viewport().update()

    def go_to_complaint(self) -> None:
        """Put the cursor where the complaint is."""
        complaint = self.complaint
        if complaint is not None and complaint.line:
            cursor = QTextCursor(self._line)
            # A column counts characters, a cursor the units that Qt keeps them in.
            before = self._line.block().text()[: complaint.column - 1]
            cursor.setPosition(self._line.block().position() + units(before))
            self.setTextCursor(cursor)
            self.centerCursor()
        self.show_current_line()

    @property
    def complaint_line(self) -> int | None:
        """The line of the complaint, counted from 0; it moves along when lines come above it."""
        if self.complaint is None or not self.complaint.line:
            return None
        return self._line.blockNumber()

    def severity_at(self, number: int) -> Severity | None:
        return Severity.ERROR if number == self.complaint_line else None

    def messages_at(self, number: int) -> list[str]:
        is_here = self.complaint is not None and number == self.complaint_line
        return [self.complaint.text] if is_here and self.complaint is not None else []

    def marks(self) -> list[QTextEdit.ExtraSelection]:
        marks = super().marks()
        if self.complaint_line is not None:
            mark = QTextEdit.ExtraSelection()
            mark.cursor = QTextCursor(self._line)
            mark.format.setBackground(theme.color("error_soft"))
            mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            marks.append(mark)
        return marks

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        line = self.complaint_line
        if line is None or self.complaint is None:
            return
        block = self.document().findBlockByNumber(line)
        box = self.blockBoundingGeometry(block).translated(self.contentOffset())
        if not box.intersects(QRectF(self.viewport().rect())):
            return
        width = block.layout().lineAt(0).naturalTextWidth() if block.layout().lineCount() else 0
        left = max(box.left(), self.contentOffset().x()) + width + GAP
        painter = QPainter(self.viewport())
        painter.setPen(theme.color("error"))
        place = QRectF(left, box.top(), self.viewport().width() - left - 4, box.height())
        if place.width() > GAP:
            text = self.fontMetrics().elidedText(
                f"◂ {self.complaint.text}", Qt.TextElideMode.ElideRight, int(place.width())
            )
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

"""robots.txt as text: what is typed becomes steps of the document as soon as the hand rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QTextCursor,
)
from PySide6.QtWidgets import QMenu, QWidget

from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.numbered_edit import NumberedEdit
from sitemap_editor.gui.raw_text import raw_text, units
from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _

from .highlight import RobotsHighlighter

if TYPE_CHECKING:
    from sitemap_editor.document.edits import Change
    from sitemap_editor.gui.session import Session

REST_MS = 400
"""Rest after the last key before what was typed becomes one step."""

MOST_BYTES = 4 << 20
"""Of a larger file the beginning is shown, and cannot be changed: crawlers read far less."""


class RobotsEdit(NumberedEdit):
    """Shows and edits the lines of a session's document, whose history does the undoing."""

    find_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("robotsText")
        self.setAccessibleName(_("Text of robots.txt"))
        self.setUndoRedoEnabled(False)
        self._session: Session | None = None
        self._entries: list[EntryId | None] = []
        self._is_filling = False
        self._is_due = False
        self._taken = ""
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self.commit)
        self._highlighter = RobotsHighlighter(self.document())
        self.textChanged.connect(self._on_text_changed)
        self.cursorPositionChanged.connect(self._on_cursor_position_changed)
        self.dress()

    def dress(self) -> None:
        """Take the fonts and colours of the theme."""
        self._highlighter.rehighlight()
        super().dress()

    # The document

    @property
    def session(self) -> Session | None:
        """The document shown."""
        return self._session

    def set_session(self, session: Session | None) -> None:
        """Show another document, or none."""
        if session is self._session:
            return
        self.commit()
        if self._session is not None:
            self._connect(self._session, False)
        self._session = session
        if session is not None:
            self._connect(session, True)
            self._fill(session)

    def _connect(self, session: Session, is_on: bool) -> None:
        for signal, slot in (
            (session.changed, self._on_session_changed),
            (session.findings_changed, self._on_session_findings_changed),
            (session.current_changed, self._on_session_current_changed),
        ):
            signal.connect(slot) if is_on else signal.disconnect(slot)

    def _fill(self, session: Session) -> None:
        text = session.doc.text()
        shown = _as_typed(text[:MOST_BYTES])
        self._is_filling = True
        self.setPlainText(shown)
        self._is_filling = False
        # Characters that Qt takes for line ends would be lost with the first key.
        self.setReadOnly(len(text) > MOST_BYTES or raw_text(self.document()) != shown)
        self._find_entries()
        self._on_session_current_changed(session.current)

    def _on_session_changed(self, _change: Change) -> None:
        assert self._session is not None
        self._timer.stop()
        self._is_due = False
        if self._session.doc.size_bytes <= MOST_BYTES:
            self._refill(_as_typed(self._session.doc.text()))
        self._find_entries()

    def _refill(self, text: str) -> None:
        """Replace what differs, so that the cursor stays where it is in the rest."""
        old = raw_text(self.document())
        first = _same_start(old, text)
        last = _same_start(old[first:][::-1], text[first:][::-1])
        cursor = QTextCursor(self.document())
        cursor.setPosition(units(old[:first]))
        cursor.setPosition(units(old[: len(old) - last]), QTextCursor.MoveMode.KeepAnchor)
        self._is_filling = True
        cursor.insertText(text[first : len(text) - last])
        self._is_filling = False

    def _find_entries(self) -> None:
        """Note what was taken over, and which entry each line is."""
        self._taken = raw_text(self.document())
        ids = iter(self._session.doc.ids.tolist()) if self._session is not None else iter(())
        self._entries = [
            EntryId(next(ids, -1)) if line.strip(" \t") else None
            for line in self._taken.split("\n")
        ]
        self.show_current_line()
        self.gutter.update()

    @property
    def lines(self) -> list[str]:
        """The lines as they are shown."""
        return raw_text(self.document()).split("\n")

    # What is typed

    def commit(self) -> bool:
        """Make what was typed a step; False when the document is busy."""
        session = self._session
        if session is None or not self._is_due:
            return True
        if session.is_busy:
            self._timer.start()
            return False
        from sitemap_editor.document.line_editing import replace_text, text_of_lines

        self._timer.stop()
        self._is_due = False
        edit = replace_text(session.doc, text_of_lines(session.doc, self.lines))
        session.edit(edit, _("Edit robots.txt"))
        return True

    def _on_text_changed(self) -> None:
        # Colouring counts as a change of the text too.
        if not self._is_filling and raw_text(self.document()) != self._taken:
            self._is_due = True
            self._timer.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_step()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_step()
        elif _is_return(event) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.textCursor().insertBlock()  # Qt would put a U+2028 into the line
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.make_menu()
        menu.exec(event.globalPos())

    def make_menu(self) -> QMenu:
        """The usual menu of a text, whose undo and redo are those of the document."""
        menu = self.createStandardContextMenu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        history = self._session.doc.history if self._session is not None else None
        for action in menu.actions():
            if action.objectName() == "edit-undo" and history is not None:
                action.setEnabled(history.can_undo or self._is_due)
                action.triggered.connect(self.undo_step)
            elif action.objectName() == "edit-redo" and history is not None:
                action.setEnabled(history.can_redo and not self._is_due)
                action.triggered.connect(self.redo_step)
        menu.addSeparator()
        menu.addAction(icon("find"), _("Find…"), self.find_requested.emit)
        return menu

    def undo_step(self) -> None:
        """Take back the last step, which what was just typed becomes first."""
        if self.commit() and self._session is not None:
            self._session.undo()

    def redo_step(self) -> None:
        """Do again what was taken back."""
        if self.commit() and self._session is not None:
            self._session.redo()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.commit()
        super().focusOutEvent(event)

    # Lines and entries

    def reveal(self, entry: EntryId) -> None:
        """Go to the line of an entry."""
        if entry in self._entries:
            self.go_to_line(self._entries.index(entry))

    def _on_session_current_changed(self, entry: EntryId | None) -> None:
        session = self._session
        is_own = session is not None and session.current_origin is self
        if entry is not None and not is_own and entry != self._entry_at(self.current_line):
            self.reveal(entry)

    def _on_cursor_position_changed(self) -> None:
        entry = self._entry_at(self.current_line)
        if self._session is not None and entry is not None and not self._is_filling:
            self._session.set_current(entry, self)

    def _entry_at(self, number: int) -> EntryId | None:
        entry = self._entries[number] if number < len(self._entries) else None
        is_there = entry is not None and self._session is not None and self._session.doc.has(entry)
        return entry if is_there else None

    # What the check says

    def severity_at(self, number: int) -> Severity | None:
        """The worst that is said about a line."""
        entry = self._entry_at(number)
        report = self._session.report if self._session is not None else None
        return report.severity_of(entry) if report is not None and entry is not None else None

    def messages_at(self, number: int) -> list[str]:
        """What is said about a line."""
        return [finding.message for finding in self.findings_at(number)]

    def findings_at(self, number: int) -> list[Finding]:
        """What is said about a line."""
        entry = self._entry_at(number)
        report = self._session.report if self._session is not None else None
        return report.of_entry(entry) if report is not None and entry is not None else []

    def _on_session_findings_changed(self) -> None:
        self.gutter.update()


def _as_typed(text: bytes) -> str:
    """The text with line feeds only, as Qt gives it back."""
    return text.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _is_return(event: QKeyEvent) -> bool:
    return event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _same_start(one: str, other: str) -> int:
    """How many characters at the beginning of two texts are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low

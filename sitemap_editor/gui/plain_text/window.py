"""The window with the text of a file beyond repair: mend it by hand, try again, or save it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.raw_text import raw_text
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.files import FileStamp
from sitemap_editor.support.i18n import _, format_number

from .edit import BrokenTextEdit, Complaint

SIZE = QSize(980, 700)
FRAME = QSize(24, 64)
MARGIN = theme.GRID * 3 // 2
MOST_BYTES = 20 << 20
LONGEST_LINE = 1 << 20
"""Of a larger file, or one with a longer line, the beginning is shown and cannot be changed.

Qt would take seconds for each key.
"""


@dataclass(frozen=True, slots=True)
class BrokenText:
    """A text that could not be read, the file it is from, and what was wrong with it.

    ``stamp`` is that of the file when it was read; ``newline`` how its lines ended.
    """

    name: str
    text: bytes
    error: SitemapError
    path: Path | None = None
    stamp: FileStamp | None = None

    @property
    def newline(self) -> str:
        """How lines end."""
        if b"\r\n" in self.text:
            return "\r\n"
        return "\r" if b"\r" in self.text and b"\n" not in self.text else "\n"


class BrokenTextWindow(QWidget):
    """Shows a BrokenText.

    ``try_requested`` comes when it is to be read again, ``save_requested`` when it is to be
    written as it is, ``close_requested`` when it would be closed with changes.
    """

    try_requested = Signal()
    save_requested = Signal()
    close_requested = Signal()

    def __init__(self, broken: BrokenText, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("brokenTextWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.broken = broken
        self._is_closing = False
        self.title = QLabel(_("{name} as text").format(name=broken.name))
        self.lead = QLabel()
        self.note = NoteLine()
        self.edit = BrokenTextEdit()
        self.save_button = QPushButton(_("Save text as…"))
        self.close_button = QPushButton(_("Close"))
        self.try_button = QPushButton(_("Try again"))
        self._assemble()
        self._connect()
        self.resize(SIZE.boundedTo(self.screen().availableSize() - FRAME))
        self.setWindowTitle(f"{self.title.text()}[*]")
        self.setAccessibleName(self.title.text())
        self._fill()
        self.complain(broken.error)

    def _assemble(self) -> None:
        theme.set_role(self.title, "title")
        theme.set_role(self.lead, "dim")
        self.lead.setWordWrap(True)
        theme.set_role(self.try_button, "primary")
        key = QKeySequence("Ctrl+Return").toString(QKeySequence.SequenceFormat.NativeText)
        self.try_button.setToolTip(f"{_('Reads the text as it is now')}  {key}")
        for button in (self.save_button, self.close_button, self.try_button):
            button.setAccessibleName(button.text())
        card = QFrame()
        card.setAccessibleName(_("Text of the file"))
        theme.set_role(card, "card")
        within = QVBoxLayout(card)
        within.setContentsMargins(1, 1, 1, 1)
        theme.set_role(self.edit, "plain")
        within.addWidget(self.edit)
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(self.save_button)
        row.addStretch(1)
        row.addWidget(self.close_button)
        row.addWidget(self.try_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        outer.setSpacing(theme.GRID)
        for part in (self.title, self.lead, self.note):
            outer.addWidget(part)
        outer.addWidget(card, 1)
        outer.addLayout(row)

    def _connect(self) -> None:
        self.edit.document().modificationChanged.connect(self.setWindowModified)
        self.try_button.clicked.connect(lambda: self.try_requested.emit())
        self.save_button.clicked.connect(lambda: self.save_requested.emit())
        self.close_button.clicked.connect(lambda: self.close())
        # A button that is not possible takes no click from a key either.
        QShortcut(QKeySequence("Ctrl+Return"), self, self.try_button.click)
        QShortcut(QKeySequence.StandardKey.Save, self, self.save_button.click)
        QShortcut(QKeySequence.StandardKey.Close, self, self.close)

    # What it shows

    def _fill(self) -> None:
        text = self.broken.text
        room = MOST_BYTES if _longest_line(text) <= LONGEST_LINE else LONGEST_LINE // 4
        shown = text[:room].decode("utf-8", "replace")
        shown = shown.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        self.edit.setPlainText(shown)
        self.edit.document().setModified(False)
        is_whole = len(text) <= room
        self.edit.setReadOnly(not is_whole)
        self.try_button.setEnabled(is_whole)
        self.save_button.setEnabled(is_whole)
        if is_whole:
            said = _(
                "Mend it by hand and try again: what can be repaired then is repaired as usual. "
                "The file on disk stays as it is until you save."
            )
        else:
            said = _(
                "The file is too large to be changed here; its beginning is shown. Mend it with "
                "a text editor and open it again."
            )
        self.lead.setText(said)

    @property
    def text(self) -> str:
        """The text as it is now, with line ends as in the file."""
        return raw_text(self.edit.document()).replace("\n", self.broken.newline)

    def complain(self, error: SitemapError) -> None:
        """Show what is wrong now, at its line."""
        line, column = error.line or 0, error.column or 1
        self.edit.complain(Complaint(error.reason, line, column))
        if not line:
            self.note.say(error.message, "error")
            return
        place = _("Line {line}, column {column}")
        label = place.format(line=format_number(line), column=format_number(column))
        self.note.say(error.message, "error", [(label, self._go_to_complaint)])

    def _go_to_complaint(self) -> None:
        self.edit.go_to_complaint()
        self.edit.setFocus()

    # How it goes

    @property
    def is_changed(self) -> bool:
        """Whether something was typed that is nowhere else."""
        return self.edit.document().isModified()

    def note_saved(self) -> None:
        """Take the text for written."""
        self.edit.document().setModified(False)

    def close_for_good(self) -> None:
        """Close without asking."""
        self._is_closing = True
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._is_closing and self.is_changed:
            # Qt takes no other event to close as long as this one is handled.
            self.close_requested.emit()
            event.setAccepted(self._is_closing)


def _longest_line(text: bytes) -> int:
    return max(len(line) for line in text.replace(b"\r", b"\n").split(b"\n"))

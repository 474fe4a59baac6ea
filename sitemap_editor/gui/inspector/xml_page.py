"""The page of an entry's own XML: checked as it is typed, applied as one edit, never lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.flow_layout import FlowLayout
from sitemap_editor.gui.preview.notice import Notice
from sitemap_editor.gui.wrapped_label import Wrapped
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _, format_megabytes, format_number

from .xml_edit import XmlEdit

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session

EDITABLE_BYTES = 200_000
SHOWN_CHARACTERS = 20_000
"""How much is shown of an entry that is too long to be edited here."""

CHECK_MS = 120
"""Rest after the last key before the text is checked."""


@dataclass(slots=True)
class Draft:
    """Text typed for an entry and not applied, and the bytes it was made from."""

    entry: EntryId
    raw: bytes
    typed: str


class XmlPage(QWidget):
    """Shows one entry's XML; an unfinished draft keeps the page until applied or discarded."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._entry: EntryId | None = None
        self._raw = b""
        self._shown = ""
        self._is_asking = False
        self._wanted: EntryId | None = None
        self._drafts: WeakKeyDictionary[Session, Draft] = WeakKeyDictionary()
        self.edit = XmlEdit()
        self.notice = Notice()
        self.error = Wrapped()
        theme.set_role(self.error, "error")
        self.apply_button = QPushButton(_("Apply"))
        self.revert_button = QPushButton(_("Revert"))
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(CHECK_MS)
        self._build()
        self._timer.timeout.connect(self.check)
        self.edit.textChanged.connect(self._on_edit_text_changed)
        self.edit.apply_requested.connect(self.apply)
        self.apply_button.clicked.connect(self.apply)
        self.revert_button.clicked.connect(self.revert)

    def _build(self) -> None:
        self.setAccessibleName(_("XML of the entry"))
        theme.set_role(self.apply_button, "primary")
        for button in (self.apply_button, self.revert_button):
            button.setAccessibleName(button.text())
        self.apply_button.setToolTip(_("Write this XML into the document (Ctrl+Enter)"))
        self.revert_button.setToolTip(_("Bring back the entry as it is in the document"))
        buttons = FlowLayout()
        buttons.addWidget(self.apply_button)
        buttons.addWidget(self.revert_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 12)
        layout.setSpacing(8)
        layout.addWidget(self.notice)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.error)
        layout.addLayout(buttons)
        self.error.hide()

    # What is shown

    @property
    def is_dirty(self) -> bool:
        """Whether something was typed that is not in the document."""
        return not self.edit.isReadOnly() and self.edit.text != self._shown

    def has_draft(self, session: Session | None) -> bool:
        """Whether something was typed for a document before another one was shown."""
        return session is not None and session in self._drafts

    @property
    def entry(self) -> EntryId | None:
        """The entry whose XML is on the page: not the current one while a draft is unfinished."""
        return self._entry

    def show_entry(self, session: Session | None, entry: EntryId | None) -> None:
        """Show an entry; a draft of another is applied when it is valid, else kept."""
        if session is not self._session:
            self._leave_session()
            self._session, self._entry = session, None
            self._put(b"")
            if session is not None and session in self._drafts:
                self._take_up(session, self._drafts.pop(session))
                self.refresh()
        self._wanted = entry
        if self.is_dirty and entry != self._entry and not self._finish():
            self._ask_about_draft()
        elif entry != self._entry:
            self._load()
        elif self._is_asking:
            self._stop_asking()

    def refresh(self) -> None:
        """Follow a change of the document."""
        session, entry = self._session, self._entry
        if session is None or entry is None:
            return
        if not session.doc.has(entry):
            if self.is_dirty:
                self._ask_about_draft()
            else:
                self._load()
        elif session.doc.raw(entry) != self._raw:
            if self.is_dirty:
                self._rebase(session.doc.raw(entry))
            else:
                self._load(entry)

    def _load(self, entry: EntryId | None = None) -> None:
        """Put the wanted entry on the page."""
        session = self._session
        self._entry = self._wanted if entry is None else entry
        self._stop_asking()
        if session is None or self._entry is None or not session.doc.has(self._entry):
            self._put(b"")
            return
        self._put(session.doc.raw(self._entry))

    def _put(self, raw: bytes) -> None:
        self._raw = raw
        text = raw.decode("utf-8", "replace")
        is_long = len(raw) > EDITABLE_BYTES
        shown = text[:SHOWN_CHARACTERS] if is_long else text
        self._shown = shown.replace("\r\n", "\n").replace("\r", "\n")
        if self.edit.text != self._shown:  # else the cursor may stay where it is
            self.edit.show_text(self._shown)
        # An editor of lines cannot keep every character there is.
        is_kept = self.edit.text == self._shown and text.encode() == raw
        self.edit.setReadOnly(is_long or not is_kept)
        self._shown = self.edit.text
        self.check()
        if is_long:
            self._say_too_long(len(raw))
        elif not is_kept:
            self.notice.say(_("This entry holds characters that cannot be edited here."))

    def _say_too_long(self, size: int) -> None:
        text = _(
            "This entry holds {size} MB of XML, too much to edit here. Its beginning is shown."
        )
        self.notice.say(text.format(size=format_megabytes(size)))

    # What is typed

    def _on_edit_text_changed(self) -> None:
        self.revert_button.setEnabled(self.is_dirty)
        self.apply_button.setEnabled(False)
        self._timer.start()

    def check(self) -> bool:
        """Check what is typed and say what is wrong with it; True when it may be applied."""
        self._timer.stop()
        error = self._error() if self.is_dirty else None
        self._show_error(error)
        self.apply_button.setEnabled(self.is_dirty and error is None)
        self.revert_button.setEnabled(self.is_dirty)
        return error is None

    def _show_error(self, error: SitemapError | None) -> None:
        self.error.set_text(_described(error) if error is not None else "")
        self.error.setVisible(error is not None)
        if error is None:
            self.edit.mark_error(None, None)
        else:
            self.edit.mark_error(error.line or 1, error.column)

    def _error(self) -> SitemapError | None:
        from sitemap_editor.markup.build import check_entry_xml

        if self._session is None:
            return None
        doc = self._session.doc
        try:
            check_entry_xml(self.edit.text, doc.names, kind=doc.kind, codec=doc.codec)
        except SitemapError as error:
            return error
        return None

    def apply(self) -> bool:
        """Write what is typed into the document as one step; False when it is not valid yet."""
        if not self.is_dirty:
            return True
        is_applied = self._finish()
        if is_applied:
            self._load()
        return is_applied

    def _finish(self) -> bool:
        session, entry = self._session, self._entry
        if session is None or entry is None or not session.doc.has(entry) or not self.check():
            return False
        from sitemap_editor.document import editing

        try:
            edit = editing.replace_entry(session.doc, entry, self.edit.text)
        except SitemapError as error:
            self._show_error(error)
            return False
        # From here on what is on the page counts as what the document holds.
        before, self._shown = self._shown, self.edit.text
        if edit is not None and not session.edit(edit, _("Change the entry's XML")):
            self._shown = before
            return False
        return True

    def revert(self) -> None:
        """Give up what is typed and show the entry that was asked for meanwhile.

        On the same entry the editor's own undo brings the typed text back.
        """
        if self._entry == self._wanted:
            self._stop_asking()
            self.edit.replace_text(self._shown)
            self.check()
        else:
            self._load()

    # Drafts that are not finished

    def _leave_session(self) -> None:
        session = self._session
        if session is not None and self._entry is not None and self.is_dirty and not self._finish():
            self._drafts[session] = Draft(self._entry, self._raw, self.edit.text)

    def _take_up(self, session: Session, draft: Draft) -> None:
        self._entry = draft.entry
        self._put(draft.raw)
        self.edit.setPlainText(draft.typed)
        self.check()

    def _rebase(self, raw: bytes) -> None:
        """Keep the draft although its entry changed under it."""
        typed = self.edit.text
        self._put(raw)
        self.edit.setPlainText(typed)
        self.check()
        self.notice.say(
            _("This entry was changed elsewhere while you typed. Apply writes your text over it."),
            [(_("Apply"), self.apply), (_("Discard"), self.revert)],
        )

    def _stop_asking(self) -> None:
        self._is_asking = False
        self.notice.dismiss()

    def _ask_about_draft(self) -> None:
        session, entry = self._session, self._entry
        if session is None or entry is None:
            return
        self._is_asking = True
        if not session.doc.has(entry):
            text = _("The entry this XML was typed for is gone. Copy what you need.")
            self.notice.say(text, [(_("Discard"), self.revert)])
            return
        number = format_number(int(session.doc.position_of(entry)) + 1)
        text = _("What you typed for entry {number} is not valid XML yet.").format(number=number)
        self.notice.say(text, [(_("Apply"), self.apply), (_("Discard"), self.revert)])


def _described(error: SitemapError) -> str:
    """Place and reason in one line."""
    if error.line is None:
        return error.message
    place = _("Line {line}, column {column}: {reason}")
    return place.format(line=error.line, column=error.column or 1, reason=error.message)

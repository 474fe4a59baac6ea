"""The inspector: the current entry, its fields and its XML; what is not in view can wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number, ngettext

from .fields_page import FieldsPage
from .xml_page import XmlPage

if TYPE_CHECKING:
    from sitemap_editor.document.edits import Change
    from sitemap_editor.gui.session import Session

FIELDS, XML = 0, 1


class InspectorPanel(QFrame):
    """Shows and edits one entry.

    ``fix_requested`` carries the code of a rule and an entry id, ``help_requested`` a code;
    ``ignore_requested`` is that of a card, ``address_written`` and ``xml_offered`` are those of the
    page of fields.
    """

    fix_requested = Signal(str, object)
    help_requested = Signal(str)
    ignore_requested = Signal(object, str, object)
    address_written = Signal(object, object, str)
    xml_offered = Signal(object, str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("entryInspector")
        self.setAccessibleName(_("Entry inspector"))
        theme.set_role(self, "card")
        self._session: Session | None = None
        self._selected = 1
        self.tabs = QTabBar()
        self.fields = FieldsPage()
        self.xml = XmlPage()
        self.empty = EmptyState()
        self.pages = QStackedWidget()
        self._stack = QStackedWidget()
        self._build()
        self.tabs.currentChanged.connect(self._on_tabs_current_changed)
        self.fields.fix_requested.connect(self.fix_requested)
        self.fields.help_requested.connect(self.help_requested)
        self.fields.ignore_requested.connect(self.ignore_requested)
        self.fields.address_written.connect(self.address_written)
        self.fields.xml_offered.connect(self.xml_offered)
        self.xml.edit.textChanged.connect(self._show_title)
        self._show()

    def _build(self) -> None:
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(_("Pages of the entry"))
        self.pages.setAccessibleName(_("Pages of the entry"))
        self._stack.setAccessibleName(_("Entry"))
        self.tabs.addTab(_("Fields"))
        self.tabs.addTab(_("XML"))
        self.pages.addWidget(self.fields)
        self.pages.addWidget(self.xml)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._entry_page())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 1)
        outer.addWidget(self._stack)

    def _entry_page(self) -> QWidget:
        page = QWidget()
        tab_row = QVBoxLayout()
        tab_row.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
        tab_row.addWidget(self.tabs)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, theme.GRID // 2, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(tab_row)
        layout.addWidget(self.pages, 1)
        return page

    # The session

    def set_session(self, session: Session | None) -> None:
        """Show the current entry of a session, or of none."""
        if session is self._session:
            return
        self.fields.commit()
        if self._session is not None:
            self._connect(self._session, False)
        self._session = session
        self._selected = 1
        if session is not None:
            self._connect(session, True)
            self.tabs.setTabVisible(XML, session.doc.kind.is_xml)
        self._show()

    def _connect(self, session: Session, is_on: bool) -> None:
        for signal, slot in (
            (session.changed, self._on_session_changed),
            (session.findings_changed, self._on_session_findings_changed),
            (session.checking_changed, self._on_session_findings_changed),
            (session.current_changed, self._on_session_current_changed),
        ):
            signal.connect(slot) if is_on else signal.disconnect(slot)

    def set_selected_count(self, count: int) -> None:
        """Tell how many entries are selected; only a single one can be inspected."""
        if count != self._selected:
            self._selected = count
            self._show()

    def commit_pending(self) -> bool:
        """Apply what is being typed, before a save or a close; False when it is not valid."""
        is_done = self.fields.commit()
        if self.xml.is_dirty and not self.xml.apply():
            self.tabs.setCurrentIndex(XML)
            return False
        return is_done

    @property
    def current(self) -> EntryId | None:
        """The entry to inspect."""
        return self._session.current if self._session is not None else None

    def _on_session_changed(self, _change: Change) -> None:
        self.xml.refresh()
        if self.isVisible():
            self._show_title()
            self.fields.refresh()

    def _on_session_findings_changed(self) -> None:
        if self.isVisible():
            self.fields.refresh_findings()

    def _on_session_current_changed(self, _entry: EntryId | None) -> None:
        self._selected = 1
        self._show()

    def _on_tabs_current_changed(self, index: int) -> None:
        self.fields.commit()
        self.pages.setCurrentIndex(index)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    # What is shown

    def _show(self) -> None:
        entry = self.current
        has_one = entry is not None and self._selected <= 1
        # A draft belongs to its entry, whatever page is in front.
        is_xml_shown = self.tabs.currentIndex() == XML
        keeps_draft = self.xml.is_dirty or self.xml.has_draft(self._session)
        if keeps_draft or (is_xml_shown and self.isVisible()):
            self.xml.show_entry(self._session, entry)
        if has_one and not is_xml_shown and self.isVisible():
            self.fields.show_entry(self._session, entry)
        elif self.fields.is_pending:
            self.fields.commit()
        has_page = has_one or (is_xml_shown and self.xml.is_dirty)
        self._stack.setCurrentIndex(1 if has_page else 0)
        self.empty.show_text(self._sentence())
        self._show_title()

    def _sentence(self) -> str:
        if self._session is None:
            return _("The entry that is selected in the table appears here.")
        if self._selected > 1:
            text = ngettext(
                "{n} entry is selected. Select a single one to see its fields.",
                "{n} entries are selected. Select a single one to see its fields.",
                self._selected,
            )
            return text.format(n=format_number(self._selected))
        if self._session.doc.kind is Kind.ROBOTS:
            return _("What is said about the line with the cursor appears here.")
        if not len(self._session.doc):
            return _("This sitemap has no entries yet.")
        return _("Select an entry to see its fields.")

    def _show_title(self) -> None:
        """Say which entry it is in the title, which the dock shows."""
        session, entry = self._session, self.current
        is_draft = self.xml.is_dirty
        if is_draft and self.tabs.currentIndex() == XML:
            entry = self.xml.entry
        tab = _("XML (draft)") if is_draft else _("XML")
        if tab != self.tabs.tabText(XML):  # the same text too would lay out everything anew
            self.tabs.setTabText(XML, tab)
        if session is None or entry is None or not session.doc.has(entry):
            self.setWindowTitle(_("Entry"))
            return
        if session.doc.kind is Kind.ROBOTS:
            line = format_number(session.doc.lines.line_of(entry))
            self.setWindowTitle(_("Line {number}").format(number=line))
            return
        position = format_number(int(session.doc.position_of(entry)) + 1)
        count = format_number(len(session.doc))
        text = _("Entry {position} of {count}")
        self.setWindowTitle(text.format(position=position, count=count))

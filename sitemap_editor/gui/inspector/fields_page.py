"""The page of an entry's fields and of what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.cell_edit import NotAnAddress, write_cell
from sitemap_editor.gui.wrapped_label import Wrapped
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, ngettext

from .field_form import FieldForm
from .finding_card import FindingCard

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session

MOST_CARDS = 8


class FieldsPage(QScrollArea):
    """Edits the fields of one entry, each commit an undo step of its own.

    ``fix_requested`` carries code and entry id, ``help_requested`` a code, ``address_written``
    session, entry id and address; ``xml_offered`` entry id, text and session when a date was typed
    where a text list has room for an address only.
    """

    fix_requested = Signal(str, object)
    help_requested = Signal(str)
    ignore_requested = Signal(object, str, object)
    address_written = Signal(object, object, str)
    xml_offered = Signal(object, str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form: FieldForm | None = None
        self.cards: list[FindingCard] = []
        self._session: Session | None = None
        self._entry: EntryId | None = None
        self._kind: Kind | None = None
        self._pool: list[FindingCard] = []
        self._is_committing = False
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Fields"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.error = Wrapped("")
        theme.set_role(self.error, "error")
        self.error.hide()
        self.hint = Wrapped("")
        theme.set_role(self.hint, "dim")
        self.hint.hide()
        self.state = QLabel()
        self.state.setWordWrap(True)
        theme.set_role(self.state, "dim")
        self._page = QWidget()
        self._layout = QVBoxLayout(self._page)
        self._layout.setContentsMargins(12, 8, 12, 12)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.hint)
        self._layout.addWidget(self.error)
        self._layout.addWidget(self.state)
        self._layout.addStretch(1)
        self.setWidget(self._page)
        for surface in (self._page, self.viewport()):
            surface.setAutoFillBackground(False)

    # What is shown

    def show_entry(self, session: Session | None, entry: EntryId | None) -> None:
        """Show an entry; what was typed for the one before is committed first."""
        if (session, entry) != (self._session, self._entry):
            self.commit()
            self._discard()
        if session is not self._session:
            self._forget_cards()
        self._session, self._entry = session, entry
        if session is None or entry is None:
            return
        if self._kind is not session.doc.kind:
            self._kind = session.doc.kind
            self._make_form(session.doc.kind)
        self.refresh()

    def _make_form(self, kind: Kind) -> None:
        if self.form is not None:
            self._layout.removeWidget(self.form)
            self.form.hide()
            self.form.deleteLater()
        self.form = FieldForm(fields_of(kind))
        self._layout.insertWidget(0, self.form)
        for name, editor in self.form.editors.items():
            if kind.is_feed:
                editor.set_read_only()
            editor.committed.connect(lambda value, field=name: self._on_committed(field, value))

    def refresh(self) -> None:
        """Show the values and findings as they are now; what is being typed stays."""
        session, entry = self._session, self._entry
        if session is None or entry is None or self.form is None or not session.doc.has(entry):
            return
        for name, editor in self.form.editors.items():
            editor.show_value(session.doc.value_of(entry, name))
        has_fields = session.doc.kind is not Kind.ROBOTS
        self.form.setVisible(has_fields or session.doc.value_of(entry, "loc") is not None)
        hints = [editor.hint for editor in self.form.editors.values() if editor.hint]
        if session.doc.kind.is_feed:
            hints.append(_("A feed cannot be changed. Make a sitemap of it to do so."))
        self.hint.set_text("\n".join(hints))
        self.hint.setVisible(bool(hints))
        self.refresh_findings()

    def refresh_findings(self) -> None:
        """Show what is wrong now."""
        session, entry = self._session, self._entry
        if session is None or entry is None or not session.doc.has(entry):
            return
        report = session.report
        findings = report.of_entry(entry) if report is not None else []
        findings = sorted(findings, key=lambda finding: finding.severity.rank)
        self._show_state(session, findings)
        for name, editor in self.form.editors.items() if self.form is not None else ():
            severity = report.severity_of_field(entry, name) if report is not None else None
            editor.show_severity(severity)
        shown = findings[:MOST_CARDS]
        if shown != [card.finding for card in self.cards]:
            self._show_cards(shown)

    def _show_state(self, session: Session, findings: list[Finding]) -> None:
        more = len(findings) - MOST_CARDS
        text = ""
        if session.report is None:
            text = _("Checking…") if session.is_checking else ""
        elif not findings:
            is_line = session.doc.kind is Kind.ROBOTS
            line, one = (
                _("Nothing is wrong with this line."),
                _("Nothing is wrong with this entry."),
            )
            text = line if is_line else one
        elif more > 0:
            text = ngettext("And {n} more finding.", "And {n} more findings.", more).format(n=more)
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def _show_cards(self, findings: list[Finding]) -> None:
        while len(self._pool) < len(findings):
            card = FindingCard()
            card.fix_requested.connect(self._on_card_fix_requested)
            card.help_requested.connect(self.help_requested)
            card.ignore_requested.connect(self.ignore_requested)
            self._layout.insertWidget(self._layout.indexOf(self.state), card)
            self._pool.append(card)
        for card, finding in zip(self._pool, findings, strict=False):
            if card.finding != finding:
                card.show_finding(finding, self._session)
        for index, card in enumerate(self._pool):
            card.setVisible(index < len(findings))
        self.cards = self._pool[: len(findings)]
        self._fit()

    def _forget_cards(self) -> None:
        """What mending does hangs on the document, though the finding may read the same."""
        self.cards = []
        for card in self._pool:
            card.finding = None
            card.hide()

    def _fit(self) -> None:
        # Else one picture of everything squeezed into the old height would be seen.
        self._layout.activate()
        QCoreApplication.sendPostedEvents(self.viewport(), QEvent.Type.LayoutRequest)

    def _on_card_fix_requested(self, code: str) -> None:
        self.commit()
        self.fix_requested.emit(code, self._entry)

    # What is typed

    @property
    def is_pending(self) -> bool:
        """Whether a value was typed and not committed."""
        editors = self.form.editors.values() if self.form is not None else ()
        return any(editor.is_pending for editor in editors)

    def commit(self) -> bool:
        """Apply what is typed; False when a value cannot be written, which is said on the page."""
        if self.form is not None and self._entry is not None:
            for editor in self.form.editors.values():
                editor.commit()
        return not self.is_pending

    def _discard(self) -> None:
        self.error.hide()
        for editor in self.form.editors.values() if self.form is not None else ():
            editor.revert()

    def _on_committed(self, field: str, value: str | None) -> None:
        if self._is_committing or self._session is None or self._entry is None:
            return
        self._is_committing = True
        try:
            self._apply(self._session, self._entry, field, value or "")
        except SitemapError as error:
            # What was typed stays, to be corrected.
            self.error.set_text(str(error))
            self.error.show()
        finally:
            self._is_committing = False

    def _apply(self, session: Session, entry: EntryId, field: str, text: str) -> None:
        if not session.doc.has(entry):
            return
        try:
            is_done = write_cell(session, entry, field, text)
        except NotAnAddress as error:
            if not error.has_date:
                raise
            self._taken_over(field)
            self.xml_offered.emit(entry, text, session)
            return
        self._taken_over(field)
        if is_done and field == "loc" and text:
            self.address_written.emit(session, entry, text)

    def _taken_over(self, field: str) -> None:
        self.error.hide()
        if self.form is not None:
            self.form.editors[field].revert()
        self.refresh()

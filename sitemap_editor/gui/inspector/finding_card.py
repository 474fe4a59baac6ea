"""What is wrong in an entry, one card a finding, with what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QContextMenuEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.findings.fix_text import fix_text
from sitemap_editor.gui.findings.row_menu import ignore_menu
from sitemap_editor.gui.findings.texts import title_of
from sitemap_editor.gui.flow_layout import FlowLayout
from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.gui.severities import severity_word
from sitemap_editor.gui.wrapped_label import Wrapped
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session


class FindingCard(QFrame):
    """One finding after another, since making a card takes longer than filling it anew.

    The signals carry the code of the rule; ``ignore_requested`` a Scope, a code and an EntryId or
    None.
    """

    fix_requested = Signal(str)
    help_requested = Signal(str)
    ignore_requested = Signal(object, str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Finding"))
        self.finding: Finding | None = None
        self._has_file = False
        self._severity = ""
        self._mark = QLabel()
        self.title = Wrapped()
        self.message = Wrapped()
        self.fix_button = QPushButton()
        self.why_button = QPushButton(_("Why"))
        self._assemble()

    def _assemble(self) -> None:
        heading = QHBoxLayout()
        heading.setSpacing(6)
        heading.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self.title, 1)
        buttons = FlowLayout(spacing=theme.GRID // 2)
        buttons.addWidget(self.fix_button)
        buttons.addWidget(self.why_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(heading)
        layout.addWidget(self.message)
        layout.addLayout(buttons)
        theme.set_role(self.fix_button, "primary")
        theme.set_role(self.why_button, "link")
        self.why_button.setAccessibleDescription(_("Show the help page of this rule"))
        self.why_button.setCursor(Qt.CursorShape.PointingHandCursor)
        self.fix_button.clicked.connect(lambda: self._ask(self.fix_requested))
        self.why_button.clicked.connect(lambda: self._ask(self.help_requested))
        self._copy = QAction(icon("copy"), _("Copy this text"), self)
        self._copy.triggered.connect(self._on_copy_triggered)
        self.addAction(self._copy)

    def show_finding(self, finding: Finding, session: Session | None = None) -> None:
        """Tell about another finding; with its ``session`` also what mending it will do."""
        self.finding = finding
        self._has_file = session is not None and session.path is not None
        self._dress(str(finding.severity))
        title = title_of(finding.code)
        self.title.set_text(title)
        self.message.set_text(finding.message)
        # A value may hold what a button takes for the mark of a key.
        self.fix_button.setText(fix_text(session, finding).replace("&", "&&"))
        self.fix_button.setVisible(finding.fix is not FixKind.NONE)
        self.setAccessibleName(title)
        self.setAccessibleDescription(finding.message)
        for button in (self.fix_button, self.why_button):
            button.setAccessibleName(f"{button.text()}: {title}")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.menu()
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(event.globalPos())

    def menu(self) -> QMenu:
        """What else can be done with the finding."""
        menu = QMenu(self)
        name_menu(menu, _("Finding"))
        menu.addAction(self._copy)
        ignore = menu.addMenu(icon("clear"), _("Ignore"))
        name_menu(ignore)
        if self.finding is not None:
            code, entry = self.finding.code, self.finding.entry_id
            emit = self.ignore_requested.emit
            ignore_menu(ignore, code, entry, emit, has_file=self._has_file)
        return menu

    def _dress(self, severity: str) -> None:
        if severity != self._severity:
            self._severity = severity
            self._mark.setText(theme.SEVERITY_MARKS[severity])
            self._mark.setAccessibleName(severity_word(severity))
            theme.set_role(self, f"{severity}_card")
            theme.set_role(self._mark, severity)
            theme.set_role(self.title, f"{severity}_title")

    def _ask(self, signal: SignalInstance) -> None:
        if self.finding is not None:
            signal.emit(self.finding.code)

    def _on_copy_triggered(self) -> None:
        QApplication.clipboard().setText(self.message.accessibleName())

"""What the findings panel asks the window to do."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame

from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.rules.decisions.policy import Scope


class AskingPanel(QFrame):
    """The signals of the panel.

    ``entry_activated`` carries an EntryId; ``fix_requested`` a code and the EntryId of one finding
    or None for all of the rule; ``filter_requested`` a code: show only entries with this finding.
    ``ignore_requested`` carries a Scope, a code and an EntryId or None, ``unignore_requested`` the
    last two; ``severity_requested`` a code, a severity ("off", None for the usual) and a Scope;
    ``copy_requested`` and ``help_requested`` a code.
    """

    entry_activated = Signal(object)
    fix_requested = Signal(str, object)
    fix_all_requested = Signal()
    filter_requested = Signal(str)
    ignore_requested = Signal(object, str, object)
    unignore_requested = Signal(str, object)
    severity_requested = Signal(str, object, object)
    policy_undo_requested = Signal()
    copy_requested = Signal(str)
    help_requested = Signal(str)

    def go_to(self, entry: EntryId) -> None:
        """Show an entry in the table."""
        self.entry_activated.emit(entry)

    def filter_by(self, code: str) -> None:
        """Show only entries with this finding."""
        self.filter_requested.emit(code)

    def fix(self, code: str, entry: EntryId | None) -> None:
        """Mend one finding, or all of a rule."""
        self.fix_requested.emit(code, entry)

    def ignore(self, scope: Scope, code: str, entry: EntryId | None) -> None:
        """Hear no more of a finding, or of a rule."""
        self.ignore_requested.emit(scope, code, entry)

    def unignore(self, code: str, entry: EntryId | None) -> None:
        """Hear of it again."""
        self.unignore_requested.emit(code, entry)

    def treat(self, code: str, severity: str | None, scope: Scope) -> None:
        """Let a rule count as bad as this."""
        self.severity_requested.emit(code, severity, scope)

    def copy_rule(self, code: str) -> None:
        """Copy all findings of a rule."""
        self.copy_requested.emit(code)

    def explain(self, code: str) -> None:
        """Show the page about a rule."""
        self.help_requested.emit(code)

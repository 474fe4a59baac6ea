"""The actions of a window, made in a loop from the table."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

from sitemap_editor.support.i18n import _

from .action import Action
from .actions import ACTIONS
from .commands.context import Context
from .icons import icon

_EXPLAINED = "isExplained"
"""Property of an action whose tip tells why it is not possible."""


class ActionSet:
    """The actions of one window, as QActions by their ids."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._declared = {action.id: action for action in ACTIONS}
        self.by_id = {action.id: self._make(action, context.window) for action in ACTIONS}

    def __getitem__(self, name: str) -> QAction:
        return self.by_id[name]

    def _make(self, declared: Action, window: QMainWindow) -> QAction:
        action = QAction(_(declared.text), window)
        action.setObjectName(declared.id)
        action.setMenuRole(declared.role)
        if declared.icon:
            action.setIcon(icon(declared.icon))
        action.setShortcuts([QKeySequence(key) for key in declared.keys])
        if declared.in_table:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setCheckable(declared.is_checked is not None)
        action.triggered.connect(lambda: self.run(declared))
        self._describe(action, declared, _(declared.text))
        # Whoever has an action hears its keys; a menu that is not open does not.
        (self._context.table if declared.in_table else window).addAction(action)
        return action

    def _describe(self, action: QAction, declared: Action, text: str) -> None:
        plain = text.replace("&", "").rstrip("…")
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        tip = _(declared.tip) if declared.tip else plain
        action.setToolTip(f"{tip}  {key}" if key else tip)

    def run(self, declared: Action) -> None:
        """Carry an action out, if it is possible now."""
        if declared.is_possible(self._context):
            if declared.commits:
                self._context.pane.commit()
            declared.command(self._context)
        self.refresh()

    def refresh(self) -> None:
        """Let every action show whether it is possible now."""
        for name, action in self.by_id.items():
            declared = self._declared[name]
            action.setEnabled(declared.is_possible(self._context))
            if declared.why_not is not None:
                self._explain(action, declared, declared.why_not(self._context))
            if declared.is_checked is not None:
                action.setChecked(declared.is_checked(self._context))
            if declared.text_of is not None:
                self._rename(action, declared, declared.text_of(self._context))

    def _explain(self, action: QAction, declared: Action, reason: str) -> None:
        """Say in the tip why an action is not possible."""
        if reason:
            action.setToolTip(f"{action.text().replace('&', '').rstrip('…')}: {reason}")
        elif action.property(_EXPLAINED):
            self._describe(action, declared, action.text())
        action.setProperty(_EXPLAINED, bool(reason))

    def _rename(self, action: QAction, declared: Action, text: str) -> None:
        shown = text.replace("&", "&&")
        if shown != action.text():
            action.setText(shown)
            self._describe(action, declared, text)

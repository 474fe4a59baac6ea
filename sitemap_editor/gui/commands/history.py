"""Undo and redo, and what they are called."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QLineEdit

from sitemap_editor.support.i18n import _

from .context import Context


def undo(context: Context) -> None:
    """Take back the last step, or what was typed in the cell being edited."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit) and focus.isUndoAvailable():
        focus.undo()
        return
    context.table.cancel_editing()
    context.active.undo()


def redo(context: Context) -> None:
    """Do again what was taken back."""
    focus = QApplication.focusWidget()
    if isinstance(focus, QLineEdit) and focus.isRedoAvailable():
        focus.redo()
        return
    context.table.cancel_editing()
    context.active.redo()


def can_undo(context: Context) -> bool:
    """Possible when there is a step to take back."""
    return context.session is not None and context.session.doc.history.can_undo


def can_redo(context: Context) -> bool:
    """Possible when something was taken back."""
    return context.session is not None and context.session.doc.history.can_redo


def undo_text(context: Context) -> str:
    """The menu's text, such as "Undo: Delete 3 entries"."""
    if not can_undo(context):
        return _("Undo")
    return _("Undo: {step}").format(step=context.doc.history.undo_label)


def redo_text(context: Context) -> str:
    """The menu's text, such as "Redo: Delete 3 entries"."""
    if not can_redo(context):
        return _("Redo")
    return _("Redo: {step}").format(step=context.doc.history.redo_label)


Text = Callable[[Context], str]

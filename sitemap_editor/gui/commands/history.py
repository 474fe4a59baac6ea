"""Undo and redo, and what they are called."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QLineEdit

from sitemap_editor.support.i18n import _

from .context import Context


def undo(context: Context) -> None:
    """Take back the last step, or what was typed in the field being edited."""
    line = _line_being_typed(context)
    if line is not None and line.isUndoAvailable():
        line.undo()
    elif not context.is_busy(context.active):
        context.pane.robots.commit()
        context.table.cancel_editing()
        context.active.undo()


def redo(context: Context) -> None:
    """Do again what was taken back."""
    line = _line_being_typed(context)
    if line is not None and line.isRedoAvailable():
        line.redo()
    elif not context.is_busy(context.active):
        context.pane.robots.commit()
        context.table.cancel_editing()
        context.active.redo()


def _line_being_typed(context: Context) -> QLineEdit | None:
    """The line with a value that is not in the document yet; a filter, say, is none."""
    focus = QApplication.focusWidget()
    if not isinstance(focus, QLineEdit):
        return None
    inspector = context.panels["entryInspector"]
    is_pending = inspector.isAncestorOf(focus) and inspector.fields.is_pending  # type: ignore[attr-defined]
    return focus if is_pending or context.table.isAncestorOf(focus) else None


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

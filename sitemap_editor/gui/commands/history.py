"""Undo and redo, and what they are called."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QLineEdit

from sitemap_editor.document.together import Way, way_back, way_forward
from sitemap_editor.gui.dialogs import questions
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.together import sessions_of
from sitemap_editor.support.i18n import _, format_number, ngettext

from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.history import Step


def undo(context: Context) -> None:
    """Take back the last step, or what was typed in the field being edited."""
    line = _line_being_typed(context)
    if line is not None and line.isUndoAvailable():
        line.undo()
    elif _may_step(context, way_back(context.doc)):
        context.active.undo()


def redo(context: Context) -> None:
    """Do again what was taken back."""
    line = _line_being_typed(context)
    if line is not None and line.isRedoAvailable():
        line.redo()
    elif _may_step(context, way_forward(context.doc)):
        context.active.redo()


def _may_step(context: Context, way: Way | None) -> bool:
    """Whether none of the documents that change is busy; what is being typed is given up."""
    others = sessions_of(way.documents) if way is not None else []
    if context.is_busy(context.active, *others):
        return False
    context.pane.robots.commit()
    context.table.cancel_editing()
    return True


def follow(context: Context, session: Session) -> None:
    """Ask when a step of a document takes steps of other documents with it."""
    session.step_asked.connect(partial(_ask, context, session))


def _ask(context: Context, session: Session, is_back: bool) -> None:
    """Name the steps that have to go too, and the files that no longer can; go on if wished."""
    way = (way_back if is_back else way_forward)(session.doc)
    if way is None or context.is_busy(*sessions_of(way.documents)):
        return
    further = [f"{_name(doc)}: {', '.join(labels)}" for doc, labels in way.further]
    if questions.ask_step_of_several(context.interaction, way.label, further, way.gone, is_back):
        (session.undo if is_back else session.redo)(anyway=True)


def _name(doc: Document) -> str:
    return ", ".join(session.name for session in sessions_of([doc]))


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
    text = _("Undo: {step}").format(step=context.doc.history.undo_label)
    return _with_files(text, context.doc.history.next_undo())


def redo_text(context: Context) -> str:
    """The menu's text, such as "Redo: Delete 3 entries"."""
    if not can_redo(context):
        return _("Redo")
    text = _("Redo: {step}").format(step=context.doc.history.redo_label)
    return _with_files(text, context.doc.history.next_redo())


def _with_files(text: str, step: Step) -> str:
    """The text with the number of files it is about, when there are several."""
    count = len(step.together.documents) if step.together is not None else 1
    if count < 2:
        return text
    said = ngettext("{text} (in {n} file)", "{text} (in {n} files)", count)
    return said.format(text=text, n=format_number(count))


Text = Callable[[Context], str]

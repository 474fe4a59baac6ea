"""The command that shows what saving will change."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sitemap_editor.gui.session import Session
from sitemap_editor.gui.together import BULK_ENTRIES
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from . import files
from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.document.changes import Changes

Answered = Callable[[bool], None]


def is_modified(context: Context) -> bool:
    """Possible when there is something to save."""
    return context.session is not None and context.session.is_modified


def show(context: Context) -> None:
    """Show the lines that differ from the file on disk, and save when asked to."""
    session = context.active
    if context.is_busy(session) or not context.commit():
        return

    def answered(is_to_save: bool) -> None:
        if is_to_save:
            files.save_session(context, session)

    look(context, session, answered)


def look(context: Context, session: Session, answered: Answered) -> None:
    """Show what saving a document will change; ``answered`` with whether to save it."""

    def compare(progress: Progress) -> Changes:
        from sitemap_editor.document.changes import changes_of

        return changes_of(session.doc, progress)

    def ask(changes: Changes) -> None:
        answered(
            context.interaction.ask_form(
                "changes", doc=session.doc, changes=changes, file=session.name
            )
            is not None
        )

    if len(session.doc) < BULK_ENTRIES:
        ask(compare(NO_PROGRESS))
    else:
        session.read(compare, ask, label=_("Comparing with the file on disk"))

"""Close documents, asking first what becomes of their changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sitemap_editor.document.together import shared_unsaved
from sitemap_editor.gui.dialogs import questions
from sitemap_editor.gui.session import Session
from sitemap_editor.support.i18n import _

from .context import Context
from .files import After, save_session
from .saving import save_sessions


def close(context: Context) -> None:
    """Close the document shown."""
    close_session(context, context.active)


def close_session(context: Context, session: Session) -> None:
    """Close a document, asking what becomes of its changes."""
    close_all(context, [session])


def close_all(context: Context, sessions: Iterable[Session], after: After | None = None) -> None:
    """Close documents; their changes are saved or discarded first, as the user says."""
    closing = list(sessions)
    if context.is_busy(*closing) or not context.commit():
        return
    unsaved = [session for session in closing if session.is_modified]
    to_save: list[Session] = []

    def answered(answer: str) -> None:
        if answer == "changes":
            _show_changes(context, unsaved[0], answered)
        elif answer != "cancel":
            to_save.extend(unsaved if answer == "save" else [])
            go_on()

    def go_on() -> None:
        if to_save:
            saving, to_save[:] = list(to_save), []
            _save_several(context, saving, go_on)
            return
        for session in closing:
            if session in context.workspace.sessions:
                context.workspace.close(session)
        if after:
            after()

    answered(_ask_unsaved(context, unsaved, closing))


def _save_several(context: Context, sessions: Sequence[Session], after: After) -> None:
    if len(sessions) == 1:
        save_session(context, sessions[0], after)
        return
    save_sessions(context, sessions, after)


def _ask_unsaved(context: Context, unsaved: Sequence[Session], closing: Sequence[Session]) -> str:
    names = [session.name for session in unsaved]
    if not names:
        return "discard"
    return questions.ask_unsaved(
        context.interaction, names, _shared_text(context, unsaved, closing)
    )


def _shared_text(context: Context, unsaved: Sequence[Session], closing: Sequence[Session]) -> str:
    """What discarding means for files that stay open and took a step together with one of these."""
    leaving = [session.doc for session in closing]
    for session in unsaved:
        step, docs = shared_unsaved(session.doc, leaving)
        names = [one.name for one in context.workspace.sessions if one.doc in docs]
        if names:
            said = _(
                "“{step}” changed {names} too. Discarded here alone, entries that were moved may "
                "be in neither file then, or in both. Undo the step first, or save."
            )
            return said.format(step=step, names=", ".join(names))
    return ""


def _show_changes(context: Context, session: Session, answered: Callable[[str], None]) -> None:
    """Show what would be saved, and ask again unless that is what is wanted."""
    from .changes import look

    look(
        context,
        session,
        lambda is_to_save: answered(
            "save" if is_to_save else _ask_unsaved(context, [session], [session])
        ),
    )

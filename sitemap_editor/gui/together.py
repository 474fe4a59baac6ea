"""Changes of several open documents as one step, while jobs that read any of them stand still."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sitemap_editor.document import together
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Change, Edit
    from sitemap_editor.document.together import Way

    from .session import Session

Pairs = Sequence[tuple["Document", "Edit | None"]]
BULK_ENTRIES = 5_000
"""From this many entries on the edits are built in a job."""


class SessionObserver:
    """What a document calls; Session has signals of the same names."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def about_to_change(self, change: Change) -> None:
        self.session.on_about_to_change(change)

    def changed(self, change: Change) -> None:
        self.session.on_changed(change)


def sessions_of(documents: Iterable[Document]) -> list[Session]:
    """The sessions of documents; one that is open nowhere has none."""
    observers = [observer for doc in documents for observer in doc.observers]
    return [one.session for one in observers if isinstance(one, SessionObserver)]


def change_sessions(sessions: Sequence[Session], change: Callable[[], object]) -> bool:
    """Carry out what changes the documents of sessions; False when one is busy or nothing was done.

    Jobs that read one of them are cancelled, all others stand still meanwhile.
    """
    if any(session.is_busy for session in sessions):
        return False
    due = [session for session in sessions if session.is_refreshing]
    for session in sessions:
        session.cancel_readers()
    with sessions[0].jobs.parked(wait=True) as is_still:
        if not is_still:
            # A check that goes on, though cancelled, could end with what was true before.
            for session in due:
                session.need_whole_check()
        return change() not in (None, [])


def take_step(session: Session, way: Way | None, *, is_back: bool, anyway: bool) -> bool:
    """Undo or redo the step of a session, in all documents that took it, or ask about it first."""
    if way is None:
        return False
    if not (way.is_simple or anyway):
        session.step_asked.emit(is_back)
        return False
    take = together.undo if is_back else together.redo
    return change_sessions(sessions_of(way.documents), lambda: take(session.doc, anyway=True))


def edit_together(pairs: Iterable[tuple[Session, Edit | None]], label: str) -> bool:
    """Apply an edit to each of several sessions as one step; False when that was not possible.

    The edits must be built for the documents as they are now. Raises SitemapError.
    """
    real = [(session, edit) for session, edit in pairs if edit is not None]
    if not real:
        return False
    edits = [(session.doc, edit) for session, edit in real]
    sessions = [session for session, _edit in real]
    return change_sessions(sessions, lambda: together.edit_together(edits, label))


def build_together(
    sessions: Sequence[Session],
    build: Callable[[Progress], Pairs],
    label: str,
    count: int,
    on_done: Callable[[bool], None],
    on_error: Callable[[BaseException], None],
) -> None:
    """Build edits of several sessions, ``count`` entries in all, and apply them as one step.

    Many are built in a job; none of the sessions takes another edit meanwhile.
    """

    def set_changing(is_changing: bool) -> None:
        for session in sessions:
            session.is_changing = is_changing

    def apply(pairs: Pairs) -> None:
        set_changing(False)
        if any(session.is_closed for session in sessions):
            return
        real = [(doc, edit) for doc, edit in pairs if edit is not None]
        changed = sessions_of(doc for doc, _edit in real)
        on_done(bool(changed) and _apply(changed, real))

    def _apply(changed: Sequence[Session], real: Pairs) -> bool:
        return change_sessions(changed, lambda: together.edit_together(real, label))

    def failed(error: BaseException) -> None:
        set_changing(False)
        on_error(error)

    if count >= BULK_ENTRIES:
        set_changing(True)
        sessions[0].read(build, apply, failed, label, on_cancelled=lambda: set_changing(False))
        return
    try:
        pairs = build(NO_PROGRESS)
    except SitemapError as error:
        failed(error)
    else:
        apply(pairs)


def save_together(
    sessions: Sequence[Session],
    function: Callable[[Progress], Any],
    on_done: Callable[[Any], None],
    on_error: Callable[[BaseException], None],
    label: str = "",
    on_cancelled: Callable[[], None] = lambda: None,
) -> None:
    """Run a job that writes documents; edits of them are refused until it has ended.

    Nothing is called back once the first of them is closed.
    """
    endings = [session.begin_saving() for session in sessions]

    def ended(is_written: bool) -> None:
        for end in endings:
            end(is_written)

    first = sessions[0]
    deliver, report = first.while_open(on_done), first.while_open(on_error)

    def done(result: Any) -> None:
        ended(True)
        deliver(result)

    def failed(error: BaseException) -> None:
        ended(False)
        report(error)

    def given_up() -> None:
        ended(False)
        on_cancelled()

    first.jobs.run(function, done, failed, label, on_cancelled=given_up)

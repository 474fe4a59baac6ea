"""Looks for what lies beside the open documents, and again when one of them has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.support.jobs import Progress

from .jobs import Job

if TYPE_CHECKING:
    from sitemap_editor.rules.beside.neighbours import Neighbours

    from .session import Session
    from .workspace import Workspace

LOOK_MS = 400
"""Rest after an edit before the documents beside the edited one hear of it."""

LISTING = (Kind.SITEMAPINDEX, Kind.ROBOTS)


class Surroundings(QObject):
    """One look at a time, in the background; an edit of any open document stops it.

    A look reads the other open documents too, which nobody may do while they change.
    """

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._due: list[Session] = []
        self._job: Job | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)
        workspace.session_opened.connect(self._on_session_opened)
        workspace.session_closed.connect(self._on_session_closed)

    def _on_session_opened(self, session: Session) -> None:
        session.changing.connect(self._stop)
        session.changed.connect(lambda _change: self._on_session_changed(session))
        session.saved.connect(lambda: self._on_session_saved(session))
        session.address_answered.connect(lambda: self._want([session], 0))
        self._want([session, *self._beside(session)], 0)

    def _on_session_changed(self, session: Session) -> None:
        own = [session] if session.doc.kind in LISTING else []
        self._want([*own, *self._beside(session)], LOOK_MS)

    def _on_session_saved(self, session: Session) -> None:
        self._want([session, *self._beside(session)], 0)

    def _on_session_closed(self, session: Session) -> None:
        self._stop()
        self._due = [one for one in self._due if one is not session]
        self._want(self._beside(session), LOOK_MS)

    def _beside(self, session: Session) -> list[Session]:
        """The other open documents that may have to do with this one."""
        path = session.path
        if path is None:
            return []
        return [
            one
            for one in self._workspace.sessions
            if one is not session
            and one.path is not None
            and (one.path.parent == path.parent or self._knows(one, path))
        ]

    def _knows(self, session: Session, path: Path) -> bool:
        return session.neighbours is not None and path in session.neighbours.seen

    def _want(self, sessions: list[Session], delay: int) -> None:
        self._due += [one for one in sessions if one not in self._due and one.path is not None]
        if self._due and self._job is None:
            self._timer.start(delay)

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()

    # Looking

    def _look(self) -> None:
        """Look around the next document, the active one first."""
        self._due = [one for one in self._due if not one.is_closed]
        if self._job is not None or not self._due:
            return
        active = self._workspace.active
        session = active if active in self._due and active is not None else self._due[0]
        self._due.remove(session)
        self._job = self._workspace.jobs.run(
            self._looker(session),
            lambda found: self._on_looked(session, found),
            lambda _error: self._on_ended(),
            on_cancelled=lambda: self._on_stopped(session),
            is_background=True,
        )

    def _looker(self, session: Session) -> Callable[[Progress], Neighbours]:
        documents = {
            one.path: one.doc for one in self._workspace.sessions if one.path and one is not session
        }
        doc, base_url = session.doc, session.base_url or session.policy.base_url
        profiles, policy = session.effective_profiles or DEFAULT_PROFILES, session.policy

        def look(progress: Progress) -> Neighbours:
            from sitemap_editor.rules.beside.looking import look_around

            return look_around(
                doc,
                base_url=base_url,
                open_documents=documents,
                profiles=profiles,
                policy=policy,
                progress=progress,
            )

        return look

    def _on_looked(self, session: Session, found: Neighbours) -> None:
        if not session.is_closed:
            session.meet(found)
        self._on_ended()

    def _on_stopped(self, session: Session) -> None:
        self._job = None
        self._want([session], LOOK_MS)

    def _on_ended(self) -> None:
        self._job = None
        if self._due:
            self._timer.start(0)

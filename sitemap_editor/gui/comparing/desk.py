"""The window as a comparison sees it: what is open, what can be changed, and how."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.gui.together import build_together, sessions_of
from sitemap_editor.operations.comparing import DocumentSide, ListSide, SetSide
from sitemap_editor.operations.taking_over import take_over
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import Progress

from .request import Target
from .sides import Side

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.gui.commands.context import Context
    from sitemap_editor.gui.session import Session
    from sitemap_editor.operations.comparing import Side as Compares

    from .compared import Compared
    from .deeds import Plan


class WindowDesk:
    """Changes documents that are open in a window."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._changed: Session | None = None

    @property
    def _sessions(self) -> list[Session]:
        return self._context.workspace.sessions

    def open_documents(self) -> dict[Path, Document]:
        """Documents that are open, by real path."""
        return {
            Path(os.path.realpath(session.path)): session.doc
            for session in self._sessions
            if session.path is not None
        }

    # What can be changed

    def target_of(self, compared: Compared) -> Target | None:
        """Which side can be changed: that with the document shown, else the one called after."""
        active = self._context.session
        sides = [(compared.after, True), (compared.before, False)]
        sides.sort(key=lambda pair: not self._holds(pair[0], active))
        for side, is_new in sides:
            target = self._target(side, compared, is_new=is_new)
            if target is not None:
                return target
        return None

    @staticmethod
    def _holds(side: Side, session: Session | None) -> bool:
        if session is None:
            return False
        if side.open_set is not None:
            return side.open_set.root is session or side.open_set.owns(session.path)
        return side.session is session

    def _target(self, side: Side, compared: Compared, *, is_new: bool) -> Target | None:
        session = side.session
        whole, other = compared.comparison.new, compared.comparison.old
        if not is_new:
            whole, other = other, whole
        if is_index(whole) != is_index(other) and not isinstance(other, ListSide):
            return None  # a page is no sitemap, nor the other way round
        if session is not None:
            if not can_change(session) or session.is_closed:
                return None
            return Target(is_new, {0: session.doc}, usual=0, session=session)
        if side.open_set is None or not isinstance(whole, SetSide):
            return None
        return self._set_target(whole, is_new=is_new)

    def _set_target(self, whole: SetSide, *, is_new: bool) -> Target:
        target = Target(is_new)
        usual = None
        for number, member in enumerate(whole.members):
            path = member.path
            if path is None or member.inner:
                continue
            session = self._context.workspace.session_of(path)
            if session is None:
                target.closed[number] = path
            elif can_change(session):
                target.documents[number] = session.doc
                usual = number if session is self._context.session else usual
        return Target(is_new, target.documents, target.closed, usual)

    # How it is changed

    def change(self, plan: Plan, label: str, on_done: Callable[[bool], object]) -> None:
        """Carry out what was planned, as one step of all documents."""
        if not plan.is_current:
            text = _("The document was changed meanwhile; nothing was done.")
            self._context.interaction.report_error(text)
            on_done(False)
            return
        sessions = sessions_of(doc for doc, _wishes in plan.wishes)
        if self._context.is_busy(*sessions):
            on_done(False)
            return

        def build(progress: Progress) -> list[tuple[Document, Edit | None]]:
            return [(doc, take_over(doc, wishes, progress)) for doc, wishes in plan.wishes]

        def failed(error: BaseException) -> None:
            self._context.report(error)
            on_done(False)

        def done(is_done: bool) -> None:
            self._changed = sessions[0] if is_done else None
            on_done(is_done)

        build_together(sessions, build, label, plan.count, done, failed)

    def undo(self) -> None:
        """Take back what was carried out last."""
        if self._changed is not None and not self._changed.is_closed:
            self._changed.undo()
        self._changed = None

    def open_paths(self, paths: Sequence[Path], on_done: Callable[[], object]) -> None:
        """Open files beside those that are open; ``on_done`` when all are, or could not be."""
        workspace = self._context.workspace
        active = workspace.active

        def ended(*_arguments: object) -> None:
            if workspace.is_opening:
                return
            workspace.jobs.ended.disconnect(ended)
            workspace.activate(active)
            on_done()

        workspace.jobs.ended.connect(ended)
        workspace.open_paths(paths)

    # What is shown

    def entries_of(
        self, compared: Compared, target: Target, numbers: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The entries, by id, of the one document of a side that some differences are about."""
        session = target.session
        assert session is not None  # what is shown is one document
        places = (compared.comparison.places(number) for number in numbers.tolist())
        own = (new if target.is_new else old for old, new in places)
        positions = [place.position for place in own if place is not None]
        return session.doc.ids[np.array(sorted(set(positions)), np.int64)]


def is_index(side: Compares) -> bool:
    """Whether the entries of a side are sitemaps."""
    return isinstance(side, DocumentSide) and side.doc.kind is Kind.SITEMAPINDEX


def can_change(session: Session) -> bool:
    """Whether entries of a document can be changed, come and go."""
    return not session.why_read_only and session.doc.kind is not Kind.ROBOTS

"""The documents open in the window, and how they get there."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import Progress

from .jobs import JobRunner
from .repairs.reopening import reopened, still_refused
from .repairs.state import RepairState
from .session import Session
from .sets.open_sets import OpenSets
from .surroundings import Surroundings

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.markup.repair import Key, Repair
    from sitemap_editor.support.settings import Settings

    from .sets.open_set import OpenSet

Failure = tuple[Path, BaseException]


class Workspace(QObject):
    """The open sessions in the order they were opened, and which one is in the table.

    ``opening_failed`` carries a list of Path and exception, ``path_opened`` a Path for the list of
    recent files; ``active_changed`` a Session or None, ``session_replaced`` two: the second stands
    where the first was. ``active_changing`` comes while the old one
    is still active, so that what is being typed goes where it belongs. ``sets_changed``: there
    are other sets, or one of them has other files.
    """

    session_opened = Signal(object)
    session_closed = Signal(object)
    session_replaced = Signal(object, object)
    active_changing = Signal()
    active_changed = Signal(object)
    opening_failed = Signal(list)
    path_opened = Signal(object)
    sets_changed = Signal()

    def __init__(self, jobs: JobRunner, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.jobs = jobs
        self.sessions: list[Session] = []
        self.active: Session | None = None
        self.profiles: tuple[str, ...] | None = None
        self.settings: Settings | None = None
        self._opening: set[Path] = set()
        self._failures: list[Failure] = []
        self._trusted: set[Path] = set()
        self._untitled = 0
        self.surroundings = Surroundings(self)
        self._open_sets = OpenSets(self)

    @property
    def is_opening(self) -> bool:
        """Whether files are still being read."""
        return bool(self._opening)

    # Sets

    @property
    def sets(self) -> list[OpenSet]:
        """What is open of sets: each index, robots.txt or folder that is not below another."""
        return self._open_sets.all

    def set_of(self, session: Session) -> OpenSet | None:
        """The set that a document is the index of, or else belongs to."""
        return self._open_sets.set_of(session)

    def open_folder(self, path: Path, *, is_shown: bool = True) -> OpenSet:
        """List the sitemaps of a folder, and open the first of them if it ``is_shown``."""
        return self._open_sets.open_folder(path, is_shown)

    def close_set(self, one: OpenSet) -> None:
        """Let go of a set; what is open of it stays open."""
        self._open_sets.close(one)

    # Files

    def open_paths(self, paths: Iterable[str | Path], *, is_shown: bool = True) -> None:
        """Open files, each as a job, and show the first; one that is open already is only shown.

        Of a folder its sitemaps are shown. Without ``is_shown`` the table stays with what it shows.
        """
        named = [Path(os.path.abspath(path)) for path in paths]  # noqa: PTH100 - no ".."
        folders = [path for path in named if path.is_dir()]
        for path in folders:
            self.open_folder(path, is_shown=path is named[0])
        batch = _Batch([path for path in named if path not in folders], is_shown=is_shown)
        for path in batch.paths:
            session = self.session_of(path)
            if session is not None:
                self._show_of(batch, path, session)
            elif path not in self._opening:
                self._opening.add(path)
                self._open_path(path, batch)

    def _open_path(self, path: Path, batch: _Batch) -> None:
        self.jobs.run(
            self._reader(path),
            lambda doc: self._on_document_read(path, doc, batch),
            lambda error: self._on_read_failed(path, error),
            _("Opening {name}").format(name=path.name),
            on_cancelled=lambda: self._on_read_ended(path),
        )

    def _reader(self, path: Path, refused: Collection[Key] = ()) -> Callable[[Progress], Document]:
        is_trusted = self.is_trusted(path)
        return lambda progress: _read_again(path, progress, is_trusted=is_trusted, refused=refused)

    def read(self, path: Path, progress: Progress) -> Document:
        """Read a file as it would be opened, in whatever thread. Raises SitemapError, OSError."""
        return self._reader(path)(progress)

    def is_trusted(self, path: Path) -> bool:
        """Whether a compressed file may grow as large as memory allows."""
        return path in self._trusted

    def open_anyway(self, path: Path) -> None:
        """Open a compressed file that grows suspiciously large, or read it again."""
        self._trusted.add(path)
        session = self.session_of(path)
        if session is None:
            self.open_paths([path])
        else:
            self.reload(session)

    def _on_document_read(self, path: Path, doc: Document, batch: _Batch) -> None:
        self._opening.discard(path)
        self.path_opened.emit(path)
        before = [self.session_of(other) for other in batch.paths[batch.paths.index(path) + 1 :]]
        places = [self.sessions.index(session) for session in before if session is not None]
        session = self._add(doc, min(places, default=len(self.sessions)))
        self._show_of(batch, path, session)
        session.start_check()
        self._on_read_ended(path)

    def _show_of(self, batch: _Batch, path: Path, session: Session) -> None:
        """Show a file of a batch, unless one that was named before it is shown already."""
        if batch.paths.index(path) <= batch.shown:
            batch.shown = batch.paths.index(path)
            self.activate(session)

    def _on_read_failed(self, path: Path, error: BaseException) -> None:
        self._failures.append((path, error))
        self._on_read_ended(path)

    def _on_read_ended(self, path: Path) -> None:
        """Tell of all files that could not be read once the last one has ended."""
        self._opening.discard(path)
        if self._failures and not self._opening:
            failures, self._failures = self._failures, []
            self.opening_failed.emit(failures)

    def session_of(self, path: Path) -> Session | None:
        """The session of a file that is open, whatever name leads there, else None."""
        real = os.path.realpath(path)
        for session in self.sessions:
            if session.path is not None and os.path.realpath(session.path) == real:
                return session
        return None

    def new(self, kind: Kind) -> Session:
        """Open a new document without entries."""
        from sitemap_editor.document.opening import new_document

        return self.add(new_document(kind))

    def add(
        self, doc: Document, state: RepairState | None = None, *, is_shown: bool = True
    ) -> Session:
        """Take a document in, make it the active one if it ``is_shown``, and begin to check it."""
        session = self._add(doc, len(self.sessions), state)
        if is_shown or self.active is None:
            self.activate(session)
        session.start_check()
        return session

    def _add(self, doc: Document, place: int, state: RepairState | None = None) -> Session:
        session = Session(doc, self.jobs, self)
        session.repair_state = state or RepairState()
        session.profiles = self.profiles
        session.settings = self.settings
        session.policy_written.connect(self._on_policy_written)
        if doc.path is None:
            self._untitled += 1
            session.number = self._untitled
        if len(doc):
            session.set_current(doc.ids[0].item())
        self.sessions.insert(place, session)
        self.session_opened.emit(session)
        return session

    def activate(self, session: Session | None) -> None:
        """Show a session in the table and the panels."""
        if session is not self.active:
            self.active_changing.emit()
            self.active = session
            self.active_changed.emit(session)

    def close(self, session: Session) -> None:
        """Let go of a session without asking; the one beside it becomes active."""
        index = self.sessions.index(session)
        self.sessions.remove(session)
        if session is self.active:
            beside = self.sessions[min(index, len(self.sessions) - 1)] if self.sessions else None
            self.activate(beside)
        session.close()
        self.session_closed.emit(session)
        session.deleteLater()

    def set_profiles(self, profiles: tuple[str, ...]) -> None:
        """Check every document by the rules of these profiles from now on."""
        self.profiles = profiles
        for session in self.sessions:
            session.set_profiles(profiles)
        for one in self.sets:
            one.recount()

    def _on_policy_written(self, session: Session) -> None:
        """Let the other documents hear of a decision, which may be about them too."""
        for other in self.sessions:
            if other is not session:
                other.check_policy()

    def reload(self, session: Session, on_done: Callable[[], None] | None = None) -> None:
        """Read a session's file again, in place of what is shown; an edit meanwhile wins.

        Repairs that were refused stay refused where the file is still the same. Where none was
        made, nothing lists them, and reading again is the way back to them.
        """
        path = session.path
        if path is None:
            return
        state = session.repair_state if session.doc.mending is not None else RepairState()

        def done(doc: Any) -> None:
            left = still_refused(doc, session.doc, state.refused)
            self.replace(session, doc, RepairState(left) if left else None)
            if on_done:
                on_done()

        session.read(
            self._reader(path, state.keys),
            done,
            lambda error: self.opening_failed.emit([(path, error)]),
            _("Opening {name}").format(name=path.name),
        )

    def reread(
        self,
        session: Session,
        refused: Sequence[Repair],
        on_done: Callable[[Session], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Read a mended document again, in place of what is shown, without some of its repairs."""
        state, path = session.repair_state, session.path
        new = RepairState(tuple(refused), False, state.opened_from, state.keeps_original)

        def read(progress: Progress) -> Document:
            if state.opened_from is None and path is not None:
                is_trusted = self.is_trusted(path)
                return _read(path, progress, is_trusted=is_trusted, refused=new.keys)
            return reopened(session.doc, state, new.keys, progress)

        session.read(
            read,
            lambda doc: on_done(self.replace(session, doc, new)),
            on_error,
            _("Opening {name}").format(name=session.name),
        )

    def replace(self, old: Session, doc: Document, state: RepairState | None = None) -> Session:
        """Show another document where one was, at the same position when that exists."""
        position = int(old.doc.position_of(old.current)) if old.current is not None else 0
        session = self._add(doc, self.sessions.index(old), state)
        if doc.path is None:
            session.number = old.number
        if len(doc):
            session.set_current(doc.ids[min(position, len(doc) - 1)].item())
        if old is self.active:
            self.activate(session)
        self.session_replaced.emit(old, session)
        self.close(old)
        session.start_check()
        return session


class _Batch:
    """Files opened together; ``shown`` is the number of the one on screen."""

    def __init__(self, paths: list[Path], *, is_shown: bool = True) -> None:
        self.paths = list(dict.fromkeys(paths))
        self.shown = len(self.paths) if is_shown else -1


def _read_again(
    path: Path, progress: Progress, *, is_trusted: bool, refused: Collection[Key]
) -> Document:
    """Read a file without what was refused, unless it has become one that cannot be read so."""
    from sitemap_editor.protocol.errors import SitemapError

    try:
        return _read(path, progress, is_trusted=is_trusted, refused=refused)
    except SitemapError:
        if not refused:
            raise
        return _read(path, progress, is_trusted=is_trusted)


def _read(
    path: Path, progress: Progress, *, is_trusted: bool, refused: Collection[Key] = ()
) -> Document:
    from sitemap_editor.document.opening import open_document
    from sitemap_editor.support.memory import free_memory

    # The other half is for what is worked out of it, and for what else is open.
    cap = free_memory() // 2 if is_trusted else None
    return open_document(path, refused=refused, max_inflated=cap, progress=progress)

"""One set in the window: its files, open and closed ones, and what is known of them."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.support.jobs import Progress
from sitemap_editor.support.settings import DATED_OTHERWISE, FOLLOW_DATES

from . import facts, mappings
from .facts_job import FactsJob
from .row import Row, Totals, part_of, sum_of

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.jobs import Job
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.operations.sets import Mapping, Member, SitemapSet

LISTING = (Kind.SITEMAPINDEX, Kind.ROBOTS)
MOST_REMEMBERED = 500
READ_MS = 300
"""Rest after an edit of an index before its children are looked up again."""


class OpenSet(QObject):
    """An index, a robots.txt or a folder, with a row for each file that belongs to it.

    ``source``: that file or folder, without links. ``root``: the session of the index or
    robots.txt, None for a folder. ``set`` is None until it was read the first time. ``changed``:
    the rows are others; ``row_changed`` carries the number of one about which something is new.
    """

    changed = Signal()
    row_changed = Signal(int)

    def __init__(self, source: Path, workspace: Workspace, root: Session | None = None) -> None:
        super().__init__(workspace)
        self.source = source
        self.root = root
        self.set: SitemapSet | None = None
        self.rows: list[Row] = []
        self._parts: list[Totals] = []
        self._totals = Totals()
        self.error: BaseException | None = None
        self.is_asking = False
        self.mapping: Mapping | None = mappings.remembered(workspace.settings, source)
        self._workspace = workspace
        self._numbers: dict[Path, int] = {}
        self._by_address: dict[str, int] = {}
        self._by_session: dict[Session, Row] = {}
        self._job: Job | None = None
        self._is_closed = False
        self._facts = FactsJob(self, workspace.jobs)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._read)
        self._timer.start(0)

    @property
    def name(self) -> str:
        """What people see."""
        return self.root.name if self.root is not None else self.source.name or str(self.source)

    @property
    def is_robots(self) -> bool:
        """Whether it is what a robots.txt names."""
        return self.root is not None and self.root.doc.kind is Kind.ROBOTS

    @property
    def is_reading(self) -> bool:
        """Whether the files are being looked for, or will be."""
        return self._job is not None or self._timer.isActive()

    @property
    def judging(self) -> facts.Judging:
        """By what files are checked that are not open."""
        profiles = self._workspace.profiles or DEFAULT_PROFILES
        return facts.Judging(profiles, self._workspace.settings)

    @property
    def totals(self) -> Totals:
        """Figures over all files of the set."""
        return self._totals

    def note(self, row: Row) -> None:
        """Take note of, and announce, that something is new about a row."""
        number = row.number
        if number >= len(self.rows) or self.rows[number] is not row:
            return  # the files were looked for again meanwhile
        part = part_of(row)
        if part != self._parts[number]:
            self._totals = self._totals.with_change(self._parts[number], part)
            self._parts[number] = part
        self.row_changed.emit(number)

    # Rows

    def row_of(self, path: Path) -> Row | None:
        """The row of a file, whatever name leads there; None when it is not of the set."""
        number = self._numbers.get(Path(os.path.realpath(path)))
        return None if number is None else self.rows[number]

    def row_named(self, address: str) -> Row | None:
        """The row of what an index names at an address, spelled as there."""
        number = self._by_address.get(address.strip())
        return None if number is None else self.rows[number]

    def owns(self, path: Path | None) -> bool:
        """Whether a file is of the set, named by its index or within its folder."""
        row = self.row_of(path) if path is not None else None
        return row is not None and row.belongs

    def number_of(self, row: Row) -> int:
        """The number of a row in ``rows``."""
        return row.number

    def session_of(self, row: Row) -> Session | None:
        """The session of a file; None when it is not open."""
        return row.session

    def session_of_index(self, row: Row) -> Session | None:
        """The session of the index or robots.txt that names a file; None when it is not open."""
        index = row.member.index
        if index is None or (self.root is not None and index == self.source):
            return self.root
        return self._workspace.session_of(index)

    def is_nested(self, row: Row) -> bool:
        """Whether a file is an index within an index that is open, and can be changed."""
        above = self.session_of_index(row) if row.kind is Kind.SITEMAPINDEX else None
        is_index = above is not None and above.doc.kind is Kind.SITEMAPINDEX
        return is_index and row.member.is_readable and row.belongs

    def can_name(self, row: Row) -> bool:
        """Whether the index or robots.txt is open and the public address of a file is known."""
        return self.root is not None and bool(row.member.address) and row.path is not None

    def open(self, row: Row) -> None:
        """Show a file, which is read first when it is not open."""
        if row.session is not None:
            self._workspace.activate(row.session)
        elif row.member.is_readable and row.path is not None:
            self._workspace.open_paths([row.path])

    @property
    def sessions(self) -> list[Session]:
        """What is open of the set: the index first, then its files in their order."""
        found = [self.root, *(row.session for row in self.rows)]
        return list(dict.fromkeys(one for one in found if one is not None))

    def open_documents(self) -> dict[Path, Document]:
        """The open documents of the window by real path, as ``operations.sets`` takes them."""
        return {
            Path(os.path.realpath(one.path)): one.doc
            for one in self._workspace.sessions
            if one.path is not None
        }

    def note_findings(self, row: Row, errors: int, warnings: int) -> None:
        """Take note of what a check of a closed file found."""
        key = facts.key_of(row.path) if row.path is not None else None
        if key is not None:
            facts.note_findings(key, self.judging, errors, warnings)
        row.facts = replace(row.facts or facts.Facts(), errors=errors, warnings=warnings)
        self.note(row)

    def recount(self) -> None:
        """Count the findings of closed files again: other rules count now."""
        self._facts.recount()

    # Sessions come and go

    def attach(self, session: Session) -> None:
        """Let a row know that its file is open."""
        row = self.row_of(session.path) if session.path is not None else None
        if row is not None and row.session is not session:
            row.session = session
            self._by_session[session] = row
            self.note(row)

    def detach(self, session: Session) -> None:
        """Let rows know that their file is no longer open; what is on disk counts again."""
        row = self._by_session.pop(session, None)
        if row is not None and row.session is session:
            row.session = row.facts = None
            self.note(row)
            self._facts.start()

    def tell(self, session: Session) -> None:
        """Announce that something is new about an open file."""
        row = self._by_session.get(session)
        if row is not None:
            self.note(row)

    def has_open(self, session: Session) -> bool:
        """Whether a document is the root, or one of the files that belong to the set."""
        row = self._by_session.get(session)
        return session is self.root or (row is not None and row.belongs)

    # Reading

    def refresh(self, delay: int = 0) -> None:
        """Look for the files again, after a while."""
        if not self._is_closed:
            self.stop()
            self._timer.start(delay)

    def stop(self) -> None:
        """Stop looking: a document that is read is about to change."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
            self._timer.start(READ_MS)

    def set_mapping(self, mapping: Mapping | None) -> None:
        """Look for the files where they are published; remembered for the next time."""
        self.mapping, self.is_asking = mapping, False
        mappings.remember(self._workspace.settings, self.source, mapping)
        self.refresh()

    @property
    def follows_dates(self) -> bool:
        """Whether the dates in the index follow the sitemaps that are saved."""
        settings = self._workspace.settings
        if settings is None:
            return False
        is_otherwise = str(self.source) in settings.get(DATED_OTHERWISE)
        return settings.get(FOLLOW_DATES) is not is_otherwise

    def follow_dates(self, is_wished: bool) -> None:
        """Let the dates in this index follow its sitemaps, or not; remembered."""
        settings, name = self._workspace.settings, str(self.source)
        if settings is not None and is_wished is not self.follows_dates:
            others = tuple(one for one in settings.get(DATED_OTHERWISE) if one != name)
            is_usual = settings.get(FOLLOW_DATES) is is_wished
            settings.set(DATED_OTHERWISE, others if is_usual else (name, *others)[:MOST_REMEMBERED])

    def address_for(self, path: Path) -> str:
        """The public address a file of the folder has; empty when nobody knows."""
        mapping = self.set.mapping if self.set is not None else None
        return (mapping.address_of(path) if mapping is not None else None) or ""

    @property
    def folder(self) -> Path:
        """Where new files of the set go."""
        known = self.set.folder if self.set is not None else None
        return known or (self.source if self.source.is_dir() else self.source.parent)

    @property
    def asks_for_folder(self) -> bool:
        """Whether nobody knows where the files are that are named, and nobody was asked yet."""
        from sitemap_editor.operations.sets import State

        if self.set is None or self.is_asking:
            return self.is_asking
        if mappings.was_asked(self._workspace.settings, self.source):
            return False
        return any(row.member.state is State.ELSEWHERE for row in self.rows)

    def do_not_ask(self) -> None:
        """Ask no more where the files are; what was answered stays."""
        self.is_asking = False
        if self.mapping is None:
            mappings.remember(self._workspace.settings, self.source, None)
        self.changed.emit()

    def ask_for_folder(self) -> None:
        """Ask again where the files are."""
        self.is_asking = True
        self.changed.emit()

    def _read(self) -> None:
        if self._is_closed:
            return
        documents, mapping = self.open_documents(), self.mapping

        def read(progress: Progress) -> SitemapSet:
            from sitemap_editor.operations.sets import open_set

            return open_set(
                self.source, mapping=mapping, open_documents=documents, progress=progress
            )

        self._job = job = self._workspace.jobs.run(
            read,
            lambda found: self._on_read(job, found),
            lambda error: self._on_failed(job, error),
        )

    def _on_read(self, job: Job, found: SitemapSet) -> None:
        if job is not self._job or self._is_closed:
            return
        self._job, self.error = None, None
        known = {(row.member.path, row.member.address): row.facts for row in self.rows}
        self.set = found
        self.rows = [
            Row(one, self._belongs(one), known.get((one.path, one.address)))
            for one in found.members
        ]
        self._numbers, self._by_address, self._by_session = {}, {}, {}
        for number, row in enumerate(self.rows):
            row.number = number
            self._by_address.setdefault(row.member.address, number)
            if row.path is not None and row.member.is_readable:
                self._numbers.setdefault(row.path, number)
        for session in self._workspace.sessions:
            self._attach_quietly(session)
        self._parts = [part_of(row) for row in self.rows]
        self._totals = sum_of(self._parts)
        self.changed.emit()
        self._facts.start(is_anew=True)

    def _belongs(self, member: Member) -> bool:
        is_folder = self.set is not None and self.set.kind == "folder"
        return is_folder or member.state is not member.state.UNNAMED

    def _attach_quietly(self, session: Session) -> None:
        row = self.row_of(session.path) if session.path is not None else None
        if row is not None:
            row.session = session
            self._by_session[session] = row

    def _on_failed(self, job: Job, error: BaseException) -> None:
        if job is self._job and not self._is_closed:
            self._job, self.error = None, error
            self.changed.emit()

    def close(self) -> None:
        """Stop what runs for this set."""
        self._is_closed = True
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
        self._facts.close()

"""How far an import has come: the list, what its columns mean, where it goes, what that makes.

Each choice starts two jobs, of which only the last ones count: the first entries, then all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork
from sitemap_editor.operations.importing.filters import offered
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.protocol.errors import SitemapError

from .role_header import LANGUAGE, UNUSED
from .work import FIRST, Goal, Look, Outcome, Target, look, work_out

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.formats.table import Table
    from sitemap_editor.operations.importing.build import Imported
    from sitemap_editor.support.jobs import Progress

SAID = ("defaults", "empties", "duplicates", "date_format")
"""Parts of a mapping that no preset knows anything about."""


USUAL_FILTERS = ("status=200", "indexable")


class Importing(QObject):
    """One list on its way in.

    ``looked_at`` comes with a Look when there is another list or proposal, None while there is
    none; ``mapping_changed`` with every choice; ``worked_out`` with an Outcome, ``failed`` with why
    there is none; ``progressed`` while the whole list is counted (done, total; 0, 0 at the end).
    """

    looked_at = Signal(object)
    mapping_changed = Signal()
    worked_out = Signal(object)
    failed = Signal(object)
    progressed = Signal(int, int)

    def __init__(
        self, jobs: JobRunner, doc: Document | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.look: Look | None = None
        self.mapping = Mapping()
        self.goal = Goal()
        self.outcome: Outcome | None = None
        self.path: Path | None = None
        self.doc = doc
        self._made: tuple[Table, Mapping, bool, Imported] | None = None
        self._is_touched = False
        self._work = LiveWork(jobs, self._fail, self)
        self._work.progressed.connect(self.progressed)
        self._work.busy_changed.connect(lambda _is_busy: self.progressed.emit(0, 0))

    # The list

    @property
    def table(self) -> Table | None:
        """The list that is meant."""
        return self.look.table if self.look is not None else None

    def set_table(self, table: Table | None, preset: str = "") -> None:
        """Take another list, or the same read otherwise, and propose what its columns mean."""
        self.stop()
        self.outcome = self._made = None
        if table is None:
            self.look = None
            self.looked_at.emit(None)
            return
        kept = self._kept_for(table) if not preset else None
        base, path = self.mapping.base_url, self.path

        def work(progress: Progress) -> Look:
            return look(table, preset, base, path, progress)

        said = {name: getattr(self.mapping, name) for name in SAID} if preset else {}
        self._work.run(work, lambda found: self._take_look(found, kept, said))

    def set_preset(self, preset: str) -> None:
        """Take the list for an export of another kind."""
        if self.table is not None:
            self._is_touched = False
            self.set_table(self.table, preset)

    def _kept_for(self, table: Table) -> Mapping | None:
        """What people said already, where the list has the same columns still."""
        before = self.table
        is_same = before is not None and len(before.columns) == len(table.columns)
        return self.mapping if self._is_touched and is_same else None

    def _take_look(self, found: Look, kept: Mapping | None, said: dict[str, Any]) -> None:
        self.look = found
        self._is_touched = kept is not None
        self.mapping = kept or _of_pages_to_list(replace(found.proposal.mapping, **said))
        self.looked_at.emit(found)
        self.mapping_changed.emit()
        self._work_out_first()

    # What people say

    def take_mapping(self, mapping: Mapping) -> None:
        """Do as this mapping says."""
        if mapping != self.mapping:
            self.mapping = mapping
            self._is_touched = True
            self.mapping_changed.emit()
            self._start()

    def change(self, **changes: Any) -> None:
        """Change parts of the mapping."""
        self.take_mapping(replace(self.mapping, **changes))

    def set_role(self, column: int, role: str) -> None:
        """Say what a column means; it means nothing else then."""
        mapping = self.mapping
        columns = {name: at for name, at in mapping.columns.items() if at != column}
        languages = {code: at for code, at in mapping.languages.items() if at != column}
        mapping = replace(mapping, columns=columns, languages=languages)
        name = self._name_of(column)
        if role == LANGUAGE and name:
            mapping = replace(mapping, languages={**languages, name: column})
        elif role not in (UNUSED, LANGUAGE):
            mapping = mapping.with_column(role, column)
        # A filter that looked at this column has nothing to look at now.
        named = offered(self.mapping.columns)
        gone = set(named) - set(offered(mapping.columns))
        filters = tuple(one for one in mapping.filters if one not in gone)
        mapping = replace(mapping, filters=filters)
        if mapping == self.mapping:  # it cannot mean that: let the choice say so
            self.mapping_changed.emit()
            self._start()
        self.take_mapping(mapping)

    def _name_of(self, column: int) -> str:
        columns = self.table.columns if self.table is not None else ()
        return columns[column].strip() if column < len(columns) else ""

    def set_goal(self, goal: Goal) -> None:
        """Say where the entries go."""
        if goal != self.goal:
            self.goal = goal
            self._start()

    # What it makes

    @property
    def problem(self) -> SitemapError | None:
        """Why no entry can be made as long as nothing else is said; it goes with the first."""
        if self.look is None or (self.outcome is not None and len(self.outcome.found)):
            return None
        return self.look.proposal.problem

    @property
    def is_working(self) -> bool:
        """Whether what is shown may be out of date."""
        return self._work.is_busy

    def _start(self) -> None:
        self._work.after_rest(self._work_out_first)

    def stop(self) -> None:
        """Work nothing out any more."""
        self._work.stop()

    def _work_out_first(self) -> None:
        known = self._known()
        if known is not None:
            self._work_out_rest(known)
        else:
            self._run_work(None, FIRST, self._take_first)

    def _take_first(self, outcome: Outcome) -> None:
        self._take(outcome)
        self._work_out_rest(None)

    def _work_out_rest(self, known: Imported | None) -> None:
        self._run_work(known, None, self._take_whole)

    def _take_whole(self, outcome: Outcome) -> None:
        table = self.table
        assert table is not None  # it was worked out of one
        self._made = (table, self.mapping, self._is_new, outcome.found)
        self._take(outcome)

    def _take(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.worked_out.emit(outcome)

    @property
    def _is_new(self) -> bool:
        return self.goal.target is Target.NEW

    def _known(self) -> Imported | None:
        """All entries, when only what becomes of them has changed."""
        if self._made is None:
            return None
        table, mapping, is_new, found = self._made
        is_same = table is self.table and mapping == self.mapping and is_new == self._is_new
        return found if is_same else None

    def _run_work(
        self, known: Imported | None, limit: int | None, on_done: Callable[[Outcome], None]
    ) -> None:
        found, mapping, goal, doc = self.look, self.mapping, self.goal, self.doc
        if found is None:
            return
        counts = bool(found.proposal.dates.ambiguous) and "lastmod" in mapping.columns

        def work(progress: Progress) -> Outcome:
            return work_out(
                found.table,
                mapping,
                goal,
                doc,
                known,
                limit=limit,
                counts_dates=counts,
                progress=progress,
            )

        self._work.run(work, on_done)

    def _fail(self, error: BaseException) -> None:
        self.outcome = None
        if isinstance(error, EXPECTED_ERRORS):
            self.failed.emit(error)


def _of_pages_to_list(mapping: Mapping) -> Mapping:
    """A crawl has pages that are gone or moved too: the filters that leave them out are ticked."""
    if mapping.filters or "indexable" not in mapping.columns:
        return mapping
    usual = tuple(name for name in USUAL_FILTERS if name in offered(mapping.columns))
    return replace(mapping, filters=usual)

"""What is worked out in jobs while people choose how a list is applied: nothing of widgets here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from sitemap_editor.formats.table import Table
from sitemap_editor.operations.applying import Listed, read_list
from sitemap_editor.operations.applying.planning import (
    Plan,
    Wanted,
    choose_for,
    mapping_for,
    plan,
    usual_action,
)
from sitemap_editor.operations.applying.samples import samples
from sitemap_editor.operations.applying.search_console import Verdict, verdict_on
from sitemap_editor.operations.importing.choosing import Wish
from sitemap_editor.operations.importing.dates import AMBIGUOUS
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.operations.importing.proposing import Proposal
from sitemap_editor.operations.importing.rejects import Reject, Rejects
from sitemap_editor.operations.importing.statuses import StatusGroup
from sitemap_editor.operations.plans import Sample
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

FIRST_REJECTS = 500
ROWS_LOOKED_AT = 50
REPORT_PRESET = "search-console-indexing"


@dataclass(frozen=True, eq=False)
class Look:
    """A list at first sight: what is proposed for it, and what it is about by its own words.

    ``rows`` are its first ones; ``reason`` is that of a report of Search Console, empty for other
    lists.
    """

    table: Table
    proposal: Proposal
    rows: Sequence[Sequence[str]] = ()
    reason: str = ""

    @property
    def replacing(self) -> Mapping:
        """The mapping with the column of new addresses, where there may be one."""
        return mapping_for(self.proposal, "replace")

    @property
    def verdict(self) -> Verdict | None:
        """What is usually right for the pages of a report; None for other lists."""
        return verdict_on(self.reason) if self.reason else None


@dataclass(frozen=True, slots=True)
class Choices:
    """What people chose; what is None was not chosen, and the usual is taken.

    ``loc`` and ``new`` are columns, ``filters`` names of filters, ``columns`` those that fields are
    set from, ``date_format`` as in a mapping.
    """

    action: str | None = None
    loc: int | None = None
    new: int | None = None
    filters: tuple[str, ...] = ()
    columns: MappingOf[str, int] = field(default_factory=dict)
    date_format: str = ""
    wanted: Wanted = field(default_factory=lambda: Wanted(""))

    def with_abroad(self, is_taken: bool) -> Choices:
        """The same, and whether targets on other hosts are taken."""
        return replace(self, wanted=replace(self.wanted, abroad=is_taken))


@dataclass(eq=False)
class Outcome:
    """What a list does by some choices: the plan, its first values, and what was left out."""

    look: Look
    mapping: Mapping
    listed: Listed
    plan: Plan
    samples: Sequence[Sample]
    rejects: Sequence[Reject] = ()
    lost: Sequence[Reject] = ()
    statuses: MappingOf[StatusGroup, int] = field(default_factory=dict)

    @property
    def action(self) -> str:
        """What is done."""
        return self.plan.wanted.action

    @property
    def has_open_dates(self) -> bool:
        """Whether dates were left out because day and month could be either way."""
        lost = self.listed.lost
        return lost is not None and lost.counts[AMBIGUOUS] > 0

    @property
    def reject_count(self) -> int:
        """How many rows were left out."""
        return len(self.listed.rejects) if self.listed.rejects is not None else 0

    def entries_of(self, rows: Iterable[int]) -> list[dict[str, str | None]]:
        """Rows of the list as values of new entries."""
        plan = self.plan
        names = [one.name for one in fields_of(plan.doc.kind) if one.name != "loc"]
        entries = []
        for row in map(int, rows):
            values = {name: plan.listed.value(name, row) or None for name in names}
            filled: dict[str, str | None] = {n: value for n, value in values.items() if value}
            entries.append({"loc": plan.listed.addresses[row], **filled})
        return entries


def look_at(table: Table, doc: Document, progress: Progress = NO_PROGRESS) -> Look:
    """What is proposed for a list; raises SitemapError when it has no addresses."""
    progress.tick()
    proposal = choose_for(doc, [table], Wish())
    is_report = proposal.mapping.preset == REPORT_PRESET
    _name, mark, reason = table.source.partition(": ")
    reason = reason if is_report and mark else ""
    return Look(proposal.table, proposal, table.sample(ROWS_LOOKED_AT), reason)


class Worker:
    """Works out what choices do; what was read of a list is kept for the next choices."""

    def __init__(self, doc: Document, look: Look) -> None:
        self._doc = doc
        self._look = look
        self._kept: tuple[Mapping, _Read] | None = None

    def work_out(self, choices: Choices, progress: Progress = NO_PROGRESS) -> Outcome:
        """Raises SitemapError when nothing can be applied."""
        action = choices.action or self._usual_action(choices, progress)
        mapping = self.mapping(choices, action)
        listed, rejects, lost = self._read(mapping, progress)
        if not len(listed):
            raise SitemapError(_("No row of the list has an address that counts."))
        made = plan(self._doc, listed, replace(choices.wanted, action=action), progress)
        statuses = listed.groups()
        return Outcome(self._look, mapping, listed, made, samples(made), rejects, lost, statuses)

    def mapping(self, choices: Choices, action: str) -> Mapping:
        """The mapping with the columns that people chose."""
        mapping = mapping_for(self._look.proposal, action, choices.filters)
        chosen = {"loc": choices.loc, "new": choices.new}
        if action == "set":
            chosen |= choices.columns
        for role, column in chosen.items():
            if column is not None:
                mapping = mapping.with_column(role, column)
        return replace(mapping, date_format=choices.date_format)

    def _usual_action(self, choices: Choices, progress: Progress) -> str:
        verdict = self._look.verdict
        if verdict is not None:
            return "remove" if verdict is Verdict.REMOVE else "mark"
        listed = self._read(self.mapping(choices, ""), progress)[0]
        return usual_action(self._look.proposal.mapping, listed)

    def _read(self, mapping: Mapping, progress: Progress) -> _Read:
        kept = self._kept  # a job that was given up may still be at its last piece of work
        if kept is not None and kept[0] == mapping:
            return kept[1]
        listed = read_list(self._look.table, mapping, progress)
        found = _Read(listed, _first(listed.rejects, progress), _first(listed.lost, progress))
        self._kept = (mapping, found)
        return found


class _Read(NamedTuple):
    """What was read of a list: the rows that count, the first ones and cells that do not."""

    listed: Listed
    rejects: Sequence[Reject]
    lost: Sequence[Reject]


def _first(found: Rejects | None, progress: Progress) -> Sequence[Reject]:
    return found.listed(FIRST_REJECTS, progress) if found is not None else ()

"""What is worked out in jobs while people choose how a list comes in: nothing here knows widgets.

The document that a list goes into is only read; merging is tried on a copy of it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from sitemap_editor.document.forking import fork
from sitemap_editor.formats.table import Table
from sitemap_editor.markup.values import decode_value
from sitemap_editor.operations.importing.build import Imported, build
from sitemap_editor.operations.importing.dates import AMBIGUOUS, DateReport
from sitemap_editor.operations.importing.differences import Difference, differences
from sitemap_editor.operations.importing.into import ADD, SKIP, Merged, Policy, merge
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.operations.importing.picking import date_report
from sitemap_editor.operations.importing.proposing import Proposal, propose
from sitemap_editor.operations.importing.rejects import Reject
from sitemap_editor.operations.importing.telling import findings_of
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELD_BY_NAME, fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.protocol.findings import Finding

FIRST = 200
"""Rows and entries that are looked at while people choose."""

OPEN_SAMPLES = 2
SHOWN_XML = 20
MOST_FINDINGS = 200
_EXTENSIONS = re.compile(rb"<(?:[\w.-]+:)?(image|link)(?=[\s>/])")


class Target(StrEnum):
    """Where entries go."""

    NEW = "new"
    APPEND = "append"
    MERGE = "merge"


@dataclass(frozen=True, slots=True)
class Goal:
    """Where entries go, and what becomes of those that are there already."""

    target: Target = Target.NEW
    skips_present: bool = True
    policy: Policy = field(default_factory=Policy)

    @property
    def merging(self) -> Policy | None:
        """The policy by which entries come among others; None where they are only added."""
        if self.target is Target.MERGE:
            return self.policy
        if self.target is Target.APPEND:
            return Policy(existing=SKIP if self.skips_present else ADD, exact=self.policy.exact)
        return None


@dataclass(frozen=True, eq=False)
class Look:
    """A list at first sight: what is proposed, and its first rows with their lines."""

    table: Table
    proposal: Proposal
    rows: list[list[str]]
    lines: list[int]
    remarks: list[Finding] = field(default_factory=list)

    @property
    def width(self) -> int:
        """How many columns there are."""
        return max([len(self.table.columns), *map(len, self.rows)], default=0)

    def column(self, index: int) -> list[str]:
        """The first cells of a column."""
        return [row[index] for row in self.rows if index < len(row)]

    def open_dates(self, index: int) -> list[str]:
        """Some dates of a column that could be day first or month first."""
        cells = dict.fromkeys(cell.strip() for cell in self.column(index))
        return [cell for cell in cells if cell and read_date(cell).is_open][:OPEN_SAMPLES]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry that comes in: the line it begins in, its fields, how many images and links."""

    line: int
    values: dict[str, str]
    images: int = 0
    links: int = 0


@dataclass(eq=False)
class Outcome:
    """What becomes of a list: all of it, or as far as was looked.

    ``rejects`` are the first rows and cells left out, ``changes`` the first values in which list
    and sitemap differ. ``dates`` tells of the column of dates when it leaves something open.
    """

    found: Imported
    mapping: Mapping
    goal: Goal
    is_whole: bool
    before: int = 0
    merged: Merged | None = None
    entries: list[Entry] = field(default_factory=list)
    xml: str = ""
    rejects: list[Reject] = field(default_factory=list)
    changes: list[Difference] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    dates: DateReport = field(default_factory=DateReport)

    @property
    def count(self) -> int:
        """How many entries come in or change."""
        if self.merged is None:
            return len(self.found)
        return self.merged.added + self.merged.updated

    @property
    def kind(self) -> Kind:
        """Of what kind the entries are."""
        return self.found.kind


def look(
    table: Table,
    preset: str = "",
    base_url: str = "",
    path: Path | None = None,
    progress: Progress = NO_PROGRESS,
) -> Look:
    """Look at the beginning of a list and propose what its columns mean."""
    rows: list[list[str]] = []
    lines: list[int] = []
    for block in table.rows(progress):
        rows += block.cells
        lines += block.lines
        if len(rows) >= FIRST:
            break
    proposal = propose(table, preset=preset, base_url=base_url)
    remarks = _about_feed(path, progress) if path is not None and not table.offers else []
    return Look(table, proposal, rows[:FIRST], lines[:FIRST], remarks)


def _about_feed(path: Path, progress: Progress) -> list[Finding]:
    """What the rules about feeds say of a file, when it is one."""
    from sitemap_editor.document.opening import open_bytes
    from sitemap_editor.markup.encoding import decode_source
    from sitemap_editor.markup.feeds import is_feed
    from sitemap_editor.rules.check import Checker
    from sitemap_editor.support.files import read_file

    data = read_file(path, progress)
    try:
        if not is_feed(decode_source(data, progress=progress).text):
            return []
    except SitemapError:
        return []  # what is read as a list need not be text
    checker = Checker(open_bytes(data, path, progress=progress))
    report = checker.run(progress)
    codes = [group.code for group in report.groups if group.code.startswith("feed-")]
    return [one for code in codes for one in _some(report.findings(code))]


def _some(findings: Iterator[Finding]) -> Iterator[Finding]:
    return (one for _number, one in zip(range(MOST_FINDINGS), findings, strict=False))


def work_out(
    table: Table,
    mapping: Mapping,
    goal: Goal,
    doc: Document | None = None,
    known: Imported | None = None,
    *,
    limit: int | None = None,
    counts_dates: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Outcome:
    """What a list becomes; ``known`` are its entries when they have been made before.

    ``counts_dates`` has the dates counted that could be read in two ways.
    """
    into = None if goal.target is Target.NEW else doc
    found = known if known is not None else build(table, mapping, into, progress, limit=limit)
    outcome = Outcome(found, mapping, goal, is_whole=limit is None)
    policy = goal.merging
    if into is not None and policy is not None:
        outcome.before = len(into)
        outcome.changes = differences(into, found, policy, progress)
        outcome.merged = merge(fork(into).copy, copy.copy(found), policy, progress)
    shown = range(min(len(found), FIRST))
    outcome.entries = list(_entries(found, shown))
    outcome.xml = _xml_of(found, shown[:SHOWN_XML])
    rows = found.rejects.listed(FIRST, progress)
    outcome.rejects = sorted([*rows, *found.lost.listed(FIRST, progress)], key=lambda one: one.line)
    outcome.findings = list(_some(findings_of(found, outcome.merged)))
    if counts_dates or found.lost.counts[AMBIGUOUS]:
        outcome.dates = date_report(table, mapping, progress)
    return outcome


def _entries(found: Imported, numbers: Sequence[int]) -> Iterator[Entry]:
    if not numbers:
        return
    names = [one.name for one in fields_of(found.kind)]
    columns = [found.raw_values(numbers, FIELD_BY_NAME[name].index) for name in names]
    raws = found.raws(numbers)
    for n, number in enumerate(numbers):
        raw = {name: column[n] for name, column in zip(names, columns, strict=True)}
        values = {name: decode_value(text) for name, text in raw.items() if text is not None}
        parts = _EXTENSIONS.findall(raws[n])
        images, links = parts.count(b"image"), parts.count(b"link")
        yield Entry(int(found.lines[number]), values, images, links)


def _xml_of(found: Imported, numbers: Sequence[int]) -> str:
    raws = found.raws(numbers) if numbers else []
    return dedent("\n".join(_indented(raw.decode("utf-8", "replace")) for raw in raws))


def _indented(xml: str) -> str:
    """An entry with its first line as far in as its last one."""
    last = xml.splitlines()[-1]
    return last[: len(last) - len(last.lstrip())] + xml

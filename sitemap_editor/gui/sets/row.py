"""One file of a set as the window knows it, open or not, and what all of them are together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind

from .facts import Facts

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.operations.sets import Member

NOTHING = Facts()


@dataclass(frozen=True, slots=True)
class Alone:
    """What stands for a member where a document is of no set."""

    name: str
    path: Path | None = None
    address: str = ""
    state: str = "here"
    index: Path | None = None
    kind: Kind | None = None
    is_readable: bool = True
    is_index: bool = False


@dataclass(eq=False, slots=True)
class Row:
    """A member, its session when it is open, and what is known of its file when it is not.

    What is asked for comes from the open document first. None stands for "not known yet".
    ``number`` is its place in the set. ``belongs``: it is of the set, not only beside it, where
    nobody names it.
    """

    member: Member | Alone
    belongs: bool = True
    facts: Facts | None = None
    session: Session | None = None
    number: int = -1

    @classmethod
    def of_session(cls, session: Session) -> Row:
        """A document that is of no set."""
        return cls(Alone(session.name, session.path), session=session)

    @property
    def path(self) -> Path | None:
        """The file; None when there is none."""
        return self.member.path

    @property
    def kind(self) -> Kind | None:
        """What it is, as far as that is known."""
        return self.session.doc.kind if self.session is not None else self.member.kind

    @property
    def is_there(self) -> bool:
        """Whether there is a file to open that was not named before."""
        return self.session is not None or self.member.is_readable

    @property
    def counts(self) -> bool:
        """Whether its entries are entries of the set."""
        return self.belongs and self.is_there and self.kind is not Kind.SITEMAPINDEX

    @property
    def _known(self) -> Facts:
        return self.facts or NOTHING

    @property
    def entries(self) -> int | None:
        """How many entries it has."""
        return len(self.session.doc) if self.session is not None else self._known.entries

    @property
    def size(self) -> int | None:
        """Its bytes before compression; of an open one as it would be saved, if that is quick."""
        if self.session is None:
            return self._known.size
        source = self.session.doc.source
        is_quick = source.encoding_as_saved == "utf-8"
        return self.session.doc.size_bytes if is_quick else source.inflated_size

    @property
    def newest(self) -> str:
        """The newest lastmod in the file when it was looked at."""
        return self._known.newest

    @property
    def problem(self) -> str:
        """The code of what is wrong with reading it; empty when nothing is."""
        if self.session is None:
            return self._known.problem
        mending = self.session.doc.mending
        return mending.repairs[0].code if mending is not None else ""

    @property
    def is_unreadable(self) -> bool:
        """Whether somebody looked into the file and it is none that can be opened."""
        if self.session is not None or self.facts is None or self.facts.entries is not None:
            return False
        from sitemap_editor.rules.beside.digests import TOO_LARGE

        return self.facts.problem not in ("", TOO_LARGE)

    @property
    def errors(self) -> int | None:
        """How many errors it has."""
        return self._count(Severity.ERROR, self._known.errors)

    @property
    def warnings(self) -> int | None:
        """How many warnings it has."""
        return self._count(Severity.WARNING, self._known.warnings)

    def _count(self, severity: Severity, known: int | None) -> int | None:
        report = self.session.report if self.session is not None else None
        return known if report is None else report.counts.get(severity, 0)

    @property
    def is_waiting(self) -> bool:
        """Whether nobody has looked into the file yet."""
        return self.is_there and self.session is None and self.facts is None


class Totals(NamedTuple):
    """Figures over a set: of the files that count, and how many are named and not there.

    ``waiting``: files nobody has looked into yet, so that the other figures are not all.
    """

    files: int = 0
    absent: int = 0
    waiting: int = 0
    entries: int = 0
    size: int = 0
    errors: int = 0
    warnings: int = 0

    def with_change(self, before: Totals, after: Totals) -> Totals:
        """The sums when one of the rows was ``before`` and is ``after``."""
        return Totals(*(sum_ - a + b for sum_, a, b in zip(self, before, after, strict=True)))


def part_of(row: Row) -> Totals:
    """What one row adds to the totals."""
    is_counted, is_there = row.counts, row.is_there and row.belongs
    if row.session is None and row.facts is None:
        return Totals(int(is_counted), int(row.path is None), int(is_counted))
    return Totals(
        files=int(is_counted),
        absent=int(row.path is None and row.session is None),
        waiting=int(is_counted and row.is_waiting),
        entries=(row.entries or 0) if is_counted else 0,
        size=(row.size or 0) if is_counted else 0,
        errors=(row.errors or 0) if is_there else 0,
        warnings=(row.warnings or 0) if is_there else 0,
    )


def sum_of(parts: Iterable[Totals]) -> Totals:
    """The totals of many rows."""
    listed = list(parts)
    return Totals(*map(sum, zip(*listed, strict=True))) if listed else Totals()

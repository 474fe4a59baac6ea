"""One file of a set as the window knows it, open or not, and what all of them are together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

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
    ``belongs``: it is of the set, not only beside it, where nobody names it.
    """

    member: Member | Alone
    belongs: bool = True
    facts: Facts | None = None
    session: Session | None = None

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


@dataclass(frozen=True, slots=True)
class Totals:
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


def totals_of(rows: Iterable[Row]) -> Totals:
    """Add up what is known."""
    listed = list(rows)
    counted = [row for row in listed if row.counts]
    return Totals(
        files=len(counted),
        absent=sum(row.path is None and row.session is None for row in listed),
        waiting=sum(row.is_waiting for row in counted),
        entries=sum(row.entries or 0 for row in counted),
        size=sum(row.size or 0 for row in counted),
        errors=sum(row.errors or 0 for row in listed if row.is_there and row.belongs),
        warnings=sum(row.warnings or 0 for row in listed if row.is_there and row.belongs),
    )

"""What a report is written from, whoever did the check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from sitemap_editor.protocol.findings import Finding, FixKind, Severity


class RuleFacts(Protocol):
    """What the catalogue says of a rule, as far as reports tell it."""

    @property
    def group(self) -> str:
        """Letter of the rule's group."""

    @property
    def severity(self) -> str:
        """How bad a finding usually is."""

    @property
    def condition(self) -> str:
        """When the rule has a finding."""

    @property
    def source(self) -> str:
        """Where the rule comes from."""


class NamedSource(Protocol):
    """Who says so, and where to read it; no address where there is nothing to open."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def address(self) -> str:
        """Where it is, or empty."""


class RulePage(RuleFacts, Protocol):
    """What a report for people tells of a rule: texts of paragraphs, code between back-ticks."""

    @property
    def title(self) -> str:
        """What is wrong, in a few words."""

    @property
    def what(self) -> str:
        """What is wrong."""

    @property
    def why(self) -> str:
        """Why it matters, and to whom; empty when nobody wrote it down."""

    @property
    def fix(self) -> str:
        """How to put it right."""

    @property
    def sources(self) -> Sequence[NamedSource]:
        """Who says so."""

    def is_english(self, name: str) -> bool:
        """Whether a text is in English although another language is spoken."""


@dataclass(frozen=True, slots=True)
class FoundGroup:
    """All findings of one rule in one file; ``severity`` is that of the worst.

    ``counts`` says how many there are of each severity where they differ.
    """

    code: str
    severity: Severity
    count: int
    fix: FixKind = FixKind.NONE
    counts: Mapping[Severity, int] = field(default_factory=dict)

    def count_of(self, severity: Severity) -> int:
        """How many findings are as bad as this."""
        usual = {self.severity: self.count}
        return (self.counts or usual).get(severity, 0)


ALL_SEVERITIES = frozenset(Severity)


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What a report is to hold.

    ``max_findings`` of a rule are listed by an HTML report, ``bom`` marks a table as UTF-8.
    ``date`` says when it was checked, for people. ``sums`` are told at the end of a report for
    people, where there is something to sum up: asked for after the last file.
    """

    max_findings: int = 200
    bom: bool = False
    date: str = ""
    sums: Callable[[], Mapping[str, str]] = dict


def _no_address(_finding: Finding) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """One file and what was found in it, as ``check --format json`` tells it.

    ``findings`` builds them one by one, of one rule or of all: a million are never held at once.
    ``address_of`` gives the loc of the entry that a finding is about, ``base_url`` is the public
    address of the file. ``ignored`` findings are counted nowhere else. ``profiles`` are those
    whose rules count.
    """

    file: str
    format: str
    well_formed: bool | None
    encoding: str | None
    compressed: bool
    entries: int
    bytes: int
    findings: Callable[[str | None], Iterator[Finding]]
    groups: tuple[FoundGroup, ...] = ()
    summary: dict[Severity, int] = field(default_factory=dict)
    base_url: str | None = None
    address_of: Callable[[Finding], str | None] = _no_address
    ignored: int = 0
    profiles: tuple[str, ...] = ()

    def count(self, severity: Severity) -> int:
        """How many findings are as bad as this."""
        return self.summary.get(severity, 0)

    def only(self, severities: frozenset[Severity]) -> CheckedFile:
        """The same file with the findings of some severities only."""
        if severities >= ALL_SEVERITIES:
            return self
        groups = tuple(kept for group in self.groups if (kept := _only(group, severities)))
        summary: Counter[Severity] = Counter()
        for group in groups:
            summary.update({severity: group.count_of(severity) for severity in severities})

        def findings(code: str | None) -> Iterator[Finding]:
            return (one for one in self.findings(code) if one.severity in severities)

        return replace(self, findings=findings, groups=groups, summary=dict(summary))


def _only(group: FoundGroup, severities: frozenset[Severity]) -> FoundGroup | None:
    counts = {one: n for one in severities if (n := group.count_of(one))}
    if not counts:
        return None
    worst = min(counts, key=lambda severity: severity.rank)
    return replace(group, severity=worst, count=sum(counts.values()), counts=counts)

"""What a report is written from, whoever did the check."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class FoundGroup:
    """All findings of one rule in one file."""

    code: str
    severity: Severity
    count: int
    fix: FixKind = FixKind.NONE


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """One file and what was found in it, as ``check --format json`` tells it.

    ``findings`` builds them one by one, of one rule or of all: a million are never held at once.
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

    def count(self, severity: Severity) -> int:
        """How many findings are as bad as this."""
        return self.summary.get(severity, 0)

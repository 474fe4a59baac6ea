"""Which rules are listed: by severity, by who asks for them, and by what was typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.catalogue import CATALOGUE

if TYPE_CHECKING:
    from sitemap_editor.rules.report import RuleGroup

ALL_SEVERITIES = frozenset(Severity)


@dataclass(frozen=True, slots=True)
class Filter:
    """What to list; no ``profiles`` are all of them. It looks at rules, never at findings."""

    severities: frozenset[Severity] = ALL_SEVERITIES
    profiles: frozenset[str] = frozenset()
    text: str = ""

    @property
    def is_on(self) -> bool:
        """Whether rules may be left out."""
        return self.severities != ALL_SEVERITIES or bool(self.profiles) or bool(self.text.strip())

    def accepts(self, group: RuleGroup) -> bool:
        """Whether the findings of a rule are listed."""
        if self.severities.isdisjoint(s for s, count in group.counts.items() if count):
            return False
        if self.profiles and self.profiles.isdisjoint(profiles_of(group.code)):
            return False
        if not self.text.strip():
            return True
        from sitemap_editor.rules.help.search import find_rules  # all rules and their names

        return group.code in find_rules(self.text)


def profiles_of(code: str) -> frozenset[str]:
    """Who asks for a rule."""
    info = CATALOGUE.get(code)
    return info.profiles if info is not None else frozenset()

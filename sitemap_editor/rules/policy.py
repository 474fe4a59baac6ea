"""What people decided about the rules: severities of their own, rules off, findings ignored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sitemap_editor.protocol.findings import Severity


@dataclass(frozen=True, slots=True)
class Policy:
    """Decisions of one user about one file."""

    severities: Mapping[str, Severity] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()


NO_POLICY = Policy()
"""Nothing decided."""

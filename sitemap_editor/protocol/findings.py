"""What a check says: severity, finding."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from .ids import EntryId


class Severity(StrEnum):
    """How bad a finding is; ``rank`` sorts the worst first."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for an error, 1 for a warning, 2 for a note."""
        return ("error", "warning", "info").index(self.value)


class FixKind(StrEnum):
    """Whether a finding can be mended by the program: unasked, after asking, or not."""

    SAFE = "safe"
    ASK = "ask"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Finding:
    """One result of one rule.

    ``entry`` is the 1-based position, ``entry_id`` the stable number; both are None for a finding
    about the file. ``line`` and ``column`` are 1-based in the text as it would be saved, columns
    in characters. ``value`` is what was found, decoded and untrimmed.
    """

    code: str
    severity: Severity
    scope: str
    message: str
    entry: int | None = None
    line: int | None = None
    column: int | None = None
    field: str | None = None
    value: str | None = None
    fix: FixKind = FixKind.NONE
    entry_id: EntryId | None = None

    def as_dict(self) -> dict[str, object]:
        """The finding with the keys of ``check --format json``, in their order."""
        keys = ("code", "severity", "scope", "entry", "line", "column", "field", "value")
        shown = {key: getattr(self, key) for key in (*keys, "message", "fix")}
        return {key: str(v) if isinstance(v, StrEnum) else v for key, v in shown.items()}

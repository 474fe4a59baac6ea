"""Reports of a check: the explicit list, and which name asks for which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from .base import CheckedFile, FoundGroup, ReportOptions, RuleFacts, RulePage
from .csv import write as write_csv
from .html import write as write_html
from .json import write as write_json
from .sarif import write as write_sarif


class ReportWriter(Protocol):
    """Writes a report in pieces, the findings as they are built."""

    def __call__(
        self,
        files: Iterable[CheckedFile],
        rules: Mapping[str, RulePage],
        options: ReportOptions = ...,
        /,
    ) -> Iterator[str]:
        """The report of some files."""


REPORTS: dict[str, ReportWriter] = {
    "json": write_json,
    "sarif": write_sarif,
    "html": write_html,
    "csv": write_csv,
}

FOR_PROGRAMS = ("json", "sarif")
"""These are in English, whatever language people are spoken to."""

__all__ = [
    "FOR_PROGRAMS",
    "REPORTS",
    "CheckedFile",
    "FoundGroup",
    "ReportOptions",
    "ReportWriter",
    "RuleFacts",
    "RulePage",
]

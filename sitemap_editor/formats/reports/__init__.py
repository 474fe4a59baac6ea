"""Reports of a check: the explicit list, and which name asks for which."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from .base import CheckedFile, RuleFacts
from .json import write as write_json
from .sarif import write as write_sarif

ReportWriter = Callable[[Iterable[CheckedFile], Mapping[str, RuleFacts]], Iterator[str]]

REPORTS: dict[str, ReportWriter] = {"json": write_json, "sarif": write_sarif}
"""For machines, hence in English; the report for people is the command line's own."""

LATER = ("html", "csv")

__all__ = ["LATER", "REPORTS", "CheckedFile", "ReportWriter", "RuleFacts"]

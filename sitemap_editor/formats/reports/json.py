"""The report for programs: an array, an object a file, a line a finding."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from sitemap_editor.protocol.findings import Severity

from .base import CheckedFile, ReportOptions, RuleFacts

_HEAD = ("file", "format", "well_formed", "encoding", "compressed", "entries", "bytes")


def write(
    files: Iterable[CheckedFile],
    _rules: Mapping[str, RuleFacts],
    _options: ReportOptions = ReportOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The array in pieces; findings are written as they are built."""
    separator = "[\n"
    for file in files:
        yield separator
        yield from _object(file)
        separator = ",\n"
    yield "[]\n" if separator == "[\n" else "\n]\n"


def _object(file: CheckedFile) -> Iterator[str]:
    head = dumps({key: getattr(file, key) for key in _HEAD})
    yield f'{head[:-1]}, "findings": ['
    separator = "\n  "
    for finding in file.findings(None):
        yield separator + dumps(finding.as_dict())
        separator = ",\n  "
    summary = {severity.value: file.count(severity) for severity in Severity}
    yield f'], "summary": {dumps(summary)}}}'


def dumps(value: object) -> str:
    """``value`` as JSON on one line, letters as they are."""
    return json.dumps(value, ensure_ascii=False)

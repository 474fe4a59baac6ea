"""The report for code hosts and editors: SARIF 2.1.0.

Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html (sections in comments).
"""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath

from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.version import __version__

from .base import CheckedFile, ReportOptions, RuleFacts
from .json import dumps

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
"""3.27.10: what SARIF calls our severities."""


def write(
    files: Iterable[CheckedFile],
    rules: Mapping[str, RuleFacts],
    _options: ReportOptions = ReportOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The log in pieces; the rules met come after the results that met them."""
    met: dict[str, int] = {}
    yield f'{{"$schema": "{SCHEMA}", "version": "2.1.0", "runs": [{{"columnKind": '
    yield '"unicodeCodePoints", "results": ['
    separator = "\n "
    for file in files:
        uri = _uri(file.file)
        for finding in file.findings(None):
            index = met.setdefault(finding.code, len(met))
            yield separator + dumps(_result(finding, uri, index))
            separator = ",\n "
    described = [_rule(code, rules.get(code)) for code in met]
    driver = {"name": "Sitemap editor", "semanticVersion": __version__, "rules": described}
    yield f'],\n "tool": {{"driver": {dumps(driver)}}}}}]}}\n'


def _result(finding: Finding, uri: str, index: int) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": uri}}
    if finding.line is not None:
        place["region"] = _region(finding)
    facts = {"scope": finding.scope, "entry": finding.entry, "field": finding.field}
    return {
        "ruleId": finding.code,
        "ruleIndex": index,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place}],
        "properties": {**facts, "value": finding.value, "fix": str(finding.fix)},
    }


def _region(finding: Finding) -> dict[str, int]:
    region = {"startLine": finding.line or 1}
    if finding.column is not None:
        region["startColumn"] = finding.column
    return region


def _rule(code: str, facts: RuleFacts | None) -> dict[str, object]:
    """3.49: the rule's page in short."""
    rule: dict[str, object] = {"id": code}
    if facts is None:
        return rule
    rule["shortDescription"] = {"text": code.replace("-", " ").capitalize()}
    rule["fullDescription"] = {"text": facts.condition}
    rule["help"] = {"text": f"{facts.condition}\n\nSource: {facts.source}"}
    word = facts.severity.split()[0]
    if word in {severity.value for severity in Severity}:
        rule["defaultConfiguration"] = {"level": _LEVELS[Severity(word)]}
    rule["properties"] = {"group": facts.group, "source": facts.source}
    return rule


def _uri(file: str) -> str:
    """3.4.3: a relative reference for a relative path, a file address for an absolute one."""
    path = PurePath(file)
    if path.is_absolute():
        return path.as_uri()
    return urllib.parse.quote(path.as_posix(), errors="surrogateescape")

"""What the filter's menus offer: findings of the report, sections and hosts of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.gui.findings.texts import title_of
from sitemap_editor.gui.severities import severities_word
from sitemap_editor.gui.theme import SEVERITY_MARKS
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS

from .arrangement import ANY_FINDING, SEVERITY_PREFIX

if TYPE_CHECKING:
    from sitemap_editor.rules.report import Report, RuleGroup

    from .arrangement import Arrangement

MAX_CHOICES = 25

Choices = list[tuple[str, str]]


def finding_choices(report: Report | None) -> Choices:
    """Text and value for any finding, each severity, and the rules found, worst first."""
    choices = [(severity_title(severity), severity) for severity in _SEVERITIES]
    groups = [group for group in report.groups if _has_entries(group)] if report else []
    choices += [(_group_text(group), group.code) for group in groups[:MAX_CHOICES]]
    return choices


_SEVERITIES = (
    ANY_FINDING,
    *(f"{SEVERITY_PREFIX}{severity}" for severity in ("error", "warning", "info")),
)


def severity_title(finding: str) -> str:
    """The name of ``severity:…``."""
    severity = finding.removeprefix(SEVERITY_PREFIX)
    if severity == "any":
        return _("Any finding")
    return f"{SEVERITY_MARKS[severity]} {severities_word(severity)}"


def finding_title(finding: str) -> str:
    """What a filter by finding is called."""
    if finding.startswith(SEVERITY_PREFIX):
        return severity_title(finding)
    return title_of(finding)


def _group_text(group: RuleGroup) -> str:
    mark = SEVERITY_MARKS[str(group.severity)]
    return f"{mark} {title_of(group.code)}  ({format_number(group.count)})"


def _has_entries(group: RuleGroup) -> bool:
    return group.ids is not None and len(group.ids) > 0


def section_choices(arrangement: Arrangement) -> Choices:
    """Text and value for the sections with most entries."""
    counts = arrangement.read_sections(NO_PROGRESS).by_section.counts()[:MAX_CHOICES]
    return [(f"{section_title(name)}  ({format_number(count)})", name) for name, count in counts]


def section_title(name: str) -> str:
    """What a section is called."""
    return f"/{name}/" if name else _("In no folder")


def host_choices(arrangement: Arrangement) -> Choices:
    """Text and value for the hosts with most entries; none where all entries are of one."""
    counts = arrangement.read_sections(NO_PROGRESS).by_host.counts()[:MAX_CHOICES]
    if len(counts) < 2 and arrangement.query.host is None:
        return []
    return [(f"{host_title(name)}  ({format_number(count)})", name) for name, count in counts]


def host_title(name: str) -> str:
    """What a host is called."""
    return name or _("Without a host")


def place_title(host: str | None, section: str | None) -> str | None:
    """What a filter by host and section is called, None when there is none."""
    parts = [] if host is None else [host_title(host)]
    if section is not None:
        parts.append(section_title(section))
    return " · ".join(parts) or None

"""How bad a finding is, in words: error, warning or note, the same everywhere."""

from __future__ import annotations

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _, format_number, ngettext


def severity_word(severity: str | None) -> str:
    """A severity as people call it, for those who do not see its sign; empty for none."""
    return {"error": _("Error"), "warning": _("Warning"), "info": _("Note")}.get(severity or "", "")


def severities_word(severity: str) -> str:
    """All findings of a severity as people call them."""
    return {"error": _("Errors"), "warning": _("Warnings"), "info": _("Notes")}[severity]


def count_text(severity: Severity, count: int) -> str:
    """The number of findings of one severity in words."""
    if severity is Severity.ERROR:
        text = ngettext("{n} error", "{n} errors", count)
    elif severity is Severity.WARNING:
        text = ngettext("{n} warning", "{n} warnings", count)
    else:
        text = ngettext("{n} note", "{n} notes", count)
    return text.format(n=format_number(count))

"""Commands on findings: check, go to the next one, fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _

from .context import Context

if TYPE_CHECKING:
    pass


def check(context: Context) -> None:
    """Check the whole document again."""
    context.table.commit()
    context.active.start_check()


def next_finding(context: Context) -> None:
    """Go to the next entry with a finding."""
    _step(context, 1)


def previous_finding(context: Context) -> None:
    """Go to the previous entry with a finding."""
    _step(context, -1)


def _step(context: Context, step: int) -> None:
    from sitemap_editor.gui.findings.panel import FindingsPanel

    panel = context.panels.get("findingsPanel")
    if isinstance(panel, FindingsPanel) and panel.next_finding(step) is None:
        context.notify(_("No entry has a finding."))


def has_report(context: Context) -> bool:
    """Possible once the document has been checked."""
    return context.session is not None and context.session.report is not None


def has_safe_fixes(context: Context) -> bool:
    """Possible when something can be fixed without asking."""
    report = context.session.report if context.session is not None else None
    return report is not None and bool(report.has_safe_fixes)


def can_fix(context: Context) -> bool:
    """Possible when safe fixes are there and no check is under way."""
    return has_safe_fixes(context) and not context.active.is_saving


def fix_all_safe(context: Context) -> None:
    """Show what all safe fixes would change, and do it as one step."""
    raise NotImplementedError


def fix(context: Context, code: str, entry: EntryId | None) -> None:
    """Fix one finding, or all of its rule when ``entry`` is None."""
    raise NotImplementedError

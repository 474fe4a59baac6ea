"""Commands on findings: check, go to the next one, fix."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sitemap_editor.gui.dialogs.fix_preview import Sample
from sitemap_editor.gui.findings.texts import title_of
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _, format_number, ngettext

from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.operations.fixes import Plan
    from sitemap_editor.support.jobs import Progress


def check(context: Context) -> None:
    """Check the whole document again."""
    context.pane.commit()
    context.active.start_check()


def next_finding(context: Context) -> None:
    """Go to the next entry with a finding."""
    _step(context, 1)


def previous_finding(context: Context) -> None:
    """Go to the previous entry with a finding."""
    _step(context, -1)


def _step(context: Context, step: int) -> None:
    from sitemap_editor.gui.findings.panel import FindingsPanel

    panel, arrangement = context.panels.get("findingsPanel"), context.pane.arrangement
    if not isinstance(panel, FindingsPanel):
        return
    is_plain = arrangement is None or arrangement.query.is_plain
    order = None if arrangement is None or is_plain else arrangement.model.rows
    if panel.next_finding(step, order) is None:
        all_of_them = _("No entry has a finding.")
        few = _("No entry that is shown has a finding that is listed.")
        context.notify(all_of_them if is_plain and not panel.model.filter.is_on else few)


def has_report(context: Context) -> bool:
    """Possible once the document has been checked."""
    return context.session is not None and context.session.report is not None


def has_safe_fixes(context: Context) -> bool:
    """Possible when something can be fixed without asking."""
    report = context.session.report if context.session is not None else None
    return report is not None and bool(report.has_safe_fixes)


def fix_all_safe(context: Context) -> None:
    """Show what all safe fixes would change, and do it as one step."""
    from sitemap_editor.operations.fixes import plan_all_safe

    session, report = context.active, context.active.report
    if report is not None:
        _plan(
            context,
            lambda progress: plan_all_safe(session.doc, report, progress),
            _("Fix all safe findings"),
        )


def fix(context: Context, code: str, entry: EntryId | None) -> None:
    """Fix one finding, or all of its rule when ``entry`` is None.

    A safe fix of one finding is done at once; everything else shows before and after first.
    """
    from sitemap_editor.operations.fixes import plan_entry, plan_rule

    session, report = context.active, context.active.report
    if report is None:
        return
    title = _("Fix: {title}").format(title=title_of(code))
    found = report.of_entry(entry) if entry is not None else report.findings(code)
    finding = next((finding for finding in found if finding.code == code), None)
    if entry is not None and finding is not None:
        plan = plan_entry(session.doc, finding, report)
        if finding.fix is FixKind.SAFE:
            _apply(context, session, plan, title)
        else:
            _offer(context, session, plan, title)
    elif entry is None:
        _plan(
            context,
            lambda progress: plan_rule(session.doc, report, code, True, progress),
            title,
        )


def _plan(context: Context, make: Callable[[Progress], Plan], title: str) -> None:
    """Work out what a fix will do, in a job, and offer it."""
    session = context.active
    if context.is_busy(session):
        return
    session.read(
        make,
        lambda plan: _offer(context, session, plan, title),
        context.report,
        _("Preparing the fix"),
    )


def _offer(context: Context, session: Session, plan: Plan, title: str) -> None:
    if not plan.count:
        context.notify(_("There is nothing that this fix would change."))
        return
    samples = [Sample(one.position, one.field, one.before, one.after) for one in plan.samples()]
    verb = ngettext("Change {n} place", "Change {n} places", plan.count)
    revision = session.doc.revision
    is_wanted = context.interaction.ask_form(
        "fix_preview",
        title=title,
        samples=samples,
        count=max(plan.count, len(samples)),
        verb=verb.format(n=format_number(plan.count)),
    )
    if is_wanted and session.doc.revision == revision:
        _apply(context, session, plan, title)


def _apply(context: Context, session: Session, plan: Plan, title: str) -> None:
    if context.is_busy(session):
        return
    if session.edit(plan.edit(), title):
        done = ngettext("Changed {n} place.", "Changed {n} places.", plan.count)
        context.notify(done.format(n=format_number(plan.count)))

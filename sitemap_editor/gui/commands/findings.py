"""Commands on findings: check, go to the next one, fix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from sitemap_editor.gui.dialogs.fix_preview import Preview, Sample
from sitemap_editor.gui.dialogs.sample_table import OneChange
from sitemap_editor.gui.findings.texts import title_of
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from . import repairs, splitting
from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.operations.fixes import Plan

Answers = Mapping[str, str]
Make = Callable[[Answers, Progress], "Plan"]
"""Works out what a fix does, by answers to its questions."""


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
    if report is None:
        return

    def make(answers: Answers, progress: Progress) -> Plan:
        return plan_all_safe(session.doc, report, progress, answers)

    _Fixing(context, session, _("Fix all safe findings"), make).start()


def fix(context: Context, code: str, entry: EntryId | None) -> None:
    """Fix one finding, or all of its rule when ``entry`` is None.

    A safe fix of one finding is done at once; everything else shows before and after first. What
    was mended when the file was read is only shown.
    """
    from sitemap_editor.operations.fixes import plan_entry, plan_rule

    if code in splitting.CODES:
        splitting.split_for(context, code)
        return
    session, report = context.active, context.active.report
    if report is None:
        return
    if report.is_repaired(code):
        repairs.show_code(context, code)
        return
    title = _("Fix: {title}").format(title=title_of(code))
    if entry is None:
        _Fixing(
            context,
            session,
            title,
            lambda answers, progress: plan_rule(session.doc, report, code, True, progress, answers),
        ).start()
        return
    finding = next((one for one in report.of_entry(entry) if one.code == code), None)
    if finding is None:
        return
    fixing = _Fixing(
        context,
        session,
        title,
        lambda answers, _progress: plan_entry(session.doc, finding, report, answers),
    )
    fixing.do() if finding.fix is FixKind.SAFE else fixing.offer()


class _Fixing:
    """One fix on its way: worked out, shown with its questions, worked out again, done."""

    def __init__(self, context: Context, session: Session, title: str, make: Make) -> None:
        """``make`` works out what a fix does by answers to its questions."""
        self._context = context
        self._session = session
        self._title = title
        self._make = make
        self._revision = session.doc.revision
        self._plan: Plan | None = None

    def start(self) -> None:
        """Work out in a job what the fix will do, and offer it."""
        if not self._context.is_busy(self._session):
            self._work_out(self._session.answers, lambda _preview: self._show())

    def offer(self) -> None:
        """Work it out at once and offer it: for one finding."""
        self._plan = self._make(self._session.answers, NO_PROGRESS)
        self._show()

    def do(self) -> None:
        """Do it without a look: for one finding that can be mended safely."""
        self._plan = self._make(self._session.answers, NO_PROGRESS)
        self._apply()

    def _work_out(self, answers: Answers, on_done: Callable[[Preview], None]) -> None:
        def done(plan: Plan) -> None:
            self._plan = plan
            on_done(_preview_of(plan))

        self._session.read(
            lambda progress: self._make(dict(answers), progress),
            done,
            self._context.report,
            _("Preparing the fix"),
        )

    def _show(self) -> None:
        plan = self._plan
        if plan is None or not (plan.count or plan.questions):
            self._context.notify(_("There is nothing that this fix would change."))
            return
        preview = _preview_of(plan)
        session = self._session
        is_wanted = self._context.interaction.ask_form(
            "fix_preview",
            title=self._title,
            samples=preview.samples,
            count=preview.count,
            verb=preview.verb,
            questions=plan.questions,
            answers=dict(session.answers),
            replan=self._replan,
        )
        if is_wanted and session.doc.revision == self._revision:
            self._apply()

    def _replan(self, answers: Answers, on_done: Callable[[Preview], None]) -> None:
        """Work it out by other answers, which are remembered for the fixes that follow."""
        self._session.answers.update(answers)
        self._work_out(self._session.answers, on_done)

    def _apply(self) -> None:
        plan, context, title = self._plan, self._context, self._title
        if plan is None or context.is_busy(self._session):
            return
        count = plan.count
        is_about_entries = _is_about_entries(plan.samples(1))

        def done(is_applied: bool) -> None:
            if is_applied:
                said = ngettext("Changed {n} place.", "Changed {n} places.", count)
                if is_about_entries:
                    said = ngettext("Changed {n} entry.", "Changed {n} entries.", count)
                context.notify(said.format(n=format_number(count)))

        self._session.edit_many(lambda _progress: plan.edit(), title, count, done, context.report)


def _preview_of(plan: Plan) -> Preview:
    samples = [
        Sample(one.position, one.field, one.before, one.after, one.note) for one in plan.samples()
    ]
    verb = ngettext("Change {n} place", "Change {n} places", plan.count)
    if _is_about_entries(samples):
        verb = ngettext("Change {n} entry", "Change {n} entries", plan.count)
    count = max(plan.count, len(samples))
    return Preview(samples, count, verb.format(n=format_number(plan.count)))


def _is_about_entries(samples: Sequence[OneChange]) -> bool:
    """Whether nothing changes outside entries; that would come first."""
    return bool(samples) and all(one.position is not None for one in samples)

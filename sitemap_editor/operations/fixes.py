"""Carries out the fixes that rules name: one finding, all of a rule, or all that are safe.

Entries are mended in memory until the rules have nothing more to say, and become one edit. What
one step brings to light, such as two addresses that are one now, is mended in the next, on a copy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.forking import fork
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Checker, Report, RuleGroup
from sitemap_editor.rules.engine.explain import SOURCES
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .plans import Plan, Sample
from .replacing import replace_all
from .robots_fixes import plan_robots
from .working import Allowed, Work

__all__ = [
    "Plan",
    "Sample",
    "fix_all_safe",
    "fix_entry",
    "fix_rule",
    "plan_all_safe",
    "plan_entry",
    "plan_rule",
]

MOST_ROUNDS = 8
"""Steps of one plan; two rules that undo each other's work must not go on for ever."""

NO_ANSWERS: Mapping[str, str] = {}
Mend = Callable[[Work], None]


def fix_entry(
    doc: Document,
    finding: Finding,
    report: Report | None = None,
    answers: Mapping[str, str] = NO_ANSWERS,
) -> Edit | None:
    """Mend one finding, be its fix safe or one to be asked for; None when it has none."""
    return plan_entry(doc, finding, report, answers).edit()


def fix_rule(
    doc: Document,
    report: Report,
    code: str,
    accept_ask: bool = False,
    progress: Progress = NO_PROGRESS,
    answers: Mapping[str, str] = NO_ANSWERS,
) -> Edit | None:
    """Mend all findings of a rule; ``accept_ask`` takes those too that need a decision."""
    return plan_rule(doc, report, code, accept_ask, progress, answers).edit()


def fix_all_safe(
    doc: Document,
    report: Report,
    progress: Progress = NO_PROGRESS,
    answers: Mapping[str, str] = NO_ANSWERS,
) -> Edit | None:
    """Mend everything that can be mended without asking."""
    return plan_all_safe(doc, report, progress, answers).edit()


def plan_entry(
    doc: Document,
    finding: Finding,
    report: Report | None = None,
    answers: Mapping[str, str] = NO_ANSWERS,
) -> Plan:
    """What mending one finding will do; ``answers`` are those to the questions of fixes."""
    report = (report or Checker(doc).run()).answered(answers)
    allowed: Allowed = lambda code, _kind: code == finding.code  # noqa: E731
    if doc.kind is Kind.ROBOTS:
        return plan_robots(doc, report, allowed, finding)
    work = Work(doc, report, allowed)
    if finding.entry_id is None:
        work.mend_file([finding.code])
    else:
        work.mend([int(finding.entry_id)], [finding.code])
        work.finish()
    return work.plan()


def plan_rule(
    doc: Document,
    report: Report,
    code: str,
    accept_ask: bool = False,
    progress: Progress = NO_PROGRESS,
    answers: Mapping[str, str] = NO_ANSWERS,
) -> Plan:
    """What mending all findings of a rule will do."""

    def allowed(one: str, kind: FixKind) -> bool:
        return one == code and (kind is FixKind.SAFE or accept_ask)

    def mend(work: Work) -> None:
        if not work.mend_file([code]):
            entries = work.report.entries_with(code).tolist()
            work.expect(len(entries))
            work.mend(entries, [code])
        work.finish()

    has_more = bool({"pair", "gap", "link"} & set(SOURCES.get(code, ("gap",))))
    return _planned(doc, report, allowed, mend, progress, answers, has_more=has_more)


def plan_all_safe(
    doc: Document,
    report: Report,
    progress: Progress = NO_PROGRESS,
    answers: Mapping[str, str] = NO_ANSWERS,
) -> Plan:
    """What mending everything safe will do."""

    def mend(work: Work) -> None:
        codes = [group.code for group in work.report.groups if _may_be_safe(group)]
        if not work.mend_file(codes):
            by_codes = _by_codes(work.report, codes)
            work.expect(sum(map(len, by_codes.values())))
            for own_codes, entries in by_codes.items():
                work.mend(entries, own_codes)
        work.finish()

    allowed: Allowed = lambda _code, kind: kind is FixKind.SAFE  # noqa: E731
    return _planned(doc, report, allowed, mend, progress, answers, has_more=True)


def _may_be_safe(group: RuleGroup) -> bool:
    return FixKind.SAFE in (group.fix, CATALOGUE[group.code].fix)


def _by_codes(report: Report, codes: list[str]) -> dict[tuple[str, ...], list[int]]:
    """The entries with findings of these rules, by all the rules that found something there."""
    by_entry: dict[int, list[str]] = {}
    for code in codes:
        for entry in report.entries_with(code).tolist():
            by_entry.setdefault(entry, []).append(code)
    by_codes: dict[tuple[str, ...], list[int]] = {}
    for entry, own in by_entry.items():
        by_codes.setdefault(tuple(own), []).append(entry)
    return by_codes


def _planned(
    doc: Document,
    report: Report,
    allowed: Allowed,
    mend: Mend,
    progress: Progress,
    answers: Mapping[str, str],
    *,
    has_more: bool,
) -> Plan:
    """Mend step by step, on a copy as soon as there may be a second one."""
    if doc.kind is Kind.ROBOTS:
        return plan_robots(doc, report.answered(answers), allowed, progress=progress)
    work = Work(doc, report.answered(answers), allowed, progress)
    mend(work)
    plan = work.plan()
    if work.step.is_empty or plan.target is not None or not (has_more or work.has_more):
        return plan
    plan.target = fork(doc)
    copy, before = plan.target.copy, report
    for _round in range(MOST_ROUNDS):
        copy.edit(replace_all(copy, work.step), "")
        again = before = _checker(copy, before).run(progress)
        work = Work(copy, again.answered(answers), allowed, progress)
        mend(work)
        plan.add(work)
        if work.step.is_empty:
            break
    return plan


def _checker(copy: Document, report: Report) -> Checker:
    """A checker of a changed copy, by what the report from before was made with."""
    context = report.context
    return Checker(
        copy,
        profiles=tuple(context.profiles),
        base_url=context.base_url,
        now=context.now,
        policy=report.policy_for(copy),
        neighbours=context.neighbours,
    )

"""What is said of a list that is applied: what will happen, on the button, in the list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.support.i18n import _, format_number, ngettext

if TYPE_CHECKING:
    from .apply_work import Outcome


def lead_text(outcome: Outcome) -> str:
    """What will happen, in one or two sentences."""
    plan, undo = outcome.plan, _("It is one step that Undo takes back.")
    applied, total = plan.applied, format_number(len(plan.doc))
    action, count = outcome.action, plan.count
    if action == "compare":
        return _("Nothing changes unless you remove or add entries below.")
    if action == "mark":
        return _("The table shows these entries alone. Nothing changes.")
    if not count:
        return _("Nothing would change.")
    if action in ("remove", "keep"):
        said = ngettext(
            "{n} of {total} entries will be taken out. {undo}",
            "{n} of {total} entries will be taken out. {undo}",
            applied.removed,
        )
        return said.format(n=format_number(applied.removed), total=total, undo=undo)
    if action == "set":
        said = ngettext(
            "Values of {n} entry will be set. {undo}",
            "Values of {n} entries will be set. {undo}",
            applied.changed,
        )
        return said.format(n=format_number(applied.changed), undo=undo)
    return _replace_text(outcome, undo)


def _replace_text(outcome: Outcome, undo: str) -> str:
    applied = outcome.plan.applied
    parts = []
    if applied.changed:
        text = ngettext(
            "{n} entry will have another address.",
            "{n} entries will have another address.",
            applied.changed,
        )
        parts.append(text.format(n=format_number(applied.changed)))
    if applied.redirects is not None and applied.redirects.chained:
        text = ngettext(
            "{n} row leads on in the list; the end of its chain is taken.",
            "{n} rows lead on in the list; the ends of their chains are taken.",
            applied.redirects.chained,
        )
        parts.append(text.format(n=format_number(applied.redirects.chained)))
    if applied.merged:
        text = ngettext(
            "{n} entry becomes one with that of its new address.",
            "{n} entries become one with those of their new addresses.",
            applied.merged,
        )
        parts.append(text.format(n=format_number(applied.merged)))
    return " ".join([*parts, undo])


def why_not(outcome: Outcome) -> str:
    """Why it cannot be done; empty when it can."""
    plan = outcome.plan
    if plan.problem is not None:
        return plan.problem.message
    if outcome.action == "keep" and plan.leaves_nothing:
        return _("No entry is in the list, so nothing would be kept. Is it the right list?")
    return ""


def verb_text(outcome: Outcome) -> str:
    """What the button says; empty when there is nothing to be done with all at once."""
    plan, action = outcome.plan, outcome.action
    if action == "compare":
        return ""
    count = plan.count
    if action == "mark":
        text = ngettext("Show {n} entry", "Show {n} entries", count)
    elif action == "remove":
        text = ngettext("Remove {n} entry", "Remove {n} entries", count)
    elif action == "keep":
        count = len(plan.doc) - plan.applied.removed
        text = ngettext("Keep only {n} entry", "Keep only {n} entries", count)
    elif action == "set":
        text = ngettext("Change {n} entry", "Change {n} entries", count)
    else:
        count = plan.applied.changed + plan.applied.merged
        text = ngettext("Replace {n} address", "Replace {n} addresses", count)
    return text.format(n=format_number(count))


def step_text(action: str, name: str) -> str:
    """What Undo calls the step."""
    said = {
        "remove": _("Remove the pages in {name}"),
        "keep": _("Keep only the pages in {name}"),
        "set": _("Set values from {name}"),
        "replace": _("Replace addresses by {name}"),
        "add": _("Add pages from {name}"),
    }
    return said[action].format(name=name)


def done_text(outcome: Outcome) -> str:
    """What was done."""
    applied = outcome.plan.applied
    if outcome.action in ("remove", "keep"):
        text = ngettext("Removed {n} entry.", "Removed {n} entries.", applied.removed)
        return text.format(n=format_number(applied.removed))
    text = ngettext("Changed {n} entry.", "Changed {n} entries.", applied.changed)
    return text.format(n=format_number(applied.changed))


def abroad_count(outcome: Outcome) -> int:
    """How many entries would move to another host."""
    redirects = outcome.plan.applied.redirects
    if redirects is None or not redirects.foreign:
        return 0
    return int(np.isin(outcome.plan.matches.rows, redirects.foreign).sum())


def abroad_text(count: int) -> str:
    """The question about other hosts."""
    text = ngettext(
        "{n} new address is on another host than the old one. Search engines take a sitemap for "
        "pages of its own host only. Replace it too?",
        "{n} new addresses are on another host than the old ones. Search engines take a sitemap "
        "for pages of its own host only. Replace these too?",
        count,
    )
    return text.format(n=format_number(count))

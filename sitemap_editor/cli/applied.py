"""The account of one call of ``apply``, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sitemap_editor.operations.applying import Listed
from sitemap_editor.operations.applying.planning import Plan
from sitemap_editor.operations.importing.telling import counted
from sitemap_editor.support.i18n import _, format_number, ngettext

from .terminal import Line, Span, harmless

MOST_SHOWN = 20
"""Addresses in circles that are told one by one to people; programs get all."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a plan did to a document that had so many ``entries``."""

    list_file: str
    file: str
    out: str
    plan: Plan
    listed: Listed
    entries: int

    @property
    def _circular(self) -> list[str]:
        redirects = self.plan.applied.redirects
        rows = redirects.circular if redirects is not None else []
        return [self.plan.listed.addresses[row] for row in rows]

    @property
    def _by_status(self) -> int:
        """Rows that do not count for their status."""
        return self.plan.rows - len(self.plan.listed)

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        plan, applied = self.plan, self.plan.applied
        redirects = applied.redirects
        return {
            "list": self.list_file,
            "file": self.file,
            "output": self.out,
            "action": plan.wanted.action,
            "rows": len(plan.listed),
            "matched": {
                "exact": plan.matches.exact_count,
                "equivalent": plan.matches.equivalent_count,
            },
            "not_found": len(plan.missing),
            "removed": applied.removed,
            "changed": applied.changed,
            "unchanged": applied.unchanged,
            "merged": applied.merged,
            "chains": redirects.chained if redirects is not None else 0,
            "circles": self._circular,
            "other_hosts": redirects.abroad if redirects is not None else 0,
            "left_out": {
                **(dict(self.listed.rejects.counts) if self.listed.rejects is not None else {}),
                "status": self._by_status,
            },
            "statuses": {str(group): n for group, n in self.listed.groups().items()},
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        plan = self.plan
        yield (Span(harmless(self.file), "bold"), Span(f"  {done_text(plan, self.entries)}"))
        yield from self._counted(plan.matches.exact_count, _("matched exactly"))
        if plan.wanted.exact_only and plan.spelled_otherwise:
            said = _("spelled otherwise in the list; {option} takes them for the same page")
            said = said.format(option="--match equivalent")
            yield from self._counted(plan.spelled_otherwise, said)
        else:
            yield from self._counted(plan.matches.equivalent_count, _("matched after normalising"))
        yield from self._counted(len(plan.missing), _("not found in the sitemap"))
        yield from self._of_redirects()
        yield from self._left_out()

    def _counted(self, number: int, what: str) -> Iterator[Line]:
        yield (Span(f"  {format_number(number):>9}  ", "dim"), Span(what))

    def _of_redirects(self) -> Iterator[Line]:
        applied = self.plan.applied
        redirects = applied.redirects
        if redirects is None:
            return
        is_taken = self.plan.wanted.abroad
        abroad = _("lead to another host") if is_taken else _("lead to another host and were left")
        for number, what in (
            (redirects.chained, _("lead on in the list; their end was taken")),
            (len(redirects.circular), _("lead in a circle; they were left as they are")),
            (redirects.abroad, abroad),
            (applied.merged, _("merged into the entry of their new address")),
        ):
            if number:
                yield from self._counted(number, what)
        for address in self._circular[:MOST_SHOWN]:
            yield (Span(f"               {harmless(address)}", "dim"),)

    def _left_out(self) -> Iterator[Line]:
        if self._by_status:
            said = ngettext(
                "{n} row of the list did not count for its status; {option} says which do.",
                "{n} rows of the list did not count for their status; {option} says which do.",
                self._by_status,
            )
            number = format_number(self._by_status)
            yield (Span(said.format(n=number, option="--status"), "dim"),)
        if self.listed.rejects is not None and len(self.listed.rejects):
            reasons = counted(self.listed.rejects)
            yield (Span(_("Rows left out: {reasons}.").format(reasons=reasons), "dim"),)
        if self.listed.lost is not None and len(self.listed.lost):
            reasons = counted(self.listed.lost)
            yield (Span(_("Cells left out: {reasons}.").format(reasons=reasons), "dim"),)


def done_text(plan: Plan, entries: int) -> str:
    """What was done to a document of so many entries, in one sentence."""
    removed, changed = plan.applied.removed, plan.applied.changed
    if plan.wanted.action in ("remove", "keep"):
        left = format_number(entries - removed)
        said = ngettext(
            "{n} entry taken out, {left} left.", "{n} entries taken out, {left} left.", removed
        )
        return said.format(n=format_number(removed), left=left)
    if plan.wanted.action == "replace":
        said = ngettext("{n} address replaced.", "{n} addresses replaced.", changed)
    else:
        said = ngettext("{n} entry changed.", "{n} entries changed.", changed)
    return said.format(n=format_number(changed))

"""What ``merge`` tells: how much came in and went out, what files disagreed about, and more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sitemap_editor.support.i18n import _, format_number, ngettext

from .split_report import Told as ToldParts
from .terminal import Line, Span, harmless

if TYPE_CHECKING:
    from sitemap_editor.operations.merging.planning import MergePlan

MOST_FILES = 20
"""Files that are told one by one to people; programs are told of all."""
MOST_MERGED = 10_000
"""Pages of several files that programs are told of; ``--provenance`` has all."""


@dataclass(frozen=True, slots=True)
class Told:
    """A merge that was made; ``parts`` when that are several files under an index."""

    out: str
    plan: MergePlan
    parts: ToldParts | None = None
    is_written: bool = True

    def as_dict(self) -> dict[str, Any]:
        """The account for programs."""
        plan = self.plan
        groups = min(len(plan.groups), MOST_MERGED) if not plan.wish.keeps_all else 0
        return {
            "output": self.out,
            "written": self.is_written,
            "files": [
                {"file": plan.name_of(number), "entries": counts[0], "kept": counts[1]}
                for number in range(len(plan.survey.facts))
                for counts in [plan.counts_of(number)]
            ],
            "skipped": [member.name for member in plan.skipped],
            "entries_in": plan.entries_in,
            "entries": plan.entries_out,
            "duplicates": plan.repeated,
            "removed": plan.decision.removed,
            "completed": len(plan.decision.taken),
            "conflicts": dict(plan.decision.conflicts),
            "merged": [self._merged(group) for group in range(groups)],
            "merged_left_out": max(0, len(plan.groups) - MOST_MERGED),
            "parts": self.parts.as_dict() if self.parts is not None else None,
        }

    def _merged(self, group: int) -> dict[str, Any]:
        """One page that is in several files, or in one several times."""
        plan = self.plan
        stays = int(plan.decision.stays[group])
        taken = plan.decision.taken.get(stays, {})
        return {
            "address": plan.groups.address(stays),
            "from": self._place(stays),
            "also": [self._place(one) for one in plan.groups.entries(group) if one != stays],
            "fields": {name: plan.file_of(entry) for name, entry in taken.items()},
        }

    def _place(self, entry: int) -> dict[str, Any]:
        file, position = self.plan.survey.place_of(entry)
        return {"file": self.plan.name_of(file), "entry": position + 1}

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        plan = self.plan
        files = sum(one is not None for one in plan.survey.facts)
        said = ngettext(
            "{before} entries of {n} file became {after}.",
            "{before} entries of {n} files became {after}.",
            files,
        ).format(
            before=format_number(plan.entries_in),
            n=format_number(files),
            after=format_number(plan.entries_out),
        )
        yield (Span(harmless(self.out), "bold"), Span(f"  {said}"))
        yield from self._counts()
        numbers = range(len(plan.survey.facts))
        for number in numbers[:MOST_FILES]:
            count, kept = map(format_number, plan.counts_of(number))
            of_count = _("{kept} of {n}").format(kept=kept, n=count)
            name = harmless(plan.name_of(number))
            yield (Span(f"  {of_count:>20}  ", "dim"), Span(name))
        if len(numbers) > MOST_FILES:
            rest = len(numbers) - MOST_FILES
            more = ngettext("and {n} more file", "and {n} more files", rest)
            yield (Span(f"  {'':>20}  {more.format(n=format_number(rest))}", "dim"),)
        for member in plan.skipped[:MOST_FILES]:
            left = _("{name} was left out.").format(name=member.name)
            yield (Span(f"  {'':>20}  {harmless(left)}"),)
        if self.parts is not None:
            yield from self.parts.lines()

    def _counts(self) -> Iterator[Line]:
        plan, done = self.plan, self.plan.decision
        pairs = [
            (done.removed, _("removed, since their pages are there already")),
            (plan.repeated - done.removed, _("stay although their pages are there already")),
            (len(done.taken), _("took over dates, fields or media of those removed")),
        ]
        for field, count in done.conflicts.most_common():
            pairs.append((count, _("pages with different {field}").format(field=field)))
        for count, said in pairs:
            if count:
                yield (Span(f"  {format_number(count):>9}  ", "dim"), Span(said))

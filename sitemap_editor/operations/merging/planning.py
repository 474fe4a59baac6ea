"""What a merge will do, worked out before anything is written or changed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sitemap_editor.operations.sets.duplicates import Decision, Groups, decide, views_of_each
from sitemap_editor.operations.sets.members import Member, SitemapSet, State
from sitemap_editor.operations.sets.reading import Documents
from sitemap_editor.operations.sets.survey import Ints, Survey, survey
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .joining import Target, target_of, views_for
from .wishes import MergeWish

MOST_NAMES = 5


@dataclass(eq=False)
class MergePlan:
    """Which entries of which files stay, and what they become. ``close`` lets go of its bytes."""

    wish: MergeWish
    survey: Survey
    target: Target
    groups: Groups
    decision: Decision
    _order: Ints | None = field(default=None, init=False, repr=False)

    @property
    def entries_in(self) -> int:
        """How many entries the files have."""
        return self.survey.count

    @property
    def entries_out(self) -> int:
        """How many stay."""
        return self.survey.count - self.decision.removed

    @property
    def repeated(self) -> int:
        """Entries beyond the first of their page, whether they stay or go."""
        return self.groups.count - len(self.groups)

    @property
    def skipped(self) -> list[Member]:
        """Files that are not there or cannot be read."""
        one = self.survey.set
        return [*missing_of(one), *(one.files[number] for number in self.survey.problems)]

    def counts_of(self, file: int) -> tuple[int, int]:
        """How many entries a file has, and how many of them stay."""
        facts = self.survey.facts[file]
        count = facts.count if facts is not None else 0
        return count, count - self.decision.selections[file].removed()

    def name_of(self, file: int) -> str:
        """What people see of a file."""
        return self.survey.set.files[file].name

    def file_of(self, entry: int) -> str:
        """The name of the file that an entry is from."""
        return self.name_of(self.survey.file_of(entry))

    def group_of(self, entry: int) -> int:
        """The group of an entry that stays; -1 when its page is in the files once."""
        if self._order is None:
            self._order = np.argsort(self.decision.stays, kind="stable")
        place = int(np.searchsorted(self.decision.stays, entry, sorter=self._order))
        group = int(self._order[place]) if place < len(self._order) else -1
        return group if group >= 0 and int(self.decision.stays[group]) == entry else -1

    def close(self) -> None:
        """Let go of what was kept."""
        self.groups.close()
        self.decision.close()


def plan_merge(
    one: SitemapSet,
    wish: MergeWish,
    *,
    for_parts: bool = False,
    skip_unreadable: bool = False,
    open_documents: Documents | None = None,
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> MergePlan:
    """Look at the files of a set, one in memory at a time, and decide.

    ``for_parts``: each file's entries stay as they are named there, as a split of the set wants
    them. Raises SitemapError for what cannot be read, unless that is skipped.
    """
    if not skip_unreadable:
        require_present(one)
    found = survey(
        one, wish.match, open_documents=open_documents, max_inflated=max_inflated, progress=progress
    )
    if found.problems and not skip_unreadable:
        raise next(iter(found.problems.values()))
    target = target_of(found)
    views = views_of_each(found, with_feeds=True) if for_parts else views_for(found, target)
    groups = Groups(found, views)
    try:
        groups.find(progress)
        decision = decide(groups, wish, progress=progress)
    except BaseException:
        groups.close()
        raise
    return MergePlan(wish, found, target, groups, decision)


def missing_of(one: SitemapSet) -> list[Member]:
    """What is named and not here, whose entries would be lost."""
    return [member for member in one.absent if member.state is not State.ITSELF]


def require_present(one: SitemapSet) -> None:
    """Raise SitemapError when sitemaps of a set are not here, or there are none."""
    names = [member.name for member in missing_of(one)]
    if names:
        said = ngettext(
            "{n} sitemap that is named is not here, and its entries would be lost: {names}.",
            "{n} sitemaps that are named are not here, and their entries would be lost: {names}.",
            len(names),
        )
        shown = ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
        raise SitemapError(
            said.format(n=format_number(len(names)), names=shown),
            path=one.source,
            advice=_("Put the files there, or leave them out on purpose (--skip-unreadable)."),
        )
    if not one.files:
        raise SitemapError(_("There is no sitemap here."), path=one.source)

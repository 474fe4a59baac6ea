"""Removing duplicates over a set: which entries of which files go, and the files without them.

Each file stays a file of its own; one in which nothing changes stays as it is, byte for byte.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.operations.deduplicating import EXACT
from sitemap_editor.operations.merging.wishes import MergeWish
from sitemap_editor.operations.replacing import Step, replace_all
from sitemap_editor.operations.sets.changing import FileDone, change_set
from sitemap_editor.operations.sets.duplicates import Decision, Groups, decide, views_of_each
from sitemap_editor.operations.sets.survey import Survey, survey
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.operations.sets.members import Member, SitemapSet
    from sitemap_editor.operations.sets.reading import Documents
    from sitemap_editor.operations.sets.selection import Selection


@dataclass(eq=False)
class SetDuplicates:
    """The duplicates of a set, and what becomes of them; ``close`` lets go of what was kept."""

    survey: Survey
    groups: Groups
    decision: Decision

    def removed_from(self, file: int) -> int:
        """How many entries of a file go."""
        return self.decision.selections[file].removed()

    def left_in(self, file: int) -> int:
        """How many entries of a file stay."""
        facts = self.survey.facts[file]
        return facts.count - self.removed_from(file) if facts is not None else 0

    def by_match(self) -> Counter[str]:
        """How many groups are how alike."""
        if self.survey.match == EXACT:
            return Counter({EXACT: len(self.groups)} if len(self.groups) else {})
        return Counter(self.groups.group(number).match for number in range(len(self.groups)))

    def close(self) -> None:
        """Let go of what was kept."""
        self.groups.close()
        self.decision.close()


def find_in_set(
    one: SitemapSet,
    wish: MergeWish,
    *,
    open_documents: Documents | None = None,
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> SetDuplicates:
    """Find the duplicates of a set and decide. Raises SitemapError for what cannot be read."""
    if not one.files:
        raise SitemapError(_("There is no sitemap here."), path=one.source)
    found = survey(
        one, wish.match, open_documents=open_documents, max_inflated=max_inflated, progress=progress
    )
    if found.problems:
        raise next(iter(found.problems.values()))
    groups = Groups(found, views_of_each(found))
    try:
        groups.find(progress)
        return SetDuplicates(found, groups, decide(groups, wish, progress=progress))
    except BaseException:
        groups.close()
        raise


def edit_of(doc: Document, selection: Selection) -> Edit | None:
    """What lets a document be as it was selected; None when nothing changes."""
    step = Step()
    if selection.keep is not None:
        if len(selection.keep) != len(doc):
            raise SitemapError(
                _("The file has changed while the set was being read."),
                path=doc.path,
                advice=_("Try again."),
            )
        step.gone.update(doc.ids[~selection.keep].tolist())
    for position in selection.replaced:
        step.raws[int(doc.ids[position])] = selection.replaced[position]
    return None if step.is_empty else replace_all(doc, step)


def write_without(
    found: SetDuplicates,
    folder: Path,
    *,
    force: bool = False,
    progress: Progress = NO_PROGRESS,
) -> list[FileDone[int | None]]:
    """Write all files of the set into a folder, or none; each with how many entries it lost."""
    one = found.survey.set
    numbers = {place_of(member): number for number, member in enumerate(one.files)}

    def make(doc: Document, _progress: Progress) -> tuple[Edit | None, int | None]:
        number = numbers.get(doc.path or Path())
        if number is None:
            return None, None  # an index
        return edit_of(doc, found.decision.selections[number]), found.removed_from(number)

    return change_set(
        one, make, folder, force=force, max_inflated=found.survey.max_inflated, progress=progress
    )


def place_of(member: Member) -> Path:
    """What the document of a member has as its path."""
    return member.place


def changed_files(found: SetDuplicates) -> Mapping[int, Selection]:
    """The files in which something changes, by number."""
    return {
        number: one for number, one in enumerate(found.decision.selections) if not one.is_everything
    }

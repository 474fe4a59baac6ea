"""What people are told of a split, in the window and on the command line alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sitemap_editor.support.i18n import _, format_megabytes, format_number, ngettext

if TYPE_CHECKING:
    from .planning import GroupPlan, Outline

KILOBYTE = 1024
_LISTED = 5


def size_text(size: int) -> str:
    """A size in kilobytes or megabytes, with its unit."""
    if size < KILOBYTE * KILOBYTE:
        return _("{n} KB").format(n=format_number(max(size / KILOBYTE, 0.1 if size else 0), 1))
    return _("{n} MB").format(n=format_megabytes(size))


def count_text(count: int) -> str:
    """How many files."""
    return ngettext("{n} file", "{n} files", count).format(n=format_number(count))


def group_text(group: GroupPlan) -> str:
    """What a group is called for people."""
    return group.name or _("everything else")


def sum_text(plan: Outline) -> str:
    """That nothing is lost and nothing comes twice; it holds by how the files are made."""
    said = _("{n} in, {n} out · no entry twice · order kept")
    if plan.wish.by != "size" or plan.wish.assign != "fill":
        said = _("{n} in, {n} out · no entry twice · order kept in each file")
    return said.format(n=format_number(plan.count))


def notes_of(plan: Outline) -> list[str]:
    """What people should know before they write it."""
    notes = []
    if not plan.count:
        notes.append(_("There is no entry to split, so the one file will have none."))
    if plan.foreign:
        said = ngettext(
            "{n} entry is on another host than the index. Search engines take it only when the "
            "robots.txt of that host names its sitemap.",
            "{n} entries are on another host than the index. Search engines take them only when "
            "the robots.txt of that host names their sitemap.",
            plan.foreign,
        )
        notes.append(said.format(n=format_number(plan.foreign)))
    if plan.skipped:
        said = ngettext(
            "{n} file cannot be read and is left out: {names}",
            "{n} files cannot be read and are left out: {names}",
            len(plan.skipped),
        )
        notes.append(_named(said, plan.skipped))
    if plan.mended:
        said = ngettext(
            "{n} file is broken and was mended to be read: {names}",
            "{n} files are broken and were mended to be read: {names}",
            len(plan.mended),
        )
        notes.append(_named(said, plan.mended))
    return [*notes, *_about_languages(plan)]


def _about_languages(plan: Outline) -> Iterator[str]:
    found = plan.languages
    if found is None:
        return
    if found.one_way:
        said = ngettext(
            "{n} link to another language leads to a page that does not link back, in whatever "
            "file it is. Google ignores such links.",
            "{n} links to other languages lead to pages that do not link back, in whatever file "
            "they are. Google ignores such links.",
            found.one_way,
        )
        yield said.format(n=format_number(found.one_way))
    if found.unlisted:
        said = ngettext(
            "{n} link to another language leads to a page of the site that no file lists.",
            "{n} links to other languages lead to pages of the site that no file lists.",
            found.unlisted,
        )
        yield said.format(n=format_number(found.unlisted))
    if not found.one_way and not found.unlisted:
        yield _("Languages: every link leads to a page that links back, in whatever file it is.")


def _named(said: str, names: Sequence[str]) -> str:
    return said.format(n=format_number(len(names)), names=names_text(list(names)))


def names_text(names: list[str]) -> str:
    """Some names, the first of them and how many more there are."""
    if len(names) <= _LISTED:
        return ", ".join(names)
    more = len(names) - _LISTED
    said = ngettext("{names} and {n} more", "{names} and {n} more", more)
    return said.format(names=", ".join(names[:_LISTED]), n=format_number(more))


def leftovers_text(names: list[str]) -> str:
    """That parts of an earlier split are named by no index any more."""
    said = ngettext(
        "{n} file of an earlier split is no longer named: {names}",
        "{n} files of an earlier split are no longer named: {names}",
        len(names),
    )
    return said.format(n=format_number(len(names)), names=names_text(names))


def recovered_text(is_new: bool, count: int) -> str:
    """What became of files that were not finished."""
    if not count:
        return _("What was begun here had not written anything yet, and was taken back.")
    if is_new:
        said = ngettext(
            "Writing was interrupted and is finished now: {n} file is the new one.",
            "Writing was interrupted and is finished now: all {n} files are the new ones.",
            count,
        )
    else:
        said = ngettext(
            "Writing was interrupted before it counted and is undone now: {n} file is as it was.",
            "Writing was interrupted before it counted and is undone now: all {n} files are as "
            "they were.",
            count,
        )
    return said.format(n=format_number(count))

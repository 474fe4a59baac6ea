"""What a report of differences is written from: a comparison, as the formats take it."""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.formats.comparisons import Compared
from sitemap_editor.operations.sets.members import Member
from sitemap_editor.protocol.differences import Difference, DiffKind
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .comparison import Comparison
from .sides import DocumentSide, ListSide, SetSide, Side


def compared_for_report(
    found: Comparison, *, old: str = "", new: str = "", progress: Progress = NO_PROGRESS
) -> Compared:
    """A comparison as reports tell it; ``old`` and ``new`` are other names for the sides."""

    def differences(kind: DiffKind | None) -> Iterator[Difference]:
        return found.differences(found.rows([kind] if kind else ()), progress)

    return Compared(
        old=old or found.old.name,
        new=new or found.new.name,
        match=found.match,
        old_count=found.old_count,
        new_count=found.new_count,
        counts=found.counts,
        fields=dict(found.field_counts),
        same=found.same,
        differences=differences,
        reordered=found.reordered,
        left_out=found.totals.left_out,
        is_set=found.old.is_set or found.new.is_set,
        can_move=found.old.is_set and found.new.is_set,
        list_side=_list_side(found),
        notes=tuple(notes_of(found)),
    )


def _list_side(found: Comparison) -> str:
    are_lists = [isinstance(side, ListSide) for side in (found.old, found.new)]
    if all(are_lists):
        return ""
    return "old" if are_lists[0] else "new" if are_lists[1] else ""


def notes_of(found: Comparison) -> Iterator[str]:
    """Sentences about files that were not compared."""
    for side, problem in found.problems:
        said = _("{file} in {side} cannot be read, its entries were not compared: {reason}")
        yield said.format(file=problem.file, side=side.name, reason=problem.error)
    for side in (found.old, found.new):
        absent = absent_of(side)
        if absent:
            yield _absent_text(side, absent)
        if isinstance(side, DocumentSide) and side.is_alone:
            said = _("No sitemap that {side} names is here, so its own entries were compared.")
            yield said.format(side=side.name)
        if not side.files:
            yield _("There is no sitemap in {side}.").format(side=side.name)
        mended = _mended(side)
        if mended:
            yield _mended_text(mended)


def absent_of(side: Side) -> tuple[Member, ...]:
    """What an index names and nobody can read."""
    return side.set.absent if isinstance(side, SetSide) else ()


def _absent_text(side: Side, absent: tuple[Member, ...]) -> str:
    said = ngettext(
        "{side} names {n} sitemap that is not there: {names}.",
        "{side} names {n} sitemaps that are not there: {names}.",
        len(absent),
    )
    names = _first([one.name for one in absent])
    return said.format(side=side.name, n=format_number(len(absent)), names=names)


def _mended(side: Side) -> list[str]:
    """The files that had to be mended to be read."""
    if isinstance(side, SetSide):
        return side.mended
    is_mended = isinstance(side, DocumentSide) and side.doc.mending is not None
    return [side.name] if is_mended else []


def _mended_text(names: list[str]) -> str:
    said = ngettext(
        "{n} file is broken and was mended to be read: {names}.",
        "{n} files are broken and were mended to be read: {names}.",
        len(names),
    )
    return said.format(n=format_number(len(names)), names=_first(names))


def _first(names: list[str]) -> str:
    return ", ".join(names[:3]) + (", …" if len(names) > 3 else "")

"""What is said of a merge: how much comes in and goes out, and what should be known before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.gui.merging.choices import MEDIA_TITLES
from sitemap_editor.protocol.limits import MEGABYTE
from sitemap_editor.support.i18n import _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.operations.merging.planning import MergePlan
    from sitemap_editor.operations.splitting import Limits

MOST_NAMES = 5


def counts_text(plan: MergePlan) -> str:
    """In, out, duplicates, and what the files disagree about."""
    before, after = format_number(plan.entries_in), format_number(plan.entries_out)
    pieces = [_("{before} in, {after} out").format(before=before, after=after)]
    if plan.decision.removed:
        said = ngettext("{n} duplicate goes", "{n} duplicates go", plan.decision.removed)
        pieces.append(said.format(n=format_number(plan.decision.removed)))
    elif plan.repeated:
        said = ngettext("{n} duplicate stays", "{n} duplicates stay", plan.repeated)
        pieces.append(said.format(n=format_number(plan.repeated)))
    if len(plan.decision.taken):
        said = ngettext("{n} entry takes over", "{n} entries take over", len(plan.decision.taken))
        pieces.append(said.format(n=format_number(len(plan.decision.taken))))
    for field, count in plan.decision.conflicts.most_common():
        said = ngettext("{n} page differs in {field}", "{n} pages differ in {field}", count)
        pieces.append(said.format(n=format_number(count), field=_title(field)))
    return " · ".join(pieces)


def _title(field: str) -> str:
    return _(MEDIA_TITLES[field]) if field in MEDIA_TITLES else field


def notes_text(plan: MergePlan) -> list[str]:
    """Files that are left out, and that had to be mended."""
    notes = []
    skipped = [member.name for member in plan.skipped]
    if skipped:
        said = ngettext(
            "{n} file is not there or cannot be read, and is left out: {names}",
            "{n} files are not there or cannot be read, and are left out: {names}",
            len(skipped),
        )
        notes.append(said.format(n=format_number(len(skipped)), names=_few(skipped)))
    mended = [
        plan.name_of(number)
        for number, one in enumerate(plan.survey.facts)
        if one is not None and one.repairs
    ]
    if mended:
        said = ngettext(
            "{n} file had to be mended to be read: {names}",
            "{n} files had to be mended to be read: {names}",
            len(mended),
        )
        notes.append(said.format(n=format_number(len(mended)), names=_few(mended)))
    return notes


def _few(names: list[str]) -> str:
    return ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])


def too_many_text(limits: Limits) -> str:
    """What is to be said when one file may not hold it all."""
    said = _(
        "One file may hold {entries} entries and {size} MB. After merging you choose how it is "
        "split."
    )
    return said.format(
        entries=format_number(limits.entries), size=format_number(limits.bytes // MEGABYTE)
    )


def no_room_text() -> str:
    """What is to be said when a window cannot hold it at all."""
    command = "sitemap-editor merge IN… --out-dir DIR --base-url URL"
    said = _("The merged file is too large for the memory that is free. {command} needs little.")
    return said.format(command=command)


def merged_text(plan: MergePlan) -> str:
    """What is said once it is done."""
    files = sum(one is not None for one in plan.survey.facts)
    said = ngettext(
        "{before} entries of {n} file became {after}.",
        "{before} entries of {n} files became {after}.",
        files,
    )
    return said.format(
        before=format_number(plan.entries_in),
        n=format_number(files),
        after=format_number(plan.entries_out),
    )

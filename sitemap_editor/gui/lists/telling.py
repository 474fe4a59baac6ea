"""What the import dialog says of an outcome: what will happen, the verb, and what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.operations.importing.telling import summary
from sitemap_editor.support.i18n import _, format_number, ngettext

from .work import Outcome, Target

if TYPE_CHECKING:
    from sitemap_editor.operations.importing.build import Imported
    from sitemap_editor.operations.importing.into import Merged


def will_text(outcome: Outcome, name: str) -> str:
    """What will happen, before it does; ``name`` is the document that the list goes into."""
    if not outcome.is_whole:
        shown = format_number(len(outcome.entries))
        text = _("The first {n} entries are shown; the whole list is being read.")
        return text.format(n=shown)
    found = outcome.found
    said = ngettext(
        "{n} entry is made of {rows} rows.", "{n} entries are made of {rows} rows.", len(found)
    )
    counted = said.format(n=format_number(len(found)), rows=format_number(found.rows))
    parts = [counted, *summary(found)[1:]]
    if outcome.merged is not None:
        parts += merged_text(outcome.merged)
        now, then = outcome.before, outcome.before + outcome.merged.added
        text = _("{name} has {now} entries now, and {then} afterwards.")
        parts.append(text.format(name=name, now=format_number(now), then=format_number(then)))
    return " ".join(parts)


def merged_text(merged: Merged) -> list[str]:
    """How many entries became what."""
    counted = (
        (merged.added, ngettext("{n} entry is added.", "{n} entries are added.", merged.added)),
        (
            merged.updated,
            ngettext("{n} entry is updated.", "{n} entries are updated.", merged.updated),
        ),
        (
            merged.unchanged,
            ngettext(
                "{n} entry says the same already or keeps what it says.",
                "{n} entries say the same already or keep what they say.",
                merged.unchanged,
            ),
        ),
        (
            merged.skipped,
            ngettext(
                "{n} page is there already and left alone.",
                "{n} pages are there already and left alone.",
                merged.skipped,
            ),
        ),
        (
            merged.left_out,
            ngettext(
                "{n} page is not there and left out.",
                "{n} pages are not there and left out.",
                merged.left_out,
            ),
        ),
    )
    parts = [text.format(n=format_number(count)) for count, text in counted if count]
    if conflicts := sum(merged.conflicts.values()):
        text = ngettext(
            "In {n} value the list and the sitemap differ.",
            "In {n} values the list and the sitemap differ.",
            conflicts,
        )
        parts.append(text.format(n=format_number(conflicts)))
    return parts


def verb_text(outcome: Outcome | None, target: Target) -> str:
    """What the button says; with the count once that is known."""
    if outcome is None or not outcome.is_whole or not outcome.count:
        return _("Merge") if target is Target.MERGE else _("Import")
    count = outcome.count
    if target is Target.MERGE:
        text = ngettext("Merge {n} entry", "Merge {n} entries", count)
    else:
        text = ngettext("Import {n} entry", "Import {n} entries", count)
    return text.format(n=format_number(count))


def done_text(found: Imported, count: int, merged: Merged | None) -> str:
    """What has happened, when it has."""
    if merged is not None and merged.updated:
        text = _("The list was merged.")
        return " ".join([text, *merged_text(merged), _("Undo takes it all back.")])
    text = ngettext("Imported {n} entry.", "Imported {n} entries.", count)
    parts = [text.format(n=format_number(count))]
    left_out = len(found.rejects)
    if left_out:
        text = ngettext("{n} row was left out.", "{n} rows were left out.", left_out)
        parts.append(text.format(n=format_number(left_out)))
    if merged is not None and merged.skipped:
        parts += merged_text(merged)[1:2]
    return " ".join(parts)

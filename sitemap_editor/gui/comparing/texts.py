"""What is said about a comparison as a whole, and what buttons do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sitemap_editor.formats.comparisons.words import entries_text
from sitemap_editor.support.i18n import _, format_number, ngettext

from .words import ADDED, CHANGED, MOVED, REMOVED, SEPARATOR, UNFIT

if TYPE_CHECKING:
    from .compared import Compared

MANY_GONE = 10
"""Percent of entries; when more are gone that is said."""


def lead_text(compared: Compared) -> str:
    """How many entries both sides have, and how many are the same."""
    if compared.has_list:
        return _lead_of_list(compared)
    same = ngettext("{n} is the same", "{n} are the same", compared.same)
    parts = [
        entries_text(compared.old_count, compared.new_count),
        same.format(n=format_number(compared.same)),
    ]
    if compared.reordered:
        text = ngettext(
            "{n} stands elsewhere in the order",
            "{n} stand elsewhere in the order",
            compared.reordered,
        )
        parts.append(text.format(n=format_number(compared.reordered)))
    return SEPARATOR.join(parts)


def _lead_of_list(compared: Compared) -> str:
    counts = (compared.old_count, compared.new_count)
    listed, entries = counts[::-1] if compared.teller.is_list_new else counts
    both = _("{entries} entries in the sitemap, {rows} rows in the list").format(
        entries=format_number(entries), rows=format_number(listed)
    )
    same = ngettext("{n} is in both", "{n} are in both", compared.same)
    parts = [
        both,
        same.format(n=format_number(compared.same)),
    ]
    if compared.left_out:
        text = ngettext(
            "{n} row of the list does not count",
            "{n} rows of the list do not count",
            compared.left_out,
        )
        parts.append(text.format(n=format_number(compared.left_out)))
    return SEPARATOR.join(parts)


def warning_text(compared: Compared) -> str:
    """That many entries are gone; empty when they are not."""
    gone, whole = compared.counts.get(REMOVED, 0), compared.old_count
    if compared.has_list or not whole or gone * 100 <= whole * MANY_GONE:
        return ""
    share = gone * 100 // whole
    text = _("{share} % of the entries are gone: {n} of {whole}. Is that what you expect?")
    return text.format(share=share, n=format_number(gone), whole=format_number(whole))


def same_text(compared: Compared) -> str:
    """What is said when nothing differs."""
    if compared.reordered:
        return _("Both have the same entries and say the same about them, in another order.")
    return _("Both have the same entries and say the same about them.")


def take_text(counts: Mapping[str, int], *, is_mine_new: bool, is_all: bool) -> str:
    """What the button does with these differences: they are taken back, or accepted."""
    kinds = [kind for kind, count in counts.items() if count]
    count = sum(counts.values())
    text = _text_of_kind(kinds[0], count, is_mine_new) if len(kinds) == 1 else ""
    if not text and is_mine_new:
        text = ngettext("Take back {n} difference", "Take back {n} differences", count)
        if is_all and count > 1:
            text = _("Take back all {n} differences")
    elif not text:
        text = ngettext("Accept {n} difference", "Accept {n} differences", count)
        if is_all and count > 1:
            text = _("Accept all {n} differences")
    return text.format(n=format_number(count))


def _text_of_kind(kind: str, count: int, is_mine_new: bool) -> str:
    """The text for differences of one kind."""
    if kind == UNFIT or kind == (ADDED if is_mine_new else REMOVED):
        return ngettext("Remove {n} entry", "Remove {n} entries", count)
    if kind == REMOVED:
        return ngettext("Bring back {n} entry", "Bring back {n} entries", count)
    if kind == ADDED:
        return ngettext("Add {n} entry", "Add {n} entries", count)
    if kind == CHANGED and is_mine_new:
        return ngettext("Take back {n} change", "Take back {n} changes", count)
    if kind == CHANGED:
        return ngettext("Accept {n} change", "Accept {n} changes", count)
    if kind == MOVED and is_mine_new:
        return ngettext("Move {n} entry back", "Move {n} entries back", count)
    return ngettext("Move {n} entry", "Move {n} entries", count)


def step_text(count: int, other: str, *, is_mine_new: bool) -> str:
    """The name of the step in the history."""
    if is_mine_new:
        text = ngettext(
            "Take back {n} difference to {name}", "Take back {n} differences to {name}", count
        )
    else:
        text = ngettext(
            "Accept {n} difference of {name}", "Accept {n} differences of {name}", count
        )
    return text.format(n=format_number(count), name=other)


def done_text(count: int) -> str:
    """What was done."""
    text = ngettext("{n} entry was changed.", "{n} entries were changed.", count)
    return text.format(n=format_number(count))


def closed_text(count: int, files: int, *, is_all: bool) -> str:
    """That some differences, or all that were chosen, are in files that are not open."""
    if is_all:
        text = ngettext(
            "Only open files can be changed; this takes {n} file that is not open.",
            "Only open files can be changed; this takes {n} files that are not open.",
            files,
        )
        return text.format(n=format_number(files))
    text = ngettext(
        "{n} of them is in a file that is not open.",
        "{n} of them are in files that are not open ({files}).",
        count,
    )
    return text.format(n=format_number(count), files=format_number(files))


def homeless_text(count: int) -> str:
    """That some entries are of files that are on the other side only."""
    text = ngettext(
        "{n} entry is of a file that this side does not have.",
        "{n} entries are of files that this side does not have.",
        count,
    )
    return text.format(n=format_number(count))

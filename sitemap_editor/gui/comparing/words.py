"""What differences are called, and how one of them reads in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.differences import DiffKind
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.protocol.differences import Difference, Place

    from .compared import Compared

ADDED, REMOVED, CHANGED = DiffKind.ADDED, DiffKind.REMOVED, DiffKind.CHANGED
MOVED, UNFIT = DiffKind.MOVED, DiffKind.UNFIT

TITLES: dict[str, str] = {
    ADDED: N_("added"),
    REMOVED: N_("removed"),
    CHANGED: N_("changed"),
    MOVED: N_("moved"),
    UNFIT: N_("not indexable"),
}
"""What a number of differences of a kind is called."""

NAMES: dict[str, str] = {
    ADDED: N_("Added"),
    REMOVED: N_("Removed"),
    CHANGED: N_("Changed"),
    MOVED: N_("Moved"),
    UNFIT: N_("Not indexable"),
}
"""What one difference of a kind is called."""

SIGNS: dict[str, str] = {ADDED: "+", REMOVED: "−", CHANGED: "≠", MOVED: "→", UNFIT: "!"}
COLOURS: dict[str, str] = {
    ADDED: "changed_mark",
    REMOVED: "error",
    CHANGED: "warning",
    MOVED: "info",
    UNFIT: "warning",
}
SEPARATOR = " · "


def kind_title(kind: str) -> str:
    """What a number of differences of a kind is called."""
    return _(TITLES[kind])


@dataclass(frozen=True, slots=True)
class Row:
    """A difference as its row has it; ``before`` and ``after`` None: there is no such value.

    ``compares``: the two are versions of one value, of which what differs is to stand out.
    """

    kind: str
    what: str
    address: str
    before: str | None
    after: str | None
    compares: bool = False


def row_of(one: Difference, *, is_set: bool) -> Row:
    """How a difference reads; ``is_set``: it matters which file an entry is in."""
    if one.kind == CHANGED and one.fields:
        first = one.fields[0]
        return Row(one.kind, what_text(one), one.address, first.old, first.new, compares=True)
    before, after = place_text(one.old, is_set=is_set), place_text(one.new, is_set=is_set)
    return Row(one.kind, what_text(one), one.address, before, after)


def what_text(one: Difference) -> str:
    """Kind of a difference, with the fields that changed."""
    name = _(NAMES[one.kind])
    if not one.fields or one.kind in (ADDED, REMOVED):
        return name
    fields = fields_text([field.name for field in one.fields])
    return _("{kind}: {fields}").format(kind=name, fields=fields)


def fields_text(names: Sequence[str], most: int = 2) -> str:
    """The first names of fields, and how many more there are."""
    shown = ", ".join(names[:most])
    more = len(names) - most
    return f"{shown} +{format_number(more)}" if more > 0 else shown


def place_text(place: Place | None, *, is_set: bool) -> str:
    """Where an entry stands; empty where it is not."""
    if place is None:
        return ""
    entry = _("entry {position}").format(position=format_number(place.position + 1))
    return f"{place.file}, {entry}" if is_set else entry


def count_text(shown: int, whole: int) -> str:
    """How many differences are shown, of how many."""
    if shown == whole:
        text = ngettext("{n} difference", "{n} differences", whole)
        return text.format(n=format_number(whole))
    text = _("{shown} of {n} differences")
    return text.format(shown=format_number(shown), n=format_number(whole))


def kind_titles(compared: Compared) -> dict[str, str]:
    """What kinds are called; of a list it is told on which side an entry is alone."""
    if not compared.has_list:
        return {}
    is_list_new = compared.is_list_new
    only_list, only_sitemap = _("only in the list"), _("only in the sitemap")
    return {
        ADDED: only_list if is_list_new else only_sitemap,
        REMOVED: only_sitemap if is_list_new else only_list,
        UNFIT: _("in the sitemap, not indexable"),
    }


def field_titles(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    """Fields that differ, with what they are called and in how many entries."""
    titles = {"loc": _("spelling of the address"), "extensions": _("images, videos, languages…")}
    return [
        (name, f"{titles.get(name, name)} ({format_number(count)})")
        for name, count in counts.items()
    ]

"""Words that reports of differences and the terminal share."""

from __future__ import annotations

from sitemap_editor.protocol.differences import Difference, DiffKind, Place
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import Compared

SIGNS: dict[str, str] = {
    DiffKind.ADDED: "+",
    DiffKind.REMOVED: "−",
    DiffKind.CHANGED: "≠",
    DiffKind.MOVED: "→",
    DiffKind.UNFIT: "!",
}


def kind_word(kind: DiffKind, compared: Compared) -> str:
    """What differences of a kind are called; of a list, on which side they are alone."""
    only_list, only_sitemap = _("only in the list"), _("only in the sitemap")
    words = {
        DiffKind.ADDED: _("added"),
        DiffKind.REMOVED: _("removed"),
        DiffKind.CHANGED: _("changed"),
        DiffKind.MOVED: _("moved"),
        DiffKind.UNFIT: _("in the sitemap, not indexable"),
    }
    if compared.list_side == "new":
        words |= {DiffKind.ADDED: only_list, DiffKind.REMOVED: only_sitemap}
    elif compared.list_side == "old":
        words |= {DiffKind.ADDED: only_sitemap, DiffKind.REMOVED: only_list}
    return words[kind]


def field_word(name: str) -> str:
    """What a field that is compared is called."""
    titles = {"loc": _("spelling of the address"), "extensions": _("images, videos, languages…")}
    return titles.get(name, name)


def percent(share: float) -> str:
    """A share for people."""
    return _("{n} %").format(n=format_number(share * 100, 1))


def entries_text(before: int, after: int) -> str:
    """How many entries both sides have."""
    said = ngettext(
        "{before} entry before, {after} after", "{before} entries before, {after} after", before
    )
    return said.format(before=format_number(before), after=format_number(after))


def where_text(one: Difference, compared: Compared) -> str:
    """From where to where an entry went, or where it stands; in the sitemap rather than a list."""
    moved = moved_text(one)
    if moved:
        return moved
    places = (one.old, one.new) if compared.list_side == "new" else (one.new, one.old)
    return place_text(places[0] or places[1], is_set=compared.is_set)


def place_text(place: Place | None, *, is_set: bool) -> str:
    """Where an entry stands, with its file where that matters; empty where it is not."""
    if place is None:
        return ""
    entry = _("entry {position}").format(position=format_number(place.position + 1))
    return f"{place.file}, {entry}" if is_set else entry


def kinds_of(compared: Compared) -> list[DiffKind]:
    """The kinds worth a line: what cannot be found between these two is left out."""
    kinds = [DiffKind.ADDED, DiffKind.REMOVED, DiffKind.CHANGED]
    if compared.can_move or compared.counts.get(DiffKind.MOVED):
        kinds.append(DiffKind.MOVED)
    if compared.list_side:
        kinds.append(DiffKind.UNFIT)
    return kinds


def moved_text(one: Difference) -> str:
    """From which file to which an entry went; empty when it stayed."""
    if not one.has_moved or one.old is None or one.new is None:
        return ""
    return f"{one.old.file} → {one.new.file}"

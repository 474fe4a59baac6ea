"""What differences are called, and how one of them reads in a row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.formats.comparisons.words import field_word, place_text
from sitemap_editor.protocol.differences import DiffKind
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.operations.applying import Listed
    from sitemap_editor.protocol.differences import Difference, Place

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


@dataclass(frozen=True, slots=True)
class Teller:
    """How differences between two sides read.

    ``is_set``: it matters which file an entry is in. ``listed``: the rows of the side that is a
    list, which is the new one where ``is_list_new``.
    """

    is_set: bool = False
    listed: Listed | None = None
    is_list_new: bool = False

    @property
    def sides(self) -> tuple[str, str]:
        """What the two sides are called."""
        if self.listed is None:
            return _("Before"), _("After")
        in_list, in_sitemap = _("In the list"), _("In the sitemap")
        return (in_sitemap, in_list) if self.is_list_new else (in_list, in_sitemap)

    def row(self, one: Difference) -> Row:
        """A difference as its row has it."""
        what = self.what(one)
        if one.kind == CHANGED and one.fields:
            first = one.fields[0]
            return Row(one.kind, what, one.address, first.old, first.new, compares=True)
        return Row(one.kind, what, one.address, *self.places(one))

    def what(self, one: Difference) -> str:
        """Kind of a difference, with the fields that changed."""
        name = self._name(one.kind)
        if not one.fields or one.kind in (ADDED, REMOVED):
            return name
        fields = fields_text([field.name for field in one.fields])
        return _("{kind}: {fields}").format(kind=name, fields=fields)

    def _name(self, kind: str) -> str:
        if self.listed is None or kind not in (ADDED, REMOVED):
            return _(NAMES[kind])
        is_in_list = (kind == ADDED) == self.is_list_new
        return _("Only in the list") if is_in_list else _("Only in the sitemap")

    def titles(self) -> dict[str, str]:
        """What numbers of differences are called, where that is not the usual."""
        if self.listed is None:
            return {}
        only_list, only_sitemap = _("only in the list"), _("only in the sitemap")
        return {
            ADDED: only_list if self.is_list_new else only_sitemap,
            REMOVED: only_sitemap if self.is_list_new else only_list,
            UNFIT: _("in the sitemap, not indexable"),
        }

    def places(self, one: Difference) -> tuple[str, str]:
        """Where an entry stands before and after; empty where it is not."""
        is_list = self.listed is not None
        return (
            self._place(one.old, is_list=is_list and not self.is_list_new),
            self._place(one.new, is_list=is_list and self.is_list_new),
        )

    def _place(self, place: Place | None, *, is_list: bool) -> str:
        if place is None:
            return ""
        if is_list and self.listed is not None:
            return _line_text(self.listed, place.position)
        return place_text(place, is_set=self.is_set)


def _line_text(listed: Listed, row: int) -> str:
    """The line of a list, and what it says about the page."""
    line = _("line {number}").format(number=format_number(listed.lines[row]))
    said = (listed.value("status", row).strip(), listed.value("indexable", row).strip())
    return SEPARATOR.join(filter(None, (line, *said)))


def fields_text(names: Sequence[str], most: int = 2) -> str:
    """The first names of fields, and how many more there are."""
    shown = ", ".join(names[:most])
    more = len(names) - most
    return f"{shown} +{format_number(more)}" if more > 0 else shown


def count_text(shown: int, whole: int) -> str:
    """How many differences are shown, of how many."""
    if shown == whole:
        text = ngettext("{n} difference", "{n} differences", whole)
        return text.format(n=format_number(whole))
    text = _("{shown} of {n} differences")
    return text.format(shown=format_number(shown), n=format_number(whole))


def field_titles(counts: Mapping[str, int]) -> list[tuple[str, str]]:
    """Fields that differ, with what they are called and in how many entries."""
    return [
        (name, f"{field_word(name)} ({format_number(count)})") for name, count in counts.items()
    ]

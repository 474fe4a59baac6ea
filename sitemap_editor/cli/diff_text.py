"""What ``diff`` says to people: how much differs, then the first differences of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from sitemap_editor.formats.comparisons import Compared
from sitemap_editor.formats.comparisons.words import (
    SIGNS,
    entries_text,
    field_word,
    kind_word,
    kinds_of,
    percent,
    where_text,
)
from sitemap_editor.protocol.differences import Difference, DiffKind, FieldChange
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.quotes import around

from .terminal import Line, Span, harmless

MOST_SHOWN = 20
"""Differences of a kind that are listed; reports for programs have all."""
MOST_LINES = 5
"""Values of one field that are listed."""

STYLES = {
    DiffKind.ADDED: "green",
    DiffKind.REMOVED: "red",
    DiffKind.CHANGED: "yellow",
    DiffKind.MOVED: "blue",
    DiffKind.UNFIT: "yellow",
}


def lines_of(compared: Compared) -> Iterator[Line]:
    """The account for people."""
    sides = f"{harmless(compared.old)} → {harmless(compared.new)}"
    yield (
        Span(sides, "bold"),
        Span(f"  {entries_text(compared.old_count, compared.new_count)}", "dim"),
    )
    yield from _counts(compared)
    for kind in kinds_of(compared):
        if compared.counts.get(kind):
            yield ()
            yield from _section(compared, kind)


def _counts(compared: Compared) -> Iterator[Line]:
    for kind in kinds_of(compared):
        number = compared.counts.get(kind, 0)
        said = kind_word(kind, compared)
        if kind is DiffKind.REMOVED and number:
            said = f"{said} ({percent(compared.share(kind))})"
        yield _counted(number, said, STYLES[kind] if number else "dim")
        if kind is DiffKind.CHANGED:
            for name, count in compared.fields.items():
                yield _counted(count, f"  {field_word(name)}", "dim")
    yield _counted(compared.same, _("the same"), "dim")
    if compared.reordered:
        said = ngettext(
            "stands elsewhere in the order", "stand elsewhere in the order", compared.reordered
        )
        yield _counted(compared.reordered, said, "dim")
    if compared.left_out:
        said = ngettext(
            "row of the list does not count", "rows of the list do not count", compared.left_out
        )
        yield _counted(compared.left_out, said, "dim")


def _counted(number: int, what: str, style: str) -> Line:
    return (Span(f"  {format_number(number):>9}  "), Span(what, style))


def _section(compared: Compared, kind: DiffKind) -> Iterator[Line]:
    yield (Span(f"{kind_word(kind, compared)}:", STYLES[kind]),)
    for one in islice(compared.differences(kind), MOST_SHOWN):
        yield from _difference(compared, one)
    left = compared.counts[kind] - MOST_SHOWN
    if left > 0:
        more = ngettext("and {n} more", "and {n} more", left).format(n=format_number(left))
        yield (Span(f"  … {more}", "dim"),)


def _difference(compared: Compared, one: Difference) -> Iterator[Line]:
    where = where_text(one, compared) if compared.is_set else ""
    yield (
        Span(f"  {SIGNS[one.kind]} ", STYLES[one.kind]),
        Span(harmless(one.address) or _("(no address)")),
        Span(f"  {harmless(where)}" if where else "", "dim"),
    )
    for change in one.fields:
        yield from _change(change)


def _change(change: FieldChange) -> Iterator[Line]:
    name = harmless(change.name)
    old, new = ((text or "").split("\n") for text in (change.old, change.new))
    if len(old) == len(new) == 1:
        yield (Span(f"      {name}: {_shown(change.old)} → {_shown(change.new)}"),)
        return
    yield (Span(f"      {name}:"),)
    for sign, lines, is_there in (("−", old, change.old), ("+", new, change.new)):
        if is_there is None:
            continue
        for line in lines[:MOST_LINES]:
            yield (Span(f"        {sign} {_shown(line)}"),)
        if len(lines) > MOST_LINES:
            number = len(lines) - MOST_LINES
            more = ngettext("and {n} more", "and {n} more", number)
            yield (Span(f"        … {more.format(n=format_number(number))}", "dim"),)


def _shown(text: str | None) -> str:
    return "–" if text is None else around(harmless(text), 1)

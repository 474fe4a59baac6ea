"""The report of differences for people: one HTML file that needs nothing beside it.

Everything that comes from a file is escaped, stands in an element of its own direction, and is
never a link.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice

from sitemap_editor.formats.reports.html_style import STYLE
from sitemap_editor.formats.reports.words import seen
from sitemap_editor.protocol.differences import Difference, DiffKind
from sitemap_editor.support.i18n import _, format_number, language, ngettext
from sitemap_editor.version import __version__

from .base import Compared, ComparisonOptions
from .words import SIGNS, field_word, kind_word, kinds_of, percent, where_text

LONGEST = 300
"""Characters of a value or an address; of a longer one the middle is left out."""

_LOOKS = {
    DiffKind.ADDED: "info",
    DiffKind.REMOVED: "error",
    DiffKind.CHANGED: "warning",
    DiffKind.MOVED: "info",
    DiffKind.UNFIT: "warning",
}
_OWN_STYLE = """
td.field { min-width: 6.5rem; }
td.value code { white-space: pre-wrap; }
del { text-decoration: none; } ins { text-decoration: none; }
"""


def write(
    compared: Compared,
    options: ComparisonOptions = ComparisonOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The document in pieces: what was compared, counts, then the differences kind by kind."""
    yield _head(compared)
    yield _heading(compared, options)
    yield "<main>\n"
    if not compared.total:
        said = _("Both have the same entries and say the same about them.")
        yield f"<p>{escape(said)}</p>\n"
    for kind in kinds_of(compared):
        if compared.counts.get(kind):
            yield from _section(compared, kind, options.most)
    yield "</main>\n"
    made = _("Made with Sitemap Editor {version}.").format(version=__version__)
    yield f"<footer>\n<p>{escape(made)}</p>\n</footer>\n</body>\n</html>\n"


def _head(compared: Compared) -> str:
    title = _("Differences: {old} and {new}")
    title = title.format(old=_short(compared.old), new=_short(compared.new))
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{_OWN_STYLE}</style>\n</head>\n<body>\n"
    )


def _heading(compared: Compared, options: ComparisonOptions) -> str:
    facts = {
        _("Before"): _side(compared.old, compared.old_count),
        _("After"): _side(compared.new, compared.new_count),
        _("Compared on"): options.date,
        _("Addresses are one page"): _match_text(compared.match),
    }
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd><bdi>{escape(value)}</bdi></dd>\n"
        for name, value in facts.items()
        if value
    )
    notes = "".join(f'<p class="error">{escape(seen(note))}</p>\n' for note in compared.notes)
    return (
        f"<header>\n<h1>{escape(_('Differences'))}</h1>\n<dl>\n{rows}</dl>\n{notes}"
        f"{_counts(compared)}{_fields(compared)}</header>\n"
    )


def _side(name: str, count: int) -> str:
    entries = ngettext("{n} entry", "{n} entries", count).format(n=format_number(count))
    return f"{seen(name)} · {entries}"


def _match_text(match: str) -> str:
    if match == "equivalent":
        return _("also when they are only spelled in another way")
    return _("when they are the same letter by letter")


def _counts(compared: Compared) -> str:
    items = []
    for kind in kinds_of(compared):
        number = compared.counts.get(kind, 0)
        look = _LOOKS[kind] if number else "none"
        text = f"{format_number(number)} {kind_word(kind, compared)}"
        if kind is DiffKind.REMOVED and number:
            text += f" ({percent(compared.share(kind))})"
        sign = f'<span aria-hidden="true">{SIGNS[kind]}</span>'
        items.append(f'<li class="{look}">{sign} {escape(text)}</li>')
    same = f"{format_number(compared.same)} {_('the same')}"
    items.append(f'<li class="none">{escape(same)}</li>')
    return f'<ul class="counts">{"".join(items)}</ul>\n{_more_counts(compared)}'


def _more_counts(compared: Compared) -> str:
    said = []
    if compared.reordered:
        text = ngettext(
            "{n} stands elsewhere in the order",
            "{n} stand elsewhere in the order",
            compared.reordered,
        )
        said.append(text.format(n=format_number(compared.reordered)))
    if compared.left_out:
        text = ngettext(
            "{n} row of the list does not count",
            "{n} rows of the list do not count",
            compared.left_out,
        )
        said.append(text.format(n=format_number(compared.left_out)))
    return "".join(f'<p class="dim">{escape(text)}</p>\n' for text in said)


def _fields(compared: Compared) -> str:
    if not compared.fields:
        return ""
    listed = ", ".join(
        f"{field_word(name)} ({format_number(count)})" for name, count in compared.fields.items()
    )
    said = _("Fields that changed: {fields}").format(fields=listed)
    return f"<p>{escape(said)}</p>\n"


# The differences of one kind


def _section(compared: Compared, kind: DiffKind, most: int) -> Iterator[str]:
    count = compared.counts[kind]
    sign = f'<span class="{_LOOKS[kind]}" aria-hidden="true">{SIGNS[kind]}</span>'
    title = f"{format_number(count)} {kind_word(kind, compared)}"
    yield f'<section class="rule" aria-labelledby="{kind.value}">\n'
    yield f'<h3 id="{kind.value}">{sign} {escape(title)}</h3>\n'
    yield f'<div class="scroll"><table>\n{_columns(compared, kind)}'
    for one in islice(compared.differences(kind), most):
        yield _row(compared, one)
    yield "</tbody></table></div>\n"
    if count > most:
        more = ngettext("and {n} more", "and {n} more", count - most)
        yield f'<p class="dim">… {escape(more.format(n=format_number(count - most)))}</p>\n'
    yield "</section>\n"


def _columns(compared: Compared, kind: DiffKind) -> str:
    names = [_("Address")]
    if kind in (DiffKind.CHANGED, DiffKind.UNFIT):
        names += [_("Field"), _("Before"), _("After")]
    names.append(_("Where"))
    cells = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return f"<thead><tr>{cells}</tr></thead>\n<tbody>\n"


def _row(compared: Compared, one: Difference) -> str:
    where = where_text(one, compared)
    place = f"<td><bdi>{escape(_short(where))}</bdi></td>"
    address = f'<td class="address"{{}}>{_value(one.address)}</td>'
    if one.kind not in (DiffKind.CHANGED, DiffKind.UNFIT):
        return f"<tr>{address.format('')}{place}</tr>\n"
    changes = [(f.name, f.old, f.new) for f in one.fields] or [("", None, None)]
    span = f' rowspan="{len(changes)}"' if len(changes) > 1 else ""
    lines = []
    for number, (name, old, new) in enumerate(changes):
        first = address.format(span) if not number else ""
        last = place.replace("<td>", f"<td{span}>", 1) if not number else ""
        values = (
            f'<td class="field">{escape(_short(name))}</td>'
            f'<td class="value"><del>{_value(old)}</del></td>'
            f'<td class="value"><ins>{_value(new)}</ins></td>'
        )
        lines.append(f"<tr>{first}{values}{last}</tr>\n")
    return "".join(lines)


def _value(text: str | None) -> str:
    if not text:
        return ""
    lines = "\n".join(escape(_short(line)) for line in text.split("\n")[:LONGEST])
    return f"<bdi><code>{lines}</code></bdi>"


def _short(text: str) -> str:
    """Text that fits a cell, its middle left out, and nothing in it that cannot be seen."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST - 60]}…{text[-59:]}"
    return seen(text)

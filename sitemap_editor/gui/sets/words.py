"""What is said of a file of a set, and of a whole set, in few words and in whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.gui.repairs.words import repairs_text
from sitemap_editor.gui.severities import count_text
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.limits import MAX_ENTRIES, MEGABYTE, most_bytes
from sitemap_editor.support.i18n import N_, _, format_megabytes, format_number, ngettext

from .row import Row, Totals
from .tree import Node

if TYPE_CHECKING:
    from .open_set import OpenSet

SHORT = {
    "missing": N_("No such file"),
    "elsewhere": N_("Where is it?"),
    "foreign": N_("Of another site"),
    "outside": N_("Outside of the folder"),
    "itself": N_("The index itself"),
    "twice": N_("Named twice"),
    "unnamed": N_("Not in the index"),
}
LONG = {
    "missing": N_("There is no such file in the folder, though others of the index are there."),
    "elsewhere": N_("Nobody knows in which folder the files of this index are."),
    "foreign": N_("It is on another host, or not below the public address of the folder."),
    "outside": N_("Its address leads out of the folder, or names no file. It is not followed."),
    "itself": N_("An index must not name itself, or an index that led to it."),
    "twice": N_("Its file was named before."),
    "unnamed": N_("It lies in the folder, and nobody names it."),
}
LEVELS = {"missing": "error", "outside": "error", "itself": "error", "unnamed": "dim_text"}
"""Colours of what is said of a state; a warning where nothing else is said."""

MARKED = (Severity.ERROR, Severity.WARNING)


def figures_text(entries: int, size: int | None) -> str:
    """How many entries and bytes, in few words."""
    count = ngettext("{n} entry", "{n} entries", entries).format(n=format_number(entries))
    if size is None:
        return count
    return _("{entries} · {size} MB").format(entries=count, size=format_megabytes(size))


def brief_figures(entries: int, size: int | None) -> str:
    """How many entries and bytes, in figures alone."""
    count = format_number(entries)
    if size is None:
        return count
    return _("{entries} · {size} MB").format(entries=count, size=format_megabytes(size))


def short_text(node: Node) -> tuple[str, str]:
    """What stands below the name, and its colour."""
    if node.is_top and node.set is not None:
        return _top_text(node.set)
    row = node.row
    if row is None:
        assert node.session is not None
        return _open_text(node)
    state = "" if row.session is not None and row.belongs else str(row.member.state)
    if state in SHORT and not (state == "unnamed" and row.belongs):
        return _state_text(node, row, state), LEVELS.get(state, "warning")
    return _file_text(row)


def _state_text(node: Node, row: Row, state: str) -> str:
    if state == "unnamed" and node.set is not None and node.set.is_robots:
        return _("Not in robots.txt")
    if state == "outside" and not _names_a_file(row.member.address):
        return _("Names no file")
    return _(SHORT[state])


def _names_a_file(address: str) -> bool:
    from sitemap_editor.rules.beside.places import segments_of

    return bool(segments_of(address))


def _open_text(node: Node) -> tuple[str, str]:
    assert node.session is not None
    row = Row.of_session(node.session)
    if node.session.doc.kind is Kind.ROBOTS:
        return _("{size} MB").format(size=format_megabytes(row.size or 0)), "dim_text"
    return brief_figures(row.entries or 0, row.size), "dim_text"


def _file_text(row: Row) -> tuple[str, str]:
    if row.is_waiting:
        return _("…"), "dim_text"
    if row.entries is None:
        return problem_text(row.problem), "error"
    if row.kind is Kind.SITEMAPINDEX:
        return index_text(row.entries), "dim_text"
    return brief_figures(row.entries, row.size), "dim_text"


def index_text(count: int) -> str:
    """How many sitemaps an index names."""
    text = ngettext("Index of {n} sitemap", "Index of {n} sitemaps", count)
    return text.format(n=format_number(count))


def problem_text(code: str) -> str:
    """Why a file cannot be read, in few words."""
    special = {
        "unreadable": _("Cannot be read"),
        "too-large": _("Too large to look into"),
        "html-instead-of-xml": _("A page, not a sitemap"),
        "file-empty": _("Empty"),
        "format-unsupported": _("Not a sitemap"),
    }
    return special.get(code) or _("Cannot be read")


def _top_text(one: OpenSet) -> tuple[str, str]:
    if one.error is not None:
        return _("Cannot be read"), "error"
    if one.set is None:
        return _("…"), "dim_text"
    totals = one.totals
    text = ngettext("{n} sitemap", "{n} sitemaps", totals.files)
    shown = text.format(n=format_number(totals.files))
    if totals.absent and not totals.files:
        return absent_text(totals.absent), "warning"
    if totals.absent:
        return _("{sitemaps} · {absent}").format(
            sitemaps=shown, absent=absent_text(totals.absent)
        ), "warning"
    return shown, "dim_text"


def absent_text(count: int) -> str:
    """How many files are named and not there."""
    return ngettext("{n} not here", "{n} not here", count).format(n=format_number(count))


def share_of(node: Node) -> float | None:
    """How full a file is, by entries or bytes, whichever is nearer to its limit; None: no limit."""
    row = node.row or (Row.of_session(node.session) if node.session is not None else None)
    if node.is_top or row is None or not row.is_there or row.kind is Kind.ROBOTS:
        return None
    if row.entries is None or row.kind is Kind.SITEMAPINDEX:
        return None
    return max(row.entries / MAX_ENTRIES, (row.size or 0) / _most_bytes(node))


def _most_bytes(node: Node) -> int:
    """How large the file may be, by the profiles that count for it."""
    if node.session is not None:
        return most_bytes(node.session.effective_profiles)
    return most_bytes(node.set.judging.profiles if node.set is not None else None)


def counts_of(node: Node) -> tuple[int, ...]:
    """Errors and warnings, as far as they are known."""
    row = node.row or (Row.of_session(node.session) if node.session is not None else None)
    return (0, 0) if row is None else (row.errors or 0, row.warnings or 0)


# Whole sentences


def tooltip(node: Node) -> str:
    """Everything that is known, a line each."""
    row = node.row or (Row.of_session(node.session) if node.session is not None else None)
    if row is None:
        return "\n".join([str(node.set.source) if node.set else "", short_text(node)[0]])
    lines = [_place(node, row)]
    if row.session is None and str(row.member.state) in LONG and not _is_plain(row):
        lines.append(_(LONG[str(row.member.state)]))
    if node.is_top:
        lines.append(short_text(node)[0])
    elif row.entries is not None:
        lines += _figures(row, _most_bytes(node))
    elif row.problem:
        lines.append(_problem(row.problem))
    return "\n".join([*lines, *state_words(node, row)])


def _is_plain(row: Row) -> bool:
    return str(row.member.state) == "unnamed" and row.belongs


def _place(node: Node, row: Row) -> str:
    path = row.session.path if row.session is not None else row.path
    if path is not None:
        return str(path)
    return row.member.address if node.row is not None else _("Not saved yet")


def _figures(row: Row, most: int) -> list[str]:
    assert row.entries is not None
    shown = _("{n} of {limit} entries").format(
        n=format_number(row.entries), limit=format_number(MAX_ENTRIES)
    )
    lines = [shown]
    if row.size is not None:
        size = format_megabytes(row.size)
        limit = format_number(most // MEGABYTE)
        lines.append(_("{n} of {limit} MB").format(n=size, limit=limit))
    if row.newest:
        lines.append(_("Newest date: {date}").format(date=row.newest))
    return lines


def _problem(code: str) -> str:
    from sitemap_editor.rules.help.pages import title_of

    try:
        return title_of(code)
    except KeyError:
        return problem_text(code)


def state_words(node: Node, row: Row) -> list[str]:
    """Findings, whether it is edited, whether it was mended: in words."""
    counts = zip(MARKED, counts_of(node), strict=True)
    words = [count_text(severity, count) for severity, count in counts if count]
    session = row.session
    if session is not None and session.is_modified:
        words.append(_("edited"))
    if session is not None and session.doc.mending is not None:
        words.append(repairs_text(len(session.doc.mending.repairs)))
    return words


def spoken(node: Node) -> str:
    """A line for those who hear it."""
    row = node.row or (Row.of_session(node.session) if node.session is not None else None)
    words = [] if row is None else state_words(node, row)
    said = [short_text(node)[0]] if node.set is not None else []
    if node.row is not None and node.session is None and node.row.is_there:
        said.append(_("not open"))
    return ", ".join([name_of(node), *said, *words])


def name_of(node: Node) -> str:
    """What a line is called."""
    if node.session is not None:
        name = node.session.name
    elif node.row is not None:
        name = node.row.member.name
    else:
        name = node.set.name if node.set is not None else ""
    return f"{node.folder}/{name}" if node.folder else name


def totals_text(totals: Totals) -> str:
    """A set in one line."""
    parts = []
    if totals.files or not totals.absent:
        files = ngettext("{n} sitemap", "{n} sitemaps", totals.files)
        parts.append(files.format(n=format_number(totals.files)))
    if totals.files:
        parts += figures_text(totals.entries, totals.size).split(" · ")
    if totals.absent:
        parts.append(absent_text(totals.absent))
    # Lines break between the parts, not within one.
    return " · ".join(part.replace(" ", "\u00a0") for part in parts)


def waiting_text(totals: Totals) -> str:
    """How many files are still to be looked into; empty when none is."""
    if not totals.waiting:
        return ""
    done = totals.files - totals.waiting
    return _("{done} of {n} read").format(done=format_number(done), n=format_number(totals.files))

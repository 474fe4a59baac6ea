"""Lists inside a ZIP archive, such as Search Console's exports: read in place.

Names of members are translated or garbled often enough, so only their content counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

from .archive import Archive
from .cell_kinds import address_share
from .overviews import no_addresses, normal
from .table import Table

SEARCH_CONSOLE_ROWS = 1_000
"""Where each of Search Console's exports ends."""

_SLUGS = {"handle", "url handle", "slug", "post name"}
"""Columns addresses can be built from."""

ReadMember = Callable[[bytes, str], list[Table]]

_SKIPPED = ("__macosx/", ".ds_store", "thumbs.db", "desktop.ini")


def read_zip(archive: Archive, name: str, read: ReadMember) -> list[Table]:
    """The tables of all members that have addresses, or else all; raises SitemapError."""
    tables: list[Table] = []
    refusals: list[SitemapError] = []
    for member in archive.members:
        if member.path.lower().startswith(_SKIPPED) or member.name.lower() in _SKIPPED:
            continue
        data = archive.read(member)
        try:
            tables += read(data, member.name) if data else []
        except SitemapError as error:
            refusals.append(error.at(member.name))
    found = [table for table in tables if address_share(table.sample()) > 0]
    if not tables:
        raise refusals[0] if len(refusals) == 1 else _nothing(archive, refusals)
    if not found and all(map(_is_hopeless, tables)):
        raise _best_refusal(tables)
    _note_origin(found or tables, tables, name)
    _note_left_out(found, tables, refusals)
    return found or tables


def _is_hopeless(table: Table) -> bool:
    error = no_addresses(table)
    return error is not None and not _SLUGS & {*map(normal, table.columns)}


def _best_refusal(tables: Sequence[Table]) -> SitemapError:
    """The most telling: the overview of a report before its charts and the rest."""
    first = sorted(tables, key=lambda table: "validation" not in map(normal, table.columns))
    return next(error for table in first if (error := no_addresses(table)))


def _note_origin(found: Sequence[Table], tables: Sequence[Table], name: str) -> None:
    """Name tables after the archive, and after the issue a report of Search Console is about."""
    issue = next((about for table in tables if (about := _issue(table))), "")
    for table in found:
        table.source = f"{name}: {issue}" if issue else name
        if len(table.sample(SEARCH_CONSOLE_ROWS + 1)) == SEARCH_CONSOLE_ROWS:
            table.notes.append(
                _(
                    "There are exactly 1,000 rows, where Search Console ends its exports. For all"
                    " pages export several filtered lists, or use its API."
                )
            )


def _issue(table: Table) -> str:
    if [normal(name) for name in table.columns] != ["property", "value"]:
        return ""
    about = {normal(row[0]): row[1] for row in table.sample() if len(row) > 1}
    return about.get("issue", "")


def _note_left_out(
    found: Sequence[Table], tables: Sequence[Table], refusals: Sequence[SitemapError]
) -> None:
    without = [table.name for table in tables if found and table not in found]
    without += [PurePosixPath(error.path or "").name for error in refusals]
    if without:
        note = _("Files in the archive that hold no list of addresses: {names}.")
        for table in found or tables:
            table.notes.append(note.format(names=", ".join(without)))


def _nothing(archive: Archive, refusals: Sequence[SitemapError]) -> SitemapError:
    names = ", ".join(member.name for member in archive.members[:12])
    if not archive.members:
        return SitemapError(_("The ZIP archive is empty."), advice=_("Choose another file."))
    return SitemapError(
        _("No file in the ZIP archive is a list: {names}.").format(names=names),
        advice=_("Choose an archive that holds a table, a text list or a sitemap."),
        detail=str(refusals[0]) if refusals else None,
    )

"""From what people name to a side: a sitemap, a set of them, or a list of another program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.formats.reading import read_tables
from sitemap_editor.formats.table import Table, TableOptions
from sitemap_editor.operations.applying.listed import Listed, read_list
from sitemap_editor.operations.applying.matching import marks_of_bad
from sitemap_editor.operations.applying.planning import (
    choose_with_site,
    mapping_for,
    site_of_document,
)
from sitemap_editor.operations.importing.choosing import Wish
from sitemap_editor.operations.importing.proposing import propose
from sitemap_editor.operations.importing.telling import counted
from sitemap_editor.operations.sets.archives import is_archive
from sitemap_editor.operations.sets.members import SitemapSet
from sitemap_editor.operations.sets.opening import is_set, open_set
from sitemap_editor.operations.sets.reading import Documents
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .contents import DocumentContent
from .sides import DocumentSide, ListSide, SetSide, Side

LIST_SUFFIXES = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".xls", ".ods", ".jsonl", ".ndjson")
"""Names of files that hold a list and can hold nothing else."""

UNFIT_FILTERS = ("status", "indexable")
"""Filters whose rows are told, rather than left out: their pages do not belong in a sitemap."""


def open_side(
    path: Path,
    *,
    wish: Wish | None = None,
    site: str = "",
    open_documents: Documents | None = None,
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Side:
    """What is at a path: file, index, robots.txt, folder, ZIP, or list. Raises SitemapError.

    ``wish`` says what is known of a list, ``site`` where addresses without one belong.
    ``open_documents``, by real path, win over their files.
    """
    try:
        if is_set(path, open_documents):
            found = open_set(path, open_documents=open_documents, progress=progress)
            return _side_of_set(found, path, open_documents, max_inflated, progress)
        if not is_list_name(path.name):
            return _document_at(path, open_documents, max_inflated, progress)
        refusal = None
    except SitemapError as error:
        if error.code != "format-unsupported" and (path.is_dir() or not is_archive(path)):
            raise
        refusal = None if is_list_name(path.name) else error.at(path)
    options = TableOptions(max_inflated=max_inflated)
    return _list_or(refusal, path, str(path), wish, site, options, progress)


def _side_of_set(
    found: SitemapSet,
    path: Path,
    opened: Documents | None,
    max_inflated: int | None,
    progress: Progress,
) -> Side:
    """A set; the index or robots.txt itself where none of the sitemaps it names is here."""
    if found.files or found.kind not in ("index", "robots"):
        return SetSide(found, name=str(path), open_documents=opened, max_inflated=max_inflated)
    alone = _document_at(path, opened, max_inflated, progress)
    alone.is_alone = True
    return alone


def _document_at(
    path: Path, opened: Documents | None, max_inflated: int | None, progress: Progress
) -> DocumentSide:
    doc = (opened or {}).get(path.resolve())
    if doc is None:
        doc = open_document(path, max_inflated=max_inflated, progress=progress)
    return DocumentSide(doc, str(path))


def side_of_bytes(
    data: bytes,
    name: str,
    *,
    wish: Wish | None = None,
    site: str = "",
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Side:
    """The same for what was read already: one sitemap or a list."""
    try:
        return DocumentSide(open_bytes(data, max_inflated=max_inflated, progress=progress), name)
    except SitemapError as error:
        if error.code != "format-unsupported":
            raise
        options = TableOptions(max_inflated=max_inflated)
        return _list_or(error, data, name, wish, site, options, progress)


def _list_or(
    refusal: SitemapError | None,
    source: bytes | Path,
    name: str,
    wish: Wish | None,
    site: str,
    options: TableOptions,
    progress: Progress,
) -> Side:
    """A list; ``refusal`` is what to raise when something that is no sitemap is no list either."""
    try:
        tables = read_tables(source, name, options=options, progress=progress)
    except SitemapError as error:
        raise refusal or error from error
    if refusal is not None and not any(map(_is_a_list, tables)):
        raise refusal
    return list_side(tables, name, wish=wish, site=site, progress=progress)


def _is_a_list(table: Table) -> bool:
    """Whether what is no sitemap can be meant as a list."""
    return len(table.columns) > 1 or propose(table).problem is None


def is_list_name(name: str) -> bool:
    """Whether a name is that of a list rather than of a sitemap."""
    path = PurePath(name.lower())
    path = path.with_suffix("") if path.suffix == ".gz" else path
    return path.suffix in LIST_SUFFIXES


def list_side(
    tables: Sequence[Table],
    name: str,
    *,
    wish: Wish | None = None,
    site: str = "",
    progress: Progress = NO_PROGRESS,
) -> ListSide:
    """A list as a side; raises SitemapError when it has no addresses.

    Rows that a filter by status or indexability leaves out, or that say themselves that no search
    engine may keep the page, count as unfit; rows that other filters leave out do not count.
    """
    proposal = choose_with_site(tables, wish or Wish(), lambda: site)
    filters = wish.filters if wish is not None else ()
    telling = [one for one in filters if one.strip().lower().startswith(UNFIT_FILTERS)]
    others = [one for one in filters if one not in telling]
    listed = read_list(proposal.table, mapping_for(proposal, filters=others), progress)
    if not len(listed):
        raise _no_rows(proposal.table, listed)
    unfit = marks_of_bad(listed)
    if telling:
        fit = read_list(proposal.table, mapping_for(proposal, filters=filters), progress)
        lines = frozenset(fit.lines)
        unfit |= [line not in lines for line in listed.lines]
    return ListSide(listed, name, unfit.tolist(), proposal)


def _no_rows(table: Table, listed: Listed) -> SitemapError:
    reasons = counted(listed.rejects) if listed.rejects is not None else ""
    advice = _("Rows left out: {reasons}.").format(reasons=reasons) if reasons else None
    return SitemapError(_("No row of the list counts."), path=table.name, advice=advice)


def site_of_side(side: Side, progress: Progress = NO_PROGRESS) -> str:
    """Scheme and host of the first address of a side; empty where there is none."""
    if not side.files or isinstance(side, ListSide):
        return ""
    try:
        content = side.content(0, progress)
    except SitemapError:
        return ""
    return site_of_document(content.doc) if isinstance(content, DocumentContent) else ""

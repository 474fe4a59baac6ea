"""``move IN TARGET --match PATTERN``: entries go from one file to another, both are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer

from sitemap_editor.document.editing import recoded
from sitemap_editor.document.opening import new_document
from sitemap_editor.document.saving_all import save_all
from sitemap_editor.document.together import edit_together
from sitemap_editor.formats import own_format, target_of
from sitemap_editor.formats.text import TEXT
from sitemap_editor.operations.listing import date_children, date_of
from sitemap_editor.operations.sets import open_set
from sitemap_editor.operations.splitting.patterns import Finder, Pattern
from sitemap_editor.operations.transferring import DUPLICATES, STAY, Transfer, transfer
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from .inputs import open_telling
from .options import (
    FORMATS,
    Config,
    DryRun,
    Force,
    Language,
    MaxInflated,
    ReportFormat,
    bytes_of,
    one_of,
)
from .outputs import is_standard
from .results import tell
from .terminal import Line, Span, complain, harmless, progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids


@dataclass(frozen=True, slots=True)
class _Told:
    """What was done."""

    file: str
    target: str
    found: Transfer
    is_copy: bool
    index: str | None
    written: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        found = self.found
        return {
            "file": self.file,
            "target": self.target,
            "arrived": found.arriving,
            "replaced": found.replaced,
            "left": found.leaving,
            "duplicates": found.duplicates,
            "entries": {
                self.file: len(found.source_after),
                self.target: len(found.target_after),
            },
            "written": list(self.written),
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        count = self.found.arriving + self.found.replaced
        said = (
            ngettext("{n} entry copied to {target}.", "{n} entries copied to {target}.", count)
            if self.is_copy
            else ngettext("{n} entry moved to {target}.", "{n} entries moved to {target}.", count)
        )
        done = said.format(n=format_number(count), target=harmless(self.target))
        yield (Span(harmless(self.file), "bold"), Span(f"  {done}"))
        if self.found.duplicates:
            said = ngettext(
                "{n} page was there already.",
                "{n} pages were there already.",
                self.found.duplicates,
            )
            yield (Span(f"  {said.format(n=format_number(self.found.duplicates))}", "dim"),)
        for name in self.written:
            yield (Span(f"  {harmless(name)}", "dim"),)


def move(
    file: Annotated[str, typer.Argument(metavar="IN", help=N_("Sitemap that the entries are in."))],
    target: Annotated[
        str,
        typer.Argument(metavar="TARGET", help=N_("Where they go; made when it does not exist.")),
    ],
    match: Annotated[
        str | None,
        typer.Option(
            "--match", metavar="PATTERN", help=N_("Only entries whose address has this pattern.")
        ),
    ] = None,
    is_copy: Annotated[
        bool, typer.Option("--copy", help=N_("Leave the entries in IN as well."))
    ] = False,
    duplicates: Annotated[
        str,
        typer.Option(
            "--duplicates",
            metavar="|".join(DUPLICATES),
            help=N_(
                "Pages that TARGET has: they stay in IN, replace those there, are dropped from IN, "
                "or are there twice."
            ),
        ),
    ] = STAY,
    index: Annotated[
        str | None,
        typer.Option(
            "--index", metavar="INDEX", help=N_("Index whose dates of both files are renewed.")
        ),
    ] = None,
    dry_run: DryRun = False,
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Move entries, write all files or none, report; return the exit code."""
    one_of("--format", report_format, FORMATS)
    one_of("--duplicates", duplicates, DUPLICATES)
    most = bytes_of(max_inflated)
    source = open_telling(file, most)
    goal = _target_of(target, source, most)
    if not is_copy and source.kind.is_feed:
        raise SitemapError(
            _("A feed cannot be changed."), path=file, advice=_("Copy its entries with --copy.")
        )
    with progress(_("Looking at {name}").format(name=target)) as shown:
        ids = _chosen(source, match)
        found = transfer(source, ids, goal, is_copy=is_copy, duplicates=duplicates, progress=shown)
        changed = _apply(found, index, most)
    _warn_of_loss(found, target, is_copy=is_copy)
    if not dry_run:
        _write(changed, force=force)
    written = tuple(str(doc.path) for doc in changed) if not dry_run else ()
    tell(_Told(file, target, found, is_copy, index, written), report_format)
    return 0


def _warn_of_loss(found: Transfer, target: str, *, is_copy: bool) -> None:
    """Say so when dates and other fields leave IN and arrive nowhere."""
    is_lossy = found.target.kind is Kind.TEXT and found.source.kind is not Kind.TEXT
    if is_lossy and found.arriving and not is_copy:
        said = _("{target} holds addresses only: dates and other fields of the entries are lost.")
        complain(said.format(target=target))


def _target_of(name: str, source: Document, most: int | None) -> Document:
    """The document entries go to; a new one like the source where there is no such file."""
    if is_standard(name):
        raise SitemapError(_("TARGET is a file that gets entries; it cannot be standard output."))
    path = Path(name)
    if path.exists():
        if source.path is not None and path.samefile(source.path):
            raise SitemapError(_("The entries are in this file already."), path=name)
        return open_telling(name, most)
    if not path.parent.is_dir():
        raise SitemapError(_("The folder does not exist."), path=name)
    kind = source.kind if not source.kind.is_feed else Kind.URLSET
    asked = target_of(name, kind, default=own_format(kind))
    if not asked.format.own_kinds or any(one.is_feed for one in asked.format.own_kinds):
        raise SitemapError(
            _("Entries can be moved to a sitemap or a text list only."),
            path=name,
            advice=_("Use .xml or .txt, and convert to write another format."),
        )
    if kind is not Kind.SITEMAPINDEX:
        kind = Kind.TEXT if asked.format is TEXT else Kind.URLSET
    doc = new_document(kind)
    doc.source = recoded(doc.source, None, None, asked.gzip)
    doc.path = path
    return doc


def _chosen(doc: Document, match: str | None) -> Ids:
    if match is None:
        return doc.ids
    finder = Finder([Pattern(match, "found")])
    locs = doc.values_of(doc.ids, "loc")
    is_chosen = [bool(loc) and bool(finder.group_of(loc or "")) for loc in locs]
    return doc.ids[np.array(is_chosen, np.bool_)]


def _apply(found: Transfer, index: str | None, most: int | None) -> list[Document]:
    """Change the documents; those that have to be written."""
    pairs = list(zip((found.source, found.target), found.edits, strict=True))
    if index is not None:
        listing = open_telling(index, most)
        dates = _dates(listing, found)
        pairs.append((listing, date_children(listing, dates)))
    return edit_together(pairs, _("Move entries"))


def _dates(listing: Document, found: Transfer) -> dict[str, str]:
    """The newest dates of both files, by the address the index has for them."""
    assert listing.path is not None
    members = open_set(listing.path).by_path
    dates = {}
    for doc, after in ((found.source, found.source_after), (found.target, found.target_after)):
        member = members.get(Path(doc.path).resolve()) if doc.path is not None else None
        if member is not None and member.address and len(after):
            dates[member.address] = date_of(after)
    return dates


def _write(docs: list[Document], *, force: bool) -> None:
    existing = [doc.path for doc in docs if doc.path is not None and doc.path.exists()]
    if existing and not force:
        raise SitemapError(
            _("The file exists already."),
            path=existing[0],
            advice=_("Use --force to have it changed, or --dry-run to see what would be done."),
        )
    save_all(docs)

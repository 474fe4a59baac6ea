"""Lists of other programs as input: read as tables, made into a document, and what to say of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import Progress

from . import inputs, outputs
from .options import listed
from .terminal import complain

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.formats.table import Table
    from sitemap_editor.operations.importing.choosing import Wish
    from sitemap_editor.operations.importing.proposing import Proposal

SUFFIXES = (".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".xls", ".ods", ".zip", ".jsonl", ".ndjson")
"""Names of files that hold a list and can hold nothing else."""

LOOKED_AT = 1_000
"""Rows of a list that are looked at for a filter worth naming."""

Map = Annotated[
    str | None,
    typer.Option("--map", metavar="FIELD=COLUMN,…", help=N_("Which column of a list is what.")),
]
Preset = Annotated[
    str | None,
    typer.Option("--preset", metavar="NAME", help=N_("Which program a list comes from.")),
]
Filter = Annotated[
    str | None,
    typer.Option("--filter", metavar="NAME,…", help=N_("Rows of a list that count.")),
]
RejectsFile = Annotated[
    str | None,
    typer.Option("--rejects", metavar="FILE", help=N_("Write the rows left out to a table.")),
]


def is_list(name: str) -> bool:
    """Whether a name is that of a list rather than of a sitemap."""
    path = PurePath(name.lower())
    path = path.with_suffix("") if path.suffix == ".gz" else path
    return path.suffix in SUFFIXES


def read_lists(name: str, max_inflated: int | None, progress: Progress) -> list[Table]:
    """The tables of a file or of standard input; raises SitemapError."""
    return tables_of(inputs.read_or_say(name, progress), name, max_inflated, progress)


def tables_of(data: bytes, name: str, max_inflated: int | None, progress: Progress) -> list[Table]:
    """The tables of a file that was read; raises SitemapError."""
    from sitemap_editor.formats.reading import read_tables
    from sitemap_editor.formats.table import TableOptions

    options = TableOptions(max_inflated=max_inflated)
    return read_tables(data, name, options=options, progress=progress)


def holds_table(data: bytes, name: str, max_inflated: int | None, progress: Progress) -> bool:
    """Whether a file that is no sitemap, whatever its name, is a list."""
    from sitemap_editor.operations.importing.proposing import propose

    try:
        tables = tables_of(data, name, max_inflated, progress)
    except SitemapError:
        return False
    return any(len(table.columns) > 1 or propose(table).problem is None for table in tables)


def wish_from(
    columns: str | None, preset: str | None, filters: str | None, base_url: str | None
) -> Wish:
    """What the options say about a list; raises SitemapError."""
    from sitemap_editor.operations.importing.choosing import wish_of

    return wish_of(
        listed(columns or ""),
        preset=preset or "",
        filters=tuple(listed(filters or "")),
        base_url=base_url or "",
    )


def say_guesses(proposal: Proposal) -> None:
    """Say on standard error what was guessed about a list."""
    from sitemap_editor.operations.importing import telling

    _say(_notes(proposal))
    _say(finding.message for finding in telling.findings_of_table(proposal.table))


def document_of(
    tables: list[Table],
    wish: Wish,
    progress: Progress,
    *,
    rejects: str | None = None,
    force: bool = False,
    as_it_is: bool = False,
) -> Document:
    """The document that a list makes; says on standard error what became of the rows.

    ``as_it_is`` is for documents that are read as lists: nothing is merged, and only what did not
    come in as it stands is told.
    """
    from sitemap_editor.operations.importing import telling
    from sitemap_editor.operations.importing.build import build
    from sitemap_editor.operations.importing.choosing import choose
    from sitemap_editor.operations.importing.into import as_document

    proposal = choose(tables, wish)
    mapping = replace(proposal.mapping, duplicates="keep") if as_it_is else proposal.mapping
    found = build(proposal.table, mapping, progress=progress)
    if not len(found):
        raise SitemapError(
            _("No row of the list makes an entry."), advice=" ".join(telling.summary(found)[1:])
        )
    say_guesses(proposal)
    _say(telling.summary(found)[1 if as_it_is else 0 :])
    _say(_unfiltered(proposal))
    if rejects is not None:
        outputs.write(rejects, found.rejects.as_csv(progress), force=force)
    return as_document(found)


def _notes(proposal: Proposal) -> Iterable[str]:
    for ambiguity in proposal.ambiguities:
        if not ambiguity.is_settled:
            yield ambiguity.text


def _unfiltered(proposal: Proposal) -> Iterable[str]:
    """That a list tells pages gone or kept out, when nothing was said about them."""
    from sitemap_editor.operations.importing.filters import left_out_by

    rows = proposal.table.sample(LOOKED_AT)
    names = left_out_by(rows, proposal.offers, proposal.mapping.columns)
    if names and not proposal.mapping.filters:
        said = _(
            "By what the list says, not all of these belong in a sitemap; {option} leaves them out."
        )
        yield said.format(option=f"--filter {','.join(names)}")


def _say(lines: Iterable[str]) -> None:
    for line in lines:
        complain(line)

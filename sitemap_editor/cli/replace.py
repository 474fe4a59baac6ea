"""``replace IN -o OUT --find TEXT --with TEXT``: find and replace in the values of entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from sitemap_editor.operations.find_replace import EMPTIED, ILLEGAL, UNWRITABLE, Search, find
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from . import outputs
from .inputs import open_telling
from .options import (
    FORMATS,
    Config,
    Force,
    Language,
    MaxInflated,
    Out,
    ReportFormat,
    bytes_of,
    one_of,
    require_out,
)
from .results import tell, write_document
from .terminal import Line, Span, harmless, progress

ALL = "all"
FIELD_NAMES = (*(field.name for field in FIELDS), ALL)

LEFT = {
    UNWRITABLE: N_("left: their text can only be changed in the XML"),
    EMPTIED: N_("left: no address would remain"),
    ILLEGAL: N_("left: what would be written cannot stand in the file"),
}


@dataclass(frozen=True, slots=True)
class _Told:
    """What was done."""

    file: str
    out: str
    field: str
    occurrences: int
    values: int
    entries: int
    left: dict[str, int]

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        return {
            "file": self.file,
            "output": self.out,
            "field": self.field,
            "occurrences": self.occurrences,
            "values": self.values,
            "entries": self.entries,
            "left": self.left,
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        said = ngettext("{n} value replaced.", "{n} values replaced.", self.values)
        done = said.format(n=format_number(self.values))
        yield (Span(harmless(self.file), "bold"), Span(f"  {done}"))
        for reason, number in self.left.items():
            yield (Span(f"  {format_number(number):>9}  ", "dim"), Span(_(LEFT[reason])))


def replace(
    file: Annotated[
        str, typer.Argument(metavar="IN", help=N_("Sitemap to change; - is standard input."))
    ],
    out: Out = None,
    wanted: Annotated[
        str | None, typer.Option("--find", metavar="TEXT", help=N_("What to look for."))
    ] = None,
    new: Annotated[
        str | None, typer.Option("--with", metavar="TEXT", help=N_("What to put in its place."))
    ] = None,
    is_regex: Annotated[
        bool,
        typer.Option(
            "--regex",
            help=N_("TEXT of --find is a regular expression, \\1 in --with what its group found."),
        ),
    ] = False,
    field: Annotated[
        str,
        typer.Option("--field", metavar="|".join(FIELD_NAMES), help=N_("Where to look for it.")),
    ] = "loc",
    ignore_case: Annotated[
        bool,
        typer.Option("--ignore-case", help=N_("Take capital and small letters for the same.")),
    ] = False,
    whole: Annotated[
        bool,
        typer.Option("--whole", help=N_("It must be the whole value; nothing fills empty fields.")),
    ] = False,
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Replace in IN, write OUT, report; return the exit code."""
    name = require_out(out)
    one_of("--field", field, FIELD_NAMES)
    one_of("--format", report_format, FORMATS)
    if wanted is None or new is None:
        raise SitemapError(_("Say what to look for with --find and what to put there with --with."))
    if not wanted and not whole:
        raise SitemapError(
            _("--find is empty."), advice=_("With --whole it stands for empty fields.")
        )
    outputs.require_free(name, force=force)
    doc = open_telling(file, bytes_of(max_inflated))
    where = None if field == ALL else field
    search = Search(wanted, new, where, is_regex, not ignore_case, whole)
    with progress(_("Replacing in {name}").format(name=file)) as shown:
        found = find(doc, search, progress=shown)
        told = _Told(
            file, name, field, found.occurrences, len(found), found.entry_count(), dict(found.left)
        )
        doc.edit(found.edit(progress=shown), _("Replace"))
    write_document(doc, name, force=force)
    tell(told, report_format, is_taken=outputs.is_standard(name))
    return 0

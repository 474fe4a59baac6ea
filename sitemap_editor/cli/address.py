"""``address IN -o OUT --from PREFIX --to PREFIX``: change the address of a site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from sitemap_editor.operations.moving import PLACES, Survey, change_addresses, survey
from sitemap_editor.operations.prefixes import Move
from sitemap_editor.protocol.errors import SitemapError
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
    listed,
    one_of,
    require_out,
)
from .results import tell, write_document
from .terminal import Line, Span, harmless, progress

MOST_SITES = 5

CHANGED = {
    "loc": N_("addresses of pages"),
    "alternates": N_("links to other languages"),
    "media": N_("addresses of images and videos"),
    "children": N_("addresses of sitemaps"),
}


@dataclass(frozen=True, slots=True)
class _Told:
    """What was done."""

    file: str
    out: str
    places: tuple[str, ...]
    found: Survey

    @property
    def _chosen(self) -> Survey:
        """What was found in the places asked for."""
        return {place: one for place, one in self.found.items() if place in self.places}

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        rest = {place: one for place, one in self.found.items() if place not in self.places}
        return {
            "file": self.file,
            "output": self.out,
            "changed": {place: one.changed for place, one in self._chosen.items()},
            "left": {place: dict(one.stays) for place, one in self._chosen.items()},
            "not_asked_for": {place: one.changed for place, one in rest.items()},
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        chosen = self._chosen.items()
        total = sum(found.changed for _place, found in chosen)
        said = ngettext("{n} address changed.", "{n} addresses changed.", total)
        done = said.format(n=format_number(total))
        yield (Span(harmless(self.file), "bold"), Span(f"  {done}"))
        for place, found in chosen:
            yield (Span(f"  {format_number(found.changed):>9}  ", "dim"), Span(_(CHANGED[place])))
            for site, number in found.stays.most_common(MOST_SITES):
                said = ngettext("{n} stays at {site}", "{n} stay at {site}", number)
                where = harmless(site) or _("no host")
                told = said.format(n=format_number(number), site=where)
                yield (Span(f"             {told}", "dim"),)


def address(
    file: Annotated[
        str, typer.Argument(metavar="IN", help=N_("Sitemap to change; - is standard input."))
    ],
    out: Out = None,
    old: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="PREFIX", help=N_("How addresses begin: http://example.com/shop.")
        ),
    ] = None,
    new: Annotated[
        str | None,
        typer.Option(
            "--to", metavar="PREFIX", help=N_("How they shall begin: https://shop.example.com.")
        ),
    ] = None,
    where: Annotated[
        str,
        typer.Option(
            "--in",
            metavar=",".join(PLACES),
            help=N_("Which addresses: of pages, languages, images and videos, of an index."),
        ),
    ] = ",".join(PLACES),
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Change addresses in IN, write OUT, report; return the exit code."""
    name = require_out(out)
    one_of("--format", report_format, FORMATS)
    places = tuple(listed(where))
    for place in places or (where,):
        one_of("--in", place, PLACES)
    if old is None or new is None:
        raise SitemapError(
            _("Say how addresses begin with --from and how they shall begin with --to.")
        )
    move = Move(old, new)
    outputs.require_free(name, force=force)
    doc = open_telling(file, bytes_of(max_inflated))
    with progress(_("Changing addresses in {name}").format(name=file)) as shown:
        told = _Told(file, name, places, survey(doc, move, shown))
        doc.edit(change_addresses(doc, move, places, shown), _("Change the address"))
    write_document(doc, name, force=force)
    tell(told, report_format, is_taken=outputs.is_standard(name))
    return 0

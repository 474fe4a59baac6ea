"""``address IN -o OUT --from PREFIX --to PREFIX``: change the address of a site.

``address IN… --out-dir DIR`` does it in all files of a set: an index and what it names, a folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.operations.moving import PLACES, Found, Survey, change_addresses, survey
from sitemap_editor.operations.prefixes import Move
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _, format_number, ngettext
from sitemap_editor.support.jobs import Progress

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
from .over_sets import FileCount, change_files, lines_of, require_place
from .results import tell, write_document
from .split_options import OutDir
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
    files: tuple[FileCount, ...] = ()

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
            **({"files": [one.as_dict() for one in self.files]} if self.files else {}),
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
        if self.files:
            yield from lines_of(self.files)


def address(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="IN",
            help=N_(
                "Sitemap to change; - is standard input. With --out-dir also an index, a folder, "
                "a ZIP, or several."
            ),
        ),
    ],
    out: Out = None,
    out_dir: OutDir = None,
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
    require_place(files, out, out_dir)
    one_of("--format", report_format, FORMATS)
    places = tuple(listed(where))
    for place in places or (where,):
        one_of("--in", place, PLACES)
    if old is None or new is None:
        raise SitemapError(
            _("Say how addresses begin with --from and how they shall begin with --to.")
        )
    move, most = Move(old, new), bytes_of(max_inflated)
    if out_dir is not None:
        told = _of_set(files, out_dir, move, places, force=force, max_inflated=most)
        tell(told, report_format)
    else:
        told = _of_one(files[0], require_out(out), move, places, force=force, max_inflated=most)
        tell(told, report_format, is_taken=outputs.is_standard(out))
    return 0


def _of_one(
    file: str,
    name: str,
    move: Move,
    places: tuple[str, ...],
    *,
    force: bool,
    max_inflated: int | None,
) -> _Told:
    outputs.require_free(name, force=force)
    doc = open_telling(file, max_inflated)
    with progress(_("Changing addresses in {name}").format(name=file)) as shown:
        told = _Told(file, name, places, survey(doc, move, shown))
        doc.edit(change_addresses(doc, move, places, shown), _("Change the address"))
    write_document(doc, name, force=force)
    return told


def _of_set(
    files: list[str],
    folder: str,
    move: Move,
    places: tuple[str, ...],
    *,
    force: bool,
    max_inflated: int | None,
) -> _Told:
    def make(doc: Document, shown: Progress) -> tuple[Edit | None, Survey]:
        return change_addresses(doc, move, places, shown), survey(doc, move, shown)

    label = _("Changing addresses in {name}").format(name=", ".join(files))
    done = change_files(files, folder, make, label, force=force, max_inflated=max_inflated)
    whole: Survey = {}
    counts: list[FileCount] = []
    for one in done:
        count = None if one.told is None else 0
        for place, found in (one.told or {}).items():
            whole.setdefault(place, Found()).count_in(found)
            count = (count or 0) + (found.changed if place in places else 0)
        counts.append(FileCount(one.member.name, str(one.target), count))
    return _Told(", ".join(files), folder, places, whole, tuple(counts))

"""``dedupe IN -o OUT``: one entry a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from sitemap_editor.operations.deduplicating import (
    EXACT,
    KEEP,
    MATCHES,
    Choice,
    Group,
    Merged,
    deduplicate,
    find_groups,
)
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

ALIKE = {
    "exact": N_("groups of the same address"),
    "equivalent": N_("groups of equivalent addresses"),
    "probable": N_("groups of addresses that most likely are one page"),
}


@dataclass(frozen=True, slots=True)
class _Told:
    """What was done."""

    file: str
    out: str
    groups: list[Group]
    merged: Merged
    left: int

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        counts = Counter(group.match for group in self.groups)
        return {
            "file": self.file,
            "output": self.out,
            "groups": {match: counts[match] for match in MATCHES},
            "removed": self.merged.removed,
            "completed": self.merged.completed,
            "entries": self.left,
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        removed, left = self.merged.removed, format_number(self.left)
        said = ngettext(
            "{n} entry taken out, {left} left.", "{n} entries taken out, {left} left.", removed
        ).format(n=format_number(removed), left=left)
        yield (Span(harmless(self.file), "bold"), Span(f"  {said}"))
        counts = Counter(group.match for group in self.groups)
        for match in MATCHES:
            if counts[match]:
                number = format_number(counts[match])
                yield (Span(f"  {number:>9}  ", "dim"), Span(_(ALIKE[match])))
        if self.merged.completed:
            number = format_number(self.merged.completed)
            said = _("took over dates, fields or media of the entries taken out")
            yield (Span(f"  {number:>9}  ", "dim"), Span(said))


def dedupe(
    file: Annotated[
        str, typer.Argument(metavar="IN", help=N_("Sitemap to change; - is standard input."))
    ],
    out: Out = None,
    match: Annotated[
        str,
        typer.Option(
            "--match",
            metavar="|".join(MATCHES),
            help=N_("How alike addresses must be to be one page."),
        ),
    ] = EXACT,
    keep: Annotated[
        str,
        typer.Option("--keep", metavar="|".join(KEEP), help=N_("Which entry of a page stays.")),
    ] = "newest",
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Merge entries of IN about one page, write OUT, report; return the exit code."""
    name = require_out(out)
    one_of("--match", match, MATCHES)
    one_of("--keep", keep, KEEP)
    one_of("--format", report_format, FORMATS)
    outputs.require_free(name, force=force)
    doc = open_telling(file, bytes_of(max_inflated))
    with progress(_("Looking for duplicates in {name}").format(name=file)) as shown:
        groups = find_groups(doc, match, shown)
        merged = deduplicate(doc, groups, Choice(keep), shown)
        doc.edit(merged.edit, _("Remove duplicates"))
    write_document(doc, name, force=force)
    told = _Told(file, name, groups, merged, len(doc))
    tell(told, report_format, is_taken=outputs.is_standard(name))
    return 0

"""``dedupe IN -o OUT``: one entry a page; with ``--out-dir`` over all files of a set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from sitemap_editor.operations.deduplicating import (
    EXACT,
    KEEP,
    MATCHES,
    Choice,
    deduplicate,
    find_groups,
)
from sitemap_editor.operations.merging.wishes import MergeWish
from sitemap_editor.protocol.kinds import Kind
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
from .over_sets import FileCount, lines_of, require_place, tell_absent
from .results import tell, write_document
from .set_inputs import tell_mended
from .split_options import OutDir
from .terminal import Line, Span, harmless, progress

ALIKE = {
    "exact": N_("groups of the same address"),
    "equivalent": N_("groups of equivalent addresses"),
    "probable": N_("groups of addresses that most likely are one page"),
}


@dataclass(frozen=True, slots=True)
class _Told:
    """What was done: groups by how alike they are, entries taken out, completed and left."""

    file: str
    out: str
    groups: Counter[str]
    removed: int
    completed: int
    left: int
    files: tuple[FileCount, ...] = ()
    emptied: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        files = [one.as_dict() for one in self.files]
        return {
            "file": self.file,
            "output": self.out,
            "groups": {match: self.groups[match] for match in MATCHES},
            "removed": self.removed,
            "completed": self.completed,
            "entries": self.left,
            **({"files": files, "emptied": list(self.emptied)} if files else {}),
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        removed, left = self.removed, format_number(self.left)
        said = ngettext(
            "{n} entry taken out, {left} left.", "{n} entries taken out, {left} left.", removed
        ).format(n=format_number(removed), left=left)
        yield (Span(harmless(self.file), "bold"), Span(f"  {said}"))
        for match in MATCHES:
            if self.groups[match]:
                number = format_number(self.groups[match])
                yield (Span(f"  {number:>9}  ", "dim"), Span(_(ALIKE[match])))
        if self.completed:
            number = format_number(self.completed)
            said = _("took over dates, fields or media of the entries taken out")
            yield (Span(f"  {number:>9}  ", "dim"), Span(said))
        if self.files:
            yield from lines_of(self.files)
        for name in self.emptied:
            yield (Span("  "), Span(harmless(_("{name} has no entry left.").format(name=name))))


PageMatch = Annotated[
    str,
    typer.Option(
        "--match",
        metavar="|".join(MATCHES),
        help=N_("How alike addresses must be to be one page."),
    ),
]


def dedupe(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="IN…",
            help=N_(
                "Sitemap to change; - is standard input. With --out-dir also an index, a folder, "
                "a ZIP, or several."
            ),
        ),
    ],
    out: Out = None,
    out_dir: OutDir = None,
    match: PageMatch = EXACT,
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
    require_place(files, out, out_dir)
    one_of("--match", match, MATCHES)
    one_of("--keep", keep, KEEP)
    one_of("--format", report_format, FORMATS)
    cap = bytes_of(max_inflated)
    if out_dir is not None:
        wish = MergeWish(keep, match)
        tell(_in_set(files, out_dir, wish, force=force, cap=cap), report_format)
        return 0
    name = require_out(out)
    outputs.require_free(name, force=force)
    doc = open_telling(files[0], cap)
    with progress(_("Looking for duplicates in {name}").format(name=files[0])) as shown:
        groups = find_groups(doc, match, shown)
        merged = deduplicate(doc, groups, Choice(keep), shown)
        doc.edit(merged.edit, _("Remove duplicates"))
    write_document(doc, name, force=force)
    counts = Counter(group.match for group in groups)
    told = _Told(files[0], name, counts, merged.removed, merged.completed, len(doc))
    tell(told, report_format, is_taken=outputs.is_standard(name))
    return 0


def _in_set(
    files: list[str], folder: str, wish: MergeWish, *, force: bool, cap: int | None
) -> _Told:
    """Take duplicates out of all files of a set and write these into a folder, or none."""
    from sitemap_editor.operations.sets.deduplicating import find_in_set, write_without
    from sitemap_editor.operations.sets.opening import set_of

    named = ", ".join(files)
    with progress(_("Looking for duplicates in {name}").format(name=named)) as shown:
        one = set_of(files, progress=shown)
        found = find_in_set(one, wish, max_inflated=cap, progress=shown)
    try:
        tell_mended(found.survey)
        tell_absent(one)
        with progress(_("Writing {name}").format(name=folder)) as shown:
            done = write_without(found, Path(folder), force=force, progress=shown)
        lost = range(len(found.survey.facts))
        counts = tuple(
            FileCount(each.member.name, str(each.target), each.told or 0)
            for each in done
            if each.told is not None or each.member.kind is not Kind.SITEMAPINDEX
        )
        emptied = (n for n in lost if found.removed_from(n) and not found.left_in(n))
        return _Told(
            named,
            folder,
            found.by_match(),
            found.decision.removed,
            len(found.decision.taken),
            found.survey.count - found.decision.removed,
            counts,
            tuple(one.files[number].name for number in emptied),
        )
    finally:
        found.close()

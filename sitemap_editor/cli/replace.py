"""``replace IN -o OUT --find TEXT --with TEXT``: find and replace in the values of entries.

``replace IN… --out-dir DIR`` does it in all files of a set: an index and what it names, a folder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import typer

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.operations.find_replace import (
    EMPTIED,
    ILLEGAL,
    UNWRITABLE,
    Replacing,
    Search,
    find,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELDS, fields_of
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
    one_of,
    require_out,
)
from .over_sets import FileCount, change_files, lines_of, require_place
from .results import tell, write_document
from .split_options import OutDir
from .terminal import Line, Span, harmless, progress

ALL = "all"
FIELD_NAMES = (*(one.name for one in FIELDS), ALL)

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
    files: tuple[FileCount, ...] = ()

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
            **({"files": [one.as_dict() for one in self.files]} if self.files else {}),
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        said = ngettext("{n} value replaced.", "{n} values replaced.", self.values)
        done = said.format(n=format_number(self.values))
        yield (Span(harmless(self.file), "bold"), Span(f"  {done}"))
        for reason, number in self.left.items():
            yield (Span(f"  {format_number(number):>9}  ", "dim"), Span(_(LEFT[reason])))
        if self.files:
            yield from lines_of(self.files)


@dataclass(frozen=True, slots=True)
class _Counts:
    """What was found in one file."""

    occurrences: int = 0
    values: int = 0
    entries: int = 0
    left: Counter[str] = field(default_factory=Counter)


def _counts_of(found: Replacing) -> _Counts:
    return _Counts(found.occurrences, len(found), found.entry_count(), found.left)


def _told(
    file: str,
    name: str,
    search: Search,
    counts: Sequence[_Counts],
    files: tuple[FileCount, ...] = (),
) -> _Told:
    """The account of what was found in one file, or in several together."""
    left: Counter[str] = Counter()
    for one in counts:
        left.update(one.left)
    return _Told(
        file,
        name,
        search.field or ALL,
        sum(one.occurrences for one in counts),
        sum(one.values for one in counts),
        sum(one.entries for one in counts),
        dict(left),
        files,
    )


def replace(
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
    require_place(files, out, out_dir)
    one_of("--field", field, FIELD_NAMES)
    one_of("--format", report_format, FORMATS)
    if wanted is None or new is None:
        raise SitemapError(_("Say what to look for with --find and what to put there with --with."))
    if not wanted and not whole:
        raise SitemapError(
            _("--find is empty."), advice=_("With --whole it stands for empty fields.")
        )
    where = None if field == ALL else field
    search = Search(wanted, new, where, is_regex, not ignore_case, whole)
    most = bytes_of(max_inflated)
    if out_dir is not None:
        tell(_in_set(files, out_dir, search, force=force, max_inflated=most), report_format)
    else:
        told = _in_one(files[0], require_out(out), search, force=force, max_inflated=most)
        tell(told, report_format, is_taken=outputs.is_standard(out))
    return 0


def _in_one(
    file: str, name: str, search: Search, *, force: bool, max_inflated: int | None
) -> _Told:
    outputs.require_free(name, force=force)
    doc = open_telling(file, max_inflated)
    with progress(_("Replacing in {name}").format(name=file)) as shown:
        found = find(doc, search, progress=shown)
        told = _told(file, name, search, [_counts_of(found)])
        doc.edit(found.edit(progress=shown), _("Replace"))
    write_document(doc, name, force=force)
    return told


def _in_set(
    files: list[str], folder: str, search: Search, *, force: bool, max_inflated: int | None
) -> _Told:
    def make(doc: Document, shown: Progress) -> tuple[Edit | None, _Counts]:
        if search.field not in (None, *(one.name for one in fields_of(doc.kind))):
            return None, _Counts()
        found = find(doc, search, progress=shown)
        return found.edit(progress=shown), _counts_of(found)

    label = _("Replacing in {name}").format(name=", ".join(files))
    done = change_files(files, folder, make, label, force=force, max_inflated=max_inflated)
    counts = tuple(
        FileCount(one.member.name, str(one.target), one.told.values if one.told else None)
        for one in done
    )
    whole = [one.told for one in done if one.told is not None]
    return _told(", ".join(files), folder, search, whole, counts)

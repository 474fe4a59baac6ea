"""Changes made in all files of a set: what is read, where it is written, and what is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.operations.sets.changing import FileDone, Make, change_set
from sitemap_editor.operations.sets.members import SitemapSet
from sitemap_editor.operations.sets.opening import set_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import Progress

from . import outputs
from .inputs import tell_repairs
from .options import require_out
from .terminal import Line, Span, complain, harmless, progress

T = TypeVar("T")
MOST_NAMES = 5
MOST_FILES = 20
"""Files that are told one by one to people; programs are told of all."""


@dataclass(frozen=True, slots=True)
class FileCount:
    """One file of a set and how many places changed in it; None where nothing can be changed."""

    file: str
    output: str
    count: int | None

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        return {"file": self.file, "output": self.output, "changed": self.count}


def require_place(files: Sequence[str], out: str | None, out_dir: str | None) -> None:
    """Raise SitemapError unless it is said where to write: one file, or a folder for a set."""
    if out_dir is None:
        require_out(out)
        if len(files) > 1:
            raise SitemapError(
                _("Several files cannot become one here."),
                advice=_("Say where they are to be written with --out-dir DIR."),
            )
    elif out is not None:
        raise SitemapError(_("-o OUT and --out-dir DIR do not go together."))
    elif outputs.STANDARD in files:
        raise SitemapError(_("Standard input has no name to be written under in a folder."))


def change_files(
    files: Sequence[str],
    folder: str,
    make: Make[T],
    label: str,
    *,
    force: bool,
    max_inflated: int | None,
) -> list[FileDone[T]]:
    """Change every file of a set by ``make`` and write all of them into a folder, or none."""

    def telling(doc: Document, shown: Progress) -> tuple[Edit | None, T]:
        tell_repairs(doc, str(doc.path))
        return make(doc, shown)

    with progress(label) as shown:
        one = set_of(files, progress=shown)
        done = change_set(
            one, telling, Path(folder), force=force, max_inflated=max_inflated, progress=shown
        )
    tell_absent(one)
    return done


def tell_absent(one: SitemapSet) -> None:
    """Say on standard error which files are named and cannot be read here."""
    names = [member.name for member in one.absent]
    if not names:
        return
    said = ngettext(
        "{n} sitemap that is named is not here, and was left out: {names}",
        "{n} sitemaps that are named are not here, and were left out: {names}",
        len(names),
    )
    shown = ", ".join([*names[:MOST_NAMES], *(["…"] if len(names) > MOST_NAMES else [])])
    complain(said.format(n=format_number(len(names)), names=shown))


def lines_of(counts: Sequence[FileCount]) -> Iterator[Line]:
    """The files in which something changed, for people."""
    changed = [one for one in counts if one.count]
    said = ngettext(
        "{changed} of {n} file changed.", "{changed} of {n} files changed.", len(counts)
    ).format(changed=format_number(len(changed)), n=format_number(len(counts)))
    yield (Span(f"  {said}"),)
    for one in changed[:MOST_FILES]:
        yield (Span(f"  {format_number(one.count or 0):>9}  ", "dim"), Span(harmless(one.file)))
    if len(changed) > MOST_FILES:
        rest = len(changed) - MOST_FILES
        more = ngettext("and {n} more file", "and {n} more files", rest)
        yield (Span(f"             {more.format(n=format_number(rest))}", "dim"),)
    left = [one for one in counts if one.count is None]
    for one in left[:MOST_FILES]:
        name = harmless(one.file)
        yield (Span("  "), Span(_("{name} is a feed and stays as it is.").format(name=name)))

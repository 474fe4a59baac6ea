"""``merge IN… -o OUT``: several sitemaps become one, or several others under an index."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sitemap_editor.operations.deduplicating import EXACT, MATCHES
from sitemap_editor.operations.merging.wishes import ALLOWED, DUPLICATES, MergeWish
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.support.i18n import N_, _

from . import outputs
from .dedupe import PageMatch
from .merge_outputs import Most, Parts, write_one, write_parts
from .merge_outputs import Out as WrittenTo
from .merge_report import Told
from .options import (
    FORMATS,
    Config,
    DryRun,
    Language,
    MaxInflated,
    Out,
    Profile,
    ReportFormat,
    bytes_of,
    one_of,
    profiles_of,
    require_out,
)
from .results import tell
from .set_inputs import set_of_inputs, tell_mended
from .split_options import (
    FolderUrl,
    ForceAll,
    Gzip,
    IndexName,
    Lastmod,
    MaxBytes,
    MaxUrls,
    Name,
    OutDir,
    SkipUnreadable,
    size_of,
)
from .terminal import progress

if TYPE_CHECKING:
    from sitemap_editor.operations.merging.planning import MergePlan


Files = Annotated[
    list[str],
    typer.Argument(
        metavar="IN…",
        help=N_(
            "Sitemaps to merge, in this order: files, indexes, folders, ZIPs; - is standard input."
        ),
    ),
]
Duplicates = Annotated[
    str,
    typer.Option(
        "--duplicates",
        metavar="|".join(DUPLICATES),
        help=N_("Which entry of a page stays; keep leaves all of them."),
    ),
]
Winner = Annotated[
    list[str] | None,
    typer.Option(
        "--winner",
        metavar="FIELD=WHOSE",
        help=N_(
            "Whose value of a field counts: kept, newest, oldest, first, last, highest, "
            "lowest, all (media), or the number of a file; can be given several times."
        ),
    ),
]
Provenance = Annotated[
    str | None,
    typer.Option(
        "--provenance",
        metavar="FILE",
        help=N_("CSV that tells for each entry, and its fields, which file it is from."),
    ),
]


def merge(
    files: Files,
    out: Out = None,
    duplicates: Duplicates = "newest",
    match: PageMatch = EXACT,
    winner: Winner = None,
    provenance: Provenance = None,
    out_dir: OutDir = None,
    base_url: FolderUrl = None,
    max_urls: MaxUrls = None,
    max_bytes: MaxBytes = None,
    name: Name = None,
    index_name: IndexName = None,
    lastmod: Lastmod = "newest",
    gzip: Gzip = False,
    skip_unreadable: SkipUnreadable = False,
    profile: Profile = None,
    dry_run: DryRun = False,
    report_format: ReportFormat = "text",
    language: Language = None,
    force: ForceAll = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Merge the sitemaps, write OUT or the files in DIR, report; return the exit code."""
    one_of("--format", report_format, FORMATS)
    wish = _wish(duplicates, match, winner or [])
    parts = None
    if out_dir is not None:
        parts = Parts.of(out_dir, base_url, max_urls, max_bytes, name, index_name, lastmod, gzip)
    profiles = profiles_of(profile) or DEFAULT_PROFILES
    most = Most(max_urls, size_of(max_bytes))
    place = WrittenTo(_place(out, parts), parts, profiles, force, most)
    if place.name == provenance == outputs.STANDARD:
        raise SitemapError(_("OUT and the table of --provenance cannot both be standard output."))
    place.require_other(provenance)
    if not dry_run:
        place.require_free()
        outputs.require_free(provenance, force=force)
    plan = _planned(files, wish, parts is not None, skip_unreadable, bytes_of(max_inflated))
    try:
        write = write_parts if parts is not None else write_one
        # Made first: what is written may take the place of what was read.
        with _with_provenance(plan, None if dry_run else provenance, force=force):
            written = write(plan, place, dry_run=dry_run)
        told = Told(place.name, plan, written, is_written=not dry_run)
        is_taken = outputs.is_standard(place.name) or provenance == outputs.STANDARD
        tell(told, report_format, is_taken=is_taken and not dry_run)
    finally:
        plan.close()
    return 0


def _place(out: str | None, parts: Parts | None) -> str:
    if parts is None:
        return require_out(out)
    if out is not None:
        raise SitemapError(_("-o OUT and --out-dir DIR do not go together."))
    return str(parts.folder)


def _wish(duplicates: str, match: str, winners: list[str]) -> MergeWish:
    """What the options say. Raises SitemapError for what there is not."""
    one_of("--duplicates", duplicates, DUPLICATES)
    one_of("--match", match, MATCHES)
    chosen = {}
    for pair in winners:
        for one in pair.split(","):
            field, _equals, whose = (part.strip() for part in one.partition("="))
            one_of("--winner", field, ALLOWED)
            if not (whose.isdecimal() and int(whose) >= 1):
                one_of(f"--winner {field}=", whose, ALLOWED[field])
            chosen[field] = whose
    return MergeWish(duplicates, match, chosen)


def _planned(
    files: list[str], wish: MergeWish, for_parts: bool, skip_unreadable: bool, cap: int | None
) -> MergePlan:
    from sitemap_editor.operations.merging.planning import plan_merge

    with progress(_("Reading {name}").format(name=", ".join(files))) as shown:
        one, documents = set_of_inputs(files, cap, shown)
        _require_files(wish, len(one.files))
        plan = plan_merge(
            one,
            wish,
            for_parts=for_parts,
            skip_unreadable=skip_unreadable,
            open_documents=documents,
            max_inflated=cap,
            progress=shown,
        )
    tell_mended(plan.survey)
    return plan


def _require_files(wish: MergeWish, count: int) -> None:
    """Raise SitemapError when a file is to win that is not among those read."""
    for field, whose in wish.winners.items():
        if whose.isdecimal() and int(whose) > count:
            said = _("--winner {field}={n}: there are only {count} files.")
            raise SitemapError(said.format(field=field, n=whose, count=count))


@contextmanager
def _with_provenance(plan: MergePlan, name: str | None, *, force: bool) -> Iterator[None]:
    """Write the table of --provenance together with what is written inside, or neither."""
    if name is None:
        yield
        return
    from sitemap_editor.operations.merging.provenance import table

    with ExitStack() as stack:
        with progress(_("Writing {name}").format(name=Path(name).name)) as shown:
            stack.enter_context(outputs.written_with(name, table(plan, shown), force=force))
        yield

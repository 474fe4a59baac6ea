"""``split IN… --out-dir DIR --base-url URL``: several sitemaps under an index."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sitemap_editor.operations.splitting import Wish, base_of, plan
from sitemap_editor.operations.splitting.leftovers import leftovers
from sitemap_editor.operations.splitting.telling import recovered_text
from sitemap_editor.operations.splitting.wishes import ASSIGN, LASTMOD
from sitemap_editor.operations.splitting.writing import (
    recover_folder,
    require_possible,
    write_plan,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.support.i18n import N_, _

from .inputs import open_telling
from .options import (
    FORMATS,
    Config,
    DryRun,
    Language,
    MaxInflated,
    Profile,
    ReportFormat,
    bytes_of,
    one_of,
    profiles_of,
)
from .results import tell
from .split_options import (
    Assign,
    By,
    FolderUrl,
    ForceAll,
    Gzip,
    Headroom,
    IndexName,
    Lastmod,
    MaxBytes,
    MaxUrls,
    Name,
    OutDir,
    RemoveOld,
    Robots,
    SkipUnreadable,
    by_of,
    percent_of,
    size_of,
)
from .split_report import Told
from .split_sets import index_name_for, planned, prefix_of, set_of_words
from .terminal import complain, progress

if TYPE_CHECKING:
    from sitemap_editor.operations.splitting.planning import Outline


def split(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="IN…",
            help=N_(
                "Sitemap to split, - is standard input; or an index, a folder, a ZIP or several "
                "files, which are split together."
            ),
        ),
    ],
    out_dir: OutDir = None,
    base_url: FolderUrl = None,
    by: By = "size",
    max_urls: MaxUrls = None,
    max_bytes: MaxBytes = None,
    headroom: Headroom = "0",
    name: Name = None,
    index_name: IndexName = None,
    assign: Assign = "fill",
    lastmod: Lastmod = "newest",
    gzip: Gzip = False,
    robots: Robots = None,
    remove_old: RemoveOld = False,
    skip_unreadable: SkipUnreadable = False,
    profile: Profile = None,
    dry_run: DryRun = False,
    report_format: ReportFormat = "text",
    language: Language = None,
    force: ForceAll = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Split IN into files in DIR, report; return the exit code."""
    one_of("--format", report_format, FORMATS)
    one_of("--assign", assign, ASSIGN)
    one_of("--lastmod", lastmod, LASTMOD)
    folder = Path(_require(out_dir, "--out-dir DIR"))
    if not dry_run:
        finish_earlier(folder)
    one = set_of_words(files, folder)
    wanted = Wish(
        base_url=_require(base_url or prefix_of(one, folder), "--base-url URL"),
        max_entries=max_urls,
        max_bytes=size_of(max_bytes),
        headroom=percent_of(headroom),
        name=name or "",
        index_name=index_name or index_name_for(one, folder),
        gzip=gzip,
        assign=assign,
        lastmod=lastmod,
        profiles=profiles_of(profile) or DEFAULT_PROFILES,
        **by_of(by),
    )
    cap = bytes_of(max_inflated)
    file = files[0] if len(files) == 1 else ", ".join(files)
    if one is None:
        made = _plan(file, wanted, cap)
    else:
        made = planned(one, file, wanted, cap, skip_unreadable=skip_unreadable)
    if not dry_run:
        require_possible(made, folder, force=force)
    old = leftovers(made, folder)
    told = Told(file, made, old, is_written=not dry_run)
    if not dry_run:
        with progress(_("Writing {name}").format(name=out_dir)) as shown:
            told.outcome = write_plan(
                made,
                folder,
                robots=Path(robots) if robots is not None else None,
                force=force,
                remove_leftovers=remove_old,
                progress=shown,
            )
    tell(told, report_format)
    return 0


def _plan(file: str, wanted: Wish, cap: int | None) -> Outline:
    doc = open_telling(file, cap)
    with progress(_("Splitting {name}").format(name=file)) as shown:
        return plan(doc, replace(wanted, base=base_of(doc)), progress=shown)


def finish_earlier(folder: Path) -> None:
    """Finish or undo what an earlier call left, so that it is not mixed with what comes."""
    done = recover_folder(folder) if folder.is_dir() else None
    if done is not None:
        complain(recovered_text(done[0], len(done[1])))


def _require(value: str | None, option: str) -> str:
    if value is None:
        raise SitemapError(_("{name} is missing.").format(name=option))
    return value

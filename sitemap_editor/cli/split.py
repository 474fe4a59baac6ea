"""``split IN --out-dir DIR --base-url URL``: several sitemaps under an index."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sitemap_editor.operations.splitting import BY, Wish, base_of, plan
from sitemap_editor.operations.splitting.leftovers import leftovers
from sitemap_editor.operations.splitting.patterns import read_patterns
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

from .inputs import open_telling, read
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
from .split_report import Told
from .terminal import complain, progress

if TYPE_CHECKING:
    from sitemap_editor.operations.splitting.planning import SplitPlan

BY_WORDS = "size|section[:N]|host|language|year|month|pattern:FILE"
_SECTION = re.compile(r"section(?::(\d{1,2}))?")
_SIZE = re.compile(r"(\d+)(?:\s?(KB|MB))?", re.IGNORECASE)
_UNITS = {"": 1, "KB": 1024, "MB": 1024 * 1024}
_PERCENT = re.compile(r"(\d{1,2}(?:\.\d+)?)\s?%?")


def split(
    file: Annotated[
        str, typer.Argument(metavar="IN", help=N_("Sitemap to split; - is standard input."))
    ],
    out_dir: Annotated[
        str | None, typer.Option("--out-dir", metavar="DIR", help=N_("Folder for the files."))
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option("--base-url", metavar="URL", help=N_("Public address of that folder.")),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            "--by", metavar=BY_WORDS, help=N_("What is put together; size alone fills files.")
        ),
    ] = "size",
    max_urls: Annotated[
        int | None, typer.Option("--max-urls", metavar="N", help=N_("Entries a file may have."))
    ] = None,
    max_bytes: Annotated[
        str | None,
        typer.Option(
            "--max-bytes", metavar="N", help=N_("Bytes a file may have before compression.")
        ),
    ] = None,
    headroom: Annotated[
        str,
        typer.Option("--headroom", metavar="N%", help=N_("Share of both to be left free.")),
    ] = "0",
    name: Annotated[
        str | None,
        typer.Option(
            "--name",
            metavar="TEMPLATE",
            help=N_("Names of the files, with {base}, {section}, {n} or {n:03} in them."),
        ),
    ] = None,
    index_name: Annotated[
        str | None, typer.Option("--index-name", metavar="NAME", help=N_("Name of the index."))
    ] = None,
    assign: Annotated[
        str,
        typer.Option(
            "--assign",
            metavar="|".join(ASSIGN),
            help=N_("Fill one file after the other, or give entries to files by their address."),
        ),
    ] = "fill",
    lastmod: Annotated[
        str,
        typer.Option(
            "--lastmod", metavar="|".join(LASTMOD), help=N_("Dates of the files in the index.")
        ),
    ] = "newest",
    gzip: Annotated[bool, typer.Option("--gzip", help=N_("Compress the files."))] = False,
    robots: Annotated[
        str | None,
        typer.Option(
            "--robots", metavar="FILE", help=N_("robots.txt that gets a line with the index.")
        ),
    ] = None,
    remove_old: Annotated[
        bool,
        typer.Option(
            "--remove-old",
            help=N_("Remove files that only the index of an earlier split names."),
        ),
    ] = False,
    profile: Profile = None,
    dry_run: DryRun = False,
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Annotated[
        bool, typer.Option("--force", help=N_("Replace files that exist already."))
    ] = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Split IN into files in DIR, report; return the exit code."""
    one_of("--format", report_format, FORMATS)
    one_of("--assign", assign, ASSIGN)
    one_of("--lastmod", lastmod, LASTMOD)
    folder = Path(_require(out_dir, "--out-dir DIR"))
    wanted = Wish(
        base_url=_require(base_url, "--base-url URL"),
        max_entries=max_urls,
        max_bytes=_size_of(max_bytes),
        headroom=_percent_of(headroom),
        name=name or "",
        index_name=index_name or "",
        gzip=gzip,
        assign=assign,
        lastmod=lastmod,
        profiles=profiles_of(profile) or DEFAULT_PROFILES,
        **_by_of(by),
    )
    if not dry_run:
        _finish_earlier(folder)
    made = _plan(file, wanted, bytes_of(max_inflated))
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


def _plan(file: str, wanted: Wish, cap: int | None) -> SplitPlan:
    from dataclasses import replace

    doc = open_telling(file, cap)
    with progress(_("Splitting {name}").format(name=file)) as shown:
        return plan(doc, replace(wanted, base=base_of(doc)), progress=shown)


def _finish_earlier(folder: Path) -> None:
    """Finish or undo what an earlier call left, so that it is not mixed with what comes."""
    done = recover_folder(folder) if folder.is_dir() else None
    if done is not None:
        complain(recovered_text(done[0], len(done[1])))


def _require(value: str | None, option: str) -> str:
    if value is None:
        raise SitemapError(_("{name} is missing.").format(name=option))
    return value


def _by_of(text: str) -> dict[str, Any]:
    """What ``--by`` says, as fields of a wish."""
    section = _SECTION.fullmatch(text)
    if section is not None and section[1] != "0":
        return {"by": "section", "depth": int(section[1] or 1)}
    kind, _colon, file = text.partition(":")
    if kind == "pattern" and file:
        return {"by": "pattern", "patterns": read_patterns(read(file).decode("utf-8-sig"))}
    plain = [one for one in BY if one not in ("section", "pattern")]
    if text in plain:
        return {"by": text}
    said = _("{option} cannot be {value}; there are: {choices}.")
    choices = BY_WORDS.replace("|", ", ")
    raise SitemapError(said.format(option="--by", value=text, choices=choices))


def _size_of(text: str | None) -> int | None:
    if text is None:
        return None
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        said = _("--max-bytes {value} is no number of bytes; write one like {example}.")
        raise SitemapError(said.format(value=text, example="10000000"))
    return int(found[1]) * _UNITS[(found[2] or "").upper()]


def _percent_of(text: str) -> float:
    found = _PERCENT.fullmatch(text.strip())
    if found is None:
        said = _("--headroom {value} is no share; write one like {example}.")
        raise SitemapError(said.format(value=text, example="10%"))
    return float(found[1])

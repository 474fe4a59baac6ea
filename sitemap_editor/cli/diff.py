"""``diff OLD NEW``: what came, went, changed or moved between two sitemaps, sets or lists."""

from __future__ import annotations

import contextlib
import re
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sitemap_editor.formats.comparisons import COMPARISONS, ComparisonOptions
from sitemap_editor.formats.reports import FOR_PROGRAMS
from sitemap_editor.operations.comparing import (
    MATCHES,
    ListSide,
    compare,
    open_side,
    side_of_bytes,
    site_of_side,
)
from sitemap_editor.operations.comparing.reporting import compared_for_report
from sitemap_editor.operations.comparing.sources import is_list_name
from sitemap_editor.operations.splitting.telling import names_text
from sitemap_editor.protocol.differences import DiffKind
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _, format_number, ngettext, spoken

from . import inputs, lists, outputs
from .diff_text import lines_of
from .lists import Filter, Map, Preset
from .options import (
    BaseUrl,
    Config,
    Force,
    Language,
    MaxInflated,
    Out,
    bytes_of,
    check_base_url,
    one_of,
)
from .terminal import complain, progress, show

if TYPE_CHECKING:
    from sitemap_editor.formats.comparisons import Compared
    from sitemap_editor.operations.comparing import Comparison, Side
    from sitemap_editor.operations.importing.choosing import Wish
    from sitemap_editor.support.jobs import Progress

FORMATS = ("text", *COMPARISONS)

SAME, DIFFERENT, UNREAD = 0, 1, 2

MINUTE = "%Y-%m-%d %H:%M"

_LIMIT = re.compile(r"(\d+(?:\.\d+)?)\s*%|(\d+)", re.ASCII)

Matching = Annotated[
    str,
    typer.Option(
        "--match",
        metavar="|".join(MATCHES),
        help=N_("Whether other spellings of an address are the same page."),
    ),
]
FailIfRemoved = Annotated[
    str | None,
    typer.Option(
        "--fail-if-removed",
        metavar="N%",
        help=N_("Exit with 1 only when more of OLD's entries are gone; a number without % counts."),
    ),
]
FailIfAdded = Annotated[
    str | None,
    typer.Option("--fail-if-added", metavar="N%", help=N_("The same for entries that were added.")),
]
FailIfChanged = Annotated[
    str | None,
    typer.Option("--fail-if-changed", metavar="N%", help=N_("The same for entries that changed.")),
]


class Limit(NamedTuple):
    """How many differences of a kind are too many: a share of the old entries, or a number."""

    option: str
    text: str
    kind: DiffKind
    share: Fraction | None
    number: int = 0

    def is_exceeded(self, found: Comparison) -> bool:
        """Whether there are more."""
        count = found.counts[self.kind]
        if self.share is None:
            return count > self.number
        return count > self.share * found.old_count


def diff(
    old: Annotated[
        str,
        typer.Argument(
            metavar="OLD", help=N_("Sitemap, index, folder, ZIP or list; - is standard input.")
        ),
    ],
    new: Annotated[
        str, typer.Argument(metavar="NEW", help=N_("What it is compared with, of any kind."))
    ],
    out: Out = None,
    matching: Matching = "exact",
    report_format: Annotated[
        str, typer.Option("--format", metavar="|".join(FORMATS), help=N_("Form of the report."))
    ] = "text",
    fail_if_removed: FailIfRemoved = None,
    fail_if_added: FailIfAdded = None,
    fail_if_changed: FailIfChanged = None,
    columns: Map = None,
    preset: Preset = None,
    filters: Filter = None,
    base_url: BaseUrl = None,
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Compare OLD with NEW, report; return the exit code."""
    one_of("--match", matching, MATCHES)
    one_of("--format", report_format, FORMATS)
    check_base_url(base_url)
    limits = [
        _limit("--fail-if-removed", fail_if_removed, DiffKind.REMOVED),
        _limit("--fail-if-added", fail_if_added, DiffKind.ADDED),
        _limit("--fail-if-changed", fail_if_changed, DiffKind.CHANGED),
    ]
    if old == new == outputs.STANDARD:
        raise SitemapError(_("Only one of OLD and NEW can be standard input."))
    outputs.require_free(out, force=force)
    has_wish = bool(columns or preset or filters or base_url)
    wish = lists.wish_from(columns, preset, filters, base_url) if has_wish else None
    sides = _sides(old, new, wish, bytes_of(max_inflated))
    with progress(_("Comparing {old} with {new}").format(old=old, new=new)) as shown:
        found = compare(*sides, match=matching, progress=shown)
        if found.problems:
            _tell_problems(found)
            return UNREAD
        _report(found, report_format, out, shown, force=force)
    return _verdict(found, [limit for limit in limits if limit is not None])


# What is compared


def _sides(old: str, new: str, wish: Wish | None, cap: int | None) -> tuple[Side, Side]:
    """Both sides; the sitemap first, since a list may leave out the site of its addresses."""
    opened: dict[str, Side] = {}
    site = ""
    for role, name in sorted((("old", old), ("new", new)), key=lambda one: is_list_name(one[1])):
        opened[role] = side = _side(name, wish, site, cap)
        site = site or site_of_side(side)
    if wish is not None and not any(isinstance(side, ListSide) for side in opened.values()):
        said = _("Neither OLD nor NEW is a list: {options} say how a list is read.")
        options = "--map, --preset, --filter, --base-url"
        raise SitemapError(said.format(options=options))
    return opened["old"], opened["new"]


def _side(name: str, wish: Wish | None, site: str, cap: int | None) -> Side:
    with progress(_("Opening {name}").format(name=name)) as shown:
        side: Side
        if name == outputs.STANDARD:
            data = inputs.read(name)
            side = side_of_bytes(data, name, wish=wish, site=site, max_inflated=cap, progress=shown)
        else:
            side = open_side(Path(name), wish=wish, site=site, max_inflated=cap, progress=shown)
    if isinstance(side, ListSide) and side.proposal is not None:
        lists.say_guesses(side.proposal)
    return side


def _tell_problems(found: Comparison) -> None:
    """Name what cannot be read: with entries that are not known nothing can be said."""
    (_side, first), *others = found.problems
    if not others:
        complain(first.error)
        return
    said = ngettext(
        "{problem} {n} more file cannot be read: {names}.",
        "{problem} {n} more files cannot be read: {names}.",
        len(others),
    )
    names = names_text([problem.error.path or problem.file for _side, problem in others])
    complain(said.format(problem=first.error, n=format_number(len(others)), names=names))


# What is said


def _report(found: Comparison, form: str, out: str | None, shown: Progress, *, force: bool) -> None:
    # What programs read is English, whatever language people are spoken to.
    with spoken("en") if form in FOR_PROGRAMS else contextlib.nullcontext():
        compared = compared_for_report(found, progress=shown)
        if form in COMPARISONS:
            options = ComparisonOptions(date=time.strftime(MINUTE))
            pieces = COMPARISONS[form](compared, options)
            outputs.write(out, (outputs.encoded(piece) for piece in pieces), force=force)
        else:
            show(lines_of(compared), out, force=force)
    _tell_notes(found, compared)


def _tell_notes(found: Comparison, compared: Compared) -> None:
    for note in compared.notes:
        complain(note)


def _verdict(found: Comparison, limits: list[Limit]) -> int:
    """0, 1: whether anything differs, or more than people allow."""
    if not limits:
        return DIFFERENT if len(found) else SAME
    exceeded = [limit for limit in limits if limit.is_exceeded(found)]
    for limit in exceeded:
        complain(_exceeded_text(limit, found))
    return DIFFERENT if exceeded else SAME


def _exceeded_text(limit: Limit, found: Comparison) -> str:
    count = found.counts[limit.kind]
    said = {
        DiffKind.REMOVED: ngettext(
            "{n} of {total} entries is gone, more than {limit}.",
            "{n} of {total} entries are gone, more than {limit}.",
            count,
        ),
        DiffKind.ADDED: ngettext(
            "{n} entry was added to {total}, more than {limit}.",
            "{n} entries were added to {total}, more than {limit}.",
            count,
        ),
        DiffKind.CHANGED: ngettext(
            "{n} of {total} entries has changed, more than {limit}.",
            "{n} of {total} entries have changed, more than {limit}.",
            count,
        ),
    }[limit.kind]
    return said.format(
        n=format_number(count), total=format_number(found.old_count), limit=limit.text
    )


def _limit(option: str, text: str | None, kind: DiffKind) -> Limit | None:
    """What ``--fail-if-…`` says; raises SitemapError when it is no number."""
    if text is None:
        return None
    match = _LIMIT.fullmatch(text.strip())
    if match is None:
        said = _("{option} {value} is no share or number; write one like {example} or {number}.")
        raise SitemapError(said.format(option=option, value=text, example="10%", number="100"))
    if match[1]:
        return Limit(option, text.strip(), kind, Fraction(match[1]) / 100)
    return Limit(option, text.strip(), kind, None, int(match[2]))

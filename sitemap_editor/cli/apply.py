"""``apply LIST SITEMAP -o OUT``: take out, keep, set or replace what a list says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from sitemap_editor.operations.applying import read_list
from sitemap_editor.operations.applying.actions import ACTIONS
from sitemap_editor.operations.applying.fixed import SETTABLE, fixed_value
from sitemap_editor.operations.applying.planning import (
    Plan,
    Wanted,
    choose_for,
    mapping_for,
    plan,
)
from sitemap_editor.operations.importing.statuses import StatusGroup
from sitemap_editor.operations.importing.telling import counted
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from . import lists, outputs
from .applied import Told
from .inputs import open_telling
from .lists import Filter, Map, Preset, RejectsFile
from .options import (
    FORMATS,
    BaseUrl,
    Config,
    Force,
    Language,
    MaxInflated,
    Out,
    ReportFormat,
    bytes_of,
    check_base_url,
    listed,
    one_of,
    require_out,
)
from .results import tell, write_document
from .terminal import progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_editor.operations.applying import Listed
    from sitemap_editor.operations.importing.mapping import Mapping
    from sitemap_editor.operations.importing.proposing import Proposal
    from sitemap_editor.support.jobs import Progress

MATCHES = ("exact", "equivalent")
OTHER_HOSTS = ("replace", "leave")
ALL = "all"

Do = Annotated[
    str | None,
    typer.Option(
        "--do",
        metavar="|".join(ACTIONS),
        help=N_("What to do with the entries that the list is about."),
    ),
]
Matching = Annotated[
    str,
    typer.Option(
        "--match",
        metavar="|".join(MATCHES),
        help=N_("Whether other spellings of an address are the same page."),
    ),
]
Status = Annotated[
    str | None,
    typer.Option(
        "--status",
        metavar="GROUP,…",
        help=N_("Rows with such a status count: gone, redirect, denied, all and so on."),
    ),
]
Values = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIELD=VALUE",
        help=N_("A value for all entries, such as lastmod=today; may be given several times."),
    ),
]
OtherHosts = Annotated[
    str,
    typer.Option(
        "--other-hosts",
        metavar="|".join(OTHER_HOSTS),
        help=N_("What to do with addresses that are replaced by those of another host."),
    ),
]


def apply(
    list_file: Annotated[
        str, typer.Argument(metavar="LIST", help=N_("List to apply; - is standard input."))
    ],
    file: Annotated[
        str, typer.Argument(metavar="SITEMAP", help=N_("Sitemap to change; - is standard input."))
    ],
    out: Out = None,
    do: Do = None,
    matching: Matching = "exact",
    columns: Map = None,
    preset: Preset = None,
    filters: Filter = None,
    status: Status = None,
    values: Values = None,
    other_hosts: OtherHosts = "replace",
    base_url: BaseUrl = None,
    rejects: RejectsFile = None,
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Apply LIST to SITEMAP, write OUT, report; return the exit code."""
    name = require_out(out)
    _require_choices(do, matching, other_hosts, report_format)
    check_base_url(base_url)
    if list_file == file == outputs.STANDARD:
        raise SitemapError(_("Only one of LIST and SITEMAP can be standard input."))
    for path in (name, rejects):
        outputs.require_free(path, force=force)
    wanted = _wanted(do or "", values or (), columns, _groups(status, filters))
    wanted = replace(wanted, exact_only=matching == "exact", abroad=other_hosts == "replace")
    cap = bytes_of(max_inflated)
    doc = open_telling(file, cap)
    wish = lists.wish_from(columns, preset, filters, base_url)
    with progress(_("Opening {name}").format(name=list_file)) as shown:
        proposal = choose_for(doc, lists.read_lists(list_file, cap, shown), wish)
        found = _rows(proposal, mapping_for(proposal, wanted.action, wish.filters), shown)
    with progress(_("Applying {name}").format(name=list_file)) as shown:
        made = plan(doc, found, wanted, shown)
    _require_rest(made, force=force)
    lists.say_guesses(proposal)
    told = Told(list_file, file, name, made, found, len(doc))
    doc.edit(made.applied.edit, _("Apply a list"))
    if rejects is not None and found.rejects is not None:
        outputs.write(rejects, found.rejects.as_csv(), force=force)
    write_document(doc, name, force=force)
    tell(told, report_format, is_taken=outputs.is_standard(name))
    return 0


def _require_choices(do: str | None, matching: str, other_hosts: str, form: str) -> None:
    if do is None:
        said = _("Say what to do with --do; there are: {choices}.")
        raise SitemapError(said.format(choices=", ".join(ACTIONS)))
    one_of("--do", do, ACTIONS)
    one_of("--match", matching, MATCHES)
    one_of("--other-hosts", other_hosts, OTHER_HOSTS)
    one_of("--format", form, FORMATS)


def _wanted(
    action: str,
    values: Sequence[str],
    columns: str | None,
    groups: frozenset[StatusGroup] | None,
) -> Wanted:
    """What the options ask for; a value that is given limits ``set`` to what was named."""
    fixed: dict[str, str | None] = {}
    for word in (word for value in values for word in listed(value)):
        field, _mark, text = (part.strip() for part in word.partition("="))
        one_of("--set", field, SETTABLE)
        fixed[field] = fixed_value(field, text)
    if fixed and action != "set":
        raise SitemapError(_("--set belongs to --do set."))
    mapped = [word.partition("=")[0].strip() for word in listed(columns or "")]
    fields = (*fixed, *(name for name in mapped if name in SETTABLE)) if fixed else ()
    return Wanted(action, groups, fields=fields, fixed=fixed)


def _groups(status: str | None, filters: str | None) -> frozenset[StatusGroup] | None:
    """The statuses that count; None those that usually do."""
    if status is None:
        # Who filters by status has said which count.
        is_said = any(word.lower().startswith("status") for word in listed(filters or ""))
        return frozenset(StatusGroup) if is_said else None
    names = listed(status)
    for name in names or [status]:
        one_of("--status", name, (ALL, *StatusGroup))
    return frozenset(StatusGroup if ALL in names else map(StatusGroup, names))


def _rows(proposal: Proposal, mapping: Mapping, shown: Progress) -> Listed:
    """The rows of the list; raises SitemapError when none counts."""
    found = read_list(proposal.table, mapping, shown)
    if len(found):
        return found
    reasons = counted(found.rejects) if found.rejects is not None else ""
    advice = _("Rows left out: {reasons}.").format(reasons=reasons) if reasons else None
    raise SitemapError(_("No row of the list counts."), path=proposal.table.name, advice=advice)


def _require_rest(made: Plan, *, force: bool) -> None:
    """Refuse what cannot be done, and to leave an empty sitemap because nothing was found."""
    if made.problem is not None:
        raise made.problem
    if made.wanted.action == "keep" and made.leaves_nothing and not force:
        raise SitemapError(
            _("No entry is in the list, so nothing would be kept."),
            advice=_("Look whether the list is the right one; --force writes an empty sitemap."),
        )

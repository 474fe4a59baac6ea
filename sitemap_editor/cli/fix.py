"""``fix FILE -o OUT``: mend what can be mended, write the result, and say what was done."""

from __future__ import annotations

from typing import Annotated

import typer

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.rules.beside.surroundings import surrounded
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.support.i18n import N_, _

from . import outputs
from .answers import answers_of
from .inputs import open_input, open_surely
from .mending import Account, mend
from .options import (
    ASK,
    FORMATS,
    BaseUrl,
    Config,
    DryRun,
    Force,
    Language,
    MaxInflated,
    Out,
    Profile,
    ReportFormat,
    address_of,
    bytes_of,
    check_base_url,
    listed,
    one_of,
    profiles_of,
    require_out,
)
from .policies import Policies
from .results import tell, write_document
from .terminal import progress


def fix(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=N_("File to mend; - is standard input."))
    ],
    out: Out = None,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="CODE,…", help=N_("Mend findings of these rules only.")),
    ] = None,
    ask: Annotated[
        str,
        typer.Option(
            "--ask", metavar="|".join(ASK), help=N_("What to do with fixes that need a decision.")
        ),
    ] = "skip",
    answer: Annotated[
        list[str] | None,
        typer.Option(
            "--answer",
            metavar="KEY=VALUE",
            help=N_("Decide what a fix asks, such as zone=+02:00; may be given several times."),
        ),
    ] = None,
    profile: Profile = None,
    base_url: BaseUrl = None,
    dry_run: DryRun = False,
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Mend FILE, write OUT, report; return the exit code."""
    one_of("--format", report_format, FORMATS)
    one_of("--ask", ask, ASK)
    check_base_url(base_url)
    codes, answers = _codes(only), answers_of(answer or ())
    profiles = profiles_of(profile)
    cap = bytes_of(max_inflated)
    if not dry_run:
        outputs.require_free(require_out(out), force=force)
    is_accepted = ask == "accept"
    with progress(_("Opening {name}").format(name=file)) as shown:
        open_it = open_input if is_accepted else open_surely
        doc = open_it(file, max_inflated=cap, progress=shown)
    done, policies = Account(file, out, dry_run, is_accepted), Policies()
    with progress(_("Mending {name}").format(name=file)) as shown:
        policy = policies.of(file)
        checker = surrounded(
            doc,
            profiles=profiles or policy.profiles or DEFAULT_PROFILES,
            base_url=address_of(base_url, file),
            policy=policy,
            progress=shown,
        )
        mend(doc, checker, codes, done, accept_ask=is_accepted, answers=answers, progress=shown)
    if not dry_run and out is not None:
        write_document(doc, out, force=force)
    tell(done, report_format, is_taken=not dry_run and outputs.is_standard(out))
    policies.complain()
    return 0


def _codes(only: str | None) -> tuple[str, ...]:
    codes = tuple(listed(only)) if only is not None else ()
    for code in codes:
        if code not in CATALOGUE:
            raise SitemapError(_("There is no rule {code}.").format(code=code))
    return codes

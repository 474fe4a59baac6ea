"""``fix FILE -o OUT``: mend what can be mended, write the result, and say what was done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sitemap_editor.formats import Target, own_format, target_of, write
from sitemap_editor.formats.reports.json import dumps
from sitemap_editor.formats.xml import XML
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
    BaseUrl,
    Config,
    Force,
    Language,
    MaxInflated,
    Out,
    Profile,
    address_of,
    bytes_of,
    check_base_url,
    listed,
    one_of,
    profiles_of,
    require_out,
)
from .policies import Policies
from .terminal import Span, progress, say, show

if TYPE_CHECKING:
    from sitemap_editor.protocol.kinds import Kind

FORMATS = ("text", "json")
ASK = ("skip", "accept")

MOST_ROUNDS = 5
"""A fix may bring another rule's finding to light, which is mended in the next round."""


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
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help=N_("Say what would be done, and write nothing."))
    ] = False,
    report_format: Annotated[
        str, typer.Option("--format", metavar="|".join(FORMATS), help=N_("Form of the report."))
    ] = "text",
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
    with progress(_("Opening {name}").format(name=file)) as shown:
        open_it = open_input if ask == "accept" else open_surely
        doc = open_it(file, max_inflated=cap, progress=shown)
    done, policies = Account(file, out, dry_run, ask == "accept"), Policies()
    with progress(_("Mending {name}").format(name=file)) as shown:
        policy = policies.of(file)
        checker = surrounded(
            doc,
            profiles=profiles or policy.profiles or DEFAULT_PROFILES,
            base_url=address_of(base_url, file),
            policy=policy,
            progress=shown,
        )
        is_accepted = ask == "accept"
        mend(doc, checker, codes, done, accept_ask=is_accepted, answers=answers, progress=shown)
    if not dry_run and out is not None:
        outputs.write(out, write(doc, target_for(out, doc.kind)), force=force)
    _tell(done, report_format)
    policies.complain()
    return 0


def _codes(only: str | None) -> tuple[str, ...]:
    codes = tuple(listed(only)) if only is not None else ()
    for code in codes:
        if code not in CATALOGUE:
            raise SitemapError(_("There is no rule {code}.").format(code=code))
    return codes


def target_for(name: str, kind: Kind) -> Target:
    """What a name asks for: without a known suffix, the document stays what it is."""
    own = own_format(kind)
    if outputs.is_standard(name):
        return Target(own)
    target = target_of(name, kind, default=own)
    # A feed may be called .xml; a sitemap of it is what convert makes.
    return Target(own, target.gzip) if kind.is_feed and target.format is XML else target


def _tell(done: Account, form: str) -> None:
    """Report on standard output, or on standard error when the document went there."""
    lines = [(Span(dumps(done.as_dict())),)] if form == "json" else done.lines()
    is_taken = not done.dry_run and outputs.is_standard(done.out)
    (say if is_taken else show)(lines)

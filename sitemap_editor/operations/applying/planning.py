"""What applying a list would do, worked out from a few choices; looked at before it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace

from sitemap_editor.document.document import Document
from sitemap_editor.formats.table import Table
from sitemap_editor.operations.importing.choosing import Wish, choose
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.operations.importing.proposing import SHARE, Proposal
from sitemap_editor.operations.importing.statuses import StatusGroup
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind, require_editable
from sitemap_editor.protocol.urls import WHITE_SPACE, split_url
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .actions import ACTIONS, Applied, apply_list
from .listed import Listed
from .matching import Comparison, Matches, Rows, compare, match, once_each, only_exact

MARK, COMPARE = "mark", "compare"
"""Actions that change nothing."""

REDIRECT_MAP = "redirect-map"
_UNCERTAIN = frozenset({
    StatusGroup.DENIED,
    StatusGroup.TOO_MANY,
    StatusGroup.SERVER,
    StatusGroup.NO_ANSWER,
})  # fmt: skip
"""Statuses that say nothing about whether the page is there."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What people chose: an action of ACTIONS, or MARK, or COMPARE.

    ``groups`` are the statuses of the rows that count, None those that usually do; ``fields``,
    ``fixed`` and ``abroad`` as for ``apply_list``.
    """

    action: str
    groups: frozenset[StatusGroup] | None = None
    exact_only: bool = False
    fields: Sequence[str] = ()
    fixed: MappingOf[str, str | None] = field(default_factory=dict)
    abroad: bool = True


@dataclass(slots=True)
class Plan:
    """What applying a list would do to a document as it is in ``revision``.

    ``listed`` are the rows that count, of all ``rows`` that have an address; ``groups`` the
    statuses that count, None for all. ``missing`` are rows, one an address, whose page is not in
    the document. ``spelled_otherwise`` counts entries whose address the list has in another
    spelling, whether these count or not. ``comparison`` is there for COMPARE. ``applied`` is empty
    for actions that change nothing, and where ``problem`` says why it cannot be done.
    """

    doc: Document
    wanted: Wanted
    rows: int
    groups: frozenset[StatusGroup] | None
    listed: Listed
    matches: Matches
    missing: Rows
    spelled_otherwise: int
    comparison: Comparison | None = None
    applied: Applied = field(default_factory=Applied)
    problem: SitemapError | None = None
    revision: int = 0

    @property
    def count(self) -> int:
        """How many entries the action is about."""
        if self.wanted.action in (MARK, COMPARE):
            return len(self.matches.matched)
        applied = self.applied
        return applied.changed + applied.removed if applied.edit is not None else 0

    @property
    def leaves_nothing(self) -> bool:
        """Whether the document would be empty."""
        return bool(len(self.doc)) and self.applied.removed == len(self.doc)


def plan(doc: Document, listed: Listed, wanted: Wanted, progress: Progress = NO_PROGRESS) -> Plan:
    """Work out what a list does; raises SitemapError for a document that cannot be changed."""
    require_pages(doc)
    groups = wanted.groups
    if groups is None:
        groups = usual_groups(wanted.action, listed)
    counted = listed if groups is None else listed.with_status(groups)
    matches = match(doc, counted, progress)
    spelled_otherwise = matches.equivalent_count
    if wanted.exact_only:
        matches = only_exact(counted, matches)
    missing = once_each(counted, matches.missing_rows)
    made = Plan(doc, wanted, len(listed), groups, counted, matches, missing, spelled_otherwise)
    made.revision = doc.revision
    if wanted.action == COMPARE:
        made.comparison = compare(counted, matches)
    if wanted.action in ACTIONS:
        try:
            made.applied = apply_list(
                doc,
                counted,
                matches,
                wanted.action,
                fields=wanted.fields,
                fixed=wanted.fixed,
                abroad=wanted.abroad,
                progress=progress,
            )
        except SitemapError as error:
            made.problem = error
    return made


def require_pages(doc: Document) -> None:
    """Raise SitemapError for a document that has no entries to be changed."""
    require_editable(doc.kind)
    if doc.kind is Kind.ROBOTS:
        raise SitemapError(
            _("A robots.txt has no pages that a list could be about."),
            advice=_("Apply the list to a sitemap."),
        )


def choose_for(doc: Document, tables: Sequence[Table], wish: Wish) -> Proposal:
    """The table that is meant; addresses without their site are those of the document's.

    Raises SitemapError when there is none.
    """
    return choose_with_site(tables, wish, lambda: site_of_document(doc))


def choose_with_site(tables: Sequence[Table], wish: Wish, site: Callable[[], str]) -> Proposal:
    """The table that is meant; only where none has whole addresses, those of ``site`` are tried.

    Raises SitemapError when there is none.
    """
    try:
        return choose(tables, wish)
    except SitemapError as error:
        own = "" if wish.base_url else site()
        if not own:
            raise
        try:
            return choose(tables, replace(wish, base_url=own))
        except SitemapError:
            raise error from None


def site_of_document(doc: Document) -> str:
    """Scheme and host of the first address, for addresses without; empty where there is none."""
    first = doc.value(0, "loc") if len(doc) else None
    url = split_url((first or "").strip(WHITE_SPACE))
    return f"{url.scheme}://{url.authority}/" if url.is_web and url.authority else ""


def usual_groups(action: str, listed: Listed) -> frozenset[StatusGroup] | None:
    """The statuses of the rows an action is usually about; None when it is about all.

    Pages are taken out when they are gone. One that was not shown to the crawler, or did not
    answer, may well be there.
    """
    present = frozenset(listed.groups())
    if action != "remove" or not present:
        return None
    if StatusGroup.GONE in present:
        return frozenset({StatusGroup.GONE})
    return frozenset(StatusGroup) - _UNCERTAIN


def usual_action(mapping: Mapping, listed: Listed) -> str:
    """What people most likely want with a list."""
    if mapping.preset == REDIRECT_MAP:
        return "replace"
    groups = frozenset(listed.groups())
    if StatusGroup.GONE in groups and StatusGroup.FINE not in groups:
        return "remove"
    if groups or "indexable" in listed.values:
        return COMPARE
    is_dated = "lastmod" in listed.values and any(listed.values["lastmod"])
    return "set" if is_dated else COMPARE


def mapping_for(proposal: Proposal, action: str = "", filters: Sequence[str] = ()) -> Mapping:
    """A mapping as it is applied: a list of old and new addresses is about the old ones.

    What an import leaves out without being asked counts here, so ``filters`` are those people
    asked for. ``replace`` takes the only other column of addresses for the new ones, where nothing
    says which that is.
    """
    mapping = proposal.mapping
    columns = dict(mapping.columns)
    if "old" in columns:
        old = columns.pop("old")
        if "new" not in columns and columns.get("loc", old) != old:
            columns["new"] = columns["loc"]
        columns["loc"] = old
    if action == "replace" and "new" not in columns:
        others = [
            one.column
            for one in proposal.url_candidates
            if one.share >= SHARE and one.column not in columns.values()
        ]
        if len(others) == 1:
            columns["new"] = others[0]
    languages = {} if "loc" in columns else mapping.languages
    return replace(mapping, columns=columns, filters=tuple(filters), languages=languages)

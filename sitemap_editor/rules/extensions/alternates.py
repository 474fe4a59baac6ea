"""Group L, second part: entries that name each other as other languages of one page.

``engine.clusters`` finds the links these rules are about.
"""

from __future__ import annotations

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.base import URLSET_ONLY, Context, Hit, ask, rule, safe
from sitemap_editor.rules.engine.clusters import LinkFlaw
from sitemap_editor.support.i18n import N_, format_number

from .language_links import FIELD


def _hit(flaw: LinkFlaw, kind: str) -> Hit | None:
    if flaw.kind != kind:
        return None
    shown = {
        "code": flaw.code,
        "other": format_number(flaw.other + 1),
        "found": flaw.code_there,
    }
    return Hit(shown, field=FIELD, value=flaw.href, at=flaw.at, more=flaw.more)


@rule(
    "hreflang-return-missing",
    title=N_("Language link without a link back"),
    message=N_(
        "This entry names “{value}” as its version in “{code}”, but entry {other} of that page "
        "does not link back. Google ignores links between languages that are not mutual."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_return_missing(flaw: LinkFlaw, _context: Context) -> Hit | None:
    """A names B as another language, B is in the file, or the set, and does not name A.

    Good: both entries have the same links. Bad: only one of them names the other.
    """
    hit = _hit(flaw, "return")
    if hit is not None and flaw.other < 0:
        return hit._replace(message=_NO_LINK_BACK_ELSEWHERE)
    if hit is None or not flaw.others:
        return hit
    return hit._replace(fix=safe("link_back", to=flaw.others))


_NO_LINK_BACK_ELSEWHERE = N_(
    "This entry names “{value}” as its version in “{code}”, but the entry of that page, in another "
    "sitemap, does not link back. Google ignores links between languages that are not mutual."
)


@rule(
    "hreflang-target-not-listed",
    title=N_("Language version without an entry"),
    message=N_(
        "“{value}”, the version in “{code}”, has no entry of its own. Google wants an entry for "
        "each version, all with the same links."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_target_not_listed(flaw: LinkFlaw, context: Context) -> Hit | None:
    """A link names a page of the same site that the sitemap does not list.

    Where an index names further sitemaps, one of them may list it: many sites have one for each
    language.
    """
    hit = _hit(flaw, "unlisted")
    if hit is None:
        return None
    hit = hit._replace(fix=ask("add_versions", pages=flaw.pages))
    beside = context.neighbours
    if beside is not None and beside.languages is not None:
        return hit._replace(message=_NOWHERE)
    if beside is None or not (beside.indexes or beside.has_siblings):
        return hit
    return hit._replace(severity=Severity.INFO, message=_MAYBE_ELSEWHERE)


_NOWHERE = N_(
    "“{value}”, the version in “{code}”, has no entry in any of these sitemaps. Google wants an "
    "entry for each version, all with the same links."
)

_MAYBE_ELSEWHERE = N_(
    "“{value}”, the version in “{code}”, has no entry in this file. Look whether another sitemap "
    "of the index lists it: Google wants an entry for each version, all with the same links."
)


@rule(
    "hreflang-set-differs",
    title=N_("Language versions with other links"),
    message=N_(
        "Entry {other}, the version in “{code}”, has other language links than this entry. All "
        "versions of a page should have the same set, or Google may trust none of them."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_set_differs(flaw: LinkFlaw, _context: Context) -> Hit | None:
    """Entries that name each other as languages of one page have different links."""
    hit = _hit(flaw, "set")
    if hit is not None and flaw.other < 0:
        return hit._replace(message=_OTHER_LINKS_ELSEWHERE)
    return hit and hit._replace(fix=ask("join_links", others=flaw.others))


_OTHER_LINKS_ELSEWHERE = N_(
    "The entry of “{value}”, the version in “{code}”, stands in another sitemap and has other "
    "language links than this entry. All versions of a page should have the same set, or Google "
    "may trust none of them."
)


@rule(
    "hreflang-code-conflict",
    title=N_("One page under two language codes"),
    message=N_(
        "This entry gives “{value}” the code “{code}”, entry {other} gives it “{found}”. "
        "Search engines cannot know which of them is right."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_code_conflict(flaw: LinkFlaw, _context: Context) -> Hit | None:
    """Different entries label the same page with different codes.

    Two codes in one entry, such as ``en`` and ``x-default``, are fine.
    """
    return _hit(flaw, "conflict")


RULES = (
    hreflang_return_missing,
    hreflang_target_not_listed,
    hreflang_set_differs,
    hreflang_code_conflict,
)

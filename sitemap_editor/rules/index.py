"""Group H: what an index lists, as far as its own text tells."""

from __future__ import annotations

import re

from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.support.i18n import N_

from .base import INDEX_ONLY, Context, Hit, ask, rule, safe
from .loc_path import outside_directory
from .values import Loc

_PAGE = re.compile(r"\.(?:html?|php)$|/$", re.IGNORECASE)
_SITEMAP_NAME = re.compile(r"site-?map|\.(?:xml|txt|gz|rss|atom)\b|feed", re.IGNORECASE)


@rule(
    "index-self-reference",
    reads=("loc",),
    title=N_("Index that lists itself"),
    message=N_(
        "“{value}” is the address of this index itself; an index lists other sitemaps. "
        "Readers that follow it go round in circles."
    ),
    kinds=INDEX_ONLY,
    hides=("index-child-is-page",),
)
def index_self_reference(loc: Loc, context: Context) -> Hit | None:
    """An entry of the index names the index."""
    if not context.base_url or norm_eq(loc.address) != norm_eq(context.base_url):
        return None
    return Hit(fix=safe("delete_entry"))


@rule(
    "index-child-is-page",
    reads=("loc",),
    title=N_("A page listed as a sitemap"),
    message=N_(
        "“{value}” looks like a page; an index lists sitemaps, such as "
        "https://www.example.com/sitemap-1.xml. Search engines cannot read a page as a sitemap."
    ),
    kinds=INDEX_ONLY,
)
def index_child_is_page(loc: Loc, context: Context) -> Hit | None:
    """An entry of the index names a page.

    Good: ``https://www.example.com/sitemap-1.xml``. Bad: ``https://www.example.com/about/``.
    """
    if not loc.is_web or not is_page(loc.url.path or "/", loc.url.query):
        return None
    return Hit(fix=ask("convert") if context.evidence.is_other_kind else None)


def is_page(path: str, query: str | None) -> bool:
    """Whether a path looks like that of a page rather than of a sitemap."""
    is_named = _SITEMAP_NAME.search(path) or (query and _SITEMAP_NAME.search(query))
    return not is_named and _PAGE.search(path) is not None


@rule(
    "index-child-outside-directory",
    reads=("loc",),
    title=N_("Sitemap outside of the index's folder"),
    message=N_(
        "“{value}” does not lie in {folder}, the folder of this index. "
        "Google wants the sitemaps of an index in its folder or below."
    ),
    kinds=INDEX_ONLY,
)
def index_child_outside_directory(loc: Loc, context: Context) -> Hit | None:
    """A sitemap of the index lies in another folder than the index, not below it."""
    folder = outside_directory(loc, context)
    return Hit({"folder": folder}) if folder else None


RULES = (index_self_reference, index_child_is_page, index_child_outside_directory)

"""Rules about an entry, or a file, and the other files of its site that are open or lie beside it.

``looking`` finds those; where there are none, these rules have nothing to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.dates import DateReading, read_date
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.support.i18n import N_, format_number

from .base import INDEX_ONLY, PAGES, Context, Hit, ask, rule, set_field
from .beside.digests import TOO_LARGE, UNREADABLE
from .beside.neighbours import Child, Neighbours
from .lastmod import DAY
from .values import Loc

MOST_INDEXES = 500
"""Index files of one site that Search Console takes."""

YEAR = 366 * DAY
MONTH = 31 * DAY
NAMES_SHOWN = 3


@dataclass(frozen=True, slots=True)
class Linked:
    """An entry and what other files say of it.

    ``child``: the file that an entry of an index names. ``twin``: an earlier sitemap with the same
    address. ``blocked``: the crawler that robots.txt keeps away.
    """

    loc: Loc
    lastmod: str | None = None
    child: Child | None = None
    twin: Path | None = None
    blocked: str | None = None


@dataclass(frozen=True, slots=True)
class Beside:
    """A file and those beside it."""

    doc: Document
    neighbours: Neighbours


# Entries of an index


@rule(
    "index-cycle",
    reads=("loc",),
    title=N_("Indexes that go round in circles"),
    message=N_(
        "“{value}” is an index whose sitemaps lead back to an index that was read already. "
        "Readers that follow it never come to an end, or stop early."
    ),
    kinds=INDEX_ONLY,
    hides=("index-nested",),
)
def index_cycle(linked: Linked, context: Context) -> Hit | None:
    """Following the sitemaps of an index comes back to an index that was passed before.

    Bad: ``a.xml`` lists ``b.xml``, which lists ``a.xml``.
    """
    child = linked.child
    if child is None or not child.leads_back:
        return None
    if child.digest.kind is not None:
        return Hit()
    # With a known address index-self-reference has said so.
    is_told = context.base_url and norm_eq(child.address) == norm_eq(context.base_url)
    return None if is_told else Hit(fix=ask("delete_entry"), message=_ITSELF)


_ITSELF = N_(
    "“{value}” is, by its name, this index itself; an index lists other sitemaps. "
    "Readers that follow it go round in circles."
)


@rule(
    "index-nested",
    reads=("loc",),
    title=N_("Index inside an index"),
    message=N_(
        "“{value}” is an index itself, which lists: {count}. Put those into this index in its "
        "place. Search Console refuses nested indexes."
    ),
    kinds=INDEX_ONLY,
)
def index_nested(linked: Linked, _context: Context) -> Hit | None:
    """A sitemap of the index is an index.

    An index lists urlsets, feeds or text lists, never other indexes.
    """
    child = linked.child
    if child is None or child.digest.kind is not Kind.SITEMAPINDEX:
        return None
    shown = {"count": format_number(child.digest.entries)}
    addresses = child.digest.listed
    return Hit(shown, ask("become_entries", addresses=addresses) if addresses else None)


@rule(
    "index-child-missing",
    reads=("loc",),
    title=N_("Sitemap that is not there"),
    message=N_(
        "There is no file for “{value}” beside this index, though there is for others. "
        "Search engines report an error when they cannot fetch a sitemap."
    ),
    kinds=INDEX_ONLY,
)
def index_child_missing(linked: Linked, _context: Context) -> Hit | None:
    """The index lists a file that is missing, while other files of its list are here.

    An index that lies alone in its folder says nothing: its sitemaps are elsewhere.
    """
    return Hit() if linked.child is not None and linked.child.is_missing else None


@rule(
    "index-child-is-page",
    reads=("loc",),
    title=N_("A page listed as a sitemap"),
    message=N_(
        "The file of “{value}” is an HTML page; an index lists sitemaps. "
        "It may be an error page that was saved under the sitemap's name."
    ),
    kinds=INDEX_ONLY,
    hides=("index-child-invalid",),
)
def index_child_is_html(linked: Linked, _context: Context) -> Hit | None:
    """The file that an entry of the index names is an HTML page."""
    child = linked.child
    is_page = child is not None and child.digest.problem == "html-instead-of-xml"
    return Hit() if is_page else None


@rule(
    "index-child-format",
    reads=("loc",),
    title=N_("Feed or text list in an index"),
    message=N_(
        "“{value}” is a text list. The protocol allows that; a list can say nothing about its "
        "pages but their addresses."
    ),
    kinds=INDEX_ONLY,
    hides=("index-child-invalid",),
)
def index_child_format(linked: Linked, _context: Context) -> Hit | None:
    """A sitemap of the index is a text list or a feed, RSS or Atom, which Yandex does not read."""
    child = linked.child
    if child is None:
        return None
    if child.digest.is_feed:
        return Hit(message=_FEED)
    return Hit() if child.digest.kind is Kind.TEXT and not child.errors else None


_FEED = N_(
    "“{value}” is a feed. The protocol allows that, yet Yandex reads no feeds, and a feed holds "
    "the newest pages only."
)


@rule(
    "index-child-invalid",
    reads=("loc",),
    title=N_("Sitemap with errors in an index"),
    message=N_(
        "The sitemap “{value}” has errors of its own: {count}, such as {code}. "
        "Open it to see and mend them; search engines skip what they cannot use."
    ),
    kinds=INDEX_ONLY,
)
def index_child_invalid(linked: Linked, _context: Context) -> Hit | None:
    """A sitemap of the index cannot be read, or has at least one error."""
    child = linked.child
    if child is None:
        return None
    problem = child.digest.problem
    if problem and problem not in (UNREADABLE, TOO_LARGE):
        return Hit({"code": problem}, message=_UNUSABLE)
    if not child.errors:
        return None
    return Hit({"count": format_number(child.errors), "code": child.first})


_UNUSABLE = N_(
    "The file of “{value}” cannot be read as a sitemap: {code}. "
    "Search engines skip a sitemap that they cannot read."
)


@rule(
    "index-lastmod-stale",
    reads=("lastmod",),
    title=N_("lastmod older than the sitemap's content"),
    message=N_(
        "The index says “{value}”, the sitemap itself holds a change of {newest}. "
        "Search engines that trust the index do not read the sitemap again."
    ),
    kinds=INDEX_ONLY,
)
def index_lastmod_stale(linked: Linked, context: Context) -> Hit | None:
    """The date of a sitemap in the index is older than the newest date inside that sitemap.

    Dates of files are not compared: copying resets them. Dates in the future do not count.
    """
    child = linked.child
    if child is None or not linked.lastmod or not child.digest.newest:
        return None
    own, newest = read_date(linked.lastmod), read_date(child.digest.newest)
    if own.instant is None or newest.instant is None or newest.instant > context.now:
        return None
    if own.instant + _length(own, linked.lastmod) >= newest.instant:
        return None
    fix = set_field("lastmod", child.digest.newest)
    return Hit({"newest": child.digest.newest}, fix, field="lastmod", value=linked.lastmod)


def _length(reading: DateReading, text: str) -> int:
    """Seconds that a date may stand for: a day, a month or a year when it says no more."""
    if reading.verdict == "low-precision":
        return YEAR if len(text) == 4 else MONTH
    return 0 if "T" in text else DAY - 1


# Entries of pages


@rule(
    "loc-blocked-by-robots",
    reads=("loc",),
    title=N_("Page that robots.txt forbids"),
    message=N_(
        "robots.txt keeps {crawler} away from “{value}”. List pages that may be read, or lift the "
        "ban there; Search Console reports the contradiction."
    ),
    kinds=PAGES,
)
def loc_blocked_by_robots(linked: Linked, _context: Context) -> Hit | None:
    """The robots.txt of the site disallows the address for a crawler.

    The longest pattern that matches decides, and Allow when two are equally long.
    """
    if linked.blocked is None:
        return None
    return Hit({"crawler": linked.blocked}, ask("delete_entry"))


@rule(
    "url-in-two-sitemaps",
    reads=("loc",),
    title=N_("Address in two sitemaps"),
    message=N_(
        "“{value}” stands in {file} too. One of the two is enough: dates in two places contradict "
        "each other sooner or later."
    ),
    kinds=PAGES,
)
def url_in_two_sitemaps(linked: Linked, _context: Context) -> Hit | None:
    """An earlier sitemap of the same index lists the same address.

    News and video sitemaps repeat pages of others, which is right.
    """
    if linked.twin is None:
        return None
    return Hit({"file": linked.twin.name}, ask("delete_entry"))


# The file


@rule(
    "index-orphan",
    title=N_("Sitemap that nobody names"),
    message=N_(
        "Sitemaps beside this index that neither it nor robots.txt names: {count} ({names}). "
        "Search engines do not learn of them."
    ),
    kinds=(*PAGES, Kind.SITEMAPINDEX),
)
def index_orphan(beside: Beside, _context: Context) -> Hit | None:
    """A sitemap of the site is in no index and not in robots.txt, though there are some."""
    found = beside.neighbours
    if found.is_orphan:
        path = beside.doc.path
        return Hit({"name": path.name if path else ""}, message=_ORPHAN)
    if not found.orphans or beside.doc.kind is not Kind.SITEMAPINDEX:
        return None
    listed = {norm_eq(loc) for loc in beside.doc.values_of(beside.doc.ids, "loc") if loc}
    orphans = [one for one in found.orphans if norm_eq(one.address) not in listed]
    if not orphans:
        return None
    names = ", ".join(one.path.name for one in orphans[:NAMES_SHOWN])
    if len(orphans) > NAMES_SHOWN:
        names += ", …"
    entries = tuple((one.address, one.newest) for one in orphans)
    shown = {"count": format_number(len(orphans)), "names": names}
    return Hit(shown, ask("add_entries", entries=entries))


_ORPHAN = N_(
    "No index beside {name} and no robots.txt names it. "
    "Search engines do not learn of a sitemap that nobody names."
)


@rule(
    "index-too-many-indexes",
    title=N_("Too many indexes"),
    message=N_(
        "The site has {count} index files; Search Console takes {most} for one site. "
        "Put more sitemaps into each index: one may list 50,000."
    ),
    kinds=INDEX_ONLY,
)
def index_too_many_indexes(beside: Beside, _context: Context) -> Hit | None:
    """More than 500 index files lie beside each other."""
    count = beside.neighbours.index_count
    if count <= MOST_INDEXES:
        return None
    return Hit({"count": format_number(count), "most": format_number(MOST_INDEXES)})


RULES = (
    index_cycle,
    index_nested,
    index_child_missing,
    index_child_is_html,
    index_child_format,
    index_child_invalid,
    index_lastmod_stale,
    loc_blocked_by_robots,
    url_in_two_sitemaps,
)
FILE_RULES = (index_orphan, index_too_many_indexes)

"""Groups B to H, what shows only when all entries are seen: limits, majorities, patterns."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import XML_KINDS
from sitemap_editor.protocol.limits import MAX_ENTRIES, NEAR_LIMIT_SHARE
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX
from sitemap_editor.protocol.urls import directory_of, norm_eq
from sitemap_editor.support.i18n import N_, format_number

from .base import INDEX_ONLY, URLSET_ONLY, Context, Hit, ask, rule
from .engine.frame import File
from .file_bytes import splitting
from .priority import number_of
from .questions import answer_to

ENOUGH_DATES = 20
ENOUGH_PRIORITIES = 10
ENOUGH_PATHS = 10
MOST = 0.95
BUILD_SECONDS = 600
LEGACY_INDEX = 1_000


@rule(
    "urlset-empty",
    title=N_("No entries"),
    message=N_(
        "The sitemap lists no page; it needs at least one <url> with a loc. "
        "Google reports “Empty sitemap”."
    ),
    kinds=URLSET_ONLY,
)
def urlset_empty(file: File, _context: Context) -> Hit | None:
    """A urlset has no entry, or none with an address. For news an empty file is harmless."""
    if file.stats.usable:
        return None
    return Hit(severity=Severity.INFO if _has_news(file) else None)


@rule(
    "index-empty",
    title=N_("Index without sitemaps"),
    message=N_(
        "The index lists no sitemap; it needs at least one <sitemap> with a loc. "
        "Search engines find nothing through it."
    ),
    kinds=INDEX_ONLY,
)
def index_empty(file: File, _context: Context) -> Hit | None:
    """An index has no entry, or none with an address."""
    return None if file.stats.usable else Hit()


def _count(count: int, limit: int = MAX_ENTRIES) -> dict[str, str]:
    return {"count": format_number(count), "limit": format_number(limit)}


@rule(
    "too-many-urls",
    title=N_("Too many entries"),
    message=N_(
        "The sitemap has {count} entries; {limit} are allowed. "
        "Search engines reject larger files: split it into several."
    ),
    kinds=URLSET_ONLY,
)
def too_many_urls(file: File, _context: Context) -> Hit | None:
    """A urlset has more than 50,000 entries; images, videos and languages do not count."""
    count = file.stats.entries
    return Hit(_count(count), splitting(file)) if count > MAX_ENTRIES else None


@rule(
    "near-url-limit",
    title=N_("Nearly too many entries"),
    message=N_(
        "The sitemap has {count} entries, close to the {limit} allowed. "
        "Split it before it grows over the limit, since larger files are rejected."
    ),
    kinds=URLSET_ONLY,
)
def near_url_limit(file: File, _context: Context) -> Hit | None:
    """A urlset has more than nine tenths of the entries allowed."""
    count = file.stats.entries
    is_near = NEAR_LIMIT_SHARE * MAX_ENTRIES < count <= MAX_ENTRIES
    return Hit(_count(count), splitting(file)) if is_near else None


@rule(
    "index-too-many",
    title=N_("Too many sitemaps in one index"),
    message=N_(
        "The index lists {count} sitemaps; {limit} are allowed. "
        "Search engines reject larger ones: split it into several."
    ),
    kinds=INDEX_ONLY,
)
def index_too_many(file: File, context: Context) -> Hit | None:
    """An index lists more than 50,000 sitemaps; 1,000 in the format of 2005."""
    count = file.stats.entries
    modern = {"protocol", "google", "bing"} & context.profiles
    limit = LEGACY_INDEX if "legacy-2005" in context.profiles and not modern else MAX_ENTRIES
    return Hit(_count(count, limit)) if count > limit else None


@rule(
    "sitemap-not-at-root",
    title=N_("Sitemap below the root of its site"),
    message=N_(
        "The sitemap lies in {folder}; it can only list what is in there. "
        "At the root of the site, such as {example}, it could list everything."
    ),
)
def sitemap_not_at_root(file: File, context: Context) -> Hit | None:
    """The file is published in a folder: it vouches for that folder only.

    A robots.txt that names the sitemap lets it list the whole site.
    """
    base = context.base
    if base is None or not base.is_web or directory_of(base) == "/":
        return None
    if context.is_named_by_robots:
        return None
    name = base.path.rpartition("/")[2] or "sitemap.xml"
    example = str(base.replace(path=f"/{name}", query=None, fragment=None))
    return Hit({"folder": directory_of(base), "example": example}, value=context.base_url)


@rule(
    "lastmod-missing",
    title=N_("Entries without lastmod"),
    message=N_(
        "Entries without lastmod: {count} of {total}. It is optional; Bing goes by it most when it "
        "decides what to crawl, and no date is better than a guessed one."
    ),
    reads=("lastmod",),
    kinds=URLSET_ONLY,
)
def lastmod_missing(file: File, _context: Context) -> Hit | None:
    """Some entries tell when they changed last, or none does."""
    return _missing_dates(file)


def _missing_dates(file: File) -> Hit | None:
    stats = file.stats
    missing = stats.entries - stats.lastmods
    if not missing:
        return None
    return Hit({"count": format_number(missing), "total": format_number(stats.entries)})


@rule(
    "index-lastmod-missing",
    title=N_("Sitemaps without lastmod"),
    message=N_(
        "Sitemaps without lastmod: {count} of {total}. It is optional, but tells search engines "
        "which of them to read again."
    ),
    reads=("lastmod",),
    kinds=INDEX_ONLY,
)
def index_lastmod_missing(file: File, context: Context) -> Hit | None:
    """The index does not tell when its sitemaps changed last.

    The newest date in each sitemap that is open or beside the index can be filled in, or the day
    its file was saved last where it holds none.
    """
    hit = _missing_dates(file)
    if hit is None or context.neighbours is None:
        return hit
    dates, doc = context.neighbours.newest_dates(), file.doc
    pairs = zip(*(doc.values_of(doc.ids, field) for field in ("loc", "lastmod")), strict=True)
    is_known = any(loc and date is None and norm_eq(loc) in dates for loc, date in pairs)
    return hit._replace(fix=ask("set_lastmods", dates=dates)) if is_known else hit


@rule(
    "lastmod-all-identical",
    title=N_("The same date everywhere"),
    message=N_(
        "{count} of {total} dates are the same, “{value}”; each should say when its own page "
        "changed. Search engines stop trusting dates that the sitemap's own update sets."
    ),
    reads=("lastmod",),
    kinds=XML_KINDS,
    hides=("lastmod-equals-build-time",),
)
def lastmod_all_identical(file: File, _context: Context) -> Hit | None:
    """At least 20 dates, and 95 in a hundred are one and the same. News files are exempt."""
    instants = file.stats.instants
    if len(instants) < ENOUGH_DATES or _has_news(file):
        return None
    if np.count_nonzero(instants == _median(instants)) < MOST * len(instants):
        return None
    value, count = file.commonest_date()
    if count < MOST * len(instants):
        return None
    shown = {"count": format_number(count), "total": format_number(len(instants))}
    return Hit(shown, ask("remove_field", field="lastmod"), value=value)


def _has_news(file: File) -> bool:
    news = EXTENSION_BY_PREFIX["news"].uri
    return any(declared.value == news for declared in file.declarations)


@rule(
    "lastmod-equals-build-time",
    title=N_("All dates from the same minutes"),
    message=N_(
        "{count} of {total} dates lie within ten minutes of each other; each should say when its "
        "own page changed. They look like the time the sitemap was made, which says nothing."
    ),
    reads=("lastmod",),
    kinds=XML_KINDS,
)
def lastmod_equals_build_time(file: File, _context: Context) -> Hit | None:
    """At least 20 dates, and 95 in a hundred within ten minutes, though not identical."""
    instants = file.stats.instants
    total = len(instants)
    if total < ENOUGH_DATES or file.stats.date_only >= (1 - MOST) * total:
        return None
    near = instants[np.abs(instants - _median(instants)) <= BUILD_SECONDS]
    if len(near) < MOST * total:
        return None
    near.sort()
    ends = np.searchsorted(near, near + BUILD_SECONDS, "right")
    most = int((ends - np.arange(len(near))).max())
    if most < MOST * total:
        return None
    shown = {"count": format_number(most), "total": format_number(total)}
    return Hit(shown, ask("remove_field", field="lastmod"))


def _median(instants: npt.NDArray[np.int64]) -> int:
    """The middle one: the commonest of all when that makes up more than half."""
    middle = len(instants) // 2
    return int(np.partition(instants, middle)[middle])


@rule(
    "lastmod-date-only",
    title=N_("Dates without a time"),
    message=N_(
        "None of the {total} dates has a time, as in 2024-05-01T08:30:00+02:00. "
        "Bing prefers date, time and zone."
    ),
    reads=("lastmod",),
    kinds=XML_KINDS,
)
def lastmod_date_only(file: File, _context: Context) -> Hit | None:
    """All dates give the day alone."""
    total = len(file.stats.instants)
    if not total or file.stats.date_only < total:
        return None
    return Hit({"total": format_number(total)})


@rule(
    "changefreq-ignored",
    title=N_("changefreq is ignored by Google and Bing"),
    message=N_(
        "Entries with a changefreq: {count}. Google and Bing ignore it; Yandex reads it. "
        "It can stay or go."
    ),
    reads=("changefreq",),
    kinds=URLSET_ONLY,
)
def changefreq_ignored(file: File, _context: Context) -> Hit | None:
    """The sitemap uses ``changefreq``, which two large search engines do not read."""
    count = file.stats.changefreqs
    if not count:
        return None
    return Hit({"count": format_number(count)}, ask("remove_field", field="changefreq"))


@rule(
    "priority-ignored",
    title=N_("priority is ignored by Google and Bing"),
    message=N_(
        "Entries with a priority: {count}. Google and Bing ignore it; Yandex orders its visits by "
        "it. It can stay or go."
    ),
    reads=("priority",),
    kinds=URLSET_ONLY,
)
def priority_ignored(file: File, _context: Context) -> Hit | None:
    """The sitemap uses ``priority``, which two large search engines do not read."""
    count = file.stats.priorities.total()
    if not count:
        return None
    return Hit({"count": format_number(count)}, ask("remove_field", field="priority"))


@rule(
    "priority-all-identical",
    title=N_("The same priority everywhere"),
    message=N_(
        "All {count} priorities are {value}. A priority compares the pages of a site with each "
        "other; when all are equal it says nothing."
    ),
    reads=("priority",),
    kinds=URLSET_ONLY,
)
def priority_all_identical(file: File, _context: Context) -> Hit | None:
    """At least 10 entries have a priority, and it is the same in all."""
    numbers = {number_of(text) for text in file.stats.priorities} - {None}
    count = sum(n for t, n in file.stats.priorities.items() if number_of(t) is not None)
    if len(numbers) != 1 or count < ENOUGH_PRIORITIES:
        return None
    value = str(numbers.pop())
    fix = ask("remove_field", field="priority")
    return Hit({"count": format_number(count)}, fix, value=value)


@rule(
    "loc-mixed-trailing-slash",
    title=N_("With and without a slash at the end"),
    message=N_(
        "{count} of {total} addresses end unlike the others: some with a slash, some without. "
        "Servers show the same page for both, or redirect one to the other."
    ),
    reads=("loc",),
)
def loc_mixed_trailing_slash(file: File, context: Context) -> Hit | None:
    """Among ten or more paths without a suffix, up to a fifth differ by the final slash."""
    few, many = sorted((file.stats.with_slash, file.stats.without_slash))
    total = few + many
    if total < ENOUGH_PATHS or not 0.01 * total <= few <= 0.2 * total:
        return None
    usual = "with" if file.stats.with_slash > file.stats.without_slash else "without"
    chosen = answer_to("slash", context.answers)
    fix = ask("set_slash", style=usual if chosen == "usual" else chosen)
    shown = {"count": format_number(few), "total": format_number(total)}
    return Hit(shown, fix._replace(question="slash"))


RULES = (
    urlset_empty,
    index_empty,
    too_many_urls,
    near_url_limit,
    index_too_many,
    sitemap_not_at_root,
    lastmod_missing,
    index_lastmod_missing,
    lastmod_all_identical,
    lastmod_equals_build_time,
    lastmod_date_only,
    changefreq_ignored,
    priority_ignored,
    priority_all_identical,
    loc_mixed_trailing_slash,
)

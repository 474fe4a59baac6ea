"""Exports people take for lists that hold no address, and which screen to export instead.

The headers are those of real exports; a table is judged by its content first: with addresses in it
nothing here applies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from .cell_kinds import address_share, column_kind
from .table import Table

_LABELS = ("site crawled", "crawl started", "summary")
_COUNTS = frozenset({"urls", "pages", "affected pages", "items"})
_REASONS = frozenset({"issue", "reason"})
_QUERIES = frozenset(
    {
        *("top queries", "query", "queries", "keyword", "keywords", "search query"),
        *("requêtes les plus fréquentes", "consultas principales", "häufigste suchanfragen"),
    }
)
_SHOWN_COLUMNS = 12
_SEPARATOR = re.compile("[,;\t]")


@dataclass(frozen=True, slots=True)
class _Overview:
    """One kind of export: how its names and first rows look, what it is, and what to do."""

    is_one: Callable[[Sequence[str], Sequence[Sequence[str]]], bool]
    reason: str
    advice: str


def _is_report(names: Sequence[str], _rows: Sequence[Sequence[str]]) -> bool:
    return "validation" in names and bool(_REASONS & {*names} and _COUNTS & {*names})


def _is_chart(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    kinds = [column_kind(row[i] for row in rows if len(row) > i) for i in range(len(names))]
    return len(kinds) > 1 and kinds[0] == "date" and {*kinds[1:]} <= {"number", ""}


def _are_queries(names: Sequence[str], _rows: Sequence[Sequence[str]]) -> bool:
    return names[0] in _QUERIES and not any("url" in name or "page" in name for name in names)


_OVERVIEWS = (
    _Overview(
        _is_report,
        N_("This is the overview of a Search Console report: it counts pages and names none."),
        N_("In Search Console click one of the reasons in the table, then use Export there."),
    ),
    _Overview(
        _is_chart,
        N_("This is the data of a chart: it has a row a day and names no page."),
        N_("In Search Console choose the tab Pages, then Export; of the ZIP file take Pages.csv."),
    ),
    _Overview(
        _are_queries,
        N_("This is a list of search terms: it names no page."),
        N_("Export the pages instead: in Search Console the tab Pages, elsewhere Top pages."),
    ),
)


def no_addresses(table: Table) -> SitemapError | None:
    """Why nothing can be taken from a table, by its names; None when it holds addresses.

    Whoever can build addresses (from a pattern) need not ask.
    """
    if address_share(table.sample()) > 0:
        return None
    return overview(table) or SitemapError(
        _("No column holds addresses. The columns are: {columns}.").format(columns=_names(table)),
        code="csv-no-url-column",
        advice=_("Choose a list that has whole addresses, such as https://www.example.com/page."),
    )


def overview(table: Table) -> SitemapError | None:
    """The refusal of a table that only counts; None for any other."""
    names = [normal(name) for name in table.columns]
    rows = table.sample()
    if not names or address_share(rows) > 0:
        return None
    for known in _OVERVIEWS:
        if known.is_one(names, rows):
            return SitemapError(_(known.reason), code="csv-no-url-column", advice=_(known.advice))
    return None


def crawl_overview(records: Sequence[Sequence[str]]) -> SitemapError | None:
    """The refusal of Screaming Frog's summary: labels and values, a table of no width."""
    first = next((row for row in records if row), ())
    # So uneven are its lines that what separates them may be unknown.
    label, *value = _SEPARATOR.split(first[0], maxsplit=1) if first else ("",)
    if normal(label) not in _LABELS or not (value or len({*map(len, records)}) > 1):
        return None
    return SitemapError(
        _("This is the summary of a crawl (crawl_overview.csv), not a list of pages."),
        code="csv-no-url-column",
        advice=_("In Screaming Frog choose the tab Internal with the filter HTML, then Export."),
    )


def normal(name: str) -> str:
    """A column's name without capitals, marks and blanks too many."""
    return re.sub(r"[\s_]+", " ", name.strip().strip("\ufeff\"'").lower())


def _names(table: Table) -> str:
    shown = [name for name in table.columns if name]
    more = ["…"] if len(shown) > _SHOWN_COLUMNS else []
    return ", ".join(shown[:_SHOWN_COLUMNS] + more) or "–"

"""Why no entries can be made of a list as it is: it has no addresses, or only parts of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sitemap_editor.formats.table import Table
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from .headers import normalised, title_of
from .presets import Preset

NO_URL_COLUMN = "csv-no-url-column"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A column that may hold the addresses: how many cells are filled, and how many are whole."""

    column: int
    filled: int
    whole: int

    @property
    def share(self) -> float:
        """Whole addresses among filled cells."""
        return self.whole / self.filled if self.filled else 0.0


def needs_base(column: str) -> SitemapError:
    """What is missing where a column holds addresses without their site."""
    said = _("The list has no whole addresses: {column} holds the part behind the site.")
    return SitemapError(
        said.format(column=column),
        code=NO_URL_COLUMN,
        advice=_("Say the address of the site, such as {example}.").format(
            example="https://www.example.com/"
        ),
    )


_OVERVIEWS: Mapping[str, str] = {
    "severity": N_("In Search Console open one of the issues, and export that page."),
    "top queries": N_("In Search Console export the tab “Pages”; it is “Pages.csv” in the ZIP."),
    "keyword": N_("Search terms are no pages: export the report of top pages instead."),
    "keywords": N_("Search terms are no pages: export the report of top pages instead."),
    "query": N_("Search terms are no pages: export the report of pages instead."),
}
"""What to export instead, by the first column of what was exported."""


def no_url_column(
    table: Table, candidates: Sequence[Candidate] = (), preset: Preset | None = None
) -> SitemapError:
    """Why no column of a table can be that of the addresses, and what it has."""
    names = [name for name in table.columns if name.strip()]
    if not names:
        seen = _("It has no names of columns.")
    else:
        seen = _("Its columns are: {columns}.").format(columns=", ".join(names[:40]))
    said = _("No column of {name} holds addresses.").format(name=table.name)
    if candidates:
        best = candidates[0]
        part = _("In {column} only {share} % of the filled cells are whole addresses.")
        seen += " " + part.format(
            column=title_of(table.columns, best.column), share=int(best.share * 100)
        )
    first = normalised(names[0]) if names else ""
    is_terms = preset is not None and preset.id.endswith(("keywords", "positions"))
    advice = _OVERVIEWS.get("keyword" if is_terms else first)
    usual = N_("Choose the column yourself, or export the list again with the address of pages.")
    return SitemapError(
        f"{said} {seen}", code=NO_URL_COLUMN, advice=_(advice or usual), path=table.name
    )

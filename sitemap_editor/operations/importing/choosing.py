"""Which of several tables is meant, and the mapping for it, from a few words of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sitemap_editor.formats.table import Table
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

from .dates import FORMATS
from .filters import filter_of
from .headers import index_of
from .mapping import ROLES, Mapping
from .presets import TITLES, named
from .proposing import Proposal, propose


@dataclass(frozen=True, slots=True)
class Wish:
    """What people said about a list: columns by role (a name, a number from 1, or a pattern).

    ``date_format`` is one of ``dates.FORMATS``.
    """

    columns: dict[str, str] = field(default_factory=dict)
    preset: str = ""
    filters: tuple[str, ...] = ()
    base_url: str = ""
    date_format: str = ""


def wish_of(words: Sequence[str], **others: object) -> Wish:
    """Understand ``FIELD=COLUMN`` words; raises SitemapError.

    A date column may end in ``:dmy``, ``:mdy`` or ``:excel-1904``.
    """
    columns: dict[str, str] = {}
    date_format = ""
    for word in words:
        role, mark, column = (part.strip() for part in word.partition("="))
        if not mark or role not in ROLES or not column:
            said = _("{word} does not say which column is which field; write it like {example}.")
            advice = _("Fields are: {names}.").format(names=", ".join(ROLES))
            raise SitemapError(said.format(word=word, example="loc=Address"), advice=advice)
        before, colon, form = column.rpartition(":")
        if role == "lastmod" and colon and form in FORMATS[1:]:
            column, date_format = before, form
        columns[role] = column
    return Wish(columns, date_format=date_format, **others)  # type: ignore[arg-type]


def choose(tables: Sequence[Table], wish: Wish) -> Proposal:
    """The first table that entries can be made of; raises SitemapError when there is none."""
    if wish.preset and named(wish.preset, ()) is None:
        said = _("There is no preset {name}; there are: {names}.")
        raise SitemapError(said.format(name=wish.preset, names=", ".join(TITLES)))
    problem: SitemapError | None = None
    for table in tables:
        try:
            proposal = proposal_for(table, wish)
        except SitemapError as error:
            problem = problem or error
            continue
        if proposal.problem is None:
            return proposal
        problem = problem or proposal.problem
    raise problem or SitemapError(_("There is no list in this file."))


def proposal_for(table: Table, wish: Wish) -> Proposal:
    """The mapping for a table with everything that was said; raises SitemapError."""
    patterns = {role: text for role, text in wish.columns.items() if role == "loc" and "{" in text}
    columns = {
        role: _column(table, text) for role, text in wish.columns.items() if role not in patterns
    }
    proposal = propose(table, preset=wish.preset, columns=columns, base_url=wish.base_url)
    mapping = proposal.mapping
    if patterns:
        mapping = mapping.with_column("loc", None)
        mapping = replace(mapping, url_pattern=patterns["loc"])
        mapping.pattern_columns(table)
        proposal = replace(proposal, problem=None)
    filters = tuple(dict.fromkeys((*mapping.filters, *wish.filters)))
    for name in filters:
        filter_of(name, mapping.columns, table.columns)
    mapping = replace(mapping, filters=filters, date_format=wish.date_format)
    return replace(proposal, mapping=_completed(mapping))


def _completed(mapping: Mapping) -> Mapping:
    """Roles that need each other: an address that people chose takes the place of the pattern."""
    return replace(mapping, url_pattern="") if "loc" in mapping.columns else mapping


def _column(table: Table, text: str) -> int:
    index = index_of(table.columns, [text])
    if index is None and text.isdecimal() and int(text):
        index = int(text) - 1
        width = len(table.columns) or max(map(len, table.sample(50)), default=0)
        index = index if index < width else None
    if index is None:
        said = _("There is no column {name} in {table}.").format(name=text, table=table.name)
        names = ", ".join(filter(None, table.columns)) or "–"
        raise SitemapError(said, advice=_("Its columns are: {columns}.").format(columns=names))
    return index

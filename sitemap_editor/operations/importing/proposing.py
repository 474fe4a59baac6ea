"""Guesses what the columns of a list mean: first by what stands in them, then by their names.

The column of addresses is the one with the highest share of whole addresses among its filled
cells, at least 80 %. Ties go to the preset's name for it; what is still open is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field, replace

from sitemap_editor.formats.table import Table
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import CHANGE_FREQUENCIES
from sitemap_editor.protocol.hreflang_codes import flaw_of_code
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number

from .dates import DateReport, is_date, report_of
from .filters import offered
from .headers import index_of, normalised, title_of
from .mapping import FIELDS, Mapping
from .no_addresses import Candidate, needs_base, no_url_column
from .presets import HREFLANG_WIDE, PLAIN, Preset, fitting, named, preset_of, usual_names
from .statuses import status_of

SHARE = 0.8
LONE_SHARE = 0.5
LOOKED_AT = 1_000

_ADDRESS = re.compile(r"[\s\"'<]*https?://[^\s/?#<>\"]+", re.IGNORECASE)
_SITEMAP = re.compile(r"/[^/?#]*\.xml(?:\.gz)?$", re.IGNORECASE)
_PRIORITY = re.compile(r"(?:0?[.,]\d+|[01](?:[.,]\d+)?)", re.ASCII)
_ALSO_MEANT = ("target url", "destination", "page url", "new url", "url", "address", "loc")

_Column = Sequence[str]


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """What could be meant otherwise: the role, the columns, which was taken.

    ``is_settled`` when the kind of the list decides it; ``text`` says it in words.
    """

    role: str
    columns: tuple[int, ...]
    chosen: int
    is_settled: bool
    text: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for a table, and why.

    ``why`` has a sentence for each role. ``dates`` tells of the column of dates as far as it was
    looked at. ``offers`` are filters that the list has columns for. ``problem`` is why no entry can
    be made as it is.
    """

    table: Table
    mapping: Mapping
    preset: Preset | None
    url_candidates: tuple[Candidate, ...] = ()
    ambiguities: tuple[Ambiguity, ...] = ()
    dates: DateReport = field(default_factory=DateReport)
    why: MappingOf[str, str] = field(default_factory=dict)
    offers: tuple[str, ...] = ()
    problem: SitemapError | None = None


def propose(
    table: Table,
    *,
    preset: str = "",
    columns: MappingOf[str, int] | None = None,
    base_url: str = "",
) -> Proposal:
    """Propose a mapping for a table; ``preset`` and ``columns`` are what people said already."""
    return _Guess(table, preset, dict(columns or {}), base_url).proposal()


def looked_at(table: Table) -> list[list[str]]:
    """Some rows of a table, the wrapped addresses of which count as one line."""
    return table.sample(LOOKED_AT)


class _Guess:
    def __init__(self, table: Table, preset: str, said: dict[str, int], base_url: str) -> None:
        self._table = table
        self._said = said
        self._base_url = base_url
        self._rows = looked_at(table)
        self._empty = Mapping().is_empty()
        width = max([len(table.columns), *map(len, self._rows[:50])], default=0)
        self._cells = [self._filled(index) for index in range(width)]
        self._preset = named(preset, table.columns) if preset else fitting(table.columns)
        self._why: dict[str, str] = {}
        self._ambiguities: list[Ambiguity] = []
        self._problem: SitemapError | None = None

    def _filled(self, index: int) -> list[str]:
        cells = [row[index] for row in self._rows if len(row) > index]
        return [cell for cell in cells if not self._empty(cell)]

    def _name(self, index: int) -> str:
        return title_of(self._table.columns, index)

    def proposal(self) -> Proposal:
        candidates = self._candidates()
        languages = self._languages(candidates)
        preset = self._preset
        if preset is None and not languages:
            preset = preset_of(PLAIN)
        roles = self._roles(preset)
        mapping = Mapping(
            columns=roles,
            preset=preset.id if preset else "",
            base_url=self._base_url,
            languages=languages,
            filters=preset.filters if preset else (),
        )
        mapping = replace(mapping, filters=tuple(f for f in mapping.filters if f in offered(roles)))
        mapping = self._with_addresses(mapping, candidates)
        if self._is_of_sitemaps(mapping):
            mapping = replace(mapping, kind=Kind.SITEMAPINDEX)
            self._why["kind"] = _("All addresses are those of sitemaps, so they make an index.")
        lastmod = mapping.columns.get("lastmod")
        dates = DateReport()
        if lastmod is not None:
            dates = report_of([self._cells[lastmod]], self._empty)
            if normalised(self._name(lastmod)).endswith(" gmt"):
                mapping = replace(mapping, zone="Z")
        return Proposal(
            self._table,
            mapping,
            preset,
            tuple(candidates),
            tuple(self._ambiguities),
            dates,
            self._why,
            offered(mapping.columns),
            self._problem,
        )

    # Addresses

    def _candidates(self) -> list[Candidate]:
        """Columns with addresses, the best first; of equals the leftmost."""
        found = [
            Candidate(index, len(cells), sum(_ADDRESS.match(cell) is not None for cell in cells))
            for index, cells in enumerate(self._cells)
        ]
        return sorted((c for c in found if c.whole), key=lambda c: -c.share)

    def _languages(self, candidates: Sequence[Candidate]) -> dict[str, int]:
        """The columns of languages, where each has one."""
        if (self._preset is not None and self._preset.id != HREFLANG_WIDE) or self._said:
            return {}
        found = {
            column.strip(): one.column
            for one in sorted(candidates, key=lambda one: one.column)
            if one.share >= SHARE and one.column < len(self._table.columns)
            for column in [self._table.columns[one.column]]
            if column.strip() and flaw_of_code(column) is None
        }
        if len(found) < 2:
            return {}
        self._preset = preset_of(HREFLANG_WIDE)
        self._why["languages"] = _("The names of the columns are codes of languages.")
        return found

    def _with_addresses(self, mapping: Mapping, candidates: Sequence[Candidate]) -> Mapping:
        if "loc" in self._said or mapping.languages:
            return mapping
        columns = {role: at for role, at in mapping.columns.items() if role != "loc"}
        mapping = replace(mapping, columns=columns)
        # A list of nothing but addresses leaves no choice: what is none is left out and told.
        share = SHARE if len(self._cells) > 1 else LONE_SHARE
        good = [one for one in candidates if one.share >= share]
        preset = self._preset
        if preset is not None and preset.pattern and "handle" in columns:
            return self._from_pattern(mapping, preset)
        loc = self._chosen(good) if good else self._relative()
        if loc is None:
            self._problem = self._no_addresses(candidates)
            return mapping
        kept = {"handle", *self._said}
        columns = {role: at for role, at in columns.items() if at != loc or role in kept}
        return replace(mapping, columns={"loc": loc, **columns})

    def _chosen(self, good: Sequence[Candidate]) -> int:
        """One of several columns of addresses."""
        by_column = {one.column: one for one in good}
        named = self._named_by_preset()
        if named in by_column and named is not None:
            chosen, others = named, self._not_known(by_column)
        else:
            best = [one.column for one in good if one.share == good[0].share]
            usual = index_of(self._table.columns, _ALSO_MEANT)
            chosen = usual if usual in best and usual is not None else best[0]
            others = list(by_column)
        self._explain_loc(by_column[chosen])
        is_settled = named == chosen
        rivals = sorted({*others, chosen} if not is_settled else by_column)
        if len(rivals) > 1:
            self._tell_rivals(rivals, chosen, is_settled)
        return chosen

    def _named_by_preset(self) -> int | None:
        preset = self._preset
        return None if preset is None else preset.columns(self._table.columns).get("loc")

    def _not_known(self, found: MappingOf[int, Candidate]) -> list[int]:
        preset = self._preset
        names = {at: "".join(self._table.columns[at : at + 1]) for at in found}
        return [at for at in found if preset is None or not preset.knows(names[at])]

    def _explain_loc(self, one: Candidate) -> None:
        said = _("{column}: {n} of {all} filled cells are whole addresses.")
        self._why["loc"] = said.format(
            column=self._name(one.column), n=format_number(one.whole), all=format_number(one.filled)
        )

    def _tell_rivals(self, rivals: Sequence[int], chosen: int, is_settled: bool) -> None:
        said = _("Several columns hold addresses: {columns}. {chosen} is taken.")
        text = said.format(columns=", ".join(map(self._name, rivals)), chosen=self._name(chosen))
        self._ambiguities.append(Ambiguity("loc", tuple(rivals), chosen, is_settled, text))

    def _relative(self) -> int | None:
        """A column of addresses without their site."""
        names = [*usual_names()["loc"]]
        if self._preset is not None:
            names = [*self._preset.roles.get("loc", ()), *names]
        by_name = index_of(self._table.columns, names)
        order: list[int] = [*([by_name] if by_name is not None else []), *range(len(self._cells))]
        for index in order:
            cells = self._cells[index]
            paths = sum(_is_path(cell, index == by_name) for cell in cells)
            if not cells or paths < SHARE * len(cells):
                continue
            if not self._base_url:
                self._problem = needs_base(self._name(index))
            said = _("{column}: its cells are addresses without their site.")
            self._why["loc"] = said.format(column=self._name(index))
            return index
        return None

    def _from_pattern(self, mapping: Mapping, preset: Preset) -> Mapping:
        said = _("{column}: addresses are made of it with the pattern {pattern}.")
        column = self._name(mapping.columns["handle"])
        self._why["loc"] = said.format(column=column, pattern=preset.pattern)
        if not self._base_url:
            self._problem = needs_base(column)
        return replace(mapping, url_pattern=preset.pattern)

    def _no_addresses(self, candidates: Sequence[Candidate]) -> SitemapError:
        if self._problem is not None:
            return self._problem
        return no_url_column(self._table, candidates, self._preset)

    def _is_of_sitemaps(self, mapping: Mapping) -> bool:
        """Whether the addresses are those of sitemaps, as in a robots.txt."""
        index = mapping.columns.get("loc")
        if index is None or self._problem is not None:
            return False
        cells = self._cells[index]
        return bool(cells) and all(_SITEMAP.search(cell.strip()) for cell in cells)

    # Other roles

    def _roles(self, preset: Preset | None) -> dict[str, int]:
        roles = preset.columns(self._table.columns) if preset is not None else {}
        roles.pop("loc", None)
        for role in tuple(roles):
            if self._contradicts(role, roles[role]):
                del roles[role]
            else:
                said = _("{column}: so it is called in exports of this kind.")
                self._why[role] = said.format(column=self._name(roles[role]))
        self._add_by_name(roles)
        if not self._table.columns:
            self._add_by_content(roles)
        for role in self._said:
            self._why[role] = _("As you said.")
        taken = set(self._said.values())
        kept = {role: at for role, at in roles.items() if at not in taken}
        return {**kept, **self._said}

    def _add_by_name(self, roles: dict[str, int]) -> None:
        for role, names in usual_names().items():
            index = index_of(self._table.columns, names)
            is_free = index is not None and index not in roles.values()
            if role in roles or role == "loc" or index is None or not is_free:
                continue
            if self._cells[index] and not self._contradicts(role, index):
                roles[role] = index
                self._why[role] = _("{column}: by its name.").format(column=self._name(index))

    def _add_by_content(self, roles: dict[str, int]) -> None:
        """Fields of a list without names, where the cells leave no doubt."""
        for role in FIELDS[1:]:
            fit = [
                index
                for index, cells in enumerate(self._cells)
                if cells and index not in roles.values() and self._share(role, cells) >= SHARE
            ]
            if len(fit) == 1:
                roles[role] = fit[0]
                said = _("{column}: by what stands in it.")
                self._why[role] = said.format(column=self._name(fit[0]))

    def _contradicts(self, role: str, index: int) -> bool:
        """Whether what stands in a column is not what its name says."""
        cells, columns = self._cells[index], self._table.columns
        if index < len(columns) and normalised(columns[index]) == role:
            return False
        return role in _TESTS and bool(cells) and self._share(role, cells) < 0.5

    def _share(self, role: str, cells: _Column) -> float:
        test = _TESTS[role]
        return sum(bool(test(cell)) for cell in cells) / len(cells)


_TESTS: MappingOf[str, Callable[[str], bool]] = {
    "lastmod": lambda cell: is_date(cell.strip().removeprefix("'")),
    "changefreq": lambda cell: cell.strip().lower() in CHANGE_FREQUENCIES,
    "priority": lambda cell: _PRIORITY.fullmatch(cell.strip().removeprefix("'")) is not None,
    "status": lambda cell: status_of(cell) is not None,
    "content_type": lambda cell: "/" in cell and "://" not in cell,
    "image": lambda cell: _ADDRESS.match(cell) is not None or cell.strip().startswith("/"),
}


def _is_path(cell: str, is_named: bool) -> bool:
    text = cell.strip()
    if any(map(str.isspace, text)):
        return False
    return text.startswith("/") or (is_named and ("/" in text or "." in text))

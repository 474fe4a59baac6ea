"""A list as it is applied: addresses, and what each row says about its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sitemap_editor.formats.table import Table
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.operations.importing.picking import Picked, Picker
from sitemap_editor.operations.importing.rejects import Rejects
from sitemap_editor.operations.importing.statuses import StatusGroup, group_of
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

_ABOUT_PAGES = ("status", "indexable")


@dataclass(slots=True)
class Listed:
    """The rows of a list that have an address; lists of the same length, a row each.

    ``values`` holds the texts of other roles. ``rejects`` are rows that were left out, with the
    reason, ``lost`` cells that could not be read.
    """

    addresses: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    rejects: Rejects | None = None
    lost: Rejects | None = None

    def __len__(self) -> int:
        return len(self.addresses)

    def value(self, role: str, row: int) -> str:
        """A cell of a row; empty where the list has no such column."""
        column = self.values.get(role)
        return column[row] if column else ""

    def groups(self) -> Counter[StatusGroup]:
        """How many rows have which kind of status; nothing without such a column."""
        found: Counter[StatusGroup] = Counter()
        for cell, count in Counter(self.values.get("status", ())).items():
            found[group_of(cell)] += count
        return found

    def with_status(self, groups: frozenset[StatusGroup]) -> Listed:
        """The rows whose status is of these groups; all of them without such a column."""
        column = self.values.get("status")
        if column is None:
            return self
        chosen = {cell for cell in set(column) if group_of(cell) in groups}
        if len(chosen) == len(set(column)):
            return self
        return self.chosen([number for number, cell in enumerate(column) if cell in chosen])

    def chosen(self, rows: Sequence[int]) -> Listed:
        """Some of the rows."""
        return replace(
            self,
            addresses=[self.addresses[row] for row in rows],
            lines=[self.lines[row] for row in rows],
            values={role: [cells[row] for row in rows] for role, cells in self.values.items()},
        )


def read_list(table: Table, mapping: Mapping, progress: Progress = NO_PROGRESS) -> Listed:
    """Read a list to be applied; raises SitemapError when it has no addresses.

    A list of old and new addresses is applied to its old ones, one with a column a language to the
    pages in all of them.
    """
    columns = dict(mapping.columns)
    if "loc" not in columns and "old" in columns:
        columns["loc"] = columns["old"]
    picker = Picker(table, replace(mapping, columns=columns), also=_ABOUT_PAGES)
    listed = Listed(rejects=picker.rejects, lost=picker.lost)
    for picked in picker.run(progress):
        if "loc" in picked.values:
            _add(listed, picked.values["loc"], picked.lines, picked.values)
        for cells in picked.languages.values() if "loc" not in picked.values else ():
            _add_language(listed, picker, picked, cells)
    return listed


def _add_language(listed: Listed, picker: Picker, picked: Picked, cells: list[str]) -> None:
    """The pages of one language; a page may be without a translation."""
    addresses, flaws = picker.addresses.read(cells)
    for number, reason in flaws:
        if reason.code != "no-address":
            picker.rejects.add(picked.lines[number], reason)
    rows = [row for row, address in enumerate(addresses) if address]
    values = {role: [column[row] for row in rows] for role, column in picked.values.items()}
    lines = [picked.lines[row] for row in rows]
    _add(listed, [addresses[row] for row in rows], lines, values)


def _add(
    listed: Listed, addresses: list[str], lines: list[int], values: dict[str, list[str]]
) -> None:
    listed.addresses += addresses
    listed.lines += lines
    for role, cells in values.items():
        if role != "loc":
            listed.values.setdefault(role, []).extend(cells)

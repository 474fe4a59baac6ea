"""What hangs on several entries that name each other as other languages of one page.

All is told by numbers: hashes of addresses, numbers of codes. Whether A links back to B is a look
into the sorted pairs of who names whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.rules.beside.languages import LinkBook, Outward
from sitemap_editor.rules.site import Authority

from .blocks import Bools, Ints
from .columns import Columns
from .hashing import hash_texts, mixed, paired
from .links import Hashes

KINDS = ("return", "unlisted", "set", "conflict")
"""One-way links, links to pages without an entry, other sets of links, other codes."""

_ODD = np.uint64(0x9E3779B97F4A7C15)


class LinkFlaw(NamedTuple):
    """What is wrong with links of an entry: ``kind`` is one of KINDS.

    ``code`` and ``href`` are those of the first link, as written, ``at`` where it stands in the
    entry, ``other`` the position of the entry it concerns, -1 for none, ``code_there`` the code
    given by that. ``others`` are the ids of all entries concerned, of one-way
    links those that may be given a link back, ``pages`` all addresses,
    ``more`` the number of further links.
    """

    kind: str
    code: str = ""
    href: str = ""
    at: int = 0
    other: int = -1
    code_there: str = ""
    others: tuple[int, ...] = ()
    pages: tuple[str, ...] = ()
    more: int = 0


class Clusters:
    """The links of a document, prepared for questions about several entries."""

    def __init__(
        self,
        doc: Document,
        columns: Columns,
        site_names: list[str],
        book: LinkBook | None = None,
    ) -> None:
        """``book``: what other files say, where the document is one of a set."""
        self._book = book
        links = columns.links
        entries, codes, targets, sites = links.arrays()
        positions = doc.positions_of(entries) if len(entries) else np.zeros(0, np.int64)
        present = positions >= 0
        self.entries, self.codes = entries[present], codes[present]
        self.targets, self._sites = targets[present], sites[present]
        self._positions = positions[present]
        self.names = links.names
        self.is_empty = not len(self.entries)
        if self.is_empty:
            return
        self._default = np.array([name == "x-default" for name in links.names], np.bool_)
        self._pages = links.pages
        self.own = self._pages[self.entries]
        self._index_pages(doc)
        self._pairs = np.unique(paired(self.own, self.targets))
        self._sums = self._sums_of_entries(self.codes.astype(np.uint64) * _ODD)
        self._own_sites = _own_sites(doc, columns, site_names)

    def _index_pages(self, doc: Document) -> None:
        ids = doc.ids
        pages = self._pages[ids]
        order = np.argsort(pages, kind="stable")
        self._sorted_pages, self._sorted_ids = pages[order], ids[order]

    def _sums_of_entries(self, codes: Hashes) -> Hashes:
        """One number for the set of links of each entry, whatever their order; by entry id.

        ``codes``: a number for the code of each link.
        """
        each = mixed(codes, self.targets)
        # A link given twice counts once.
        order = np.lexsort((each, self.entries))
        entries, each = self.entries[order], each[order]
        new = np.ones(len(each), np.bool_)
        new[1:] = (each[1:] != each[:-1]) | (entries[1:] != entries[:-1])
        sums = np.zeros(len(self._pages), np.uint64)
        np.add.at(sums, entries[new], each[new])
        return sums

    def listed(self, targets: Hashes) -> Ints:
        """The first entry of each address, -1 for those that have none."""
        places = np.searchsorted(self._sorted_pages, targets)
        places = np.minimum(places, len(self._sorted_pages) - 1)
        found = self._sorted_pages[places] == targets
        ids: Ints = np.where(found & (targets != 0), self._sorted_ids[places], -1)
        return ids

    def rows_of(self, entry: int) -> Ints:
        """The links of one entry."""
        order, entries = self._by_entry
        first, last = np.searchsorted(entries, (entry, entry + 1)).tolist()
        rows: Ints = order[first:last]
        return rows

    @cached_property
    def _by_entry(self) -> tuple[Ints, Ints]:
        """The links sorted by their entries, and the entries of those."""
        order: Ints = np.argsort(self.entries, kind="stable")
        return order, self.entries[order]

    def taking_link_back(self, rows: Ints, others: Iterable[int]) -> tuple[int, ...]:
        """Those of the other entries that may be given a link to the page of the entry.

        ``rows`` are the links of the entry. A code that has another page there stays as it is.
        """
        codes = self.codes[rows[self.targets[rows] == self.own[rows]]]
        if not len(codes):
            return ()
        code = int(codes[np.argmin(self._default[codes])])
        return tuple(one for one in others if code not in self.codes[self.rows_of(one)])

    def flawed(self, kind: str, rows: Ints | None = None) -> Ints:
        """The links, of all or of some, that have a flaw of this kind."""
        chosen: Ints = np.arange(len(self.entries)) if rows is None else rows
        if self.is_empty or not len(chosen):
            return np.zeros(0, np.int64)
        found: Ints = chosen[self._are_flawed(kind, chosen)]
        return found

    def _are_flawed(self, kind: str, chosen: Ints) -> Bools:
        if kind == "conflict":
            return self._conflicting[chosen]
        others = self._others[chosen]
        found = self._are_apart[chosen]
        if kind == "unlisted":
            found &= (others < 0) & self._are_ours[chosen]
            if self._book is not None:
                found &= ~self._book.lists(self.targets[chosen])
            return found
        beyond = found & (others < 0)
        found &= (others >= 0) & (self._are_mutual[chosen] == (kind == "set"))
        if kind == "set":
            found &= self._sums[self.entries[chosen]] != self._sums[np.maximum(others, 0)]
        return found | (beyond & self._are_flawed_beyond(kind, chosen))

    def _are_flawed_beyond(self, kind: str, chosen: Ints) -> Bools:
        """The same for links to entries of other files."""
        if self._book is None or self._book.is_open:
            return np.zeros(len(chosen), np.bool_)
        own, targets = self.own[chosen], self.targets[chosen]
        if kind == "return":
            return self._book.are_one_way(own, targets)
        sums = self._wide_sums[self.entries[chosen]]
        return self._book.have_other_links(own, targets, sums)

    @cached_property
    def _are_ours(self) -> Bools:
        """Links to hosts that entries of the document are on."""
        ours: Bools = (self._sites >= 0) & self._own_sites[np.maximum(self._sites, 0)]
        return ours

    @cached_property
    def _wide_sums(self) -> Hashes:
        """The sums of entries as other files have them too: codes count by their names."""
        return self._sums_of_entries(hash_texts(self.names, exact=True)[self.codes])

    def note_in(self, book: LinkBook) -> None:
        """Tell a book what other files have to know, and what this one cannot answer."""
        rows = np.flatnonzero(self._are_apart & (self._others < 0))
        outward = Outward(
            self.own[rows],
            self.targets[rows],
            self._wide_sums[self.entries[rows]],
            self._are_ours[rows],
        )
        book.note(self._sorted_pages, self._wide_sums[self._sorted_ids], outward)

    def entries_with(self, kind: str) -> Ints:
        """The entries that have a link with a flaw of this kind, ascending."""
        marks = np.zeros(len(self._pages), np.bool_)
        marks[self.entries[self.flawed(kind)]] = True
        ids: Ints = np.flatnonzero(marks)
        return ids

    @cached_property
    def _others(self) -> Ints:
        return self.listed(self.targets)

    @cached_property
    def _are_apart(self) -> Bools:
        """Links of entries that have an address, to another one."""
        apart: Bools = (self.targets != self.own) & (self.own != 0)
        return apart

    @cached_property
    def _are_mutual(self) -> Bools:
        """Links to pages that link back."""
        return self._haspaired(self.targets, self.own)

    def _haspaired(self, naming: Hashes, named: Hashes) -> Bools:
        keys = paired(naming, named)
        places = np.minimum(np.searchsorted(self._pairs, keys), len(self._pairs) - 1)
        found: Bools = self._pairs[places] == keys
        return found

    # One page under several codes

    @cached_property
    def _conflicting(self) -> Bools:
        """Links whose entry gives a page none of the codes that the first one gives it."""
        rows = np.flatnonzero(~self._default[self.codes])
        order = rows[np.lexsort((rows, self._positions[rows], self.targets[rows]))]
        bad = np.zeros(len(self.entries), np.bool_)
        if not len(order):
            return bad
        targets, codes = self.targets[order], self.codes[order]
        starts = np.flatnonzero(np.concatenate(([True], targets[1:] != targets[:-1])))
        stops = np.append(starts[1:], len(order))
        differs = np.flatnonzero(codes != np.repeat(codes[starts], stops - starts))
        groups = np.unique(np.searchsorted(starts, differs, "right") - 1)
        for group in groups.tolist():
            for row in self._conflicts_of(order[starts[group] : stops[group]].tolist()):
                bad[row] = True
        return bad

    def _conflicts_of(self, rows: list[int]) -> Iterator[int]:
        by_entry: dict[int, set[int]] = {}
        for row in rows:
            by_entry.setdefault(int(self.entries[row]), set()).add(int(self.codes[row]))
        first = next(iter(by_entry.values()))
        wrong = {entry for entry, codes in by_entry.items() if not codes & first}
        return (row for row in rows if int(self.entries[row]) in wrong)

    def code_elsewhere(self, row: int) -> tuple[int, int]:
        """The first entry that gives the page of a link another code, and the code's number."""
        same = (self.targets == self.targets[row]) & ~self._default[self.codes]
        rows = np.flatnonzero(same)
        first = int(rows[np.argmin(self._positions[rows])])
        return int(self.entries[first]), int(self.codes[first])


def _own_sites(doc: Document, columns: Columns, site_names: list[str]) -> npt.NDArray[np.bool_]:
    """Which sites are on a host that entries of the document are on."""
    used = np.unique(columns.sites[doc.ids])
    hosts = {Authority(site_names[number]).host for number in used.tolist() if number >= 0}
    return np.array([Authority(name).host in hosts for name in site_names] or [False], np.bool_)

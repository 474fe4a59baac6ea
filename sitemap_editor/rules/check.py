"""Checks a document: all of it, each edit at once, and then what hangs on the whole file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Change
from sitemap_editor.document.store import distinct
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import is_legacy_google
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES, PROFILES
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .base import Context
from .beside.neighbours import Neighbours
from .decisions.policy import NO_POLICY, Policy
from .engine.across import check_beside, find_across, keys_across
from .engine.blocks import Ints
from .engine.columns import Columns
from .engine.found import EMPTY, Key
from .engine.gate_loc import LocGate
from .engine.groups import group_of
from .engine.judge import Judge
from .engine.passes import Walk
from .engine.state import State
from .engine.wholefile import (
    check_file,
    find_links,
    find_pairs,
    find_sites,
    site_keys,
    update_pairs,
)
from .report import Report, RuleGroup

__all__ = ["Checker", "Report", "RuleGroup", "check"]

MOST_PAIRS = 50
"""Entries that repeat others, among which a move at once tells again which came first."""

NEAR_BUDGET = 16 << 20
"""Bytes that may be read of other files where nobody waits for more than one document."""

MOST_AT_ONCE = 1_000
"""Entries of one change that are checked at once; more wait for ``refresh``."""


class Checker:
    """Checks one document by the rules of some profiles and keeps the report up to date."""

    def __init__(
        self,
        doc: Document,
        *,
        profiles: Sequence[str] = DEFAULT_PROFILES,
        base_url: str | None = None,
        now: int | None = None,
        policy: Policy = NO_POLICY,
        neighbours: Neighbours | None = None,
    ) -> None:
        """``base_url``: the public address of the file; ``now``: seconds since 1970.

        What is no address, as it stands while it is typed, counts for nothing.

        ``neighbours``: what lies beside the file, as ``looking.look_around`` finds it.
        """
        self._doc = doc
        self._profiles = frozenset(profiles)
        self._base_url = base_url if base_url and split_url(base_url).is_web else None
        self._now = now
        self.policy = policy
        self._neighbours = neighbours
        self._judge = Judge(self._context())
        self._state = self._empty_state()
        self._stale: list[Ints] = []
        self._is_all_stale = True
        self.report = Report(doc, self._judge, self._state)

    def _context(self) -> Context:
        root = self._doc.root
        return Context(
            kind=self._doc.kind,
            profiles=self._profiles,
            base_url=self._base_url,
            now=int(time.time()) if self._now is None else self._now,
            policy=self.policy,
            neighbours=self._neighbours,
            is_legacy=root is not None and is_legacy_google(root.namespace),
        )

    def _empty_state(self) -> State:
        context = self._judge.context
        state = State(context, LocGate(context), Columns(0))
        state.grow(self._doc.store.count)
        return state

    @property
    def profiles(self) -> frozenset[str]:
        """Those whose rules count."""
        return self._profiles

    @property
    def base_url(self) -> str | None:
        """The public address that the file is checked for."""
        return self._base_url

    @property
    def neighbours(self) -> Neighbours | None:
        """What lies beside the file, as far as it is known."""
        return self._neighbours

    # The whole document

    def run(self, progress: Progress = NO_PROGRESS) -> Report:
        """Check everything; the report before stays valid until this returns."""
        judge = Judge(self._context())
        before, self._judge = self._judge, judge
        try:
            state = self._empty_state()
            walk = Walk(self._doc, judge, state.gate, state.columns)
            walk.run(self._doc.ids, progress)
            progress.tick()
            state.entries, state.stats = walk.gathered.found(), walk.stats
            progress.tick()
            self._check_whole(state, judge, progress)
        except BaseException:
            self._judge = before
            raise
        self._take(state, judge)
        return self.report

    def refresh(self, progress: Progress = NO_PROGRESS) -> Report:
        """Check what hangs on the whole file, and the entries that ``update`` left over."""
        if self._is_all_stale:
            return self.run(progress)
        old, doc = self._state, self._doc
        state = State(old.context, old.gate, old.columns, entries=old.entries)
        state.worst, state.fields, state.judged = old.worst, old.fields, old.judged
        waiting = self._waiting()
        if len(waiting):
            # Into copies, since being cancelled must leave what is known untouched.
            state.columns = old.columns.copy()
            walk = Walk(doc, self._judge, state.gate, state.columns)
            walk.run(waiting, progress)
            state.entries = old.entries.replaced(waiting, walk.gathered.found())
        walk = Walk(doc, self._judge, state.gate, state.columns)
        walk.run_statistics(doc.ids, progress)
        state.stats = walk.stats
        self._check_whole(state, self._judge, progress)
        self._take(state, self._judge)
        return self.report

    def meet(self, neighbours: Neighbours | None) -> None:
        """Take note of what lies beside the file now; ``refresh`` then looks at it."""
        before, self._neighbours = self._neighbours, neighbours
        proofs = [one.robots_proof if one is not None else () for one in (before, neighbours)]
        # What robots.txt proves decides about each address; the rest hangs on the whole file.
        self._is_all_stale |= proofs[0] != proofs[1] and bool(self._base_url)
        context = replace(self._judge.context, neighbours=neighbours)
        self._judge = self._judge.within(context)

    def take_policy(self, policy: Policy, progress: Progress = NO_PROGRESS) -> bool:
        """Ignore what this policy ignores, without looking at entries again.

        False when the policy says anything else that is new, which needs another checker.
        """
        if self._is_all_stale or replace(policy, ignores=self.policy.ignores) != self.policy:
            return False
        judge = self._judge.ignoring_by(policy)
        state = self._state.ignoring(judge.ignoring.codes, policy)
        for store in state.stores:
            judge.ignoring.apply(self._doc, state.columns, store, progress)
        self.policy = policy
        stale = self._stale.copy()
        self._take(state, judge)
        self._stale = stale
        return True

    def _waiting(self) -> Ints:
        """The entries left over by changes of many, as far as they are still there."""
        ids = distinct(np.concatenate((EMPTY, *self._stale)))
        return ids[self._doc.positions_of(ids) >= 0]

    def _check_whole(self, state: State, judge: Judge, progress: Progress) -> None:
        find_sites(self._doc, judge, state, progress)
        find_pairs(self._doc, judge, state, progress)
        find_links(self._doc, judge, state, progress)
        find_across(self._doc, judge, state, progress)
        for store in state.stores:
            judge.ignoring.apply(self._doc, state.columns, store, progress)
        check_file(self._doc, judge, state, progress)
        check_beside(self._doc, judge, state)

    def _take(self, state: State, judge: Judge) -> None:
        state.worst, state.fields = state.worst.copy(), state.fields.copy()
        state.mark_all()
        self._state = state
        self._judge = judge
        self._stale.clear()
        self._is_all_stale = False
        self.report = Report(self._doc, judge, state)

    # One change

    def update(self, change: Change) -> set[str]:
        """Check the entries of a change at once; returns the codes whose findings changed.

        More than a thousand, and what hangs on the whole file, wait for ``refresh``.
        """
        self._is_all_stale |= change.frame or self._doc.kind is Kind.ROBOTS
        came = np.concatenate((change.changed, change.inserted))
        if self._is_all_stale:
            self._forget(change.removed)
            self.report.forget()
            return set()
        self._state.grow(self._doc.store.count)
        if len(came) + len(change.removed) > MOST_AT_ONCE:
            self._stale.append(came)
            self._forget(change.removed)
            self.report.forget()
            return set()
        codes = {key.code for key in self._look_at_change(came, change.removed, change.reordered)}
        moved = len(change.inserted) or len(change.removed) or change.reordered
        self.report.forget(None if moved else codes)
        return codes

    def twin_of(self, entry: EntryId) -> EntryId | None:
        """The first other entry with exactly this entry's address, as far as it has been checked.

        None too when so many look alike that comparing them has to wait.
        """
        doc, columns = self._doc, self._state.columns
        known = entry < len(columns.hashes)
        group = group_of(doc, columns, int(columns.hashes[entry])) if known else None
        address = doc.value_of(entry, "loc")
        for other in group.tolist() if group is not None and address else ():
            if other != entry and doc.value_of(other, "loc") == address:
                return EntryId(other)
        return None

    def _look_at_change(self, came: Ints, gone: Ints, is_reordered: bool) -> set[Key]:
        ids = np.concatenate((came, gone))
        hashes = self._hashes_of(ids)
        self._state.columns.forget(gone)
        touched: set[Key] = set()
        for entry in gone.tolist():
            touched |= self._set_keys(entry, set(), set())
        for entry in came.tolist():
            touched |= self._look_at(entry)
        hashes |= self._hashes_of(came)
        if is_reordered:
            hashes |= self._hashes_of_pairs()
        touched |= update_pairs(self._doc, self._judge, self._state, hashes, ids)
        for entry in ids.tolist():
            self._state.mark(entry)
        return touched

    def _hashes_of(self, ids: Ints) -> set[int]:
        return set(self._state.columns.hashes[ids].tolist())

    def _hashes_of_pairs(self) -> set[int]:
        """Hashes of the entries that repeat others, when they are few: their order has changed."""
        firsts = self._state.firsts
        few = len(firsts) <= MOST_PAIRS
        return self._hashes_of(np.array(list(firsts), np.int64)) if few else set()

    def _look_at(self, entry: int) -> set[Key]:
        """Run the rules about an entry's own bytes; returns the keys that changed."""
        state, doc = self._state, self._doc
        walk = Walk(doc, self._judge, state.gate, state.columns)
        walk.run(np.array([entry], np.int64))
        own = self._judge.ignoring.marked(doc, entry, walk.gathered.keys())
        number = int(state.columns.sites[entry])
        sites = site_keys(self._judge, state, number) if number >= 0 else set()
        sites = self._judge.ignoring.marked(doc, entry, sites)
        across = keys_across(doc, self._judge, state, entry)
        across = self._judge.ignoring.marked(doc, entry, across)
        return self._set_keys(entry, own, sites, across)

    def _set_keys(
        self, entry: int, own: set[Key], sites: set[Key], across: set[Key] | None = None
    ) -> set[Key]:
        changed = self._state.entries.set_keys(entry, own)
        changed |= self._state.across.set_keys(entry, across or set())
        return changed | self._state.sites.set_keys(entry, sites)

    def _forget(self, ids: Ints) -> None:
        """Let go of entries that are no longer there."""
        if not len(ids):
            return
        state = self._state
        state.grow(self._doc.store.count)
        state.columns.forget(ids)
        state.worst[ids] = 0
        state.fields[ids] = 0
        for store in state.stores:
            store.drop(ids)


def check(
    doc: Document,
    profiles: Iterable[str] = DEFAULT_PROFILES,
    base_url: str | None = None,
) -> list[Finding]:
    """Check a document by the rules of some profiles; returns the findings, the worst rules first.

    ``base_url`` is the public address of the file, which some rules need. What lies beside the
    file of the document counts too: robots.txt, indexes, the sitemaps of an index. Raises
    SitemapError for a profile that does not exist and for a base that is no address.
    """
    names = (profiles,) if isinstance(profiles, str) else tuple(profiles)
    for name in names:
        if name not in PROFILES:
            said = _("There is no profile {name}; there are: {choices}.")
            raise SitemapError(said.format(name=name, choices=", ".join(PROFILES)))
    if base_url and not split_url(base_url).is_web:
        said = _("{value} is no address; write one like {example}.")
        example = "https://www.example.com/sitemap.xml"
        raise SitemapError(said.format(value=base_url, example=example))
    from .beside.surroundings import surrounded  # which makes checkers itself

    checker = surrounded(doc, profiles=names, base_url=base_url, budget=NEAR_BUDGET)
    return list(checker.run().findings())

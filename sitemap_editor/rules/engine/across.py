"""Runs the rules about other files over the entries that they can say something of."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import WHITE_SPACE
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.beside.digests import bare_host
from sitemap_editor.rules.beside.hashes import hashes_of
from sitemap_editor.rules.beside.neighbours import Neighbours
from sitemap_editor.rules.cross_file import Beside, Linked
from sitemap_editor.rules.values import Loc
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .blocks import blocks_of_ids
from .found import Gatherer, Key
from .judge import Judge
from .state import FileHit, State

TICK = 64


def keys_across(doc: Document, judge: Judge, state: State, entry: int) -> set[Key]:
    """The findings about one entry."""
    beside = state.context.neighbours
    if beside is None or beside.is_nothing or doc.kind is Kind.ROBOTS:
        return set()
    linked = linked_of(doc.value_of(entry, "loc"), _lastmod(doc, entry), state.context)
    within = judge.within(state.context)
    return {within.key(rule, hit) for rule, hit in within.across(linked)}


def find_across(
    doc: Document, judge: Judge, state: State, progress: Progress = NO_PROGRESS
) -> None:
    """Find what the other files of the site say about this one; nothing where there are none."""
    gathered = Gatherer()
    beside = state.context.neighbours
    if beside is not None and not beside.is_nothing and doc.kind is not Kind.ROBOTS:
        judge = judge.within(state.context)
        for done, entry in enumerate(_suspects(doc, state, beside, progress)):
            if done % TICK == 0:
                progress.tick()
            linked = linked_of(doc.value_of(entry, "loc"), _lastmod(doc, entry), state.context)
            for rule, hit in judge.across(linked):
                gathered.add(judge.key(rule, hit), entry)
    state.across = gathered.found()


def check_beside(doc: Document, judge: Judge, state: State) -> None:
    """Add what the other files of the site say about this one as a whole."""
    beside = state.context.neighbours
    if beside is not None and not beside.is_nothing:
        hits = judge.within(state.context).beside(Beside(doc, beside))
        state.file_hits += [FileHit(rule, hit, judge.key(rule, hit)) for rule, hit in hits]


def _lastmod(doc: Document, entry: int) -> str | None:
    return doc.value_of(entry, "lastmod") if doc.kind.is_xml else None


def linked_of(address: str | None, lastmod: str | None, context: Context) -> Linked:
    """An entry together with what other files say of it."""
    loc, beside = Loc(address or ""), context.neighbours
    if beside is None or not loc.address:
        return Linked(loc)
    return Linked(
        loc,
        lastmod,
        beside.child(loc.address),
        beside.twin_of(loc.address),
        _Ban(beside, context).crawler(loc.address) if beside.robots is not None else None,
    )


class _Ban:
    """Which addresses robots.txt keeps crawlers away from."""

    def __init__(self, beside: Neighbours, context: Context) -> None:
        self._beside = beside
        self._context = context
        self._bans = tuple(beside.bans(context.profiles).items())
        self._hosts: dict[str, bool] = {}

    def crawler(self, address: str) -> str | None:
        """The crawler that may not fetch an address; None when all may, or nobody knows."""
        head, _, rest = address.partition("//")
        authority, slash, path = rest.partition("/")
        if head.lower() not in ("http:", "https:") or not self._is_of_robots(authority):
            return None
        path = f"/{path.partition('#')[0]}" if slash else "/"
        for name, rules in self._bans:
            if not rules.allows(path):
                return name
        return None

    def _is_of_robots(self, authority: str) -> bool:
        if authority not in self._hosts:
            host, site = bare_host(f"//{authority}"), self._context.site
            robots = self._beside.robots
            owner = robots.host if robots is not None else ""
            if not owner and site is not None:
                owner = bare_host(f"//{site.host}")
            self._hosts[authority] = bool(host) and host == owner
        return self._hosts[authority]


def _suspects(doc: Document, state: State, beside: Neighbours, progress: Progress) -> Iterator[int]:
    """The entries that other files may say something of."""
    if doc.kind is Kind.SITEMAPINDEX:
        if beside.children:
            yield from doc.ids.tolist()
        return
    if not beside.has_siblings and beside.robots is None:
        return
    ban = _Ban(beside, state.context) if beside.robots is not None else None
    hashes = hashes_of(doc, progress) if beside.has_siblings else None
    start = 0
    for ids in blocks_of_ids(doc.ids):
        progress.tick()
        chosen = np.zeros(len(ids), np.bool_)
        if hashes is not None:
            chosen |= beside.have_twins(hashes[start : start + len(ids)])
        if ban is not None:
            values = [(value or "").strip(WHITE_SPACE) for value in doc.values_of(ids, "loc")]
            chosen |= np.array([ban.crawler(value) is not None for value in values], np.bool_)
        yield from ids[chosen].tolist()
        start += len(ids)

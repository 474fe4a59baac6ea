"""What hangs on the whole file: sites, repeated addresses, and the rules about the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.rules.base import Evidence, Site, run_rules
from sitemap_editor.rules.duplicates import Pair
from sitemap_editor.rules.registry import RULES
from sitemap_editor.rules.site import Authority
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .blocks import Ints
from .clusters import KINDS, Clusters, LinkFlaw
from .evidence import gather
from .found import Gatherer, Key
from .frame import File
from .groups import find_likenesses, group_of, likenesses
from .judge import Hits, Judge
from .repaired import hits_of_repairs
from .state import FileHit, State

COUNTED_AT_ONCE = 1 << 16
SITES_AT_ONCE = 64

# Sites


def find_sites(doc: Document, judge: Judge, state: State, progress: Progress = NO_PROGRESS) -> None:
    """Judge each site once, for all the entries that are on it."""
    numbers = state.columns.sites[doc.ids]
    names = state.gate.site_names
    counts = np.zeros(len(names), np.int64)
    for start in range(0, len(numbers), COUNTED_AT_ONCE):
        part = numbers[start : start + COUNTED_AT_ONCE]
        counts += np.bincount(part[part >= 0], minlength=len(names))
        progress.tick()
    majority = _majority(names, counts.tolist(), lambda n: int(np.argmax(numbers == n)))
    evidence = gather(doc, state.entries, progress)
    state.context = replace(judge.context, majority=majority, evidence=evidence)
    progress.tick()
    gathered = Gatherer()
    judged = _judged_sites(np.flatnonzero(counts).tolist(), judge, state, progress)
    for number, ids in _ids_by_site(doc.ids, numbers, judged):
        for key in judged[number]:
            gathered.add_many(key, ids)
    progress.tick()
    state.sites = gathered.found()
    progress.tick()


def _judged_sites(
    numbers: Iterable[int], judge: Judge, state: State, progress: Progress
) -> dict[int, set[Key]]:
    """What is found about these sites, as far as anything is; remembered for the next edit."""
    context = replace(state.context, evidence=Evidence())  # which no rule about sites asks for
    if state.judged is None or state.judged[0] != context:
        state.judged = (context, {})
    known = state.judged[1]
    found = {}
    for done, number in enumerate(numbers):
        keys = known.get(number)
        if keys is None:
            keys = known[number] = site_keys(judge, state, number)
        if keys:
            found[number] = keys
        if done % SITES_AT_ONCE == 0:
            progress.tick()
    return found


def _ids_by_site(
    ids: Ints, numbers: np.ndarray[tuple[int], np.dtype[np.int32]], wanted: Iterable[int]
) -> Iterable[tuple[int, Ints]]:
    """The entries of each wanted site."""
    chosen = sorted(wanted)
    if len(chosen) <= 16:
        return [(number, ids[numbers == number]) for number in chosen]
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    firsts = np.searchsorted(ordered, chosen, "left").tolist()
    lasts = np.searchsorted(ordered, chosen, "right").tolist()
    return [(n, ids[order[a:b]]) for n, a, b in zip(chosen, firsts, lasts, strict=True)]


def site_keys(judge: Judge, state: State, number: int) -> set[Key]:
    """The findings about a site."""
    hits = judge.site(state.gate.site_names[number], state.context)
    return {judge.key(rule, hit, "loc") for rule, hit in hits}


def _majority(
    names: Sequence[str], counts: Sequence[int], first_of: Callable[[int], int]
) -> Site | None:
    """The scheme and host of at least half of the addresses; the host empty when none has so many.

    Of two schemes in equal numbers https is meant, of two hosts that of the first entry:
    ``first_of`` tells where a site comes first.
    """
    schemes: Counter[str] = Counter()
    hosts: dict[str, list[int]] = {}
    for number, name in enumerate(names[: len(counts)]):
        if counts[number]:
            site = _site_of(name)
            schemes[site.scheme] += counts[number]
            hosts.setdefault(site.host, []).append(number)
    half = sum(counts) / 2
    if not half:
        return None
    usual = [host for host, own in hosts.items() if sum(counts[n] for n in own) >= half]
    if len(usual) > 1:
        usual.sort(key=lambda host: min(map(first_of, hosts[host])))
    scheme = "https" if schemes["https"] >= half else "http"
    return Site(scheme, usual[0] if usual else "", None)


@lru_cache(maxsize=1 << 16)
def _site_of(name: str) -> Site:
    return Authority(name).site


# Repeated addresses


def find_pairs(doc: Document, judge: Judge, state: State, progress: Progress = NO_PROGRESS) -> None:
    """Find the entries that repeat others."""
    gathered = Gatherer()
    state.firsts = {}
    if judge.has_pair_rules:
        keys = _keys_by_likeness(judge)
        for entry, first, kind in find_likenesses(doc, state.columns, progress):
            state.firsts[entry] = (first, kind)
            gathered.add_keys(keys[kind], entry)
    state.pairs = gathered.found()


def _keys_by_likeness(judge: Judge) -> dict[str, set[Key]]:
    kinds = ("exact", "equivalent", "case", "probable")
    return {
        kind: {judge.key(rule, hit, "loc") for rule, hit in judge.pair(Pair(kind, 0, 0, ""))}
        for kind in kinds
    }


def update_pairs(
    doc: Document, judge: Judge, state: State, hashes: Iterable[int], ids: Ints
) -> set[Key]:
    """Compare the entries with these hashes again; ``ids`` may have left their groups."""
    if not judge.has_pair_rules:
        return set()
    by_kind = _keys_by_likeness(judge)
    touched: set[Key] = set()
    left = set(ids.tolist())
    for value in hashes:
        group = group_of(doc, state.columns, value)
        if group is None:
            continue
        left -= set(group.tolist())
        found = {one.entry: one for one in likenesses(group.tolist(), doc.values_of(group, "loc"))}
        for entry in group.tolist():
            one = found.get(entry)
            keys = judge.ignoring.marked(doc, entry, by_kind[one.kind]) if one else set()
            touched |= _set_pair(state, entry, (one.first, one.kind) if one else None, keys)
    for entry in left:
        touched |= _set_pair(state, entry, None, set())
    return touched


def _set_pair(state: State, entry: int, pair: tuple[int, str] | None, keys: set[Key]) -> set[Key]:
    if pair is None:
        state.firsts.pop(entry, None)
    else:
        state.firsts[entry] = pair
    touched = state.pairs.set_keys(entry, keys)
    if touched:
        state.mark(entry)
    return touched


# Links to other languages


def find_links(doc: Document, judge: Judge, state: State, progress: Progress = NO_PROGRESS) -> None:
    """Find the links to other languages that do not fit those of other entries."""
    state.clusters = None
    gathered = Gatherer()
    if judge.has_link_rules:
        beside = judge.context.neighbours
        book = beside.languages if beside is not None else None
        clusters = Clusters(doc, state.columns, state.gate.site_names, book)
        progress.tick()
        if not clusters.is_empty:
            if book is not None and book.is_open:
                clusters.note_in(book)
            state.clusters = clusters
            for kind in KINDS:
                ids = clusters.entries_with(kind)
                for rule, hit in judge.link(LinkFlaw(kind)):
                    gathered.add_many(judge.key(rule, hit), ids)
                progress.tick()
    state.links = gathered.found()


# The file


def check_file(doc: Document, judge: Judge, state: State, progress: Progress = NO_PROGRESS) -> None:
    """Run the rules about the file, and about what stands behind the last entry."""
    hits = list(hits_of_repairs(doc, judge))
    hidden = set[str]()
    between = [*_in_tail(doc, judge)]
    for rule, hit in between:
        hits.append(FileHit(rule, hit, judge.key(rule, hit), hit.at or 0))
        hidden.update(rule.hides)
    for key in state.entries.keys():  # noqa: SIM118 - it is no mapping
        hidden.update(RULES[key.code].hides)
    file = File(doc, state.stats, progress)
    for rule, hit in run_rules(judge.file_rules, file, state.context, hidden):
        hits.append(FileHit(rule, hit, judge.key(rule, hit)))
    hits += (FileHit(rule, hit, judge.key(rule, hit)) for rule, hit in judge.house.given_up())
    state.file_hits = hits


def _in_tail(doc: Document, judge: Judge) -> Hits:
    if doc.root is None:
        return []
    name = doc.root.prefix + doc.root.name.encode()
    end = doc.tail.rfind(b"</" + name)
    return judge.gap(doc.tail[:end], doc.names, is_all=not len(doc)) if end > 0 else []

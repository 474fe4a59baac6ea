"""Looks for the other files of a sitemap's site, open or on disk; never far, and never for long.

Only the file's own folder is searched, and those above it that the path of its public address
names. What cannot be read is left out: nothing here raises.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.protocol.robots import parse_robots
from sitemap_editor.protocol.urls import norm_eq, split_url
from sitemap_editor.rules.decisions.policy import NO_POLICY, Policy
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .digests import (
    UNREADABLE,
    Budget,
    Digest,
    Reader,
    bare_host,
    hosts_of,
    is_special,
    site_of_most,
)
from .heads import kind_of_head
from .neighbours import NOTHING, Child, Neighbours, Orphan, RobotsFile, Sibling
from .places import Place, segments_of
from .robots_beside import RobotsSearch
from .survey import Survey, resolved

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

BUDGET = 300 << 20
"""Bytes read of the sitemaps of an index, unpacked."""
SIBLING_BUDGET = 64 << 20
"""Bytes read of the other sitemaps where only one is checked."""

MOST_SNIFFED = 200
"""Files of the folder whose beginning is looked at."""
MOST_COMPARED = 8_000_000
"""Addresses of other sitemaps that one is compared with."""
MOST_SIBLINGS = 1_000
MOST_FOLLOWED = 200
"""Indexes below an index that are followed."""

_SITEMAP = re.compile(r"\.xml(?:\.gz)?$", re.IGNORECASE)
_LIKELY = re.compile(r"site-?map|index", re.IGNORECASE)


def look_around(
    doc: Document,
    *,
    base_url: str | None = None,
    open_documents: Mapping[Path, Document] | None = None,
    survey: Survey | None = None,
    robots: Path | None = None,
    profiles: Sequence[str] = DEFAULT_PROFILES,
    policy: Policy = NO_POLICY,
    budget: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Neighbours:
    """Find what belongs to the site of a document that has a file.

    ``base_url``: its public address. ``open_documents`` by path win over their files; ``survey``
    is what looks in one go share, and the files that are checked in it; ``robots`` is the
    robots.txt to go by. ``profiles`` and ``policy`` tell which errors of an index's sitemaps
    count; ``budget`` is how many bytes may be read. Raises nothing but what ``progress`` raises.
    """
    if doc.path is None:
        return NOTHING
    own = resolved(doc.path)
    survey = survey or Survey()
    if own is None or not (_is_there(own) or survey.kind_of(own)):
        return NOTHING
    opened = (
        (path, one) for name, one in (open_documents or {}).items() if (path := resolved(name))
    )
    open_by_path = {path: one for path, one in opened if path != own}
    is_listing = doc.kind in (Kind.SITEMAPINDEX, Kind.ROBOTS)
    size = budget if budget is not None else BUDGET if is_listing else SIBLING_BUDGET
    reader = Reader(
        open_by_path, Budget(size), profiles, policy, survey.stamps, progress, survey.known
    )
    return _Look(doc, own, base_url, reader, open_by_path, survey).run(robots)


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


class _Look:
    """One look around."""

    def __init__(
        self,
        doc: Document,
        own: Path,
        base_url: str | None,
        reader: Reader,
        open_documents: Mapping[Path, Document],
        survey: Survey,
    ) -> None:
        self._doc = doc
        self._own = own
        self._base_url = base_url
        self._reader = reader
        self._open = open_documents
        self._survey = survey
        self._hosts = self._own_hosts()
        self._place = self._placed(base_url)
        self._kinds: Mapping[Path, Kind] = {}
        self._of_children = NOTHING

    def _own_hosts(self) -> frozenset[str]:
        if self._doc.kind is Kind.ROBOTS:
            return frozenset(filter(None, map(bare_host, self._listed)))
        return hosts_of(self._doc)

    def _placed(self, base_url: str | None) -> Place:
        others = self._survey.packed.union(self._open)
        return self._survey.place(self._own.parent, base_url, others)

    def run(self, robots: Path | None) -> Neighbours:
        """Find everything, step by step."""
        found_robots = self._robots(robots)
        self._kinds = self._kinds_beside()
        indexes = self._indexes()
        naming = tuple(path for path in indexes if self._names_this(indexes[path]))
        guess = self._guess(found_robots, [indexes[path] for path in naming])
        if guess and not self._base_url:
            self._place = self._placed(guess)
        self._of_children = self._with_robots(found_robots)
        children = self._children()
        orphans, is_orphan = self._orphans(found_robots, indexes, naming, children)
        return Neighbours(
            robots=found_robots,
            indexes=naming,
            children=children,
            siblings=tuple(self._siblings([indexes[path] for path in naming])),
            earlier=self._survey.earlier_than(self._own) if self._is_page_list else None,
            languages=self._survey.known.languages if self._survey.known is not None else None,
            orphans=orphans,
            is_orphan=is_orphan,
            index_count=self._index_count(len(indexes)),
            guessed_base=guess,
            is_guess_sure=guess is not None and guess.startswith(f"{site_of_most(self._doc)}/"),
            unread=self._reader.budget.unread,
            seen=self._reader.seen,
        )

    # robots.txt

    def _robots(self, chosen: Path | None) -> RobotsFile | None:
        """The robots.txt that speaks of this file: the chosen one, else one that is found."""
        if self._doc.kind is Kind.ROBOTS:
            return None
        search = RobotsSearch(
            self._own,
            self._base_url,
            self._hosts,
            self._place.top,
            self._reader,
            self._open,
            self._survey,
        )
        return search.read(chosen) if chosen else search.find()

    def _with_robots(self, robots: RobotsFile | None) -> Neighbours:
        seen = self._reader.seen
        known = {} if robots is None else {robots.path: seen.get(robots.path)}
        return Neighbours(robots=robots, seen=known)

    # The folder

    def _kinds_beside(self) -> Mapping[Path, Kind]:
        folder = self._own.parent
        if folder not in self._survey.kinds:
            kinds = dict(self._sniffed(folder))
            self._survey.kinds[folder] = kinds
            indexes = (path for path, kind in kinds.items() if kind is Kind.SITEMAPINDEX)
            self._survey.indexes[folder] = tuple(indexes)
        return self._survey.kinds[folder]

    def _sniffed(self, folder: Path) -> Iterator[tuple[Path, Kind]]:
        """The sitemaps of the folder, and indexes elsewhere, as their beginnings tell."""
        names = [
            name
            for name in self._place.names_in(folder)
            if _SITEMAP.search(name) and name.isprintable()
        ]
        names.sort(key=lambda name: (not _LIKELY.search(name), name))
        listed = [folder / name for name in names[:MOST_SNIFFED]]
        for path in dict.fromkeys((*listed, *self._survey.together, *self._open)):
            doc = self._open.get(path)
            kind = doc.kind if doc is not None else self._survey.kind_of(path) or kind_of_head(path)
            self._reader.tick()
            is_near = path.parent == folder or kind is Kind.SITEMAPINDEX
            if is_near and kind is not None and kind is not Kind.ROBOTS:
                yield path, kind

    def _indexes(self) -> dict[Path, Digest]:
        """The indexes among them, read."""
        chosen = self._survey.indexes[self._own.parent]
        return {path: self._reader.digest(path) for path in chosen if path != self._own}

    def _index_count(self, known: int) -> int:
        """How many indexes the site has, this one included; names tell where there are many."""
        known += known > 0 and self._doc.kind is Kind.SITEMAPINDEX
        if len(self._kinds) < MOST_SNIFFED or known * 2 <= MOST_SNIFFED:
            return known
        names = self._place.names_in(self._own.parent)
        named = [name for name in names if _SITEMAP.search(name) and "index" in name.lower()]
        return max(known, len(named))

    def _names_this(self, index: Digest) -> bool:
        return self._address_in(index.listed) is not None

    def _address_in(self, addresses: Sequence[str]) -> str | None:
        """The one address among them that stands for this file; None when there are several."""
        name = quote(self._own.name)
        found: dict[str, str] = {}
        for address in self._survey.named(addresses, (name, f"{name}.gz")):
            if segments_of(address) and self._fits(address):
                found.setdefault(norm_eq(address), address.strip())
        return next(iter(found.values())) if len(found) == 1 else None

    def _fits(self, address: str) -> bool:
        if self._base_url and norm_eq(address) == norm_eq(self._base_url):
            return True
        return not self._hosts or bare_host(address) in self._hosts

    def _guess(self, robots: RobotsFile | None, indexes: Sequence[Digest]) -> str | None:
        """The public address, as robots.txt or an index tells it."""
        lists = [robots.text.sitemaps] if robots is not None else []
        found = (self._address_in(one) for one in (*lists, *(index.listed for index in indexes)))
        return next(filter(None, found), None)

    # What this file lists

    @cached_property
    def _listed(self) -> list[str]:
        if self._doc.kind is Kind.ROBOTS:
            return parse_robots(self._doc.text()).sitemaps
        if self._doc.kind is not Kind.SITEMAPINDEX:
            return []
        return [loc for loc in self._doc.values_of(self._doc.ids, "loc") if loc]

    def _children(self) -> dict[str, Child]:
        found: dict[str, Child] = {}
        for address in self._listed:
            self._reader.tick()
            key = norm_eq(address)
            if key not in found:
                found[key] = self._child(address)
        here = [one for one in found.values() if one.path is not None and one.path != self._own]
        if not here:
            return {}
        hosts = {bare_host(self._base_url or child.address) for child in here}
        return {key: self._or_missing(child, hosts) for key, child in found.items()}

    def _child(self, address: str) -> Child:
        path, is_certain = self._survey.file_of(address) or self._place.file_of(address)
        if path is None or path == self._own:
            return Child(address, path, leads_back=path is not None)
        digest = self._reader.digest(path)
        if not is_certain and digest.hosts and bare_host(address) not in digest.hosts:
            return Child(address, is_foreign=True)
        child = Child(address, path, digest)
        if digest.kind is None or self._doc.kind is Kind.ROBOTS:
            return child
        if digest.kind is Kind.SITEMAPINDEX:
            return replace(child, leads_back=self._leads_back(path))
        errors, first = self._reader.errors(path, address, self._of_children)
        return replace(child, errors=errors, first=first)

    def _or_missing(self, child: Child, hosts: Set[str]) -> Child:
        """The child, known to be missing when other files of its host are here."""
        is_known = child.path or child.is_foreign or not segments_of(child.address)
        if is_known or bare_host(child.address) not in hosts:
            return child
        return Child(child.address, is_missing=True)

    def _leads_back(self, start: Path) -> bool:
        """Whether following an index comes back to this one or to one passed on the way."""
        passed = [self._own, start]
        seen: set[Path] = set()

        def follow(path: Path) -> bool:
            if path in seen or len(seen) >= MOST_FOLLOWED:
                return False
            seen.add(path)
            for address in self._reader.digest(path).listed:
                below, _is_certain = self._place.file_of(address)
                if below in passed:
                    return True
                if below is not None and self._reader.digest(below).kind is Kind.SITEMAPINDEX:
                    passed.append(below)
                    if len(passed) < 50 and follow(below):
                        return True
                    passed.pop()
            return False

        return follow(start)

    # The project

    @cached_property
    def _is_page_list(self) -> bool:
        return self._doc.kind in (Kind.URLSET, Kind.TEXT) and not is_special(self._doc)

    def _siblings(self, indexes: Sequence[Digest]) -> Iterator[Sibling]:
        """The sitemaps named before this one, by an index or on the command line."""
        if self._survey.known is not None or not self._is_page_list:
            return
        count = 0
        before = dict.fromkeys((*self._survey.before(self._own), *self._listed_before(indexes)))
        for path in islice(before, MOST_SIBLINGS):
            digest = self._reader.digest(path)
            if digest.is_page_list and len(digest.addresses):
                count += len(digest.addresses)
                if count > MOST_COMPARED:
                    self._reader.budget.refuse(path)
                else:
                    yield Sibling(path, digest.addresses)

    def _listed_before(self, indexes: Sequence[Digest]) -> Iterator[Path]:
        for index in indexes:
            order = self._place.files_of(index.listed)
            yield from islice(order, order.get(self._own, 0))

    def _orphans(
        self,
        robots: RobotsFile | None,
        indexes: Mapping[Path, Digest],
        naming: Sequence[Path],
        children: Mapping[str, Child],
    ) -> tuple[tuple[Orphan, ...], bool]:
        """The sitemaps beside this index that nobody names, and whether this file is one."""
        named = self._named(robots, indexes)
        if self._doc.kind in (Kind.SITEMAPINDEX, Kind.ROBOTS):
            left = self._kinds.keys() - named - {self._own}
            ordered = sorted(left, key=lambda path: (path not in indexes, path))
            if self._doc.kind is Kind.ROBOTS:
                return tuple(self._unnamed(ordered)), False
            found = (self._orphan(path) for path in ordered if path not in indexes)
            return tuple(one for one in found if children and one is not None), False
        if self._doc.kind not in (Kind.URLSET, Kind.TEXT) or naming or self._own in named:
            return (), False
        of_site = (one for one in indexes.values() if not self._hosts.isdisjoint(one.hosts))
        return (), any(self._place.files_of(one.listed) for one in of_site)

    def _named(
        self, robots: RobotsFile | None, indexes: Mapping[Path, Digest]
    ) -> Mapping[Path, int]:
        """The files that robots.txt, the indexes and this file name."""
        lists = [
            *([robots.text.sitemaps] if robots else ()),
            *(index.listed for index in indexes.values()),
            self._listed,
        ]
        return ChainMap(*map(self._place.files_of, lists))

    def _unnamed(self, paths: Sequence[Path]) -> Iterator[Orphan]:
        """The sitemaps beside a robots.txt that it does not name, indexes first."""
        base = split_url(self._base_url) if self._base_url else None
        for path in paths:
            if path.parent != self._own.parent:
                continue
            digest = self._reader.digest(path)
            site = str(base.replace(path="", query=None, fragment=None)) if base else digest.site
            if site and (not self._base_url or bare_host(site) in digest.hosts):
                yield Orphan(path, f"{site}/{quote(path.name)}", digest.newest)

    def _orphan(self, path: Path) -> Orphan | None:
        if path.parent != self._own.parent:
            return None
        digest = self._reader.digest(path)
        if digest.problem == UNREADABLE or self._hosts.isdisjoint(digest.hosts):
            return None
        address = self._base_url or next(iter(self._listed), "")
        beside = split_url(norm_eq(address))
        folder = beside.path.rpartition("/")[0]
        base = beside.replace(path=f"{folder}/{quote(path.name)}", query=None, fragment=None)
        return Orphan(path, str(base), digest.newest)

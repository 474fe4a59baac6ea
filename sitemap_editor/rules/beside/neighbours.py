"""What lies beside a sitemap and belongs to it: robots.txt, indexes, the sitemaps of an index.

``looking.look_around`` finds it; here is what rules ask it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.robots import Robots, Rules
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.support.files import FileStamp

from .digests import Digest, bare_host
from .earlier import Earlier
from .hashes import Hashes, hash_address
from .languages import LinkBook

AGENTS = {"google": ("Googlebot", "*"), "bing": ("bingbot", "*"), "yandex": ("Yandex", "*")}
"""Names of the crawlers of a profile, as robots.txt groups know them."""


@dataclass(frozen=True)
class RobotsFile:
    """A robots.txt: its file, what it says, and the host it is of (empty when unknown)."""

    path: Path
    text: Robots = field(compare=False)
    host: str = ""

    def names(self, address: str) -> bool:
        """Whether one of its lines names this sitemap."""
        return norm_eq(address) in self._named

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(map(norm_eq, self.text.sitemaps))


@dataclass(frozen=True, eq=False, slots=True)
class Child:
    """A sitemap that an index, or a robots.txt, names.

    ``path`` is None when there is no such file (``is_missing``, in a project whose other files are
    there) or nobody can know: ``is_foreign`` when a file of its name belongs to another site.
    ``errors``: how many it has of its own, ``first`` the code of the
    first. ``leads_back``: following it comes back to an index that was passed already.
    """

    address: str
    path: Path | None = None
    digest: Digest = field(default_factory=Digest)
    is_missing: bool = False
    is_foreign: bool = False
    errors: int = 0
    first: str = ""
    leads_back: bool = False

    @property
    def outline(self) -> tuple[object, ...]:
        """What rules look at, to compare."""
        digest = self.digest
        said = (digest.kind, digest.problem, digest.is_feed, digest.entries, digest.newest)
        own = (self.path, self.is_missing, self.errors, self.first, self.leads_back)
        return (*said, digest.site, *own)


@dataclass(frozen=True, eq=False, slots=True)
class Sibling:
    """Another sitemap of the project, named before this one."""

    path: Path
    addresses: Hashes

    def is_as(self, other: Sibling) -> bool:
        """Whether both list the same."""
        return self.addresses is other.addresses or np.array_equal(self.addresses, other.addresses)

    def has(self, number: int) -> bool:
        """Whether it lists an address with this hash."""
        place = int(np.searchsorted(self.addresses, number))
        return place < len(self.addresses) and int(self.addresses[place]) == number


@dataclass(frozen=True, eq=False, slots=True)
class Orphan:
    """A sitemap beside an index that nobody names; ``address`` is where it would be published."""

    path: Path
    address: str
    newest: str = ""


@dataclass(frozen=True, eq=False)
class Neighbours:
    """What is known of the other files of the site.

    ``indexes``: those that name this file. ``children`` by ``norm_eq`` of the address, of an index
    or robots.txt. ``siblings``: sitemaps of the project before this one; ``earlier``: those of a
    set, which are no longer held, ``languages``: links over all of it. ``orphans``: beside this
    index, ``is_orphan``: this file, named by no index and no robots.txt though there are some.
    ``guessed_base``: the public address as robots.txt or an index tells it, sure when the file's
    own addresses agree in scheme and host. ``unread``: files that were too much to read.
    ``seen``: files and the states they were in.
    """

    robots: RobotsFile | None = None
    indexes: tuple[Path, ...] = ()
    children: Mapping[str, Child] = field(default_factory=dict)
    siblings: tuple[Sibling, ...] = ()
    earlier: Earlier | None = None
    languages: LinkBook | None = None
    orphans: tuple[Orphan, ...] = ()
    is_orphan: bool = False
    index_count: int = 0
    guessed_base: str | None = None
    is_guess_sure: bool = False
    unread: int = 0
    seen: Mapping[Path, object] = field(default_factory=dict)

    @cached_property
    def is_nothing(self) -> bool:
        """Whether there is nothing beside the file that rules could speak of."""
        found = (self.robots, self.indexes, self.children, self.has_siblings, self.orphans)
        return not any(found) and not self.is_orphan and not self.index_count

    @property
    def assumed_base(self) -> str | None:
        """The public address to go by where nobody was asked."""
        return self.guessed_base if self.is_guess_sure else None

    def is_as(self, other: Neighbours | None) -> bool:
        """Whether rules have nothing else to say than with the other."""
        if other is None:
            return self.is_nothing and self.guessed_base is None
        if self.is_nothing and other.is_nothing:
            return self.guessed_base == other.guessed_base
        if self.seen == other.seen and self.children.keys() == other.children.keys():
            return self._outline == other._outline
        same = all(map(Sibling.is_as, self.siblings, other.siblings))
        return same and self._outline == other._outline and self._known == other._known

    @property
    def _outline(self) -> tuple[object, ...]:
        return (
            self.robots_proof,
            self.indexes,
            tuple(one.path for one in self.siblings),
            tuple((one.path, one.address, one.newest) for one in self.orphans),
            self.is_orphan,
            self.index_count,
            self.guessed_base,
        )

    @property
    def _known(self) -> dict[str, tuple[object, ...]]:
        return {address: child.outline for address, child in self.children.items()}

    @property
    def robots_proof(self) -> tuple[object, ...]:
        """What robots.txt proves and allows, to compare."""
        robots = self.robots
        return () if robots is None else (robots.path, robots.host, self.seen.get(robots.path))

    def child(self, address: str) -> Child | None:
        """What is known of the sitemap under an address."""
        return self.children.get(norm_eq(address)) if self.children else None

    def newest_dates(self) -> dict[str, str]:
        """The newest date in each sitemap of an index, or the day its file was saved, by address.

        Addresses are as ``norm_eq`` makes them.
        """
        dates = {key: child.digest.newest or self._saved(child) for key, child in self._readable()}
        return {key: date for key, date in dates.items() if date}

    def _readable(self) -> Iterator[tuple[str, Child]]:
        return ((key, one) for key, one in self.children.items() if one.digest.kind is not None)

    def _saved(self, child: Child) -> str:
        stamp = self.seen.get(child.path) if child.path is not None else None
        if not isinstance(stamp, FileStamp):
            return ""
        return time.strftime("%Y-%m-%d", time.gmtime(stamp.mtime_ns // 10**9))

    @property
    def has_siblings(self) -> bool:
        """Whether there are sitemaps of the project before this one."""
        return bool(self.siblings) or (self.earlier is not None and not self.earlier.is_empty)

    def twin_of(self, address: str) -> Path | None:
        """The first other sitemap of the project that lists this address."""
        if not self.has_siblings:
            return None
        number = hash_address(address)
        first = self.earlier.first_with(number) if self.earlier is not None else None
        return first or next((one.path for one in self.siblings if one.has(number)), None)

    def have_twins(self, hashes: Hashes) -> npt.NDArray[np.bool_]:
        """Which of many addresses, by their hashes, other sitemaps of the project list."""
        found = np.zeros(len(hashes), np.bool_)
        if self.earlier is not None:
            found |= self.earlier.has(hashes)
        if len(self.twins):
            places = np.minimum(np.searchsorted(self.twins, hashes), len(self.twins) - 1)
            found |= self.twins[places] == hashes
        return found

    def is_named_by_robots(self, base_url: str | None) -> bool:
        """Whether the robots.txt names the sitemap with this address."""
        return bool(base_url and self.robots is not None and self.robots.names(base_url))

    def proves(self, base_url: str | None, host: str, majority: str | None) -> bool:
        """Whether a robots.txt lets the sitemap at ``base_url`` list addresses of ``host``.

        It does when it is that host's own and names the sitemap. Where nobody knows whose it is,
        it counts as that of the host most addresses are on: with this route each sitemap holds
        one host's addresses.
        """
        if self.robots is None or not base_url or not self.robots.names(base_url):
            return False
        owner = self.robots.host
        return bare_host(f"//{host}") == owner if owner else host == majority

    @cached_property
    def twins(self) -> Hashes:
        """Hashes of all addresses of the siblings, sorted."""
        return np.unique(
            np.concatenate([np.zeros(0, np.int64), *(s.addresses for s in self.siblings)])
        )

    def bans(self, profiles: frozenset[str]) -> dict[str, Rules]:
        """What robots.txt says to the crawlers of some profiles, by name; one of those it means.

        Crawlers without lines of their own go by those for all: the first speaks for them.
        """
        if self.robots is None:
            return {}
        text, found = self.robots.text, dict[str, str]()
        for profile, names in AGENTS.items():
            group = next((name for name in names if name.lower() in text.agents), None)
            if profile in profiles and group is not None:
                found.setdefault(group, names[0])
        return {name: text.rules_for((group,)) for group, name in found.items()}


NOTHING = Neighbours()
"""Nothing lies beside the file."""

"""Entries about one page anywhere in the files of a set, and what becomes of them.

The files are read twice, one at a time: for hashes of all addresses, then for the entries whose
hash comes again, which are kept on disk when they are many.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import new_document
from sitemap_editor.operations.deduplicating import Group, keys_of
from sitemap_editor.operations.entry_fixes import Surroundings
from sitemap_editor.operations.merging.carrying import Carrier
from sitemap_editor.operations.merging.combining import Combined, Copy, combine
from sitemap_editor.operations.merging.wishes import MergeWish
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Share

from .kept_bytes import KeptBytes, Numbered
from .selection import Selection
from .survey import AT_ONCE, Ints, Survey, addresses_of

TICK = 64
NOBODY = -1


@dataclass(frozen=True, slots=True)
class Views:
    """How the entries of each file are looked at.

    ``at`` by number of file; None leaves it out. A file of another kind than its surroundings is
    looked at as its entries would be there. Those in ``fixed`` can go and cannot change.
    """

    at: Sequence[Surroundings | None]
    fixed: frozenset[int] = frozenset()

    def raws(self, doc: Document, file: int, ids: Ints) -> list[bytes]:
        """The bytes of entries, as they are looked at."""
        at = self.at[file]
        if at is None or at.kind is doc.kind:
            return doc.store.raws(ids)
        return [raw for _gap, raw in Carrier(doc, at).entries(ids)]


def views_of_each(found: Survey, *, with_feeds: bool = False) -> Views:
    """Each file by itself; a feed, which cannot be changed, is left out or looked at only."""
    like_feeds = Surroundings.of(new_document(Kind.URLSET)) if with_feeds else None
    ats: list[Surroundings | None] = []
    feeds = set()
    for number, one in enumerate(found.facts):
        is_feed = one is not None and one.at.kind.is_feed
        ats.append(like_feeds if is_feed else one.at if one is not None else None)
        feeds |= {number} if is_feed else set()
    return Views(ats, frozenset(feeds))


class Groups:
    """The entries about one page, in groups of two at least, in the order of their first.

    An entry is its number in the set. ``close`` lets go of what is kept of them.
    """

    def __init__(self, found: Survey, views: Views) -> None:
        self.survey = found
        self.views = views
        self._records = KeptBytes()
        self._kept = np.zeros(0, np.int64)
        self._places = array("q")
        self._entries = array("q")
        self._starts = array("q", [0])

    def __len__(self) -> int:
        return len(self._starts) - 1

    @property
    def count(self) -> int:
        """How many entries are in groups."""
        return len(self._entries)

    def entries(self, group: int) -> list[int]:
        """The entries of a group, in the order of the files."""
        return self._entries[self._starts[group] : self._starts[group + 1]].tolist()

    def sizes(self) -> Ints:
        """How many entries each group has."""
        borders: Ints = np.array(self._starts, np.int64)
        return borders[1:] - borders[:-1]

    def copy(self, entry: int) -> Copy:
        """One entry of a group."""
        file, position = self.survey.place_of(entry)
        at = self.views.at[file]
        assert at is not None  # files without are left out
        can_change = at.kind.is_xml and file not in self.views.fixed
        return Copy(self._record(entry)[1], at, file, position, can_change=can_change)

    def copies(self, group: int) -> list[Copy]:
        """The entries of a group."""
        return [self.copy(entry) for entry in self.entries(group)]

    def group(self, number: int) -> Group:
        """The entries of a group with their addresses."""
        entries = self.entries(number)
        return Group(tuple(entries), tuple(self.address(entry) for entry in entries))

    def address(self, entry: int) -> str:
        """The address of an entry of a group."""
        return self._record(entry)[0]

    def _record(self, entry: int) -> tuple[str, bytes]:
        """Address and bytes of an entry that was kept."""
        record = self._records[bisect_left(self._places, entry)]
        address, _end, raw = record.partition(b"\0")
        return address.decode("utf-8", "surrogatepass"), raw

    def close(self) -> None:
        """Let go of the entries."""
        self._records.close()

    # Finding

    def find(self, progress: Progress = NO_PROGRESS) -> None:
        """Read the entries that may be in groups, and put them together."""
        found = self.survey
        chosen = found.repeated()
        files = np.searchsorted(found.firsts, chosen, "right") - 1
        is_meant = np.array([at is not None for at in self.views.at], np.bool_)
        self._kept = chosen[is_meant[files]] if len(chosen) else chosen
        files = files[is_meant[files]] if len(chosen) else files
        borders = np.searchsorted(files, np.arange(len(found.facts) + 1))
        for number in range(len(found.facts)):
            own = self._kept[borders[number] : borders[number + 1]]
            if not len(own):
                continue
            share = Share(progress, number, len(found.facts))
            share.tick()
            doc = found.read(number, Share(share, 0, 2))
            ids = doc.ids[own - found.firsts[number]]
            for first in range(0, len(ids), AT_ONCE):
                self._keep(doc, number, ids[first : first + AT_ONCE])
                Share(share, 1, 2).tick(first, len(ids))
            del doc
        self._places = array("q", self._kept.tobytes())
        self._put_together(progress)

    def _keep(self, doc: Document, file: int, ids: Ints) -> None:
        addresses = addresses_of(doc, ids)
        raws = self.views.raws(doc, file, ids)
        self._records.add(
            address.encode("utf-8", "surrogatepass").replace(b"\0", b"") + b"\0" + raw
            for address, raw in zip(addresses, raws, strict=True)
        )

    def _put_together(self, progress: Progress) -> None:
        """Make groups of equal hashes, and of them groups of equal keys."""
        hashes = self.survey.hashes[self._kept]
        order = np.argsort(hashes, kind="stable")
        borders = np.flatnonzero(np.diff(hashes[order])) + 1
        starts = np.concatenate(([0], borders)) if len(order) else np.zeros(0, np.int64)
        ends = np.append(borders, len(order)) if len(order) else starts
        firsts = order[starts]
        del hashes
        self.survey.forget_hashes()
        for number, at in enumerate(np.argsort(firsts).tolist()):
            for group in self._alike(self._kept[order[starts[at] : ends[at]]].tolist()):
                self._entries.extend(group)
                self._starts.append(len(self._entries))
            if number % TICK == 0:
                progress.tick()

    def _alike(self, entries: list[int]) -> Iterator[list[int]]:
        """Groups of entries with one key, of those with one hash."""
        addresses = [self.address(entry) for entry in entries]
        by_key: dict[str, list[int]] = {}
        for entry, key in zip(entries, keys_of(addresses, self.survey.match), strict=True):
            by_key.setdefault(key, []).append(entry)
        return (group for key, group in by_key.items() if key and len(group) > 1)


class Taken(Mapping[int, dict[str, int]]):
    """By entry that stays: the entry that each of its fields is from now, when that is another."""

    def __init__(self, kept: KeptBytes) -> None:
        self._said = Numbered(kept)

    def add(self, entry: int, taken: Mapping[str, int]) -> None:
        """Note what an entry takes over."""
        said = " ".join(f"{name}={number}" for name, number in taken.items())
        self._said.add(entry, said.encode())

    def __getitem__(self, entry: int) -> dict[str, int]:
        pairs = (one.split("=") for one in self._said[entry].decode().split())
        return {name: int(number) for name, number in pairs}

    def __iter__(self) -> Iterator[int]:
        return iter(self._said)

    def __len__(self) -> int:
        return len(self._said)

    def __contains__(self, entry: object) -> bool:
        return entry in self._said


@dataclass(eq=False, slots=True)
class Decision:
    """What becomes of the files: a selection each, and counts to tell.

    ``stays`` is the entry that stays of each group, -1 for one that is left as it is. ``taken``
    tells what entries take over, ``conflicts`` counts groups whose entries disagree, by field.
    """

    selections: list[Selection]
    stays: Ints
    taken: Taken
    kept: tuple[KeptBytes, ...]
    removed: int = 0
    groups: int = 0
    conflicts: Counter[str] = field(default_factory=Counter)

    def close(self) -> None:
        """Let go of the new bytes."""
        for one in self.kept:
            one.close()


Chosen = Mapping[int, int | None]
"""The entry that stays of a group, by its number; None leaves the group as it is."""


def decide(
    groups: Groups,
    wish: MergeWish,
    chosen: Chosen | None = None,
    progress: Progress = NO_PROGRESS,
) -> Decision:
    """Let one entry of each group stay: the one that people chose, or else by the wish."""
    return _Deciding(groups, wish, chosen or {}, progress).run()


class _Deciding:
    """Goes through groups and notes what becomes of each file."""

    def __init__(self, groups: Groups, wish: MergeWish, chosen: Chosen, progress: Progress) -> None:
        self._groups = groups
        self._wish = wish
        self._chosen = chosen
        self._progress = progress
        counts = [one.count if one is not None else 0 for one in groups.survey.facts]
        self._masks = [np.ones(count, np.bool_) for count in counts]
        kept = KeptBytes(), KeptBytes()
        self._replaced = [Numbered(kept[0]) for _count in counts]
        stays = np.full(len(groups), -1, np.int64)
        self._done = Decision([], stays, Taken(kept[1]), kept)

    def run(self) -> Decision:
        """Decide about all groups."""
        for group in range(len(self._groups)):
            if group % TICK == 0:
                self._progress.tick(group, len(self._groups))
            if self._chosen.get(group, NOBODY) is not None and not self._wish.keeps_all:
                self._decide(group)
        for mask, replaced in zip(self._masks, self._replaced, strict=True):
            keep = None if bool(mask.all()) else mask
            self._done.selections.append(Selection(keep, replaced))
        return self._done

    def _decide(self, group: int) -> None:
        entries = self._groups.entries(group)
        copies = self._groups.copies(group)
        entry = self._chosen.get(group, NOBODY)
        made = combine(copies, self._wish, entries.index(entry) if entry in entries else None)
        for number, copy in enumerate(copies):
            if number != made.stays:
                self._masks[copy.file][copy.position] = False
        self._note(group, entries, copies, made)

    def _note(self, group: int, entries: list[int], copies: Sequence[Copy], made: Combined) -> None:
        done, kept = self._done, copies[made.stays]
        done.stays[group] = entries[made.stays]
        done.groups += 1
        done.removed += len(entries) - 1
        done.conflicts.update(made.conflicts)
        if made.xml != kept.xml:
            self._replaced[kept.file].add(kept.position, made.xml)
            taken = {name: entries[number] for name, number in made.taken.items()}
            done.taken.add(entries[made.stays], taken)

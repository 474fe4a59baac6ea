"""Entries about one page, in groups, and what becomes of each group: one entry stays.

It takes over the newest date and what only the others say: fields, pictures, videos, languages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.store import Ids
from sitemap_editor.protocol.kinds import require_editable
from sitemap_editor.protocol.urls import (
    DEFAULT_DOCUMENT,
    TRACKING,
    WHITE_SPACE,
    norm_eq,
    norm_eq_of_all,
    probable_of_normal,
    split_url,
)
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .entry_fixes import Surroundings
from .merging import Twin, merged, survivor
from .replacing import Step, replace_all

EXACT, EQUIVALENT, PROBABLE = "exact", "equivalent", "probable"
MATCHES = (EXACT, EQUIVALENT, PROBABLE)
"""How alike addresses must be: letter by letter, by the rules of addresses, or most likely."""

KEEP = ("first", "last", "newest", "richest")

AT_ONCE = 4096
TICK = 128

Hashes = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Group:
    """Entries about one page in document order, two at least, and their addresses."""

    ids: tuple[int, ...]
    addresses: tuple[str, ...]

    @property
    def match(self) -> str:
        """How alike all of them are."""
        if len(set(self.addresses)) == 1:
            return EXACT
        return EQUIVALENT if len(set(map(norm_eq, self.addresses))) == 1 else PROBABLE

    @property
    def differences(self) -> tuple[str, ...]:
        """In what their addresses differ: words of ``WAYS``."""
        first = self.addresses[0]
        found = {way for other in set(self.addresses) for way in ways(first, other)}
        return tuple(way for way in WAYS if way in found)


def find_groups(doc: Document, match: str = EXACT, progress: Progress = NO_PROGRESS) -> list[Group]:
    """The groups of entries with addresses that are alike, in the order of the file."""
    require_editable(doc.kind)
    ids = doc.ids
    hashes = np.zeros(len(ids), np.int64)
    for first in range(0, len(ids), AT_ONCE):
        keys = _keys(doc, ids[first : first + AT_ONCE], match)
        hashes[first : first + len(keys)] = [hash(key) if key else 0 for key in keys]
        progress.tick(first, len(ids))
    found: dict[str, list[int]] = {}
    for number, part in enumerate(_candidates(ids, hashes)):
        for entry, key in zip(part.tolist(), _keys(doc, part, match), strict=True):
            if key:
                found.setdefault(key, []).append(entry)
        progress.tick(number)
    groups = [_group(doc, entries) for entries in found.values() if len(entries) > 1]
    return sorted(groups, key=lambda group: doc.position_of(group.ids[0]))


def _group(doc: Document, entries: Sequence[int]) -> Group:
    values = doc.values_of(np.array(entries, np.int64), "loc")
    return Group(tuple(entries), tuple((value or "").strip(WHITE_SPACE) for value in values))


def _keys(doc: Document, ids: Ids, match: str) -> Sequence[str]:
    """What addresses are compared by."""
    return keys_of([(value or "").strip(WHITE_SPACE) for value in doc.values_of(ids, "loc")], match)


def keys_of(addresses: Sequence[str], match: str) -> Sequence[str]:
    """What trimmed addresses are compared by; equal keys mean one page."""
    if match == EXACT:
        return addresses
    normal = norm_eq_of_all(addresses)
    return normal if match == EQUIVALENT else [probable_of_normal(one) for one in normal]


def _candidates(ids: Ids, hashes: Hashes) -> Iterator[Ids]:
    """Entries whose hash another one has too, some thousand at a time, in document order."""
    ordered = np.sort(hashes)
    twice = ordered[1:][(ordered[1:] == ordered[:-1]) & (ordered[1:] != 0)]
    if not len(twice):
        return
    place = np.minimum(np.searchsorted(twice, hashes), len(twice) - 1)
    chosen = ids[twice[place] == hashes]
    for first in range(0, len(chosen), AT_ONCE):
        yield chosen[first : first + AT_ONCE]


# In what addresses differ

WAYS = ("spelling", "scheme", "www", "case", "document", "slash", "tracking", "order")


def ways(one: str, other: str) -> set[str]:
    """In what two addresses of one page differ; some of ``WAYS``."""
    if one == other:
        return set()
    first, second = norm_eq(one), norm_eq(other)
    if first == second:
        return {"spelling"}
    a, b = split_url(first), split_url(second)
    found = {"scheme"} if a.scheme != b.scheme else set()
    if a.host != b.host:
        found.add("www")
    found |= _ways_of_paths(a.path, b.path)
    if a.query != b.query:
        pieces = [_own_pieces(url.query or "") for url in (a, b)]
        has_tracking = pieces[0] == pieces[1] or sorted(pieces[0]) == sorted(pieces[1])
        is_ordered = pieces[0] == pieces[1]
        found |= {"tracking"} if has_tracking and _counts_differ(a.query, b.query) else set()
        found |= set() if is_ordered else {"order"}
    return found


def _ways_of_paths(one: str, other: str) -> set[str]:
    found = set()
    a, b = _without_document(one), _without_document(other)
    if (a != one) != (b != other) or (a != one and one.lower() != other.lower()):
        found.add("document")
    if a.endswith("/") != b.endswith("/"):
        found.add("slash")
    if a.rstrip("/") != b.rstrip("/"):
        found.add("case")
    return found


def _without_document(path: str) -> str:
    folder, slash, last = path.rpartition("/")
    return f"{folder}{slash}" if DEFAULT_DOCUMENT.fullmatch(last) else path


def _own_pieces(query: str) -> list[str]:
    pieces = (piece for piece in query.split("&") if piece)
    return [piece for piece in pieces if not TRACKING.fullmatch(piece.partition("=")[0])]


def _counts_differ(one: str | None, other: str | None) -> bool:
    """Whether parameters that only track people are in one of two queries."""
    tracked = [
        {piece for piece in (query or "").split("&") if piece} - set(_own_pieces(query or ""))
        for query in (one, other)
    ]
    return tracked[0] != tracked[1]


# What becomes of the groups


@dataclass(frozen=True, slots=True)
class Choice:
    """Which entry of each group stays: by a rule, and by number of group where people said so.

    None in ``chosen`` leaves a group as it is.
    """

    keep: str = "newest"
    chosen: Mapping[int, int | None] = field(default_factory=dict)


class Merger:
    """Makes one entry of several of a document."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self._at = Surroundings.of(doc)

    def survivor(self, group: Group, keep: str) -> int:
        """The entry that stays by a rule."""
        twins = [Twin(entry, self._doc.raw(entry)) for entry in group.ids]
        return group.ids[survivor(twins, keep, self._at)]

    def merged(self, group: Group, kept: int) -> bytes:
        """What stays of a group."""
        others = [self._doc.raw(entry) for entry in group.ids if entry != kept]
        return merged(self._doc.raw(kept), others, self._at)


@dataclass(slots=True)
class Merged:
    """What removing duplicates does: the edit, and counts to tell."""

    edit: Edit | None = None
    groups: int = 0
    removed: int = 0
    completed: int = 0
    """Entries that take something over from those that go."""


def deduplicate(
    doc: Document,
    groups: Sequence[Group],
    choice: Choice | None = None,
    progress: Progress = NO_PROGRESS,
) -> Merged:
    """Let one entry of each group stay, as one edit."""
    choice = choice or Choice()
    merger, step, done = Merger(doc), Step(), Merged()
    for number, group in enumerate(groups):
        kept = choice.chosen.get(number, -1)
        if number % TICK == 0:
            progress.tick(number, len(groups))
        if kept is None:
            continue
        if kept not in group.ids:
            kept = merger.survivor(group, choice.keep)
        xml = merger.merged(group, kept)
        if xml != doc.raw(kept):
            step.raws[kept] = xml
            done.completed += 1
        step.gone.update(entry for entry in group.ids if entry != kept)
        done.groups += 1
    done.removed = len(step.gone)
    done.edit = None if step.is_empty else replace_all(doc, step)
    return done

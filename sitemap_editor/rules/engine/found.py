"""Which entries have which findings: arrays of ids by key, and the few that changed since.

No message and no value is kept; a million findings of a kind take eight megabytes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.store import distinct
from sitemap_editor.protocol.findings import Severity

from .blocks import Bools, Ints


class Key(NamedTuple):
    """A kind of finding: its code, how bad it is, the field it is about, and who hears of it."""

    code: str
    severity: Severity
    field: str | None
    is_ignored: bool = False


Numbers = npt.NDArray[np.integer[Any]]

EMPTY: Ints = np.zeros(0, np.int64)


class Found:
    """Sorted ids by key."""

    def __init__(self) -> None:
        self._arrays: dict[Key, Ints] = {}
        self._added: dict[Key, set[int]] = {}
        self._removed: dict[Key, set[int]] = {}

    def keys(self) -> list[Key]:
        """All keys that have an id."""
        return [key for key in (*self._arrays, *self._added) if self.count(key)]

    def count(self, key: Key) -> int:
        """How many ids a key has."""
        size = len(self._arrays.get(key, EMPTY))
        return size + len(self._added.get(key, ())) - len(self._removed.get(key, ()))

    def has(self, key: Key, entry: int) -> bool:
        """Whether a key has this id."""
        if entry in self._added.get(key, ()):
            return True
        return self._is_stored(key, entry) and entry not in self._removed.get(key, ())

    def _is_stored(self, key: Key, entry: int) -> bool:
        array = self._arrays.get(key, EMPTY)
        place = int(np.searchsorted(array, entry))
        return place < len(array) and int(array[place]) == entry

    def keys_of(self, entry: int) -> set[Key]:
        """The keys that have this id."""
        return {key for key in (*self._arrays, *self._added) if self.has(key, entry)}

    def ids(self, key: Key) -> Ints:
        """The ids of a key, ascending; never to be written to."""
        added, removed = self._added.pop(key, None), self._removed.pop(key, None)
        array = self._arrays.get(key, EMPTY)
        if removed:
            array = np.delete(array, np.searchsorted(array, np.array(sorted(removed), np.int64)))
        if added:
            new = np.array(sorted(added), np.int64)
            array = np.insert(array, np.searchsorted(array, new), new)
        if added or removed:
            self._arrays[key] = array
        return array

    def set_keys(self, entry: int, wanted: set[Key]) -> set[Key]:
        """Let an id have just these keys; returns those that changed."""
        present = self.keys_of(entry)
        for key in present - wanted:
            if entry in self._added.get(key, ()):
                self._added[key].discard(entry)
            else:
                self._removed.setdefault(key, set()).add(entry)
        for key in wanted - present:
            if entry in self._removed.get(key, ()):
                self._removed[key].discard(entry)
            else:
                self._added.setdefault(key, set()).add(entry)
        return present ^ wanted

    def replaced(self, ids: Ints, new: Found) -> Found:
        """A copy in which these ids have what ``new`` says and nothing else."""
        copy = Found()
        for key in self.keys():
            copy._arrays[key] = self.ids(key)
        copy.drop(ids)
        for key in new.keys():  # noqa: SIM118 - it is no mapping
            copy._arrays[key] = distinct(np.concatenate((copy.ids(key), new.ids(key))))
        return copy

    def ignoring(self, codes: Collection[str]) -> Found:
        """A copy in which just these codes are ignored."""
        copy = Found()
        for key in self.keys():
            own = key._replace(is_ignored=key.code in codes)
            copy.put(own, np.concatenate((copy.ids(own), self.ids(key))))
        return copy

    def move(self, key: Key, to: Key, ids: Ints) -> None:
        """Let these ids of a key have another one instead."""
        if not len(ids):
            return
        own = self.ids(key)
        gone = distinct(ids)
        self._arrays[to] = distinct(np.concatenate((self.ids(to), gone)))
        self._arrays[key] = own[~contains(gone, own)]

    def drop(self, ids: Ints) -> None:
        """Let these ids have nothing."""
        gone = distinct(ids)
        for key in self.keys():
            array = self.ids(key)
            self._arrays[key] = array[~contains(gone, array)]

    def put(self, key: Key, ids: Ints) -> None:
        """Let a key have just these ids."""
        is_sorted = bool((ids[1:] > ids[:-1]).all())
        self._arrays[key] = ids if is_sorted else distinct(ids)


def contains(sorted_ids: Numbers, ids: Numbers) -> Bools:
    """Mask of numbers that are among the sorted ones."""
    if not len(sorted_ids):
        return np.zeros(len(ids), np.bool_)
    places = np.minimum(np.searchsorted(sorted_ids, ids), len(sorted_ids) - 1)
    found: Bools = sorted_ids[places] == ids
    return found


class Gatherer:
    """Collects ids by key while a pass goes on."""

    def __init__(self) -> None:
        self._arrays: dict[Key, list[Ints]] = {}
        self._single: dict[Key, list[int]] = {}

    def add(self, key: Key, entry: int) -> None:
        """Add one id."""
        self._single.setdefault(key, []).append(entry)

    def add_many(self, key: Key, ids: Ints) -> None:
        """Add several ids."""
        if len(ids):
            self._arrays.setdefault(key, []).append(ids)

    def add_keys(self, keys: Iterable[Key], entry: int) -> None:
        """Add one id to several keys."""
        for key in keys:
            self.add(key, entry)

    def keys(self) -> set[Key]:
        """The keys anything was added to."""
        return {*self._arrays, *self._single}

    def found(self) -> Found:
        """Everything added."""
        found = Found()
        for key in dict.fromkeys((*self._arrays, *self._single)):
            single = np.array(self._single.get(key, ()), np.int64)
            found.put(key, np.concatenate((*self._arrays.get(key, ()), single)))
        return found

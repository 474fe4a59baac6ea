"""What a checker knows about a document: findings by kind, columns, statistics, marks."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.rules.base import Context, Hit, Rule
from sitemap_editor.rules.decisions.policy import Policy

from .blocks import Ints
from .clusters import Clusters
from .columns import Columns
from .found import Found, Key
from .frame import Stats
from .gate_loc import LocGate

LEVELS: tuple[Severity | None, ...] = (None, Severity.INFO, Severity.WARNING, Severity.ERROR)
"""Severities by the number that marks them."""


def level(severity: Severity) -> int:
    """The number that marks a severity: the higher the worse."""
    return 3 - severity.rank


@dataclass(frozen=True, slots=True)
class FileHit:
    """A finding about the file; ``tail_at`` is set when it stands behind the last entry.

    ``said`` is a breakage that was mended when the file was read; no rule found it.
    """

    rule: Rule[Any] | None
    hit: Hit
    key: Key
    tail_at: int | None = None
    said: Finding | None = None


@dataclass(slots=True)
class State:
    """Everything a check finds out; arrays are indexed by entry id.

    ``entries``: findings of an entry's own. ``sites``: of scheme, host and port. ``pairs``: of
    entries that repeat others; ``firsts`` holds the id of the other one and how they are alike.
    ``across``: of entries that other files of the site have to do with.
    ``links``: of entries that others name as another language, which ``clusters`` tells.
    ``judged``: what is found about sites, by number, and the context that holds for.
    ``worst`` and ``fields`` mark entries and fields by level: two bits a field.
    """

    context: Context
    gate: LocGate
    columns: Columns
    entries: Found = field(default_factory=Found)
    sites: Found = field(default_factory=Found)
    pairs: Found = field(default_factory=Found)
    links: Found = field(default_factory=Found)
    across: Found = field(default_factory=Found)
    clusters: Clusters | None = None
    firsts: dict[int, tuple[int, str]] = field(default_factory=dict)
    file_hits: list[FileHit] = field(default_factory=list)
    judged: tuple[Context, dict[int, set[Key]]] | None = None
    stats: Stats = field(default_factory=Stats)
    worst: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))
    fields: npt.NDArray[np.uint8] = field(default_factory=lambda: np.zeros(0, np.uint8))

    @property
    def stores(self) -> tuple[Found, ...]:
        """All findings about entries."""
        return self.entries, self.sites, self.pairs, self.links, self.across

    def ignoring(self, codes: frozenset[str], policy: Policy) -> State:
        """A copy in which just these codes are ignored."""
        stores: dict[str, Any] = {}
        for one in fields(self):
            store = getattr(self, one.name)
            if isinstance(store, Found):
                stores[one.name] = store.ignoring(codes)
        hits = [
            replace(one, key=one.key._replace(is_ignored=one.key.code in codes))
            for one in self.file_hits
        ]
        context = replace(self.context, policy=policy)
        return replace(self, context=context, file_hits=hits, **stores)

    def grow(self, count: int) -> None:
        """Make room for ids up to ``count``."""
        self.columns.grow(count)
        missing = count - len(self.worst)
        if missing > 0:
            more = np.zeros(missing + count // 8, np.uint8)
            self.worst = np.concatenate((self.worst, more))
            self.fields = np.concatenate((self.fields, more))

    def mark_all(self) -> None:
        """Work out the marks of all entries."""
        self.worst[:] = 0
        self.fields[:] = 0
        for store in self.stores:
            for key in store.keys():  # noqa: SIM118 - it is no mapping
                if not key.is_ignored:
                    self._mark(key, store.ids(key))

    def _mark(self, key: Key, ids: Ints) -> None:
        number = level(key.severity)
        self.worst[ids] = np.maximum(self.worst[ids], number)
        if key.field in FIELD_BY_NAME:
            shift = 2 * FIELD_BY_NAME[key.field].index
            own = (self.fields[ids] >> shift) & 3
            rest = self.fields[ids] & (0xFF ^ (3 << shift))
            self.fields[ids] = rest | (np.maximum(own, number) << shift)

    def mark(self, entry: int) -> None:
        """Work out the marks of one entry."""
        worst, fields = 0, [0, 0, 0, 0]
        for store in self.stores:
            for key in store.keys_of(entry):
                if key.is_ignored:
                    continue
                number = level(key.severity)
                worst = max(worst, number)
                if key.field in FIELD_BY_NAME:
                    index = FIELD_BY_NAME[key.field].index
                    fields[index] = max(fields[index], number)
        self.worst[entry] = worst
        self.fields[entry] = sum(number << (2 * index) for index, number in enumerate(fields))

"""Which entries differ from what is on disk: their places when last read or saved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.encoding import Source

from .store import Ids, Store

BLOCK = 1 << 16
"""Entries whose bytes are compared at a time."""


class Coding(NamedTuple):
    """How the text of a document is put into a file."""

    encoding: str
    has_bom: bool
    is_gzip: bool

    @classmethod
    def of(cls, source: Source, is_untouched: bool) -> Coding:
        """How a file is written; one that is untouched keeps even an encoding with no way back."""
        encoding = source.encoding if is_untouched else source.encoding_as_saved
        return cls(encoding, source.has_bom, bool(source.gzip_layers))


class Baseline(NamedTuple):
    """Blob, start, end and line ends of every id known then; ids given out later are new.

    ``line_ends`` are those of an entry and its gap; ``order`` holds the ids as they stood.
    """

    blob: npt.NDArray[np.int32]
    start: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    line_ends: npt.NDArray[np.int32]
    order: Ids
    state: int
    head: bytes
    tail: bytes
    coding: Coding

    @classmethod
    def of(
        cls, store: Store, ids: Ids, state: int, head: bytes, tail: bytes, coding: Coding
    ) -> Baseline:
        """Remember where everything stands now; entries not among ``ids`` count as new."""
        cells = store.cells
        blob = np.full(store.count, -1, np.int32)
        blob[ids] = cells.blob[ids]
        start, end, ends = cells.start.copy(), cells.end.copy(), cells.counts[0].copy()
        return cls(blob, start, end, ends, ids, state, head, tail, coding)

    def edited(self, store: Store, ids: Ids) -> npt.NDArray[np.bool_]:
        """Mask of the ids that are new or have other bytes now."""
        cells = store.cells
        edited = np.ones(len(ids), np.bool_)
        known = np.flatnonzero(ids < len(self.blob))
        old = ids[known]
        edited[known] = (cells.blob[old] != self.blob[old]) | (cells.start[old] != self.start[old])
        known = known[edited[known] & (self.blob[old] >= 0)]
        old = ids[known]
        size = cells.end[old] - cells.start[old]
        # Those of equal length may stand elsewhere just because their gap changed.
        alike = known[size == self.end[old] - self.start[old]]
        for first in range(0, len(alike), BLOCK):
            places = alike[first : first + BLOCK]
            pairs = zip(store.raws(ids[places]), self.raws(store, ids[places]), strict=True)
            edited[places] = [now != then for now, then in pairs]
        return edited

    def raws(self, store: Store, ids: Ids) -> list[bytes]:
        """The bytes entries had, all of which must have been there."""
        return store.slices(self.blob[ids], self.start[ids], self.end[ids])

    def raw(self, store: Store, entry: int) -> bytes | None:
        """The bytes an entry had; None for a new one."""
        if entry >= len(self.blob) or self.blob[entry] < 0:
            return None
        return store.blobs[int(self.blob[entry])][int(self.start[entry]) : int(self.end[entry])]

"""Which entries differ from what is on disk: their places when last read or saved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .store import Ids, Store


class Baseline(NamedTuple):
    """Blob, start and end of every id known then; ids given out later are new."""

    blob: npt.NDArray[np.int32]
    start: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    state: int
    head: bytes
    tail: bytes

    @classmethod
    def of(cls, store: Store, ids: Ids, state: int, head: bytes, tail: bytes) -> Baseline:
        """Remember where everything stands now; entries not among ``ids`` count as new."""
        cells = store.cells
        blob = np.full(store.count, -1, np.int32)
        blob[ids] = cells.blob[ids]
        return cls(blob, cells.start.copy(), cells.end.copy(), state, head, tail)

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
        for place in known[size == self.end[old] - self.start[old]].tolist():
            entry = int(ids[place])  # may stand elsewhere just because its gap changed
            edited[place] = store.raw(entry) != self.raw(store, entry)
        return edited

    def raw(self, store: Store, entry: int) -> bytes | None:
        """The bytes an entry had; None for a new one."""
        if entry >= len(self.blob) or self.blob[entry] < 0:
            return None
        return store.blobs[int(self.blob[entry])][int(self.start[entry]) : int(self.end[entry])]

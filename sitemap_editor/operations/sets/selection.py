"""Which entries of a set's files count, and what some of them become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]


@dataclass(slots=True)
class Selection:
    """What is to be written of one file: the entries kept, by position; None for all.

    ``replaced``: the new bytes of entries, by position; they may be kept on disk.
    """

    keep: Mask | None = None
    replaced: Mapping[int, bytes] = field(default_factory=dict)

    @property
    def is_everything(self) -> bool:
        """Whether the file stays as it is."""
        return self.keep is None and not self.replaced

    def removed(self) -> int:
        """How many entries are left out."""
        return 0 if self.keep is None else int(len(self.keep) - np.count_nonzero(self.keep))

"""What people asked for when they applied a list."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .apply_work import Outcome


@dataclass(frozen=True, eq=False)
class ApplyRequest:
    """Do what ``outcome`` says, or show the entries with these ``ids``.

    ``name`` is that of the list, ``path`` its file when it is one.
    """

    name: str
    path: Path | None = None
    outcome: Outcome | None = None
    ids: NDArray[np.int64] | None = None

"""What the dialog of a comparison asks of the window, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.session import Session

    from .compared import Compared
    from .deeds import Plan


@dataclass(frozen=True, slots=True)
class Shown:
    """Entries that are to be shown alone in the table of a document."""

    session: Session
    ids: NDArray[np.int64]
    name: str


@dataclass(frozen=True, slots=True)
class Target:
    """The side whose documents are open and can be changed.

    ``is_new``: it is the one that is called "after". ``documents`` by the number of a file on that
    side; ``closed``: the paths of files that are not open; ``usual``: the file that takes entries
    which belong to no other. ``session``: the one whose document is all of that side, if any.
    """

    is_new: bool
    documents: dict[int, Document] = field(default_factory=dict)
    closed: dict[int, Path] = field(default_factory=dict)
    usual: int | None = None
    session: Session | None = None


class Desk(Protocol):
    """The window as a comparison sees it."""

    def open_documents(self) -> dict[Path, Document]:
        """Documents that are open, by real path."""

    def target_of(self, compared: Compared) -> Target | None:
        """Which side can be changed; None for neither."""

    def change(self, plan: Plan, label: str, on_done: Callable[[bool], object]) -> None:
        """Carry out what was planned, as one step."""

    def undo(self) -> None:
        """Take back what was carried out last."""

    def open_paths(self, paths: Sequence[Path], on_done: Callable[[], object]) -> None:
        """Open files; ``on_done`` when all are."""

    def entries_of(
        self, compared: Compared, target: Target, numbers: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """The entries, by id, of the one document of a side that some differences are about."""

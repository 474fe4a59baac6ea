"""Some of the entries of a document, as what people can choose among."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document


@dataclass(frozen=True, slots=True, eq=False)
class Scope:
    """Some entries: what they are called, how many there are, and their ids, None for all."""

    title: str
    count: int
    ids: NDArray[np.int64] | None = None


def all_entries(doc: Document) -> Scope:
    """All entries of a document."""
    return Scope(_("All entries"), len(doc))

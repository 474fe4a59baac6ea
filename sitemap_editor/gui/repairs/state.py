"""What the window remembers about the mending of a document while it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitemap_editor.markup.repair import Key, Repair


@dataclass
class RepairState:
    """What was refused, where the text came from, and whether people want to hear of it.

    ``refused`` are repairs that were not made because people did not want them. ``opened_from``
    are the bytes a document was read from that is not on disk like that; ``keeps_original`` tells
    that the file on disk is to be kept when the document is saved over it.
    """

    refused: tuple[Repair, ...] = ()
    is_banner_closed: bool = False
    opened_from: bytes | None = None
    keeps_original: bool = False

    @property
    def keys(self) -> frozenset[Key]:
        """What the refused repairs are known by."""
        return frozenset(one.key for one in self.refused)

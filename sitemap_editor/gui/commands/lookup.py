"""Whether addresses are in a document already: read in blocks, for it may be long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sitemap_editor.protocol.ids import EntryId

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.support.jobs import Progress

BLOCK = 2_000


def present_addresses(doc: Document, wanted: set[str], progress: Progress) -> set[str]:
    """Those of ``wanted`` that are the address of an entry."""
    present: set[str] = set()
    for _first, locs in _blocks(doc, progress):
        present.update(wanted.intersection(locs))
    return present


def entry_with_address(
    doc: Document, loc: str, besides: EntryId, progress: Progress
) -> EntryId | None:
    """The first entry with this address but ``besides``, None when there is none."""
    for first, locs in _blocks(doc, progress):
        for place, other in enumerate(locs):
            if other == loc and doc.ids[first + place] != besides:
                return EntryId(int(doc.ids[first + place]))
    return None


def _blocks(doc: Document, progress: Progress) -> Iterator[tuple[int, list[str | None]]]:
    ids = doc.ids
    for first in range(0, len(ids), BLOCK):
        progress.tick(first, len(ids))
        yield first, doc.values_of(ids[first : first + BLOCK], "loc")

"""Values in which a list and a sitemap differ about a page, and which of them will stand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .build import Imported
from .into import UPDATE, Policy, differing, places_of

AT_ONCE = 2_048


@dataclass(frozen=True, slots=True)
class Difference:
    """One value: the entry (1-based), the line of the list, the field, and what both say.

    ``mine`` is "" where the sitemap says nothing. ``takes_theirs`` when that of the list comes in.
    """

    position: int
    line: int
    loc: str
    field: str
    mine: str
    theirs: str
    takes_theirs: bool

    @property
    def is_conflict(self) -> bool:
        """Whether both say something."""
        return bool(self.mine)


def differences(
    doc: Document,
    found: Imported,
    policy: Policy,
    progress: Progress = NO_PROGRESS,
    *,
    limit: int = 200,
) -> list[Difference]:
    """The first differences, conflicts before gaps that are filled; ``found`` stays as it is."""
    if policy.existing != UPDATE or not doc.kind.is_xml or not len(found):
        return []
    places = places_of(doc, found, exact=policy.exact, progress=progress)
    rows = np.flatnonzero(places >= 0)
    listed: list[Difference] = []
    for first in range(0, len(rows), AT_ONCE):
        part = rows[first : first + AT_ONCE].tolist()
        for field in fields_of(doc.kind)[1:]:
            listed += _of_field(doc, found, policy, field.name, part, places[part].tolist())
        progress.tick(first, len(rows))
        if sum(one.is_conflict for one in listed) >= limit:
            break
    return sorted(listed, key=lambda one: (not one.is_conflict, one.position))[:limit]


def _of_field(
    doc: Document,
    found: Imported,
    policy: Policy,
    name: str,
    rows: list[int],
    places: list[int],
) -> list[Difference]:
    ids = doc.ids[places]
    locs = doc.values_of(ids, "loc")
    return [
        Difference(
            places[n] + 1,
            int(found.lines[rows[n]]),
            locs[n] or "",
            name,
            mine,
            theirs,
            takes_theirs,
        )
        for n, mine, theirs, takes_theirs in differing(doc, found, policy, name, rows, ids)
    ]

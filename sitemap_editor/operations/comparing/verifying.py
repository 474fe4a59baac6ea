"""Look closer at pairs whose bytes behind the fields differ: many are only written otherwise.

Each file of both sides is read once more at most, however its entries are spread over the other
side's files.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from sitemap_editor.support.jobs import Progress

from .pairing import Ints, Pairs
from .prints import REST_MARK
from .sides import Side

Marks = npt.NDArray[np.uint8]

AT_ONCE = 256


def clear_what_is_the_same(
    marks: Marks,
    pairs: Pairs,
    sides: tuple[Side, Side],
    starts: tuple[Ints, Ints],
    progress: Progress,
) -> None:
    """Take the mark of REST off those pairs that say the same beside their fields.

    ``sides`` and ``starts``: of the entries that have marks, and of the other side. Raises
    SitemapError when a file has changed meanwhile.
    """
    rows = np.flatnonzero(marks & REST_MARK)
    if not len(rows):
        return
    theirs = pairs[rows]
    order = np.argsort(theirs, kind="stable")
    mine = _numbers(sides[0], starts[0], rows, progress)
    others = np.empty(len(rows), np.uint32)
    others[order] = _numbers(sides[1], starts[1], theirs[order].astype(np.int64), progress)
    marks[rows[mine == others]] &= ~REST_MARK


def _numbers(side: Side, starts: Ints, entries: Ints, progress: Progress) -> npt.NDArray[np.uint32]:
    """What some entries say beside their fields, as numbers; ``entries`` are in order."""
    found = np.empty(len(entries), np.uint32)
    borders = np.searchsorted(entries, starts)
    for member in np.flatnonzero(borders[1:] > borders[:-1]).tolist():
        first, last = int(borders[member]), int(borders[member + 1])
        content = side.content(member, progress)
        for start in range(first, last, AT_ONCE):
            progress.tick(start, len(entries))
            part = slice(start, min(start + AT_ONCE, last))
            numbers = content.exact_rests(entries[part] - starts[member])
            found[part] = numbers & 0xFFFFFFFF
        del content
    return found

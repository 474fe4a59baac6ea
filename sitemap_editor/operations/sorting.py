"""Sort the file: the entries themselves change places, not only the rows on screen."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.reordering import reorder
from sitemap_editor.document.sorting import order_of_keys
from sitemap_editor.document.store import Ids
from sitemap_editor.document.views import sort_ids
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

NATURAL = "natural"
IMPORTED = "imported"
"""Ways to sort that are no field: addresses with numbers by size, and as entries came in."""

Bools = npt.NDArray[np.bool_]

AT_ONCE = 4096
MOST_DIGITS = 200
_NUMBER = re.compile(rb"[0-9]+")
_ZERO = ord("0")
_MARKS = [b"0%c" % (_ZERO + size) for size in range(MOST_DIGITS + 1)]


def order_by(
    doc: Document, by: str, descending: bool = False, progress: Progress = NO_PROGRESS
) -> Ids:
    """The ids of all entries by a field, NATURAL or IMPORTED; equal ones keep their order.

    Entries without the field come last either way.
    """
    if by == IMPORTED:
        ids: Ids = np.sort(doc.ids)  # ids are given out in the order in which entries come in
        return ids[::-1].copy() if descending else ids
    if by != NATURAL:
        return sort_ids(doc, doc.ids, by, descending, progress)
    empty = np.zeros(len(doc), np.bool_)
    found = order_of_keys(_natural_keys(doc, empty, progress), progress)
    order = found.descending if descending else found.order
    ids, last = doc.ids[order], empty[order]
    return np.concatenate((ids[~last], ids[last])) if last.any() else ids


def sort_file(
    doc: Document, by: str, descending: bool = False, progress: Progress = NO_PROGRESS
) -> Edit | None:
    """Bring the entries of the file into order; None when they are in it already."""
    if len(doc) < 2:
        return None
    return reorder(doc, order_by(doc, by, descending, progress), progress)


def _natural_keys(doc: Document, empty: Bools, progress: Progress) -> Iterator[list[bytes]]:
    """Addresses with numbers written so that more digits come later; notes which are empty."""
    for first in range(0, len(doc), AT_ONCE):
        values = doc.values_of(doc.ids[first : first + AT_ONCE], "loc")
        text = "\n".join(value or "" for value in values).encode("utf-8", "surrogatepass")
        keys = _NUMBER.sub(_sized, text).split(b"\n")
        if len(keys) != len(values):
            texts = ((value or "").encode("utf-8", "surrogatepass") for value in values)
            keys = [_NUMBER.sub(_sized, one) for one in texts]
        empty[first : first + len(keys)] = [not key for key in keys]
        yield keys
        progress.tick(first, len(doc))


def _sized(number: re.Match[bytes]) -> bytes:
    digits = number[0]
    if digits[0] == _ZERO:
        digits = digits.lstrip(b"0")
    return _MARKS[min(len(digits), MOST_DIGITS)] + digits

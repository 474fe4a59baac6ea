"""Sorted and filtered views: arrays of entry ids; the order in the document stays.

Everything is done in pieces of a few milliseconds, or by numpy without the interpreter's lock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.spans import ABSENT
from sitemap_editor.protocol.fields import FIELD_BY_NAME, fields_of
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .searching import search
from .store import Ids, mask_of
from .timed_patterns import Patience, compiled, searching, too_slow

if TYPE_CHECKING:
    from .document import Document

Bools = npt.NDArray[np.bool_]
BLOCK = 4096
PATTERN_BLOCK = 1024
"""Entries matched against a pattern between two ticks."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What entries must have to be shown; an empty one lets all pass.

    ``text`` is looked for in ``field``, or in all fields (None); letter case does not matter, and
    with ``regex`` it is a pattern. ``edited`` wants entries that differ from disk, ``missing``
    those without that field, ``among`` those with these ids.
    """

    text: str = ""
    regex: bool = False
    field: str | None = None
    edited: bool = False
    missing: str | None = None
    among: Ids | None = None


def filter_ids(doc: Document, wanted: Filter, progress: Progress = NO_PROGRESS) -> Ids:
    """Ids of the entries that pass, in document order. Raises SitemapError for a bad pattern."""
    ids = doc.ids
    if wanted.among is not None:
        ids = ids[mask_of(wanted.among, doc.store.count)[ids]]
    if wanted.edited:
        ids = ids[mask_of(doc.edited_ids(), doc.store.count)[ids]]
    if wanted.missing is not None:
        ids = ids[_is_missing(doc, ids, wanted.missing)]
    if wanted.text:
        ids = ids[_holds(doc, ids, wanted, progress)]
    return ids


def _is_missing(doc: Document, ids: Ids, field: str) -> Bools:
    """Mask of entries without the field or with an empty one."""
    length = doc.store.cells.value_length[FIELD_BY_NAME[field].index, ids]
    missing: Bools = (length == ABSENT) | (length == 0)
    for number in np.flatnonzero(length < ABSENT).tolist():
        missing[number] = not doc.value_of(int(ids[number]), field)
    return missing


def _holds(doc: Document, ids: Ids, wanted: Filter, progress: Progress) -> Bools:
    fields = [f.name for f in fields_of(doc.kind) if wanted.field in (None, f.name)]
    found = np.zeros(len(ids), np.bool_)
    places = np.arange(len(ids))
    if _is_same_in_bytes(wanted) and not doc.kind.is_feed:
        found, places = search(doc, ids, fields, wanted.text.lower().encode(), progress)
    matches = _matcher(wanted)
    for first in range(0, len(places), PATTERN_BLOCK):
        chosen = places[first : first + PATTERN_BLOCK]
        for field in fields:
            values = doc.values_of(ids[chosen], field)
            known = {value: value is not None and matches(value) for value in set(values)}
            found[chosen] |= np.array([known[value] for value in values], np.bool_)
        progress.tick(first, len(places))
    return found


def _is_same_in_bytes(wanted: Filter) -> bool:
    """Whether the text looks the same in a file's bytes, letter case aside."""
    return (
        not wanted.regex
        and wanted.text.isascii()
        and not any(character in wanted.text for character in "&<>\"'\r\n")
    )


def _matcher(wanted: Filter) -> Callable[[str], bool]:
    if not wanted.regex:
        text = wanted.text.casefold()
        return lambda value: text in value.casefold()
    attempt, patience = searching(compiled(wanted.text)), Patience()

    def matches(value: str) -> bool:
        try:
            return patience.tried(attempt, value) is not None
        except TimeoutError as error:
            raise too_slow() from error

    return matches


def sort_ids(
    doc: Document,
    ids: Ids,
    field: str,
    descending: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Ids:
    """The ids ordered by a field's value; equal ones keep their order, those without come last.

    Numbers are ordered as numbers, everything else by its characters.
    """
    if not len(ids):
        return ids
    if FIELD_BY_NAME[field].editor == "number":
        return _sorted_by_number(doc, ids, field, descending, progress)
    progress.tick(0, len(ids))
    absent = np.take(doc.store.cells.value_length[FIELD_BY_NAME[field].index], ids) == ABSENT
    progress.tick(0, len(ids))
    present = ids[~absent] if absent.any() else ids
    found = doc.columns.order(present, field, progress)
    order = found.descending if descending else found.order
    return np.concatenate((present[order], ids[absent]))


def _sorted_by_number(
    doc: Document, ids: Ids, field: str, descending: bool, progress: Progress
) -> Ids:
    numbers = np.full(len(ids), np.nan)
    known: dict[str | None, float] = {}
    for first in range(0, len(ids), BLOCK):
        values = doc.values_of(ids[first : first + BLOCK], field)
        for value in set(values) - known.keys():
            known[value] = _number(value)
        numbers[first : first + len(values)] = [known[value] for value in values]
        progress.tick(first, len(ids))
    keys = -numbers if descending else numbers
    return ids[np.argsort(keys, kind="stable")]


def _number(value: str | None) -> float:
    """A value as a number to sort by; what is none comes last."""
    try:
        number = float((value or "").replace(",", "."))
    except ValueError:
        return float("nan")
    return number

"""Find text or a pattern in the entries of one file of many; what is found outlives the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.document.timed_patterns import Patience, compiled, searching, too_slow
from sitemap_editor.document.views import Filter, filter_ids
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

MOST_KEPT = 200
"""Entries of a file that are told one by one; the others are counted."""

XML = "xml"
"""In the place of a field: all that stands in an entry as it is written, extensions too."""

AT_ONCE = 1024
MOST_AROUND = 60
"""Letters told before and behind what was found in the XML of an entry."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry that has what is looked for: 1-based position, the field it stands in, its value.

    ``loc`` is the address of the entry, which tells people where they are. From ``start`` to
    ``end`` of the value is what was found; both are 0 where that cannot be told.
    """

    position: int
    field: str
    value: str
    loc: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Hits:
    """What one file has: how many entries hold the text, of how many, and the first of them."""

    count: int
    entries: int
    first: tuple[Hit, ...] = ()

    def __len__(self) -> int:
        return self.count

    @property
    def left_out(self) -> int:
        """How many are counted and not told."""
        return self.count - len(self.first)


def find_in(
    doc: Document,
    wanted: Filter,
    progress: Progress = NO_PROGRESS,
    most: int = MOST_KEPT,
) -> Hits:
    """The entries of a document that pass a filter of text. Raises SitemapError for a bad pattern.

    A field that entries of this kind do not have is in none of them.
    """
    if wanted.field == XML:
        return _find_in_xml(doc, wanted, progress, most)
    fields = [one.name for one in fields_of(doc.kind) if wanted.field in (None, one.name)]
    if not fields or not wanted.text:
        return Hits(0, len(doc))
    ids = filter_ids(doc, wanted, progress)
    shown = ids[:most]
    return Hits(len(ids), len(doc), tuple(_hits(doc, shown, fields, wanted)))


def _hits(
    doc: Document, ids: npt.NDArray[np.int64], fields: list[str], wanted: Filter
) -> Iterator[Hit]:
    """Tell of each entry the first field that holds the text."""
    locs = doc.values_of(ids, "loc")
    values = {name: doc.values_of(ids, name) for name in fields}
    places = dict.fromkeys(range(len(ids)), fields[0])
    if len(fields) > 1:
        for name in reversed(fields):
            only = Filter(wanted.text, wanted.regex, name, among=ids)
            holding = set(filter_ids(doc, only).tolist())
            places |= {at: name for at, entry in enumerate(ids.tolist()) if entry in holding}
    place_of = _placing(wanted)
    for at, entry in enumerate(ids.tolist()):
        value = values[places[at]][at] or ""
        span = place_of(value) or (0, 0)
        yield Hit(doc.position_of(entry) + 1, places[at], value, locs[at] or "", *span)


# In all that is written


def _find_in_xml(doc: Document, wanted: Filter, progress: Progress, most: int) -> Hits:
    if not wanted.text:
        return Hits(0, len(doc))
    place_of = _placing(wanted)
    count = 0
    first: list[Hit] = []
    for start in range(0, len(doc), AT_ONCE):
        progress.tick(start, len(doc))
        ids = doc.ids[start : start + AT_ONCE]
        for entry, raw in zip(ids.tolist(), doc.store.raws(ids), strict=True):
            text = raw.decode("utf-8", "replace")
            span = place_of(text)
            if span is None:
                continue
            count += 1
            if len(first) < most:
                loc = doc.value_of(entry, "loc") or ""
                first.append(Hit(doc.position_of(entry) + 1, XML, *_around(text, *span, loc)))
    return Hits(count, len(doc), tuple(first))


def _placing(wanted: Filter) -> Callable[[str], tuple[int, int] | None]:
    """Tells where in a text the first place is that was looked for."""
    if not wanted.regex:
        needle = re.compile(re.escape(wanted.text), re.IGNORECASE)
        return lambda text: found.span() if (found := needle.search(text)) else None
    attempt, patience = searching(compiled(wanted.text)), Patience()

    def place(text: str) -> tuple[int, int] | None:
        try:
            found = patience.tried(attempt, text)
        except TimeoutError as error:
            raise too_slow() from error
        return found.span() if found is not None else None

    return place


def _around(text: str, start: int, end: int, loc: str) -> tuple[str, str, int, int]:
    """What was found and some letters around it in one line, the address, and its place in it."""
    first, last = max(0, start - MOST_AROUND), min(len(text), end + MOST_AROUND)
    before, found, after = (
        " ".join(text[low:high].split("\n")) if low < high else ""
        for low, high in ((first, start), (start, end), (end, last))
    )
    before = f"{'…' if first else ''}{' '.join(before.split())}{' ' * before.endswith(' ')}"
    after = f"{after.rstrip()}{'…' if last < len(text) else ''}"
    return before + found + after, loc, len(before), len(before) + len(found)

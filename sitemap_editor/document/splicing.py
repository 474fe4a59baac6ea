"""One field of very many entries set at once.

Entries whose bytes are plain are cut at the value and joined again with the new one in between;
where the spans of their fields are then is arithmetic. The rest is left to ``markup.patch``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.spans import ABSENT
from sitemap_editor.markup.tags import BANG, LT, QUESTION
from sitemap_editor.markup.values import escape_text, written_value
from sitemap_editor.protocol.fields import FIELD_BY_NAME, FIELDS
from sitemap_editor.support.jobs import Progress

from .blobs import BLOCK
from .edits import Edit, ReplaceEntries
from .rows import ROW_BYTES, count_units
from .store import Cells, Ids, Ints, empty_cells, joined_cells

if TYPE_CHECKING:
    from .document import Document

Bools = npt.NDArray[np.bool_]
FEW = 200
"""Below this many entries patching one by one is as quick."""


def splice_values(
    doc: Document, ids: Ids, field: str, values: Sequence[str | None], progress: Progress
) -> tuple[Edit | None, Ints]:
    """Set a field where entries are plain; returns the edit and the places in ``ids`` left over."""
    everything = np.arange(len(ids))
    if len(ids) < FEW:
        return None, everything
    written = _written(doc, field, values)
    done: list[Ints] = []
    cells: list[Cells] = []
    rest: list[Ints] = []
    for first in range(0, len(ids), BLOCK):
        places = everything[first : first + BLOCK]
        for group in _by_blob(doc, ids, places):
            if len(group) < FEW:
                rest.append(group)
                continue
            splice = _Splice(doc, ids[group], field, [written[p] for p in group.tolist()])
            chosen, left = splice.divide()
            rest.append(group[left])
            if len(chosen):
                done.append(group[chosen])
                cells.append(splice.join(chosen))
        progress.tick(first, len(ids))
    leftover = np.concatenate(rest)
    if not done:
        return None, leftover
    return ReplaceEntries(ids[np.concatenate(done)], joined_cells(cells)), leftover


def _written(doc: Document, field: str, values: Sequence[str | None]) -> list[bytes | None]:
    """The bytes of each value; equal values are made ready once."""
    known: dict[str | None, bytes | None] = {None: None}
    for value in set(values) - known.keys():
        text = written_value(field, value or "", doc.codec)
        known[value] = escape_text(text, doc.codec)
    return [known[value] for value in values]


def _by_blob(doc: Document, ids: Ids, places: Ints) -> list[Ints]:
    """Divide entries by the blob they stand in."""
    blobs = doc.store.cells.blob[ids[places]]
    if bool((blobs == blobs[0]).all()):
        return [places]
    order = np.argsort(blobs, kind="stable")
    borders = np.flatnonzero(np.diff(blobs[order])) + 1
    return [places[np.sort(part)] for part in np.split(order, borders)]


class _Splice:
    """Some entries of one blob, one field of which is set, each to its own value."""

    def __init__(self, doc: Document, ids: Ids, field: str, new: list[bytes | None]) -> None:
        self._doc = doc
        self._field = FIELD_BY_NAME[field]
        self._tag = doc.names.prefix + field.encode()
        self._new = new
        self._cells = doc.store.take(ids)
        self._text = doc.store.blobs[int(self._cells.blob[0])]
        self._view = np.frombuffer(self._text, np.uint8)
        length = self._cells.value_length[self._field.index].astype(np.int64)
        self._begin = self._cells.start + self._cells.value_start[self._field.index]
        self._end = self._begin + np.maximum(length, 0)
        self._absent = length == ABSENT
        self._is_one_value = new.count(new[0]) == len(new)
        self._removed = self._of_each(lambda value: value is None, np.bool_)
        self._fit: Bools = (length >= ABSENT) & (self._cells.flags == 0)
        self._gap = doc.style.child_gap

    def _of_each(self, ask: Callable[[bytes | None], int], kind: type) -> npt.NDArray[Any]:
        """What is so for each of the new values, asked once when they are all the same."""
        if self._is_one_value:
            return np.full(len(self._new), ask(self._new[0]), kind)
        return np.fromiter(map(ask, self._new), kind, len(self._new))

    def divide(self) -> tuple[Ints, Ints]:
        """Places of the entries to splice, and of those to leave to others; same ones in none."""
        same = self._absent & self._removed
        present = np.flatnonzero(self._fit & ~self._absent)
        self._fit[present] &= self._is_plain(present)
        kept = present[~self._removed[present]]
        same[kept] |= self._is_same(kept)
        gone = np.flatnonzero(self._fit & ~self._absent & self._removed)
        self._widen_to_element(gone)
        self._place_after_sibling(np.flatnonzero(self._fit & self._absent & ~self._removed))
        return np.flatnonzero(self._fit & ~same), np.flatnonzero(~self._fit & ~same)

    def _is_plain(self, places: Ints) -> Bools:
        """Whether values hold no markup or references and no white space around them."""
        begin, end = self._begin[places], self._end[places]
        if not len(places):
            return np.zeros(0, np.bool_)
        plain: Bools = end > begin
        last = np.maximum(end - 1, 0)
        plain &= (self._view[begin] > 32) & (self._view[last] > 32)
        low, high = int(begin.min()), int(end.max())
        if self._has_markup(low, high) or self._text.find(b"&", low, high) >= 0:
            raws = [self._text[a:b] for a, b in zip(begin.tolist(), end.tolist(), strict=True)]
            plain &= np.array([b"<" not in raw and b"&" not in raw for raw in raws], np.bool_)
        return plain

    def _has_markup(self, low: int, high: int) -> bool:
        """Whether comments, CDATA or instructions may stand in a stretch of the blob."""
        following = self._view[np.flatnonzero(self._view[low:high] == LT) + (low + 1)]
        return bool(((following == BANG) | (following == QUESTION)).any())

    def _is_same(self, places: Ints) -> Bools:
        """Whether values are what they shall be already."""
        begin, sizes = self._begin[places], self._end[places] - self._begin[places]
        if self._is_one_value:
            value = self._new[0] or b""
            same: Bools = sizes == len(value)
            hits = np.flatnonzero(same)
            same[hits] = self._reads(begin[hits], value)
            return same
        new = [self._new[p] or b"" for p in places.tolist()]
        stops = (begin + sizes).tolist()
        raws = [self._text[a:b] for a, b in zip(begin.tolist(), stops, strict=True)]
        return np.array([a == b for a, b in zip(raws, new, strict=True)], np.bool_)

    def _widen_to_element(self, places: Ints) -> None:
        """Cut the whole element with the white space before it, where both are as usual."""
        self._begin[places] -= len(self._tag) + 2
        self._end[places] += len(self._tag) + 3
        usual = self._reads(self._end[places] - 1, b">")
        usual &= self._reads(self._begin[places] - len(self._gap) - 1, b">" + self._gap)
        self._begin[places] -= len(self._gap)
        self._fit[places] &= usual

    def _place_after_sibling(self, places: Ints) -> None:
        """Cut where a new element goes: after the field before it in the order of the schema."""
        if not len(places):
            return
        self._fit[places] = False
        if self._doc.style.order[: len(FIELDS)] != tuple(FIELD_BY_NAME):
            return
        cells, prefix = self._cells, self._doc.names.prefix
        for other in FIELDS[: self._field.index]:
            has = places[cells.value_length[other.index, places] >= 0]
            tag = prefix + other.name.encode()
            begin = cells.start[has] + cells.value_start[other.index, has]
            after = begin + cells.value_length[other.index, has] + len(tag) + 3
            usual = self._reads(after - 1, b">")
            usual &= self._reads(begin - len(tag) - 3 - len(self._gap), b">" + self._gap)
            self._fit[has] = usual
            self._begin[has] = self._end[has] = after

    def _reads(self, at: Ints, wanted: bytes) -> Bools:
        """Whether these bytes stand at each of the places."""
        found = np.ones(len(at), np.bool_)
        for offset, letter in enumerate(wanted):
            found &= self._view[at + offset] == letter
        return found

    def join(self, chosen: Ints) -> Cells:
        """Build the blob of the spliced entries, gaps included; returns where they stand in it."""
        old = self._cells.copy_of(chosen)
        cuts = _Cuts(
            self._begin[chosen],
            self._end[chosen],
            self._pieces(chosen),
            self._absent[chosen],
            self._removed[chosen],
        )
        text = _joined(self._text, old, cuts)
        return self._cells_in(text, old, cuts)

    def _pieces(self, chosen: Ints) -> list[bytes]:
        if not self._absent[chosen].any():
            if self._is_one_value:
                return [self._new[0] or b""] * len(chosen)
            return [self._new[p] or b"" for p in chosen.tolist()]
        known: dict[tuple[bytes | None, bool], bytes] = {}
        keys = [
            (self._new[p], absent)
            for p, absent in zip(chosen.tolist(), self._absent[chosen].tolist(), strict=True)
        ]
        for value, absent in set(keys):
            piece = value or b""
            if absent:
                piece = b"%b<%b>%b</%b>" % (self._gap, self._tag, piece, self._tag)
            known[value, absent] = piece
        return [known[key] for key in keys]

    def _cells_in(self, text: bytes, old: Cells, cuts: _Cuts) -> Cells:
        if cuts.new.count(cuts.new[0]) == len(cuts.new):
            sizes = np.full(len(cuts.new), len(cuts.new[0]), np.int64)
        else:
            sizes = np.fromiter(map(len, cuts.new), np.int64, len(cuts.new))
        growth = sizes - (cuts.end - cuts.begin)
        cells = empty_cells(len(sizes))
        total = old.end - old.gap_start + growth
        cells.end[:] = np.cumsum(total)
        cells.gap_start[:] = cells.end - total
        cells.start[:] = cells.gap_start + (old.start - old.gap_start)
        cells.blob[:] = self._doc.store.add_blob(text)
        cells.counts[:] = self._counts(text, old, cells, cuts)
        begin, end = cuts.begin - old.start, cuts.end - old.start
        cells.value_start[:] = old.value_start + np.where(old.value_start >= end, growth, 0)
        cells.value_length[:] = old.value_length
        lead = len(self._gap) + len(self._tag) + 2
        index = self._field.index
        cells.value_start[index] = np.where(cuts.absent, begin + lead, begin)
        cells.value_length[index] = np.where(
            cuts.removed, ABSENT, sizes - np.where(cuts.absent, lead + len(self._tag) + 3, 0)
        )
        return cells

    def _counts(self, text: bytes, old: Cells, new: Cells, cuts: _Cuts) -> npt.NDArray[np.int32]:
        """Lines and rows of the spliced entries: as before, where only whole lines came or went."""
        shift = cuts.absent.astype(np.int32) - cuts.removed.astype(np.int32)
        counts = old.counts + shift * np.int32(self._gap.count(b"\n"))
        is_short = int((new.end - new.gap_start).max()) <= ROW_BYTES
        is_short &= int((old.end - old.gap_start).max()) <= ROW_BYTES
        if is_short and text.count(b"\n") == counts[0].sum() and b"\r" not in text:
            return counts
        return count_units(np.frombuffer(text, np.uint8), new.gap_start, new.end)


class _Cuts(NamedTuple):
    """What is cut out of each entry (places in the blob) and what comes in its place."""

    begin: Ints
    end: Ints
    new: list[bytes]
    absent: Bools
    removed: Bools


def _joined(text: bytes, old: Cells, cuts: _Cuts) -> bytes:
    """The bytes of entries with their gaps, cut and filled; in one piece where they were so."""
    begin, end = cuts.begin.tolist(), cuts.end.tolist()
    if bool((old.gap_start[1:] == old.end[:-1]).all()):
        firsts = [int(old.gap_start[0]), *end]
        lasts = [*begin, int(old.end[-1])]
        between = [text[a:b] for a, b in zip(firsts, lasts, strict=True)]
        if cuts.new.count(cuts.new[0]) == len(cuts.new):
            return cuts.new[0].join(between)
        return b"".join(chain.from_iterable(zip(between, [*cuts.new, b""], strict=True)))
    before = [text[a:b] for a, b in zip(old.gap_start.tolist(), begin, strict=True)]
    after = [text[a:b] for a, b in zip(end, old.end.tolist(), strict=True)]
    return b"".join(chain.from_iterable(zip(before, cuts.new, after, strict=True)))

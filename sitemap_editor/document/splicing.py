"""One field of very many entries set at once.

Entries whose bytes are plain are cut at the value and joined again with the new one in between;
where the spans of their fields are then is arithmetic. The rest is left to ``markup.patch``.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.scan import ABSENT
from sitemap_editor.markup.values import escape_text, written_value
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.support.jobs import Progress

from .blobs import BLOCK
from .edits import Edit, ReplaceEntries
from .store import Cells, Ids, Ints, empty_cells

if TYPE_CHECKING:
    from .document import Document

Bools = npt.NDArray[np.bool_]
FEW = 200
"""Below this many entries patching one by one is as quick."""


class Cuts(NamedTuple):
    """What is cut out of each entry (offsets from its start) and what comes in its place."""

    begin: Ints
    end: Ints
    new: list[bytes]


def splice_values(
    doc: Document, ids: Ids, field: str, values: Sequence[str | None], progress: Progress
) -> tuple[Edit | None, Ints]:
    """Set a field where entries are plain; returns the edit and the places in ``ids`` left over."""
    everything = np.arange(len(ids))
    if len(ids) < FEW:
        return None, everything
    written = _written(doc, field, values)
    pieces: list[tuple[Ints, Cells]] = []
    rest: list[Ints] = []
    for first in range(0, len(ids), BLOCK):
        chosen = everything[first : first + BLOCK]
        done, cells, left = _splice_block(doc, ids, chosen, field, written)
        if cells is not None:
            pieces.append((done, cells))
        rest.append(left)
        progress.tick(first, len(ids))
    leftover = np.concatenate(rest)
    if not pieces:
        return None, leftover
    changed = ids[np.concatenate([done for done, _ in pieces])]
    joined = Cells(
        *(np.concatenate(parts, axis=-1) for parts in zip(*(c for _, c in pieces), strict=True))
    )
    return ReplaceEntries(changed, joined), leftover


def _written(doc: Document, field: str, values: Sequence[str | None]) -> list[bytes | None]:
    """The bytes of each value; equal values are made ready once."""
    known: dict[str | None, bytes | None] = {None: None}
    for value in values:
        if value not in known:
            text = written_value(field, value or "", doc.codec)
            known[value] = escape_text(text, doc.codec)
    return [known[value] for value in values]


def _splice_block(
    doc: Document, ids: Ids, chosen: Ints, field: str, written: list[bytes | None]
) -> tuple[Ints, Cells | None, Ints]:
    """Splice some entries; returns the places done, their cells, and the places left over."""
    block = ids[chosen]
    index = FIELD_BY_NAME[field].index
    cells = doc.store.take(block)
    new = [written[place] for place in chosen.tolist()]
    length = cells.value_length[index].astype(np.int64)
    start = cells.value_start[index].astype(np.int64)
    begin, end, fit = start.copy(), start + length, cells.flags == 0
    absent = length == ABSENT
    removal = np.fromiter((value is None for value in new), np.bool_, len(new))
    fit &= length >= ABSENT
    same = fit & absent & removal
    present = fit & ~absent & ~removal
    present_places = np.flatnonzero(present)
    raws = doc.store.slices(
        cells.blob[present_places],
        (cells.start + start)[present_places],
        (cells.start + start + length)[present_places],
    )
    for place, raw in zip(present_places.tolist(), raws, strict=True):
        if raw == new[place]:
            same[place] = True
        elif b"<" in raw or b"&" in raw or raw[:1].isspace() or raw[-1:].isspace():
            fit[place] = False
    fit &= _fit_for_white(doc, cells, field, absent, removal, begin, end)
    done = np.flatnonzero(fit & ~same)
    left = chosen[~fit & ~same]
    if not len(done):
        return chosen[:0], None, left
    tag = doc.names.prefix + field.encode()
    cuts = Cuts(begin[done], end[done], [_piece(doc, tag, new[p], absent[p]) for p in done])
    taken = Cells(*(np.ascontiguousarray(array[..., done]) for array in cells))
    return chosen[done], _joined(doc, taken, cuts, index, absent[done], removal[done]), left


def _piece(doc: Document, tag: bytes, value: bytes | None, is_new: bool) -> bytes:
    if value is None:
        return b""
    return b"%b<%b>%b</%b>" % (doc.style.child_gap, tag, value, tag) if is_new else value


def _fit_for_white(
    doc: Document,
    cells: Cells,
    field: str,
    absent: Bools,
    removal: Bools,
    begin: Ints,
    end: Ints,
) -> Bools:
    """Where an element comes or goes: move the cut to its borders, if its white space is usual.

    Entries where it is not are False.
    """
    fit = np.ones(len(begin), np.bool_)
    fresh, gone = absent & ~removal, ~absent & removal
    name = doc.names.prefix + field.encode()
    if gone.any():
        where = np.flatnonzero(gone)
        begin[where] -= len(name) + 2 + len(doc.style.child_gap)
        end[where] += len(name) + 3
        fit[where] = _reads(doc, cells, where, begin, b">" + doc.style.child_gap, -1)
        fit[where] &= _reads(doc, cells, where, end, b">", -1)
    if fresh.any():
        fit &= _place_after_sibling(doc, cells, field, np.flatnonzero(fresh), begin, end)
    return fit


def _place_after_sibling(
    doc: Document, cells: Cells, field: str, where: Ints, begin: Ints, end: Ints
) -> Bools:
    """Put the cut of new elements after the field they follow in the order of the schema."""
    fit = np.ones(len(begin), np.bool_)
    fit[where] = False
    style = doc.style
    if style.order[: len(cells.value_length)] != tuple(FIELD_BY_NAME):
        return fit
    for other in FIELD_BY_NAME.values():
        if other.name == field:
            break
        name = doc.names.prefix + other.name.encode()
        has = where[cells.value_length[other.index, where] >= 0]
        begin[has] = cells.value_start[other.index, has] + cells.value_length[other.index, has]
        starts = cells.value_start[other.index].astype(np.int64) - len(name) - 2
        fit[has] = _reads(doc, cells, has, starts, b">" + style.child_gap, -1 - len(style.child_gap))
        begin[has] += len(name) + 3
        fit[has] &= _reads(doc, cells, has, begin, b">", -1)
    end[where] = begin[where]
    return fit


def _reads(doc: Document, cells: Cells, where: Ints, at: Ints, wanted: bytes, shift: int) -> Bools:
    """Mask of the entries that have the bytes ``wanted`` from ``at`` + ``shift`` on."""
    begin = cells.start[where] + at[where] + shift
    found = doc.store.slices(cells.blob[where], begin, begin + len(wanted))
    return np.fromiter((piece == wanted for piece in found), np.bool_, len(found))


def _joined(
    doc: Document, old: Cells, cuts: Cuts, index: int, absent: Bools, removal: Bools
) -> Cells:
    """Build the blob of the spliced entries, gaps included, and the cells in it."""
    store = doc.store
    before = store.slices(old.blob, old.gap_start, old.start + cuts.begin)
    after = store.slices(old.blob, old.start + cuts.end, old.end)
    sizes = np.fromiter(map(len, cuts.new), np.int64, len(cuts.new))
    growth = sizes - (cuts.end - cuts.begin)
    cells = empty_cells(len(sizes))
    total = old.end - old.gap_start + growth
    cells.end[:] = np.cumsum(total)
    cells.gap_start[:] = cells.end - total
    cells.start[:] = cells.gap_start + (old.start - old.gap_start)
    cells.blob[:] = store.add_blob(
        b"".join(chain.from_iterable(zip(before, cuts.new, after, strict=True)))
    )
    shift = np.where(old.value_start >= cuts.end, growth, 0)
    cells.value_start[:] = old.value_start + shift
    cells.value_length[:] = old.value_length
    _set_own_spans(doc, cells, cuts, index, sizes, absent, removal)
    return cells


def _set_own_spans(
    doc: Document,
    cells: Cells,
    cuts: Cuts,
    index: int,
    sizes: Ints,
    absent: Bools,
    removal: Bools,
) -> None:
    """Spans of the field that was set, in the spliced entries."""
    field = list(FIELD_BY_NAME)[index]
    name = len(doc.names.prefix) + len(field)
    lead = len(doc.style.child_gap) + name + 2
    begin = np.where(absent, cuts.begin + lead, cuts.begin)
    length = np.where(absent, sizes - lead - name - 3, sizes)
    cells.value_start[index] = np.where(removal, 0, begin)
    cells.value_length[index] = np.where(removal, ABSENT, length)

"""The order of very many byte strings, eight bytes at a time.

Strings become numbers of eight bytes; those that are still equal are compared by their next eight.
numpy sorts numbers without the interpreter's lock, so that the window goes on meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.support.jobs import Progress

from .store import Ids, Ints

if TYPE_CHECKING:
    from .document import Document

BLOCK = 4096
SORTED_AT_ONCE = 1 << 17
"""A sort of this many numbers takes some 8 ms; longer ones are merged from such pieces."""

WORD = 8


class Order(NamedTuple):
    """An order of n values, and for each place in it whether another value begins there."""

    order: Ints
    is_new: npt.NDArray[np.bool_]

    @property
    def descending(self) -> Ints:
        """The order turned round, but not among equal values."""
        backwards: Ints = np.argsort(-np.cumsum(self.is_new, dtype=np.int64), kind="stable")
        return self.order[backwards]


class _Strings(NamedTuple):
    """Byte strings in one padded buffer: where each starts and how long it is."""

    text: npt.NDArray[np.uint8]
    starts: Ints
    lengths: Ints


def order_of_bytes(doc: Document, ids: Ids, field: str, progress: Progress) -> Order:
    """Order entries by the bytes of a field's decoded value; all must have the field."""
    return _order_of(_strings(doc, ids, field, progress), progress)


def order_of_keys(blocks: Iterable[list[bytes]], progress: Progress) -> Order:
    """Order byte strings, which come in blocks."""
    pieces: list[bytes] = []
    lengths: list[Ints] = [np.zeros(0, np.int64)]
    for block in blocks:
        pieces.append(b"".join(block))
        lengths.append(np.fromiter(map(len, block), np.int64, len(block)))
        progress.tick()
    return _order_of(_string_table(pieces, np.concatenate(lengths), progress), progress)


def _order_of(strings: _Strings, progress: Progress) -> Order:
    skip = _common_prefix(strings, progress)
    count = len(strings.starts)
    order = np.arange(count)
    group = np.zeros(count, np.int64)  # by place in the order: number of the group of equals
    open_places = np.arange(count)
    depth = skip
    longest = int(strings.lengths.max()) if count else 0
    while len(open_places) and depth <= longest:
        keys = _words(strings, order[open_places], depth)
        sub = np.lexsort((keys, group[open_places]))
        order[open_places] = order[open_places][sub]
        keys = keys[sub]
        open_places, group = _divide(open_places, group, keys)
        depth += WORD
        progress.tick(depth, longest + WORD)
    is_new = np.ones(count, np.bool_)
    is_new[1:] = group[1:] != group[:-1]
    return Order(order, is_new)


def _divide(places: Ints, group: Ints, keys: npt.NDArray[np.uint64]) -> tuple[Ints, Ints]:
    """Split groups where keys differ; returns the places still equal to a neighbour."""
    own = group[places]
    new = np.ones(len(places), np.bool_)
    new[1:] = (own[1:] != own[:-1]) | (keys[1:] != keys[:-1])
    firsts = np.flatnonzero(new)
    sizes = np.diff(np.append(firsts, len(places)))
    group[places] = np.repeat(places[firsts], sizes)
    return places[np.repeat(sizes > 1, sizes)], group


def _strings(doc: Document, ids: Ids, field: str, progress: Progress) -> _Strings:
    """The values of a field: in place where they are plain bytes, else decoded."""
    pieces: list[bytes] = []
    lengths = np.zeros(len(ids), np.int64)
    index = FIELD_BY_NAME[field].index
    for first in range(0, len(ids), BLOCK):
        chosen = ids[first : first + BLOCK]
        raws, _ = doc.columns.raw_slices(chosen, field)
        joined = b"".join(raws)
        odd = (doc.store.cells.value_length[index, chosen] < 0).any()
        if odd or any(mark in joined for mark in (b"&", b"<", b" ", b"\n", b"\t", b"\r")):
            values = doc.values_of(chosen, field)
            raws = [(value or "").encode("utf-8", "surrogatepass") for value in values]
            joined = b"".join(raws)
        pieces.append(joined)
        lengths[first : first + len(raws)] = list(map(len, raws))
        progress.tick(first, len(ids))
    return _string_table(pieces, lengths, progress)


def _string_table(pieces: list[bytes], lengths: Ints, progress: Progress) -> _Strings:
    starts = np.zeros(len(lengths), np.int64)
    np.cumsum(lengths[:-1], out=starts[1:])
    return _Strings(_joined(pieces, progress), starts, lengths)


def _joined(pieces: list[bytes], progress: Progress) -> npt.NDArray[np.uint8]:
    """All pieces in one, with room for a word behind; one call would hold the lock too long."""
    joined = np.empty(sum(map(len, pieces)) + 2 * WORD, np.uint8)
    joined[-2 * WORD :] = 0
    start = 0
    for piece in pieces:
        joined[start : start + len(piece)] = np.frombuffer(piece, np.uint8)
        start += len(piece)
        progress.tick()
    return joined


def _common_prefix(strings: _Strings, progress: Progress) -> int:
    """Bytes that all strings begin with; at least a lower bound."""
    if not len(strings.starts):
        return 0
    text = strings.text
    limit = int(strings.lengths.min())
    first = text[strings.starts[0] : strings.starts[0] + limit]
    for depth in range(limit):
        if not (text[strings.starts + depth] == first[depth]).all():
            return depth
        progress.tick()
    return limit


def _words(strings: _Strings, chosen: Ints, depth: int) -> npt.NDArray[np.uint64]:
    """Eight bytes of each string from ``depth`` on as a number that sorts like them."""
    text = np.ndarray((len(strings.text) - WORD + 1,), ">u8", strings.text, 0, (1,))
    left = np.clip(strings.lengths[chosen] - depth, 0, WORD)
    at = np.minimum(strings.starts[chosen] + depth, len(text) - 1)
    words = text[at].astype(np.uint64)
    spare = ((WORD - left) * 8).astype(np.uint64)
    return np.where(left > 0, words >> spare << spare, np.uint64(0))

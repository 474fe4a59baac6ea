"""The raw values of one field in some thousand entries, as numbers of eight bytes at a time.

Values are read where they stand in the file; only entries that stand in several blobs are joined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.spans import ABSENT, NEEDS_LEXER
from sitemap_editor.protocol.fields import FIELD_BY_NAME

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

SIZE = 4096
"""Entries of one block: enough for numpy to pay, few enough to take a millisecond a field."""

_PADDING = bytes(8)
MASKS: Words = np.array([(1 << (8 * size)) - 1 for size in range(9)], np.uint64)
"""Keeps the first 0 to 8 bytes of a word."""


class Block(NamedTuple):
    """One field of n entries: ``source[starts[i]:starts[i] + lengths[i]]`` is a raw value.

    A negative length is ABSENT or NEEDS_LEXER. At least 7 bytes follow each value, so that the
    last word can be read whole.
    """

    ids: Ints
    source: bytes
    words: Words
    starts: Ints
    lengths: Ints

    def raw(self, row: int) -> bytes:
        """One raw value."""
        start = int(self.starts[row])
        return self.source[start : start + int(self.lengths[row])]

    @property
    def absent(self) -> Bools:
        """Which entries have no such field."""
        absent: Bools = self.lengths == ABSENT
        return absent

    @property
    def odd(self) -> Bools:
        """Which entries only the lexer can read."""
        odd: Bools = self.lengths == NEEDS_LEXER
        return odd

    def first_words(self, rows: Ints) -> Words:
        """The first 8 bytes of some values, zero behind shorter ones."""
        return self.words_at(rows, 0)

    def words_at(self, rows: Ints, offset: int) -> Words:
        """8 bytes of some values from an offset that lies inside them."""
        words: Words = self.words[self.starts[rows] + offset]
        rest = np.minimum(self.lengths[rows] - offset, 8)
        return words & MASKS[rest]


def words_of(source: bytes) -> Words:
    """Every run of 8 bytes as a number, least significant first; a view."""
    return np.ndarray((max(len(source) - 7, 0),), "<u8", source, 0, (1,))


def blocks_of_ids(ids: Ints) -> Iterator[Ints]:
    """The ids, some thousand at a time."""
    for start in range(0, len(ids), SIZE):
        yield ids[start : start + SIZE]


def read_block(doc: Document, ids: Ints, field: str) -> Block:
    """Read one field of some entries."""
    store = doc.store
    cells = store.cells
    index = FIELD_BY_NAME[field].index
    lengths = cells.value_length[index, ids].astype(np.int64)
    starts = cells.start[ids] + cells.value_start[index, ids]
    blob = cells.blob[ids]
    if doc.kind.is_xml and len(blob) and bool((blob == blob[0]).all()):
        source = store.blobs[int(blob[0])]
        return Block(ids, source, words_of(source), starts, lengths)
    raws = store.slices(blob, starts, starts + np.maximum(lengths, 0))
    return _joined(ids, raws, lengths)


def begin_with(doc: Document, ids: Ints, tag: bytes) -> Bools:
    """Which entries begin with these bytes."""
    store = doc.store
    cells = store.cells
    blob, starts = cells.blob[ids], cells.start[ids]
    source = store.blobs[int(blob[0])] if len(blob) else b""
    # A whole word is read from each start: behind the last entry of a blob there may be none.
    last_end = int(starts.max(initial=0)) + max(len(tag), 8)
    if last_end > len(source) or not bool((blob == blob[0]).all()):
        raws = store.slices(blob, starts, starts + len(tag))
        return np.array([raw == tag for raw in raws], np.bool_)
    words = words_of(source)
    last = max(len(tag) - 8, 0)
    found: Bools = (words[starts] & MASKS[min(len(tag), 8)]) == _number(tag[:8])
    for offset in {*range(8, last, 8), last} - {0}:
        found &= words[starts + offset] == _number(tag[offset : offset + 8])
    return found


_ABOVE_SPACE = np.uint64(0x5F5F5F5F5F5F5F5F)
_HIGH_BITS = np.uint64(0x8080808080808080)


def are_blank(doc: Document, ids: Ints, starts: Ints, lengths: Ints) -> Bools:
    """Which runs of 1 to 16 bytes of the entries' blobs are white space; ``starts`` in the blob."""
    store = doc.store
    blob = store.cells.blob[ids]
    source = store.blobs[int(blob[0])]
    if int((starts + 8).max()) > len(source) or not bool((blob == blob[0]).all()):
        raws = store.slices(blob, starts, starts + lengths)
        return np.array([not raw.strip() for raw in raws], np.bool_)
    words = words_of(source)
    first = words[starts] & MASKS[np.minimum(lengths, 8)]
    last = words[starts + np.maximum(lengths - 8, 0)] & MASKS[np.minimum(lengths, 8)]
    blank: Bools = (((first + _ABOVE_SPACE) | first) | (last + _ABOVE_SPACE) | last) & (
        _HIGH_BITS
    ) == 0
    return blank


def _number(text: bytes) -> np.uint64:
    return np.uint64(int.from_bytes(text, "little"))


def _joined(ids: Ints, raws: Sequence[bytes], lengths: Ints) -> Block:
    source = b"".join((*raws, _PADDING))
    starts = np.zeros(len(raws), np.int64)
    np.cumsum(np.maximum(lengths[:-1], 0), out=starts[1:])
    return Block(ids, source, words_of(source), starts, lengths)


def block_of(raws: Sequence[bytes]) -> Block:
    """A block of values that stand in no document."""
    lengths = np.fromiter(map(len, raws), np.int64, len(raws))
    return _joined(np.arange(len(raws)), raws, lengths)

"""One number of 64 bits a value; by default the same for values that differ in letter case only.

Equal values have equal numbers; equal numbers make candidates, which are then compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np

from .blocks import MASKS, Block, Ints, Words, block_of

_SEED = np.uint64(0x9E3779B97F4A7C15)
_FACTOR = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_LOWER = np.uint64(0x2020202020202020)

NONE = np.uint64(0)
"""Stands for no value."""

WORD_BY_WORD = 4096
"""Bytes of a value that are taken in one by one with those of others; the rest is at once."""


def hash_spans(block: Block, starts: Ints, lengths: Ints, *, exact: bool = False) -> Words:
    """Hash parts of a block's source, given by shape (n,) starts and lengths, both above 0.

    ``exact`` tells capital from small letters.
    """
    folded = np.uint64(0) if exact else _LOWER
    hashes = np.full(len(starts), _SEED, np.uint64)
    rows = np.arange(len(starts))
    offset = 0
    while len(rows) and offset < WORD_BY_WORD:
        words = block.words[starts[rows] + offset] | folded
        words &= MASKS[np.minimum(lengths[rows] - offset, 8)]
        hashes[rows] = mixed(hashes[rows], words)
        offset += 8
        rows = rows[lengths[rows] > offset]
    for row in rows.tolist():
        rest = block.source[starts[row] + offset : starts[row] + lengths[row]]
        hashes[row] = mixed(hashes[row : row + 1], _hashed_at_once(rest, folded))[0]
    return mixed(hashes, lengths.astype(np.uint64)) | np.uint64(1)


def _hashed_at_once(rest: bytes, folded: np.uint64) -> np.uint64:
    letters = np.frombuffer(rest, np.uint8) | np.uint8(folded & np.uint64(0xFF))
    return np.uint64(int.from_bytes(blake2b(letters.tobytes(), digest_size=8).digest()))


def mixed(hashes: Words, words: Words | np.uint64) -> Words:
    """One number for two."""
    product = (hashes ^ words) * _FACTOR
    result: Words = product ^ (product >> _HALF)
    return result


def paired(naming: Words, named: Words) -> Words:
    """One number for who names whom, another one the other way round."""
    return mixed(naming * _SEED, named)


def hash_texts(texts: Sequence[str], *, exact: bool = False) -> Words:
    """Hash texts; the same as ``hash_spans`` of their bytes, and NONE for those that are empty."""
    if not texts:
        return np.zeros(0, np.uint64)
    block = block_of([text.encode("utf-8", "surrogatepass") or b"\0" for text in texts])
    hashes = hash_spans(block, block.starts, block.lengths, exact=exact)
    hashes[[not text for text in texts]] = NONE
    return hashes

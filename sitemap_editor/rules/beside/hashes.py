"""Addresses as numbers, by which they are looked for in other files of the site.

Equivalent addresses have one number. It is another one in each run of the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.urls import norm_eq, norm_eq_of_all
from sitemap_editor.rules.engine.blocks import blocks_of_ids
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

Hashes = npt.NDArray[np.int64]

NONE = 0
"""The number of an empty address."""

_known: WeakKeyDictionary[Document, tuple[int, Hashes]] = WeakKeyDictionary()


def hash_address(address: str) -> int:
    """The number of an address."""
    return hash(norm_eq(address))


def hash_addresses(addresses: Sequence[str]) -> Hashes:
    """The same for many."""
    return np.fromiter(map(hash, norm_eq_of_all(addresses)), np.int64, len(addresses))


def hashes_of(doc: Document, progress: Progress = NO_PROGRESS) -> Hashes:
    """The numbers of a document's addresses, by position; kept until it changes."""
    revision, hashes = _known.get(doc, (-1, None))
    if hashes is not None and revision == doc.revision:
        return hashes
    revision, pieces = doc.revision, [np.zeros(0, np.int64)]
    for ids in blocks_of_ids(doc.ids):
        progress.tick()
        pieces.append(hash_addresses([loc or "" for loc in doc.values_of(ids, "loc")]))
    hashes = np.concatenate(pieces)
    _known[doc] = (revision, hashes)
    return hashes

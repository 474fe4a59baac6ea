"""Which addresses of a list are those of a document: by their spelling, or by what they mean.

An address is a number of 64 bits until two numbers agree; then the texts are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.urls import norm_eq_of_all
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

Ints = npt.NDArray[np.int64]

AT_ONCE = 4_096


def hashes_of(texts: Sequence[str], *, equivalent: bool = True) -> Ints:
    """A number for each address, the same for those that are equal or, by default, equivalent.

    They are numbers of this process: they must not be kept.
    """
    spelled = norm_eq_of_all(texts) if equivalent else texts
    return np.fromiter(map(hash, spelled), np.int64, len(spelled))


def hashes_of_document(
    doc: Document, *, equivalent: bool = True, progress: Progress = NO_PROGRESS
) -> Ints:
    """The same for the entries of a document, in document order; entries without loc count too."""
    found = [np.zeros(0, np.int64)]
    for first in range(0, len(doc), AT_ONCE):
        texts = [value or "" for value in doc.values_of(doc.ids[first : first + AT_ONCE], "loc")]
        found.append(hashes_of(texts, equivalent=equivalent))
        progress.tick(first, len(doc))
    return np.concatenate(found)


def places_in(wanted: Ints, present: Ints) -> Ints:
    """Where each wanted number first stands among those present; -1 where it does not."""
    if not len(present):
        return np.full(len(wanted), -1, np.int64)
    order = np.argsort(present, kind="stable")
    ranked = present[order]
    at = np.minimum(np.searchsorted(ranked, wanted), len(ranked) - 1)
    return np.where(ranked[at] == wanted, order[at], -1)

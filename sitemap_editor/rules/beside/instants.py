"""When the entries of a document were changed, as numbers, for some thousand at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.dates import read_date
from sitemap_editor.rules.engine.blocks import read_block
from sitemap_editor.rules.engine.gate_lastmod import NO_INSTANT, gate_dates

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    Ints = npt.NDArray[np.int64]
    Bools = npt.NDArray[np.bool_]


class Instants(NamedTuple):
    """Seconds since 1970 of each lastmod, NO_INSTANT where it says none; which are absent."""

    seconds: Ints
    absent: Bools


def instants_of(doc: Document, ids: Ints, now: int) -> Instants:
    """When some entries of a urlset or an index were changed."""
    block = read_block(doc, ids, "lastmod")
    dates = gate_dates(block, now)
    instants = dates.instants.copy()
    for row in np.flatnonzero(~dates.clean & ~block.absent).tolist():
        value = doc.value_of(int(ids[row]), "lastmod")
        found = read_date(value).instant if value else None
        instants[row] = NO_INSTANT if found is None else found
    return Instants(instants, block.absent)

"""Rows about lists that are applied to a big sitemap."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from .files import file_of
from .measure import Result, Sizes

SHARE = 10
"""Every tenth entry is in the list."""

SECONDS = 3.0
"""The limit for 100,000 rows on 1,000,000 entries, of the time that the processor works."""


def apply(sizes: Sizes) -> Iterator[Result]:
    """Apply a list of a tenth of the entries: read it, match it, and work out each action."""
    from sitemap_editor import open_document

    doc = open_document(file_of("plain", sizes.big))
    data = _list_of(doc)
    count = (sizes.big + SHARE - 1) // SHARE
    for action in ("remove", "keep", "set", "compare"):
        took = []
        for _ in range(sizes.repeats):
            started = time.process_time()
            found = _applied(doc, data, action)
            took.append(time.process_time() - started)
            if found != count:
                raise AssertionError(f"{found} entries of {count} found")
        said = f"apply {count:,} to {sizes.big:,}: {action}"
        yield Result(said, median(took), "s", limit=SECONDS)


def _list_of(doc: Any) -> bytes:
    """Every tenth address, with a status and another date."""
    addresses = doc.values_of(doc.ids[::SHARE], "loc")
    rows = "".join(f"{address},404,2025-01-02\r\n" for address in addresses)
    return f"Address,Status Code,Last Modified\r\n{rows}".encode()


def _applied(doc: Any, data: bytes, action: str) -> int:
    """How many entries the list is about, after all was worked out."""
    from sitemap_editor.formats.reading import read_tables
    from sitemap_editor.operations.applying import apply_list, compare, match, read_list
    from sitemap_editor.operations.importing.proposing import propose

    (table,) = read_tables(data, "list.csv")
    listed = read_list(table, propose(table).mapping)
    matches = match(doc, listed)
    if action == "compare":
        return len(compare(listed, matches).both)
    done = apply_list(doc, listed, matches, action)
    return len(doc) - done.removed if action == "keep" else done.removed or done.changed

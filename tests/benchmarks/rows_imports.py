"""Rows of lists made into documents, beside what reads them alone."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import partial
from typing import Any

from .measure import Result, Sizes, medians, memory_of_process
from .rows_tables import csv_of, walk_csv


def _document(data: bytes) -> Any:
    from sitemap_editor.formats.reading import read_tables
    from sitemap_editor.operations.importing.build import build
    from sitemap_editor.operations.importing.into import as_document
    from sitemap_editor.operations.importing.proposing import propose

    (table,) = read_tables(data, "list.csv")
    return as_document(build(table, propose(table).mapping))


def imports(sizes: Sizes) -> Iterator[Result]:
    """Make a document of a big CSV, with guessing what its columns mean, and weigh it."""
    _document(csv_of(10))
    data = csv_of(sizes.big)
    gc.collect()
    before = memory_of_process("VmRSS")
    doc = _document(data)
    if len(doc) != sizes.big:
        raise AssertionError(f"{len(doc)} entries of {sizes.big} rows")
    peak = (memory_of_process("VmHWM") - before) / 1e6
    del doc
    said = f"import CSV {sizes.big:,} × 5"
    ours, alone = medians(sizes.repeats, partial(_document, data), partial(walk_csv, data))
    yield Result(said, ours, "s", alone, "csv.reader", 3.0)
    yield Result(f"{said}: peak", peak, "MB", len(data) / 1e6, "the text", 3.0)

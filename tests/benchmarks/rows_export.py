"""Rows about writing documents in other formats."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .files import file_of
from .measure import Result, Sizes, medians

FIELDS = ("loc", "lastmod", "changefreq", "priority")


def export(sizes: Sizes) -> Iterator[Result]:
    """Write all entries as CSV, beside csv.writer with the same rows."""
    from sitemap_editor import open_document
    from sitemap_editor.formats import target_of, write

    doc = open_document(file_of("plain", sizes.big))
    rows = list(zip(*(doc.values_of(doc.ids, name) for name in FIELDS), strict=True))
    with tempfile.TemporaryDirectory() as folder:

        def ours(name: str) -> None:
            path = Path(folder) / name
            with path.open("wb") as file:
                for chunk in write(doc, target_of(path, doc.kind)):
                    file.write(chunk)

        def alone() -> None:
            with (Path(folder) / "alone.csv").open("w", encoding="utf-8", newline="") as file:
                csv.writer(file).writerows(rows)

        took, beside = medians(sizes.repeats, partial(ours, "ours.csv"), alone)
        said = f"export {sizes.big:,} entries"
        yield Result(f"{said} as CSV", took, "s", beside, "csv.writer", 3.0)
        took, beside = medians(sizes.repeats, partial(ours, "ours.jsonl"), alone)
        yield Result("  as JSON lines", took, "s", beside, "csv.writer")

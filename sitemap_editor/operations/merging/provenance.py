"""Where each entry of a merged sitemap is from, and where each of its fields is from."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

import numpy as np

from sitemap_editor.formats.tables import guarded
from sitemap_editor.operations.sets.survey import AT_ONCE, addresses_of
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Share

from .planning import MergePlan
from .wishes import MERGED_FIELDS

COLUMNS = ("address", "file", "entry", "also_in", *(f"{name}_from" for name in MERGED_FIELDS))
"""Headings that programs read. A field without a file is from the entry itself."""


def table(plan: MergePlan, progress: Progress = NO_PROGRESS) -> Iterator[bytes]:
    """A row for each entry that stays, in pieces of a CSV file; the files are read once more."""
    yield _text([COLUMNS])
    for file, facts in enumerate(plan.survey.facts):
        share = Share(progress, file, len(plan.survey.facts))
        if facts is not None:
            yield from _rows_of(plan, file, share)


def _rows_of(plan: MergePlan, file: int, progress: Progress) -> Iterator[bytes]:
    doc = plan.survey.read(file, progress)
    keep = plan.decision.selections[file].keep
    chosen = np.arange(len(doc)) if keep is None else np.flatnonzero(keep)
    first, name = int(plan.survey.firsts[file]), plan.name_of(file)
    for start in range(0, len(chosen), AT_ONCE):
        positions = chosen[start : start + AT_ONCE]
        progress.tick(start, len(chosen))
        pairs = zip(positions.tolist(), addresses_of(doc, doc.ids[positions]), strict=True)
        yield _text(
            [address, name, str(position + 1), *_from(plan, first + position)]
            for position, address in pairs
        )


def _from(plan: MergePlan, entry: int) -> list[str]:
    """The other files that have the page, and the files that its fields are from."""
    group = plan.group_of(entry)
    if group < 0:
        return [""] * (len(MERGED_FIELDS) + 1)
    others = [one for one in plan.groups.entries(group) if one != entry]
    names = dict.fromkeys(plan.file_of(other) for other in others)
    taken = plan.decision.taken.get(entry, {})
    fields = (plan.file_of(taken[name]) if name in taken else "" for name in MERGED_FIELDS)
    return ["; ".join(names), *fields]


def _text(rows: Iterable[Iterable[str]]) -> bytes:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerows([guarded(cell) for cell in row] for row in rows)
    return buffer.getvalue().encode("utf-8", "backslashreplace")

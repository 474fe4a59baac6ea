"""The report of differences for programs: one object, a line a difference."""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.formats.reports.json import dumps
from sitemap_editor.protocol.differences import Difference, DiffKind, Place

from .base import Compared, ComparisonOptions


def write(
    compared: Compared,
    _options: ComparisonOptions = ComparisonOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The object in pieces; differences are written as they are read."""
    yield f'{dumps(_head(compared))[:-1]}, "differences": ['
    separator = "\n  "
    for one in compared.differences(None):
        yield separator + dumps(_row(one))
        separator = ",\n  "
    yield "]}\n"


def _head(compared: Compared) -> dict[str, object]:
    counts = {kind.value: compared.counts.get(kind, 0) for kind in DiffKind}
    return {
        "old": compared.old,
        "new": compared.new,
        "match": compared.match,
        "entries": {"old": compared.old_count, "new": compared.new_count},
        "counts": {**counts, "same": compared.same, "reordered": compared.reordered},
        "fields": dict(compared.fields),
        "removed_share": round(compared.share(DiffKind.REMOVED), 6),
        "left_out": compared.left_out,
        "notes": list(compared.notes),
    }


def _row(one: Difference) -> dict[str, object]:
    return {
        "kind": one.kind.value,
        "address": one.address,
        "old": _place(one.old),
        "new": _place(one.new),
        "moved": one.has_moved,
        "fields": [{"field": f.name, "old": f.old, "new": f.new} for f in one.fields],
    }


def _place(place: Place | None) -> dict[str, object] | None:
    return None if place is None else {"file": place.file, "entry": place.position + 1}

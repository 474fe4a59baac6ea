"""The changes to an index that its sitemaps, open or beside it, give the reason for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sitemap_editor.document.document import Document
from sitemap_editor.markup.build import build_entry
from sitemap_editor.protocol.urls import norm_eq

from .entry_fixes import Surroundings
from .entry_shapes import change_shape
from .replacing import TAIL, Step


def add_entries(doc: Document, step: Step, entries: Iterable[tuple[str, str]]) -> None:
    """Put sitemaps, each an address and a date or none, behind the last entry."""
    added = [
        build_entry(
            {"loc": address, "lastmod": date or None},
            doc.names,
            doc.style,
            doc.kind,
            codec=doc.codec,
        )
        for address, date in entries
    ]
    before = step.added.get(TAIL, [])
    step.added[TAIL] = [*before, *((doc.style.gap, raw) for raw in added)]


def set_lastmods(doc: Document, step: Step, dates: Mapping[str, str]) -> None:
    """Give entries without a date that of their sitemap; ``dates`` by ``norm_eq`` of the loc."""
    at = Surroundings.of(doc)
    for entry in doc.ids.tolist():
        loc = doc.value_of(entry, "loc")
        date = dates.get(norm_eq(loc)) if loc else None
        raw = step.raws.get(entry) or doc.raw(entry)
        if date and doc.lexed_value(raw, "lastmod") is None:
            step.raws[entry] = change_shape(
                raw, at, "set_field", {"field": "lastmod", "value": date}
            )


CHANGES: dict[str, Callable[..., None]] = {
    "add_entries": add_entries,
    "set_lastmods": set_lastmods,
}


def change_listing(doc: Document, step: Step, name: str, parameters: Mapping[str, Any]) -> bool:
    """Make a change by its name; False for names of other changes."""
    change = CHANGES.get(name)
    if change is not None:
        change(doc, step, **parameters)
    return change is not None

"""Edits of an index for what becomes of its sitemaps: named, no longer, renamed, dated anew.

What is said of an index holds for a robots.txt too, but for dates and inner indexes.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit, compound
from sitemap_editor.document.store import Ids
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.urls import norm_eq, split_url
from sitemap_editor.rules.beside.digests import newest_date
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .entry_fixes import Surroundings, change_entry


def entries_of(index: Document, address: str) -> Ids:
    """The entries of an index that name this address, however it is spelled."""
    wanted = norm_eq(address)
    locs = index.values_of(index.ids, "loc")
    return index.ids[[n for n, loc in enumerate(locs) if loc and norm_eq(loc) == wanted]]


def name_children(index: Document, children: Iterable[tuple[str, str]]) -> Edit | None:
    """Put sitemaps, each an address and a date or none, behind the last entry.

    Those that are named already are left out.
    """
    named = {norm_eq(loc) for loc in index.values_of(index.ids, "loc") if loc}
    new = {norm_eq(address): (address, date) for address, date in children}
    values: list[editing.Values] = [
        {"loc": address, "lastmod": date or None} if index.kind.is_xml else {"loc": address}
        for key, (address, date) in new.items()
        if key not in named
    ]
    return editing.insert(index, len(index), values)


def unname_child(index: Document, address: str) -> Edit | None:
    """Take the entries of a sitemap out."""
    return editing.delete(index, entries_of(index, address))


def rename_child(index: Document, address: str, new: str) -> Edit | None:
    """Give the entries of a sitemap another address."""
    return editing.set_field(index, entries_of(index, address), "loc", new)


def renamed_address(address: str, name: str) -> str:
    """The address of a file that gets another name in the same folder."""
    url = split_url(address.strip())
    folder = url.path[: url.path.rfind("/") + 1] or "/"
    return str(url.replace(path=folder + quote(name), query=None, fragment=None))


def date_children(index: Document, dates: Mapping[str, str]) -> Edit | None:
    """Write dates, by address, where the index has none or another moment."""
    wanted = {norm_eq(address): date for address, date in dates.items()}
    ids, values = [], []
    for entry in index.ids.tolist():
        loc = index.value_of(entry, "loc")
        date = wanted.get(norm_eq(loc)) if loc else None
        if date and not _is_same(index.value_of(entry, "lastmod"), date):
            ids.append(entry)
            values.append(date)
    return editing.set_values(index, np.array(ids, np.int64), "lastmod", values) if ids else None


def _is_same(one: str | None, other: str) -> bool:
    if not one or one == other:
        return one == other
    first, second = read_date(one).instant, read_date(other).instant
    return first is not None and first == second


def date_of(doc: Document, progress: Progress = NO_PROGRESS) -> str:
    """The newest date in a sitemap; that of today where it has none."""
    return newest_date(doc, progress)[0] or time.strftime("%Y-%m-%d", time.gmtime())


def flatten(index: Document, address: str, children: Sequence[tuple[str, str]]) -> Edit | None:
    """Put the sitemaps that an inner index names in its place, as its entry is written.

    ``children``: address and date or none of each. Those that are named already are left out.
    """
    entries = entries_of(index, address)
    if not len(entries):
        return None
    first = int(entries[0])
    kept = {norm_eq(loc) for loc in index.values_of(index.ids, "loc") if loc} - {norm_eq(address)}
    new = {norm_eq(child): (child, date) for child, date in children if norm_eq(child) not in kept}
    at, raw = Surroundings.of(index), index.raw(first)
    raws = [_shaped(raw, at, child, date) for child, date in new.values()]
    if not raws:
        return editing.delete(index, entries[:1])
    rest = editing.insert_raws(index, int(index.position_of(first)) + 1, raws[1:])
    return compound([editing.replace_raws(index, entries[:1], [raw], raws[:1]), rest])


def _shaped(raw: bytes, at: Surroundings, address: str, date: str) -> bytes:
    bare = change_entry(raw, at, "set_field", {"field": "loc", "value": address})
    if not date:
        return change_entry(bare, at, "remove_field", {"field": "lastmod"})
    return change_entry(bare, at, "set_field", {"field": "lastmod", "value": date})
